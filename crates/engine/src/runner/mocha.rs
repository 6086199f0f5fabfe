//! mocha.

mod config;
mod options;
mod specs;

use super::{
    Claim, Command, Project, Question, Runner,
    javascript::{self, Installed, Signs, name::selector, script},
};
use crate::domain::{RepoPath, Side, Site, Suite};
use std::ffi::OsString;

/// mocha. TypeScript is built ahead unless something loads it, and what that is, only a run can tell.
pub(super) const RUNNER: Runner = Runner {
    name: "mocha",
    languages: &["JavaScript", "TypeScript"],
    harness: &["**/.mocharc", "**/.mocharc.*", "**/mocha.opts"],
    compiles_together: false,
    built_ahead: &["ts", "tsx", "mts", "cts", "c", "cc", "cpp", "h", "rs"],
    prebuilt: None,
    built: None,
    claim,
    command,
};

/// What tells that a file is mocha's.
pub(super) const SIGNS: Signs = Signs {
    runner: RUNNER.name,
    imports: &["mocha"],
    packages: &["mocha"],
    key: Some("mocha"),
    configs: &[(".mocharc", "")],
    word: "mocha",
    starts,
    ..Signs::NONE
};

/// What starts mocha: since version 10, and before.
const INSTALLED: [Installed; 2] = [
    Installed { package: "mocha", entry: "bin/mocha.js" },
    Installed { package: "mocha", entry: "bin/_mocha" },
];

/// The first version whose options may be unknown ones, and that has configuration files.
const TAKES_ANY_OPTION: u32 = 6;

/// The first version that no longer reads `test/mocha.opts`.
const HAS_NO_OPTS: u32 = 8;

/// What stands against a configuration that has to be read by mocha itself: whatever else selects, hides or decides. In
/// version 12 an option counts as it is written there.
const OVERRULED: [&str; 11] = [
    "--no-bail",
    "--no-dry-run",
    "--no-dryRun",
    "--no-forbid-pending",
    "--no-forbidPending",
    "--no-invert",
    "--no-parallel",
    "--no-pass-on-failing-test-suite",
    "--no-passOnFailingTestSuite",
    "--reporter=spec",
    "--retries=0",
];

fn starts(words: &[String]) -> Option<usize> {
    script::program(words, &["mocha", "_mocha"])
}

fn claim(project: &dyn Project, file: &RepoPath, source: &str) -> Option<Claim> {
    let home = javascript::home(project, file, source, &SIGNS)?;
    let invocation = specs::invocation(project, &home, file)?;
    let facts = javascript::facts(project, RUNNER.name, &invocation);
    let [newer, older] = INSTALLED.map(|one| one.claim(project, home.clone(), facts.clone()));
    Some(if newer.facts.contains_key("entry") { newer } else { older })
}

fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let flags = javascript::flags(suite, side);
    let mut rest = fixed(suite, &flags);
    rest.extend(flags.iter().cloned());
    match question {
        Question::Suite(files) => rest.extend(files.iter().map(|file| path(suite, file))),
        Question::File(file) => rest.push(path(suite, file)),
        Question::Test(site) => {
            rest.push(path(suite, &site.file));
            rest.extend(["-g".into(), pattern(site, &flags).into()]);
        }
    }
    INSTALLED[0].command(suite, side, rest)
}

/// What is the same for every question. The configuration is not read again: what is needed of it is among the flags, and
/// its files would be run besides those that are asked for.
fn fixed(suite: &Suite, flags: &[OsString]) -> Vec<OsString> {
    let major = javascript::major(suite).unwrap_or(u32::MAX);
    if major < TAKES_ANY_OPTION {
        return Vec::new();
    }
    let mut fixed = vec!["--no-package"];
    match flags.iter().any(|flag| flag.to_string_lossy().starts_with("--config=")) {
        true => fixed.extend(OVERRULED),
        false => fixed.push("--no-config"),
    }
    fixed.extend((major < HAS_NO_OPTS).then_some("--no-opts"));
    fixed.push("--fail-zero");
    fixed.into_iter().map(OsString::from).collect()
}

/// A file as an argument that is neither an option nor a glob.
fn path(suite: &Suite, file: &RepoPath) -> OsString {
    let below = file.strip(&suite.package).unwrap_or_else(|| file.clone());
    RepoPath::new(".").join(below.as_bytes()).to_os().into()
}

/// The name as an expression. In the `qunit` interface a suite is whatever was called last before its tests, which the
/// text does not nest.
fn pattern(site: &Site, flags: &[OsString]) -> String {
    let is_flat = flags.iter().any(|flag| *flag == "--ui=qunit");
    selector(&Site { dynamic: site.dynamic || is_flat, ..site.clone() }, " ")
}

#[cfg(test)]
mod tests;
