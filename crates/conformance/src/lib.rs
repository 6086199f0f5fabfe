//! The runners as they are installed, asked for real: a toy project on disk, our own claim and command, and the exit
//! status the runner gives.
#![allow(clippy::disallowed_methods, reason = "real runners work on a real disk")]

mod ask;
mod ends;
pub mod page;
mod process;
pub mod table;
mod tools;

pub use ends::status_if_all_must_end;
pub use tools::tool;

use counterproof_engine::{
    config,
    domain::{Exit, RepoPath, Side, Site, Suite},
    runner::{self, Project, Question, Runner},
};
use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// A small project in a temporary folder.
pub struct Toy {
    folder: tempfile::TempDir,
    files: Vec<RepoPath>,
    config: config::Config,
    programs: Vec<PathBuf>,
    variables: Vec<(OsString, OsString)>,
    deadline: Duration,
}

impl Toy {
    /// Writes the files.
    ///
    /// # Panics
    /// If the folder cannot be written, or `counterproof.toml` is among the files and does not parse.
    #[must_use]
    pub fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a file is in a folder"))
                .expect("the folder is writable");
            fs::write(path, text).expect("the folder is writable");
        }
        let settings = files.iter().find(|(path, _)| *path == config::FILE).map_or("", |(_, text)| text);
        Self {
            folder,
            files: files.iter().map(|(path, _)| RepoPath::new(*path)).collect(),
            config: config::parse(settings).expect("the configuration parses"),
            programs: Vec::new(),
            variables: Vec::new(),
            deadline: Duration::from_secs(120),
        }
    }

    /// The same with one more setting in `counterproof.toml`'s words.
    ///
    /// # Panics
    /// If the text does not parse.
    #[must_use]
    pub fn configured(mut self, text: &str) -> Self {
        self.config = config::parse(text).expect("the configuration parses");
        self
    }

    /// The same with a folder whose programs are found before all others.
    #[must_use]
    pub fn with_programs_of(mut self, folder: &Path) -> Self {
        self.programs.push(folder.to_owned());
        self
    }

    /// The same with a link to what lies outside.
    ///
    /// # Panics
    /// If the link cannot be made.
    #[must_use]
    pub fn linked(self, at: &Path, to: &Path) -> Self {
        std::os::unix::fs::symlink(to, self.folder.path().join(at)).expect("a link can be made");
        self
    }

    /// The same with these variables set around counterproof.
    #[must_use]
    pub fn under(mut self, variables: &[(&str, &str)]) -> Self {
        self.variables.extend(variables.iter().map(|(name, value)| (name.into(), value.into())));
        self
    }

    /// The same with another time limit.
    #[must_use]
    pub fn patient_for(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// The exit status of the runner asked for one test, by file and names.
    #[must_use]
    pub fn test(&self, runner: &str, file: &str, names: &[&str]) -> i32 {
        self.ask(runner, &Question::Test(&site(file, names)))
    }

    /// The exit status of the runner asked for one test whose name is made when it runs.
    #[must_use]
    pub fn dynamic_test(&self, runner: &str, file: &str, names: &[&str]) -> i32 {
        self.ask(runner, &Question::Test(&Site { dynamic: true, ..site(file, names) }))
    }

    /// The exit status of the runner asked for one file.
    #[must_use]
    pub fn file(&self, runner: &str, file: &str) -> i32 {
        self.ask(runner, &Question::File(&RepoPath::new(file)))
    }

    /// The exit status of the runner asked for everything in the package of this file.
    #[must_use]
    pub fn suite(&self, runner: &str, file: &str) -> i32 {
        let suite = self.suite_of(named(runner), &RepoPath::new(file));
        self.run(named(runner), &suite, &Question::Suite(&suite.base_files))
    }

    fn ask(&self, runner: &str, question: &Question<'_>) -> i32 {
        let file = match question {
            Question::File(file) => file,
            Question::Test(site) => &site.file,
            Question::Suite(_) => unreachable!("a suite is asked by a file of it"),
        };
        let suite = self.suite_of(named(runner), file);
        self.run(named(runner), &suite, question)
    }

    /// The suite a file is in, with all files of it that the runner claims.
    fn suite_of(&self, runner: &Runner, file: &RepoPath) -> Suite {
        let claim = |file: &RepoPath| {
            let text = self.text(file)?;
            (runner.claim)(self, file, &text)
        };
        let own = claim(file).unwrap_or_else(|| panic!("{} does not claim {file:?}", runner.name));
        let claims = self.files.iter().filter_map(|file| Some((file, claim(file)?)));
        let ours: Vec<_> = claims.filter(|(_, claim)| claim.package == own.package).collect();
        let files: Vec<RepoPath> = ours.iter().map(|(file, _)| (*file).clone()).collect();
        Suite {
            runner: runner.name.into(),
            because: own.because,
            package: own.package,
            base_files: files.clone(),
            head_files: files,
            facts: ours.into_iter().flat_map(|(_, claim)| claim.facts).collect(),
        }
    }

    fn run(&self, runner: &Runner, suite: &Suite, question: &Question<'_>) -> i32 {
        let command = (runner.command)(suite, Side::Base, question);
        let (exit, text) = process::run(self, &command);
        show(&text);
        match exit {
            Exit::Code(code) => code,
            Exit::NotStarted(why) => panic!("{:?} does not start: {why}; install it", command.argv[0]),
            _ => -1,
        }
    }

    fn text(&self, file: &RepoPath) -> Option<String> {
        String::from_utf8(self.read(file)?.to_vec()).ok()
    }

    /// The search path: the folders of the versions asked for, then the user's.
    fn search_path(&self) -> OsString {
        let users = std::env::var_os("PATH").unwrap_or_default();
        let folders = self.programs.iter().cloned().chain(std::env::split_paths(&users));
        std::env::join_paths(folders).unwrap_or(users)
    }
}

