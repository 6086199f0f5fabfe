//! The child's side: this program, started again to raise one world, run one command in it and answer.

#![allow(clippy::disallowed_methods, reason = "it is the process that runs a trial")]

use super::{
    marks,
    order::{Answer, Order, Stage},
    trouble::{Trouble, While},
};
use crate::{
    domain::RepoPath,
    lab::process::{self, Ended, Start},
    lang::WITNESS,
};
use rustix::fs::{AtFlags, fstatvfs};
use std::{
    ffi::OsStr,
    fs::File,
    io::{self, BufReader, Write},
    os::{
        fd::{AsFd, OwnedFd},
        unix::net::UnixStream,
    },
    path::Path,
};

/// The first argument that makes a program call [`child_main`]. It must do so before anything else, with one thread.
pub const WORD: &str = "__world";

/// Carries out the order that comes in on standard input, and ends the process.
pub fn child_main() -> ! {
    let code = match serve() {
        Ok(()) => 0,
        // Nobody is there to tell.
        Err(_) => 70,
    };
    std::process::exit(code)
}

fn serve() -> io::Result<()> {
    keep_no_descriptors();
    let leash = take_leash()?;
    // What is inherited is the real tree, whatever is mounted over it later.
    std::env::set_current_dir("/")?;
    let order = Order::receive(&mut BufReader::new(&leash))?;
    let answer = match &order.stage {
        #[cfg(target_os = "linux")]
        Stage::Overlay(raise) => super::raise::raise(raise).map(|raised| raised.run(&order, &leash)),
        #[cfg(not(target_os = "linux"))]
        Stage::Overlay(_) => Err(Trouble::new("cannot raise an overlay", "it needs Linux")),
        Stage::Copy { top, hide } => in_copy(&order, top, hide.as_deref(), &leash).map(Some),
    };
    match answer.unwrap_or_else(|trouble| Some(Answer::not_started(trouble))) {
        Some(answer) => say(&answer, &leash),
        // The first process of the namespace has answered.
        None => Ok(()),
    }
}

/// Sends the answer.
pub(crate) fn say(answer: &Answer, mut leash: &UnixStream) -> io::Result<()> {
    leash.write_all(&serde_json::to_vec(answer)?)
}

fn in_copy(order: &Order, top: &OsStr, hide: Option<&OsStr>, leash: &UnixStream) -> Result<Answer, Trouble> {
    let top = File::open(top).doing(|| "open the copy".into())?;
    #[cfg(target_os = "linux")]
    if let Some(hide) = hide {
        super::guard::hide(Path::new(hide))?;
    }
    #[cfg(not(target_os = "linux"))]
    if hide.is_some() {
        return Err(Trouble::new("cannot hide the original tree", "it needs Linux"));
    }
    Ok(unless_full(run(order, top.as_fd(), leash), &top))
}

/// The answer, unless nothing more could be written where the world's files are: what fails for that reason says nothing
/// about the code.
pub(crate) fn unless_full(answer: Answer, scratch: impl AsFd) -> Answer {
    let full = fstatvfs(scratch).is_ok_and(|stat| {
        (stat.f_blocks > 0 && stat.f_bavail < 16) || (stat.f_files > 0 && stat.f_favail < 16)
    });
    if full {
        return Answer::not_started(
            "the world's scratch space was full, so the command could not write what it wanted",
        );
    }
    answer
}

/// Runs the order's command to its end; `written` is the folder its watched files lie in.
pub(crate) fn run(order: &Order, written: impl AsFd, leash: &UnixStream) -> Answer {
    let witness = match order.witnessed.then(|| marks::folder(&order.env)).transpose() {
        Ok(folder) => folder,
        Err(trouble) => return Answer::not_started(trouble),
    };
    let mut env = order.env.clone();
    env.extend(witness.iter().map(|folder| (WITNESS.into(), folder.into())));
    let start =
        Start { argv: &order.argv, env: &env, folder: Path::new(&order.folder), deadline: order.deadline };
    let Ended { exit, wall, cpu } = process::run(&start, leash.as_fd());
    let marks = witness.map(|folder| marks::left_in(&folder)).unwrap_or_default();
    Answer { exit, read: read_of(&order.watched, written), marks, wall, cpu }
}

/// Whether one of the files was read: the time of their last reading was set to 1970. A file that is gone, or was
/// replaced, says nothing.
fn read_of(watched: &[RepoPath], written: impl AsFd) -> Option<bool> {
    let read = |path: &RepoPath| {
        let stat = rustix::fs::statat(&written, path.to_os(), AtFlags::SYMLINK_NOFOLLOW).ok()?;
        let file = rustix::fs::FileType::from_raw_mode(stat.st_mode).is_file();
        file.then_some(stat.st_atime > 0)
    };
    watched.iter().filter_map(read).reduce(|one, other| one | other)
}

/// The socket comes as standard input. Nothing that is started later gets it.
fn take_leash() -> io::Result<UnixStream> {
    let leash = io::stdin().as_fd().try_clone_to_owned()?;
    let null = OwnedFd::from(File::open("/dev/null")?);
    rustix::stdio::dup2_stdin(null)?;
    Ok(UnixStream::from(leash))
}

/// A descriptor of a folder, opened by whoever started us, would be a way into the real tree.
#[cfg(target_os = "linux")]
fn keep_no_descriptors() {
    // SAFETY: the descriptors are not closed now, but only marked. Kernels that lack the call leave them as they were.
    unsafe { libc::close_range(3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC.cast_signed()) };
}

#[cfg(not(target_os = "linux"))]
fn keep_no_descriptors() {}
