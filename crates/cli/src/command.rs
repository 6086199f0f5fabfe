//! One file per command.

mod demo;
mod doctor;
mod explain;
mod generate;
mod museum;
mod replay;
mod signoff;
mod snapshot;
mod stage;
mod verify;

use crate::{
    args::{Args, Command},
    error::CliError,
    term,
};

/// Does what was asked; the exit status.
pub(crate) fn run(args: &Args) -> Result<u8, CliError> {
    let global = &args.global;
    term::trace::install(global.verbosity());
    if let Some(folder) = &global.directory {
        let failed = |error| CliError::usage(format!("cannot start in {}: {error}", folder.display()));
        std::env::set_current_dir(folder).map_err(failed)?;
    }
    match &args.command {
        None => verify::run(&args.verify, global),
        Some(Command::Verify(asked)) => verify::run(asked, global),
        Some(Command::Snapshot(asked)) => snapshot::run(asked),
        Some(Command::Explain { word }) => explain::run(word.as_deref(), global),
        Some(Command::Doctor) => doctor::run(),
        Some(Command::Replay { run, output }) => replay::run(run, output, global),
        Some(Command::Demo) => demo::run(global),
        Some(Command::Signoff(asked)) => signoff::run(asked),
        Some(Command::Museum(asked)) => museum::run(asked, global),
        Some(Command::Completions { shell }) => generate::completions(*shell),
        Some(Command::Man) => generate::man(),
        Some(Command::Schema) => generate::schema(),
    }
}
