//! The states a repository can be in, and the choice of base and head.

use crate::{
    FIXED, Found, KEPT, NEW, OLD, cheat, fix,
    kit::{Den, state, status, text},
    toy,
};
use counterproof_testkit::{Entry, Repo, RepoBuilder};
use std::{
    ffi::OsStr,
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    process::Command,
};

/// An honest fix, found as such.
fn assert_fixed(found: &Found) {
    assert_eq!(found.verdict(), ("EARNED", 0));
    assert_eq!(found.evidence("tests/fixed.py::test_two"), "alibi");
    assert_eq!(found.report["tests"].as_array().unwrap().len(), 1);
}

/// Writes the honest fix into a tree.
fn write_fix(top: &Path) {
    fs::write(top.join("code.py"), NEW).unwrap();
    fs::write(top.join("tests/fixed.py"), FIXED).unwrap();
}

/// Runs git in a folder, as somebody.
fn git(folder: &Path, args: &[&str]) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=x", "-c", "user.email=x@localhost", "-c", "protocol.file.allow=always"]);
    git.env("GIT_CONFIG_GLOBAL", "/dev/null").current_dir(folder).args(args);
    assert!(git.status().unwrap().success(), "git {args:?}");
}

#[test]
fn a_committed_head_is_judged_while_the_tree_is_dirty_with_something_else() {
    let repo = fix().commit_head().build();
    repo.write("code.py", "raise SystemExit(9)\n");
    repo.remove("tests/fixed.py");
    repo.write("tests/kept.py", "def test_zero():\n    assert False\n");
    repo.write("tests/stray.py", "def test_stray():\n    assert False\n");
    let before = state(&repo);
    for backend in ["overlay", "copy"] {
        assert_fixed(&Found::of(&repo, &["--base", &repo.base, "--head", "HEAD", "--backend", backend]));
    }
    assert_eq!(before.differences(&state(&repo)), [""; 0]);
}

#[test]
fn staged_unstaged_and_untracked_changes_are_judged_together() {
    let repo = fix().build();
    repo.git(["add", "code.py"]);
    repo.git(["add", "--intent-to-add", "tests/fixed.py"]);
    assert_fixed(&Found::of(&repo, &[]));
}

#[test]
fn after_a_snapshot_it_is_the_base_whatever_the_agent_commits_amends_and_resets() {
    let repo = toy().both("code.py", OLD).both("notes.txt", "1").build();
    // What the user had not committed yet is not the agent's.
    repo.write("notes.txt", "2");
    repo.write("own.py", "x = 1\n");
    let den = Den::new();
    assert_eq!(status(&den.run(repo.path(), &["snapshot", "--note", "before"])), 0);
    let judged = || {
        let found = Found::of(&repo, &[]);
        assert!(
            found.report["change"]["reason"].as_str().unwrap().contains("snapshot"),
            "{}",
            found.report["change"]
        );
        assert_eq!(found.files(), ["code.py", "tests/fixed.py"]);
        found
    };
    write_fix(repo.path());
    assert_fixed(&judged());
    repo.commit("Fix");
    assert_fixed(&judged());
    repo.git(["commit", "-q", "--amend", "--message", "Fixed"]);
    assert_fixed(&judged());
    repo.git(["reset", "-q", "--soft", "HEAD~1"]);
    assert_fixed(&judged());
    repo.git(["reset", "-q"]);
    repo.write("code.py", OLD);
    assert_eq!(Found::of(&repo, &[]).verdict(), ("NOT_GREEN", 4));
}

#[test]
fn a_cheat_that_was_committed_and_amended_does_not_get_away_from_the_snapshot() {
    let repo = toy().both("code.py", NEW).both("tests/fixed.py", FIXED).build();
    assert_eq!(status(&Den::new().run(repo.path(), &["snapshot"])), 0);
    repo.write("code.py", OLD);
    repo.commit("Break");
    repo.remove("tests/fixed.py");
    repo.git(["add", "-A"]);
    repo.git(["commit", "-q", "--amend", "--no-edit"]);
    assert_eq!(Found::of(&repo, &[]).verdict(), ("UNEARNED", 2));
}

