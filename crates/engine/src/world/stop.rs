//! The cord that ends all running jobs.

use std::{
    io::{self, PipeReader, PipeWriter, Write},
    os::fd::{AsFd, BorrowedFd},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use crate::lab::process::wait_readable;

/// A cord that ends all running jobs at once. Share it by reference or `Arc`; it can be pulled from any thread.
pub struct Stop {
    pulled: AtomicBool,
    // Holds one byte once pulled, which nobody takes out: so it wakes every waiter, at any time after.
    reader: PipeReader,
    writer: PipeWriter,
}

impl Stop {
    /// A cord that was not pulled yet.
    ///
    /// # Errors
    /// If the system has no pipe left.
    pub fn new() -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        Ok(Self { pulled: AtomicBool::new(false), reader, writer })
    }

    /// Ends all running jobs and refuses new ones.
    pub fn pull(&self) {
        if !self.pulled.swap(true, Ordering::SeqCst) {
            // An empty pipe has room for one byte.
            let _ = (&self.writer).write(&[1]);
        }
    }

    /// True once it was pulled.
    pub fn is_pulled(&self) -> bool {
        self.pulled.load(Ordering::SeqCst)
    }

    /// Sleeps, but not past the moment it is pulled.
    pub fn sleep(&self, time: Duration) {
        let _ = wait_readable(&[self.as_fd()], Some(time));
    }
}

impl AsFd for Stop {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.reader.as_fd()
    }
}
