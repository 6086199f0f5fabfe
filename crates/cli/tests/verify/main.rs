//! `counterproof verify` from the outside: what it says of a change, and of the states a repository can be in.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "starts the binary on a real disk; a panic is the report of a test"
)]

#[path = "../kit/mod.rs"]
mod kit;

mod claims;
mod config;
mod exceptions;
mod outcomes;
mod states;
mod verdicts;

use counterproof_testkit::{Repo, RepoBuilder};
use kit::{Den, report, status};
use serde_json::Value;
use std::path::Path;

/// Code before and after an honest fix.
const OLD: &str = "def double(x):\n    return x\n";
const NEW: &str = "def double(x):\n    return 2 * x\n";

/// A test that holds before and after.
const KEPT: &str = "from code import double\n\n\ndef test_zero():\n    assert double(0) == 0\n";

/// A test that fails before and passes after.
const FIXED: &str = "from code import double\n\n\ndef test_two():\n    assert double(2) == 4\n";

/// A repository of the toy runner with the kept test.
fn toy() -> RepoBuilder {
    RepoBuilder::new().toy_runner().both("tests/kept.py", KEPT)
}

/// A fix that comes with a test that needs it.
fn fix() -> RepoBuilder {
    toy().base("code.py", OLD).head("code.py", NEW).head("tests/fixed.py", FIXED)
}

/// The code is broken and the test that says so is gone.
fn cheat() -> RepoBuilder {
    toy().base("code.py", NEW).head("code.py", OLD).base("tests/fixed.py", FIXED).gone("tests/fixed.py")
}

/// What the binary found: its exit status and its report.
struct Found {
    status: i32,
    report: Value,
}

impl Found {
    /// Judges the change in a folder of a repository.
    fn at(folder: &Path, args: &[&str]) -> Self {
        let output = Den::new().run(folder, &[&["--format", "json"], args].concat());
        let status = status(&output);
        Self { status, report: report(&output) }
    }

    fn of(repo: &Repo, args: &[&str]) -> Self {
        Self::at(repo.path(), args)
    }

    fn verdict(&self) -> (&str, i32) {
        (self.report["verdict"].as_str().unwrap(), self.status)
    }

    /// All reasons, one a line.
    fn reasons(&self) -> String {
        texts(&self.report["reasons"]).join("\n")
    }

    /// The reported test whose id has this beginning.
    fn test(&self, id: &str) -> &Value {
        let mut tests = self.report["tests"].as_array().unwrap().iter();
        tests
            .find(|test| test["id"].as_str().unwrap().starts_with(id))
            .unwrap_or_else(|| panic!("no test {id}"))
    }

    /// What was found for a new or changed test.
    fn evidence(&self, id: &str) -> &str {
        self.test(id)["verdict"].as_str().unwrap_or("none")
    }

    /// The paths that differ.
    fn files(&self) -> Vec<&str> {
        self.report["change"]["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|file| file["path"].as_str().unwrap())
            .collect()
    }
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
}