#[test]
fn a_linked_working_tree_is_judged_and_the_shared_repository_left_alone() {
    let (den, repo) = (Den::new(), toy().both("code.py", OLD).build());
    let linked = den.path().join("it's a \"linked\" ünï tree");
    repo.git(["worktree", "add", "-q", "-b", "topic", linked.to_str().unwrap()]);
    write_fix(&linked);
    let before = state(&repo);
    for backend in ["overlay", "copy"] {
        assert_fixed(&Found::at(&linked, &["--backend", backend]));
    }
    assert_eq!(before.differences(&state(&repo)), [""; 0]);
}

#[test]
fn a_sub_folder_is_as_good_a_place_to_start_as_any() {
    let repo = fix().both("deep/er/file", "x").build();
    for folder in ["tests", "deep/er"] {
        assert_fixed(&Found::at(&repo.at(folder), &[]));
    }
    let found = Found::at(&repo.at("deep"), &["--only", "../tests/kept.py"]);
    assert_eq!(found.verdict(), ("EARNED", 0), "{}", found.reasons());
    assert_eq!(found.report["tests"].as_array().unwrap().len(), 0, "asked only where it was told to");
}

#[test]
fn paths_may_have_blanks_quotes_newlines_other_scripts_and_bytes_that_are_no_text() {
    let names: [&[u8]; 6] = [
        b"a b",
        b"it's \"q\" $x `y` \\z",
        b"new\nline",
        "\u{fc}n\u{ef}\u{4e2d}".as_bytes(),
        b"not\xfftext",
        b"-dash",
    ];
    let mut builder = toy().base("code.py", OLD).head("code.py", NEW);
    for name in names {
        let folder = PathBuf::from("tests").join(OsStr::from_bytes(name));
        builder = builder.both(folder.join("kept.py"), KEPT);
        let file = [name, b".py"].concat();
        builder = builder.head(folder.join(OsStr::from_bytes(&file)), FIXED);
    }
    let repo = builder.build();
    for backend in ["overlay", "copy"] {
        let found = Found::of(&repo, &["--backend", backend]);
        assert_eq!(found.verdict(), ("EARNED", 0), "{}", found.reasons());
        assert_eq!(found.report["summary"]["alibi"], names.len(), "{backend}");
    }
}

#[test]
fn the_repository_itself_may_lie_at_such_a_path() {
    let (den, origin) = (Den::new(), toy().both("code.py", OLD).build());
    for name in [&b"it's a \"place\":with,every=thing"[..], b"new\nline", b"not\xfftext", b"back\\slash"] {
        let top = den.path().join(OsStr::from_bytes(name));
        let mut clone = Command::new("git");
        assert!(clone.args(["clone", "-q"]).arg(origin.path()).arg(&top).status().unwrap().success());
        write_fix(&top);
        for backend in ["overlay", "copy"] {
            assert_fixed(&Found::at(&top, &["--backend", backend]));
        }
    }
}

#[test]
fn links_modes_renames_and_submodules_are_part_of_a_change_like_any_other() {
    let library = RepoBuilder::new().both("lib.py", "one = 1\n").build();
    let repo =
        toy().both("old_name.py", NEW).both("run.sh", "true\n").both("link", Entry::link("run.sh")).build();
    repo.write("code.py", "from old_name import double\n");
    git(repo.path(), &["submodule", "--quiet", "add", library.path().to_str().unwrap(), "sub"]);
    let base = repo.commit("Before");
    fs::rename(repo.at("old_name.py"), repo.at("new_name.py")).unwrap();
    repo.write("code.py", "from new_name import double\n");
    fs::rename(repo.at("tests/kept.py"), repo.at("tests/moved.py")).unwrap();
    repo.write("run.sh", Entry::executable("true\n"));
    repo.write("link", Entry::link("code.py"));
    git(&repo.at("sub"), &["commit", "-q", "--allow-empty", "-m", "more"]);
    for backend in ["overlay", "copy"] {
        let found = Found::of(&repo, &["--base", &base, "--backend", backend]);
        assert_eq!(found.files(), ["code.py", "link", "new_name.py", "run.sh", "sub", "tests/moved.py"]);
        assert_eq!(found.report["change"]["files"][2]["was"], "old_name.py");
        assert_eq!(found.test("tests/moved.py::test_zero")["touched"], "moved");
        assert_eq!(found.verdict(), ("EARNED", 0), "{}", found.reasons());
    }
}

