//! The heart: what must still be known, the trials that tell, what it means.

use crate::{
    domain::{Case, Observation, Report, Seen, Trial},
    judge, plan,
};
use std::collections::BTreeSet;

/// Whatever runs trials: the real one with its worlds, or a model in a test.
pub trait Lab {
    /// Brings at least one observation of the trials that are wanted; the others may go on meanwhile.
    ///
    /// # Errors
    /// Only where nothing can go on: a failed experiment is an observation, never an error (I4).
    fn run(&mut self, wanted: &BTreeSet<Trial>) -> Result<Vec<Observation>, LabError>;
}

/// Why an investigation stopped before its end.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum LabError {
    /// The user stopped it.
    #[error("interrupted")]
    Interrupted,
    /// Worlds are raised in another way from now on: what was seen before does not count.
    #[error("the worlds have moved")]
    Moved,
}

/// Asks until nothing that matters is open, then judges.
///
/// # Errors
/// Those of the lab, with what was seen until then.
pub fn investigate(case: &Case, lab: &mut dyn Lab, mut seen: Seen) -> Result<Report, (LabError, Seen)> {
    loop {
        let wanted = plan::next(case, &seen);
        if wanted.is_empty() {
            return Ok(judge::judge(case, &seen));
        }
        match lab.run(&wanted) {
            Ok(observations) => seen.extend(observations),
            Err(LabError::Moved) => seen = Seen::default(),
            Err(error) => return Err((error, seen)),
        }
    }
}
