//! The sentences of a report: what was found, in plain words.

use crate::{
    domain::{
        Cell, Probe, Role, SuiteNo, Support, Test, TestNo, TestReport, TestVerdict, Touched, Treatment, Why,
        World,
    },
    plan::{Answer, Inquiry, SuiteAnswer},
};

/// How many old names are told.
const NAMED: usize = 5;

pub(super) fn not_asked() -> TestVerdict {
    TestVerdict::Unanswered(Why::NotAsked)
}

/// One sentence on a test.
pub(super) fn test(test: &Test, report: &TestReport) -> String {
    let treatment = report.treatment.as_ref().filter(|treatment| **treatment != Treatment::Satisfied);
    let words = [treatment.map(treated), report.verdict.as_ref().map(|one| evidence(test, report, one))];
    let mut sentences: Vec<String> = words.into_iter().flatten().collect();
    if sentences.is_empty() {
        let fails = report.cells.get(&World::CLAIMED) == Some(&Cell::Fail);
        sentences.push(if fails { "fails with the change in place".into() } else { quiet(test) });
    }
    sentences.join("; ")
}

fn quiet(test: &Test) -> String {
    match (test.touched, test.head.as_ref().and_then(|site| site.disabled.as_ref())) {
        (Touched::Added, Some(disabled)) => format!("disabled by `{}`, so it says nothing", disabled.by),
        (_, Some(disabled)) => {
            format!("disabled by `{}`; the head code satisfies it all the same", disabled.by)
        }
        (Touched::Removed, _) => "removed; the head code satisfies it all the same".into(),
        (Touched::Moved, _) => "moved or renamed, its body is the same; the head code satisfies it".into(),
        _ => "the head code satisfies it".into(),
    }
}

fn treated(treatment: &Treatment) -> String {
    match treatment {
        Treatment::SatisfiedByShim => {
            "satisfied once what was renamed or moved answers to its old name too (a shim)".into()
        }
        Treatment::Satisfied => "the head code satisfies it as the base had it".into(),
        Treatment::EditedToGreen => {
            "it was red, and the edit of the test alone turned it green: it passes on the old code too".into()
        }
        Treatment::NeverSatisfied => "it was red before the change and, as the base had it, still is".into(),
        Treatment::Weakened => {
            "the code broke it, and its new version accepts the old behaviour as well as the new one".into()
        }
        Treatment::Removed => "the code broke it, and it was removed".into(),
        Treatment::Disabled => "the code broke it, and it was disabled".into(),
        Treatment::ContractChanged => {
            "the code breaks it as the base had it; code and expectation moved together, and only a person can say \
             whether that was meant"
                .into()
        }
        Treatment::CannotRun(Why::RedWhenClaimed) => {
            "the code breaks it, and with the change in place it passes only in company: alone it fails".into()
        }
        Treatment::CannotRun(reason) => format!("as the base had it, it has no answer on the head code: {}", why(reason)),
        Treatment::Void(reason) => format!("no baseline, so it counts for nobody: {}", why(reason)),
    }
}

fn evidence(test: &Test, report: &TestReport, verdict: &TestVerdict) -> String {
    let hollow = report.cells.get(&World::HOLLOW);
    match verdict {
        TestVerdict::Alibi if hollow == Some(&Cell::Fail) => {
            "cannot run on the old code; fails where the new code does nothing, passes as it is".into()
        }
        TestVerdict::NoAlibi if hollow == Some(&Cell::Pass) => {
            "cannot run on the old code; passes where the new code does nothing: it cannot tell the change from its \
             absence"
                .into()
        }
        TestVerdict::Alibi => "fails on the old code, passes on the new".into(),
        TestVerdict::NoAlibi => {
            "passes on the old code too: it cannot tell the change from its absence".into()
        }
        TestVerdict::Provisional => provisional(test),
        TestVerdict::Characterization => {
            "passes on the old code too, as its comment says it should: it holds on to what was there before"
                .into()
        }
        TestVerdict::Vacuous(Probe::OtherValue) => {
            "vacuous: it still passes with other values where it says what is expected, though these assertions are \
             reached"
                .into()
        }
        TestVerdict::Vacuous(_) => {
            "vacuous: it still passes with its assertions turned into their contrary: it cannot fail".into()
        }
        TestVerdict::Unanswered(reason) => format!("unanswered: {}", why(reason)),
    }
}

