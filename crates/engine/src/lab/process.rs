//! One child from start to reaped, with everything that came of it.
//!
//! This runs in a process that does nothing else: the first one of a namespace, or one that the system gives the orphans
//! below it. So whatever ends here is its own, and nothing outlives the trial (I7).

#![allow(clippy::disallowed_methods, reason = "it starts processes and looks at the clock")]

use crate::domain::Exit;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, kill_process_group, wait},
};
use std::{
    ffi::OsString,
    fs,
    io::{self, ErrorKind, Read},
    os::{
        fd::{AsFd, BorrowedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// How long a child that was asked to end has to do so.
pub(crate) const GRACE: Duration = Duration::from_secs(2);

/// What to start. Its output goes to this process's own.
pub(crate) struct Start<'a> {
    /// Program and arguments. The program is looked for on the `PATH` of `env`.
    pub argv: &'a [OsString],
    /// The whole environment.
    pub env: &'a [(OsString, OsString)],
    /// The absolute folder it runs in.
    pub folder: &'a Path,
    /// When to end it.
    pub deadline: Duration,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// Its exit. A status that was there before the deadline wins over the deadline.
    pub exit: Exit,
    /// From its start to its end.
    pub wall: Duration,
    /// CPU time of all its processes.
    pub cpu: Duration,
}

/// Starts the command, waits for its end or for the deadline, and ends everything that it started. The end of `leash`
/// (nobody holds its other end any more) ends it at once.
pub(crate) fn run(start: &Start<'_>, leash: BorrowedFd<'_>) -> Ended {
    let begun = Instant::now();
    let exit = match Child::start(start) {
        Ok(mut child) => {
            let exit = child.watch(begun + start.deadline, leash);
            child.end_all();
            exit.unwrap_or_else(|error| Exit::NotStarted(format!("lost sight of the command: {error}")))
        }
        Err(error) => Exit::NotStarted(why_not(start, &error)),
    };
    Ended { exit, wall: begun.elapsed(), cpu: cpu_of_children() }
}

/// A running command.
struct Child {
    pid: Pid,
    // Readable once a child of this process ended.
    ended: UnixStream,
}

impl Child {
    fn start(start: &Start<'_>) -> io::Result<Self> {
        adopt_orphans()?;
        let (ended, signalled) = UnixStream::pair()?;
        ended.set_nonblocking(true)?;
        signal_hook::low_level::pipe::register(signal_hook::consts::SIGCHLD, signalled)?;
        let Some((program, arguments)) = start.argv.split_first() else {
            return Err(io::Error::new(ErrorKind::InvalidInput, "the command is empty"));
        };
        let mut command = Command::new(program);
        command.args(arguments).current_dir(start.folder).stdin(Stdio::null());
        command.env_clear().envs(start.env.iter().map(|(name, value)| (name, value)));
        // SAFETY: between fork and exec only the one system call is made.
        unsafe { command.pre_exec(|| Ok(rustix::process::setsid().map(drop)?)) };
        let pid = Pid::from_raw(command.spawn()?.id().cast_signed());
        Ok(Self { pid: pid.ok_or(ErrorKind::Other)?, ended })
    }

    /// Reaps whatever ends until the command itself does.
    fn watch(&mut self, deadline: Instant, leash: BorrowedFd<'_>) -> io::Result<Exit> {
        let mut asked = None;
        loop {
            if let Some(status) = self.reap()? {
                return Ok(if asked.is_some() { Exit::TimedOut } else { exit_of(status) });
            }
            let now = Instant::now();
            match asked {
                None if now >= deadline => {
                    self.signal(Signal::TERM);
                    asked = Some(now);
                }
                Some(asked) if now >= asked + GRACE => return Ok(Exit::TimedOut),
                _ => {}
            }
            let next = asked.map_or(deadline, |asked| asked + GRACE);
            if self.wait(next.saturating_duration_since(now), leash)? {
                return Ok(Exit::NotStarted("counterproof ended".into()));
            }
        }
    }

    /// Waits until a child ends, the time is over or the leash is cut; true for the last.
    fn wait(&mut self, time: Duration, leash: BorrowedFd<'_>) -> io::Result<bool> {
        let timeout = Timespec::try_from(time).ok();
        let mut fds =
            [PollFd::new(&self.ended, PollFlags::IN), PollFd::from_borrowed_fd(leash, PollFlags::IN)];
        match poll(&mut fds, timeout.as_ref()) {
            Err(rustix::io::Errno::INTR) => return Ok(false),
            other => other?,
        };
        let cut = !fds[1].revents().is_empty();
        while self.ended.read(&mut [0; 64]).is_ok_and(|read| read > 0) {}
        Ok(cut)
    }

    /// Takes the status of every child that ended; that of the command itself is returned.
    fn reap(&self) -> io::Result<Option<WaitStatus>> {
        loop {
            match wait(WaitOptions::NOHANG)? {
                Some((pid, status)) if pid == self.pid => return Ok(Some(status)),
                Some(_) => {}
                None => return Ok(None),
            }
        }
    }

    fn signal(&self, signal: Signal) {
        if is_first_process() {
            everyone(signal);
        } else {
            let _ = kill_process_group(self.pid, signal);
        }
    }

    /// Ends what is left, and reaps it.
    fn end_all(&self) {
        // The children of those who end become ours: so the loop ends when nobody is left below this process.
        loop {
            self.signal(Signal::KILL);
            for pid in children() {
                // It may have ended in the meantime.
                let _ = kill_process(pid, Signal::KILL);
            }
            match wait(WaitOptions::empty()) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }
}

fn exit_of(status: WaitStatus) -> Exit {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => Exit::Code(code),
        (None, signal) => Exit::Signal(signal.unwrap_or(0)),
    }
}

/// Why a command did not start, for a person.
fn why_not(start: &Start<'_>, error: &io::Error) -> String {
    let program = start.argv.first().map(|program| program.to_string_lossy()).unwrap_or_default();
    match error.kind() {
        ErrorKind::NotFound if fs::metadata(start.folder).is_err() => {
            format!("the folder {} does not exist in this world", start.folder.display())
        }
        // A folder of the search path that may not be entered hides that the program is in none of them.
        ErrorKind::NotFound | ErrorKind::PermissionDenied if !is_there(start, &program) => {
            format!("the program `{program}` is not installed")
        }
        ErrorKind::NotFound => format!("the program `{program}` needs an interpreter that is not installed"),
        ErrorKind::PermissionDenied => format!("the program `{program}` may not be executed"),
        _ => format!("cannot start `{program}`: {error}"),
    }
}

/// Whether a file of the program's name lies where it is looked for.
fn is_there(start: &Start<'_>, program: &str) -> bool {
    if program.contains('/') {
        return fs::symlink_metadata(start.folder.join(program)).is_ok();
    }
    let path = start.env.iter().find(|(name, _)| name == "PATH").map(|(_, path)| path.as_os_str());
    std::env::split_paths(path.unwrap_or_default()).any(|folder| fs::metadata(folder.join(program)).is_ok())
}

/// True in the first process of a process namespace. Only there may "everyone" be told to end.
fn is_first_process() -> bool {
    getpid().is_init()
}

/// Signals every process of the namespace but this one.
fn everyone(signal: Signal) {
    // SAFETY: no memory is involved.
    unsafe { libc::kill(-1, signal.as_raw()) };
}

#[cfg(target_os = "linux")]
fn adopt_orphans() -> io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(getpid()))?)
}