/// A topic branch with a fix, and a main branch that went on after it left.
fn parted() -> Repo {
    let repo = toy().both("code.py", OLD).build();
    repo.git(["checkout", "-q", "-b", "topic"]);
    write_fix(repo.path());
    repo.commit("Fix");
    repo.git(["checkout", "-q", "main"]);
    repo.write("code.py", "def double(x):\n    return 7\n\n\ndef more():\n    return 1\n");
    repo.remove("tests/kept.py");
    repo.write("tests/main.py", "from code import more\n\n\ndef test_more():\n    assert more() == 1\n");
    repo.commit("Main goes on");
    repo.git(["checkout", "-q", "topic"]);
    repo
}

#[test]
fn what_the_main_branch_did_since_is_nobodys_change() {
    let repo = parted();
    for args in [&["--base", "main"][..], &["--base", "main", "--head", "topic"], &["--head", "topic"], &[]] {
        let found = Found::of(&repo, args);
        assert_eq!(found.files(), ["code.py", "tests/fixed.py"], "{args:?}");
        assert_fixed(&found);
    }
    repo.git(["checkout", "-q", "main"]);
    assert_fixed(&Found::of(&repo, &["--base", "main", "--head", "topic"]));
}

/// Exit status 64, nothing on stdout, and all of these words on stderr.
fn assert_refused(mut command: Command, words: &[&str]) {
    let output = command.output().unwrap();
    assert_eq!((status(&output), text(&output.stdout)), (64, String::new()));
    for word in words {
        assert!(text(&output.stderr).contains(word), "{word}");
    }
}

#[test]
fn a_place_where_nothing_can_be_judged_is_refused_with_what_to_do() {
    let (den, repo) = (Den::new(), fix().build());
    let outside = den.path().join("outside");
    fs::create_dir(&outside).unwrap();
    assert_refused(den.command(&outside, &[]), &["not in a git repository", "git init"]);
    let mut without_git = den.command(repo.path(), &[]);
    without_git.env("PATH", &outside);
    assert_refused(without_git, &["git was not found", "install git"]);
    let empty = den.path().join("empty");
    git(den.path(), &["init", "-q", "empty"]);
    assert_refused(den.command(&empty, &[]), &["no commit yet", "counterproof snapshot"]);
    git(den.path(), &["clone", "-q", "--bare", repo.path().to_str().unwrap(), "bare"]);
    assert_refused(den.command(&den.path().join("bare"), &[]), &["no working tree", "go into a checkout"]);
    assert_refused(
        den.command(repo.path(), &["--base", "no-such"]),
        &["`no-such` names no commit", "git fetch"],
    );
}

#[test]
fn a_shallow_clone_without_the_base_is_refused_with_how_to_get_it() {
    let (den, repo) = (Den::new(), fix().commit_head().build());
    let url = format!("file://{}", repo.path().display());
    git(den.path(), &["clone", "-q", "--depth=1", &url, "shallow"]);
    let shallow = den.path().join("shallow");
    for args in [&["--base", repo.base.as_str()][..], &["--head", "HEAD"], &[]] {
        assert_refused(den.command(&shallow, args), &["shallow", "git fetch --unshallow"]);
    }
}

#[test]
fn an_unresolved_merge_is_refused_and_left_as_it_is() {
    let repo = cheat().build();
    repo.git(["checkout", "-q", "-b", "one"]);
    repo.commit("One");
    repo.git(["checkout", "-q", "-b", "two", "main"]);
    repo.write("code.py", "another = 1\n");
    repo.commit("Two");
    let merge = Command::new("git").args(["merge", "-q", "one"]).current_dir(repo.path()).output().unwrap();
    assert!(!merge.status.success());
    let before = state(&repo);
    assert_refused(Den::new().command(repo.path(), &[]), &["a merge is unresolved in code.py", "git add"]);
    assert_eq!(before.differences(&state(&repo)), [""; 0]);
}
