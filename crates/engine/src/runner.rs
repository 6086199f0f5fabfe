//! What is known of each test runner: how it is recognised, how one test is asked. One file and one row of [`RUNNERS`] each.

mod cargo;
mod custom;
mod django;
mod go;
mod gradle;
mod javascript;
mod jest;
mod jvm;
mod maven;
mod minitest;
mod mocha;
mod nextest;
mod node;
mod phpunit;
mod pytest;
mod python;
mod recipes;
mod rspec;
mod ruby;
mod tap;
mod tape;
mod test_unit;
#[cfg(test)]
pub(crate) mod testing;
mod unittest;
mod vitest;
mod words;
mod yaml;

use crate::domain::{RepoPath, Side, Site, Suite};
use std::{collections::BTreeMap, ffi::OsString, sync::Arc};

/// A test runner.
pub struct Runner {
    /// Its name in reports and in the configuration.
    pub name: &'static str,
    /// The names of the languages its tests are written in.
    pub languages: &'static [&'static str],
    /// Files that decide what it runs, as globs matched against the whole path.
    pub harness: &'static [&'static str],
    /// It compiles a package's tests together, so that one test that does not compile takes the others with it.
    pub compiles_together: bool,
    /// Extensions of sources that it runs only as what was built from them before: a world has what lies on disk, whatever
    /// side that was built from.
    pub built_ahead: &'static [&'static str],
    /// Whether other packages load the one in this folder only as what was built from its sources before. `None` where
    /// sources are loaded.
    pub prebuilt: Option<fn(&dyn Project, &RepoPath) -> bool>,
    /// How it builds once and is asked many times, if it builds.
    pub built: Option<Built>,
    /// Whether it runs the tests of this file, and from where.
    pub claim: fn(&dyn Project, &RepoPath, &str) -> Option<Claim>,
    /// The command for a question.
    pub command: fn(&Suite, Side, &Question<'_>) -> Command,
}

/// How a runner builds once and is asked many times.
pub struct Built {
    /// The command that builds what the question's command would build, and runs no test.
    pub build: fn(&Suite, Side, &Question<'_>) -> Command,
    /// The command for the question where that was done.
    pub command: fn(&Suite, Side, &Question<'_>) -> Command,
    /// Whether what was built for a suite serves for its files and tests too.
    pub whole_serves_parts: bool,
}

/// All runners, in the order they are asked whether a file is theirs: what the user wrote down comes first.
pub static RUNNERS: &[Runner] = &[
    custom::RUNNER,
    django::RUNNER,
    unittest::RUNNER,
    pytest::RUNNER,
    node::RUNNER,
    vitest::RUNNER,
    jest::RUNNER,
    mocha::RUNNER,
    tap::RUNNER,
    tape::RUNNER,
    nextest::RUNNER,
    cargo::RUNNER,
    go::RUNNER,
    phpunit::RUNNER,
    maven::RUNNER,
    gradle::RUNNER,
    rspec::RUNNER,
    minitest::RUNNER,
    test_unit::RUNNER,
];

/// The runner of a suite.
pub fn named(name: &str) -> Option<&'static Runner> {
    RUNNERS.iter().find(|runner| runner.name == name)
}

/// What a runner may look at when it decides whether a file is its own. The shell implements it over git and disk.
pub trait Project {
    /// The bytes of a file of the version looked at; files that git does not track are read from disk.
    fn read(&self, path: &RepoPath) -> Option<Arc<[u8]>>;
    /// Whether git has a file at this path in the version looked at.
    fn lists(&self, path: &RepoPath) -> bool;
    /// The absolute path of a program: on the search path, or (with a `/` in it) below the top level.
    fn program(&self, name: &str) -> Option<String>;
    /// The side this is.
    fn side(&self) -> Side;
    /// Settings of the user's for this runner, as [`Config::setting`](crate::config::Config::setting) gives them.
    fn setting(&self, runner: &str, key: &str) -> Option<String>;
}

/// A runner's yes to a test file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The folder its commands run in.
    pub package: RepoPath,
    /// Why it is this runner, as a sentence's end: "`pyproject.toml` has `[tool.pytest.ini_options]`".
    pub because: String,
    /// What its commands will need to know.
    pub facts: BTreeMap<String, String>,
}

