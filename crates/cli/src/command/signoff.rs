//! `counterproof signoff`: exceptions that a person makes on purpose, with name and reason, on record.

use crate::{
    args::{SelectionArgs, SignOffAction, SignOffArgs},
    error::CliError,
    exit, term,
};
use counterproof_engine::{
    domain::{Case, Recorded, SignOff},
    report::printable,
    session::{self, Request, Wish},
    signoff::{self, Validity},
};

/// Runs the command; the exit status.
pub(super) fn run(asked: &SignOffArgs) -> Result<u8, CliError> {
    match &asked.action {
        None => sign(asked),
        Some(SignOffAction::List(selection)) => list(selection),
        Some(SignOffAction::Check(selection)) => check(selection),
    }
}

fn request(selection: &SelectionArgs) -> Request {
    Request { folder: ".".into(), wanted: selection.wanted(), ..Request::default() }
}

fn sign(asked: &SignOffArgs) -> Result<u8, CliError> {
    let wish = Wish {
        tests: asked.tests.clone(),
        kind: asked.kind.map(Into::into),
        name: asked.name.clone().unwrap_or_default(),
        reason: asked.reason.clone().unwrap_or_default(),
        date: asked.date.clone(),
        key: asked.sign.clone(),
        file: asked.file.clone(),
    };
    let signed = session::sign_off(&request(&asked.selection), &wish)?;
    let mut page: String = signed.iter().map(|one| line(one) + "\n").collect();
    page.push_str(match &asked.file {
        None => "It counts here from now on.\n",
        Some(_) => "In a tree it counts where the base of a change has it.\n",
    });
    term::out(&page)?;
    Ok(0)
}

fn list(selection: &SelectionArgs) -> Result<u8, CliError> {
    let case = session::survey(&request(selection))?;
    let found: String = case.record.signoffs.iter().map(listed).collect();
    term::out(if found.is_empty() { "nothing is signed off\n" } else { &found })?;
    Ok(0)
}

fn listed(recorded: &Recorded) -> String {
    let Recorded { signoff, found_in, .. } = recorded;
    let key = if signoff.signature.is_some() { ", signed" } else { "" };
    format!("{}\n    {}{key}, in {found_in}: {}\n", line(signoff), signoff.date, printable(&signoff.reason))
}

fn check(selection: &SelectionArgs) -> Result<u8, CliError> {
    let case = session::survey(&request(selection))?;
    let checked: Vec<_> = case.record.signoffs.iter().map(|one| checked(&case, one)).collect();
    let page: String = checked.iter().map(|(_, line)| line.as_str()).collect();
    term::out(if page.is_empty() { "nothing is signed off\n" } else { &page })?;
    Ok(if checked.iter().all(|(fine, _)| *fine) { 0 } else { exit::USAGE })
}

/// Whether the sign-off is as it should be, and that in a line.
fn checked(case: &Case, recorded: &Recorded) -> (bool, String) {
    let (fine, words) = match signoff::validity(case, recorded) {
        Validity::Stands => (true, "stands".to_owned()),
        Validity::Elsewhere => (true, "about no test in reach of this change".to_owned()),
        Validity::Expired => (false, "expired: the test is not what was signed any more".to_owned()),
        Validity::Ignored(why) => (false, format!("does not count: {why}")),
    };
    (fine, format!("{}\n    {}\n", line(&recorded.signoff), printable(&words)))
}

fn line(one: &SignOff) -> String {
    printable(&format!("{}  {}  by {}", one.kind.name(), one.test, one.name)).into_owned()
}
