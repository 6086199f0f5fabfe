use crate::kit::{Repo, changes, git, on_disk};
use counterproof_engine::{
    change::{Blob, Repository, Tree, Wanted, select},
    domain::{Content, RepoPath},
};
use std::{
    ffi::OsStr,
    fs::{self, File, Permissions},
    os::unix::{
        ffi::OsStrExt,
        fs::{PermissionsExt, symlink},
        net::UnixListener,
    },
    thread,
    time::Duration,
};

#[test]
fn staged_unstaged_untracked_deleted_and_intent_to_add_are_seen_and_ignored_is_not() {
    let repo = Repo::with(&[
        ("staged", "1"),
        ("unstaged", "1"),
        ("gone", "1"),
        ("unstaged gone", "2"),
        (".gitignore", "*.log"),
    ]);
    repo.write("staged", "2");
    repo.git(&["add", "staged"]);
    repo.write("unstaged", "2");
    repo.git(&["rm", "-q", "gone"]);
    repo.remove("unstaged gone");
    repo.write("untracked", "new");
    repo.write("intended", "to add");
    repo.git(&["add", "-N", "intended"]);
    repo.write("noise.log", "ignored");
    let _socket = UnixListener::bind(repo.top.join("a socket")).unwrap();
    let expected = ["D gone", "A intended", "M staged", "M unstaged", "D unstaged gone", "A untracked"];
    assert_eq!(repo.changes(), expected);
    assert_eq!(on_disk(&repo.open(), "intended"), Some(Content::file(*b"to add")));
}

#[test]
fn a_file_that_is_staged_and_then_edited_is_what_lies_on_disk() {
    let repo = Repo::with(&[("a", "1")]);
    repo.write("a", "staged");
    repo.git(&["add", "a"]);
    repo.write("a", "on disk");
    assert_eq!(on_disk(&repo.open(), "a"), Some(Content::file(*b"on disk")));
}

#[test]
fn a_rename_is_a_pair_and_an_empty_file_is_never_one() {
    let text = "line\n".repeat(20);
    let repo = Repo::with(&[("old name", &text), ("a/__init__.py", "")]);
    repo.git(&["mv", "old name", "new name"]);
    repo.remove("a/__init__.py");
    repo.write("b/__init__.py", "");
    assert_eq!(repo.changes(), ["D a/__init__.py", "A b/__init__.py", "R old name -> new name"]);
}

#[test]
fn mode_changes_symlinks_and_type_changes_are_seen() {
    let repo =
        Repo::with(&[("script", "#!/bin/sh\n"), ("file", "x"), ("folder/inside", "x"), ("plain", "y")]);
    fs::set_permissions(repo.top.join("script"), Permissions::from_mode(0o755)).unwrap();
    repo.remove("file");
    symlink("nowhere", repo.top.join("file")).unwrap();
    symlink("folder", repo.top.join("link to folder")).unwrap();
    fs::remove_dir_all(repo.top.join("folder")).unwrap();
    repo.write("folder", "now a file");
    repo.remove("plain");
    repo.write("plain/now a folder", "z");
    let expected = [
        "100644 -> 120000 file",
        "A folder",
        "D folder/inside",
        "A link to folder",
        "D plain",
        "A plain/now a folder",
        "100644 -> 100755 script",
    ];
    assert_eq!(repo.changes(), expected);
    let repository = repo.open();
    assert_eq!(on_disk(&repository, "file"), Some(Content::Symlink(b"nowhere".to_vec())));
    let script = Content::File { bytes: (*b"#!/bin/sh\n").into(), executable: true };
    assert_eq!(on_disk(&repository, "script"), Some(script));
}

#[test]
fn paths_of_any_bytes_are_listed_differ_and_are_read() {
    let names: [&[u8]; 9] = [
        b"a b",
        b" leading",
        b"\ttab",
        b"q\"'\\",
        b"new\nline",
        b"return\r",
        "n\u{e4}me \u{1f980}".as_bytes(),
        b"\xff\xfe",
        b":(top)*",
    ];
    let repo = Repo::with(&[("a", "1")]);
    for name in names {
        repo.write(OsStr::from_bytes(name), name);
    }
    let repository = repo.open();
    let disk = repository.work_tree().unwrap().tree;
    for name in names {
        let path = RepoPath::new(name);
        assert_eq!(repository.read(&disk, &path).unwrap(), Some(Content::file(name)), "{path}");
    }
    let files = repository.list(&disk).unwrap();
    assert_eq!(files.len(), names.len() + 1);
    assert_eq!(changes(&repository).len(), names.len());
    let contents = repository.contents(&files).unwrap();
    for ((path, _), content) in files.iter().zip(&contents).filter(|((path, _), _)| *path != "a".into()) {
        assert_eq!(*content, Content::file(path.as_bytes()));
    }
}

