//! Static evidence: what the text of a change shows.

use super::RepoPath;
use serde::{Deserialize, Serialize};

/// Something in the text of a change that a person may want to see. It explains verdicts and never makes one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Finding {
    /// The rule that found it.
    pub rule: String,
    /// How much it matters.
    pub severity: Severity,
    /// The file, on the head side if it is there.
    pub file: RepoPath,
    /// The line, from 1.
    pub line: usize,
    /// What was found, in one sentence.
    pub message: String,
}

/// How much a finding matters. There is nothing above `Look`: text alone accuses nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Worth a look.
    Look,
    /// Good to know.
    Note,
}

impl Severity {
    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Look => "look",
            Self::Note => "note",
        }
    }
}
