//! A case: the suites and tests that planning and judging are about.

use super::{Change, Probe, Record, RepoPath, Side};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A test's place in [`Case::tests`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TestNo(pub usize);

/// A suite's place in [`Case::suites`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SuiteNo(pub usize);

/// All that planning and judging need to know of a change. No file contents: those stay with the composer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// The two versions and what differs.
    pub change: Change,
    /// The suites the change could have touched.
    pub suites: Vec<Suite>,
    /// Suites that were found but are not asked, since the change touches nothing in their packages.
    pub beyond: Vec<String>,
    /// The tests of these suites, base and head matched, in order of file and line.
    pub tests: Vec<Test>,
    /// What there is to hollow.
    #[serde(default)]
    pub hollowing: Hollowing,
    /// What the change renamed, as far as that is seen.
    #[serde(default)]
    pub renames: Vec<Rename>,
    /// Files on the tests' side that git ignores, and that lie in every world all the same.
    #[serde(default)]
    pub ignored: Vec<RepoPath>,
    /// What the user asked for.
    pub policy: Policy,
    /// What happened under the trials and makes their readings worthless, in one sentence. Then none of them is used.
    #[serde(default)]
    pub disturbed: Option<String>,
    /// What people put on record beside the change.
    #[serde(default)]
    pub record: Record,
    /// What could not be read while the case was made, one sentence each. Keeps the change from being EARNED.
    pub gaps: Vec<String>,
}

/// What hollowing the change's code comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hollowing {
    /// How many functions it takes what they do from.
    pub functions: usize,
    /// What of the change it leaves in place, one clause each: where there is any, a test that passes in the hollow world
    /// may pass because of it.
    pub left: Vec<String>,
}

/// Something that the change renamed, and nothing else: what it does is the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Rename {
    /// The head's file that has it.
    pub file: RepoPath,
    /// The scopes around it, outermost first.
    pub scope: Vec<String>,
    /// Its name on the base side.
    pub old: String,
    /// Its name on the head side.
    pub new: String,
}

/// The tests of one package that one runner runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suite {
    /// The runner's name in the table of runners.
    pub runner: String,
    /// Why this runner, for `doctor`.
    pub because: String,
    /// The package's folder; commands run there.
    pub package: RepoPath,
    /// Its test files on the base side, in order.
    pub base_files: Vec<RepoPath>,
    /// Its test files on the head side, in order.
    pub head_files: Vec<RepoPath>,
    /// What the runner found out about the package and needs for its commands.
    pub facts: BTreeMap<String, String>,
}

impl Suite {
    /// The test files of one side.
    pub fn files(&self, side: Side) -> &[RepoPath] {
        match side {
            Side::Base => &self.base_files,
            Side::Head => &self.head_files,
        }
    }
}

/// What the change did to a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Touched {
    /// Only the head has it.
    Added,
    /// Its text differs (not only in layout).
    Edited,
    /// Only the base has it, and it has no successor.
    Removed,
    /// It is there on both sides, active on the base's and disabled on the head's.
    Disabled,
    /// Same body, other place or name.
    Moved,
    /// The same on both sides.
    Untouched,
}

/// A test, as both sides have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    /// Stable name: `path::suite::name`, of the head side if it is there.
    pub id: String,
    /// The suite that runs it.
    pub suite: SuiteNo,
    /// What the change did to it.
    pub touched: Touched,
    /// Where and how the base has it.
    pub base: Option<Site>,
    /// Where and how the head has it.
    pub head: Option<Site>,
}

impl Test {
    /// The version of one side.
    pub fn site(&self, side: Side) -> Option<&Site> {
        match side {
            Side::Base => self.base.as_ref(),
            Side::Head => self.head.as_ref(),
        }
    }

    /// The version reports point to: the head's, else the base's.
    pub fn shown(&self) -> Option<&Site> {
        self.head.as_ref().or(self.base.as_ref())
    }
}

/// One version of a test in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// The file.
    pub file: RepoPath,
    /// The line its definition begins in, from 1.
    pub line: usize,
    /// Its suites and its own name, outermost first.
    pub name: Vec<String>,
    /// Which of the tests of this name in this file it is, from 0.
    pub ordinal: usize,
    /// Set if it is disabled here.
    pub disabled: Option<Disabled>,
    /// A comment says that it holds on to behaviour that was there before.
    #[serde(default)]
    pub characterization: bool,
    /// The name is only known when it runs (a template, a loop): it is asked as part of its smallest selectable group.
    pub dynamic: bool,
    /// What stands between its body and the runner: decorators, modifiers, suites. Tests with the same have a failure in
    /// common that gets through.
    #[serde(default)]
    pub wrapping: Vec<String>,
    /// Names it mentions that only the other side's code defines.
    pub foreign: Vec<String>,
    /// What can be asked of its assertions; only known of new and changed tests, on the head side.
    #[serde(default)]
    pub probes: BTreeSet<Probe>,
    /// The hash of its definition, layout and comments left out.
    #[serde(default)]
    pub digest: String,
}

impl Site {
    /// Whether this is a test inside of another one: by its name, which that one's begins.
    pub fn is_inside(&self, other: &Site) -> bool {
        self.file == other.file && self.name != other.name && self.name.starts_with(&other.name)
    }
}

/// That a test will not run, or cannot fail, and what says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disabled {
    /// The words that disable it, as written.
    pub by: String,
    /// The line they are in, from 1.
    pub line: usize,
}

/// What the user asked for; part of the case, so that a replay judges alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// How often an accusing reading is taken in all.
    pub repetitions: u8,
    /// How many test files are asked one by one when a suite is red.
    pub max_files: usize,
    /// How many untouched tests are asked one by one when their file is red.
    pub max_tests: usize,
    /// How much is spent on finding tests that cannot fail.
    #[serde(default)]
    pub probes: Probes,
}

/// How much is spent on probes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Probes {
    /// About as many trials as the verdict took, and a few where that was little.
    #[default]
    Some,
    /// Whatever it takes.
    All,
    /// Nothing.
    None,
}

impl Default for Policy {
    fn default() -> Self {
        Self { repetitions: 3, max_files: 200, max_tests: 200, probes: Probes::default() }
    }
}
