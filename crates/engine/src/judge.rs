//! What does it mean? Pure: the truth tables, and the report that follows from them.

mod signed;
pub mod tables;
mod words;

use crate::{
    claims,
    domain::{
        Case, Cell, Report, Seen, Side, SuiteNo, Test, TestNo, TestReport, TestVerdict, Treatment, Verdict,
        Why, World,
    },
    plan::{Inquiry, SuiteAnswer},
};
use signed::Signed;
pub(crate) use signed::clearable;
use std::collections::BTreeSet;

/// The report on a case, from what was seen of it. What was not seen is never taken for a good answer (I5).
pub fn judge(case: &Case, seen: &Seen) -> Report {
    let nothing = Seen::default();
    let usable = if case.disturbed.is_some() { &nothing } else { seen };
    let inquiry = Inquiry::new(case, usable);
    let probed = inquiry.probed();
    let report = |test| test_report(&inquiry, test, probed.contains(&test));
    let mut tests: Vec<TestReport> = inquiry.questioned().into_iter().map(report).collect();
    let signed = Signed::off(case, &mut tests);
    let (verdict, reasons) = verdict(&inquiry, &tests, &signed);
    let signed_off = tests.iter().filter(|test| signed.clears_treatment(test)).count();
    let report = Report {
        case: case.clone(),
        verdict,
        exit_code: exit_code(verdict, &tests),
        reasons,
        base_tests_asked: base_tests_asked(&inquiry, &tests),
        trials_run: seen.len(),
        cpu_ms: seen.iter().map(|one| one.cpu_ms).sum(),
        wall_ms: seen.iter().map(|one| one.wall_ms).sum(),
        tests,
        signoffs: signed.rulings,
        claims: Vec::new(),
    };
    let facts = claims::Facts { report: &report, green: all_green(&inquiry), signed_off };
    Report { claims: claims::judge(&case.record.claims, &facts), ..report }
}

fn test_report(inquiry: &Inquiry<'_>, number: TestNo, is_probed: bool) -> TestReport {
    let cell = |world| inquiry.cell(number, world).unwrap_or(Cell::NotAsked);
    let others =
        [World::HOLLOW, World::SHIMMED].into_iter().filter(|world| inquiry.is_asked_in(number, *world));
    // Where the claimed world is red, nobody asks how base tests were treated, and nothing hangs on it.
    let is_red = !inquiry.red_when_claimed().is_empty();
    let treatment = || inquiry.treatment(number).unwrap_or(Some(Treatment::CannotRun(Why::NotAsked)));
    let mut report = TestReport {
        test: number,
        cells: World::ALL.into_iter().chain(others).map(|world| (world, cell(world))).collect(),
        verdict: evidence(inquiry, number, is_probed),
        treatment: if is_red { None } else { treatment() },
        reason: String::new(),
    };
    report.reason = words::test(inquiry.test(number), &report);
    report.reason.extend(words::unsteady(inquiry, &report));
    report
}

/// What the test is worth: nothing, whatever it tells apart, if it cannot fail.
fn evidence(inquiry: &Inquiry<'_>, test: TestNo, is_probed: bool) -> Option<TestVerdict> {
    let vacuous = if is_probed { inquiry.vacuous(test) } else { Ok(None) };
    match (vacuous, inquiry.evidence(test)) {
        (Ok(Some(probe)), _) => Some(TestVerdict::Vacuous(probe)),
        (Ok(None), Ok(evidence)) => evidence,
        _ => Some(words::not_asked()),
    }
}

fn verdict(inquiry: &Inquiry<'_>, tests: &[TestReport], signed: &Signed) -> (Verdict, Vec<String>) {
    if let Some(why) = &inquiry.case.disturbed {
        return (Verdict::Inconclusive, vec![why.clone()]);
    }
    if inquiry.nothing_to_judge() {
        return (Verdict::Earned, vec!["nothing to judge: the change touches neither code nor tests".into()]);
    }
    let red = inquiry.red_when_claimed();
    if !red.is_empty() {
        return (Verdict::NotGreen, words::not_green(inquiry, &red));
    }
    let convicted: Vec<_> =
        tests.iter().filter(|test| convicts(inquiry, test) && !signed.clears_treatment(test)).collect();
    if !convicted.is_empty() {
        return (Verdict::Unearned, convicted.iter().map(|test| words::named(inquiry, test)).collect());
    }
    let open = open_questions(inquiry, tests, signed);
    if !open.is_empty() {
        return (Verdict::Inconclusive, open);
    }
    let broken: Vec<_> = tests.iter().filter(|test| signed.clears_treatment(test)).collect();
    let satisfied = base_tests_asked(inquiry, tests).saturating_sub(broken.len());
    (Verdict::Earned, words::earned(inquiry, tests, satisfied, &broken))
}

