//! Folders on disk for one run each. A lock beside the folder says that it is in use; the lock goes with its process,
//! however that ends, and the next start sweeps what has none (I7).

#![allow(clippy::disallowed_methods, reason = "scratch folders are on disk")]

use rustix::{
    fs::{FlockOperation, flock},
    process::geteuid,
};
use std::{
    fs::{self, DirBuilder, File, Permissions},
    io::{self, ErrorKind},
    os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

const PREFIX: &str = "world-";
const LOCK: &str = ".lock";

/// A folder for one run, removed when it is dropped.
pub(crate) struct RunDir {
    path: PathBuf,
    lock: PathBuf,
    // Held open for its lock.
    _held: File,
}

impl RunDir {
    /// A new, empty folder in `scratch`.
    pub(crate) fn new(scratch: &Path) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        loop {
            own(scratch)?;
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = scratch.join(format!("{PREFIX}{}-{count}", std::process::id()));
            let lock = path.with_extension(&LOCK[1..]);
            let held = match File::options().write(true).create(true).truncate(false).open(&lock) {
                // The last run before this one took the scratch folder along.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                other => other?,
            };
            let taken = flock(&held, FlockOperation::NonBlockingLockExclusive).is_ok();
            // A sweep may have removed the lock file between its making and its locking.
            if !taken || held.metadata()?.nlink() == 0 {
                continue;
            }
            match fs::create_dir(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                made => return made.map(|()| Self { path, lock, _held: held }),
            }
        }
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for RunDir {
    fn drop(&mut self) {
        if let Err(error) = remove(&self.path) {
            tracing::warn!("cannot remove {}: {error}", self.path.display());
            return;
        }
        let _ = fs::remove_file(&self.lock);
        // The scratch folder goes with the last of its runs; while there are others, it cannot be removed.
        let _ = self.path.parent().map(fs::remove_dir);
    }
}

/// Makes the scratch folder, or makes sure that it is this user's own: in a folder that all users share, somebody else may
/// have put one there to read or change what is tested.
fn own(scratch: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(scratch)?;
    let real = match fs::symlink_metadata(scratch) {
        Err(error) if error.kind() == ErrorKind::NotFound => return own(scratch),
        other => other?,
    };
    if real.is_dir() && real.uid() == geteuid().as_raw() {
        return Ok(());
    }
    Err(io::Error::new(
        ErrorKind::PermissionDenied,
        "it belongs to somebody else; set TMPDIR to a folder of your own",
    ))
}

/// Removes the run folders that runs left behind which were killed. Those in use stay.
///
/// # Errors
/// If the folder is there but cannot be listed.
pub fn sweep(scratch: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(scratch) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        other => other?,
    };
    for entry in entries {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if let Some(run) = name.strip_suffix(LOCK).filter(|run| run.starts_with(PREFIX)) {
            sweep_one(&scratch.join(run), &scratch.join(&name));
        }
    }
    Ok(())
}

fn sweep_one(run: &Path, lock: &Path) {
    let Ok(held) = File::options().write(true).open(lock) else { return };
    if flock(&held, FlockOperation::NonBlockingLockExclusive).is_err() {
        return;
    }
    match remove(run) {
        Ok(()) => drop(fs::remove_file(lock)),
        Err(error) => tracing::warn!("cannot remove {}: {error}", run.display()),
    }
}

/// Removes a tree, also where folders may not be entered (overlayfs leaves one with no rights at all). No link is followed.
pub(crate) fn remove(tree: &Path) -> io::Result<()> {
    match fs::remove_dir_all(tree) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            open_up(tree)?;
            fs::remove_dir_all(tree)
        }
        other => other,
    }
}

fn open_up(folder: &Path) -> io::Result<()> {
    let mode = fs::symlink_metadata(folder)?.permissions().mode();
    fs::set_permissions(folder, Permissions::from_mode(mode | 0o700))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            open_up(&entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_removes_what_has_no_owner_and_leaves_what_has_one() {
        let scratch = tempfile::tempdir().unwrap();
        let live = RunDir::new(scratch.path()).unwrap();
        let dead = scratch.path().join("world-1-0");
        fs::create_dir_all(dead.join("wk/work")).unwrap();
        fs::set_permissions(dead.join("wk/work"), Permissions::from_mode(0o0)).unwrap();
        fs::write(scratch.path().join("world-1-0.lock"), "").unwrap();
        sweep(scratch.path()).unwrap();
        assert!(live.path().is_dir());
        assert!(!dead.exists());
        drop(live);
        assert!(!scratch.path().exists(), "the scratch folder goes with the last run");
    }

    #[test]
    fn a_scratch_folder_of_somebody_else_is_not_used() {
        let around = tempfile::tempdir().unwrap();
        let (real, link) = (around.path().join("real"), around.path().join("scratch"));
        fs::create_dir(&real).unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        let refused = RunDir::new(&link).err().unwrap();
        assert!(refused.to_string().contains("set TMPDIR"), "{refused}");
        assert_eq!(fs::read_dir(&real).unwrap().count(), 0);
    }

    #[test]
    fn a_scratch_that_was_never_made_is_swept() {
        assert!(sweep(Path::new("/nonexistent/scratch")).is_ok());
    }
}