fn provisional(test: &Test) -> String {
    match test.head.as_ref().and_then(|site| site.foreign.first()) {
        Some(name) => {
            format!("cannot be asked of the old code, which has no `{name}`; proves nothing either way")
        }
        None => "cannot run on the old code, which lacks what it needs; proves nothing either way".into(),
    }
}

/// How often an unstable test failed, before and after.
pub(super) fn unsteady(inquiry: &Inquiry<'_>, report: &TestReport) -> Option<String> {
    if report.treatment != Some(Treatment::Void(Why::Unstable)) {
        return None;
    }
    let failures = |world| inquiry.failures(report.test, world);
    let is_mixed = |(failures, all): &(usize, usize)| failures < all && *failures > 0;
    let worlds = [World::BEFORE, World::EARNED, World::EVIDENCE];
    let (old, all) = worlds.into_iter().filter_map(failures).find(is_mixed)?;
    let new = failures(World::CLAIMED).map(|(new, all)| format!("; as the change has it, {new} of {all}"));
    Some(format!(" (it fails {old} of {all} times{})", new.unwrap_or_default()))
}

/// Why there is no answer, as a clause.
pub(super) fn why(why: &Why) -> String {
    match why {
        Why::NotAsked => "it was not asked".into(),
        Why::TimedOut => "it ran into its time limit".into(),
        Why::NotStarted(reason) => reason.clone(),
        Why::NotThere => "there is nothing of it in that world".into(),
        Why::Unstable => "the same trial read differently when repeated".into(),
        Why::NeverEntered => "its body is never entered: it is skipped, or not selected".into(),
        Why::NeverEnds => "its body never gets to its end: it skips, returns or exits on the way".into(),
        Why::Swallowed => "a failing body does not turn it red".into(),
        Why::CannotRun => "it stays red with its body taken out: it cannot load there, or something else is red".into(),
        Why::NeverLoadsChange => {
            "it still passes when the changed code is garbage: it has nothing to do with it, or runs a copy of it \
             from elsewhere"
                .into()
        }
        Why::RollbackUnproven => "none of the changed files exists in the old code, so nothing shows what it loads".into(),
        Why::NotSelected => {
            "asked alone it seems to be disabled, but a failure of it turns the suite red: it is known there by \
             another name"
                .into()
        }
        Why::BuiltAhead => {
            "the change has sources that are built before the tests run, and what was built from them stays the same \
             in every world"
                .into()
        }
        Why::CallsRemoved => "it calls what the change removed".into(),
        Why::RedWhenClaimed => "with the change in place it passes only in company: alone it fails".into(),
        Why::Other(words) => words.clone(),
    }
}

pub(super) fn named(inquiry: &Inquiry<'_>, report: &TestReport) -> String {
    format!("`{}`: {}", inquiry.test(report.test).id, report.reason)
}

pub(super) fn not_green(inquiry: &Inquiry<'_>, red: &[TestNo]) -> Vec<String> {
    let id = |test: &TestNo| format!("`{}`", inquiry.test(*test).id);
    let first = red.first().map(id).unwrap_or_default();
    let mut reasons = vec![match red.len() {
        1 => format!("{first} fails with the change in place"),
        more => format!("{more} tests fail with the change in place, {first} first"),
    }];
    let before = inquiry.red_before(red).unwrap_or_default();
    if !before.is_empty() {
        let names = before.iter().map(id).collect::<Vec<_>>().join(", ");
        reasons.push(format!("failed before the change too: {names}"));
    }
    reasons
}

/// What is open about a suite in a world, if anything is.
pub(super) fn open_suite(
    inquiry: &Inquiry<'_>,
    suite: SuiteNo,
    world: World,
    answer: Answer<SuiteAnswer>,
) -> Option<String> {
    let reason = match answer {
        Ok(SuiteAnswer::NoAnswer(reason)) => why(&reason),
        Err(_) => why(&Why::NotAsked),
        Ok(_) => return None,
    };
    let suite = &inquiry.case.suites[suite.0];
    let place = if suite.package.is_top() { String::new() } else { format!(" in `{}`", suite.package) };
    Some(format!("{}{place}, {} world: {reason}", suite.runner, world.name()))
}

