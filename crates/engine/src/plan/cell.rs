//! The calibrated reading of one test in one world: green counts if it can turn red, red if it can turn green.

use super::{Answer, Inquiry};
use crate::{
    domain::{Alteration, Ask, BodyEdit, Cell, Reading, TestNo, Trial, Why, World},
    lang,
};

impl Inquiry<'_> {
    /// What the test reads in the world: as one of a family, where that is as good, else on its own.
    pub fn cell(&self, test: TestNo, world: World) -> Answer<Cell> {
        match self.in_family(test, world)? {
            Some(cell) => Ok(cell),
            None => self.cell_alone(test, world),
        }
    }

    /// What the test reads in the world when it is asked on its own.
    pub(crate) fn cell_alone(&self, test: TestNo, world: World) -> Answer<Cell> {
        let Some(site) = self.test(test).site(world.tests) else { return Ok(Cell::Absent) };
        if site.disabled.is_some() {
            return Ok(Cell::Disabled);
        }
        if self.file_cannot_load(test, world)? {
            return Ok(Cell::NotRunnable);
        }
        self.calibrated(test, &self.arm(test, world)?)
    }

    /// The trial that asks the test in the world: in the company it cannot be parted from, unless that is what is red.
    pub(crate) fn arm(&self, test: TestNo, world: World) -> Answer<Trial> {
        let plain = Trial::arm(world, Ask::Test(test));
        if self.reading(&plain)? != Reading::Red
            || self.reading(&plain.with(self.calm(test, world)))? == Reading::Green
        {
            return Ok(plain);
        }
        let alterations = self.company(test, world.tests).into_iter().map(pass_at_once).collect();
        Ok(Trial { alterations, ..plain })
    }

    fn calibrated(&self, test: TestNo, arm: &Trial) -> Answer<Cell> {
        match self.reading(arm)? {
            Reading::Green => self.green(test, arm),
            Reading::Red => self.red(test, arm),
            Reading::NoAnswer(Why::TimedOut) => Ok(Cell::Timeout),
            Reading::NoAnswer(Why::NotThere) => Ok(Cell::NotRunnable),
            Reading::NoAnswer(why) => Ok(Cell::NoAnswer(why)),
        }
    }

    /// A green counts only if a failure at the end of the body turns it red.
    fn green(&self, test: TestNo, arm: &Trial) -> Answer<Cell> {
        match self.reading(&arm.with(Alteration::Body(test, BodyEdit::FailAtEnd)))? {
            Reading::Red => Ok(Cell::Pass),
            Reading::Green => Ok(Cell::NoAnswer(self.why_not_red(test, arm)?)),
            Reading::NoAnswer(Why::NotThere) => Ok(Cell::NotRunnable),
            Reading::NoAnswer(why) => Ok(Cell::NoAnswer(why)),
        }
    }

    /// Which of the three ways a failure at the end was lost: ending the process is not swallowed by marks of
    /// expected failure, and ending it first is not missed by a body that never gets to its end.
    fn why_not_red(&self, test: TestNo, arm: &Trial) -> Answer<Why> {
        if self.reading(&arm.with(Alteration::Body(test, BodyEdit::ExitAtEnd)))? != Reading::Green {
            return Ok(Why::Swallowed);
        }
        let entered = self.reading(&arm.with(Alteration::Body(test, BodyEdit::ExitAtOnce)))?;
        Ok(if entered == Reading::Green { Why::NeverEntered } else { Why::NeverEnds })
    }

    /// A red counts only if a body that passes at once turns it green.
    fn red(&self, test: TestNo, arm: &Trial) -> Answer<Cell> {
        Ok(match self.reading(&arm.with(self.calm(test, arm.world)))? {
            Reading::Green => Cell::Fail,
            Reading::Red | Reading::NoAnswer(Why::NotThere) => Cell::NotRunnable,
            Reading::NoAnswer(why) => Cell::NoAnswer(why),
        })
    }

    /// The test passing at once. Where a body that does not fit the code keeps its file from running, it stays in place:
    /// a red that is the compiler's must not turn green by taking out what does not compile.
    fn calm(&self, test: TestNo, world: World) -> Alteration {
        let site = self.test(test).site(world.tests);
        let compiled = site.and_then(|site| lang::of(&site.file)).is_some_and(|language| language.compiled);
        Alteration::Body(test, if compiled { BodyEdit::LeaveAtOnce } else { BodyEdit::PassAtOnce })
    }
}

pub(crate) fn pass_at_once(test: TestNo) -> Alteration {
    Alteration::Body(test, BodyEdit::PassAtOnce)
}
