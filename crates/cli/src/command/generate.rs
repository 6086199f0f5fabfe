//! What is generated from the code: completions, the manual page, the JSON schema.

use crate::{args::Args, error::CliError, term};
use clap::CommandFactory;
use counterproof_engine::report::json;

/// Completions for a shell.
pub(super) fn completions(shell: clap_complete::Shell) -> Result<u8, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "counterproof", &mut script);
    term::out(&String::from_utf8_lossy(&script))?;
    Ok(0)
}

/// The manual page.
pub(super) fn man() -> Result<u8, CliError> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Args::command()).render(&mut page)?;
    term::out(&String::from_utf8_lossy(&page))?;
    Ok(0)
}

/// The JSON schema of reports.
pub(super) fn schema() -> Result<u8, CliError> {
    term::out(&json::schema())?;
    Ok(0)
}
