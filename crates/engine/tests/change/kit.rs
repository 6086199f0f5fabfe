use counterproof_engine::{
    change::{self, ChangeError, Entry, Repository},
    domain::{Content, Version},
};
use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

/// A repository in a temporary folder.
pub(crate) struct Repo {
    _folder: TempDir,
    pub(crate) top: PathBuf,
}

impl Repo {
    /// An empty one, on the branch `main`.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap().join("project");
        fs::create_dir_all(&top).unwrap();
        let repo = Self { _folder: folder, top };
        repo.git(&["init", "-q", "-b", "main"]);
        repo.git(&["config", "user.name", "Somebody"]);
        repo.git(&["config", "user.email", "somebody@localhost"]);
        repo
    }

    /// One with these files committed.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let repo = Self::new();
        repo.commit(files);
        repo
    }

    pub(crate) fn commit(&self, files: &[(&str, &str)]) -> String {
        for (path, text) in files {
            self.write(path, text);
        }
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "a commit"]);
        self.git(&["rev-parse", "HEAD"])
    }

    pub(crate) fn write(&self, path: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        let path = self.top.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.top.join(path)).unwrap();
    }

    pub(crate) fn git<A: AsRef<OsStr>>(&self, args: &[A]) -> String {
        git(&self.top, args)
    }

    pub(crate) fn open(&self) -> Repository {
        Repository::discover(&self.top).unwrap()
    }

    /// What differs between `HEAD` and the working tree, as `A path`, `D path`, `M path`, `R old -> new`.
    pub(crate) fn changes(&self) -> Vec<String> {
        changes(&self.open())
    }
}

pub(crate) fn git<A: AsRef<OsStr>>(folder: &Path, args: &[A]) -> String {
    let mut command = Command::new("git");
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"GIT_")) {
        command.env_remove(name);
    }
    let output = command
        .args(["-c", "protocol.file.allow=always", "-C"])
        .arg(folder)
        .args(args)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
}

pub(crate) fn changes(repository: &Repository) -> Vec<String> {
    let disk = repository.work_tree().unwrap();
    let head = git(repository.top(), &["rev-parse", "HEAD^{tree}"]);
    let head = Version { label: "HEAD".into(), tree: head, commit: None };
    change::diff(repository, &head, &disk).unwrap().iter().map(shown).collect()
}

fn shown(entry: &Entry) -> String {
    match (&entry.base, &entry.head, &entry.was) {
        (None, _, _) => format!("A {}", entry.path),
        (_, None, _) => format!("D {}", entry.path),
        (_, _, Some(was)) => format!("R {was} -> {}", entry.path),
        (Some(base), Some(head), None) if base.mode != head.mode => {
            format!("{:o} -> {:o} {}", base.mode, head.mode, entry.path)
        }
        _ => format!("M {}", entry.path),
    }
}

/// What lies at a path of the working tree, read through git.
pub(crate) fn on_disk(repository: &Repository, path: &str) -> Option<Content> {
    let tree = repository.work_tree().unwrap().tree;
    repository.read(&tree, &path.into()).unwrap()
}

pub(crate) fn failure<T>(result: Result<T, ChangeError>) -> ChangeError {
    result.err().unwrap()
}
