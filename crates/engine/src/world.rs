//! Worlds: what differs from the disk ([`Layout`]), and the backends that raise one and run a command in it.
//!
//! A backend starts this very program again (first argument [`WORD`]), hands it an order through a socket and waits for
//! the answer. The child raises the world, runs the command and reaps everything that came of it (`child`). The socket
//! is also the leash: when this process ends, however it ends, the child reads the end of it and takes all down (I7).

mod child;
mod choose;
pub mod compose;
mod copy;
mod environment;
#[cfg(target_os = "linux")]
mod guard;
mod kept;
mod launch;
mod marks;
#[cfg(target_os = "linux")]
mod mounts;
mod order;
#[cfg(target_os = "linux")]
mod overlay;
mod place;
mod plain;
#[cfg(target_os = "linux")]
mod raise;
mod scratch;
mod stale;
mod steps;
mod stop;
mod trouble;
mod write;

use crate::{
    domain::{Content, Exit, RepoPath},
    runner::Command,
};
use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::Duration};

pub use child::{WORD, child_main};
pub use choose::{BACKENDS, Isolation, Opened, Probe, Row, WorldError, choose, line_up, probe};
pub use environment::environment;
pub use kept::Kept;
pub use place::Place;
pub use scratch::sweep;
pub use stop::Stop;

/// Raises worlds and runs commands in them. One is used by several threads at a time.
pub trait Backend: Send + Sync {
    /// Its name in reports.
    fn name(&self) -> &'static str;
    /// Raises the job's world, runs its command there and takes the world down. It never fails: every trouble is an
    /// [`Exit::NotStarted`] that says what is wrong (I4).
    fn run(&self, job: &Job, stop: &Stop) -> Outcome;
    /// Runs a job whose command builds, and keeps the world as it left it, for other jobs to begin from. `None` if the
    /// command failed, or if worlds of this kind cannot be kept.
    fn keep(&self, _job: &Job, _stop: &Stop) -> Option<Kept> {
        None
    }
}

/// What a world has that differs from, or must be pinned against, what lies on disk. `None`: the path is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The files, by path.
    pub files: BTreeMap<RepoPath, Option<Content>>,
    /// Those of them whose reading is to be watched: the changed code.
    pub watched: Vec<RepoPath>,
}

/// One trial, as a backend gets it.
#[derive(Clone, Debug)]
pub struct Job {
    /// The world.
    pub layout: Layout,
    /// The kept world it begins from; that has the layout already.
    pub from: Option<Arc<Kept>>,
    /// What to run there.
    pub command: Command,
    /// When to end it.
    pub deadline: Duration,
    /// Whether bodies of it leave marks.
    pub witnessed: bool,
    /// The file that takes its output, outside of the world.
    pub log: PathBuf,
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub exit: Exit,
    /// Whether a watched file was read; `None` if the backend cannot tell or none was watched.
    pub read: Option<bool>,
    /// The marks that were left: names of files.
    pub marks: Vec<String>,
    /// Wall time.
    pub wall: Duration,
    /// CPU time of all its processes.
    pub cpu: Duration,
}

impl Outcome {
    /// The outcome of a job that never ran, and why.
    pub(crate) fn not_started(why: impl ToString) -> Self {
        Self::of(Exit::NotStarted(why.to_string()))
    }

    /// The outcome of a job that took nothing.
    pub(crate) fn of(exit: Exit) -> Self {
        Self { exit, read: None, marks: Vec::new(), wall: Duration::ZERO, cpu: Duration::ZERO }
    }
}
