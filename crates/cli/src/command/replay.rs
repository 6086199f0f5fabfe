//! `counterproof replay`: judges a recorded run again, from its journal alone.

use super::verify::{Done, show};
use crate::{
    args::{GlobalArgs, OutputArgs},
    error::CliError,
};
use counterproof_engine::session;
use std::path::Path;

/// Runs the command; the exit status.
pub(super) fn run(run: &str, output: &OutputArgs, global: &GlobalArgs) -> Result<u8, CliError> {
    let done: Done = session::replay(Path::new("."), run)?.into();
    show(&done, output, global)?;
    Ok(done.status())
}
