//! Runs the binary on a fixture, with the real runners, and reads the report it gives as JSON.

use counterproof_testkit::Repo;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The word of the JSON for a test that was not accused of anything and made no claim.
pub(crate) const NOTHING: &str = "-";

/// What the binary found.
pub(crate) struct Judged {
    json: Value,
    status: i32,
}

/// How the binary is started.
pub(crate) struct Judge<'a> {
    folder: &'a Path,
    args: Vec<&'a str>,
    path: Option<OsString>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(repo: &'a Repo) -> Self {
        Self { folder: repo.path(), args: Vec::new(), path: None }
    }

    /// With these options.
    pub(crate) fn args(mut self, args: &[&'a str]) -> Self {
        self.args.extend(args);
        self
    }

    /// With this search path.
    pub(crate) fn path(mut self, path: impl Into<OsString>) -> Self {
        self.path = Some(path.into());
        self
    }

    pub(crate) fn run(self) -> Judged {
        let mut command = Command::new(env!("CARGO_BIN_EXE_counterproof"));
        command.args(["--format", "json"]).args(&self.args).current_dir(self.folder).stdin(Stdio::null());
        if let Some(path) = self.path {
            command.env("PATH", path);
        }
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let json = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("no report ({error}); it said:\n{said}"));
        Judged { json, status: output.status.code().unwrap() }
    }
}

/// Judges the fixture as it is.
pub(crate) fn judge(repo: &Repo) -> Judged {
    Judge::new(repo).run()
}

impl Judged {
    /// Each test of the report: what it is worth as evidence and how it was treated, parted by a blank.
    pub(crate) fn tests(&self) -> BTreeMap<String, String> {
        let word = |test: &Value, key: &str| test[key].as_str().unwrap_or(NOTHING).to_owned();
        let tests = self.json["tests"].as_array().unwrap().iter();
        tests
            .map(|test| (word(test, "id"), [word(test, "verdict"), word(test, "treatment")].join(" ")))
            .collect()
    }

    /// The verdict.
    pub(crate) fn verdict(&self) -> &str {
        self.json["verdict"].as_str().unwrap()
    }

    /// How many builds were made for many trials.
    pub(crate) fn builds(&self, repo: &Repo) -> usize {
        let runs = repo.at(".git/counterproof/runs");
        let logs =
            std::fs::read_dir(runs).unwrap().flat_map(|run| std::fs::read_dir(run.unwrap().path()).unwrap());
        logs.filter(|log| log.as_ref().unwrap().file_name().to_string_lossy().starts_with("build-")).count()
    }

    /// How many trials it took.
    pub(crate) fn trials(&self) -> u64 {
        self.json["trials"]["run"].as_u64().unwrap()
    }

    /// Exactly this verdict, and exactly these tests in the report: id, evidence, treatment.
    #[track_caller]
    pub(crate) fn is(&self, verdict: &str, tests: &[(&str, &str)]) {
        let wanted = tests.iter().map(|(id, words)| ((*id).to_owned(), (*words).to_owned())).collect();
        assert_eq!((self.json["verdict"].as_str().unwrap(), self.tests()), (verdict, wanted), "{self}");
        let exits = BTreeMap::from([
            ("EARNED", [0, 1]),
            ("UNEARNED", [2, 2]),
            ("INCONCLUSIVE", [3, 3]),
            ("NOT_GREEN", [4, 4]),
        ]);
        assert!(exits[verdict].contains(&self.status), "{self}");
    }

    /// This verdict, with a reason that has these words.
    #[track_caller]
    pub(crate) fn because(&self, verdict: &str, words: &str) {
        assert_eq!(self.json["verdict"].as_str(), Some(verdict), "{self}");
        let reasons = self.json["reasons"].to_string();
        assert!(reasons.contains(words), "no reason has `{words}`\n{self}");
        self.accuses_nobody();
    }

    #[track_caller]
    pub(crate) fn accuses_nobody(&self) {
        let accusing =
            ["no_alibi", "vacuous", "edited_to_green", "never_satisfied", "weakened", "removed", "disabled"];
        let guilty = |words: &String| words.split(' ').any(|word| accusing.contains(&word));
        assert!(![1, 2].contains(&self.status) && !self.tests().values().any(guilty), "{self}");
    }
}

impl std::fmt::Display for Judged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "exit {}\n{:#}", self.status, self.json["reasons"])?;
        let mut tests = self.json["tests"].as_array().into_iter().flatten();
        tests.try_for_each(|test| writeln!(f, "{} {}: {}", test["id"], test["cells"], test["reason"]))
    }
}

/// Where a program lies.
///
/// # Panics
/// If it is not installed.
pub(crate) fn program(name: &str) -> PathBuf {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("`{name}` is not installed, and this test is about it"))
}

/// Puts the packages that an install script has into the fixture's `node_modules`.
///
/// # Panics
/// If they are not there.
pub(crate) fn install_packages(repo: &Repo, tool: &str) {
    let from = counterproof_conformance::tool(tool).join("node_modules");
    // Links to the same files are made in no time, and no world writes through them.
    let copies = ["-al", "-a"].into_iter().any(|how| {
        let mut command = Command::new("cp");
        command.arg(how).arg(&from).arg(repo.at("node_modules")).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    });
    assert!(copies, "{} cannot be copied", from.display());
}

/// Runs a command in the fixture, for what a user would have done before.
///
/// # Panics
/// If it fails.
#[track_caller]
pub(crate) fn prepare(repo: &Repo, words: &[&str]) {
    let program = if words[0].contains('/') { repo.at(words[0]) } else { program(words[0]) };
    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_") && name != "CARGO_HOME" {
            command.env_remove(name);
        }
    }
    let output = command.args(&words[1..]).current_dir(repo.path()).stdin(Stdio::null()).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{words:?} failed:\n{}", String::from_utf8_lossy(&said));
}

/// The search path with the programs of an install script before all others.
///
/// # Panics
/// If they are not installed.
pub(crate) fn path_with(tool: &str) -> OsString {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/test-tools");
    let tools = env::var_os("COUNTERPROOF_TOOLS").map_or_else(|| default.into(), PathBuf::from);
    let folder = tools.join(tool).join("bin");
    assert!(folder.is_dir(), "{} is not installed: `bash scripts/test.sh` does it", folder.display());
    let users = env::var_os("PATH").unwrap_or_default();
    env::join_paths([folder].into_iter().chain(env::split_paths(&users))).unwrap()
}
