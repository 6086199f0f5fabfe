//! What goes through the socket between a backend and the process it starts: one line of JSON, then the bytes of the files.

use super::steps::{Step, What};
use crate::domain::{Exit, RepoPath};
use serde::{Deserialize, Serialize};
use std::{
    ffi::OsString,
    io::{self, BufRead, Write},
    time::Duration,
};

/// What the child is to do.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    /// Where the command runs.
    pub(crate) stage: Stage,
    /// Program and arguments.
    pub(crate) argv: Vec<OsString>,
    /// The whole environment.
    pub(crate) env: Vec<(OsString, OsString)>,
    /// The absolute folder it runs in.
    pub(crate) folder: OsString,
    /// When to end it.
    pub(crate) deadline: Duration,
    /// The files whose reading is watched.
    pub(crate) watched: Vec<RepoPath>,
    /// Whether bodies leave marks.
    pub(crate) witnessed: bool,
}

/// Where a command runs.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// In a namespace of its own, over the project's own path.
    Overlay(Raise),
    /// In a copy that is there already.
    Copy {
        /// The copy's top level.
        top: OsString,
        /// A tree that nothing below may see: the original.
        hide: Option<OsString>,
    },
}

/// A namespace to raise.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Raise {
    /// How to come to the right to mount.
    pub(crate) entry: Entry,
    /// Whether processes get a namespace of their own.
    pub(crate) processes: bool,
    /// Whether the network does.
    pub(crate) network: bool,
    /// The folder on disk that takes what is written; `None`: memory.
    pub(crate) disk: Option<OsString>,
    /// The folders that get an overlay. The first is the project.
    pub(crate) covers: Vec<Cover>,
    /// Folders that look empty.
    pub(crate) emptied: Vec<OsString>,
    /// Sockets that look like `/dev/null`.
    pub(crate) muted: Vec<OsString>,
    /// What the project's upper layer holds.
    pub(crate) steps: Vec<Step>,
    /// Whom the command runs as, if that is not who raises the world.
    pub(crate) user: Option<User>,
}

/// How a process comes to the right to mount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Entry {
    /// It is root.
    Root,
    /// By a user namespace with the same ids.
    UserNamespace,
}

/// A folder that gets an overlay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cover {
    /// The folder.
    pub(crate) path: OsString,
    /// Without it there is no world.
    pub(crate) needed: bool,
    /// What an earlier world wrote there, which this one begins from.
    pub(crate) over: Option<OsString>,
}

/// A user to become.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct User {
    /// The user id.
    pub(crate) uid: u32,
    /// The group id.
    pub(crate) gid: u32,
    /// The other groups.
    pub(crate) groups: Vec<u32>,
}

/// What the child says when all is over.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// How the command ended.
    pub(crate) exit: Exit,
    /// Whether a watched file was read.
    pub(crate) read: Option<bool>,
    /// The marks that were left.
    pub(crate) marks: Vec<String>,
    /// Wall time.
    pub(crate) wall: Duration,
    /// CPU time of all its processes.
    pub(crate) cpu: Duration,
}

impl Answer {
    /// The command never ran.
    pub(crate) fn not_started(why: impl ToString) -> Self {
        Self {
            exit: Exit::NotStarted(why.to_string()),
            read: None,
            marks: Vec::new(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
        }
    }
}

impl Order {
    /// Writes it.
    pub(crate) fn send(&self, mut to: impl Write) -> io::Result<()> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        to.write_all(&line)?;
        for step in self.steps() {
            if let What::File { bytes, .. } = &step.what {
                to.write_all(bytes)?;
            }
        }
        to.flush()
    }

    /// Reads what [`Order::send`] wrote, and not a byte more.
    pub(crate) fn receive(from: &mut impl BufRead) -> io::Result<Self> {
        let mut line = Vec::new();
        from.read_until(b'\n', &mut line)?;
        let mut order: Self = serde_json::from_slice(&line)?;
        if let Stage::Overlay(raise) = &mut order.stage {
            for step in &mut raise.steps {
                if let What::File { bytes, length, .. } = &mut step.what {
                    let mut content = vec![0; *length];
                    from.read_exact(&mut content)?;
                    *bytes = content.into();
                }
            }
        }
        Ok(order)
    }

    fn steps(&self) -> &[Step] {
        match &self.stage {
            Stage::Overlay(raise) => &raise.steps,
            Stage::Copy { .. } => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStringExt;

    fn order(path: RepoPath, bytes: &[u8]) -> Order {
        let what = What::File {
            bytes: bytes.into(),
            length: bytes.len(),
            mode: None,
            executable: false,
            watched: true,
        };
        Order {
            stage: Stage::Overlay(Raise {
                entry: Entry::Root,
                processes: true,
                network: true,
                disk: None,
                covers: Vec::new(),
                emptied: Vec::new(),
                muted: Vec::new(),
                steps: vec![Step { path, owner: None, what }],
                user: None,
            }),
            argv: vec![OsString::from_vec(vec![0xff, b'\n', 1])],
            env: Vec::new(),
            folder: "/".into(),
            deadline: Duration::from_millis(1500),
            watched: Vec::new(),
            witnessed: false,
        }
    }

    #[test]
    fn an_order_survives_the_way_with_any_bytes_in_paths_arguments_and_files() {
        let sent = order(RepoPath::new([0xfe, b'"', b'\n']), b"\x00\n\xff");
        let mut wire = Vec::new();
        sent.send(&mut wire).unwrap();
        wire.extend(b"rest");
        let mut from = wire.as_slice();
        let got = Order::receive(&mut from).unwrap();
        assert_eq!(format!("{got:?}"), format!("{sent:?}"));
        assert_eq!(from, b"rest");
    }
}
