//! The binary as a shell sees it: exit statuses, and what goes to which stream.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "starts the binary; a panic is the report of a test"
)]

use std::process::{Command, Output, Stdio};

fn counterproof(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_counterproof"));
    command.args(args).env_remove("CLICOLOR_FORCE").stdin(Stdio::null()).output().unwrap()
}

fn status(args: &[&str]) -> Option<i32> {
    counterproof(args).status.code()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn i12_a_usage_error_is_64_and_never_2() {
    let lines: &[&[&str]] = &[
        &["--no-such-option"],
        &["no-such-command"],
        &["verify", "--no-such-option"],
        &["verify", "--format", "xml"],
        &["verify", "--jobs", "0"],
        &["snapshot", "drop"],
        &["snapshot", "frobnicate"],
        &["replay"],
        &["explain", "a", "b"],
        &["--base", "main", "doctor"],
        &["-q", "-v"],
        &["completions", "no-such-shell"],
        &["explain", "no-such-word"],
        &["-C", "/no/such/folder", "doctor"],
    ];
    for line in lines {
        let output = counterproof(line);
        assert_eq!(output.status.code(), Some(64), "{line:?}");
        assert_eq!(text(&output.stdout), "", "{line:?}");
        assert!(text(&output.stderr).contains("error"), "{line:?}");
    }
}

#[test]
fn asking_for_help_is_no_error() {
    for line in [&["--help"][..], &["-h"], &["--version"], &["verify", "--help"], &["help", "snapshot"]] {
        let output = counterproof(line);
        assert_eq!(output.status.code(), Some(0), "{line:?}");
        assert_eq!(text(&output.stderr), "", "{line:?}");
        assert!(!output.stdout.is_empty(), "{line:?}");
    }
}

#[test]
fn help_lists_the_exit_statuses() {
    let help = text(&counterproof(&["--help"]).stdout);
    for line in ["  0  EARNED", "  2  UNEARNED, and nothing else ever", " 64  usage", "130  interrupted"] {
        assert!(help.contains(line), "{line} is not in\n{help}");
    }
}

#[test]
fn a_word_is_explained_on_stdout() {
    let output = counterproof(&["explain", "contract-changed"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("Read the two versions side by side"));
    assert_eq!(status(&["explain"]), Some(0));
}

#[test]
fn an_error_says_what_to_do() {
    let output = counterproof(&["explain", "no-such-word"]);
    assert_eq!(
        text(&output.stderr),
        "error: no word of counterproof is called `no-such-word`\nhint: `counterproof explain` lists all words\n"
    );
}

#[test]
fn an_error_cannot_steer_the_terminal() {
    let output = counterproof(&["explain", "\u{1b}]0;owned\u{7}"]);
    assert!(!output.stderr.contains(&0x1b), "{}", text(&output.stderr));
}

#[test]
fn colours_are_used_when_forced_and_not_into_a_pipe() {
    assert!(counterproof(&["--color", "always", "explain", "no-such-word"]).stderr.contains(&0x1b));
    assert!(!counterproof(&["explain", "no-such-word"]).stderr.contains(&0x1b));
    let never = ["--color", "never", "explain", "no-such-word"];
    let mut forced = Command::new(env!("CARGO_BIN_EXE_counterproof"));
    assert!(!forced.args(never).env("CLICOLOR_FORCE", "1").output().unwrap().stderr.contains(&0x1b));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_counterproof"));
    let mut child = command.arg("man").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_schema_it_prints_is_the_one_in_the_repository() {
    let schema = include_str!("../../../schema/counterproof-1.schema.json");
    assert_eq!(text(&counterproof(&["schema"]).stdout), schema);
}

#[test]
fn the_manual_and_the_completions_name_the_commands() {
    for line in [&["man"][..], &["completions", "bash"], &["completions", "fish"]] {
        let page = text(&counterproof(line).stdout);
        for command in ["verify", "snapshot", "signoff", "explain", "doctor", "replay", "demo"] {
            assert!(page.contains(command), "{line:?} does not name {command}");
        }
    }
}

#[test]
fn doctor_outside_of_a_repository_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let output = counterproof(&["-C", &folder.path().to_string_lossy(), "doctor"]);
    assert_eq!(output.status.code(), Some(64));
    assert!(text(&output.stdout).contains("not in a git repository"), "{}", text(&output.stdout));
}

/// A repository with one commit and one change that is not committed.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "base").unwrap();
    for line in ["init -q", "add file", "-c user.name=x -c user.email=x@localhost commit -qm base"] {
        let git = Command::new("git").args(line.split(' ')).current_dir(folder.path()).status().unwrap();
        assert!(git.success(), "git {line}");
    }
    std::fs::write(folder.path().join("file"), "head").unwrap();
    folder
}

#[test]
fn a_snapshot_is_taken_listed_and_dropped() {
    let folder = repository();
    let place = folder.path().to_string_lossy().into_owned();
    let snapshot = |words: &[&str]| {
        let output = counterproof(&[&["-C", &place, "snapshot"], words].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert!(snapshot(&["list"]).starts_with("no snapshot"));
    let taken = snapshot(&["--note", "before the \u{1b}[31magent"]);
    let id = taken.split_whitespace().next().unwrap().to_owned();
    assert_eq!(snapshot(&["list"]), format!("{id}  before the \\u{{1b}}[31magent\n"));
    assert!(snapshot(&["drop", &id]).starts_with(&format!("dropped {id}")));
    assert!(snapshot(&["drop", "--all"]).starts_with("no snapshot"));
}

#[test]
fn dropping_a_snapshot_that_is_not_there_is_a_usage_error() {
    let folder = repository();
    let output = counterproof(&["-C", &folder.path().to_string_lossy(), "snapshot", "drop", "nine"]);
    assert_eq!(output.status.code(), Some(64));
    assert!(text(&output.stderr).contains("`nine`"));
}

#[test]
fn doctor_says_what_would_be_judged() {
    let folder = repository();
    let output = counterproof(&["-C", &folder.path().to_string_lossy(), "doctor"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("Base is"), "{}", text(&output.stdout));
}

#[test]
fn doctor_says_what_is_not_installed() {
    let folder = repository();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("test_x.py", "def test_x(): pass\n");
    write(".gitignore", ".venv\n");
    write(".venv/pyvenv.cfg", "version = 3.11.7\n");
    write(".venv/bin/python", "");
    let output = counterproof(&["-C", &folder.path().to_string_lossy(), "doctor"]);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(64), "{told}");
    assert!(told.contains("NO missing     `pytest` is not installed in `.venv`"), "{told}");
    assert!(told.contains("-m pytest"), "{told}");
}
