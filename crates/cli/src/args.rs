//! The command line.

mod signoff;

pub(crate) use signoff::{SelectionArgs, SignOffAction, SignOffArgs};

use crate::{exit, term::Color};
use clap::{
    ArgAction, Args as ClapArgs, Parser, Subcommand, builder::PossibleValuesParser, error::ErrorKind,
};
use counterproof_engine::{domain::Probes, report::RENDERERS};
use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

/// Was this green earned? Takes a change apart into code and tests, puts it together in the ways that did not happen,
/// and asks the project's own test runner there.
#[derive(Debug, Parser)]
#[command(name = "counterproof", version, after_help = exit::table(), after_long_help = exit::table())]
pub(crate) struct Args {
    /// What to do; without a word: verify.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// The options of `verify`.
    #[command(flatten)]
    pub(crate) verify: VerifyArgs,
    /// The options of every command.
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
}

/// The options of every command.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct GlobalArgs {
    /// Start in this folder
    #[arg(
        short = 'C',
        long = "directory",
        value_name = "DIR",
        global = true,
        help_heading = "Global options"
    )]
    pub(crate) directory: Option<PathBuf>,
    /// When to use colours (NO_COLOR and CLICOLOR_FORCE are heeded)
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value = "auto",
        global = true,
        help_heading = "Global options"
    )]
    pub(crate) color: Color,
    /// Only the verdict line, no progress
    #[arg(short, long, global = true, help_heading = "Global options")]
    quiet: bool,
    /// All tests; twice: log files too, and what the engine does
    #[arg(short, long, action = ArgAction::Count, global = true, conflicts_with = "quiet", help_heading = "Global options")]
    verbose: u8,
}

