//! `counterproof doctor`: what counterproof finds here, and what it would judge.

use crate::{error::CliError, exit, term};
use counterproof_engine::{
    change::{ChangeError, Repository, Wanted, select},
    lang::LANGUAGES,
    report::printable,
    runner::RUNNERS,
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
        let selected = select(repository, &Wanted::default());
        let outcome = selected.map(|one| one.origin.reason).map_err(|error| error.to_string());
        checks.push(Check { name: "change", outcome });
    }
    checks
}

fn found(repository: &Result<Repository, ChangeError>) -> Result<String, String> {
    repository.as_ref().map(|one| one.top().display().to_string()).map_err(ToString::to_string)
}