/// A convicting row convicts only where the claimed world's command ended well.
fn convicts(inquiry: &Inquiry<'_>, report: &TestReport) -> bool {
    let convicting = report.treatment.as_ref().is_some_and(Treatment::convicts);
    convicting && inquiry.claimed_ended_well(inquiry.test(report.test).suite)
}

/// Everything that must be known and is not, one sentence each.
fn open_questions(inquiry: &Inquiry<'_>, tests: &[TestReport], signed: &Signed) -> Vec<String> {
    let mut open = inquiry.case.gaps.clone();
    open.extend(inquiry.suite_numbers().flat_map(|suite| {
        [(World::CLAIMED, inquiry.claimed(suite)), (World::EARNED, inquiry.earned(suite))]
            .into_iter()
            .filter_map(move |(world, answer)| words::open_suite(inquiry, suite, world, answer))
    }));
    open.extend(inquiry.suite_numbers().filter_map(|suite| words::on_ignored(inquiry, suite)));
    let must_know = |test: &&TestReport| {
        let open_treatment = test.treatment.as_ref().is_some_and(|treatment| !Inquiry::harmless(treatment));
        let unanswered = matches!(test.verdict, Some(TestVerdict::Unanswered(_)));
        (open_treatment && !signed.clears_treatment(test)) || (unanswered && !signed.clears_verdict(test))
    };
    open.extend(tests.iter().filter(must_know).map(|test| words::named(inquiry, test)));
    if !anything_asked(inquiry) {
        open.push("no test of this change could be asked".into());
    }
    open
}

fn anything_asked(inquiry: &Inquiry<'_>) -> bool {
    let green = |answer| matches!(answer, Ok(SuiteAnswer::Green));
    inquiry.suite_numbers().any(|suite| green(inquiry.claimed(suite)))
}

/// Every suite that has tests was read in the claimed world, there is one, and all are green.
fn all_green(inquiry: &Inquiry<'_>) -> bool {
    let fine = |answer| matches!(answer, Ok(SuiteAnswer::Green | SuiteAnswer::Empty));
    anything_asked(inquiry) && inquiry.suite_numbers().all(|suite| fine(inquiry.claimed(suite)))
}

/// The active tests of the base in suites that the head code was seen to satisfy. Those without a baseline are counted
/// apart.
fn base_tests_asked(inquiry: &Inquiry<'_>, reports: &[TestReport]) -> usize {
    let answered = |suite| matches!(inquiry.earned(suite), Ok(SuiteAnswer::Green | SuiteAnswer::Red(_)));
    let asked: Vec<SuiteNo> = inquiry.suite_numbers().filter(|suite| answered(*suite)).collect();
    let void = reports.iter().filter(|report| matches!(report.treatment, Some(Treatment::Void(_))));
    let void: BTreeSet<TestNo> = void.map(|report| report.test).collect();
    let active = |test: &Test| test.site(Side::Base).is_some_and(|site| site.disabled.is_none());
    let shimmed: BTreeSet<TestNo> = shimmed(reports).collect();
    let counts = |(number, test): &(TestNo, &Test)| {
        shimmed.contains(number) || asked.contains(&test.suite) && active(test) && !void.contains(number)
    };
    inquiry.tests().filter(counts).count()
}

/// The tests that the head code satisfies once it answers to its old names.
fn shimmed(reports: &[TestReport]) -> impl Iterator<Item = TestNo> {
    let by_shim = |report: &&TestReport| report.treatment == Some(Treatment::SatisfiedByShim);
    reports.iter().filter(by_shim).map(|report| report.test)
}

fn exit_code(verdict: Verdict, tests: &[TestReport]) -> u8 {
    let blemished = tests.iter().any(|test| test.verdict.as_ref().is_some_and(TestVerdict::counts_against));
    match verdict {
        Verdict::Earned if blemished => 1,
        Verdict::Earned => 0,
        Verdict::Unearned => 2,
        Verdict::Inconclusive => 3,
        Verdict::NotGreen => 4,
    }
}
