//! What sign-offs clear: the one thing each was made for, and only as long as it is what was signed.

use crate::{
    domain::{
        Case, Cell, Effect, Recorded, SignOff, SignOffKind, SignOffRuling, Standing, TestNo, TestReport,
        TestVerdict, Treatment, Why, World,
    },
    signoff::{self, Validity},
};
use std::collections::BTreeSet;

/// The sign-offs of a case, ruled on.
pub(super) struct Signed {
    /// Those that have to do with what the change is judged by.
    pub(super) rulings: Vec<SignOffRuling>,
    cleared: BTreeSet<(TestNo, SignOffKind)>,
}

impl Signed {
    /// Rules on all sign-offs, and says at the tests what was signed off.
    pub(super) fn off(case: &Case, tests: &mut [TestReport]) -> Self {
        let mut signed = Self { rulings: Vec::new(), cleared: BTreeSet::new() };
        for recorded in &case.record.signoffs {
            let SignOff { kind, test, name, date, reason, .. } = &recorded.signoff;
            let report = tests.iter_mut().find(|report| case.tests[report.test.0].id == *test);
            let Some(effect) = effect(case, recorded, report.as_deref()) else { continue };
            if let (Effect::InEffect, Some(report)) = (&effect, report)
                && signed.cleared.insert((report.test, *kind))
            {
                report
                    .reason
                    .push_str(&format!("; signed off as {} by {name}, {date}: {reason}", kind.name()));
            }
            signed.rulings.push(SignOffRuling { recorded: recorded.clone(), effect });
        }
        signed
    }

    /// Whether the treatment of a test neither convicts nor is open any more.
    pub(super) fn clears_treatment(&self, report: &TestReport) -> bool {
        treatment_kind(report).is_some_and(|kind| self.cleared.contains(&(report.test, kind)))
    }

    /// Whether a test without an answer is not asked for one any more.
    pub(super) fn clears_verdict(&self, report: &TestReport) -> bool {
        verdict_kind(report).is_some_and(|kind| self.cleared.contains(&(report.test, kind)))
    }
}

/// What becomes of a sign-off; `None` if it has nothing to do with what is judged here.
fn effect(case: &Case, recorded: &Recorded, report: Option<&TestReport>) -> Option<Effect> {
    if report.is_none() && recorded.standing != Standing::OfTheChange {
        return None;
    }
    let kind = recorded.signoff.kind;
    Some(match signoff::validity(case, recorded) {
        Validity::Ignored(why) => Effect::None(why),
        Validity::Expired => Effect::Expired,
        Validity::Stands if clearable(report?).contains(&kind) => Effect::InEffect,
        Validity::Stands => Effect::None(format!("{} is nothing that was found of this test", kind.name())),
        Validity::Elsewhere => return None,
    })
}

/// What a test could be signed off as, by what was found of it. No alibi, a vacuous test, and an expectation that was
/// edited or weakened are not among it.
pub(crate) fn clearable(report: &TestReport) -> BTreeSet<SignOffKind> {
    treatment_kind(report).into_iter().chain(verdict_kind(report)).collect()
}

fn treatment_kind(report: &TestReport) -> Option<SignOffKind> {
    match report.treatment.as_ref()? {
        Treatment::ContractChanged => Some(SignOffKind::Contract),
        Treatment::Removed | Treatment::Disabled => Some(SignOffKind::Removal),
        Treatment::NeverSatisfied if is_off(report) => Some(SignOffKind::Removal),
        Treatment::CannotRun(why) if *why != Why::NotAsked => Some(SignOffKind::Unvalidatable),
        _ => None,
    }
}

/// What nobody asked is not signed off: it could still be answered.
fn verdict_kind(report: &TestReport) -> Option<SignOffKind> {
    match report.verdict.as_ref()? {
        TestVerdict::Unanswered(why) if *why != Why::NotAsked => Some(SignOffKind::Unvalidatable),
        _ => None,
    }
}

/// The head has no such test, or has it disabled.
fn is_off(report: &TestReport) -> bool {
    !matches!(report.cells.get(&World::CLAIMED), Some(Cell::Pass | Cell::Fail | Cell::NotAsked) | None)
}