#[test]
fn contents_with_and_without_a_last_newline_empty_and_binary_come_back_exactly() {
    let all: Vec<u8> = (0..=255).collect();
    let texts: [&[u8]; 5] = [b"", b"\n", b"a", b"a\n\n", &all];
    let repo = Repo::with(&[("first", "1")]);
    for (number, text) in texts.iter().enumerate() {
        repo.write(number.to_string(), text);
    }
    let repository = repo.open();
    let disk = repository.work_tree().unwrap().tree;
    let tree = Tree::open(&repository, &disk).unwrap();
    for (number, text) in texts.iter().enumerate() {
        let path = RepoPath::from(number.to_string().as_str());
        assert_eq!(tree.read(&path).unwrap(), Some(Content::file(*text)));
        assert_eq!(tree.read(&path).unwrap(), Some(Content::file(*text)), "a second time");
    }
    assert_eq!(tree.read(&"absent".into()).unwrap(), None);
}

#[test]
fn a_file_is_read_as_it_would_lie_in_the_working_tree_and_a_link_is_never_filtered() {
    let repo =
        Repo::with(&[(".gitattributes", "*.txt text eol=crlf\n*.up filter=up\n*.link text eol=crlf\n")]);
    repo.git(&["config", "filter.up.clean", "tr A-Z a-z"]);
    repo.git(&["config", "filter.up.smudge", "tr a-z A-Z; echo"]);
    repo.write("lines.txt", "one\r\ntwo\r\n");
    repo.write("loud.up", "LOUD");
    repo.write("plain.bin", "after\n");
    symlink("line\nline", repo.top.join("a.link")).unwrap();
    let repository = repo.open();
    assert_eq!(on_disk(&repository, "lines.txt"), Some(Content::file(*b"one\r\ntwo\r\n")));
    assert_eq!(on_disk(&repository, "loud.up"), Some(Content::file(*b"LOUD\n")));
    assert_eq!(on_disk(&repository, "plain.bin"), Some(Content::file(*b"after\n")));
    assert_eq!(on_disk(&repository, "a.link"), Some(Content::Symlink(b"line\nline".to_vec())));
}

#[test]
fn an_object_that_is_missing_is_an_error_and_the_next_read_works() {
    let repo = Repo::with(&[("a", "1")]);
    let repository = repo.open();
    let blob = Blob { oid: "1234567890".repeat(4), mode: 0o100644 };
    assert!(repository.contents(&[("a".into(), blob)]).is_err());
    assert_eq!(on_disk(&repository, "a"), Some(Content::file(*b"1")));
}

#[test]
fn an_edit_made_while_the_index_was_written_is_seen_later_too() {
    let repo = Repo::with(&[("a", "one")]);
    let written = fs::metadata(repo.top.join("a")).unwrap().modified().unwrap();
    repo.write("a", "two");
    // Same size, same mtime, the ctime in the same second: git compares the contents, but only as long as the
    // index is no younger than the file. A copy of the index that is made a second later must not pass for
    // younger.
    for file in ["a", ".git/index"] {
        File::options().write(true).open(repo.top.join(file)).unwrap().set_modified(written).unwrap();
    }
    thread::sleep(Duration::from_millis(1100));
    assert_eq!(repo.changes(), ["M a"]);
}

#[test]
fn a_repository_of_the_other_hash_is_read() {
    let repo = Repo::new();
    fs::remove_dir_all(repo.top.join(".git")).unwrap();
    repo.git(&["init", "-q", "--object-format=sha256"]);
    repo.git(&["config", "user.name", "Somebody"]);
    repo.git(&["config", "user.email", "somebody@localhost"]);
    repo.commit(&[("a", "1")]);
    let selected = select(&repo.open(), &Wanted::default()).unwrap();
    assert_eq!(selected.base.tree.len(), 64);
    repo.write("a", "2");
    assert_eq!(repo.changes(), ["M a"]);
    assert_eq!(on_disk(&repo.open(), "a"), Some(Content::file(*b"2")));
}

#[test]
fn a_clone_that_borrows_its_objects_is_read() {
    let origin = Repo::with(&[("a", "1")]);
    let clone = origin.top.join("../clone");
    origin.git(&["clone", "-q", "--shared", ".", clone.to_str().unwrap()]);
    fs::write(clone.join(".git/objects/info/alternates"), "../../../project/.git/objects\n").unwrap();
    fs::write(clone.join("a"), "2").unwrap();
    assert_eq!(changes(&Repository::discover(&clone).unwrap()), ["M a"]);
}

