//! Nothing of the user's is touched (I3), and nothing of ours is left (I7): whatever tests do, however a run ends.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "starts and kills the binary; a panic is the report of a test"
)]

mod kit;

use counterproof_testkit::{Entry, Fingerprint, Repo, RepoBuilder};
use kit::{Den, report, state, status, text};
use std::{
    fs,
    os::unix::{
        fs::{MetadataExt, PermissionsExt},
        process::{CommandExt, ExitStatusExt},
    },
    path::Path,
    process::{Child, Command, Output},
    thread,
    time::{Duration, Instant},
};

/// Tests that do to their tree what no tool should survive. Each says whether it worked, so that none is a blank shot.
const WRECK: &str = r#"
import os
import subprocess

from code import double


def sh(script):
    assert subprocess.call(["sh", "-e", "-c", script]) == 0


def test_rewrites_what_it_finds():
    sh("for f in code.py dirty.txt staged.txt node_modules/dep/index.js .venv/lib/dep.py build/out.bin; do"
       " echo rewritten >$f; done; grep -q rewritten code.py")


def test_changes_modes_and_times():
    sh("chmod -R 700 . && chmod 000 plain.txt && touch -d 2001-01-01 dirty.txt .git/index .git/HEAD")
    assert os.stat("dirty.txt").st_mtime < 1e9


def test_moves_and_links():
    sh("mv node_modules moved && ln -s moved node_modules && mv moved/dep/index.js . && ln -f code.py hard.py")


def test_double():
    assert double(3) == 6


def test_git_commits_stashes_and_resets():
    sh("export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@localhost GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@localhost;"
       "git add -A && git commit -qm stray && git tag stray && git branch stray-branch && git stash clear &&"
       "git config user.name stray && git reset -q --hard HEAD~1 && git gc -q --prune=now")


def test_git_cleans():
    sh("git clean -fdxq && git reset -q --hard && test ! -e build && test ! -e untracked.txt")


def test_removes_the_repository():
    sh("rm -rf .git && test ! -e .git")


def test_removes_everything():
    sh('rm -rf ./* ./.[!.]* && test -z "$(ls -A)"')
"#;

const DOUBLE: &str = "def double(x):\n    return 2 * x\n";

/// A repository with something of everything: stashed, staged, unstaged, untracked, ignored, linked.
fn rich(tests: &str) -> Repo {
    let start = "#!/bin/sh\nexec /usr/bin/python3 -S -B toy/run.py \"$@\"\n";
    let repo = RepoBuilder::new()
        .toy_runner()
        .both("toy/run", Entry::executable(start))
        .both(".gitignore", "node_modules/\n.venv/\nbuild/\n")
        .base("code.py", "def double(x):\n    return x\n")
        .head("code.py", DOUBLE)
        .both("tests/wreck.py", tests)
        .head("tests/new.py", "from code import double\n\ndef test_new():\n    assert double(2) == 4\n")
        .both("plain.txt", "plain\n")
        .base("dirty.txt", "committed\n")
        .head("dirty.txt", "dirty\n")
        .both("link", Entry::link("plain.txt"))
        .head("untracked.txt", "untracked\n")
        .build();
    repo.write("stashed.txt", "stashed\n");
    repo.git(["stash", "push", "-q", "-u", "--", "stashed.txt"]);
    repo.write("staged.txt", "staged\n");
    repo.git(["add", "staged.txt"]);
    repo.git(["tag", "a-tag"]);
    for (path, bytes) in
        [("node_modules/dep/index.js", "1"), (".venv/lib/dep.py", "1"), ("build/out.bin", "\0\u{1}")]
    {
        repo.write(path, bytes);
    }
    repo
}

const NOTHING: [&str; 0] = [];

#[test]
fn i3_tests_that_wreck_their_world_leave_the_tree_the_index_the_refs_the_stash_and_the_folders_as_they_were()
{
    let repo = rich(&WRECK.replace("def test_double", "def test_doubled").replace("== 6", "in (3, 6)"));
    let den = Den::new();
    for backend in ["overlay", "copy"] {
        let before = state(&repo);
        let output = den.run(repo.path(), &["--backend", backend, "--format", "json"]);
        assert_eq!(before.differences(&state(&repo)), NOTHING, "{backend}");
        assert_eq!(status(&output), 0, "{backend}");
        let report = report(&output);
        assert_eq!(
            (report["tool"]["backend"].as_str(), report["verdict"].as_str()),
            (Some(backend), Some("EARNED"))
        );
        assert_eq!(den.leftovers(), NOTHING, "{backend}");
        assert_eq!(den.processes(), NOTHING, "{backend}");
        assert_eq!(den.mounts(&repo), NOTHING, "{backend}");
    }
}

/// A run of a second or two in which something is always under way.
fn quick() -> Repo {
    rich(
        r#"
import os
import subprocess
import time

from code import double


def test_double():
    time.sleep(0.03)
    assert double(3) in (3, 6)


def test_wrecks():
    assert subprocess.call(["sh", "-e", "-c", "sleep 0.05; setsid sleep 60 & git clean -fdxq; rm -rf ./* .git"]) == 0
"#,
    )
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Interrupt,
    /// As a terminal does it: all of the foreground's processes get the signal.
    CtrlC,
    Terminate,
    Kill,
}

impl End {
    const ALL: [Self; 4] = [Self::Interrupt, Self::Kill, Self::CtrlC, Self::Terminate];

    fn come(self, child: &Child) {
        let pid = child.id().to_string();
        let (signal, whom) = match self {
            Self::Interrupt => ("-INT", pid),
            Self::CtrlC => ("-INT", format!("-{pid}")),
            Self::Terminate => ("-TERM", pid),
            Self::Kill => ("-KILL", pid),
        };
        // It may have ended by itself in the meantime.
        let _ = Command::new("kill").args([signal, "--", &whom]).status().unwrap();
    }
}

