//! Starts the child that raises a world, gives it its order, takes its output and its answer.

#![allow(clippy::disallowed_methods, reason = "it starts a process, looks at the clock and writes the log")]

use super::{
    Job, Outcome, Stop, WORD,
    order::{Answer, Order},
    trouble::{Trouble, While},
};
use crate::lab::process::{GRACE, wait_readable};
use std::{
    fs::File,
    io::{self, ErrorKind, PipeReader, Read, Write},
    os::{
        fd::{AsFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    path::PathBuf,
    process::{Child, Command},
    time::{Duration, Instant},
};

/// A log takes this many bytes of output; the rest is let go.
const LOG_LIMIT: u64 = 16 << 20;

/// How long after the deadline a child that says nothing is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Lets a child carry out the order, and writes the job's log.
pub(crate) fn launch(order: &Order, prefix: &[&str], job: &Job, stop: &Stop) -> Outcome {
    match Launched::start(order, prefix, job).and_then(|launched| launched.finish(job, stop)) {
        Ok(Answer { exit, read, marks, wall, cpu }) => Outcome { exit, read, marks, wall, cpu },
        Err(trouble) => Outcome::not_started(trouble),
    }
}

/// A child that has its order.
struct Launched {
    child: Child,
    // The child ends when it reads the end of this.
    leash: UnixStream,
    output: PipeReader,
    log: Log,
}

impl Launched {
    fn start(order: &Order, prefix: &[&str], job: &Job) -> Result<Self, Trouble> {
        let log = File::create(&job.log).doing(|| format!("write the log {}", job.log.display()))?;
        let (leash, theirs) = UnixStream::pair().doing(|| "make a socket".into())?;
        let (output, end) = io::pipe().doing(|| "make a pipe".into())?;
        let errors = end.try_clone().doing(|| "make a pipe".into())?;
        rustix::io::ioctl_fionbio(&output, true).doing(|| "set up a pipe".into())?;
        let own = own_program(prefix.is_empty()).doing(|| "find the own program".into())?;
        let mut command = match prefix.split_first() {
            None => Command::new(own),
            Some((program, arguments)) => {
                let mut command = Command::new(program);
                command.args(arguments).arg(own);
                command
            }
        };
        command.arg(WORD).env_clear().stdin(OwnedFd::from(theirs)).stdout(end).stderr(errors);
        if prefix.is_empty() {
            // Ctrl-C reaches all of the terminal's foreground group. The child must outlive it, to end what it started.
            command.process_group(0);
        }
        let child = command.spawn().doing(|| "start the process that raises the world".into())?;
        // A child that ends early has said why, which is more than that it took no order.
        let _ = order.send(io::BufWriter::new(&leash));
        leash.set_nonblocking(true).doing(|| "set up a socket".into())?;
        Ok(Self { child, leash, output, log: Log { file: log, room: LOG_LIMIT } })
    }

    fn finish(mut self, job: &Job, stop: &Stop) -> Result<Answer, Trouble> {
        let said = self.listen(job.deadline, stop);
        // Even a child that root runs for us hears this, and ends what it started.
        drop(self.leash);
        await_end(&mut self.child);
        self.log.take(&mut self.output);
        let said = said.doing(|| "hear from the world".into())?;
        let Some(said) = said else { return Ok(Answer::not_started("stopped before it ended")) };
        if said.is_empty() {
            return Ok(Answer::not_started(
                "the process that raises the world ended without a word; its log may say why",
            ));
        }
        serde_json::from_slice(&said).doing(|| "understand the world's answer".into())
    }

    /// All that the child says until it ends; `None` if it was stopped.
    fn listen(&mut self, deadline: Duration, stop: &Stop) -> io::Result<Option<Vec<u8>>> {
        let end = Instant::now() + deadline + GRACE + PATIENCE;
        let (mut said, mut talking) = (Vec::new(), true);
        loop {
            let mut fds = vec![stop.as_fd(), self.leash.as_fd()];
            if talking {
                fds.push(self.output.as_fd());
            }
            let left = end.saturating_duration_since(Instant::now());
            let ready = wait_readable(&fds, Some(left))?;
            if ready[0] || stop.is_pulled() {
                return Ok(None);
            }
            if left.is_zero() {
                return Err(io::Error::new(ErrorKind::TimedOut, "it did not end at its deadline"));
            }
            if talking && ready[2] {
                talking = self.log.take(&mut self.output);
            }
            if ready[1] && drain(&mut self.leash, |bytes| said.extend_from_slice(bytes))? {
                return Ok(Some(said));
            }
        }
    }
}

/// Waits for a child that was told to end, and kills it if it does not.
fn await_end(child: &mut Child) {
    let patience = Instant::now() + GRACE;
    while matches!(child.try_wait(), Ok(None)) && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(1));
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// A log file with an end.
struct Log {
    file: File,
    room: u64,
}

impl Log {
    /// Takes what there is; false once there will be no more.
    fn take(&mut self, output: &mut PipeReader) -> bool {
        let write = |bytes: &[u8]| {
            let fits = bytes.len().min(usize::try_from(self.room).unwrap_or(usize::MAX));
            self.room -= fits as u64;
            // A log that cannot be written (a full disk) must not end the trial: its exit is what counts.
            if self.file.write_all(&bytes[..fits]).is_err() {
                self.room = 0;
            }
        };
        !matches!(drain(output, write), Ok(true) | Err(_))
    }
}

/// Reads what is there; true at the end of the stream.
fn drain(from: &mut impl Read, mut to: impl FnMut(&[u8])) -> io::Result<bool> {
    let mut buffer = [0; 32 << 10];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return Ok(true),
            Ok(length) => to(&buffer[..length]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            // The child ended with an order unread.
            Err(error) if error.kind() == ErrorKind::ConnectionReset => return Ok(true),
            Err(error) => return Err(error),
        }
    }
}

/// This very program. `/proc/self/exe` is right even if the file was replaced since, but means something else to `sudo`.
fn own_program(directly: bool) -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") && directly { Ok("/proc/self/exe".into()) } else { std::env::current_exe() }
}
