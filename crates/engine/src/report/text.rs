//! The report for a tired person: the verdict first, why, the tests that decided it, what is not known, what was run.

mod findings;
mod record;
mod rows;

use super::{
    LIMITS, RunFacts, Style,
    page::{Ink, Page},
    wire::{self, Summary, Wire},
};
use crate::domain::{Report, Verdict};
use rows::{Section, section_of};

/// The report as text. Pure: equal arguments, equal bytes.
pub fn text(report: &Report, run: &RunFacts, style: Style) -> String {
    let wire = wire::wire(report, run);
    let mut page = Page::new(style);
    first_line(&mut page, &wire);
    if style.verbosity >= 0 {
        reasons(&mut page, &wire, style);
        change(&mut page, &wire);
        tests(&mut page, &wire, style);
        findings::section(&mut page, &wire.findings, style);
        record::signoffs(&mut page, &wire.signoffs);
        record::claims(&mut page, &wire.claims);
        not_known(&mut page, &wire);
        if style.verbosity > 1 {
            logs(&mut page, report, run);
        }
        last_lines(&mut page, &wire, report.verdict);
    }
    page.finish()
}

/// The ink of a verdict: an EARNED that ends in a status other than 0 is not quite good.
fn ink(verdict: wire::Verdict, exit_code: u8) -> Ink {
    match (verdict, exit_code) {
        (wire::Verdict::Earned, 0) => Ink::Good,
        (wire::Verdict::Earned | wire::Verdict::Inconclusive, _) => Ink::Doubt,
        (wire::Verdict::Unearned | wire::Verdict::NotGreen, _) => Ink::Bad,
    }
}

/// `UNEARNED  142 base tests asked, 2 convict · new tests: 3 alibi, 1 provisional`
fn first_line(page: &mut Page, wire: &Wire) {
    let ink = ink(wire.verdict, wire.exit_code);
    page.shout(ink, &wire.verdict.name().replace('_', " ")).put(Ink::Plain, "  ");
    page.put(Ink::Plain, &format!("{} · {}", base_counts(&wire.summary), new_counts(&wire.summary))).end();
}

fn base_counts(sum: &Summary) -> String {
    let asked = match sum.base_tests_asked {
        0 => "no base test asked".to_owned(),
        one => format!("{} asked", plural(one, "base test")),
    };
    let rest = counted(&[
        (sum.convicting, "convict"),
        (sum.contract_changed, "contract changed"),
        (sum.cannot_run, "cannot run"),
        (sum.void, "without baseline"),
        (sum.signed_off, "signed off"),
    ]);
    if rest.is_empty() { asked } else { format!("{asked}, {rest}") }
}

fn new_counts(sum: &Summary) -> String {
    let counts = counted(&[
        (sum.alibi, "alibi"),
        (sum.no_alibi, "no alibi"),
        (sum.vacuous, "vacuous"),
        (sum.provisional, "provisional"),
        (sum.characterization, "characterization"),
        (sum.unanswered, "unanswered"),
    ]);
    if counts.is_empty() {
        "no new or changed test to judge".to_owned()
    } else {
        format!("tests of the change: {counts}")
    }
}

/// Those of the counts that are not zero.
fn counted(counts: &[(usize, &str)]) -> String {
    let some: Vec<_> =
        counts.iter().filter(|one| one.0 > 0).map(|(count, word)| format!("{count} {word}")).collect();
    some.join(", ")
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// The first reason, and the others unless a test below gives them.
fn reasons(page: &mut Page, wire: &Wire, style: Style) {
    let others = wire.reasons.iter().skip(1).filter(|reason| !is_told_below(wire, reason));
    let reasons: Vec<_> = wire.reasons.iter().take(1).chain(others).collect();
    let shown = if style.verbosity > 0 { reasons.len() } else { reasons.len().min(5) };
    for reason in &reasons[..shown] {
        page.words(2, Ink::Strong, reason);
    }
    if shown < reasons.len() {
        page.words(
            2,
            Ink::Dim,
            &format!("and {} (-v shows all)", plural(reasons.len() - shown, "more reason")),
        );
    }
}

/// True if the reason is that of one test, which is shown with its cells.
fn is_told_below(wire: &Wire, reason: &str) -> bool {
    let gives = |test: &wire::Test| !test.reason.is_empty() && reason.ends_with(&test.reason);
    wire.tests.iter().any(|test| reason.contains(&test.id) && gives(test))
}

fn change(page: &mut Page, wire: &Wire) {
    let differ = match wire.change.files.len() {
        1 => "1 file differs.".to_owned(),
        files => format!("{files} files differ."),
    };
    page.words(2, Ink::Dim, &format!("{} {differ}", wire.change.reason));
}

fn tests(page: &mut Page, wire: &Wire, style: Style) {
    for section in Section::ALL {
        let here: Vec<_> =
            wire.tests.iter().filter(|test| section_of(test, wire.verdict) == *section).collect();
        rows::section(page, *section, &here, style);
    }
}

/// The gaps, unless they were given as reasons already.
fn not_known(page: &mut Page, wire: &Wire) {
    let gaps: Vec<_> = wire.gaps.iter().filter(|gap| !wire.reasons.contains(gap)).collect();
    if gaps.is_empty() {
        return;
    }
    page.gap().shout(Ink::Doubt, "Not known").end();
    for gap in gaps {
        page.words(2, Ink::Plain, gap);
    }
}

fn logs(page: &mut Page, report: &Report, run: &RunFacts) {
    if run.logs.is_empty() {
        return;
    }
    page.gap().shout(Ink::Strong, "Logs").end();
    for (test, logs) in &run.logs {
        let Some(test) = report.case.tests.get(test.0) else { continue };
        page.tab(2).put(Ink::Plain, &test.id).end();
        for log in logs {
            page.tab(4).put(Ink::Dim, log).end();
        }
    }
}

fn last_lines(page: &mut Page, wire: &Wire, verdict: Verdict) {
    page.gap();
    page.words(0, Ink::Dim, &ran(wire));
    if let Some(run) = &wire.tool.run {
        page.words(0, Ink::Dim, &format!("counterproof replay {run} shows this again"));
    }
    if verdict == Verdict::Earned {
        page.words(0, Ink::Dim, LIMITS);
    }
}

/// `overlay, 2 at a time: 34 trials (12 cached), of them 18 calibrations, 4 rollback controls, 6 repetitions; …`
fn ran(wire: &Wire) -> String {
    let Wire { tool, trials, .. } = wire;
    let cached = if trials.cached > 0 { format!(" ({} cached)", trials.cached) } else { String::new() };
    format!(
        "{}, {} at a time: {}{cached}, of them {}, {}, {}; CPU {:.1} s, wall {:.1} s",
        tool.backend,
        tool.jobs,
        plural(trials.run, "trial"),
        plural(trials.calibrations, "calibration"),
        plural(trials.rollbacks, "rollback control"),
        plural(trials.repetitions, "repetition"),
        trials.cpu_s,
        tool.elapsed_s,
    )
}
