//! After planning there are no errors, only outcomes (I4): what goes wrong under a run is a result with a reason.

use crate::{
    FIXED, Found, NEW, OLD, cheat, fix,
    kit::{Den, report, status},
    toy,
};
use counterproof_testkit::{Repo, RepoBuilder};
use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Output},
    thread,
    time::Duration,
};

const RUNNER: &str = "[[runner.custom]]\nname = \"own\"\nfiles = [\"tests/**/*.py\"]\n";

#[test]
fn i4_a_runner_that_is_not_installed_is_an_outcome_and_never_a_verdict_against_anyone() {
    let config = format!("{RUNNER}suite = [\"no-such-runner\"]\n");
    for change in [fix(), cheat()] {
        let found = Found::of(&change.both("counterproof.toml", config.as_str()).build(), &[]);
        assert_eq!(found.verdict(), ("INCONCLUSIVE", 3));
        assert!(
            found.reasons().contains("the program `no-such-runner` is not installed"),
            "{}",
            found.reasons()
        );
    }
}

#[test]
fn i4_a_change_whose_tests_nobody_runs_is_inconclusive() {
    let repo =
        RepoBuilder::new().both("counterproof.toml", "").base("code.lua", "x").head("code.lua", "y").build();
    let found = Found::of(&repo, &[]);
    assert_eq!(found.verdict(), ("INCONCLUSIVE", 3));
    assert!(found.reasons().contains("no test"), "{}", found.reasons());
}

#[test]
fn i4_a_trial_over_its_time_limit_is_an_outcome() {
    let endless = FIXED.replace("assert", "__import__('time').sleep(60)\n    assert");
    let found = Found::of(&fix().head("tests/fixed.py", endless).build(), &["--timeout", "1"]);
    assert_eq!(found.verdict(), ("INCONCLUSIVE", 3));
    assert!(found.reasons().contains("time limit"), "{}", found.reasons());
}

/// Judges a change whose tests take their time, and does something to the real tree meanwhile.
fn while_it_runs(change: RepoBuilder, act: impl FnOnce(&Repo)) -> Output {
    let slow = "import time\n\n\ndef test_slow():\n    time.sleep(0.6)\n";
    let repo = change.both("tests/slow.py", slow).build();
    let den = Den::new();
    let child = den.command(repo.path(), &["--format", "json"]).spawn().unwrap();
    let runs = repo.at(".git/counterproof/runs");
    while !fs::read_dir(&runs)
        .is_ok_and(|runs| runs.flatten().any(|run| run.path().join("00001.log").exists()))
    {
        thread::sleep(Duration::from_millis(5));
    }
    act(&repo);
    child.wait_with_output().unwrap()
}

#[test]
fn a_tree_that_changes_under_the_run_makes_every_reading_worthless() {
    for change in [fix(), cheat()] {
        let output = while_it_runs(change, |repo| repo.write("code.py", "x = 1\n"));
        assert_eq!(status(&output), 3);
        let report = report(&output);
        assert_eq!(report["verdict"], "INCONCLUSIVE");
        assert!(
            report["reasons"][0]
                .as_str()
                .unwrap()
                .starts_with("the working tree changed while the run went on")
        );
        assert_eq!(
            (&report["summary"]["convicting"], &report["summary"]["no_alibi"]),
            (&0.into(), &0.into())
        );
    }
}

#[test]
fn i4_a_repository_that_goes_away_under_the_run_is_an_outcome() {
    let output = while_it_runs(fix(), |repo| fs::rename(repo.at(".git"), repo.at("elsewhere")).unwrap());
    assert_eq!(status(&output), 3);
    assert!(report(&output)["reasons"][0].as_str().unwrap().contains("cannot be read any more"));
}

/// The binary in a mount namespace of its own, in which a small file system lies at a folder.
fn with_small_disk(den: &Den, (disk, size): (&Path, &str), script: &str) -> Output {
    let mut command = Command::new("unshare");
    den.set_up(&mut command, den.path());
    let script = format!("mount -t tmpfs -o size={size} small \"$DISK\" && {script}");
    command.args(["--map-root-user", "--mount", "sh", "-ec", &script]);
    command.env("DISK", disk).env("BINARY", den.binary()).output().unwrap()
}

#[test]
fn i4_a_full_disk_under_the_worlds_is_an_outcome_and_accuses_nobody() {
    // The change removes a test that fails for want of room alone.
    let big = "from code import double\n\n\ndef test_big():\n    open('big', 'wb').write(bytes(double(1) * 3 << 20))\n";
    let repo = toy()
        .base("code.py", OLD)
        .head("code.py", NEW)
        .base("tests/big.py", big)
        .gone("tests/big.py")
        .build();
    let den = Den::new();
    let script =
        format!("cd '{}' && exec \"$BINARY\" --backend copy --jobs 1 --format json", repo.path().display());
    let output = with_small_disk(&den, (&den.scratch(), "5m"), &script);
    assert_eq!(status(&output), 3);
    let reasons = report(&output)["reasons"].to_string();
    assert!(reasons.contains("the world's scratch space was full"), "{reasons}");
}

#[test]
fn i4_a_full_disk_under_the_repository_is_an_outcome() {
    let (den, repo) = (Den::new(), fix().build());
    let disk = den.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let script = format!(
        "cp -a '{}/.' \"$DISK\" && cd \"$DISK\" && mkdir -p .git/counterproof/runs && \
         {{ dd if=/dev/zero of=.git/fill bs=1k status=none || true; }} && truncate -s -16k .git/fill && \
         exec \"$BINARY\" --backend copy --jobs 1 --format json",
        repo.path().display()
    );
    let output = with_small_disk(&den, (&disk, "3m"), &script);
    assert_eq!(status(&output), 3);
    let reasons = report(&output)["reasons"].to_string();
    assert!(reasons.contains("No space left"), "{reasons}");
}

#[test]
fn i6_equal_trials_run_once() {
    let repo = cheat().head("tests/more.py", FIXED.replace("== 4", "== 2")).build();
    let found = Found::of(&repo, &["--jobs", "4"]);
    let run = repo.at(".git/counterproof/runs").join(found.report["tool"]["run"].as_str().unwrap());
    let journal = fs::read_to_string(run.join("journal.jsonl")).unwrap();
    let trial = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["trial"].to_string();
    let trials: Vec<_> = journal.lines().map(trial).collect();
    assert!(trials.len() > 10, "{journal}");
    assert_eq!(trials.iter().collect::<BTreeSet<_>>().len(), trials.len());
    let logs =
        fs::read_dir(&run).unwrap().flatten().filter(|file| file.path().extension() == Some("log".as_ref()));
    assert!(logs.count() <= trials.len(), "one process for each");
}
