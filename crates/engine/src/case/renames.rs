//! What the change renamed.

use super::Sources;
use crate::{
    alter,
    domain::{Change, Rename, Role, Side},
};

/// The renames in changed files of code.
pub(super) fn of(change: &Change, sources: &dyn Sources) -> Vec<Rename> {
    let mut renames = Vec::new();
    let both =
        change.files.iter().filter(|file| file.roles.contains(&Role::Code) && file.in_base && file.in_head);
    for file in both {
        let base = sources.content(Side::Base, file.was.as_ref().unwrap_or(&file.path));
        let head = sources.content(Side::Head, &file.path);
        let texts =
            base.as_ref().and_then(|base| base.text()).zip(head.as_ref().and_then(|head| head.text()));
        renames.extend(texts.map(|(base, head)| alter::renames(&file.path, base, head)).unwrap_or_default());
    }
    renames
}
