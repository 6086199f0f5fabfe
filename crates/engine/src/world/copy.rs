//! The copy backend: a copied tree at another path, the original hidden from all that runs in it.

#![allow(clippy::disallowed_methods, reason = "it copies the tree")]

use super::{
    Backend, Isolation, Job, Outcome, Place, Stop,
    choose::{Opened, folder_of, try_out},
    environment,
    launch::launch,
    order::{Order, Stage},
    scratch::RunDir,
    steps::plan,
    trouble::{Trouble, While},
    write::{Ground, write},
};
use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
use std::{
    ffi::{OsStr, OsString},
    fs::{self, Metadata},
    io::{self, ErrorKind},
    os::unix::{
        ffi::{OsStrExt, OsStringExt},
        fs::MetadataExt,
    },
    path::Path,
};

/// Runs jobs in copies of the tree.
pub(super) struct Copied {
    pub(super) place: Place,
    /// The original is hidden.
    pub(super) guarded: bool,
}

/// The guarded copy, if the system has the guard.
pub(super) fn open(place: &Place, _: Isolation) -> Opened {
    let at = |place| Box::new(Copied { place, guarded: true });
    try_out(&place.scratch, |place| at(place), true)?;
    Ok(at(place.clone()))
}

impl Backend for Copied {
    fn name(&self) -> &'static str {
        if self.guarded { "copy" } else { "plain" }
    }

    fn run(&self, job: &Job, stop: &Stop) -> Outcome {
        self.attempt(job, stop).unwrap_or_else(Outcome::not_started)
    }
}

impl Copied {
    fn attempt(&self, job: &Job, stop: &Stop) -> Result<Outcome, Trouble> {
        let run = RunDir::new(&self.place.scratch).doing(|| "make a folder for the world".into())?;
        let (copy, temporary) = (run.path().join("tree"), run.path().join("tmp"));
        let plan = plan(&job.layout, &self.place.top)?;
        Copying { skip: &self.place.scratch, stop }
            .folder(&self.place.top, &copy)
            .doing(|| "copy the tree".into())?;
        // A file here leads to a git directory outside, which must not be written. Without it there is no repository.
        if copy.join(".git").is_file() {
            fs::remove_file(copy.join(".git")).doing(|| "cut the copy off its repository".into())?;
        }
        fs::create_dir(&temporary).doing(|| "make a folder for temporary files".into())?;
        plan.wait_for_a_new_second(stop);
        write(&plan.steps, &copy, Ground::Copy)?;
        let order = self.order(job, &copy, &temporary);
        let mut outcome = launch(&order, &[], job, stop);
        outcome.read = outcome.read.filter(|_| keeps_times_of_reading(&copy));
        Ok(outcome)
    }

    fn order(&self, job: &Job, copy: &Path, temporary: &Path) -> Order {
        let moved = |text: &OsStr| moved(text, &self.place.top, copy);
        let folder = folder_of(copy, &job.command.folder);
        let mut env = environment(std::env::vars_os(), &job.command.env);
        env.values_mut().for_each(|value| *value = moved(value));
        env.extend([
            ("PWD".into(), folder.clone().into()),
            ("TMPDIR".into(), temporary.into()),
            ("GIT_CEILING_DIRECTORIES".into(), copy.parent().unwrap_or(copy).into()),
        ]);
        Order {
            stage: Stage::Copy {
                top: copy.into(),
                hide: self.guarded.then(|| self.place.top.clone().into()),
            },
            argv: job.command.argv.iter().map(|argument| moved(argument)).collect(),
            env: env.into_iter().collect(),
            folder: folder.into(),
            deadline: job.deadline,
            watched: job.layout.watched.clone(),
            witnessed: job.witnessed,
        }
    }
}

/// False where the file system was told not to note when a file is read.
fn keeps_times_of_reading(folder: &Path) -> bool {
    rustix::fs::statvfs(folder)
        .is_ok_and(|stat| !stat.f_flag.contains(rustix::fs::StatVfsMountFlags::NOATIME))
}

/// A copy under way.
struct Copying<'a> {
    // Copies are not copied.
    skip: &'a Path,
    stop: &'a Stop,
}

impl Copying<'_> {
    /// Copies a folder with all that is in it. Links stay links, and no file shares its place with the original: what is
    /// written to one is not written to the other. Sockets and devices are left out.
    fn folder(&self, from: &Path, to: &Path) -> io::Result<()> {
        let real = fs::symlink_metadata(from)?;
        fs::create_dir(to)?;
        for entry in fs::read_dir(from)? {
            if self.stop.is_pulled() {
                return Err(ErrorKind::Interrupted.into());
            }
            let entry = entry?;
            let (from, kind) = (entry.path(), entry.file_type()?);
            let to = to.join(entry.file_name());
            let copied = if kind.is_dir() && from != self.skip {
                self.folder(&from, &to)
            } else if kind.is_symlink() {
                fs::read_link(&from).and_then(|target| std::os::unix::fs::symlink(target, &to))
            } else if kind.is_file() {
                file(&from, &to)
            } else {
                Ok(())
            };
            match copied {
                // It went while we looked.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                other => other?,
            }
        }
        fs::set_permissions(to, real.permissions())?;
        keep_times(to, &real)
    }
}

/// Time stamps are kept: byte code and build products are judged by them.
fn file(from: &Path, to: &Path) -> io::Result<()> {
    let real = fs::symlink_metadata(from)?;
    reflink_copy::reflink_or_copy(from, to)?;
    keep_times(to, &real)
}

fn keep_times(path: &Path, real: &Metadata) -> io::Result<()> {
    let times = Timestamps {
        last_access: Timespec { tv_sec: real.atime(), tv_nsec: real.atime_nsec() as _ },
        last_modification: Timespec { tv_sec: real.mtime(), tv_nsec: real.mtime_nsec() as _ },
    };
    Ok(utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW)?)
}

/// The text with the path of the original replaced by that of the copy, wherever it stands as a path or its beginning.
fn moved(text: &OsStr, from: &Path, to: &Path) -> OsString {
    let (from, to) = (from.as_os_str().as_bytes(), to.as_os_str().as_bytes());
    let ends = |rest: &[u8]| rest.first().is_none_or(|next| b"/:;,= \"'".contains(next));
    let mut moved = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        match rest.strip_prefix(from) {
            Some(after) if ends(after) => {
                moved.extend_from_slice(to);
                rest = after;
            }
            _ => {
                moved.push(*first);
                rest = behind;
            }
        }
    }
    OsString::from_vec(moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved_text(text: &str) -> String {
        moved(OsStr::new(text), Path::new("/a/repo"), Path::new("/c")).into_string().unwrap()
    }

    #[test]
    fn paths_into_the_original_lead_into_the_copy() {
        assert_eq!(moved_text("/a/repo/.venv/bin/python"), "/c/.venv/bin/python");
        assert_eq!(moved_text("/a/repo/bin:/usr/bin:/a/repo"), "/c/bin:/usr/bin:/c");
        assert_eq!(moved_text("--rootdir=/a/repo"), "--rootdir=/c");
    }

    #[test]
    fn a_neighbour_with_the_same_beginning_is_left_alone() {
        assert_eq!(moved_text("/a/repository/x"), "/a/repository/x");
    }
}
