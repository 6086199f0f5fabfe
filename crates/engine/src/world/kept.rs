//! A world that was kept as a command left it: built once, asked many times.

use super::{Outcome, scratch::RunDir};
use std::path::Path;

/// What a command wrote in a world, on disk until this is dropped.
pub struct Kept {
    disk: RunDir,
    outcome: Outcome,
}

impl Kept {
    pub(super) fn new(disk: RunDir, outcome: Outcome) -> Self {
        Self { disk, outcome }
    }

    /// What came of the command.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    pub(super) fn disk(&self) -> &Path {
        self.disk.path()
    }
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "Kept({})", self.disk.path().display())
    }
}