#[test]
fn files_that_git_was_told_not_to_look_at_are_seen() {
    let repo = Repo::with(&[("assumed", "1"), ("skipped", "1"), ("assumed gone", "2")]);
    repo.git(&["update-index", "--assume-unchanged", "assumed", "assumed gone"]);
    repo.git(&["update-index", "--skip-worktree", "skipped"]);
    repo.write("assumed", "2");
    repo.write("skipped", "2");
    repo.remove("assumed gone");
    assert_eq!(repo.changes(), ["M assumed", "D assumed gone", "M skipped"]);
}

#[test]
fn what_a_sparse_checkout_leaves_out_is_not_deleted() {
    for mode in [&["--cone"][..], &["--cone", "--sparse-index"]] {
        let repo = Repo::with(&[("in/a", "1"), ("out/b", "1"), ("out/c", "1"), ("top", "1")]);
        repo.git(&[&["sparse-checkout", "set"], mode, &["in"]].concat());
        assert!(!repo.top.join("out/b").exists());
        assert!(repo.changes().is_empty());
        repo.write("in/a", "2");
        repo.write("out/b", "written outside of the cone");
        repo.write("out/new", "3");
        assert_eq!(repo.changes(), ["M in/a", "M out/b", "A out/new"]);
    }
}

#[test]
fn a_submodule_is_the_commit_it_is_at_whatever_is_dirty_in_it() {
    let library = Repo::with(&[("lib", "1")]);
    let repo = Repo::with(&[("a", "1")]);
    repo.git(&["submodule", "--quiet", "add", library.top.to_str().unwrap(), "sub"]);
    repo.commit(&[]);
    repo.write("sub/lib", "dirty");
    repo.write("sub/untracked", "dirty");
    assert!(repo.changes().is_empty());
    let inside = repo.top.join("sub");
    git(&inside, &["-c", "user.name=S", "-c", "user.email=s@localhost", "commit", "-qam", "moved"]);
    // A setting of the change's cannot hide it.
    repo.git(&["config", "-f", ".gitmodules", "submodule.sub.ignore", "all"]);
    assert_eq!(repo.changes(), ["M .gitmodules", "M sub"]);
    let commit = git(&inside, &["rev-parse", "HEAD"]);
    assert_eq!(on_disk(&repo.open(), "sub"), Some(Content::Submodule(commit)));
}

#[test]
fn other_repositories_inside_this_one_are_no_part_of_it() {
    let repo = Repo::with(&[("a", "1")]);
    repo.git(&["worktree", "add", "-q", "trees/linked"]);
    repo.git(&["init", "-q", "without a commit"]);
    repo.write("without a commit/file", "x");
    assert!(repo.changes().is_empty());
}

#[test]
fn a_linked_worktree_and_a_folder_below_the_top_are_found() {
    let repo = Repo::with(&[("deep/er/a", "1")]);
    let linked = repo.top.join("../linked worktree");
    repo.git(&["worktree", "add", "-q", "-b", "other", linked.to_str().unwrap()]);
    fs::write(linked.join("deep/er/a"), "2").unwrap();
    let repository = Repository::discover(&linked.join("deep/er")).unwrap();
    assert_eq!(repository.top(), linked.canonicalize().unwrap());
    assert_eq!(repository.common_dir(), repo.top.join(".git"));
    assert_eq!(repository.git_dir(), repo.top.join(".git/worktrees/linked-worktree"));
    assert_eq!(repository.runs_dir(), repo.top.join(".git/counterproof/runs"));
    assert_eq!(changes(&repository), ["M deep/er/a"]);
    assert!(repo.changes().is_empty());
}

#[test]
fn a_repository_whose_own_path_is_awkward_works() {
    let folder = tempfile::tempdir().unwrap();
    let top = folder.path().canonicalize().unwrap().join("a:b \"c\\d\ne");
    fs::create_dir_all(&top).unwrap();
    git(&top, &["init", "-q"]);
    fs::write(top.join("a"), "1").unwrap();
    git(&top, &["add", "a"]);
    git(&top, &["-c", "user.name=S", "-c", "user.email=s@localhost", "commit", "-qm", "one"]);
    fs::write(top.join("a"), "2").unwrap();
    let repository = Repository::discover(&top).unwrap();
    assert_eq!(repository.top(), top);
    assert_eq!(changes(&repository), ["M a"]);
}

#[test]
fn the_fingerprint_changes_with_the_tree_and_with_what_is_checked_out() {
    let repo = Repo::with(&[("a", "1")]);
    let repository = repo.open();
    let first = repository.fingerprint().unwrap();
    assert_eq!(repository.fingerprint().unwrap(), first);
    repo.write("new", "2");
    let second = repository.fingerprint().unwrap();
    assert_ne!(second, first);
    repo.commit(&[]);
    assert_ne!(repository.fingerprint().unwrap(), second);
}
