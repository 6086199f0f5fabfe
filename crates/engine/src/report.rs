//! What a run found, for people and for machines. One file per format, one row of [`RENDERERS`] each.

pub mod json;
mod page;
pub mod text;
pub mod wire;

#[cfg(test)]
mod golden;

use crate::domain::{Alteration, Ask, Finding, Report, Seen, TestNo};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, collections::BTreeMap};

/// What a report shows of the run besides what was judged. Kept in the journal, so that a replay shows the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunFacts {
    /// The version of counterproof.
    pub version: String,
    /// The backend that raised the worlds.
    pub backend: String,
    /// How many trials ran side by side.
    pub jobs: usize,
    /// The run's name, for `counterproof replay`, where it was recorded.
    pub run: Option<String>,
    /// How many of the trials were answered by the cache.
    pub trials_cached: usize,
    /// Time from start to verdict, in milliseconds.
    pub elapsed_ms: u64,
    /// The controls that were run.
    pub controls: Controls,
    /// Variables that were set in every trial, by the user's wish.
    pub variables: BTreeMap<String, String>,
    /// For each test that is held against somebody, shell lines to see it by hand: the first puts the world
    /// together, the last asks the test there.
    pub reproduce: BTreeMap<TestNo, String>,
    /// The options that chose base and head, for commands about the same change.
    #[serde(default)]
    pub selection: Vec<String>,
    /// For each test that is open and that a person may sign off, the command that does it.
    #[serde(default)]
    pub sign_off: BTreeMap<TestNo, String>,
    /// The log files of each test's own trials, by name, in the run's directory.
    pub logs: BTreeMap<TestNo, Vec<String>>,
    /// What was planned but not asked, since the run was interrupted; one line each.
    pub not_asked: Vec<String>,
    /// Static evidence. Here and not in the case, so that nothing that judges can see it.
    #[serde(default)]
    pub findings: Vec<Finding>,
}

impl RunFacts {
    /// The same facts, with the controls and logs of what was seen.
    pub fn with_seen(mut self, seen: &Seen) -> Self {
        self.controls = Controls::of(seen);
        for one in seen.iter() {
            if let (Ask::Test(test), Some(log)) = (&one.trial.ask, &one.log) {
                self.logs.entry(*test).or_default().push(log.clone());
            }
        }
        self
    }
}

/// How many trials served to trust the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Controls {
    /// Trials with the body of a test edited, to see the same command read the other way.
    pub calibrations: usize,
    /// Trials with the changed sources made unloadable, to see that the rollback happened.
    pub rollbacks: usize,
    /// Trials run again, to see that they read alike.
    pub repetitions: usize,
}

impl Controls {
    /// The controls among all that was seen. A repeated control counts as a repetition.
    pub fn of(seen: &Seen) -> Self {
        let mut controls = Self::default();
        for trial in seen.iter().map(|one| &one.trial) {
            if trial.attempt > 0 {
                controls.repetitions += 1;
            } else if trial.alterations.contains(&Alteration::BreakSource) {
                controls.rollbacks += 1;
            } else if !trial.alterations.is_empty() {
                controls.calibrations += 1;
            }
        }
        controls
    }
}

/// What every EARNED says of itself.
pub const LIMITS: &str = "EARNED does not show that the change is right: code that knows the tests' inputs, sees that it is \
                          tested or remembers earlier runs, what no base test asks about, and a wrong test honestly \
                          satisfied stay unseen. See `counterproof explain limits`.";

/// How a report is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// With colours.
    pub colour: bool,
    /// Columns to keep to, where words can be wrapped.
    pub width: usize,
    /// -1: the verdict line; 0: what a person needs; 1: all tests; 2: log files too.
    pub verbosity: i8,
}

/// A format a report can be had in.
pub struct Renderer {
    /// The name `--format` takes.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Writes the report.
    pub render: fn(&Report, &RunFacts, Style) -> String,
}

/// All formats, the default first.
pub static RENDERERS: &[Renderer] = &[
    Renderer { name: "text", about: "for a person", render: text::text },
    Renderer {
        name: "json",
        about: "for a machine, by schema/counterproof-1.schema.json",
        render: json::render,
    },
];

/// The format of this name.
pub fn renderer(name: &str) -> Option<&'static Renderer> {
    RENDERERS.iter().find(|one| one.name == name)
}

/// The text with everything escaped that could move a terminal's cursor, colour or reading direction.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_unsafe) {
        Cow::Owned(text.chars().map(escape).collect())
    } else {
        Cow::Borrowed(text)
    }
}

fn escape(c: char) -> String {
    if is_unsafe(c) { c.escape_default().to_string() } else { c.to_string() }
}

/// Control characters (of both sets), line separators, and marks that turn the reading direction.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
