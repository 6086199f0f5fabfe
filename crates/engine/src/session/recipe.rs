//! How to see an accusation with one's own eyes: the shell lines that put its world together with plain git.

use crate::{
    domain::{Case, Report, Side, Test, TestNo, TestReport, TestVerdict, Treatment, Verdict, Version, World},
    judge,
    runner::{self, Question},
};
use std::collections::BTreeMap;

/// For each open test that a person may sign off, the command that does it.
pub(super) fn sign_offs(report: &Report, selection: &[String]) -> BTreeMap<TestNo, String> {
    let options: String = selection.iter().map(|word| format!("{} ", quoted(word))).collect();
    let command = |found: &TestReport| {
        let kind = judge::clearable(found).difference(&report.signed_off(found.test)).next()?.name();
        let id = quoted(&report.case.tests[found.test.0].id);
        let command = format!("counterproof signoff {options}--kind {kind} --as NAME --reason TEXT {id}");
        Some((found.test, command))
    };
    let open = report.tests.iter().filter(|_| report.verdict == Verdict::Inconclusive);
    open.filter_map(command).collect()
}

/// For each accused test, two shell lines to paste at the repository's top level: one lays its world into a folder, one
/// asks it there, with the variables the user had set in every trial.
pub(super) fn recipes(report: &Report, variables: &BTreeMap<String, String>) -> BTreeMap<TestNo, String> {
    let set: String = variables.iter().map(|(name, value)| format!("{name}={} ", quoted(value))).collect();
    let recipe = |test: &TestReport| Some((test.test, recipe(&report.case, test, &set)?));
    report.tests.iter().filter_map(recipe).collect()
}

fn recipe(case: &Case, report: &TestReport, set: &str) -> Option<String> {
    let world = if report.treatment.as_ref().is_some_and(Treatment::convicts) {
        World::EARNED
    } else if report.verdict == Some(TestVerdict::NoAlibi) && !report.cells.contains_key(&World::HOLLOW) {
        World::EVIDENCE
    } else {
        return None;
    };
    let test = &case.tests[report.test.0];
    let (code, tests) = (version(case, world.code.side()), version(case, world.tests));
    let file = quoted(&test.site(world.tests)?.file.to_string());
    Some(format!(
        "D=$(mktemp -d) && {} && {}\n(cd \"$D\"{} && {set}{})",
        laid(code, None),
        laid(tests, Some(&file)),
        below(case, test),
        command_line(case, test, world.tests)?
    ))
}

/// The line that lays a version, or one file of it, into the folder.
fn laid(version: &Version, file: Option<&str>) -> String {
    let tree = version.commit.as_ref().unwrap_or(&version.tree);
    match (is_on_disk(version), file) {
        (true, None) => "cp -a . \"$D\"".into(),
        (true, Some(file)) => format!("cp -a --parents {file} \"$D\""),
        (false, file) => format!("git archive {tree} {} | tar -x -C \"$D\"", file.unwrap_or(".")),
    }
}

/// The working tree has no object that git would find later.
fn is_on_disk(version: &Version) -> bool {
    version.label == "working tree"
}

fn version(case: &Case, side: Side) -> &Version {
    match side {
        Side::Base => &case.change.base,
        Side::Head => &case.change.head,
    }
}

fn below(case: &Case, test: &Test) -> String {
    let package = &case.suites[test.suite.0].package;
    if package.is_top() { String::new() } else { format!("/{}", quoted(&package.to_string())) }
}

/// The command that asks one test, as a shell line; `None` if that side has no such test.
pub fn command_line(case: &Case, test: &Test, side: Side) -> Option<String> {
    let suite = &case.suites[test.suite.0];
    let command = (runner::named(&suite.runner)?.command)(suite, side, &Question::Test(test.site(side)?));
    let set = command.env.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
    let words = command.argv.iter().map(|word| quoted(&word.to_string_lossy()));
    Some(set.chain(words).collect::<Vec<_>>().join(" "))
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
