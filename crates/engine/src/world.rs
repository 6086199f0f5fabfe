//! Worlds: what differs from the disk ([`Layout`]), and the backends that raise one and run a command in it.

use crate::{
    domain::{Content, Exit, RepoPath},
    runner::Command,
};
use std::{collections::BTreeMap, path::PathBuf, time::Duration};

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
    /// What to run there.
    pub command: Command,
    /// When to end it.
    pub deadline: Duration,
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
    /// Wall time.
    pub wall: Duration,
    /// CPU time of all its processes.
    pub cpu: Duration,
}
