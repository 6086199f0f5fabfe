//! Does the green hang on something that is no part of what the base has?

use super::{Answer, Inquiry, SuiteAnswer};
use crate::domain::{Alteration, Ask, ChangedFile, Reading, SuiteNo, Support, Trial, World};

impl Inquiry<'_> {
    /// Whether the suite, green as it was claimed, is not without the support; false where there is none of it.
    pub fn hangs_on(&self, suite: SuiteNo, support: Support) -> Answer<bool> {
        if !self.has(support) || self.claimed(suite)? != SuiteAnswer::Green {
            return Ok(false);
        }
        let arm = Trial::arm(World::CLAIMED, Ask::Suite(suite));
        Ok(self.reading(&arm.with(Alteration::Without(support)))? != Reading::Green)
    }

    fn has(&self, support: Support) -> bool {
        match support {
            Support::Ignored => !self.case.ignored.is_empty(),
            Support::Harness => self.case.change.files.iter().any(ChangedFile::is_harness),
        }
    }
}
