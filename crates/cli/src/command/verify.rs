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
    change::Wanted,
    domain::{Case, Report},
    lab::{self, label::label},
    report::{RunFacts, Style, renderer, text},
    session::{self, Finished, Request},
    world::Stop,
};
use std::{num::NonZero, path::Path, sync::Arc, time::Duration};

/// What was found.
pub(super) struct Done {
    /// The report.
    pub(super) report: Report,
    /// What it shows of the run.
    pub(super) run: RunFacts,
    /// The run was stopped before its end; the report says what was not asked.
    pub(super) interrupted: bool,
}

impl From<Finished> for Done {
    fn from(finished: Finished) -> Self {
        Self { report: finished.report, run: finished.facts, interrupted: finished.interrupted }
    }
}

impl Done {
    /// The exit status.
    pub(super) fn status(&self) -> u8 {
        if self.interrupted { exit::INTERRUPTED } else { self.report.exit_code }
    }
}

/// How long an interrupt may take from the processes that we started to ourselves.
const HEARING: Duration = Duration::from_millis(200);

/// What the options ask for, in a folder.
pub(super) fn request(folder: &Path, args: &VerifyArgs) -> Request {
    Request {
        folder: folder.to_owned(),
        wanted: Wanted { base: args.base.clone(), head: args.head.clone() },
        jobs: args.jobs.map(NonZero::get),
        backend: args.backend.clone(),
        network: args.network(),
        timeout: args.timeout,
        probes: args.probes.unwrap_or_default(),
        env: args.env.iter().cloned().collect(),
        only: args.only.clone(),
        claims: args.claims.clone(),
    }
}

/// Runs the command; the exit status.
pub(super) fn run(args: &VerifyArgs, global: &GlobalArgs) -> Result<u8, CliError> {
    let done = watched(Path::new("."), args, global)?;
    show(&done, &args.output, global)?;
    Ok(done.status())
}

/// Judges the change in a folder, with progress on stderr and an ear for Ctrl-C.
pub(super) fn watched(folder: &Path, args: &VerifyArgs, global: &GlobalArgs) -> Result<Done, CliError> {
    watched_until(folder, args, global, &term::interrupt::stop_on_interrupt()?)
}

/// The same with an ear that somebody else lends.
pub(super) fn watched_until(
    folder: &Path,
    args: &VerifyArgs,
    global: &GlobalArgs,
    stop: &Arc<Stop>,
) -> Result<Done, CliError> {
    let progress = Arc::new(Progress::new(global.verbosity(), global.color));
    progress.note(Event::Stage("reading the change".into()));
    let screen = progress.clone();
    let done = session::verify(&request(folder, args), stop, move |case, event| {
        screen.note(noted(case, &event));
    });
    progress.end();
    if done.is_err() {
        // Ctrl-C also ends the git that was reading the change for us, maybe before we hear of it.
        stop.sleep(HEARING);
    }
    match done {
        Err(_) if stop.is_pulled() => Err(CliError::interrupted()),
        done => Ok(done?.into()),
    }
}

/// What happens in the lab, as the screen shows it.
fn noted(case: &Case, event: &lab::Event<'_>) -> Event {
    match event {
        lab::Event::Queued(open) => Event::Planned(*open),
        lab::Event::Started(trial) => Event::Started(label(case, trial)),
        lab::Event::Finished(observation) => Event::Finished(label(case, &observation.trial)),
        lab::Event::Moved(backend) => {
            Event::Stage(format!("the claimed world needs another backend: {backend}"))
        }
    }
}

/// How a report looks on stdout.
pub(super) fn style(global: &GlobalArgs) -> Style {
    let colour = term::colours_on_stdout(global.color);
    Style { colour, width: term::width(), verbosity: global.verbosity() }
}

/// Shows a report on stdout and, if asked, in a file.
pub(super) fn show(done: &Done, output: &OutputArgs, global: &GlobalArgs) -> Result<(), CliError> {
    let render = output.format.as_deref().and_then(renderer).map_or(text::text as _, |one| one.render);
    let on_screen = style(global);
    let Some(file) = &output.output else {
        return Ok(term::out(&render(&done.report, &done.run, on_screen))?);
    };
    let in_file_style = Style { colour: global.color == term::Color::Always, ..on_screen };
    let in_file = render(&done.report, &done.run, in_file_style);
    std::fs::write(file, in_file)
        .map_err(|error| CliError::usage(format!("cannot write {}: {error}", file.display())))?;
    Ok(term::out(&text::text(&done.report, &done.run, on_screen))?)
}
