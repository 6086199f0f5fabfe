//! What must still be known? Pure: a function of the case and of what was seen.
//!
//! Every question is a method of [`Inquiry`] that gives its answer, or the trials that bring it nearer. The planner
//! collects the trials; the judge takes the answers. So the two can never disagree about what a question is.

mod cell;
mod controls;
mod endings;
mod evidence;
mod family;
mod loads;
mod suites;
mod support;
mod treatment;
mod vacuity;

pub use suites::SuiteAnswer;

use crate::domain::{Case, Reading, Role, Seen, Support, Test, TestNo, Touched, Trial, World};
use std::collections::BTreeSet;

/// The answer to a question, or the trials whose observation brings it nearer.
pub type Answer<T> = Result<T, BTreeSet<Trial>>;

/// A case and what was seen of it so far.
#[derive(Clone, Copy)]
pub struct Inquiry<'a> {
    pub(crate) case: &'a Case,
    pub(crate) seen: &'a Seen,
}

/// The trials that must still be run, none of them seen before. Empty when all that can matter is known.
pub fn next(case: &Case, seen: &Seen) -> BTreeSet<Trial> {
    let inquiry = Inquiry::new(case, seen);
    if inquiry.nothing_to_judge() {
        return BTreeSet::new();
    }
    let red = inquiry.red_when_claimed();
    if !red.is_empty() {
        return inquiry.red_before(&red).err().unwrap_or_default();
    }
    let mut open: BTreeSet<Trial> =
        inquiry.suite_numbers().filter_map(|suite| inquiry.claimed(suite).err()).flatten().collect();
    if inquiry.claim_in_doubt() {
        return open;
    }
    for suite in inquiry.suite_numbers() {
        open.extend(inquiry.earned(suite).err().unwrap_or_default());
        for support in [Support::Ignored, Support::Harness] {
            open.extend(inquiry.hangs_on(suite, support).err().unwrap_or_default());
        }
    }
    for test in inquiry.questioned() {
        open.extend(inquiry.evidence(test).err().unwrap_or_default());
        open.extend(inquiry.treatment(test).err().unwrap_or_default());
    }
    if !open.is_empty() {
        return open;
    }
    // Last, since what they may cost hangs on what everything else took.
    inquiry.probed().into_iter().filter_map(|test| inquiry.vacuous(test).err()).flatten().collect()
}

impl<'a> Inquiry<'a> {
    /// Asks of this case, knowing this.
    pub fn new(case: &'a Case, seen: &'a Seen) -> Self {
        Self { case, seen }
    }

    /// True if the change touches neither code nor tests.
    pub fn nothing_to_judge(&self) -> bool {
        let matters = [Role::Code, Role::Test, Role::Fixture, Role::Harness];
        !matters.into_iter().any(|role| self.case.change.touches(role))
    }

    /// What the trial read, if it was seen; else the trial itself, to be run.
    pub(crate) fn reading(&self, trial: &Trial) -> Answer<Reading> {
        match self.seen.get(trial) {
            Some(observation) => Ok(observation.exit.reading()),
            None => Err(BTreeSet::from([trial.clone()])),
        }
    }

    /// Whether the test was asked in the world, alone or in a family.
    pub fn is_asked_in(&self, test: TestNo, world: World) -> bool {
        self.seen.iter().any(|one| one.trial.world == world && one.trial.is_about(test))
    }

    pub(crate) fn test(&self, test: TestNo) -> &'a Test {
        &self.case.tests[test.0]
    }

    pub(crate) fn tests(&self) -> impl Iterator<Item = (TestNo, &'a Test)> {
        self.case.tests.iter().enumerate().map(|(number, test)| (TestNo(number), test))
    }

    /// The tests the change touched, in order.
    pub fn touched(&self) -> impl Iterator<Item = TestNo> {
        self.tests().filter(|(_, test)| test.touched != Touched::Untouched).map(|(number, _)| number)
    }
}

/// The answers of all, or the trials that any of them still needs.
pub(crate) fn all<T>(answers: impl IntoIterator<Item = Answer<T>>) -> Answer<Vec<T>> {
    let mut known = Vec::new();
    let mut open = BTreeSet::new();
    for answer in answers {
        match answer {
            Ok(one) => known.push(one),
            Err(trials) => open.extend(trials),
        }
    }
    if open.is_empty() { Ok(known) } else { Err(open) }
}
