//! `counterproof snapshot`: the state before somebody changes it, kept where they do not look.

use crate::{args::SnapshotArgs, error::CliError};

/// Runs the command; the exit status.
pub(super) fn run(_asked: &SnapshotArgs) -> Result<u8, CliError> {
    Err(CliError::bug("snapshot is not wired to the engine yet"))
}
