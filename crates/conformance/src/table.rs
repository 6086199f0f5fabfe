//! What a runner's cases read, as tables: the same questions for every runner, so that a version that changes an answer is
//! seen at once. The pages of the runners in the docs are made from them.

use crate::{Toy, tools::tool};
use counterproof_engine::domain::{Cell, Why};
use std::{path::Path, time::Duration};

/// The questions that every table answers, at least once each. A runner that has no such thing says so.
pub const QUESTIONS: &[&str] = &[
    "passes",
    "fails",
    "raises",
    "cannot load",
    "selects nothing",
    "name with every metacharacter",
    "same name twice in a file",
    "same name in two files",
    "parametrized",
    "nested",
    "skipped",
    "todo",
    "expected failure",
    "skipped at run time",
    "another one is focused",
    "exits 0 in the test",
    "exits 0 when loaded",
    "exits 0 at exit",
    "hook that swallows failures",
    "times out",
    "leaves a child behind",
    "variables of another run around it",
];

/// A runner's cases, and the versions that they were seen with.
pub struct Table {
    /// The runner's name in the engine's table.
    pub runner: &'static str,
    /// The versions it is tried with.
    pub versions: &'static [Version],
    /// Files that every case's project has.
    pub files: &'static [(&'static str, &'static str)],
    /// The cases, in the order of [`QUESTIONS`].
    pub cases: &'static [Case],
    /// Questions that make no sense for the runner, and why.
    pub without: &'static [(&'static str, &'static str)],
}

/// An installed version of a runner.
pub struct Version {
    /// What the page calls it: `3.2.4`, or `9.2.0 on Python 3.11`.
    pub name: &'static str,
    /// Folders of the install scripts, below which programs are looked for first: `("node-22", "bin")`.
    pub path: &'static [(&'static str, &'static str)],
    /// Links in the project: where, and to what below which folder of the install scripts.
    pub links: &'static [(&'static str, (&'static str, &'static str))],
    /// Lines of `counterproof.toml`.
    pub settings: &'static str,
}

impl Version {
    /// The version on the search path, as `scripts/test.sh` sets it.
    pub const fn on_path(name: &'static str) -> Self {
        Self { name, path: &[], links: &[], settings: "" }
    }
}

/// One small project, one test of it, and what that reads.
pub struct Case {
    /// Which of the [`QUESTIONS`] it answers.
    pub question: &'static str,
    /// What is special about it, where the question is not enough.
    pub note: &'static str,
    /// Its files, besides those of the table.
    pub files: &'static [(&'static str, &'static str)],
    /// The test's file and names.
    pub test: (&'static str, &'static [&'static str]),
    /// Variables around counterproof.
    pub env: &'static [(&'static str, &'static str)],
    /// What it reads.
    pub reads: Reads,
    /// The versions in which it reads something else.
    pub but: &'static [(&'static str, Reads)],
}

impl Case {
    /// A case without anything special.
    pub const NONE: Self =
        Self { question: "", note: "", files: &[], test: ("", &[]), env: &[], reads: Reads::Pass, but: &[] };
}

/// A calibrated reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Green, and red with a failure at the end of its body.
    Pass,
    /// Red, and green with its body taken out.
    Fail,
    /// Red whatever its body does, or nothing to alter.
    NotRunnable,
    /// Green even when its body ends the process at once.
    NeverEntered,
    /// Entered, but its end is not reached.
    NeverEnds,
    /// Its end is reached, but a failure there stays green.
    Swallowed,
    /// Ended at its deadline.
    Timeout,
}

impl Reads {
    /// What it means, for a person.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::NotRunnable => "cannot run",
            Self::NeverEntered => "no answer: never entered",
            Self::NeverEnds => "no answer: never gets to its end",
            Self::Swallowed => "no answer: a failure is swallowed",
            Self::Timeout => "no answer: timed out",
        }
    }

    fn of(cell: &Cell) -> Option<Self> {
        match cell {
            Cell::Pass => Some(Self::Pass),
            Cell::Fail => Some(Self::Fail),
            Cell::NotRunnable => Some(Self::NotRunnable),
            Cell::Timeout | Cell::NoAnswer(Why::TimedOut) => Some(Self::Timeout),
            Cell::NoAnswer(Why::NeverEntered) => Some(Self::NeverEntered),
            Cell::NoAnswer(Why::NeverEnds) => Some(Self::NeverEnds),
            Cell::NoAnswer(Why::Swallowed) => Some(Self::Swallowed),
            _ => None,
        }
    }
}

/// How long a trial may take: the case that times out, and all others.
const DEADLINES: (Duration, Duration) = (Duration::from_secs(8), Duration::from_secs(120));

impl Table {
    /// Asks every case of one version.
    ///
    /// # Panics
    /// If a case reads something else than the table says; all of them are named.
    pub fn hold(&self, version: &str) {
        let version = self.versions.iter().find(|one| one.name == version);
        let version = version.unwrap_or_else(|| panic!("{} has no such version in its table", self.runner));
        let wrong: Vec<String> = self.cases.iter().filter_map(|case| self.differs(case, version)).collect();
        assert!(wrong.is_empty(), "{} {}:\n{}", self.runner, version.name, wrong.join("\n"));
    }

    fn differs(&self, case: &Case, version: &Version) -> Option<String> {
        let wanted = case.reads_in(version);
        let (cell, told) = self.cell(case, version);
        (Reads::of(&cell) != Some(wanted))
            .then(|| format!("{} {}: {cell:?}, expected {wanted:?}\n{told}", case.question, case.note))
    }

    /// What the case reads, and what was run for it.
    fn cell(&self, case: &Case, version: &Version) -> (Cell, String) {
        let files: Vec<_> = self.files.iter().chain(case.files).copied().collect();
        let mut toy = Toy::new(&files).configured(version.settings);
        for (folder, below) in version.path {
            toy = toy.with_programs_of(&tool(folder).join(below));
        }
        for (at, (folder, below)) in version.links {
            toy = toy.linked(Path::new(at), &tool(folder).join(below));
        }
        let deadline = if case.question == "times out" { DEADLINES.0 } else { DEADLINES.1 };
        let toy = toy.under(case.env).patient_for(deadline);
        toy.cell(self.runner, case.test.0, case.test.1)
    }

    /// The questions that the table answers neither by a case nor by a reason, and those it answers out of order.
    #[must_use]
    pub fn unanswered(&self) -> Vec<&'static str> {
        let asked = |question: &&&str| self.cases.iter().any(|case| case.question == **question);
        let excused = |question: &&&str| self.without.iter().any(|(without, _)| *without == **question);
        QUESTIONS.iter().filter(|question| !asked(question) && !excused(question)).copied().collect()
    }
}

impl Case {
    /// What it reads in a version.
    #[must_use]
    pub fn reads_in(&self, version: &Version) -> Reads {
        let other = self.but.iter().find(|(name, _)| *name == version.name);
        other.map_or(self.reads, |(_, reads)| *reads)
    }
}
