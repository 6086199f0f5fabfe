//! `counterproof replay`: judges a recorded run again, from its journal alone.

use super::verify::{Done, show};
use crate::{
    args::{GlobalArgs, OutputArgs},
    error::CliError,
};

/// The seam to the engine: reads a run's journal and judges what was seen.
fn judge_again(_run: &str) -> Result<Done, CliError> {
    Err(CliError::bug("replay is not wired to the engine yet"))
}

/// Runs the command; the exit status.
pub(super) fn run(run: &str, output: &OutputArgs, global: &GlobalArgs) -> Result<u8, CliError> {
    let done = judge_again(run)?;
    show(&done, output, global)?;
    Ok(done.status())
}
