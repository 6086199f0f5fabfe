//! A change: its two versions, its files and their parts, and the four worlds they make.

use super::RepoPath;
use serde::{Deserialize, Serialize};
use std::{ops::Range, sync::Arc};

/// One of the two states of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// Before the change.
    Base,
    /// After it.
    Head,
}

/// Which code a world has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Code {
    /// The base's.
    Base,
    /// The head's.
    Head,
    /// The head's, with nothing left of what its new functions do, and what its altered ones did on the base.
    Hollow,
    /// The head's, in which what was renamed or moved is known by its old name too.
    Shimmed,
}

impl Code {
    /// The side whose files it is made from.
    pub fn side(self) -> Side {
        match self {
            Self::Base => Side::Base,
            Self::Head | Self::Hollow | Self::Shimmed => Side::Head,
        }
    }
}

/// Whose code, whose tests: one cell of the 2×2, or one of the worlds with altered code. Test, fixture and harness parts
/// come from the tests' side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct World {
    /// Where the code parts come from.
    pub code: Code,
    /// Where the test, fixture and harness parts come from.
    pub tests: Side,
}

impl World {
    /// Base code, base tests: was it healthy to begin with?
    pub const BEFORE: Self = Self { code: Code::Base, tests: Side::Base };
    /// Base code, head tests: do the new tests miss the change?
    pub const EVIDENCE: Self = Self { code: Code::Base, tests: Side::Head };
    /// Head code, base tests: does the code satisfy the tests it started with?
    pub const EARNED: Self = Self { code: Code::Head, tests: Side::Base };
    /// Head code, head tests: is it green at all?
    pub const CLAIMED: Self = Self { code: Code::Head, tests: Side::Head };
    /// Hollow code, head tests: would the new tests pass if the new code did nothing?
    pub const HOLLOW: Self = Self { code: Code::Hollow, tests: Side::Head };
    /// Head code that answers to its old names, base tests: is it the names alone that these miss?
    pub const SHIMMED: Self = Self { code: Code::Shimmed, tests: Side::Base };
    /// The four of the 2×2, in the order reports show them.
    pub const ALL: [Self; 4] = [Self::BEFORE, Self::EVIDENCE, Self::EARNED, Self::CLAIMED];

    /// The world's name.
    pub fn name(self) -> &'static str {
        match (self.code, self.tests) {
            (Code::Base, Side::Base) => "before",
            (Code::Base, Side::Head) => "evidence",
            (Code::Head, Side::Base) => "earned",
            (Code::Head, Side::Head) => "claimed",
            (Code::Hollow, _) => "hollow",
            (Code::Shimmed, _) => "shimmed",
        }
    }

    /// The world with the same tests on the other code.
    pub fn on_other_code(self) -> Self {
        let code = if self.code == Code::Base { Code::Head } else { Code::Base };
        Self { code, ..self }
    }
}

/// What a part of a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Role {
    /// Everything that runs and is none of the others.
    Code,
    /// Test definitions and their helpers.
    Test,
    /// What tests read: snapshots, golden files, data under test folders.
    Fixture,
    /// What decides whether and how tests run.
    Harness,
    /// What cannot matter: prose.
    Other,
}

impl Role {
    /// True for the roles that travel with the tests' side.
    pub fn is_tests_side(self) -> bool {
        matches!(self, Self::Test | Self::Fixture | Self::Harness)
    }

    /// The role's name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Test => "test",
            Self::Fixture => "fixture",
            Self::Harness => "harness",
            Self::Other => "other",
        }
    }
}

/// A stretch of a file with one role. The parts of a file are in order, touch each other and cover it whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What the stretch is for.
    pub role: Role,
    /// Where it lies, in bytes.
    pub range: Range<usize>,
}

impl Part {
    /// The parts of a file of `length` bytes: `ranges`, in order and apart, have the role, what is between them is code.
    pub fn around(ranges: &[Range<usize>], role: Role, length: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut at = 0;
        for range in ranges.iter().filter(|range| !range.is_empty()) {
            parts.push(Part { role: Role::Code, range: at..range.start });
            parts.push(Part { role, range: range.clone() });
            at = range.end;
        }
        parts.push(Part { role: Role::Code, range: at..length });
        parts.retain(|part| !part.range.is_empty());
        parts
    }
}

/// What lies at a path on one side.
#[derive(Clone, PartialEq, Eq)]
pub enum Content {
    /// A regular file, as it would lie in the working tree (filters applied).
    File {
        /// Its bytes.
        bytes: Arc<[u8]>,
        /// Its executable bit.
        executable: bool,
    },
    /// A symbolic link.
    Symlink(Vec<u8>),
    /// A submodule, by the commit it points to. Its files are not part of the change.
    Submodule(String),
}

impl Content {
    /// The text of a regular UTF-8 file.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::File { bytes, .. } => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    /// A regular file that is not executable.
    pub fn file(bytes: impl Into<Arc<[u8]>>) -> Self {
        Self::File { bytes: bytes.into(), executable: false }
    }
}

impl std::fmt::Debug for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File { bytes, executable } => write!(f, "File({} bytes, x: {executable})", bytes.len()),
            Self::Symlink(to) => write!(f, "Symlink({})", String::from_utf8_lossy(to)),
            Self::Submodule(commit) => write!(f, "Submodule({commit})"),
        }
    }
}

/// One side's version, named and pinned by a git tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// What to call it: `abc1234`, `working tree`, `snapshot 2026-11-30 19:44`.
    pub label: String,
    /// The git tree that holds exactly this state.
    pub tree: String,
    /// The commit, where the version is one.
    pub commit: Option<String>,
}

/// How base and head were chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// One sentence: which two states, and why these.
    pub reason: String,
}

/// A file that differs between base and head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedFile {
    /// Its path on the head side (on the base side, if it was deleted).
    pub path: RepoPath,
    /// Its path on the base side, if git sees a rename.
    pub was: Option<RepoPath>,
    /// Whether it exists on the base side.
    pub in_base: bool,
    /// Whether it exists on the head side.
    pub in_head: bool,
    /// The roles of those of its parts that differ, in order, each once.
    pub roles: Vec<Role>,
}

impl ChangedFile {
    /// True if nothing but parts of the harness differ.
    pub fn is_harness(&self) -> bool {
        self.roles == [Role::Harness]
    }
}

/// What somebody did: two versions and the files that differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The state before.
    pub base: Version,
    /// The state after.
    pub head: Version,
    /// How the two were chosen.
    pub origin: Origin,
    /// What differs, by path.
    pub files: Vec<ChangedFile>,
}

impl Change {
    /// True if a part with one of these roles differs.
    pub fn touches(&self, role: Role) -> bool {
        self.files.iter().any(|file| file.roles.contains(&role))
    }
}
