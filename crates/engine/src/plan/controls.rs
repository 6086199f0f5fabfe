//! What an accusation must survive besides its calibration (I11): the rollback control and repetition.

use super::{Answer, Inquiry, all};
use crate::{
    domain::{
        Alteration, Ask, BodyEdit, Exit, Observation, Reading, RepoPath, Role, Suite, SuiteNo, TestNo, Trial,
        Why, World,
    },
    runner::{self, PREBUILT, prebuilt_for},
};

impl Inquiry<'_> {
    /// Repeats the test's arm in the world as often as the policy says. `Some(Unstable)` if any reading differs.
    pub(crate) fn unstable(&self, test: TestNo, world: World) -> Answer<Option<Why>> {
        let arm = self.arm(test, world)?;
        let first = self.reading(&arm)?;
        let again = (1..self.case.policy.repetitions).map(|attempt| self.reading(&arm.again(attempt)));
        let differs = all(again)?.into_iter().any(|reading| reading != first);
        Ok(differs.then_some(Why::Unstable))
    }

    /// How often the test failed in the world, of how many times it was asked there, if that was more than once.
    pub fn failures(&self, test: TestNo, world: World) -> Option<(usize, usize)> {
        let arm = self.arm(test, world).ok()?;
        let asked =
            (0..self.case.policy.repetitions).filter_map(|attempt| self.seen.get(&arm.again(attempt)));
        let readings: Vec<Reading> = asked.map(|one| one.exit.reading()).collect();
        let failures = readings.iter().filter(|reading| **reading != Reading::Green).count();
        (readings.len() > 1).then_some((failures, readings.len()))
    }

    /// Whether the test, green in the world, turns red there when the changed sources are garbage.
    /// `None` if it does; else why the rollback is not proven by it.
    pub(crate) fn ignores_garbage(&self, test: TestNo, world: World) -> Answer<Option<Why>> {
        Ok(match self.reading(&self.arm(test, world)?.with(Alteration::BreakSource))? {
            Reading::Red => None,
            Reading::Green => Some(Why::NeverLoadsChange),
            Reading::NoAnswer(Why::NotThere) => Some(Why::RollbackUnproven),
            Reading::NoAnswer(why) => Some(why),
        })
    }

    /// Whether a watched source file was read while the suite ran in the earned world; `None` if nobody could tell.
    pub fn read_the_change_earned(&self, suite: SuiteNo) -> Option<bool> {
        let asked =
            |one: &&Observation| one.trial.world == World::EARNED && one.trial.ask == Ask::Suite(suite);
        let answers: Vec<bool> = self.seen.iter().filter(asked).filter_map(|one| one.read).collect();
        (!answers.is_empty()).then(|| answers.contains(&true))
    }

    /// Whether the test, said to be disabled by its text or by its own readings, turns its suite red after all when it
    /// fails in the claimed world: then its text was misread, or it is selected by another name.
    pub(crate) fn is_alive(&self, test: TestNo) -> Answer<bool> {
        if self.test(test).head.is_none() {
            return Ok(false);
        }
        let suite = Trial::arm(World::CLAIMED, Ask::Suite(self.test(test).suite));
        Ok(self.reading(&suite.with(Alteration::Body(test, BodyEdit::FailAtEnd)))? != Reading::Green)
    }

    /// Whether the test's runner may run what was built from changed sources before. Garbage in others of the changed
    /// files shows nothing about these.
    pub(crate) fn is_built_ahead(&self, test: TestNo) -> bool {
        let test = self.test(test);
        let suite = &self.case.suites[test.suite.0];
        let (Some(runner), Some(site)) = (runner::named(&suite.runner), test.shown()) else { return false };
        let is_built = |path: &RepoPath| runner.built_ahead.contains(&path.extension().as_str());
        let mut code = self.case.change.files.iter().filter(|file| file.roles.contains(&Role::Code));
        let prebuilt = prebuilt(suite);
        let elsewhere = |path: &RepoPath| {
            prebuilt.iter().any(|folder| path.is_within(folder) && !site.file.is_within(folder))
        };
        suite.facts.contains_key(&prebuilt_for(&site.file)) && self.case.change.touches(Role::Code)
            || code.any(|file| is_built(&file.path) && !is_built(&site.file) || elsewhere(&file.path))
    }

    /// Whether a watched source file was read while the trial ran, where that is known: the control where garbage tells
    /// nothing, since the test is red anyway.
    pub(crate) fn reads_the_change(&self, trial: &Trial) -> Option<bool> {
        self.seen.get(trial).filter(|one| matches!(one.exit, Exit::Code(_)))?.read
    }
}

/// The touched packages that others than their own tests load only as they were built.
fn prebuilt(suite: &Suite) -> Vec<RepoPath> {
    let folders = suite.facts.get(PREBUILT).and_then(|json| serde_json::from_str(json).ok());
    folders.unwrap_or_default()
}