/// Numbers that look random and are the same in every run (xorshift).
struct Chance(u64);

impl Chance {
    fn up_to(&mut self, most: Duration) -> Duration {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        most.mul_f64((self.0 >> 11) as f64 / (1_u64 << 53) as f64)
    }
}

/// True for an end by our own hand with the words that belong to it; false if the run was over, or had not begun.
fn told(output: &Output) -> bool {
    match (output.status.code(), output.status.signal()) {
        (Some(130), _) if output.stdout.is_empty() => {
            assert_eq!(text(&output.stderr), "error: interrupted before anything was asked\n");
            true
        }
        (Some(130), _) => {
            let report = report(output);
            assert_eq!(report["verdict"], "INCONCLUSIVE", "{report:#}");
            let not_asked =
                |gap: &serde_json::Value| gap.as_str().is_some_and(|gap| gap.starts_with("not asked, since"));
            assert!(report["gaps"].as_array().unwrap().iter().any(not_asked), "{report:#}");
            true
        }
        // Over before the signal came, or not yet begun to listen to signals.
        (Some(0), _) | (_, Some(2 | 15)) => false,
        other => panic!("{other:?}: {}\n{}", text(&output.stdout), text(&output.stderr)),
    }
}

fn eventually_nothing(look: impl Fn() -> Vec<String>) -> Vec<String> {
    let patience = Instant::now() + Duration::from_secs(5);
    loop {
        let left = look();
        if left.is_empty() || Instant::now() > patience {
            return left;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// Ends runs at moments all over their course. `start` gives the command of a run with these arguments.
fn end_at_any_moment(den: &Den, repo: &Repo, rounds: usize, start: impl Fn(&[&str]) -> Command) {
    let before = state(repo);
    let args = |backend| ["--backend", backend, "--jobs", "2", "--format", "json"];
    let spans = ["overlay", "copy"].map(|backend| {
        let begun = Instant::now();
        assert_eq!(status(&start(&args(backend)).output().unwrap()), 0, "{backend}");
        begun.elapsed()
    });
    let mut chance = Chance(0x5eed);
    let mut interrupted = 0;
    for round in 0..rounds {
        let (end, at) = (End::ALL[round % 4], round / 4 % 2);
        let child = start(&args(["overlay", "copy"][at])).process_group(0).spawn().unwrap();
        let moment = chance.up_to(spans[at]);
        thread::sleep(moment);
        end.come(&child);
        let output = child.wait_with_output().unwrap();
        let case = format!("round {round}: {end:?} after {moment:?}, backend {at}");
        if end != End::Kill {
            interrupted += usize::from(told(&output));
            assert_eq!(den.leftovers(), NOTHING, "{case}");
        }
        assert_eq!(eventually_nothing(|| den.processes()), NOTHING, "{case}");
        assert_eq!(before.differences(&state(repo)), NOTHING, "{case}");
        assert_eq!(den.mounts(repo), NOTHING, "{case}");
    }
    assert!(interrupted > rounds / 3, "only {interrupted} of {rounds} runs were interrupted on their way");
    assert_eq!(status(&start(&args("overlay")).output().unwrap()), 0);
    assert_eq!(den.leftovers(), NOTHING, "the next start removes what killed runs left");
    assert_eq!(before.differences(&state(repo)), NOTHING);
}

#[test]
fn i7_nothing_is_touched_and_nothing_left_by_runs_that_are_interrupted_or_killed_at_any_moment() {
    let (den, repo) = (Den::new(), quick());
    end_at_any_moment(&den, &repo, 32, |args| den.command(repo.path(), args));
}

#[test]
fn i7_it_is_the_same_for_a_user_without_privileges() {
    let uid = 65534;
    if !fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
        // Whoever runs this is one, and the test above has shown it.
        return;
    }
    let (den, repo) = (Den::new(), quick());
    let home = den.path().join("home");
    fs::create_dir(&home).unwrap();
    fs::set_permissions(den.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let theirs = [repo.path(), home.as_path(), &den.scratch()];
    assert!(
        Command::new("chown").arg("-R").arg(format!("{uid}:{uid}")).args(theirs).status().unwrap().success()
    );
    let start = |args: &[&str]| {
        let mut command = Command::new("setpriv");
        den.set_up(&mut command, repo.path());
        command
            .arg(format!("--reuid={uid}"))
            .args(["--regid=65534", "--clear-groups", "--"])
            .arg(den.binary());
        command.args(args).env("HOME", &home).env("PATH", "/usr/bin:/bin");
        command
    };
    end_at_any_moment(&den, &repo, 8, start);
    assert_eq!(fs::read_dir(&home).unwrap().count(), 0);
}

#[test]
fn an_interrupted_run_says_at_once_what_it_did_not_ask() {
    let (den, repo) = (Den::new(), rich(&SLOW.replace("SECONDS", "60")));
    let child = den.command(repo.path(), &[]).spawn().unwrap();
    thread::sleep(Duration::from_secs(2));
    let begun = Instant::now();
    End::Interrupt.come(&child);
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    assert_eq!(status(&output), 130);
    let shown = text(&output.stdout);
    assert!(shown.starts_with("INCONCLUSIVE"), "{shown}");
    assert!(
        shown.contains("not asked, since the run was interrupted: claimed world, the whole custom suite"),
        "{shown}"
    );
}

const SLOW: &str = "import time\n\ndef test_slow():\n    time.sleep(SECONDS)\n";