#[cfg(not(target_os = "linux"))]
fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// The children of this process, where the system tells.
fn children() -> impl Iterator<Item = Pid> {
    let listed = fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
    let pids: Vec<_> = listed.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)).collect();
    pids.into_iter()
}

/// CPU time of all processes that were reaped below this one.
fn cpu_of_children() -> Duration {
    // SAFETY: all zeros is a valid rusage, and the call writes no further than it.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage);
        usage
    };
    let time = |time: libc::timeval| {
        Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or(0))
            + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
    };
    time(usage.ru_utime) + time(usage.ru_stime)
}

/// The descriptor's other end is closed, or it can be read.
pub(crate) fn wait_readable(fds: &[BorrowedFd<'_>], time: Option<Duration>) -> io::Result<Vec<bool>> {
    let timeout = time.and_then(|time| Timespec::try_from(time).ok());
    let mut polled: Vec<_> =
        fds.iter().map(|fd| PollFd::from_borrowed_fd(fd.as_fd(), PollFlags::IN)).collect();
    match poll(&mut polled, timeout.as_ref()) {
        Err(rustix::io::Errno::INTR) => return Ok(vec![false; fds.len()]),
        other => other?,
    };
    Ok(polled.iter().map(|fd| !fd.revents().is_empty()).collect())
}
