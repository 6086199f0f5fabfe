//! `counterproof snapshot`: the state before somebody changes it, kept where they do not look.

use crate::{
    args::{SnapshotAction, SnapshotArgs},
    error::CliError,
    term,
};
use counterproof_engine::change::{
    Repository,
    snapshot::{self, Snapshot, Which},
};
use std::path::Path;

/// Runs the command; the exit status.
pub(super) fn run(asked: &SnapshotArgs) -> Result<u8, CliError> {
    let repository = Repository::discover(Path::new("."))?;
    let page = match &asked.action {
        None => taken(&snapshot::take(&repository, asked.note.as_deref().unwrap_or_default())?),
        Some(SnapshotAction::List) => list(&snapshot::list(&repository)?),
        Some(SnapshotAction::Drop { id, .. }) => {
            let which = id.as_ref().map_or(Which::All, |id| Which::One(id.clone()));
            dropped(&snapshot::drop(&repository, &which)?)
        }
    };
    term::out(&page)?;
    Ok(0)
}

fn taken(one: &Snapshot) -> String {
    format!("{}\nThe next `counterproof` compares the working tree with this.\n", line(one))
}

/// The latest first.
fn list(all: &[Snapshot]) -> String {
    if all.is_empty() {
        return "no snapshot; `counterproof snapshot` records one\n".to_owned();
    }
    all.iter().rev().map(|one| line(one) + "\n").collect()
}

fn dropped(all: &[Snapshot]) -> String {
    if all.is_empty() {
        return "no snapshot to drop\n".to_owned();
    }
    all.iter().map(|one| format!("dropped {}\n", line(one))).collect()
}

/// Its name, and what was noted with it, on one line.
fn line(one: &Snapshot) -> String {
    let note = term::printable_lines(&one.note).replace('\n', " ");
    let place = if one.worktree.is_empty() { String::new() } else { format!("  ({})", one.worktree) };
    format!("{}{place}  {note}", one.id).trim_end().to_owned()
}
