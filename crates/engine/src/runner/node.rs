//! Node's own test runner, `node:test`.

pub(super) mod script;

use super::{
    Claim, Command, Project, Question, Runner, argument,
    javascript::{self, Signs, name::escaped},
};
use crate::domain::{RepoPath, Side, Site, Suite};
use std::ffi::OsString;

/// `node --test` and files that import `node:test`.
pub(super) const RUNNER: Runner = Runner {
    name: "node",
    languages: &["JavaScript", "TypeScript"],
    harness: &["**/node.config.json"],
    compiles_together: false,
    built_ahead: &["ts", "tsx", "mts", "cts", "c", "cc", "cpp", "h", "rs"],
    prebuilt: Some(javascript::built::is_prebuilt),
    built: None,
    claim,
    command,
};

/// What tells that a file is Node's.
pub(super) const SIGNS: Signs = Signs {
    runner: RUNNER.name,
    imports: &["node:test"],
    word: "--test",
    starts: script::tests,
    ..Signs::NONE
};

fn claim(project: &dyn Project, file: &RepoPath, source: &str) -> Option<Claim> {
    let home = javascript::home(project, file, source, &SIGNS)?;
    let mut facts = javascript::facts(project, RUNNER.name, &script::invocation(&home.manifest));
    facts.extend(javascript::built::fact(project, file, source));
    let is_ours = home.is_certain || is_named_as_test(file);
    is_ours.then_some(Claim { package: home.package, because: home.because, facts })
}

/// Whether `node --test` would find the file by its name, or it lies in a folder `test`.
fn is_named_as_test(file: &RepoPath) -> bool {
    let name = String::from_utf8_lossy(file.name()).into_owned();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    let ends = [".test", "-test", "_test", ".spec"].iter().any(|end| stem.ends_with(end));
    let in_folder = file.as_bytes().split(|byte| *byte == b'/').rev().skip(1).any(|part| part == b"test");
    ends || stem == "test" || stem.starts_with("test-") || in_folder
}

/// One file or test is asked by running the file itself: `node --test` takes its arguments for globs from Node 22 on.
fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let flags = javascript::flags(suite, side);
    let mut argv = vec![javascript::node_program(suite)];
    match question {
        Question::Suite(files) => argv.extend(all(suite, files, flags)),
        Question::File(file) => {
            argv.extend(flags);
            argv.push(argument(suite, file));
        }
        Question::Test(site) => {
            argv.extend(flags);
            argv.extend(selected(site).map(|name| pattern(name).into()));
            argv.push(argument(suite, &site.file));
        }
    }
    Command { argv, folder: suite.package.clone(), env: javascript::variables(suite, side) }
}

/// What runs each file it is given in a process of its own, as `node --test` does, and takes their names as they are.
const EACH: &str = "const { spawnSync } = require('node:child_process'); \
    const [count, ...rest] = process.argv.slice(1); const flags = rest.splice(0, Number(count)); \
    const red = rest.filter((file) => spawnSync(process.execPath, [...flags, file], { stdio: 'inherit' }).status !== 0); \
    process.exit(red.length ? 1 : 0)";

/// All files: with `--test`, unless that would take a name for something else.
fn all(suite: &Suite, files: &[RepoPath], flags: Vec<OsString>) -> Vec<OsString> {
    let names = files.iter().map(|file| argument(suite, file));
    if files.iter().any(|file| is_mistaken(suite, file)) {
        return each(flags, names);
    }
    flags.into_iter().chain(["--test".into()]).chain(names).collect()
}

/// The arguments of node that run each of these files in a process of its own, with these flags.
pub(super) fn each(flags: Vec<OsString>, names: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let head = ["-e".into(), EACH.into(), "--".into(), flags.len().to_string().into()];
    head.into_iter().chain(flags).chain(names).collect()
}

/// Whether `--test` would take the file for a glob or, having cut a leading `./`, for an option.
fn is_mistaken(suite: &Suite, file: &RepoPath) -> bool {
    let below = file.strip(&suite.package).unwrap_or_else(|| file.clone());
    below.as_bytes().starts_with(b"-") || below.as_bytes().iter().any(|byte| b"*?[]{}()!+@|\\".contains(byte))
}

/// The name that selects the test; `None` where only the whole file does. Subtests and names made at run time cannot
/// be selected, their outermost test or suite can.
fn selected(site: &Site) -> Option<&str> {
    if !site.dynamic {
        return site.name.last().map(String::as_str);
    }
    let outermost = site.name.first().filter(|_| site.name.len() > 1)?;
    (!outermost.contains("${")).then_some(outermost)
}

/// The name as an expression. Node 20 matches a test's own name only, later ones the own or the full name.
fn pattern(name: &str) -> String {
    format!("--test-name-pattern=^{}$", escaped(name))
}

#[cfg(test)]
mod tests;
