//! Small repositories with two states: what the base has, and what the head has.

use crate::toy;
use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::Command,
};

/// Every commit is of this second, so that equal fixtures have equal commit names.
const DATE: &str = "2026-01-01T00:00:00Z";

/// The identity and the settings of a fixture's git. Nothing is read from the user's configuration.
const SETTINGS: [&str; 6] = [
    "user.name=Fixture",
    "user.email=fixture@example.invalid",
    "init.defaultBranch=main",
    "commit.gpgSign=false",
    "core.autocrlf=false",
    "core.hooksPath=/dev/null",
];

/// What lies at a path. Text and bytes turn into a plain file by themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A regular file.
    File {
        /// Its bytes.
        bytes: Vec<u8>,
        /// Its executable bit.
        executable: bool,
    },
    /// A symbolic link to this target.
    Link(PathBuf),
}

impl Entry {
    /// A file that may be run.
    pub fn executable(bytes: impl Into<Vec<u8>>) -> Self {
        Self::File { bytes: bytes.into(), executable: true }
    }

    /// A symbolic link.
    pub fn link(target: impl Into<PathBuf>) -> Self {
        Self::Link(target.into())
    }

    fn lay(&self, at: &Path) {
        remove(at);
        fs::create_dir_all(at.parent().expect("a fixture's file lies in a folder"))
            .expect("folder of a fixture");
        match self {
            Self::Link(target) => symlink(target, at).expect("link of a fixture"),
            Self::File { bytes, executable } => {
                fs::write(at, bytes).expect("file of a fixture");
                let mode = if *executable { 0o755 } else { 0o644 };
                fs::set_permissions(at, fs::Permissions::from_mode(mode)).expect("mode of a fixture");
            }
        }
    }
}

impl<T: Into<Vec<u8>>> From<T> for Entry {
    fn from(bytes: T) -> Self {
        Self::File { bytes: bytes.into(), executable: false }
    }
}

#[derive(Clone, Debug, Default)]
struct Pair {
    base: Option<Entry>,
    head: Option<Entry>,
    gone: bool,
}

/// An old/new pair of a small repository. Each path says what both sides have: `.both(..)`, `.base(..).head(..)`,
/// `.head(..)` alone for a file that the change adds, `.base(..).gone(..)` for one that it deletes.
#[derive(Clone, Debug, Default)]
pub struct RepoBuilder {
    pairs: BTreeMap<PathBuf, Pair>,
    commit_head: bool,
}

impl RepoBuilder {
    /// Two empty states.
    pub fn new() -> Self {
        Self::default()
    }

    /// The base has this at the path.
    pub fn base(mut self, path: impl AsRef<Path>, entry: impl Into<Entry>) -> Self {
        self.pair(path).base = Some(entry.into());
        self
    }

    /// The head has this at the path.
    pub fn head(mut self, path: impl AsRef<Path>, entry: impl Into<Entry>) -> Self {
        self.pair(path).head = Some(entry.into());
        self
    }

    /// Base and head have the same at the path.
    pub fn both(self, path: impl AsRef<Path>, entry: impl Into<Entry>) -> Self {
        let entry = entry.into();
        self.base(&path, entry.clone()).head(&path, entry)
    }

    /// The head has nothing at the path.
    pub fn gone(mut self, path: impl AsRef<Path>) -> Self {
        self.pair(path).gone = true;
        self
    }

    /// Both sides have the toy runner and a `counterproof.toml` that names it. Its tests are the functions `test_*`,
    /// and the methods `test_*` of classes `Test*`, of the Python files below `tests/`.
    pub fn toy_runner(self) -> Self {
        toy::add(self)
    }

    /// The head is committed too, not left in the working tree.
    pub fn commit_head(mut self) -> Self {
        self.commit_head = true;
        self
    }

    /// Makes the repository, in a temporary folder that goes with the value returned.
    pub fn build(self) -> Repo {
        let mut repo = Repo::init();
        for (path, pair) in &self.pairs {
            pair.base.iter().for_each(|entry| entry.lay(&repo.at(path)));
        }
        repo.base = repo.commit("Base");
        for (path, pair) in &self.pairs {
            match (&pair.head, pair.gone) {
                (Some(entry), false) if pair.base.as_ref() == Some(entry) => {}
                (Some(entry), false) => entry.lay(&repo.at(path)),
                (None, true) => repo.remove(path),
                _ => panic!("{}: say what the head has, with head(..) or with gone(..)", path.display()),
            }
        }
        if self.commit_head {
            repo.head = Some(repo.commit("Head"));
        }
        repo
    }

