//! `counterproof verify`: judges a change and shows what was found.
#![allow(clippy::disallowed_methods, reason = "the shell: writes the report to the file that was asked for")]

use crate::{
    args::{GlobalArgs, OutputArgs, VerifyArgs},
    error::CliError,
    exit,
    term::{
        self,
        progress::{Event, Progress},
    },
};
use counterproof_engine::{
    domain::Report,
    report::{RunFacts, Style, renderer, text},
};
use std::{
    path::Path,
    sync::{Arc, atomic::AtomicBool},
};

/// What to judge, and who is to hear of it.
#[expect(dead_code, reason = "the seam is not wired yet")]
pub(super) struct Asked<'a> {
    /// A folder in the repository.
    pub(super) folder: &'a Path,
    /// The options.
    pub(super) args: &'a VerifyArgs,
    /// Set when the run is to stop.
    pub(super) stop: Arc<AtomicBool>,
    /// Hears what happens, from any thread.
    pub(super) note: &'a (dyn Fn(Event) + Sync),
}

/// What was found.
pub(super) struct Done {
    /// The report.
    pub(super) report: Report,
    /// What it shows of the run.
    pub(super) run: RunFacts,
    /// The run was stopped before its end; the report says what was not asked.
    pub(super) interrupted: bool,
}

impl Done {
    /// The exit status.
    pub(super) fn status(&self) -> u8 {
        if self.interrupted { exit::INTERRUPTED } else { self.report.exit_code }
    }
}

/// The seam to the engine: reads the change, runs the trials, judges.
pub(super) fn judge(_asked: &Asked<'_>) -> Result<Done, CliError> {
    Err(CliError::bug("verify is not wired to the engine yet"))
}

/// Runs the command; the exit status.
pub(super) fn run(args: &VerifyArgs, global: &GlobalArgs) -> Result<u8, CliError> {
    let done = watched(Path::new("."), args, global)?;
    show(&done, &args.output, global)?;
    Ok(done.status())
}

/// Judges the change in a folder, with progress on stderr and an ear for Ctrl-C.
pub(super) fn watched(folder: &Path, args: &VerifyArgs, global: &GlobalArgs) -> Result<Done, CliError> {
    let stop = term::interrupt::flag_on_interrupt()?;
    let progress = Progress::new(global.verbosity(), global.color);
    let done = judge(&Asked { folder, args, stop, note: &|event| progress.note(event) });
    progress.end();
    done
}

/// Shows a report on stdout and, if asked, in a file.
pub(super) fn show(done: &Done, output: &OutputArgs, global: &GlobalArgs) -> Result<(), CliError> {
    let render = output.format.as_deref().and_then(renderer).map_or(text::text as _, |one| one.render);
    let style = |colour| Style { colour, width: term::width(), verbosity: global.verbosity() };
    let on_screen = style(term::colours_on_stdout(global.color));
    let Some(file) = &output.output else {
        return Ok(term::out(&render(&done.report, &done.run, on_screen))?);
    };
    let in_file = render(&done.report, &done.run, style(global.color == term::Color::Always));
    std::fs::write(file, in_file)
        .map_err(|error| CliError::usage(format!("cannot write {}: {error}", file.display())))?;
    Ok(term::out(&text::text(&done.report, &done.run, on_screen))?)
}
