//! The only caller of git.
#![allow(
    clippy::disallowed_methods,
    reason = "the shell around git: it starts processes and reads the environment"
)]

use super::ChangeError;
use std::{
    ffi::{OsStr, OsString},
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
};

/// Settings that hold for every call, over whatever the user has configured.
const SETTINGS: &[&str] = &[
    // Nothing of the repository's is executed because we look at it.
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    // Our temporary index is one file and leaves no shared index in the git directory.
    "core.splitIndex=false",
    // A warning about line ends is no reason to fail.
    "core.safecrlf=false",
    // An edit that puts size and mtime back is still seen by its ctime.
    "core.ignoreStat=false",
    "core.trustctime=true",
    "core.checkStat=default",
    // What we write in a commit is what we read there.
    "i18n.commitEncoding=UTF-8",
    "i18n.logOutputEncoding=UTF-8",
];

/// The environment of every call.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("LC_ALL", "C"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_LITERAL_PATHSPECS", "1"),
    // No network: the first is for new gits, the second stops the transports of those that do not know it,
    // and the third leaves files of git-lfs that are not here as their pointers.
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", "none"),
    ("GIT_LFS_SKIP_SMUDGE", "1"),
];

/// Variables of git's that survive: where git and its configuration are, and how far discovery goes. All
/// others, as set inside a hook, would point us at another index, repository or object store.
const KEPT: &[&str] = &["GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM"];

/// How git is started for one repository.
#[derive(Clone, Debug)]
pub(super) struct Git {
    program: OsString,
    folder: PathBuf,
    /// The settings and variables that this repository needs on top.
    settings: Vec<String>,
    environment: Vec<(&'static str, OsString)>,
}

impl Git {
    /// Git in a folder.
    pub(super) fn new(program: &OsStr, folder: &Path) -> Self {
        Self {
            program: program.to_owned(),
            folder: folder.to_owned(),
            settings: Vec::new(),
            environment: Vec::new(),
        }
    }

    /// The same in another folder.
    pub(super) fn at(&self, folder: &Path) -> Self {
        Self { folder: folder.to_owned(), ..self.clone() }
    }

    /// The same with a setting, `key=value`.
    pub(super) fn setting(&self, setting: &str) -> Self {
        let mut git = self.clone();
        git.settings.push(setting.to_owned());
        git
    }

    /// The same with a variable.
    pub(super) fn variable(&self, name: &'static str, value: impl Into<OsString>) -> Self {
        let mut git = self.clone();
        git.environment.push((name, value.into()));
        git
    }

    /// What git prints; it must succeed.
    pub(super) fn read<A: AsRef<OsStr>>(&self, args: &[A]) -> Result<Vec<u8>, ChangeError> {
        self.fed(args, b"")
    }

    /// The same with something on its standard input.
    pub(super) fn fed<A: AsRef<OsStr>>(&self, args: &[A], input: &[u8]) -> Result<Vec<u8>, ChangeError> {
        let output = self.output(args, input)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        Err(ChangeError::from_git(words(args), &output.stderr))
    }

    /// One line that git prints; `None` if it exits 1, by which it says no.
    pub(super) fn ask<A: AsRef<OsStr>>(&self, args: &[A]) -> Result<Option<String>, ChangeError> {
        let output = self.output(args, b"")?;
        match output.status.code() {
            Some(0) => Ok(Some(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())),
            Some(1) => Ok(None),
            _ => Err(ChangeError::from_git(words(args), &output.stderr)),
        }
    }

    /// All that came of a call.
    pub(super) fn output<A: AsRef<OsStr>>(&self, args: &[A], input: &[u8]) -> Result<Output, ChangeError> {
        let child = self.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = self.started(child)?;
        let stdin = child.stdin.take();
        // Written from a thread of its own: git may fill its output before it has read its input.
        thread::scope(|scope| {
            scope.spawn(|| stdin.map(|mut to| to.write_all(input)));
            child.wait_with_output()
        })
        .map_err(ChangeError::io("wait for git"))
    }

    /// A git that stays, with pipes to and from it and its complaints in a file.
    pub(super) fn converse<A: AsRef<OsStr>>(
        &self,
        args: &[A],
        complaints: &Path,
    ) -> Result<Child, ChangeError> {
        let stderr = std::fs::File::create(complaints).map_err(ChangeError::io("write a temporary file"))?;
        self.started(self.command(args).stdout(Stdio::piped()).stderr(stderr).spawn())
    }

    fn started(&self, child: io::Result<Child>) -> Result<Child, ChangeError> {
        child.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => ChangeError::NoGit,
            _ => ChangeError::io("start git")(error),
        })
    }

    fn command<A: AsRef<OsStr>>(&self, args: &[A]) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(&self.folder).stdin(Stdio::piped());
        for (name, _) in std::env::vars_os() {
            if !is_kept(&name) {
                command.env_remove(name);
            }
        }
        command
            .envs(ENVIRONMENT.iter().copied())
            .envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.arg("--no-pager");
        for setting in SETTINGS.iter().copied().chain(self.settings.iter().map(String::as_str)) {
            command.args(["-c", setting]);
        }
        command.args(args);
        command
    }
}

/// `GIT_CONFIG_COUNT` and its like are configuration, and often how CI marks a checkout as safe.
fn is_kept(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    !name.starts_with("GIT_") || name.starts_with("GIT_CONFIG_") || KEPT.contains(&&*name)
}

/// The arguments as a person would type them.
fn words<A: AsRef<OsStr>>(args: &[A]) -> String {
    args.iter().map(|arg| arg.as_ref().to_string_lossy()).collect::<Vec<_>>().join(" ")
}
