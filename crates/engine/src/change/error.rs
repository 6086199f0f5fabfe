//! What goes wrong while a change is read, each with what to do about it.

use crate::domain::RepoPath;
use std::{io, path::PathBuf};

/// Why a change could not be read. Every message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// There is no git program.
    #[error("git was not found: install git, or put it on the PATH")]
    NoGit,
    /// Neither the folder nor one above it is a git repository.
    #[error("{} is not in a git repository: go into one, or start one with `git init`", .0.display())]
    NotARepository(PathBuf),
    /// The repository has no files to run tests on.
    #[error("{} has no working tree (a bare repository, or the inside of `.git`): go into a checkout", .0.display())]
    NoWorkTree(PathBuf),
    /// Git does not trust the repository, since somebody else owns it.
    #[error(
        "{} belongs to another user, and git refuses it: if you trust it, run \
         `git config --global --add safe.directory '{}'`",
        .0.display(), .0.display()
    )]
    ForeignOwner(PathBuf),
    /// Nothing was ever committed, so that there is no state before the change.
    #[error(
        "this repository has no commit yet, so there is nothing to compare with: commit the state before the change, \
         or record it with `counterproof snapshot`"
    )]
    NoCommit,
    /// A merge, rebase or cherry-pick stopped half way.
    #[error("a merge is unresolved in {}: resolve it and `git add` the files, or abort it", files(.0))]
    Unmerged(Vec<RepoPath>),
    /// What is needed lies beyond the cut of a shallow clone.
    #[error(
        "{0} is not in this clone, whose history is cut off (shallow): run `git fetch --unshallow origin`, \
         or in CI check out the full history (`fetch-depth: 0`)"
    )]
    Shallow(String),
    /// A name that git does not know.
    #[error("`{0}` names no commit here: check its spelling, or fetch it (`git fetch origin`)")]
    UnknownRevision(String),
    /// Two histories that never met.
    #[error("`{0}` and `{1}` have no commit in common: choose another base with `--base`")]
    Unrelated(String, String),
    /// A snapshot that is not there.
    #[error("there is no snapshot `{0}`: `counterproof snapshot list` shows them")]
    UnknownSnapshot(String),
    /// Something is not in the object store, as in a partial clone. We never go to the network for it.
    #[error(
        "git has not got all it needs here ({0}): if this is a partial clone, run `git fetch --refetch --no-filter`; \
         if not, `git fsck` tells what is damaged"
    )]
    MissingObject(String),
    /// A file that is too large to be compared.
    #[error("{path} is larger than {} MiB: take it out of the change", limit >> 20)]
    TooLarge {
        /// The file.
        path: RepoPath,
        /// The most that is read, in bytes.
        limit: u64,
    },
    /// Git failed in a way that has no name here.
    #[error("`git {command}` failed: {message}")]
    Git {
        /// Its arguments.
        command: String,
        /// What it said.
        message: String,
    },
    /// The disk failed.
    #[error("could not {what}: {source}")]
    Io {
        /// What was tried.
        what: String,
        /// What the system said.
        source: io::Error,
    },
}

impl ChangeError {
    /// For `map_err`: what was being done when the disk failed.
    pub(super) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }

    /// What git's failure means.
    pub(super) fn from_git(command: String, stderr: &[u8]) -> Self {
        let message = String::from_utf8_lossy(stderr).trim().to_owned();
        let says = |text: &str| message.contains(text);
        if says("promisor") || says("lazy fetching") || says("transport '") {
            return Self::MissingObject(last_line(&message).to_owned());
        }
        Self::Git { command, message }
    }
}

fn last_line(message: &str) -> &str {
    message.lines().next_back().unwrap_or(message)
}

/// The first files by name, the rest by number.
fn files(paths: &[RepoPath]) -> String {
    const SHOWN: usize = 3;
    let mut text = paths.iter().take(SHOWN).map(RepoPath::to_string).collect::<Vec<_>>().join(", ");
    if paths.len() > SHOWN {
        text.push_str(&format!(" and {} more", paths.len() - SHOWN));
    }
    text
}
