//! Snapshots: the whole state of a working tree (staged, unstaged, untracked) as it lies on disk, kept as a
//! commit under a ref of our own. Index, working tree, branches and stash are not touched, and no later
//! commit, amend, reset or `gc` changes what was recorded. What was staged is not recorded apart from what
//! lies on disk: a staged version that differs from the file is seen by nobody's tests.

use super::{ChangeError, Repository, repository::line};
use crate::domain::Version;
use jiff::Timestamp;

const REFS: &str = "refs/counterproof/snapshots/";
/// The message of a snapshot's commit: title, note, trailer.
const TITLE: &str = "counterproof snapshot\n\n";
const TRAILER: &str = "\n\nWorktree: ";

/// A recorded state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Its name: the time it was taken, in UTC, and the beginning of its commit. Sorts by time.
    pub id: String,
    /// The commit that keeps it. Its parent is what was checked out.
    pub commit: String,
    /// The tree that holds the state.
    pub tree: String,
    /// When it was taken, in seconds since 1970.
    pub taken: i64,
    /// What the user said about it.
    pub note: String,
    /// The working tree it is of: empty for the main one, `worktrees/NAME` for a linked one.
    pub worktree: String,
}

impl Snapshot {
    /// The snapshot as a version.
    pub fn version(&self) -> Version {
        let taken = Timestamp::from_second(self.taken).unwrap_or_default();
        let label = format!("snapshot {}", taken.strftime("%Y-%m-%d %H:%M:%S UTC"));
        Version { label, tree: self.tree.clone(), commit: Some(self.commit.clone()) }
    }
}

/// Records the state of the working tree.
///
/// # Errors
/// A merge is unresolved, a file cannot be read, or the object store cannot be written.
pub fn take(repository: &Repository, note: &str) -> Result<Snapshot, ChangeError> {
    let tree = repository.write_work_tree(&repository.durable)?;
    let now = Timestamp::now();
    let worktree = worktree(repository);
    let message = format!("{TITLE}{}{TRAILER}{worktree}\n", note.trim());
    let commit = commit(repository, &tree, &message, now)?;
    let time = now.strftime("%Y%m%dT%H%M%S%3f");
    let id = format!("{time}Z-{}", &commit[..8]);
    repository.durable.read(&[
        "update-ref",
        "-m",
        "counterproof snapshot",
        &format!("{REFS}{id}"),
        &commit,
    ])?;
    Ok(Snapshot { id, commit, tree, taken: now.as_second(), note: note.trim().to_owned(), worktree })
}

fn commit(repository: &Repository, tree: &str, message: &str, now: Timestamp) -> Result<String, ChangeError> {
    let head = repository.head()?;
    let mut args = vec!["commit-tree", "--no-gpg-sign", "-F", "-"];
    if let Some(head) = &head {
        args.extend(["-p", head]);
    }
    args.push(tree);
    let date = format!("@{} +0000", now.as_second());
    let git = repository.durable.variable("GIT_AUTHOR_NAME", "counterproof");
    let git = git.variable("GIT_AUTHOR_EMAIL", "counterproof@localhost").variable("GIT_AUTHOR_DATE", &date);
    let git = git.variable("GIT_COMMITTER_NAME", "counterproof").variable("GIT_COMMITTER_DATE", &date);
    let git = git.variable("GIT_COMMITTER_EMAIL", "counterproof@localhost");
    Ok(line(&git.fed(&args, message.as_bytes())?))
}

/// All snapshots of the repository, of all its working trees, oldest first.
///
/// # Errors
/// The refs cannot be read.
pub fn list(repository: &Repository) -> Result<Vec<Snapshot>, ChangeError> {
    let fields = "%(refname)%00%(objectname)%00%(tree)%00%(committerdate:unix)%00%(contents)%00";
    let listing = repository.git.read(&["for-each-ref", "--format", fields, REFS])?;
    let text = String::from_utf8_lossy(&listing);
    let fields: Vec<&str> = text.split('\0').collect();
    Ok(fields.chunks_exact(5).filter_map(parse).collect())
}

fn parse(fields: &[&str]) -> Option<Snapshot> {
    let [name, commit, tree, taken, message] = fields else { return None };
    let (note, worktree) = message.strip_prefix(TITLE)?.rsplit_once(TRAILER)?;
    Some(Snapshot {
        id: name.trim_start().strip_prefix(REFS)?.to_owned(),
        commit: (*commit).to_owned(),
        tree: (*tree).to_owned(),
        taken: taken.parse().ok()?,
        note: note.to_owned(),
        worktree: worktree.trim_end().to_owned(),
    })
}

/// The last snapshot of this working tree. Those of linked working trees are not its own.
///
/// # Errors
/// The refs cannot be read.
pub fn latest(repository: &Repository) -> Result<Option<Snapshot>, ChangeError> {
    let here = worktree(repository);
    Ok(list(repository)?.into_iter().rfind(|snapshot| snapshot.worktree == here))
}

/// Which snapshots to drop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// All of the repository.
    All,
    /// One, by its id.
    One(String),
}

/// Drops snapshots and returns them. Their objects go when git next collects garbage.
///
/// # Errors
/// There is no snapshot of this id, or the refs cannot be written.
pub fn drop(repository: &Repository, which: &Which) -> Result<Vec<Snapshot>, ChangeError> {
    let mut dropped = list(repository)?;
    if let Which::One(id) = which {
        dropped.retain(|snapshot| snapshot.id == *id);
        if dropped.is_empty() {
            return Err(ChangeError::UnknownSnapshot(id.clone()));
        }
    }
    let orders: String =
        dropped.iter().map(|one| format!("delete {REFS}{} {}\n", one.id, one.commit)).collect();
    repository.durable.fed(&["update-ref", "--stdin"], orders.as_bytes())?;
    Ok(dropped)
}

/// This working tree's name inside the repository, which holds wherever the repository is moved.
fn worktree(repository: &Repository) -> String {
    let name = repository.git_dir().strip_prefix(repository.common_dir());
    name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
