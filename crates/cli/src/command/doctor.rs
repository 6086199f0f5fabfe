//! `counterproof doctor`: what counterproof finds here, and what it would judge.

use crate::{error::CliError, exit, term};
use counterproof_engine::{
    change::{ChangeError, Repository},
    domain::{Case, Side, SuiteNo},
    lang::LANGUAGES,
    report::printable,
    runner::{MISSING, RUNNERS},
    session::{self, Request},
    world::{self, Probe},
};
use std::path::Path;

/// Something that must work, and what was found: `Err` says what to do.
struct Check {
    name: &'static str,
    outcome: Result<String, String>,
}

/// Runs the command; 0 if a change could be judged here.
pub(super) fn run() -> Result<u8, CliError> {
    let checks = checks();
    let lines: String = checks.iter().map(line).collect();
    let runners: Vec<_> = RUNNERS.iter().map(|one| one.name).collect();
    let languages: Vec<_> = LANGUAGES.iter().map(|one| one.name).collect();
    let known = format!("   runners     {}\n   languages   {}\n", runners.join(", "), languages.join(", "));
    term::out(&(lines + &known))?;
    Ok(if checks.iter().all(|check| check.outcome.is_ok()) { 0 } else { exit::USAGE })
}

fn line(check: &Check) -> String {
    let (mark, found) = match &check.outcome {
        Ok(found) => ("ok", found),
        Err(found) => ("NO", found),
    };
    format!("{mark} {:<11} {}\n", check.name, printable(found))
}

fn checks() -> Vec<Check> {
    let repository = Repository::discover(Path::new("."));
    let mut checks = vec![Check { name: "repository", outcome: found(&repository) }];
    if let Ok(repository) = &repository {
        match session::survey(&Request { folder: ".".into(), ..Request::default() }) {
            Ok(case) => checks.extend(change(&case)),
            Err(error) => checks.push(Check { name: "change", outcome: Err(error.to_string()) }),
        }
        checks.extend(worlds(repository));
    }
    checks
}

/// The change that would be judged, and who would run the tests in its reach.
fn change(case: &Case) -> Vec<Check> {
    let found = |name, words| Check { name, outcome: Ok(words) };
    let mut checks = vec![found("change", case.change.origin.reason.clone())];
    checks.extend(case.gaps.iter().map(|gap| found("gap", gap.clone())));
    for (number, suite) in case.suites.iter().enumerate() {
        let tests: Vec<_> = case.tests.iter().filter(|test| test.suite == SuiteNo(number)).collect();
        let place =
            if suite.package.is_top() { "the top level".to_owned() } else { format!("`{}`", suite.package) };
        let words = format!("{} in {place}, since {}: {} tests", suite.runner, suite.because, tests.len());
        checks.push(found("suite", words));
        let command = tests.iter().find_map(|test| session::command_line(case, test, Side::Head));
        checks.extend(command.map(|command| found("one test", command)));
        let missing = suite.facts.get(MISSING).cloned();
        checks.extend(missing.map(|what| Check { name: "missing", outcome: Err(what) }));
    }
    checks
}

/// The ways to raise worlds. One is enough.
fn worlds(repository: &Repository) -> Vec<Check> {
    let probes = world::probe(&session::place(repository));
    let one_works = probes.iter().any(|probe| probe.works.is_ok());
    let check = |probe: Probe| {
        let outcome = match probe.works {
            Ok(()) => Ok(format!("{} works", probe.name)),
            Err(why) if one_works => Ok(format!("{} does not work: {why}", probe.name)),
            Err(why) => Err(format!("{}: {why}", probe.name)),
        };
        Check { name: "worlds", outcome }
    };
    probes.into_iter().map(check).collect()
}

fn found(repository: &Result<Repository, ChangeError>) -> Result<String, String> {
    repository.as_ref().map(|one| one.top().display().to_string()).map_err(ToString::to_string)
}
