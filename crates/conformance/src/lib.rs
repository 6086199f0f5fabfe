//! The runners as they are installed, asked for real: a toy project on disk, our own claim and command, and the exit
//! status the runner gives.
#![allow(clippy::disallowed_methods, reason = "real runners work on a real disk")]

use counterproof_engine::{
    config,
    domain::{RepoPath, Side, Site, Suite},
    runner::{self, Project, Question, Runner},
};
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
};

/// A small project in a temporary folder.
pub struct Toy {
    folder: tempfile::TempDir,
    files: Vec<RepoPath>,
    config: config::Config,
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
        let config = config::parse(settings).expect("the configuration parses");
        Self { folder, files: files.iter().map(|(path, _)| RepoPath::new(*path)).collect(), config }
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
            let text = self.read(file).and_then(|bytes| String::from_utf8(bytes.to_vec()).ok())?;
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
            base_files: files,
            head_files: Vec::new(),
            facts: ours.into_iter().flat_map(|(_, claim)| claim.facts).collect(),
        }
    }

    fn run(&self, runner: &Runner, suite: &Suite, question: &Question<'_>) -> i32 {
        let command = (runner.command)(suite, Side::Base, question);
        let mut child = Command::new(&command.argv[0]);
        child.args(&command.argv[1..]).current_dir(self.folder.path().join(command.folder.to_os()));
        for name in outer_variables() {
            child.env_remove(name);
        }
        let output = child.envs(&command.env).stdin(Stdio::null()).output();
        let output = output
            .unwrap_or_else(|error| panic!("{:?} does not start: {error}; install it", command.argv[0]));
        let text =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        // Shown by the test harness when the test fails, and only then.
        #[expect(clippy::print_stdout, reason = "what the runner said explains a failing case")]
        {
            println!("{:?} in {:?}: {}\n{text}", command.argv, command.folder, output.status);
        }
        output.status.code().unwrap_or(-1)
    }
}

impl Project for Toy {
    fn read(&self, path: &RepoPath) -> Option<Arc<[u8]>> {
        fs::read(self.folder.path().join(path.to_os())).ok().map(Into::into)
    }

    fn program(&self, name: &str) -> Option<String> {
        let found = match name.contains('/') {
            true => Some(self.folder.path().join(name)).filter(|path| path.is_file()),
            false => on_path(name),
        };
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
        dynamic: false,
        foreign: Vec::new(),
    }
}

fn named(name: &str) -> &'static Runner {
    runner::named(name).unwrap_or_else(|| panic!("there is no runner `{name}`"))
}

fn on_path(name: &str) -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// What the test run around us leaves in the environment.
fn outer_variables() -> Vec<std::ffi::OsString> {
    let prefixes = ["CARGO", "RUST", "NODE_", "PYTEST_", "PYTHON", "LD_LIBRARY_PATH"];
    let kept = ["CARGO_HOME", "RUSTUP_HOME"];
    let names = std::env::vars_os().map(|(name, _)| name);
    names
        .filter(|name| {
            let name = name.to_string_lossy();
            prefixes.iter().any(|prefix| name.starts_with(prefix)) && !kept.contains(&name.as_ref())
        })
        .collect()
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