/// What is asked of a runner.
#[derive(Clone, Copy)]
pub enum Question<'a> {
    /// Everything in the suite.
    Suite(&'a [RepoPath]),
    /// One file.
    File(&'a RepoPath),
    /// One test, or its smallest selectable group.
    Test(&'a Site),
}

/// A command, ready to be started.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Command {
    /// Program and arguments.
    pub argv: Vec<OsString>,
    /// The folder it runs in, relative to the top level.
    pub folder: RepoPath,
    /// Variables set on top of the environment every trial gets.
    pub env: BTreeMap<String, String>,
}

/// The fact that the user asked only for some of a suite's files, so that the suite is these files and no more.
pub const NARROWED: &str = "narrowed";

/// The fact of a claim that says what keeps all tests of its file from running, as JSON of a
/// [`Disabled`](crate::domain::Disabled). Only the runner knows it, and it is no fact of the suite.
pub const DISABLED: &str = "disabled";

/// The fact that says what is not installed and without which the suite cannot start: "`pytest` is not installed in
/// `.venv`".
pub const MISSING: &str = "missing";

/// What the suite's commands are started with, if it is not there.
pub(crate) fn missing_program(project: &dyn Project, suite: &Suite) -> Option<String> {
    let command =
        (named(&suite.runner)?.command)(suite, project.side(), &Question::Suite(suite.files(project.side())));
    let program = command.argv.first()?.to_str()?;
    let from_top = match program.contains('/') {
        true => String::from_utf8(suite.package.join(program).as_bytes().to_vec()).ok()?,
        false => program.to_owned(),
    };
    let is_there = program.starts_with('/') || project.program(&from_top).is_some();
    (!is_there).then(|| format!("`{program}` is not installed"))
}

/// The fact that has the folders of the touched packages that others load only as they were built, as a JSON list.
pub const PREBUILT: &str = "prebuilt";

/// The fact that a test file loads itself what was built from its own package.
pub fn prebuilt_for(file: &RepoPath) -> String {
    format!("{PREBUILT} {file}")
}

/// The name of a fact that each side has for itself: facts of both sides lie in one table.
fn of_side(fact: &str, side: Side) -> String {
    match side {
        Side::Base => format!("{fact}.base"),
        Side::Head => format!("{fact}.head"),
    }
}

/// The first answer for the folder of a file or one above it, nearest first, with that folder.
fn nearest<T>(file: &RepoPath, answer: impl Fn(&RepoPath) -> Option<T>) -> Option<(RepoPath, T)> {
    let mut folder = file.parent();
    while let Some(here) = folder {
        if let Some(found) = answer(&here) {
            return Some((here, found));
        }
        folder = here.parent();
    }
    None
}

/// A program below the top level as seen from the package. It stays relative, so that a world that is a copy uses its own.
fn from_package(package: &RepoPath, program: &str) -> String {
    if !program.contains('/') || program.starts_with('/') {
        return program.into();
    }
    let program = RepoPath::new(program);
    match program.strip(package) {
        Some(below) => format!("./{}", String::from_utf8_lossy(below.as_bytes())),
        None => {
            let depth = package.as_bytes().split(|b| *b == b'/').count();
            format!("{}{}", "../".repeat(depth), String::from_utf8_lossy(program.as_bytes()))
        }
    }
}

/// The text of a file of the project.
fn text(project: &dyn Project, path: &RepoPath) -> Option<String> {
    String::from_utf8(project.read(path)?.to_vec()).ok()
}

/// The arguments the user adds to a runner's commands, as the fact `args` keeps them.
fn added_args(suite: &Suite) -> Vec<String> {
    suite.facts.get("args").and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

/// A path as an argument of a command that runs in the package's folder; never taken for an option.
fn argument(suite: &Suite, path: &RepoPath) -> OsString {
    let below = path.strip(&suite.package).unwrap_or_else(|| path.clone());
    match below.as_bytes().first() {
        None => ".".into(),
        Some(b'-' | b'@') => RepoPath::new(".").join(below.as_bytes()).to_os().into(),
        Some(_) => below.to_os().into(),
    }
}
