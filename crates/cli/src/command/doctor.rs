//! `counterproof doctor`: what counterproof finds here.
#![allow(clippy::disallowed_methods, reason = "the shell: asks git for its version and about the repository")]

use crate::{error::CliError, term};
use counterproof_engine::{lang::LANGUAGES, report::printable, runner::RUNNERS};
use std::process::Command;

/// Runs the command; 0 if a change could be judged here.
pub(super) fn run() -> Result<u8, CliError> {
    let checks = [git(), repository(), history()];
    let mut page = String::new();
    for Check { name, outcome } in &checks {
        let (mark, line) = match outcome {
            Ok(line) => ("ok ", line),
            Err(line) => ("NO ", line),
        };
        page.push_str(&format!("{mark} {name:<11} {}\n", printable(line)));
    }
    let runners: Vec<_> = RUNNERS.iter().map(|one| one.name).collect();
    let languages: Vec<_> = LANGUAGES.iter().map(|one| one.name).collect();
    page.push_str(&format!(
        "    runners     {}\n    languages   {}\n",
        runners.join(", "),
        languages.join(", ")
    ));
    term::out(&page)?;
    Ok(if checks.iter().all(|check| check.outcome.is_ok()) { 0 } else { crate::exit::USAGE })
}

/// Something that must work, and what was found: `Err` says what to do.
struct Check {
    name: &'static str,
    outcome: Result<String, String>,
}

fn git() -> Check {
    let outcome = ask_git(&["version"]).ok_or("not found on the search path; install git".to_owned());
    Check { name: "git", outcome }
}

fn repository() -> Check {
    let outcome = ask_git(&["rev-parse", "--show-toplevel"])
        .ok_or("no repository with a working tree here; start inside one, or name it with -C".to_owned());
    Check { name: "repository", outcome }
}

fn history() -> Check {
    let outcome = match ask_git(&["rev-parse", "--is-shallow-repository"]).as_deref() {
        Some("false") => Ok("complete".to_owned()),
        Some(_) => Err("a shallow clone; the base may be missing: `git fetch --unshallow`".to_owned()),
        None => Err("no repository".to_owned()),
    };
    Check { name: "history", outcome }
}

/// What git answers, if it does.
fn ask_git(args: &[&str]) -> Option<String> {
    let answer = Command::new("git").args(args).output().ok()?;
    answer.status.success().then(|| String::from_utf8_lossy(&answer.stdout).trim().to_owned())
}
