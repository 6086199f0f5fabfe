//! Node's own test runner, `node:test`.

mod script;

use super::{Claim, Command, Project, Question, Runner, added_args, argument, nearest, of_side, text};
use crate::domain::{RepoPath, Side, Site, Suite};
use script::Invocation;
use std::{collections::BTreeMap, ffi::OsString, fmt::Write};

/// `node --test` and files that import `node:test`.
pub(super) const RUNNER: Runner = Runner {
    name: "node",
    languages: &["JavaScript", "TypeScript"],
    harness: &["**/node.config.json"],
    compiles_together: false,
    built_ahead: &["ts", "tsx", "mts", "cts", "c", "cc", "cpp", "h", "rs"],
    built: None,
    claim,
    command,
};

const EXTENSIONS: [&str; 8] = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"];

/// Other frameworks: who imports or depends on one of these is not Node's, whatever the package's scripts say.
const OTHERS: [&str; 10] = [
    "vitest",
    "jest",
    "@jest/globals",
    "mocha",
    "ava",
    "tap",
    "uvu",
    "jasmine",
    "bun:test",
    "@playwright/test",
];

fn claim(project: &dyn Project, file: &RepoPath, source: &str) -> Option<Claim> {
    if !EXTENSIONS.contains(&file.extension().as_str()) {
        return None;
    }
    let manifest = nearest(file, |folder| text(project, &folder.join("package.json")));
    let (package, manifest) = manifest.unwrap_or_default();
    let invocation = script::invocation(&manifest);
    let by_script = invocation.runs_tests && is_named_as_test(file) && !uses_another(&manifest, source);
    let because = match (imports(source, "node:test"), by_script) {
        (true, _) => "it imports `node:test`",
        (false, true) => "`package.json` tests with `node --test`",
        (false, false) => return None,
    };
    Some(Claim { package, because: because.into(), facts: facts(project, &invocation) })
}

fn facts(project: &dyn Project, invocation: &Invocation) -> BTreeMap<String, String> {
    let side = project.side();
    let mut facts = BTreeMap::new();
    if !invocation.flags.is_empty() {
        facts.insert(of_side("flags", side), serde_json::json!(invocation.flags).to_string());
    }
    if !invocation.env.is_empty() {
        facts.insert(of_side("env", side), serde_json::json!(invocation.env).to_string());
    }
    for setting in ["program", "args"] {
        facts.extend(project.setting("node", setting).map(|value| (setting.into(), value)));
    }
    facts
}

/// Whether `node --test` would find the file by its name, or it lies in a folder `test`.
fn is_named_as_test(file: &RepoPath) -> bool {
    let name = String::from_utf8_lossy(file.name()).into_owned();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    let ends = [".test", "-test", "_test", ".spec"].iter().any(|end| stem.ends_with(end));
    let in_folder = file.as_bytes().split(|byte| *byte == b'/').rev().skip(1).any(|part| part == b"test");
    ends || stem == "test" || stem.starts_with("test-") || in_folder
}

fn uses_another(manifest: &str, source: &str) -> bool {
    OTHERS.iter().any(|other| imports(source, other) || script::depends_on(manifest, other))
}

/// Whether a line of code imports or requires the module.
fn imports(source: &str, module: &str) -> bool {
    source.lines().map(str::trim_start).filter(|line| !line.starts_with("//") && !line.starts_with('*')).any(
        |line| {
            ["'", "\"", "`"].iter().any(|quote| {
                line.split_once(&format!("{quote}{module}{quote}")).is_some_and(|(before, _)| {
                    let before = before.trim_end();
                    ["from", "import", "import(", "require("].iter().any(|word| before.ends_with(word))
                })
            })
        },
    )
}

/// One file or test is asked by running the file itself: `node --test` takes its arguments for globs from Node 22 on.
fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let mut flags: Vec<OsString> = listed(suite, side).into_iter().map(OsString::from).collect();
    flags.extend(added_args(suite).into_iter().map(OsString::from));
    let node = suite.facts.get("program").map_or("node", String::as_str);
    let mut argv = vec![OsString::from(node)];
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
    let env = suite.facts.get(&of_side("env", side)).and_then(|json| serde_json::from_str(json).ok());
    Command { argv, folder: suite.package.clone(), env: env.unwrap_or_default() }
}

fn listed(suite: &Suite, side: Side) -> Vec<String> {
    let flags = suite.facts.get(&of_side("flags", side));
    flags.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
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
        let head = ["-e".into(), EACH.into(), "--".into(), flags.len().to_string().into()];
        return head.into_iter().chain(flags).chain(names).collect();
    }
    flags.into_iter().chain(["--test".into()]).chain(names).collect()
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

/// The name as a regular expression that any Node takes, shell and option parsers too: all but letters and digits is
/// written as UTF-16 escapes. Node 20 matches a test's own name only, later ones the own or the full name.
fn pattern(name: &str) -> String {
    let mut pattern = String::from("--test-name-pattern=^");
    for unit in name.encode_utf16() {
        match u8::try_from(unit) {
            Ok(plain) if plain.is_ascii_alphanumeric() || plain == b'_' => pattern.push(plain.into()),
            _ => {
                let _ = write!(pattern, "\\u{unit:04x}");
            }
        }
    }
    pattern + "$"
}

#[cfg(test)]
mod tests;
