//! One exhibit, judged as `verify` does it.

use super::needs::Needs;
use crate::{
    args::{GlobalArgs, MuseumArgs, VerifyArgs},
    command::{stage, verify},
    error::CliError,
    term::interrupt::Ear,
};
use counterproof_engine::report::{
    text,
    wire::{self, Verdict},
};
use counterproof_museum::{Exhibit, Expected, Page, Place};
use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZero,
};

/// What was found for an exhibit, or what its page says must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) verdict: Verdict,
    pub(super) exit: u8,
    /// Who was asked about them.
    pub(super) runners: BTreeSet<String>,
    pub(super) tests: BTreeMap<String, Expected>,
}

impl Found {
    /// What the page says.
    pub(super) fn told(page: &Page) -> Self {
        let runners = page.tests.iter().take(1).map(|_| page.runner.clone()).collect();
        Self { verdict: page.verdict, exit: page.exit, runners, tests: page.tests.clone() }
    }

    fn of(done: &verify::Done) -> Self {
        let wire = wire::wire(&done.report, &done.run);
        let words = |test: &wire::Test| Expected::of(test.verdict, test.treatment);
        Self {
            verdict: wire.verdict,
            exit: wire.exit_code,
            runners: wire.tests.iter().map(|test| test.runner.clone()).collect(),
            tests: wire.tests.iter().map(|test| (test.id.clone(), words(test))).collect(),
        }
    }
}

/// How an exhibit came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// As its page says.
    AsTold,
    /// Not so.
    Differs(Found),
    /// Not judged: this does not run here.
    Missing(String),
    /// Not judged to its end.
    Interrupted,
}

/// An exhibit and how it came out.
pub(super) struct Judged<'a> {
    pub(super) exhibit: &'a Exhibit,
    pub(super) outcome: Outcome,
    /// The report of the last run.
    pub(super) report: String,
}

/// Where exhibits are set up: a temporary folder, and what their runners need.
pub(super) struct Studio<'a> {
    folder: tempfile::TempDir,
    needs: Needs,
    ear: Ear,
    args: &'a MuseumArgs,
    global: &'a GlobalArgs,
}

impl<'a> Studio<'a> {
    pub(super) fn open(args: &'a MuseumArgs, global: &'a GlobalArgs) -> Result<Self, CliError> {
        let folder = tempfile::Builder::new().prefix("counterproof-museum-").tempdir()?;
        let needs = Needs::new(&args.packages, folder.path());
        Ok(Self { folder, needs, ear: Ear::open()?, args, global })
    }

    /// Judges it as often as was asked; the first run that differs ends it.
    pub(super) fn judge<'e>(&self, exhibit: &'e Exhibit) -> Result<Judged<'e>, CliError> {
        let mut judged = Judged { exhibit, outcome: Outcome::AsTold, report: String::new() };
        if let Some(missing) = self.needs.missing(&exhibit.page.runner)? {
            return Ok(Judged { outcome: Outcome::Missing(missing), ..judged });
        }
        for time in 0..self.args.repeat.map_or(1, NonZero::get) {
            (judged.outcome, judged.report) = self.once(exhibit, time)?;
            if judged.outcome != Outcome::AsTold {
                break;
            }
        }
        Ok(judged)
    }

    fn once(&self, exhibit: &Exhibit, time: usize) -> Result<(Outcome, String), CliError> {
        let repository = self.folder.path().join(format!("{}-{time}", exhibit.name));
        stage::set(&repository, &exhibit.page.side(Place::Base), &exhibit.page.side(Place::Head))?;
        self.needs.lay_in(&exhibit.page.runner, &repository)?;
        let mut options = VerifyArgs::default();
        options.backend.clone_from(&self.args.backend);
        let done = verify::watched_until(&repository, &options, self.global, &self.ear.cord()?)?;
        let report = text::text(&done.report, &done.run, verify::style(self.global));
        let found = Found::of(&done);
        Ok(match found == Found::told(&exhibit.page) {
            _ if done.interrupted => (Outcome::Interrupted, report),
            true => (Outcome::AsTold, report),
            false => (Outcome::Differs(found), report),
        })
    }
}
