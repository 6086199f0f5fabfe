//! Writes the steps of a plan: into the upper layer of an overlay, or over a copied tree.

#![allow(clippy::disallowed_methods, reason = "it writes a world")]

use super::{
    steps::{Step, What},
    trouble::{Trouble, While},
};
use rustix::fs::{Timespec, Timestamps, UTIME_OMIT};
use std::{
    ffi::OsStr,
    fs::{self, OpenOptions, Permissions},
    io::{self, ErrorKind, Write},
    os::unix::{
        ffi::OsStrExt,
        fs::{MetadataExt, OpenOptionsExt, PermissionsExt},
    },
    path::Path,
};

/// What the steps are written into.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ground {
    /// The empty upper layer of an overlay: what is absent needs a mark.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "overlays are Linux's"))]
    Upper,
    /// A copy of the tree: what is absent is removed.
    Copy,
}

/// Writes all steps below `root`. Their time stamps are now.
pub(crate) fn write(steps: &[Step], root: &Path, ground: Ground) -> Result<(), Trouble> {
    for step in steps {
        let path = root.join(step.path.to_os());
        one(step, &path, ground).doing(|| format!("write {}", step.path))?;
    }
    Ok(())
}

fn one(step: &Step, path: &Path, ground: Ground) -> io::Result<()> {
    let real = if ground == Ground::Copy { fs::symlink_metadata(path).ok() } else { None };
    match (&step.what, real) {
        (What::Folder(_), Some(real)) if real.is_dir() => return Ok(()),
        // Never written through: the copy may be a link, or share its bytes.
        (_, Some(real)) if real.is_dir() => super::scratch::remove(path)?,
        (_, Some(_)) => fs::remove_file(path)?,
        (_, None) => {}
    }
    match &step.what {
        What::Folder(mode) => {
            fs::create_dir(path)?;
            mode.map_or(Ok(()), |mode| fs::set_permissions(path, Permissions::from_mode(mode & 0o7777)))?;
        }
        What::File { bytes, mode, executable, watched, .. } => {
            file(path, bytes, wanted_mode(*mode, *executable))?;
            if *watched {
                watch(path)?;
            }
        }
        What::Link(to) => std::os::unix::fs::symlink(OsStr::from_bytes(to), path)?,
        What::Absent if ground == Ground::Copy => return Ok(()),
        What::Absent => return whiteout(path),
    }
    step.owner.map_or(Ok(()), |owner| give(path, owner))
}

/// The mode a new file is made with, and whether the user's mask applies: it does where no real file says otherwise.
fn wanted_mode(real: Option<u32>, executable: bool) -> (u32, bool) {
    match (real, executable) {
        (Some(mode), true) => (mode & 0o777 | (mode & 0o444) >> 2, false),
        (Some(mode), false) => (mode & 0o666, false),
        (None, true) => (0o777, true),
        (None, false) => (0o666, true),
    }
}

fn file(path: &Path, bytes: &[u8], (mode, masked): (u32, bool)) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
    file.write_all(bytes)?;
    if masked { Ok(()) } else { file.set_permissions(Permissions::from_mode(mode)) }
}

/// The time of the last reading is set to 1970. The system sets it to now at the first reading.
fn watch(path: &Path) -> io::Result<()> {
    let keep = Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT as _ };
    let times = Timestamps { last_access: Timespec { tv_sec: 0, tv_nsec: 0 }, last_modification: keep };
    let flags = rustix::fs::AtFlags::SYMLINK_NOFOLLOW;
    Ok(rustix::fs::utimensat(rustix::fs::CWD, path, &times, flags)?)
}

/// Gives a file to who owns the real one, where that is somebody else. Without the right to, it stays ours: the same as
/// what happens when an editor replaces the file.
fn give(path: &Path, owner: (u32, u32)) -> io::Result<()> {
    let made = fs::symlink_metadata(path)?;
    if (made.uid(), made.gid()) == owner {
        return Ok(());
    }
    match std::os::unix::fs::lchown(path, Some(owner.0), Some(owner.1)) {
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::InvalidInput) => Ok(()),
        other => other,
    }
}

/// Overlayfs's mark for "nothing here": a character device 0/0, which needs no privilege.
#[cfg(target_os = "linux")]
fn whiteout(path: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    Ok(mknodat(CWD, path, FileType::CharacterDevice, Mode::empty(), 0)?)
}

#[cfg(not(target_os = "linux"))]
fn whiteout(_: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}
