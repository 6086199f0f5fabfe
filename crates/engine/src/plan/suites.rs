//! Whole suites: one process answers for many tests, and only where it is red are files and tests asked one by one.

use super::{Answer, Inquiry, all, cell::pass_at_once};
use crate::{
    domain::{
        Alteration, Ask, BodyEdit, Cell, Reading, RepoPath, Site, SuiteNo, TestNo, Touched, Treatment, Trial,
        Why, World,
    },
    runner::MISSING,
};
use std::collections::BTreeSet;

/// How many tests are tried as canary before a green suite is said not to be able to turn red.
const CANARIES: usize = 3;

/// Of how many red tests it is told whether they were red before.
const TOLD: usize = 10;

/// What a suite reads in one world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuiteAnswer {
    /// Green, and a failing test turns it red.
    Green,
    /// These tests are not green in it; for the claimed world, these fail.
    Red(Vec<TestNo>),
    /// This side has no test in it that could be asked.
    Empty,
    /// It could not be read.
    NoAnswer(Why),
}

impl Inquiry<'_> {
    /// The suites of the case.
    pub fn suite_numbers(&self) -> impl Iterator<Item = SuiteNo> + use<> {
        (0..self.case.suites.len()).map(SuiteNo)
    }

    /// Is the suite green as it was claimed to be? Where all its tests are disabled nothing can turn it red, but how it
    /// ends still tells whether a conviction stands.
    pub fn claimed(&self, suite: SuiteNo) -> Answer<SuiteAnswer> {
        let arm = Trial::arm(World::CLAIMED, Ask::Suite(suite));
        let answer = self.whole(suite, &arm)?;
        if answer == SuiteAnswer::Empty && !self.case.suites[suite.0].head_files.is_empty() {
            self.reading(&arm)?;
        }
        Ok(answer)
    }

    /// Does the head code satisfy the suite as the base has it? The touched tests are asked on their own; those of
    /// them that are not satisfied are made to pass here, so that one process answers for all the others.
    pub fn earned(&self, suite: SuiteNo) -> Answer<SuiteAnswer> {
        let mine: Vec<TestNo> = self.touched().filter(|test| self.test(*test).suite == suite).collect();
        let world = self.earned_world(&mine)?;
        let cells = all(mine.iter().map(|test| Ok((*test, self.cell(*test, world)?))))?;
        let unsatisfied =
            cells.into_iter().filter(|(_, cell)| !matches!(cell, Cell::Pass | Cell::Absent | Cell::Disabled));
        let mut arm = Trial::arm(world, Ask::Suite(suite));
        arm.alterations = unsatisfied.map(|(test, _)| pass_at_once(test)).collect();
        match self.whole(suite, &arm)? {
            SuiteAnswer::Green => self.ended(suite, &arm),
            other => Ok(other),
        }
    }

    /// The world in which the head code is held against the base's tests: with its old names, if one of these tests is
    /// satisfied by them. Whoever does not miss them finds the same in both.
    fn earned_world(&self, touched: &[TestNo]) -> Answer<World> {
        let treatments =
            all(touched.iter().filter(|_| self.has_old_names()).map(|test| self.treatment(*test)))?;
        let by_shim = treatments.contains(&Some(Treatment::SatisfiedByShim));
        Ok(if by_shim { World::SHIMMED } else { World::EARNED })
    }

    /// The tests that are known to fail in the claimed world. With one of them the verdict is certain.
    pub fn red_when_claimed(&self) -> Vec<TestNo> {
        let red = self.suite_numbers().filter_map(|suite| match self.claimed(suite) {
            Ok(SuiteAnswer::Red(tests)) => Some(tests),
            _ => None,
        });
        red.flatten().collect()
    }

    /// True while a suite is red in the claimed world and it is not yet known which of its tests are: most likely the
    /// verdict is certain soon, so that nothing else is worth asking.
    pub fn claim_in_doubt(&self) -> bool {
        self.suite_numbers().any(|suite| {
            let arm = Trial::arm(World::CLAIMED, Ask::Suite(suite));
            self.reading(&arm) == Ok(Reading::Red) && self.claimed(suite).is_err()
        })
    }

    /// Which of them failed before the change too: asked of the first few only, since it decides nothing.
    pub fn red_before(&self, red: &[TestNo]) -> Answer<Vec<TestNo>> {
        let cells = all(red.iter().take(TOLD).map(|test| Ok((*test, self.cell(*test, World::BEFORE)?))))?;
        Ok(cells.into_iter().filter(|(_, cell)| *cell == Cell::Fail).map(|(test, _)| test).collect())
    }

    /// True if the suite's command ended well in the claimed world, calibrated or not.
    pub fn claimed_ended_well(&self, suite: SuiteNo) -> bool {
        let arm = Trial::arm(World::CLAIMED, Ask::Suite(suite));
        self.case.suites[suite.0].head_files.is_empty() || self.reading(&arm) == Ok(Reading::Green)
    }

    /// The tests there is something to say about: the touched ones, those found unsatisfied in a suite, and those that
    /// fail in the claimed world.
    pub fn questioned(&self) -> BTreeSet<TestNo> {
        let found =
            self.suite_numbers().filter_map(|suite| self.earned(suite).ok()).filter_map(
                |answer| match answer {
                    SuiteAnswer::Red(tests) => Some(tests),
                    _ => None,
                },
            );
        self.touched().chain(found.flatten()).chain(self.red_when_claimed()).collect()
    }

    fn whole(&self, suite: SuiteNo, arm: &Trial) -> Answer<SuiteAnswer> {
        let canaries = self.canaries(suite, arm.world, &arm.alterations);
        if canaries.is_empty() {
            return Ok(SuiteAnswer::Empty);
        }
        match self.reading(arm)? {
            Reading::Green => self.can_turn_red(arm, &canaries),
            Reading::Red => self.narrow(suite, arm),
            Reading::NoAnswer(why) => Ok(SuiteAnswer::NoAnswer(why)),
        }
    }

    fn can_turn_red(&self, arm: &Trial, canaries: &[TestNo]) -> Answer<SuiteAnswer> {
        for canary in canaries.iter().take(CANARIES) {
            if self.reading(&arm.with(Alteration::Body(*canary, BodyEdit::FailAtEnd)))? == Reading::Red {
                return Ok(SuiteAnswer::Green);
            }
        }
        Ok(SuiteAnswer::NoAnswer(Why::Swallowed))
    }

    /// The tests whose failure is to turn the suite red, the most trustworthy first: untouched ones with static names.
    pub(crate) fn canaries(&self, suite: SuiteNo, world: World, stubs: &BTreeSet<Alteration>) -> Vec<TestNo> {
        let stubbed: Vec<&Site> = self
            .tests()
            .filter(|(number, _)| stubs.contains(&pass_at_once(*number)))
            .filter_map(|(_, test)| test.site(world.tests))
            .collect();
        let is_asked = |site: &Site| {
            site.disabled.is_none() && !stubbed.iter().any(|other| site == *other || site.is_inside(other))
        };
        let mut fit: Vec<_> = self
            .tests()
            .filter(|(_, test)| test.suite == suite && test.site(world.tests).is_some_and(is_asked))
            .collect();
        fit.sort_by_key(|(_, test)| {
            (test.site(world.tests).is_some_and(|site| site.dynamic), test.touched != Touched::Untouched)
        });
        fit.into_iter().map(|(number, _)| number).collect()
    }

    /// Which of the suite's files are red on their own, and which of their tests.
    fn narrow(&self, suite: SuiteNo, arm: &Trial) -> Answer<SuiteAnswer> {
        let files = self.case.suites[suite.0].files(arm.world.tests);
        if files.len() > self.case.policy.max_files {
            return Ok(no_answer("the suite is red, and has too many files to ask them one by one"));
        }
        let asked = files.iter().map(|file| {
            let trial = Trial { ask: Ask::File(suite, file.clone()), ..arm.clone() };
            Ok((file, self.reading(&trial)?))
        });
        let readings = all(asked)?;
        let red: Vec<&RepoPath> = readings
            .iter()
            .filter(|(_, reading)| *reading != Reading::Green)
            .map(|(file, _)| *file)
            .collect();
        if red.is_empty() {
            return Ok(no_answer("the suite is red, but none of its files is on its own"));
        }
        self.name_the_red(&red, arm)
    }

    fn name_the_red(&self, files: &[&RepoPath], arm: &Trial) -> Answer<SuiteAnswer> {
        let stubbed = |test: &TestNo| arm.alterations.contains(&pass_at_once(*test));
        let active = |file: &&RepoPath| self.active_in(file, arm.world.tests);
        let tests: Vec<TestNo> = files.iter().flat_map(active).filter(|test| !stubbed(test)).collect();
        if tests.len() > self.case.policy.max_tests {
            return Ok(no_answer(
                "files of the suite are red, and have too many tests to ask them one by one",
            ));
        }
        let cells = all(tests.iter().map(|test| Ok((*test, self.cell(*test, arm.world)?))))?;
        let counts = |cell: &Cell| match arm.world {
            World::CLAIMED => *cell == Cell::Fail,
            _ => *cell != Cell::Pass,
        };
        let red: Vec<TestNo> = cells.iter().filter(|(_, cell)| counts(cell)).map(|(test, _)| *test).collect();
        let first = files.first().map(ToString::to_string).unwrap_or_default();
        Ok(match (red.is_empty(), cells.iter().find(|(_, cell)| *cell != Cell::Pass)) {
            (false, _) => SuiteAnswer::Red(red),
            (true, Some((test, _))) => no_answer(&self.cannot_run(*test)),
            (true, None) => no_answer(&format!("`{first}` is red, but none of its tests is on its own")),
        })
    }

    /// Why a test is red whatever its body does, as far as it is known.
    fn cannot_run(&self, test: TestNo) -> String {
        let test = self.test(test);
        let missing = self.case.suites[test.suite.0].facts.get(MISSING);
        let why = missing.map_or("it is red even with its body taken out", String::as_str);
        format!("`{}` cannot be run: {why} (-vv names the logs)", test.id)
    }

    /// True if the treatment leaves the base test satisfied, or out of account.
    pub fn harmless(treatment: &Treatment) -> bool {
        matches!(treatment, Treatment::Satisfied | Treatment::SatisfiedByShim | Treatment::Void(_))
    }
}

pub(super) fn no_answer(words: &str) -> SuiteAnswer {
    SuiteAnswer::NoAnswer(Why::Other(words.to_owned()))
}
