//! A temporary place for the objects and the index that reading a working tree makes, so that nothing of the
//! user's is written.
#![allow(clippy::disallowed_methods, reason = "makes and removes a temporary folder")]

use super::ChangeError;
use rustix::{
    fs::{FlockOperation, flock},
    process::geteuid,
};
use std::{
    fs::{self, DirEntry, File},
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

const PREFIX: &str = "counterproof-git-";

/// A temporary folder that goes with its value; if the process is killed, with the next store that is made.
#[derive(Debug)]
pub(super) struct Store {
    folder: TempDir,
    /// The folder itself, locked for as long as it is in use; the system lets go of it however the process ends.
    _lock: File,
}

impl Store {
    /// A new store in the system's folder for temporary files.
    pub(super) fn new() -> Result<Self, ChangeError> {
        Self::within(&std::env::temp_dir()).map_err(ChangeError::io("make a temporary folder (see TMPDIR)"))
    }

    fn within(parent: &Path) -> io::Result<Self> {
        sweep(parent)?;
        loop {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
            if let Some(lock) = locked(folder.path())? {
                fs::create_dir_all(folder.path().join("objects"))?;
                return Ok(Self { folder, _lock: lock });
            }
        }
    }

    /// Where git puts new objects.
    pub(super) fn objects(&self) -> PathBuf {
        self.folder.path().join("objects")
    }

    /// A folder in the store, for one call.
    pub(super) fn room(&self) -> Result<TempDir, ChangeError> {
        tempfile::tempdir_in(self.folder.path()).map_err(ChangeError::io("make a temporary folder"))
    }

    /// A file in the store.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Removes what killed processes left behind: every store whose lock nobody holds.
fn sweep(parent: &Path) -> io::Result<()> {
    for entry in fs::read_dir(parent)?.flatten().filter(is_ours) {
        if let Ok(Some(_lock)) = locked(&entry.path()) {
            // Another start may be removing it at the same time, which is as good.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    Ok(())
}

/// A lock on the folder; `None` if somebody else has it, or a sweep was faster and took the folder away.
fn locked(folder: &Path) -> io::Result<Option<File>> {
    let lock = match File::open(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => return Ok(None),
        taken => taken?,
    }
    let is_there = fs::symlink_metadata(folder)
        .is_ok_and(|real| lock.metadata().is_ok_and(|ours| ours.ino() == real.ino()));
    Ok(is_there.then_some(lock))
}

/// By name and by owner: in a folder that all users share, the name alone may be a trap.
fn is_ours(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes())
        && entry.metadata().is_ok_and(|meta| meta.is_dir() && meta.uid() == geteuid().as_raw())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_left_by_a_killed_process_goes_with_the_next_start_and_one_in_use_stays() {
        let parent = tempfile::tempdir().unwrap();
        let used = Store::within(parent.path()).unwrap();
        let left = parent.path().join(format!("{PREFIX}left"));
        fs::create_dir_all(left.join("objects")).unwrap();
        let other = parent.path().join("somebody-else");
        fs::create_dir_all(&other).unwrap();

        let next = Store::within(parent.path()).unwrap();

        assert!(!left.exists());
        assert!(used.objects().is_dir() && next.objects().is_dir() && other.is_dir());
    }

    #[test]
    fn a_store_goes_with_its_value() {
        let parent = tempfile::tempdir().unwrap();
        drop(Store::within(parent.path()).unwrap());
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }
}