impl GlobalArgs {
    /// -1 for quiet, else how often `-v` was given.
    pub(crate) fn verbosity(&self) -> i8 {
        if self.quiet { -1 } else { i8::try_from(self.verbose).unwrap_or(i8::MAX) }
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Judge a change (this is what `counterproof` alone does)
    Verify(VerifyArgs),
    /// Record the state of the working tree, before somebody changes it
    Snapshot(SnapshotArgs),
    /// Say what a word of a report or an exit status means; without a word, list them
    Explain {
        /// A verdict, a treatment, a cell, a world, or an exit status
        word: Option<String>,
    },
    /// Show what counterproof finds here: git, runners, ways to raise a world
    Doctor,
    /// Judge a recorded run again, without running anything
    Replay {
        /// The run's name, as its report shows it
        run: String,
        /// How to show it
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Sign exceptions off, on record: a changed contract, a removal, a test that cannot be answered here
    Signoff(SignOffArgs),
    /// Make a small repository with an honest change and a fake one, and judge both
    Demo,
    /// Show ways to fake a green, and honest changes that look like one, and judge them for real
    Museum(MuseumArgs),
    /// Write the completions of a shell to stdout
    #[command(hide = true)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual page to stdout
    Man,
    /// Write the JSON schema of `--format json` to stdout
    #[command(hide = true)]
    Schema,
}

/// The options of `verify`.
#[derive(Clone, Debug, Default, PartialEq, Eq, ClapArgs)]
pub(crate) struct VerifyArgs {
    /// The state before; default: the latest snapshot, else HEAD if the tree has changes, else the merge base with the
    /// default branch
    #[arg(long, value_name = "REV")]
    pub(crate) base: Option<String>,
    /// The state after; default: the working tree
    #[arg(long, value_name = "REV")]
    pub(crate) head: Option<String>,
    /// How to show it
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// How many trials run side by side; default: one per core
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// How to raise worlds; default: the first that works (see `doctor`)
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<String>,
    /// Set a variable in every trial
    #[arg(long, value_name = "KEY=VALUE", value_parser = variable)]
    pub(crate) env: Vec<(String, String)>,
    /// End a trial after so many seconds; default: five times what it takes in the claimed world, at least 20
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// How much is spent on finding tests that cannot fail; default: no more than on the verdict
    #[arg(long, value_name = "all|none", value_parser = probes)]
    pub(crate) probes: Option<Probes>,
    /// Ask only tests at or below this path
    #[arg(long, value_name = "PATH")]
    pub(crate) only: Vec<PathBuf>,
    /// Judge what the author of the change claims in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) claims: Option<PathBuf>,
    /// Cut all trials off the network
    #[arg(long, overrides_with = "network")]
    no_network: bool,
    /// Leave the network on
    #[arg(long)]
    network: bool,
}

impl VerifyArgs {
    /// What was asked for about the network, if anything.
    pub(crate) fn network(&self) -> Option<bool> {
        (self.network || self.no_network).then_some(self.network)
    }
}

/// How and where a report is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, ClapArgs)]
pub(crate) struct OutputArgs {
    /// The form of the report; default: text
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(crate) format: Option<String>,
    /// Write the report to a file; the text still goes to stdout
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Which exhibits, and what is done with them. Without names and without `--all`, they are listed.
#[derive(Clone, Debug, Default, ClapArgs)]
pub(crate) struct MuseumArgs {
    /// Exhibits to judge and explain, each by its name or the beginning of it
    #[arg(value_name = "NAME", conflicts_with = "all")]
    pub(crate) names: Vec<String>,
    /// Judge all of them
    #[arg(long)]
    pub(crate) all: bool,
    /// Only the fakes
    #[arg(long, conflicts_with = "honest")]
    pub(crate) fakes: bool,
    /// Only the honest changes
    #[arg(long)]
    pub(crate) honest: bool,
    /// Only those of this runner
    #[arg(long, value_name = "NAME")]
    pub(crate) runner: Option<String>,
    /// Judge each so many times, which must find the same
    #[arg(long, value_name = "N")]
    pub(crate) repeat: Option<NonZeroUsize>,
    /// How to raise worlds; default: the first that works (see `doctor`)
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<String>,
    /// Where jest, vitest and mocha are: a folder with `node_modules`; default: the folder you stand in, and those above
    #[arg(long, value_name = "DIR")]
    pub(crate) packages: Vec<PathBuf>,
    /// The form of the answer; `json` is one line for each exhibit
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json"])]
    pub(crate) format: Option<String>,
}

impl MuseumArgs {
    /// Whether a program reads the answer.
    pub(crate) fn json(&self) -> bool {
        self.format.as_deref() == Some("json")
    }
}

/// What `snapshot` can do; without a word, it records one.
#[derive(Debug, ClapArgs)]
pub(crate) struct SnapshotArgs {
    /// What to do with snapshots.
    #[command(subcommand)]
    pub(crate) action: Option<SnapshotAction>,
    /// A line to remember it by
    #[arg(long, value_name = "TEXT")]
    pub(crate) note: Option<String>,
}

/// What can be done with snapshots that are there.
#[derive(Debug, Subcommand)]
pub(crate) enum SnapshotAction {
    /// List them, latest first
    List,
    /// Forget one, or all
    Drop {
        /// Its name, as `snapshot list` shows it
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        id: Option<String>,
        /// All of them
        #[arg(long)]
        all: bool,
    },
}

fn formats() -> PossibleValuesParser {
    PossibleValuesParser::new(
        RENDERERS.iter().map(|one| clap::builder::PossibleValue::new(one.name).help(one.about)),
    )
}

fn probes(text: &str) -> Result<Probes, String> {
    match text {
        "all" => Ok(Probes::All),
        "none" => Ok(Probes::None),
        _ => Err("it is `all` or `none`".into()),
    }
}

fn variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("write it as KEY=VALUE".to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0 => Ok(Duration::from_secs(seconds)),
        _ => Err("write a whole number of seconds, at least 1".to_owned()),
    }
}

/// Reads the command line. On `Err`, everything was said, and the status is to be returned.
pub(crate) fn parse() -> Result<Args, u8> {
    Args::try_parse().and_then(Args::checked).map_err(|error| {
        // A reader that went away is no error.
        let _ = error.print();
        match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => 0,
            _ => exit::USAGE,
        }
    })
}

impl Args {
    /// Refuses what would be silently ignored.
    fn checked(self) -> Result<Self, clap::Error> {
        if self.command.is_some() && self.verify != VerifyArgs::default() {
            let why = "the options of `verify` go behind the command: `counterproof verify --base REV`\n";
            return Err(clap::Error::raw(ErrorKind::ArgumentConflict, why));
        }
        if let Some(Command::Snapshot(SnapshotArgs { action: Some(_), note: Some(_) })) = &self.command {
            let why = "a note is for a new snapshot: `counterproof snapshot --note TEXT`\n";
            return Err(clap::Error::raw(ErrorKind::ArgumentConflict, why));
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn read(line: &str) -> Result<Args, clap::Error> {
        Args::try_parse_from(line.split(' ')).and_then(Args::checked)
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Args::command().debug_assert();
    }

    #[test]
    fn verify_is_what_happens_without_a_word() {
        let args = read("counterproof -C dir --base main -v").unwrap();
        assert!(args.command.is_none());
        assert_eq!(args.verify.base.as_deref(), Some("main"));
        assert_eq!(args.global.verbosity(), 1);
    }

    #[test]
    fn a_global_option_may_stand_before_and_behind_the_command() {
        for line in ["counterproof -C dir verify", "counterproof verify -C dir"] {
            assert_eq!(read(line).unwrap().global.directory, Some("dir".into()));
        }
    }

    #[test]
    fn an_option_of_verify_before_a_command_is_refused_and_not_dropped() {
        assert!(read("counterproof --base main verify").is_err());
        assert!(read("counterproof verify --base main").is_ok());
    }

    #[test]
    fn the_last_word_about_the_network_counts() {
        let network = |line| read(line).unwrap().verify.network();
        assert_eq!(network("counterproof"), None);
        assert_eq!(network("counterproof --no-network"), Some(false));
        assert_eq!(network("counterproof --no-network --network"), Some(true));
        assert_eq!(network("counterproof --network --no-network"), Some(false));
    }

    #[test]
    fn values_that_mean_nothing_are_refused() {
        for option in ["--env A", "--env =x", "--timeout 0", "--timeout soon", "--jobs 0", "--format xml"] {
            assert!(read(&format!("counterproof {option}")).is_err(), "{option}");
        }
        assert_eq!(
            read("counterproof --env A=b=c").unwrap().verify.env,
            [("A".to_owned(), "b=c".to_owned())]
        );
    }

    #[test]
    fn dropping_snapshots_needs_to_know_which() {
        assert!(read("counterproof snapshot drop").is_err());
        assert!(read("counterproof snapshot drop 1 --all").is_err());
        assert!(read("counterproof snapshot drop --all").is_ok());
        assert!(read("counterproof snapshot --note x list").is_err());
    }
}
