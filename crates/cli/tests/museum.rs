//! Every exhibit of the museum, judged with the real runner, comes out as its page says: under each backend.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    missing_docs,
    reason = "starts the binary on a real disk; a panic is the report of a test"
)]

use counterproof_conformance::tool;
use counterproof_museum::exhibits;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    env,
    ffi::OsString,
    process::{Command, Output, Stdio},
};

/// A runner of exhibits, and where its pinned version is.
struct Row {
    runner: &'static str,
    /// Folders of programs that come before all others.
    programs: &'static [&'static str],
    /// Folders with `node_modules`.
    packages: &'static [&'static str],
}

static ROWS: &[Row] = &[
    Row { runner: "pytest", programs: &["pytest-9.2.0"], packages: &[] },
    Row { runner: "unittest", programs: &["unittest"], packages: &[] },
    Row { runner: "node", programs: &[], packages: &[] },
    Row { runner: "jest", programs: &[], packages: &["jest-30.5.2"] },
    Row { runner: "vitest", programs: &[], packages: &["vitest-4.1.12"] },
    Row { runner: "mocha", programs: &[], packages: &["mocha-11.8.0"] },
    Row { runner: "cargo", programs: &[], packages: &[] },
    Row { runner: "go", programs: &[], packages: &[] },
    Row { runner: "minitest", programs: &[], packages: &[] },
    Row { runner: "rspec", programs: &[], packages: &[] },
    Row { runner: "phpunit", programs: &["phpunit-11.5.19"], packages: &[] },
];

/// The search path with these before all others.
fn search_path(programs: &[&str]) -> OsString {
    let users = env::var_os("PATH").unwrap_or_default();
    let ours = programs.iter().map(|name| tool(name).join("bin"));
    env::join_paths(ours.chain(env::split_paths(&users))).unwrap()
}

fn museum(row: &Row, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_counterproof"));
    command.args(["museum", "--format", "json"]).args(args).stdin(Stdio::null());
    command.args(row.packages.iter().flat_map(|name| ["--packages".into(), tool(name).into_os_string()]));
    // Of a cargo that runs us, an exhibit's cargo knows nothing.
    for (name, _) in env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_")) {
        if name != "CARGO_HOME" {
            command.env_remove(name);
        }
    }
    command.env("PATH", search_path(row.programs)).output().unwrap()
}

/// The lines of the answer that are not as told.
fn differing(output: &Output) -> Vec<Value> {
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let rows = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    rows.filter(|row| row["as_told"] != true).collect()
}

fn row(runner: &str) -> &'static Row {
    ROWS.iter().find(|row| row.runner == runner).unwrap()
}

#[track_caller]
fn all_come_out_as_told(runner: &str, options: &[&str]) {
    let output = museum(row(runner), &[&["--all", "--runner", runner], options].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(differing(&output), [Value::Null; 0], "{said}");
    assert!(output.status.success() && !output.stdout.is_empty(), "{said}");
}

/// Where packages lie in the repository they are copied for every world, which takes its time: the honest ones stand for all.
#[track_caller]
fn come_out_the_same_in_copies(runner: &str) {
    let some: &[&str] = if row(runner).packages.is_empty() { &[] } else { &["--honest"] };
    all_come_out_as_told(runner, &[&["--backend", "copy"], some].concat());
}

/// The exhibits of each runner, by the first backend that works and by copies.
macro_rules! runners {
    ($($name:ident),*) => {$(
        mod $name {
            #[test]
            fn every_exhibit_comes_out_as_its_page_says() {
                super::all_come_out_as_told(stringify!($name), &[]);
            }

            #[test]
            fn exhibits_come_out_the_same_in_copies() {
                super::come_out_the_same_in_copies(stringify!($name));
            }
        }

    )*
        #[test]
        fn every_runner_of_an_exhibit_is_asked() {
            let exhibits = exhibits().unwrap();
            let runners: BTreeSet<&str> = exhibits.iter().map(|one| one.page.runner.as_str()).collect();
            assert_eq!(runners, BTreeSet::from([$(stringify!($name)),*]));
            assert_eq!(runners, ROWS.iter().map(|row| row.runner).collect());
        }
    };
}

runners!(pytest, unittest, node, jest, vitest, mocha, cargo, go, minitest, rspec, phpunit);

fn plain(args: &[&str], path: OsString) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_counterproof"));
    let output = command.arg("museum").args(args).env("PATH", path).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_museum_lists_its_exhibits_without_running_any() {
    let (status, list, _) = plain(&[], OsString::new());
    assert_eq!(status, 0);
    let all = exhibits().unwrap();
    assert_eq!(list.lines().count(), all.len());
    assert!(list.contains("fake    expectation-rewritten"), "{list}");
    assert!(list.lines().any(|line| line.contains("pytest") && line.contains("UNEARNED")), "{list}");
}

#[test]
fn one_exhibit_is_told_judged_and_held_against_its_page() {
    let (status, text, said) = plain(&["expectation-rew"], search_path(&["pytest-9.2.0"]));
    assert_eq!(status, 0, "{said}");
    for words in ["The commonest fake", "head/tests/test_calc.py", "1 convict", "1 of 1 came out as told"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}

#[test]
fn a_runner_that_is_not_there_is_named_and_nothing_is_called_fine() {
    let git = tempfile::tempdir().unwrap();
    let users = env::var_os("PATH").unwrap();
    let found =
        env::split_paths(&users).map(|folder| folder.join("git")).find(|path| path.is_file()).unwrap();
    std::os::unix::fs::symlink(found, git.path().join("git")).unwrap();
    let (status, text, said) = plain(&["--all", "--runner", "pytest"], git.path().as_os_str().to_owned());
    assert_eq!(status, 64, "{said}");
    assert!(text.contains("pytest does not run here") && text.contains("\n0 of "), "{text}");
    assert!(said.contains("were not judged"), "{said}");
}

#[test]
fn a_name_that_fits_none_or_many_is_a_usage_error() {
    for name in ["no-such-exhibit", "e"] {
        assert_eq!(plain(&[name], OsString::new()).0, 64);
    }
}
