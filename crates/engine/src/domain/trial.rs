//! Trials and what comes of them.

use super::{RepoPath, SuiteNo, TestNo, World};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// One command in one world. It is its own key: equal trials run once (I6).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Trial {
    /// Whose code, whose tests.
    pub world: World,
    /// What is run there.
    pub ask: Ask,
    /// What was done to the world's text before.
    pub alterations: BTreeSet<Alteration>,
    /// 0 for the first time, then 1, 2, … for repetitions of the same trial.
    pub attempt: u8,
}

/// What a trial's command runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ask {
    /// All that the runner collects in the suite's package.
    Suite(SuiteNo),
    /// One test file whole.
    File(SuiteNo, RepoPath),
    /// One test, in the version of the world's tests side.
    Test(TestNo),
}

/// An edit to a world's text made by us.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Alteration {
    /// The body of one test is edited.
    Body(TestNo, BodyEdit),
    /// The body of one test leaves marks of what it does, so that one process tells of many tests.
    Witnessed(TestNo, Turn),
    /// The assertions of one test are changed so that it must fail, if it can.
    Probe(TestNo, Probe),
    /// What supports the tests besides what the base has is taken away.
    Without(Support),
    /// Every changed file of code that the world has is replaced by what cannot be loaded.
    BreakSource,
}

/// What may support tests without being part of what the base has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Support {
    /// Files that git ignores: whoever checks the change out does not have them.
    Ignored,
    /// The harness as the change left it: the base's stands there instead.
    Harness,
}

/// How a test's assertions are changed, to see whether it can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Probe {
    /// Each is turned into its contrary.
    Inverted,
    /// The values that are written out for something to equal are others.
    OtherValue,
    /// Those with such a value are turned into their contrary: they are reached, if the test is red.
    ValueInverted,
}

/// How a test's body is edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum BodyEdit {
    /// A failure behind its last statement.
    FailAtEnd,
    /// The process ends with status 97 behind its last statement.
    ExitAtEnd,
    /// The process ends with status 97 before its first statement.
    ExitAtOnce,
    /// Nothing is left of it but what passes.
    PassAtOnce,
    /// It passes before its first statement, and is compiled all the same.
    LeaveAtOnce,
    /// Once it was entered, the process ends with status 97 unless it got to its end.
    MustEnd,
}

/// What a body that leaves marks comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Turn {
    /// What it comes to without them.
    AsItIs,
    /// The contrary: it passes if the body fails, and fails if the body gets to its end.
    Inverted,
}

/// What a body was seen to do: a witness that we planted (I2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Mark {
    /// It was entered.
    Entered,
    /// It got to its end.
    Ended,
    /// It failed on the way.
    Failed,
}

impl Mark {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Entered, Self::Ended, Self::Failed];

    /// What the body writes down.
    pub fn name(self) -> &'static str {
        match self {
            Self::Entered => "entered",
            Self::Ended => "ended",
            Self::Failed => "failed",
        }
    }
}

/// The marks that the bodies of a trial left.
pub type Marks = BTreeSet<(TestNo, Mark)>;

/// How a trial's process ended: the fact.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Exit {
    /// It ended with this status.
    Code(i32),
    /// A signal ended it.
    Signal(i32),
    /// It was ended by us at its deadline.
    TimedOut,
    /// It never ran; why.
    NotStarted(String),
    /// It was not run: its world has nothing to alter as the trial asks.
    NothingToAlter,
}

/// What an exit means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Reading {
    /// Exit status 0.
    Green,
    /// Any other exit status, or a signal.
    Red,
    /// Neither.
    NoAnswer(Why),
}

impl Trial {
    /// The question in the world as it is.
    pub fn arm(world: World, ask: Ask) -> Self {
        Self { world, ask, alterations: BTreeSet::new(), attempt: 0 }
    }

    /// The same with one alteration more.
    pub fn with(&self, alteration: Alteration) -> Self {
        let mut altered = self.clone();
        altered.alterations.insert(alteration);
        altered
    }

    /// Whether it asks the test, or has it leave marks.
    pub fn is_about(&self, test: TestNo) -> bool {
        let is_watched = |one: &Alteration| matches!(one, Alteration::Witnessed(other, _) if *other == test);
        self.ask == Ask::Test(test) || self.alterations.iter().any(is_watched)
    }

    /// The same again.
    pub fn again(&self, attempt: u8) -> Self {
        Self { attempt, ..self.clone() }
    }
}

impl Exit {
    /// The meaning of the exit. No runner's special codes are read: calibration tells what they mean.
    pub fn reading(&self) -> Reading {
        match self {
            Self::Code(0) => Reading::Green,
            Self::Code(_) | Self::Signal(_) => Reading::Red,
            Self::TimedOut => Reading::NoAnswer(Why::TimedOut),
            Self::NotStarted(why) => Reading::NoAnswer(Why::NotStarted(why.clone())),
            Self::NothingToAlter => Reading::NoAnswer(Why::NotThere),
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Why {
    /// The question was not put (yet).
    NotAsked,
    /// The trial was ended at its deadline.
    TimedOut,
    /// The trial never ran.
    NotStarted(String),
    /// The world has no such test, or no such source.
    NotThere,
    /// Repetitions of the same trial read differently.
    Unstable,
    /// The command exits 0 even when the test's body ends the process: it was never entered.
    NeverEntered,
    /// The body is entered, but never gets to its end: a skip on the way, an early return or exit.
    NeverEnds,
    /// A failure of the body does not reach the exit status.
    Swallowed,
    /// It stays red with its body replaced by one that passes: something else is red.
    CannotRun,
    /// The test passes with the changed sources replaced by garbage.
    NeverLoadsChange,
    /// No control shows that the world really had the base's code.
    RollbackUnproven,
    /// It seems to be disabled, but the suite turns red with it.
    NotSelected,
    /// What it runs may have been built from the change before: a world cannot take that back.
    BuiltAhead,
    /// It calls what the change removed.
    CallsRemoved,
    /// It fails with the change in place.
    RedWhenClaimed,
    /// Anything else, in words.
    Other(String),
}

/// A trial and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// What was run.
    pub trial: Trial,
    /// How it ended.
    pub exit: Exit,
    /// Whether a substituted source file was read while it ran; `None` where the backend cannot tell.
    pub read: Option<bool>,
    /// What witnessed bodies were seen to do.
    #[serde(default)]
    pub marks: Marks,
    /// Wall time, in milliseconds.
    pub wall_ms: u64,
    /// CPU time of its processes, in milliseconds.
    pub cpu_ms: u64,
    /// The log file in the run's directory.
    pub log: Option<String>,
}

/// All that was observed so far, by trial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen(BTreeMap<Trial, Observation>);

impl Seen {
    /// What came of the trial, if it was run.
    pub fn get(&self, trial: &Trial) -> Option<&Observation> {
        self.0.get(trial)
    }

    /// Adds what a lab observed.
    pub fn extend(&mut self, observations: impl IntoIterator<Item = Observation>) {
        self.0.extend(observations.into_iter().map(|one| (one.trial.clone(), one)));
    }

    /// The observations, by trial.
    pub fn iter(&self) -> impl Iterator<Item = &Observation> {
        self.0.values()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if nothing was observed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same without one observation.
    pub fn without(&self, trial: &Trial) -> Self {
        let mut rest = self.clone();
        rest.0.remove(trial);
        rest
    }
}
