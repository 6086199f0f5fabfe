//! What goes wrong, said so that a person knows what to do.

use crate::{exit, term};
use std::io::Write;

/// What kind of trouble it is; decides the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The command line, the configuration, or the place it was started in.
    Usage,
    /// Ours.
    Bug,
    /// Nobody's: the user stopped it.
    Interrupted,
}

/// Trouble: what happened, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CliError {
    kind: Kind,
    message: String,
    hints: Vec<String>,
}

impl CliError {
    /// Trouble that the user can end.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { kind: Kind::Usage, message: message.into(), hints: Vec::new() }
    }

    /// Trouble that only we can end.
    pub(crate) fn bug(message: impl Into<String>) -> Self {
        Self { kind: Kind::Bug, message: message.into(), hints: Vec::new() }
    }

    /// The user stopped it before there was anything to report.
    pub(crate) fn interrupted() -> Self {
        Self {
            kind: Kind::Interrupted,
            message: "interrupted before anything was asked".into(),
            hints: Vec::new(),
        }
    }

    /// The same, with one thing more to do.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        match self.kind {
            Kind::Usage => exit::USAGE,
            Kind::Bug => exit::BUG,
            Kind::Interrupted => exit::INTERRUPTED,
        }
    }

    /// Writes `error:` and `hint:` lines to stderr; the exit status that goes with them.
    pub(crate) fn show(&self, color: term::Color) -> u8 {
        let (error, hint) = (term::ink(anstyle::AnsiColor::Red), term::ink(anstyle::AnsiColor::Cyan));
        let mut lines = format!("{error}error:{error:#} {}\n", term::printable_lines(&self.message));
        for one in &self.hints {
            lines.push_str(&format!("{hint}hint:{hint:#} {}\n", term::printable_lines(one)));
        }
        // With stderr gone, there is nobody left to tell.
        let _ = term::stderr(color).write_all(lines.as_bytes());
        self.status()
    }
}

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<counterproof_engine::change::ChangeError> for CliError {
    fn from(error: counterproof_engine::change::ChangeError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<counterproof_engine::session::SessionError> for CliError {
    fn from(error: counterproof_engine::session::SessionError) -> Self {
        Self::usage(error.to_string())
    }
}