/// That the suite is green only with files that git ignores, or that this was not asked.
pub(super) fn on_ignored(inquiry: &Inquiry<'_>, suite: SuiteNo) -> Option<String> {
    let files = inquiry.case.ignored.iter().take(NAMED).map(|path| format!("`{path}`")).collect::<Vec<_>>();
    let hangs = match inquiry.hangs_on(suite, Support::Ignored) {
        Ok(false) => return None,
        Ok(true) => "it is green only with files that git ignores",
        Err(_) => "it was not asked without the files that git ignores",
    };
    Some(format!("{}: {hangs}: {}", inquiry.case.suites[suite.0].runner, files.join(", ")))
}

/// That the suite is green only with the harness as the change left it.
fn on_harness(inquiry: &Inquiry<'_>) -> Option<String> {
    let hangs = |suite| inquiry.hangs_on(suite, Support::Harness) == Ok(true);
    let files = inquiry.case.change.files.iter().filter(|file| file.is_harness()).take(NAMED);
    let files = files.map(|file| format!("`{}`", file.path)).collect::<Vec<_>>().join(", ");
    inquiry
        .suite_numbers()
        .any(hangs)
        .then(|| format!("green only with the harness as the change left it: {files}"))
}

/// That tests are satisfied only under old names, and which.
fn old_names(inquiry: &Inquiry<'_>, tests: &[TestReport]) -> Option<String> {
    let count = tests.iter().filter(|test| test.treatment == Some(Treatment::SatisfiedByShim)).count();
    let renames = inquiry.case.renames.iter().map(|one| format!("`{}` is `{}` now", one.old, one.new));
    let moves = inquiry.case.change.files.iter().filter_map(|file| {
        let was = file.was.as_ref().filter(|_| !file.roles.contains(&Role::Test))?;
        Some(format!("`{was}` is `{}` now", file.path))
    });
    let names = renames.chain(moves).take(NAMED).collect::<Vec<_>>().join(", ");
    let tests = if count == 1 { "base test is" } else { "base tests are" };
    (count > 0).then(|| format!("{count} {tests} satisfied under old names alone: {names}"))
}

/// Why a change is EARNED. `asked`: the base tests that are satisfied; `broken`: those that are not, and are signed off.
pub(super) fn earned(
    inquiry: &Inquiry<'_>,
    tests: &[TestReport],
    asked: usize,
    broken: &[&TestReport],
) -> Vec<String> {
    let mut reasons = vec![satisfied(asked, broken.len())];
    reasons.extend(broken.iter().map(|test| named(inquiry, test)));
    let without = tests.iter().filter(|test| test.verdict == Some(TestVerdict::NoAlibi)).count();
    if without > 0 {
        reasons.push(format!(
            "{without} new or changed {} no alibi",
            if without == 1 { "test has" } else { "tests have" }
        ));
    }
    reasons.extend(old_names(inquiry, tests));
    reasons.extend(on_harness(inquiry));
    let vacuous = tests.iter().filter(|test| matches!(test.verdict, Some(TestVerdict::Vacuous(_)))).count();
    if vacuous > 0 {
        let words = if vacuous == 1 { "test cannot" } else { "tests cannot" };
        reasons.push(format!("{vacuous} new or changed {words} fail"));
    }
    match inquiry.left_unprobed() {
        0 => {}
        1 => reasons.push("not asked: whether 1 new or changed test can fail (`--probes all` does)".into()),
        n => reasons
            .push(format!("not asked: whether {n} new or changed tests can fail (`--probes all` does)")),
    }
    if inquiry.suite_numbers().all(|suite| inquiry.read_the_change_earned(suite) == Some(false)) && asked > 0
    {
        reasons.push(
            "none of the base tests reads the changed code, so none of them could have denied it".into(),
        );
    }
    if !inquiry.case.beyond.is_empty() {
        let suites = inquiry.case.beyond.join(", ");
        reasons.push(format!("not asked, since the change touches nothing in their packages: {suites}"));
    }
    if !inquiry.case.change.touches(Role::Code) {
        reasons.push("the change touches no code, so its tests have nothing to be an alibi for".into());
    }
    reasons
}

fn satisfied(asked: usize, broken: usize) -> String {
    match (asked, broken) {
        (0, 0) => "the claimed world is green, but the base has no test that could have denied it".into(),
        (1, 0) => "the claimed world is green, and the head code satisfies the one base test".into(),
        (n, 0) => format!("the claimed world is green, and the head code satisfies all {n} base tests"),
        (n, k) => {
            format!(
                "the claimed world is green; base tests that the head code satisfies: {n}; that are signed off: {k}"
            )
        }
    }
}
