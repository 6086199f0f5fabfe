//! The state of the working tree as a git tree, without touching anything of the user's.
#![allow(clippy::disallowed_methods, reason = "copies the index and looks at files of the working tree")]

use super::{
    ChangeError,
    git::Git,
    repository::{Repository, line},
};
use crate::domain::{RepoPath, Version};
use std::{fs::File, io, path::Path};

impl Repository {
    /// What lies on disk now: tracked files and untracked ones that are not ignored. Files that a sparse
    /// checkout leaves out are as in the index; submodules are the commit that is checked out in them; other
    /// repositories inside this one are no part of it.
    ///
    /// # Errors
    /// A merge is unresolved, or a file cannot be read.
    pub fn work_tree(&self) -> Result<Version, ChangeError> {
        let tree = self.write_work_tree(&self.git)?;
        Ok(Version { label: "working tree".into(), tree, commit: None })
    }

    /// The files on disk that git ignores, without those in folders that it ignores whole: these are what tools install
    /// and build.
    ///
    /// # Errors
    /// As [`Repository::work_tree`].
    pub fn ignored(&self) -> Result<Vec<RepoPath>, ChangeError> {
        let args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
        let listing = self.git.at(self.top()).read(&args)?;
        let files = listing.split(|b| *b == 0).filter(|path| !path.is_empty() && !path.ends_with(b"/"));
        Ok(files.map(RepoPath::new).collect())
    }

    /// Changes when the working tree, or what is checked out, does.
    ///
    /// # Errors
    /// As [`Repository::work_tree`].
    pub fn fingerprint(&self) -> Result<String, ChangeError> {
        let head = self.head()?.unwrap_or_default();
        Ok(format!("{head}:{}", self.work_tree()?.tree))
    }

    /// The same, with new objects written to where `git` writes them.
    pub(super) fn write_work_tree(&self, git: &Git) -> Result<String, ChangeError> {
        let room = self.store.room()?;
        let index = room.path().join("index");
        copy_index(&self.git_dir().join("index"), &index).map_err(ChangeError::io("copy the index"))?;
        let git = git.variable("GIT_INDEX_FILE", index);
        let state = State::read(&git, self.top())?;
        if !state.unmerged.is_empty() {
            return Err(ChangeError::Unmerged(state.unmerged));
        }
        if !state.hidden.is_empty() {
            git.fed(&["update-index", "-z", "--index-info"], &state.hidden)?;
        }
        // First what is gone: a folder may have come in a file's place.
        let paths = [state.differing, state.untracked].concat();
        if !paths.is_empty() {
            git.fed(&["update-index", "--add", "--remove", "--replace", "-z", "--stdin"], &paths)?;
        }
        Ok(line(&git.read(&["write-tree"])?))
    }
}

/// Copies the index with its mtime: git compares a file's mtime with the index's to know whether it can trust
/// the file's stat data, and would miss an edit made right after the real index was written if the copy were
/// younger.
fn copy_index(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = match File::open(from) {
        // Nothing was ever added.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        opened => opened?,
    };
    let mut copy = File::create(to)?;
    io::copy(&mut from, &mut copy)?;
    copy.set_modified(from.metadata()?.modified()?)
}

/// How the working tree differs from the index.
#[derive(Default)]
struct State {
    unmerged: Vec<RepoPath>,
    /// Entries that git was told not to look at, for `update-index --index-info`, which forgets the mark.
    hidden: Vec<u8>,
    /// Paths in the index that differ, each ended by NUL.
    differing: Vec<u8>,
    /// Untracked paths, likewise.
    untracked: Vec<u8>,
}

impl State {
    /// From one listing. Nothing is written, and no filter runs but `clean` for files whose stat data does
    /// not settle it.
    fn read(git: &Git, top: &Path) -> Result<Self, ChangeError> {
        let args = [
            "ls-files",
            "-z",
            "-v",
            "--stage",
            "--cached",
            "--modified",
            "--deleted",
            "--others",
            "--exclude-standard",
        ];
        let listing = git.read(&args)?;
        let mut state = Self::default();
        for record in listing.split(|b| *b == 0) {
            if let [tag, b' ', rest @ ..] = record {
                state.add(*tag, rest, top);
            }
        }
        state.unmerged.dedup();
        Ok(state)
    }

    /// One record: `? path` for untracked files, `TAG mode oid stage TAB path` for the others. Files that
    /// differ are listed twice, the second time as `C` (changed or deleted).
    fn add(&mut self, tag: u8, rest: &[u8], top: &Path) {
        let (entry, path) = match rest.iter().position(|b| *b == b'\t') {
            Some(tab) if tag != b'?' => (&rest[..tab], &rest[tab + 1..]),
            _ => (&rest[..0], rest),
        };
        match tag {
            // A slash at the end: another repository.
            b'?' if path.ends_with(b"/") => {}
            b'?' => self.untracked.extend_from_slice(&[path, b"\0"].concat()),
            b'C' => self.differs(path),
            b'M' => self.unmerged.push(RepoPath::new(path)),
            // Assume-unchanged. May well be changed, or deleted.
            b'h' => self.hidden(entry, path),
            // Skip-worktree. Not on disk, it is left out by a sparse checkout, which is no deletion.
            b'S' | b's' if is_on_disk(top, path) => self.hidden(entry, path),
            _ => {}
        }
    }

    fn hidden(&mut self, entry: &[u8], path: &[u8]) {
        self.hidden.extend_from_slice(&[entry, b"\t", path, b"\0"].concat());
        self.differs(path);
    }

    fn differs(&mut self, path: &[u8]) {
        self.differing.extend_from_slice(&[path, b"\0"].concat());
    }
}

fn is_on_disk(top: &Path, path: &[u8]) -> bool {
    top.join(RepoPath::new(path).to_os()).symlink_metadata().is_ok()
}
