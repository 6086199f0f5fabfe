//! The verdicts and their exit statuses.

use crate::{
    FIXED, Found, KEPT, NEW, OLD, cheat, fix,
    kit::{Den, report, status, text},
    toy,
};
use counterproof_testkit::{Entry, RepoBuilder};
use serde_json::Value;
use std::fs;

const EXPECT_SIX: &str = "from code import double\n\n\ndef test_two():\n    assert double(2) == 6\n";

/// Code and expectation moved together.
pub(crate) fn contract() -> RepoBuilder {
    let triple = "def double(x):\n    return 3 * x\n";
    toy()
        .base("code.py", NEW)
        .head("code.py", triple)
        .base("tests/fixed.py", FIXED)
        .head("tests/fixed.py", EXPECT_SIX)
}

/// The code is broken, and the suite says so.
fn broken() -> RepoBuilder {
    toy().base("code.py", NEW).head("code.py", OLD).both("tests/fixed.py", FIXED)
}

/// A fix whose new test passes without it.
fn idle() -> RepoBuilder {
    toy().base("code.py", OLD).head("code.py", NEW).head("tests/idle.py", KEPT.replace("zero", "idle"))
}

/// One change for each verdict, with its exit status.
fn verdicts() -> [(&'static str, i32, RepoBuilder); 5] {
    [
        ("EARNED", 0, fix()),
        ("EARNED", 1, idle()),
        ("UNEARNED", 2, cheat()),
        ("INCONCLUSIVE", 3, contract()),
        ("NOT_GREEN", 4, broken()),
    ]
}

#[test]
fn each_verdict_has_its_exit_status_on_either_backend() {
    for (verdict, status, builder) in verdicts() {
        let repo = builder.build();
        for backend in ["overlay", "copy"] {
            let found = Found::of(&repo, &["--backend", backend]);
            assert_eq!(found.verdict(), (verdict, status), "{backend}");
            assert_eq!(found.report["exit_code"], status);
        }
    }
}

#[test]
fn what_decided_a_verdict_is_named() {
    assert_eq!(Found::of(&fix().build(), &[]).evidence("tests/fixed.py::test_two"), "alibi");
    assert_eq!(Found::of(&idle().build(), &[]).evidence("tests/idle.py::test_idle"), "no_alibi");
    let cheat = Found::of(&cheat().build(), &[]);
    assert_eq!(cheat.test("tests/fixed.py::test_two")["treatment"], "removed");
    assert!(cheat.reasons().contains("tests/fixed.py::test_two"));
    assert!(Found::of(&broken().build(), &[]).reasons().contains("tests/fixed.py::test_two"));
}

#[test]
fn what_the_text_shows_is_in_the_report_beside_the_verdict() {
    let found = Found::of(&cheat().build(), &[]);
    assert_eq!(found.report["findings"][0]["rule"], "deleted_test");
    assert_eq!(found.report["findings"][0]["severity"], "look");
    let text = text(&Den::new().run(cheat().build().path(), &[]).stdout);
    assert!(
        text.contains("In the text of the change") && text.contains("with the test `test_two`"),
        "{text}"
    );
}

#[test]
fn i1_a_replay_gives_the_same_report_byte_for_byte_and_the_same_exit_status() {
    for (verdict, code, builder) in verdicts() {
        let (den, repo) = (Den::new(), builder.build());
        for format in ["json", "text"] {
            let first = den.run(repo.path(), &["--format", format]);
            let runs = fs::read_dir(repo.at(".git/counterproof/runs")).unwrap();
            let run = runs.map(|run| run.unwrap().file_name().into_string().unwrap()).max().unwrap();
            let again = den.run(repo.path(), &["replay", &run, "--format", format]);
            assert_eq!((status(&first), status(&again)), (code, code), "{verdict}");
            assert_eq!(text(&again.stdout), text(&first.stdout), "{verdict}");
        }
    }
}

#[test]
fn a_replay_of_an_unknown_run_is_a_usage_error_with_a_hint() {
    let repo = fix().build();
    let output = Den::new().run(repo.path(), &["replay", "nine"]);
    assert_eq!(status(&output), 64);
    assert!(text(&output.stderr).contains("there is no run `nine`"));
}

#[test]
fn a_change_of_prose_alone_has_nothing_to_judge_and_says_so() {
    let found =
        Found::of(&toy().both("code.py", NEW).base("README.md", "old").head("README.md", "new").build(), &[]);
    assert_eq!(found.verdict(), ("EARNED", 0));
    assert!(found.reasons().contains("nothing to judge"), "{}", found.reasons());
    assert_eq!(found.report["trials"]["run"], 0);
}

#[test]
fn a_change_of_tests_alone_accuses_nobody() {
    let found = Found::of(&toy().both("code.py", NEW).head("tests/more.py", FIXED).build(), &[]);
    assert_eq!(found.verdict(), ("EARNED", 0));
    assert_eq!(found.evidence("tests/more.py::test_two"), "none");
    assert!(found.reasons().contains("touches no code"), "{}", found.reasons());
}

/// The report without what differs from run to run.
fn timeless(mut report: Value) -> Value {
    for (table, fields) in
        [("tool", ["run", "elapsed_s", "jobs"].as_slice()), ("trials", &["cpu_s", "wall_s"])]
    {
        fields.iter().for_each(|field| report[table][*field] = Value::Null);
    }
    report
}

#[test]
fn i8_the_report_is_the_same_however_many_trials_run_at_a_time() {
    let repo = contract().head("tests/more.py", FIXED.replace("== 4", "== 6")).build();
    let reports = ["1", "2", "7"].map(|jobs| timeless(Found::of(&repo, &["--jobs", jobs]).report));
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
    let ids: Vec<_> =
        reports[0]["tests"].as_array().unwrap().iter().map(|test| test["id"].to_string()).collect();
    assert!(ids.is_sorted(), "{ids:?}");
}

/// A toy runner that says the opposite of what its exit status says.
const LIAR: &str = "#!/bin/sh
if sh toy/honest \"$@\"; then echo 'FAILED: 3 failed, 0 passed'; else echo 'OK: 3 passed, 0 failed'; exit 1; fi
";

#[test]
fn i2_nothing_that_a_runner_prints_decides() {
    let honest = fs::read(toy().both("code.py", NEW).build().at("toy/run")).unwrap();
    for (verdict, status, builder) in verdicts() {
        let liar = builder
            .both("toy/honest", Entry::executable(honest.clone()))
            .both("toy/run", Entry::executable(LIAR));
        assert_eq!(Found::of(&liar.build(), &[]).verdict(), (verdict, status));
    }
}

#[test]
fn i10_every_verdict_is_told_in_json_by_the_schema() {
    for (_, code, builder) in verdicts() {
        let repo = builder.build();
        let file = repo.path().with_extension("json");
        let output = Den::new().run(repo.path(), &["--format", "json", "--output", file.to_str().unwrap()]);
        assert_eq!(status(&output), code);
        let in_file = std::process::Output { stdout: fs::read(&file).unwrap(), ..output };
        fs::remove_file(&file).unwrap();
        assert_eq!(report(&in_file)["schema"], "counterproof/1");
    }
}
