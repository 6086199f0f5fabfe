//! The words of `counterproof signoff`.

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use counterproof_engine::{change::Wanted, domain::SignOffKind};
use std::path::PathBuf;

/// Signs tests of a change off, or with a word looks at what was signed off.
#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct SignOffArgs {
    /// What to do with sign-offs that are there.
    #[command(subcommand)]
    pub(crate) action: Option<SignOffAction>,
    /// Which change
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    /// The tests, by their ids as reports show them
    #[arg(value_name = "TEST", required = true)]
    pub(crate) tests: Vec<String>,
    /// Who signs
    #[arg(long = "as", value_name = "NAME", required = true, value_parser = said)]
    pub(crate) name: Option<String>,
    /// Why
    #[arg(long, value_name = "TEXT", required = true, value_parser = said)]
    pub(crate) reason: Option<String>,
    /// What is signed off; default: what the change did to the test
    #[arg(long, value_enum)]
    pub(crate) kind: Option<Kind>,
    /// The date to put on it; default: today
    #[arg(long, value_name = "DATE", value_parser = said)]
    pub(crate) date: Option<String>,
    /// Sign with this SSH key
    #[arg(long, value_name = "KEY")]
    pub(crate) sign: Option<PathBuf>,
    /// Write to this file; default: one in the git directory
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// What can be done with sign-offs that are there.
#[derive(Debug, Subcommand)]
pub(crate) enum SignOffAction {
    /// List them, with where they were found
    List(SelectionArgs),
    /// Say of each whether it still is of what is there, and whether it may count
    Check(SelectionArgs),
}

/// Which change.
#[derive(Clone, Debug, Default, ClapArgs)]
pub(crate) struct SelectionArgs {
    /// The state before, as for `verify`
    #[arg(long, value_name = "REV")]
    base: Option<String>,
    /// The state after, as for `verify`
    #[arg(long, value_name = "REV")]
    head: Option<String>,
}

impl SelectionArgs {
    /// Base and head, where named.
    pub(crate) fn wanted(&self) -> Wanted {
        Wanted { base: self.base.clone(), head: self.head.clone() }
    }
}

/// What is signed off. A vacuous test and one without an alibi cannot be.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Kind {
    /// Code and expectation moved together, and were meant to
    Contract,
    /// The code breaks the test, and it was meant to go or to be disabled
    Removal,
    /// The test cannot be answered here
    Unvalidatable,
}

impl From<Kind> for SignOffKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Contract => Self::Contract,
            Kind::Removal => Self::Removal,
            Kind::Unvalidatable => Self::Unvalidatable,
        }
    }
}

fn said(text: &str) -> Result<String, String> {
    if text.trim().is_empty() { Err("say something".to_owned()) } else { Ok(text.to_owned()) }
}
