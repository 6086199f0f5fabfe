//! What the end-to-end tests share: the binary in a repository, with a folder of its own for temporary files.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    dead_code,
    reason = "starts the binary; a panic is the report of a test; each file of tests uses its part"
)]

use counterproof_testkit::{Fingerprint, Repo};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// The variable by which the processes of one test are known.
const MARK: &str = "COUNTERPROOF_TEST_MARK";

/// A place to run the binary from: its own copy of it, by which its processes are known, and its own temporary files.
pub(crate) struct Den {
    folder: tempfile::TempDir,
}

impl Den {
    pub(crate) fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("den-").tempdir().unwrap();
        let den = Self { folder };
        fs::create_dir(den.scratch()).unwrap();
        let built = Path::new(env!("CARGO_BIN_EXE_counterproof"));
        fs::hard_link(built, den.binary()).or_else(|_| fs::copy(built, den.binary()).map(drop)).unwrap();
        den
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn binary(&self) -> PathBuf {
        self.path().join("counterproof")
    }

    /// Where the binary puts its temporary files.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.path().join("scratch")
    }

    /// A command line of the binary in a folder.
    pub(crate) fn command(&self, folder: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(self.binary());
        self.set_up(&mut command, folder);
        command.args(args);
        command
    }

    /// Gives any command the folder and the environment that the binary gets here.
    pub(crate) fn set_up(&self, command: &mut Command, folder: &Path) {
        command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.env("TMPDIR", self.scratch()).env(MARK, self.path()).env_remove("CLICOLOR_FORCE");
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    }

    pub(crate) fn run(&self, folder: &Path, args: &[&str]) -> Output {
        self.command(folder, args).output().unwrap()
    }

    /// What is left in the folder of temporary files.
    pub(crate) fn leftovers(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(self.scratch())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// The processes that this den's binary or its trials are, each by its command line.
    pub(crate) fn processes(&self) -> Vec<String> {
        let word = self.path().to_str().unwrap();
        let is_ours = |process: &Path| {
            let holds = |file: &str| {
                fs::read(process.join(file)).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(word))
            };
            let exe = fs::read_link(process.join("exe")).is_ok_and(|exe| exe.starts_with(self.path()));
            exe || holds("environ") || holds("cmdline")
        };
        let all = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
        let ours = all.filter(|process| is_ours(process));
        ours.map(|process| {
            let line = fs::read(process.join("cmdline")).unwrap_or_default();
            format!("{} {}", process.display(), String::from_utf8_lossy(&line).replace('\0', " "))
        })
        .collect()
    }

    /// The mounts of this namespace that have to do with this den or the repository.
    pub(crate) fn mounts(&self, repo: &Repo) -> Vec<String> {
        let table = fs::read_to_string("/proc/self/mountinfo").unwrap();
        let words = [self.path().to_str().unwrap(), repo.path().to_str().unwrap()];
        table.lines().filter(|line| words.iter().any(|word| line.contains(word))).map(str::to_owned).collect()
    }
}

/// All of a repository but what is counterproof's own.
pub(crate) fn state(repo: &Repo) -> Fingerprint {
    let owned = [".git/refs/counterproof", ".git/counterproof"];
    Fingerprint::of(repo.path()).without(&owned).without_times_that_git_renews()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The exit status, with what was said if the test fails.
pub(crate) fn status(output: &Output) -> i32 {
    // Shown by the test harness when the test fails, and only then.
    #[expect(clippy::print_stdout, reason = "it explains a failing case")]
    {
        println!("{}\n{}\n{}", output.status, text(&output.stdout), text(&output.stderr));
    }
    output.status.code().unwrap_or(-1)
}

/// A JSON report that keeps to the schema in the repository (I10).
pub(crate) fn report(output: &Output) -> Value {
    let schema = serde_json::from_str(include_str!("../../../../schema/counterproof-1.schema.json")).unwrap();
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error} in {}\n{}", text(&output.stdout), text(&output.stderr)));
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<_> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
    assert_eq!(errors, [""; 0], "{report:#}");
    report
}
