//! What there is to hollow in a change.

use super::Sources;
use crate::{
    alter::{self, Hollowed},
    domain::{Change, ChangedFile, Hollowing, Role, Side},
};

/// How much of what is left in place is told.
const TOLD: usize = 3;

/// What hollowing the change's code comes to.
pub(super) fn of(change: &Change, sources: &dyn Sources) -> Hollowing {
    let mut hollowing = Hollowing::default();
    for file in change.files.iter().filter(|file| file.roles.contains(&Role::Code)) {
        match hollowed(sources, file) {
            Some(hollow) => {
                hollowing.functions += hollow.functions;
                hollowing.left.extend(hollow.left);
            }
            None => hollowing.left.push(format!("`{}`", file.path)),
        }
    }
    hollowing.left.truncate(TOLD);
    hollowing
}

/// The head's version of a changed file of code, made hollow; `None` where it is gone or cannot be read.
pub fn hollowed(sources: &dyn Sources, file: &ChangedFile) -> Option<Hollowed> {
    let was = file.was.as_ref().unwrap_or(&file.path);
    let base = sources.content(Side::Base, was).filter(|_| file.in_base);
    let head = sources.content(Side::Head, &file.path).filter(|_| file.in_head)?;
    alter::hollow(&file.path, head.text()?, base.as_ref().and_then(|base| base.text()))
}