/// Shown by the test harness when the test fails, and only then.
#[expect(clippy::print_stdout, reason = "what the runner said explains a failing case")]
fn show(text: &str) {
    println!("{text}");
}

impl Project for Toy {
    fn read(&self, path: &RepoPath) -> Option<Arc<[u8]>> {
        fs::read(self.folder.path().join(path.to_os())).ok().map(Into::into)
    }

    fn lists(&self, path: &RepoPath) -> bool {
        self.files.contains(path)
    }

    fn program(&self, name: &str) -> Option<String> {
        let mut folders = match name.contains('/') {
            true => vec![self.folder.path().to_owned()],
            false => std::env::split_paths(&self.search_path()).collect(),
        };
        let found = folders.drain(..).map(|folder| folder.join(name)).find(|path| path.is_file());
        found.map(|path| path.to_string_lossy().into_owned())
    }

    fn side(&self) -> Side {
        Side::Base
    }

    fn setting(&self, runner: &str, key: &str) -> Option<String> {
        self.config.setting(runner, key)
    }
}

/// A plain test, by file and names.
fn site(file: &str, names: &[&str]) -> Site {
    Site {
        file: RepoPath::new(file),
        line: 1,
        name: names.iter().map(|name| (*name).to_owned()).collect(),
        ordinal: 0,
        disabled: None,
        characterization: false,
        dynamic: false,
        wrapping: Vec::new(),
        foreign: Vec::new(),
        probes: std::collections::BTreeSet::new(),
        digest: String::new(),
    }
}

fn named(name: &str) -> &'static Runner {
    runner::named(name).unwrap_or_else(|| panic!("there is no runner `{name}`"))
}

/// A table of cases: label, names, expected exit status.
pub type Cases<'a> = &'a [(&'a str, &'a [&'a str], i32)];

/// Asks for each test of a table and compares the exit statuses.
///
/// # Panics
/// If one differs; the message names them all.
#[track_caller]
pub fn assert_exits(toy: &Toy, runner: &str, file: &str, cases: Cases<'_>) {
    let seen: BTreeMap<&str, i32> =
        cases.iter().map(|(label, names, _)| (*label, toy.test(runner, file, names))).collect();
    let wanted: BTreeMap<&str, i32> = cases.iter().map(|(label, _, exit)| (*label, *exit)).collect();
    assert_eq!(seen, wanted);
}

/// The programs named in a variable, parted by `:`; else the one on the search path.
#[must_use]
pub fn programs(variable: &str, default: &str) -> Vec<String> {
    let named = std::env::var(variable).unwrap_or_else(|_| default.into());
    named.split(':').map(str::to_owned).filter(|name| !Path::new(name).as_os_str().is_empty()).collect()
}
