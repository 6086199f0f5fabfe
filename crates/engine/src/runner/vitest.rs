//! vitest.

mod files;
mod projects;

use super::{
    Claim, Command, Project, Question, Runner, argument,
    javascript::{
        self, Home, Installed, Signs,
        name::selector,
        script::{self, Carried, Invocation},
    },
};
use crate::domain::{RepoPath, Side, Suite};
use serde_json::Value;
use std::ffi::OsString;

/// vitest. TypeScript is not built ahead: it is transformed when it is loaded.
pub(super) const RUNNER: Runner = Runner {
    name: "vitest",
    languages: &["JavaScript", "TypeScript"],
    harness: &["**/vitest.{config,workspace,setup}.*", "**/vitest-{config,setup}.*"],
    compiles_together: false,
    built_ahead: &["c", "cc", "cpp", "h", "rs"],
    prebuilt: Some(javascript::built::is_prebuilt),
    built: None,
    claim,
    command,
};

/// What tells that a file is vitest's.
pub(super) const SIGNS: Signs = Signs {
    runner: RUNNER.name,
    imports: &["vitest"],
    marks: &["import.meta.vitest"],
    packages: &["vitest"],
    configs: &[("vitest.config", ""), ("vitest.workspace", ""), ("vite.config", "test:")],
    word: "vitest",
    starts,
    ..Signs::NONE
};

const INSTALLED: Installed = Installed { package: "vitest", entry: "vitest.mjs" };

/// Flags that say what tests run in.
const CARRIED: Carried = Carried {
    valued: &[
        "c",
        "config",
        "configloader",
        "dir",
        "environment",
        "execargv",
        "hooktimeout",
        "maxconcurrency",
        "mode",
        "project",
        "r",
        "root",
        "teardowntimeout",
        "testtimeout",
        "vmmemorylimit",
        "workspace",
    ],
    listed: &[],
    plain: &["dom", "fileparallelism", "globals", "isolate", "nofileparallelism", "noisolate"],
};

/// Words behind vitest's own that do something else than run tests.
const OTHER_COMMANDS: [&str; 4] = ["bench", "init", "list", "typecheck"];

/// The first version that joins the names of suites and tests by something else than a blank.
const ARROWS: u32 = 5;

/// The first version in which `--update` says what is updated, and any word else means all.
const UPDATE_TAKES_A_WORD: u32 = 4;

/// The first version in whose threads the end of the process is a failure.
const SAFE_THREADS: u32 = 4;

fn starts(words: &[String]) -> Option<usize> {
    let at = script::program(words, &["vitest"])?;
    let runs = words.get(at + 1).is_none_or(|next| !OTHER_COMMANDS.contains(&next.as_str()));
    runs.then_some(at)
}

fn claim(project: &dyn Project, file: &RepoPath, source: &str) -> Option<Claim> {
    let home = javascript::home(project, file, source, &SIGNS)?;
    let home = projects::above(project, home);
    let invocation = invocation(&home.manifest);
    if !files::collects(project, &home, &invocation.flags, (file, source)) {
        return None;
    }
    let mut facts = javascript::facts(project, RUNNER.name, &invocation);
    facts.extend(javascript::built::fact(project, file, source));
    Some(INSTALLED.claim(project, home, facts))
}

fn invocation(manifest: &Value) -> Invocation {
    let commands = script::commands(manifest, SIGNS.word);
    let called = commands.iter().find_map(|words| Some(script::invocation(words, starts(words)?, &CARRIED)));
    called.unwrap_or_default()
}

fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let mut rest = vec!["run".into()];
    rest.extend(javascript::flags(suite, side));
    rest.extend(fixed(javascript::major(suite)).into_iter().map(OsString::from));
    rest.extend(selected(suite, side, question));
    INSTALLED.command(suite, side, rest)
}

/// What is the same for every question. No snapshot is written, nothing is run twice, and what decides about other
/// things than the tests is off: coverage, types, reports, how many may fail.
fn fixed(major: Option<u32>) -> Vec<&'static str> {
    let is_from = |first: u32| major.is_none_or(|major| major >= first);
    let mut flags = vec![
        if is_from(UPDATE_TAKES_A_WORD) { "--update=none" } else { "--update=false" },
        "--passWithNoTests=false",
        "--allowOnly",
        "--bail=0",
        "--retry=0",
        "--coverage.enabled=false",
        "--typecheck.enabled=false",
        "--reporter=default",
    ];
    flags.extend((!is_from(SAFE_THREADS)).then_some("--pool=forks"));
    flags
}

fn selected(suite: &Suite, side: Side, question: &Question<'_>) -> Vec<OsString> {
    match question {
        // Files run side by side, but not on all cores: other trials run too.
        Question::Suite(files) => {
            let files = files.iter().map(|file| argument(suite, file));
            [OsString::from("--maxWorkers=50%")].into_iter().chain(files).collect()
        }
        Question::File(file) => one_file(suite, side, file),
        Question::Test(site) => {
            let separator =
                if javascript::major(suite).is_none_or(|major| major >= ARROWS) { " > " } else { " " };
            let mut words = one_file(suite, side, &site.file);
            words.extend(["-t".into(), selector(site, separator).into()]);
            words
        }
    }
}

/// An argument is looked for anywhere in the paths of files, in any case: those of the suite that have it too are left out.
fn one_file(suite: &Suite, side: Side, file: &RepoPath) -> Vec<OsString> {
    let path = |file: &RepoPath| file.strip(&suite.package).unwrap_or_else(|| file.clone());
    let own = path(file);
    let has_own =
        |other: &RepoPath| other.to_string().to_lowercase().contains(&own.to_string().to_lowercase());
    let others = suite.files(side).iter().filter(|other| *other != file).map(path).filter(has_own);
    let mut words = vec![argument(suite, file)];
    words.extend(
        others.flat_map(|other| exclusions(&own, &other)).flat_map(|glob| ["--exclude".into(), glob.into()]),
    );
    words
}

/// The globs that leave out another file and not one's own. They are matched against paths below the root of a project,
/// which need not be the package: another name does anywhere, an equal one with what is before it.
fn exclusions(own: &RepoPath, other: &RepoPath) -> Vec<String> {
    if own.name() != other.name() {
        return vec![format!("**/{}", any_signs(&String::from_utf8_lossy(other.name())))];
    }
    let other = other.to_string();
    let starts = other.match_indices('/').map(|(at, _)| at + 1);
    let ends = [0].into_iter().chain(starts).map(|at| &other[at..]);
    ends.take_while(|end| end.len() > own.to_string().len()).map(any_signs).collect()
}

/// A path as a glob: signs that mean something in one stand for any sign, and so are as many as in the path.
fn any_signs(path: &str) -> String {
    path.chars().map(|c| if "\\*?[]{}()!+@|^$".contains(c) { '?' } else { c }).collect()
}

/// The configuration of a folder, or the one that flags name.
fn config(project: &dyn Project, home: &Home, flags: &[String]) -> Option<RepoPath> {
    match script::value_of(flags, &["c", "config"]) {
        Some(path) => Some(home.package.join(path.trim_start_matches("./"))),
        None => SIGNS.config_at(project, &home.package),
    }
}

#[cfg(test)]
mod tests;
