//! Is a new or changed test evidence for the change?

use super::{Answer, Inquiry};
use crate::{
    domain::{Cell, Role, Side, TestNo, TestVerdict, Touched, Why, World},
    judge::tables,
};

impl Inquiry<'_> {
    /// The verdict on the test as evidence; `None` if it makes no such claim: it is neither new nor changed, it is
    /// disabled, or the change touches no code that it could be an alibi for.
    pub fn evidence(&self, test: TestNo) -> Answer<Option<TestVerdict>> {
        if !self.claims_evidence(test) {
            return Ok(None);
        }
        let claimed = self.cell(test, World::CLAIMED)?;
        if claimed != Cell::Pass {
            return Ok(Some(tables::evidence(&claimed, &Cell::NotAsked, false)));
        }
        let before = self.cell(test, World::EVIDENCE)?;
        let foreign = self.test(test).head.as_ref().is_some_and(|site| !site.foreign.is_empty());
        let verdict = tables::evidence(&claimed, &before, foreign);
        match verdict {
            TestVerdict::NoAlibi => self.accuse(test).map(Some),
            TestVerdict::Provisional => self.without_the_new(test).map(Some),
            other => Ok(Some(other)),
        }
    }

    /// What a test that cannot be asked of the base code is worth, from what it reads where the new code does nothing. A
    /// pass accuses only where nothing of the change was left in place, and like every accusation survives its controls:
    /// else the test stays provisional.
    fn without_the_new(&self, test: TestNo) -> Answer<TestVerdict> {
        let hollowing = &self.case.hollowing;
        if hollowing.functions == 0 {
            return Ok(TestVerdict::Provisional);
        }
        match self.cell(test, World::HOLLOW)? {
            Cell::Fail => Ok(TestVerdict::Alibi),
            Cell::Pass if hollowing.left.is_empty() && self.doubt(test, World::HOLLOW)?.is_none() => {
                Ok(self.without_alibi(test))
            }
            _ => Ok(TestVerdict::Provisional),
        }
    }

    fn claims_evidence(&self, test: TestNo) -> bool {
        let test = self.test(test);
        let active = test.site(Side::Head).is_some_and(|site| site.disabled.is_none());
        matches!(test.touched, Touched::Added | Touched::Edited)
            && active
            && self.case.change.touches(Role::Code)
    }

    /// "No alibi", or "characterization" where it is marked so, if it survives its controls; else why it does not.
    fn accuse(&self, test: TestNo) -> Answer<TestVerdict> {
        let doubt = self.doubt(test, World::EVIDENCE)?;
        Ok(doubt.map_or_else(|| self.without_alibi(test), TestVerdict::Unanswered))
    }

    fn without_alibi(&self, test: TestNo) -> TestVerdict {
        let is_marked = self.test(test).head.as_ref().is_some_and(|site| site.characterization);
        if is_marked { TestVerdict::Characterization } else { TestVerdict::NoAlibi }
    }

    /// What stands against holding the test's pass in the world against it.
    fn doubt(&self, test: TestNo, world: World) -> Answer<Option<Why>> {
        Ok(match self.ignores_garbage(test, world)? {
            Some(why) => Some(why),
            None if self.is_built_ahead(test) => Some(Why::BuiltAhead),
            // Whoever is accused is asked alone.
            None if self.cell_alone(test, World::CLAIMED)? != Cell::Pass => Some(Why::Unstable),
            None => self.unstable(test, world)?,
        })
    }
}
