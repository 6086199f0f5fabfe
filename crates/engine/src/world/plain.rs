//! The plain backend: a copied tree with no guard, for systems that have nothing better. The rollback control alone tells
//! whether a test reached into the original.

use super::{
    Isolation, Place,
    choose::{Opened, try_out},
    copy::Copied,
};

/// The plain backend.
pub(super) fn open(place: &Place, _: Isolation) -> Opened {
    let at = |place| Box::new(Copied { place, guarded: false });
    try_out(&place.scratch, |place| at(place), false)?;
    Ok(at(place.clone()))
}
