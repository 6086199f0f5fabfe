//! Where tests stand or fall together: files that do not load, packages that compile as one.

use super::{Answer, Inquiry, cell::pass_at_once};
use crate::{
    domain::{Ask, Reading, RepoPath, Side, TestNo, Touched, Trial, World},
    runner,
};

/// From how many touched tests on a file is asked whole whether it loads, before each of them is.
const WORTH_ASKING_WHOLE: usize = 4;

impl Inquiry<'_> {
    /// True if no test of the test's file can run in the world: its first touched test cannot, and neither can the
    /// file with every test in it made to pass. Only spares trials: it can take an answer away, never give one.
    pub(crate) fn file_cannot_load(&self, test: TestNo, world: World) -> Answer<bool> {
        let Some(site) = self.test(test).site(world.tests) else { return Ok(false) };
        if self.compiles_together(test) {
            return Ok(false);
        }
        let peers = self.touched_in(&site.file, world.tests);
        let Some(leader) = peers.first().copied().filter(|_| peers.len() >= WORTH_ASKING_WHOLE) else {
            return Ok(false);
        };
        let arm = Trial::arm(world, Ask::Test(leader));
        if self.reading(&arm)? != Reading::Red
            || self.reading(&arm.with(pass_at_once(leader)))? != Reading::Red
        {
            return Ok(false);
        }
        let mut whole = Trial::arm(world, Ask::File(self.test(test).suite, site.file.clone()));
        whole.alterations = self.active_in(&site.file, world.tests).into_iter().map(pass_at_once).collect();
        Ok(self.reading(&whole)? == Reading::Red)
    }

    /// Whether the test's runner compiles a package's tests as one.
    pub(crate) fn compiles_together(&self, test: TestNo) -> bool {
        let suite = &self.case.suites[self.test(test).suite.0];
        runner::named(&suite.runner).is_some_and(|runner| runner.compiles_together)
    }

    /// The trial with the bodies of all other touched tests of the suite taken out, so that those of them that do
    /// not compile in this world do not decide for this one.
    pub(crate) fn without_company(&self, test: TestNo, mut trial: Trial) -> Trial {
        let suite = self.test(test).suite;
        let others = self.tests().filter(|(other, entry)| {
            *other != test
                && entry.suite == suite
                && entry.touched != Touched::Untouched
                && entry.site(trial.world.tests).is_some_and(|site| site.disabled.is_none())
        });
        trial.alterations.extend(others.map(|(other, _)| pass_at_once(other)));
        trial
    }

    fn touched_in(&self, file: &RepoPath, side: Side) -> Vec<TestNo> {
        let mut active = self.active_in(file, side);
        active.retain(|test| self.test(*test).touched != Touched::Untouched);
        active
    }

    /// The tests of a file that are not disabled on that side, in order.
    pub(crate) fn active_in(&self, file: &RepoPath, side: Side) -> Vec<TestNo> {
        let here = self.tests().filter(|(_, test)| {
            test.site(side).is_some_and(|site| site.file == *file && site.disabled.is_none())
        });
        here.map(|(number, _)| number).collect()
    }
}
