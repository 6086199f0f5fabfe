use crate::kit::{Repo, changes, failure, git};
use counterproof_engine::change::{ChangeError, Repository, Wanted, select};
use std::{
    ffi::OsStr,
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

fn select_error(repo: &Path, wanted: &Wanted) -> ChangeError {
    failure(Repository::discover(repo).and_then(|repository| select(&repository, wanted)))
}

fn base(base: &str) -> Wanted {
    Wanted { base: Some(base.into()), head: None }
}

#[test]
fn without_git_it_says_to_install_it() {
    let repo = Repo::with(&[("a", "1")]);
    let error = failure(Repository::discover_with(OsStr::new("no-such-git"), &repo.top));
    assert!(matches!(error, ChangeError::NoGit));
    assert!(error.to_string().contains("install git"));
}

#[test]
fn a_folder_outside_of_any_repository_and_one_that_is_not_there_are_told() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(failure(Repository::discover(folder.path())), ChangeError::NotARepository(_)));
    let absent = folder.path().join("absent");
    assert!(matches!(failure(Repository::discover(&absent)), ChangeError::NotARepository(_)));
}

#[test]
fn a_bare_repository_and_the_inside_of_dot_git_have_no_working_tree() {
    let repo = Repo::with(&[("a", "1")]);
    let bare = repo.top.join("../bare.git");
    repo.git(&["clone", "-q", "--bare", ".", bare.to_str().unwrap()]);
    for place in [bare, repo.top.join(".git"), repo.top.join(".git/refs")] {
        assert!(matches!(failure(Repository::discover(&place)), ChangeError::NoWorkTree(_)));
    }
}

#[test]
fn without_a_commit_there_is_nothing_to_compare_with() {
    let repo = Repo::new();
    repo.write("a", "1");
    assert!(matches!(select_error(&repo.top, &Wanted::default()), ChangeError::NoCommit));
    assert!(matches!(select_error(&repo.top, &base("HEAD")), ChangeError::NoCommit));
}

#[test]
fn an_unresolved_merge_is_told_with_its_files() {
    let repo = Repo::with(&[("a", "1"), ("b", "1")]);
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.commit(&[("a", "2")]);
    repo.git(&["checkout", "-q", "main"]);
    repo.commit(&[("a", "3")]);
    let merge = Command::new("git").arg("-C").arg(&repo.top).args(["merge", "-q", "topic"]).output().unwrap();
    assert!(!merge.status.success());
    let error = select_error(&repo.top, &Wanted::default());
    assert!(matches!(&error, ChangeError::Unmerged(files) if *files == ["a".into()]), "{error}");
    assert!(error.to_string().starts_with("a merge is unresolved in a: resolve it"));
}

#[test]
fn an_unknown_revision_is_told_and_never_taken_for_an_option() {
    let repo = Repo::with(&[("a", "1")]);
    for name in ["no-such", "--all", "main..main", "", "12345678901234567890123456789012345678aa"] {
        let error = select_error(&repo.top, &base(name));
        assert!(matches!(&error, ChangeError::UnknownRevision(told) if told == name), "{name}: {error}");
    }
}

#[test]
fn a_shallow_clone_without_the_base_says_how_to_get_it() {
    let origin = Repo::with(&[("a", "1")]);
    let first = origin.git(&["rev-parse", "HEAD"]);
    origin.commit(&[("a", "2")]);
    origin.git(&["checkout", "-q", "-b", "topic"]);
    origin.commit(&[("a", "3")]);
    let clone = origin.top.join("../clone");
    let url = format!("file://{}", origin.top.display());
    origin.git(&["clone", "-q", "--depth=1", "--no-single-branch", &url, clone.to_str().unwrap()]);
    for wanted in [base(&first), base("origin/main"), Wanted { base: None, head: Some("origin/main".into()) }]
    {
        let error = select_error(&clone, &wanted);
        assert!(matches!(error, ChangeError::Shallow(_)), "{error}");
        assert!(error.to_string().contains("git fetch --unshallow"));
    }
    // The last commit's parent is cut off: it must not look like the first commit.
    git(&clone, &["checkout", "-q", "main"]);
    assert!(matches!(select_error(&clone, &Wanted::default()), ChangeError::Shallow(_)));
}

#[test]
fn histories_that_never_met_are_told() {
    let repo = Repo::with(&[("a", "1")]);
    repo.git(&["checkout", "-q", "--orphan", "other"]);
    repo.commit(&[("a", "2")]);
    assert!(matches!(select_error(&repo.top, &base("main")), ChangeError::Unrelated(..)));
}

#[test]
fn a_partial_clone_is_told_and_nothing_is_fetched() {
    let origin = Repo::with(&[("a", "first\n"), ("out/b", "1")]);
    origin.commit(&[("a", "second\n")]);
    origin.git(&["config", "uploadpack.allowFilter", "true"]);
    let clone = origin.top.join("../clone");
    let url = format!("file://{}", origin.top.display());
    origin.git(&["clone", "-q", "--filter=blob:none", "--sparse", &url, clone.to_str().unwrap()]);
    let packs = || fs::read_dir(clone.join(".git/objects/pack")).unwrap().count();
    let before = packs();
    let repository = Repository::discover(&clone).unwrap();
    let tree = git(&clone, &["rev-parse", "HEAD~1^{tree}"]);
    let error = failure(repository.read(&tree, &"a".into()));
    assert!(matches!(error, ChangeError::MissingObject(_)), "{error}");
    fs::write(clone.join("a"), "third\n").unwrap();
    assert_eq!(changes(&repository), ["M a"], "what is left out and was never fetched does not matter");
    assert_eq!(packs(), before);
}

/// A git that takes every repository for somebody else's.
fn suspicious_git(repo: &Repo) -> PathBuf {
    let git = repo.top.join("../suspicious-git");
    repo.write(&git, "#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec git \"$@\"\n");
    fs::set_permissions(&git, Permissions::from_mode(0o755)).unwrap();
    git
}

#[test]
fn only_root_reads_a_repository_of_somebody_else_and_only_if_its_configuration_names_no_programs() {
    let repo = Repo::with(&[("a", "1")]);
    let git = suspicious_git(&repo);
    let discovered = || Repository::discover_with(git.as_os_str(), &repo.top);
    let refused = |result: Result<Repository, ChangeError>| {
        let error = failure(result);
        assert!(matches!(&error, ChangeError::ForeignOwner(place) if *place == repo.top), "{error}");
        assert!(error.to_string().contains("safe.directory"));
    };
    match rustix::process::geteuid().is_root() {
        true => assert!(select(&discovered().unwrap(), &Wanted::default()).is_ok()),
        false => refused(discovered()),
    }
    repo.git(&["config", "filter.x.clean", "touch /nowhere"]);
    refused(discovered());
}