    fn pair(&mut self, path: impl AsRef<Path>) -> &mut Pair {
        self.pairs.entry(path.as_ref().to_path_buf()).or_default()
    }
}

/// A repository on disk. It is deleted when this value is dropped.
#[derive(Debug)]
pub struct Repo {
    folder: tempfile::TempDir,
    /// The commit that holds the base.
    pub base: String,
    /// The commit that holds the head; `None` if the head lies in the working tree.
    pub head: Option<String>,
}

impl Repo {
    fn init() -> Self {
        let folder = tempfile::Builder::new().prefix("fixture-").tempdir().expect("a temporary folder");
        let repo = Self { folder, base: String::new(), head: None };
        repo.git(["init", "--quiet"]);
        repo
    }

    /// The top level.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The absolute path of something inside.
    pub fn at(&self, path: impl AsRef<Path>) -> PathBuf {
        self.path().join(path)
    }

    /// Puts something into the working tree.
    pub fn write(&self, path: impl AsRef<Path>, entry: impl Into<Entry>) {
        entry.into().lay(&self.at(path));
    }

    /// Takes a file, and the folders it leaves empty, out of the working tree.
    pub fn remove(&self, path: impl AsRef<Path>) {
        let at = self.at(path);
        remove(&at);
        let inside = at.ancestors().skip(1).take_while(|folder| *folder != self.path());
        inside.take_while(|folder| fs::remove_dir(folder).is_ok()).for_each(drop);
    }

    /// Commits all that the working tree holds and returns the commit's name.
    pub fn commit(&self, message: &str) -> String {
        self.git(["add", "--all"]);
        self.git(["commit", "--quiet", "--allow-empty", "--message", message]);
        self.git(["rev-parse", "HEAD"])
    }

    /// Runs git in the repository and returns what it printed, without the last line's end.
    pub fn git(&self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> String {
        let output = self.git_command().args(args).output().expect("git can be started");
        assert!(output.status.success(), "git failed: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    fn git_command(&self) -> Command {
        let mut git = Command::new("git");
        git.current_dir(self.path()).args(SETTINGS.iter().flat_map(|setting| ["-c", setting]));
        for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"] {
            git.env_remove(variable);
        }
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        git.env("GIT_AUTHOR_DATE", DATE).env("GIT_COMMITTER_DATE", DATE);
        git
    }
}

fn remove(at: &Path) {
    match fs::remove_file(at) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => panic!("{}: {error}", at.display()),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_path_has_what_the_two_sides_say() {
        let repo = RepoBuilder::new()
            .both("same.txt", "same\n")
            .base("edited.txt", "old\n")
            .head("edited.txt", "new\n")
            .head("deep/added.txt", "added\n")
            .base("left/gone.txt", "gone\n")
            .gone("left/gone.txt")
            .build();
        let status = " M edited.txt\n D left/gone.txt\n?? deep/added.txt";
        assert_eq!(repo.git(["status", "--porcelain", "-uall"]), status);
        assert_eq!(repo.git(["show", &format!("{}:edited.txt", repo.base)]), "old");
        assert!(!repo.at("left").exists(), "the folder goes with its last file");
    }

    #[test]
    fn a_committed_head_leaves_a_clean_tree() {
        let repo = RepoBuilder::new().base("a", "old").head("a", "new").commit_head().build();
        assert_eq!(repo.git(["status", "--porcelain"]), "");
        assert_eq!(repo.git(["rev-parse", "HEAD^"]), repo.base);
        assert_eq!(Some(repo.git(["rev-parse", "HEAD"])), repo.head);
    }

    #[test]
    fn modes_links_and_any_bytes_are_kept() {
        let repo = RepoBuilder::new()
            .base("run", "x")
            .head("run", Entry::executable("x"))
            .both("link", Entry::link("run"))
            .both("blob", vec![0, 255, 10])
            .build();
        assert_eq!(repo.git(["diff", "--summary"]), " mode change 100644 => 100755 run");
        assert_eq!(fs::read_link(repo.at("link")).unwrap(), PathBuf::from("run"));
        assert_eq!(fs::read(repo.at("blob")).unwrap(), [0, 255, 10]);
    }

    #[test]
    fn equal_fixtures_have_equal_commits() {
        let build = || RepoBuilder::new().both("a", "1").build().base;
        assert_eq!(build(), build());
    }

    #[test]
    #[should_panic(expected = "lost: say what the head has")]
    fn a_side_left_open_is_refused() {
        RepoBuilder::new().base("lost", "x").build();
    }
}
