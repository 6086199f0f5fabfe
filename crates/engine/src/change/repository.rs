//! A repository: where its parts lie, and what its revisions name.

#![allow(clippy::disallowed_methods, reason = "finds a repository on disk")]

use super::{ChangeError, git::Git, objects::Reader, store::Store};
use crate::domain::Version;
use rustix::process::geteuid;
use std::{
    ffi::{OsStr, OsString},
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
    sync::Mutex,
};

/// A git repository with a working tree. Whatever is read through it, nothing in it is written: new objects
/// go to a temporary store that lives as long as this value. Only [`snapshot`](super::snapshot) writes,
/// objects and refs of its own. (Git itself renews the mtime of an object file, never its bytes, when it
/// meets the same contents again, so that `gc` spares it.)
#[derive(Debug)]
pub struct Repository {
    /// Git, writing objects to the real object store.
    pub(super) durable: Git,
    /// Git, writing objects to the temporary store.
    pub(super) git: Git,
    pub(super) store: Store,
    pub(super) reader: Mutex<Option<Reader>>,
    places: Places,
}

/// Where a repository is.
#[derive(Debug)]
struct Places {
    top: PathBuf,
    git_dir: PathBuf,
    common_dir: PathBuf,
    shallow: bool,
}

impl Repository {
    /// The repository that a folder is in, with the `git` of the search path.
    ///
    /// # Errors
    /// There is no git, no repository, no working tree, or git does not trust its owner.
    pub fn discover(cwd: &Path) -> Result<Self, ChangeError> {
        Self::discover_with(OsStr::new("git"), cwd)
    }

    /// The same with another git program.
    ///
    /// # Errors
    /// As [`Repository::discover`].
    pub fn discover_with(program: &OsStr, cwd: &Path) -> Result<Self, ChangeError> {
        if !cwd.is_dir() {
            return Err(ChangeError::NotARepository(cwd.to_owned()));
        }
        let (git, shallow) = trusted(Git::new(program, cwd), cwd)?;
        let top = resolved(&git, cwd, "--show-toplevel")?;
        let durable = git.at(&top);
        let git_dir = resolved(&durable, &top, "--absolute-git-dir")?;
        let common_dir = resolved(&durable, &top, "--git-common-dir")?;
        let store = Store::new()?;
        let git = durable
            .variable("GIT_OBJECT_DIRECTORY", store.objects())
            .variable("GIT_ALTERNATE_OBJECT_DIRECTORIES", quoted(&common_dir.join("objects")));
        let places = Places { top, git_dir, common_dir, shallow };
        Ok(Self { durable, git, store, reader: Mutex::new(None), places })
    }

    /// The top level of the working tree, free of symbolic links.
    pub fn top(&self) -> &Path {
        &self.places.top
    }

    /// The git directory of this working tree.
    pub fn git_dir(&self) -> &Path {
        &self.places.git_dir
    }

    /// The git directory that all linked working trees share.
    pub fn common_dir(&self) -> &Path {
        &self.places.common_dir
    }

    /// Where the runs of this repository keep their logs and journals. It need not exist yet.
    pub fn runs_dir(&self) -> PathBuf {
        self.places.common_dir.join("counterproof/runs")
    }

    /// Where the sign-offs of this repository lie that are in no tree. It need not exist yet.
    pub fn signoffs_file(&self) -> PathBuf {
        self.places.common_dir.join("counterproof/signoffs.toml")
    }

    /// The commit that is checked out; `None` before the first one.
    pub(super) fn head(&self) -> Result<Option<String>, ChangeError> {
        self.git.ask(&["rev-parse", "--quiet", "--verify", "HEAD^{commit}"])
    }

    /// The commit that a user's word for a revision names.
    pub(super) fn commit(&self, revision: &str) -> Result<String, ChangeError> {
        let peeled = format!("{revision}^{{commit}}");
        let found = match revision {
            "HEAD" => return self.head()?.ok_or(ChangeError::NoCommit),
            _ if revision.starts_with('-') => None,
            _ => self.git.output(&["rev-parse", "--quiet", "--verify", &peeled], b"").map(|output| {
                output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
            })?,
        };
        found.ok_or_else(|| match self.places.shallow {
            true => ChangeError::Shallow(format!("`{revision}`")),
            false => ChangeError::UnknownRevision(revision.to_owned()),
        })
    }

    /// The best commit that two commits come from, as a user named them.
    pub(super) fn merge_base(&self, one: (&str, &str), other: (&str, &str)) -> Result<String, ChangeError> {
        let found = self.git.ask(&["merge-base", one.1, other.1])?;
        found.ok_or_else(|| match self.places.shallow {
            true => ChangeError::Shallow(format!("the commit where `{}` and `{}` part", one.0, other.0)),
            false => ChangeError::Unrelated(one.0.to_owned(), other.0.to_owned()),
        })
    }

