use crate::kit::{Repo, changes, on_disk};
use counterproof_engine::{
    change::{Repository, Wanted, select, snapshot},
    domain::Content,
};
use std::{
    collections::BTreeMap,
    env, fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, SystemTime},
};

/// Everything below a folder: mode, size, mtime and bytes.
fn state(folder: &Path) -> BTreeMap<PathBuf, (u32, i64, i64, Vec<u8>)> {
    let mut all = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let meta = path.symlink_metadata().unwrap();
            if meta.is_dir() {
                open.push(path.clone());
            }
            let bytes = if meta.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
            let (sec, nsec) = if is_renewed(&path) { (0, 0) } else { (meta.mtime(), meta.mtime_nsec()) };
            all.insert(path, (meta.mode(), sec, nsec, bytes));
        }
    }
    all
}

/// Files whose mtime git renews to keep `gc` from taking them: objects and packs that it meets again, and the
/// shared half of a split index, whoever reads it.
fn is_renewed(path: &Path) -> bool {
    let text = path.to_string_lossy();
    path.is_file() && (text.contains("/.git/objects/") || text.contains("/.git/sharedindex."))
}

/// A repository with something of everything, the index not refreshed.
fn busy() -> Repo {
    let repo = Repo::with(&[("a", "1"), ("b", "1"), ("c", "1")]);
    repo.write("stashed", "x");
    repo.git(&["stash", "-q", "-u"]);
    repo.write("a", "staged");
    repo.git(&["add", "a"]);
    repo.write("b", "unstaged");
    // Touched, not changed: a git that may refresh the index would write it now.
    repo.write("c", "1");
    repo.write("untracked", "x");
    repo
}

#[test]
fn reading_writes_nothing_in_the_repository() {
    let repo = busy();
    for setting in ["core.splitIndex=true", "core.untrackedCache=true", "feature.manyFiles=true"] {
        let (key, value) = setting.split_once('=').unwrap();
        repo.git(&["config", key, value]);
        repo.git(&["update-index", "--force-write-index"]);
        let before = state(&repo.top);
        let repository = repo.open();
        let selected = select(&repository, &Wanted::default()).unwrap();
        assert_eq!(changes(&repository), ["M a", "M b", "A untracked"]);
        repository.contents(&repository.list(&selected.head.tree).unwrap()).unwrap();
        repository.fingerprint().unwrap();
        drop(repository);
        let mut differing = state(&repo.top);
        differing.retain(|path, is| before.get(path) != Some(is));
        assert!(differing.is_empty(), "{setting}: {differing:?}");
    }
}

#[test]
fn a_snapshot_writes_only_objects_and_its_own_ref() {
    let repo = busy();
    let before = state(&repo.top);
    snapshot::take(&repo.open(), "note").unwrap();
    let git = repo.top.join(".git");
    let ours = |path: &Path| {
        path.starts_with(git.join("objects")) || path.starts_with(git.join("refs/counterproof"))
    };
    let mut after = state(&repo.top);
    after.retain(|path, _| !ours(path) && *path != git.join("refs"));
    let mut before = before;
    before.retain(|path, _| !ours(path) && *path != git.join("refs"));
    assert_eq!(after, before);
}

/// A command for git's configuration that leaves a mark when it runs, and passes its input on.
fn marking(repo: &Repo, name: &str) -> (String, PathBuf) {
    let mark = repo.top.join("..").join(name);
    (format!("touch '{}'; cat", mark.display()), mark)
}

#[test]
fn no_hook_and_no_fsmonitor_is_executed() {
    let repo = busy();
    let (command, mark) = marking(&repo, "hooked");
    for hook in ["pre-commit", "post-index-change", "reference-transaction", "fsmonitor", "post-checkout"] {
        let file = repo.top.join(".git/hooks").join(hook);
        repo.write(&file, format!("#!/bin/sh\n{command} >/dev/null\n"));
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    repo.git(&["config", "core.fsmonitor", ".git/hooks/fsmonitor"]);
    let repository = repo.open();
    select(&repository, &Wanted::default()).unwrap();
    snapshot::take(&repository, "").unwrap();
    assert!(!mark.exists());
}

#[test]
fn a_clean_filter_runs_for_files_that_differ_and_a_textconv_never() {
    let repo = Repo::with(&[(".gitattributes", "*.f filter=f diff=f\n")]);
    // Older than the index, so that their stat data settles whether they differ.
    for file in ["same.f", "other"] {
        repo.write(file, "1");
        let earlier = SystemTime::now() - Duration::from_secs(100);
        fs::File::options().write(true).open(repo.top.join(file)).unwrap().set_modified(earlier).unwrap();
    }
    repo.commit(&[]);
    let (command, mark) = marking(&repo, "cleaned");
    let (textconv, converted) = marking(&repo, "converted");
    repo.git(&["config", "filter.f.clean", &command]);
    repo.git(&["config", "diff.f.textconv", &textconv]);
    repo.git(&["config", "diff.external", &textconv]);
    repo.write("other", "changed");
    assert_eq!(repo.changes(), ["M other"]);
    assert!(!mark.exists(), "for a file that does not differ");
    repo.write("same.f", "no longer");
    assert_eq!(repo.changes(), ["M other", "M same.f"]);
    assert!(mark.exists(), "for a file that does");
    assert!(!converted.exists());
}

#[test]
fn a_filter_of_an_embedded_repository_is_not_executed() {
    let library = Repo::with(&[(".gitattributes", "* filter=f\n"), ("lib", "1")]);
    let repo = Repo::with(&[("a", "1")]);
    repo.git(&["submodule", "--quiet", "add", library.top.to_str().unwrap(), "sub"]);
    repo.commit(&[]);
    let (command, mark) = marking(&repo, "cleaned");
    repo.git(&["config", "-f", ".git/modules/sub/config", "filter.f.clean", &command]);
    repo.write("sub/lib", "2");
    assert!(repo.changes().is_empty());
    assert!(!mark.exists());
}

/// Run by the test below in a child process, whose environment it may spoil.
#[test]
fn inside_a_hook_the_repository_is_the_one_of_the_folder() {
    const PLACE: &str = "COUNTERPROOF_TEST_PLACE";
    if let Some(place) = env::var_os(PLACE) {
        let repository = Repository::discover(Path::new(&place)).unwrap();
        assert_eq!(repository.top(), Path::new(&place));
        assert_eq!(changes(&repository), ["M a"]);
        assert_eq!(on_disk(&repository, "a"), Some(Content::file(*b"2")));
        return;
    }
    let (repo, other) = (Repo::with(&[("a", "1")]), Repo::with(&[("b", "1")]));
    repo.write("a", "2");
    let git = other.top.join(".git");
    let child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "untouched::inside_a_hook_the_repository_is_the_one_of_the_folder"])
        .env(PLACE, &repo.top)
        .env("GIT_DIR", &git)
        .env("GIT_WORK_TREE", &other.top)
        .env("GIT_INDEX_FILE", git.join("index"))
        .env("GIT_OBJECT_DIRECTORY", git.join("objects"))
        .env("GIT_PREFIX", "b/")
        .env("GIT_EXTERNAL_DIFF", "false")
        .env("GIT_DIFF_OPTS", "--unified=0")
        .env("LANG", "de_DE.UTF-8")
        .output()
        .unwrap();
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
}
