//! What is found for tests and for changes.

use super::{Case, ClaimRuling, Effect, Probe, SignOffKind, SignOffRuling, TestNo, Why, World};
use std::collections::{BTreeMap, BTreeSet};

/// What a test reads in one world.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// Calibrated green.
    Pass,
    /// Calibrated red.
    Fail,
    /// Red whatever its body does, or not there to be run: it cannot run here.
    NotRunnable,
    /// This side has no such test.
    Absent,
    /// Disabled on this side, by its text or as the controls show.
    Disabled,
    /// Repetitions differ.
    Unstable,
    /// Ended at its deadline.
    Timeout,
    /// Not asked, since the answer could not change a verdict.
    NotAsked,
    /// Asked, but a control failed.
    NoAnswer(Why),
}

/// The four cells of a test.
pub type Cells = BTreeMap<World, Cell>;

/// What was found for the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Claimed is green, and every base test it could have touched is satisfied.
    Earned,
    /// Claimed is green, and a base test is in a convicting row.
    Unearned,
    /// Claimed is not green.
    NotGreen,
    /// Something that must be known could not be read, or only a person can know it.
    Inconclusive,
}

/// What was found for a new or changed test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TestVerdict {
    /// Fails on the base code, passes on the head code.
    Alibi,
    /// Passes on the base code too.
    NoAlibi,
    /// Cannot run on the base code, since what it calls is not there yet.
    Provisional,
    /// No alibi, and marked as characterization where it is written.
    Characterization,
    /// Passes, and still does with its assertions changed so that it must fail.
    Vacuous(Probe),
    /// A control failed.
    Unanswered(Why),
}

impl TestVerdict {
    /// True for what keeps a change that is EARNED from exit status 0.
    pub fn counts_against(&self) -> bool {
        matches!(self, Self::NoAlibi | Self::Vacuous(_))
    }
}

/// How the change treated a base test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Treatment {
    /// The head code passes it.
    Satisfied,
    /// The head code passes it once what was renamed answers to its old name too.
    SatisfiedByShim,
    /// The edit of the test alone turned it green. Convicts.
    EditedToGreen,
    /// It was red, still is, and only its rewriting is green, or it is gone. Convicts.
    NeverSatisfied,
    /// The code broke it, and its new version accepts both behaviours. Convicts.
    Weakened,
    /// The code broke it and it is gone. Convicts.
    Removed,
    /// The code broke it and it is disabled. Convicts.
    Disabled,
    /// Code and expectation moved together: a person must say.
    ContractChanged,
    /// It cannot run on the head code.
    CannotRun(Why),
    /// No baseline: it cannot be held for or against anyone.
    Void(Why),
}

impl Treatment {
    /// True for the rows that make a change UNEARNED.
    pub fn convicts(&self) -> bool {
        use Treatment::*;
        matches!(self, EditedToGreen | NeverSatisfied | Weakened | Removed | Disabled)
    }
}

/// What was found for one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestReport {
    /// The test.
    pub test: TestNo,
    /// Its four cells.
    pub cells: Cells,
    /// Its verdict as evidence, if it is new or changed.
    pub verdict: Option<TestVerdict>,
    /// How it was treated, if the base has it.
    pub treatment: Option<Treatment>,
    /// One sentence for a person.
    pub reason: String,
}

/// What was found for a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The case it is about.
    pub case: Case,
    /// The verdict.
    pub verdict: Verdict,
    /// The exit status that goes with it.
    pub exit_code: u8,
    /// Why, most important first, one sentence each.
    pub reasons: Vec<String>,
    /// The tests with something to say: all that were touched, and all untouched ones that decided something.
    pub tests: Vec<TestReport>,
    /// The sign-offs that have to do with it.
    pub signoffs: Vec<SignOffRuling>,
    /// What became of the author's claims. They decide nothing.
    pub claims: Vec<ClaimRuling>,
    /// How many base tests were asked, singly or in company.
    pub base_tests_asked: usize,
    /// How many trials were run.
    pub trials_run: usize,
    /// Their CPU time in milliseconds.
    pub cpu_ms: u64,
    /// Their wall time in milliseconds, added up.
    pub wall_ms: u64,
}

impl Report {
    /// What a test was signed off as, as far as that took effect.
    pub fn signed_off(&self, test: TestNo) -> BTreeSet<SignOffKind> {
        let id = &self.case.tests[test.0].id;
        let mine = self.signoffs.iter().filter(|one| one.effect == Effect::InEffect);
        let mine = mine.map(|one| &one.recorded.signoff).filter(|signed| signed.test == *id);
        mine.map(|signed| signed.kind).collect()
    }
}