    /// A commit's first parent. Read from the commit itself: at the cut of a shallow clone git says that
    /// there is none.
    pub(super) fn first_parent(&self, commit: &str) -> Result<Option<String>, ChangeError> {
        let text = self.git.read(&["cat-file", "commit", commit])?;
        let parent = text.split(|b| *b == b'\n').take_while(|line| !line.is_empty());
        let Some(parent) = parent.filter_map(|line| line.strip_prefix(b"parent ")).next() else {
            return Ok(None);
        };
        let parent = String::from_utf8_lossy(parent).into_owned();
        match self.git.output(&["cat-file", "-e", &parent], b"")?.status.success() {
            true => Ok(Some(parent)),
            false => Err(ChangeError::Shallow(format!("the parent of {}", short(commit)))),
        }
    }

    /// A commit as a version.
    pub(super) fn version(&self, commit: &str) -> Result<Version, ChangeError> {
        let tree = self.git.read(&["rev-parse", "--verify", &format!("{commit}^{{tree}}")])?;
        Ok(Version { label: short(commit).to_owned(), tree: line(&tree), commit: Some(commit.to_owned()) })
    }

    /// The version before the first commit.
    pub(super) fn nothing(&self) -> Result<Version, ChangeError> {
        let tree = self.git.read(&["hash-object", "-t", "tree", "--stdin"])?;
        Ok(Version { label: "empty tree".into(), tree: line(&tree), commit: None })
    }
}

/// The git to use in a folder, and whether the clone is shallow.
///
/// Git refuses a repository that belongs to another user, since its configuration names programs that would
/// run as us. As root in a container this is the normal case and no reason to give up, as long as there is
/// nothing it could make git run: then the check is off for our own calls, and for them alone. Everybody else
/// decides for themselves, once, in git's configuration.
fn trusted(git: Git, cwd: &Path) -> Result<(Git, bool), ChangeError> {
    match probe(&git, cwd) {
        Err(ChangeError::ForeignOwner(place)) if geteuid().is_root() => {
            let git = git.setting("safe.directory=*");
            let shallow = probe(&git, cwd)?;
            let filters = ["config", "-z", "--show-scope", "--name-only", "--get-regexp", "^filter[.]"];
            let scopes = git.ask(&filters)?.unwrap_or_default();
            let own = scopes.split('\0').step_by(2).any(|scope| scope == "local" || scope == "worktree");
            if own { Err(ChangeError::ForeignOwner(place)) } else { Ok((git, shallow)) }
        }
        shallow => Ok((git, shallow?)),
    }
}

/// Whether there is a repository with a working tree here that git accepts, and if so, whether it is shallow.
fn probe(git: &Git, cwd: &Path) -> Result<bool, ChangeError> {
    let args = ["rev-parse", "--is-inside-work-tree", "--is-shallow-repository"];
    let output = git.output(&args, b"")?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    if complaint.contains("dubious ownership") || complaint.contains("unsafe repository") {
        return Err(ChangeError::ForeignOwner(quoted_place(&complaint).unwrap_or_else(|| cwd.to_owned())));
    }
    if complaint.contains("not a git repository") {
        return Err(ChangeError::NotARepository(cwd.to_owned()));
    }
    if !output.status.success() {
        return Err(ChangeError::from_git(args.join(" "), &output.stderr));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let mut said = said.lines();
    if said.next() != Some("true") {
        return Err(ChangeError::NoWorkTree(cwd.to_owned()));
    }
    Ok(said.next() == Some("true"))
}

/// The path between the first two single quotes of a complaint of git's.
fn quoted_place(complaint: &str) -> Option<PathBuf> {
    complaint.split('\'').nth(1).map(PathBuf::from)
}

/// A path that `rev-parse` prints. One call each, since a path may hold a newline.
fn resolved(git: &Git, from: &Path, flag: &str) -> Result<PathBuf, ChangeError> {
    let mut bytes = git.read(&["rev-parse", flag])?;
    bytes.pop_if(|last| *last == b'\n');
    let path = from.join(OsString::from_vec(bytes));
    path.canonicalize().map_err(ChangeError::io(format!("find {}", path.display())))
}

/// A path as git takes it in its list of alternates, where `:` parts paths unless they are quoted.
fn quoted(path: &Path) -> OsString {
    let mut bytes = vec![b'"'];
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'"' | b'\\' => bytes.extend([b'\\', *byte]),
            b'\n' => bytes.extend(b"\\n"),
            _ => bytes.push(*byte),
        }
    }
    bytes.push(b'"');
    OsString::from_vec(bytes)
}

/// The first line of what git printed.
pub(super) fn line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).lines().next().unwrap_or_default().to_owned()
}

/// An object's name as people write it.
pub(super) fn short(oid: &str) -> &str {
    oid.get(..7).unwrap_or(oid)
}
