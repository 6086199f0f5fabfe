//! Where tests stand or fall together: files that do not load, packages that compile as one.

use super::{Answer, Inquiry, cell::pass_at_once};
use crate::{
    domain::{Ask, Reading, RepoPath, Side, Site, SuiteNo, Test, TestNo, Touched, Trial, World},
    runner::{self, Command, Question},
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
        Ok(self.reading(&self.all_passing(test, world))? == Reading::Red)
    }

    /// The test's file with every test in it made to pass.
    pub(crate) fn all_passing(&self, test: TestNo, world: World) -> Trial {
        let file = self.test(test).site(world.tests).map(|site| site.file.clone()).unwrap_or_default();
        let passing = self.active_in(&file, world.tests).into_iter().map(pass_at_once).collect();
        Trial { alterations: passing, ..Trial::arm(world, Ask::File(self.test(test).suite, file)) }
    }

    /// Whether the test's runner compiles a package's tests as one.
    pub(crate) fn compiles_together(&self, test: TestNo) -> bool {
        let suite = &self.case.suites[self.test(test).suite.0];
        runner::named(&suite.runner).is_some_and(|runner| runner.compiles_together)
    }

    /// The other tests that may decide for this one on that side: those that are compiled with it and were touched (in
    /// some world they may not compile), or those that whatever selects it selects too.
    pub(crate) fn company(&self, test: TestNo, side: Side) -> Vec<TestNo> {
        let Some(site) = self.test(test).site(side) else { return Vec::new() };
        let (suite, together) = (self.test(test).suite, self.compiles_together(test));
        let mine = self.command(suite, site, side);
        let joins = |entry: &Test, other: &Site| {
            if other.is_inside(site) || site.is_inside(other) {
                return false;
            }
            let is_selected = || site.dynamic || self.command(suite, other, side) == mine;
            if together {
                entry.touched != Touched::Untouched
            } else {
                other.file == site.file && is_selected()
            }
        };
        let others = self.tests().filter(|(number, entry)| {
            let active = entry.site(side).filter(|other| other.disabled.is_none());
            *number != test && entry.suite == suite && active.is_some_and(|other| joins(entry, other))
        });
        others.map(|(number, _)| number).collect()
    }

    fn command(&self, suite: SuiteNo, site: &Site, side: Side) -> Option<Command> {
        let suite = &self.case.suites[suite.0];
        Some((runner::named(&suite.runner)?.command)(suite, side, &Question::Test(site)))
    }

    /// Whether the company that was taken out of the test's arm in the world is out of the question: the same version of
    /// the test does without it on the other code. What is compiled with it does not run with it.
    pub(crate) fn needs_no_company(&self, test: TestNo, world: World) -> Answer<bool> {
        let arm = self.arm(test, world)?;
        if arm.alterations.is_empty() || self.compiles_together(test) {
            return Ok(true);
        }
        Ok(self.reading(&Trial { world: world.on_other_code(), ..arm })? == Reading::Green)
    }

    /// The touched tests among them.
    pub(crate) fn touched_in(&self, file: &RepoPath, side: Side) -> Vec<TestNo> {
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
