//! Which two states are compared, and why these.

use super::{ChangeError, Repository, repository::short, snapshot};
use crate::domain::{Origin, Version};

/// What the user asked to be compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// A revision, or the id of a snapshot. Of a revision, the merge base with the head is taken.
    pub base: Option<String>,
    /// A revision whose committed tree is judged instead of the working tree.
    pub head: Option<String>,
}

/// The two versions to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    /// The state before the change.
    pub base: Version,
    /// The state that is judged.
    pub head: Version,
    /// What lies on disk, over which worlds are laid.
    pub disk: Version,
    /// Why these two.
    pub origin: Origin,
}

/// Chooses base and head. Without a word from the user: the latest snapshot against the working tree; else
/// `HEAD` against a dirty working tree; else what the branch did since it left the upstream default branch;
/// else the last commit.
///
/// # Errors
/// A revision is unknown or beyond the cut of a shallow clone, there is no commit yet, or the working tree
/// cannot be read.
pub fn select(repository: &Repository, wanted: &Wanted) -> Result<Selected, ChangeError> {
    let disk = repository.work_tree()?;
    let chooser = Chooser { repository, disk: &disk };
    let pair = match (wanted.base.as_deref(), wanted.head.as_deref()) {
        (Some(base), head) => chooser.since(base, head)?,
        (None, Some(head)) => chooser.committed(head)?,
        (None, None) => chooser.unasked()?,
    };
    let reason = format!("Base is {}, {}; head is {}.", spoken(&pair.base), pair.why, spoken(&pair.head));
    Ok(Selected { base: pair.base, head: pair.head, disk, origin: Origin { reason } })
}

/// A version inside a sentence. One that is no commit is "the working tree", "the empty tree".
fn spoken(version: &Version) -> String {
    match version.commit {
        Some(_) => version.label.clone(),
        None => format!("the {}", version.label),
    }
}

struct Chooser<'a> {
    repository: &'a Repository,
    disk: &'a Version,
}

struct Pair {
    base: Version,
    head: Version,
    /// What the base is, in words that follow its label.
    why: String,
}

impl Chooser<'_> {
    /// `--base BASE`, with or without `--head HEAD`.
    fn since(&self, base: &str, head: Option<&str>) -> Result<Pair, ChangeError> {
        let judged = match head {
            Some(name) => self.repository.version(&self.repository.commit(name)?)?,
            None => self.disk.clone(),
        };
        if let Some(recorded) = snapshot::list(self.repository)?.iter().find(|one| one.id == base) {
            return Ok(Pair { base: recorded.version(), head: judged, why: "as asked".into() });
        }
        let name = head.unwrap_or("HEAD");
        let commit = self.repository.commit(name)?;
        let asked = self.repository.commit(base)?;
        let fork = self.repository.merge_base((base, &asked), (name, &commit))?;
        let why = match fork == asked {
            true => format!("which is `{base}`"),
            false => format!("the merge base of `{base}` and `{name}`"),
        };
        Ok(Pair { base: self.repository.version(&fork)?, head: judged, why })
    }

    /// `--head HEAD` alone, and a clean working tree: what the branch did.
    fn committed(&self, name: &str) -> Result<Pair, ChangeError> {
        let commit = self.repository.commit(name)?;
        let head = self.repository.version(&commit)?;
        let Some(default) = default_branch(self.repository)? else {
            let why = format!("the first parent of `{name}`, as there is no default branch to compare with");
            return self.last(&commit, head, why);
        };
        let fork = self.repository.merge_base((&default.name, &default.commit), (name, &commit))?;
        if fork == commit {
            let why = format!("the first parent of `{name}`, which is on `{}`", default.name);
            return self.last(&commit, head, why);
        }
        let why = format!("the merge base of `{}` and `{name}`", default.name);
        Ok(Pair { base: self.repository.version(&fork)?, head, why })
    }

    /// The last commit alone.
    fn last(&self, commit: &str, head: Version, why: String) -> Result<Pair, ChangeError> {
        match self.repository.first_parent(commit)? {
            Some(parent) => Ok(Pair { base: self.repository.version(&parent)?, head, why }),
            None => {
                let why = format!("as {} is the first commit", short(commit));
                Ok(Pair { base: self.repository.nothing()?, head, why })
            }
        }
    }

    /// Neither was given.
    fn unasked(&self) -> Result<Pair, ChangeError> {
        if let Some(latest) = snapshot::latest(self.repository)? {
            let why = "the latest one here".into();
            return Ok(Pair { base: latest.version(), head: self.disk.clone(), why });
        }
        let commit = self.repository.head()?.ok_or(ChangeError::NoCommit)?;
        let head = self.repository.version(&commit)?;
        if head.tree == self.disk.tree {
            return self.committed("HEAD");
        }
        Ok(Pair { base: head, head: self.disk.clone(), why: "the commit that is checked out".into() })
    }
}

struct DefaultBranch {
    name: String,
    commit: String,
}

/// The upstream default branch: what `origin/HEAD` points to, else a branch by one of the usual names.
fn default_branch(repository: &Repository) -> Result<Option<DefaultBranch>, ChangeError> {
    const CANDIDATES: [&str; 5] = [
        "refs/remotes/origin/HEAD",
        "refs/remotes/origin/main",
        "refs/remotes/origin/master",
        "refs/heads/main",
        "refs/heads/master",
    ];
    let mut args = vec!["for-each-ref", "--format=%(refname) %(objectname) %(symref)"];
    args.extend(CANDIDATES);
    let listing = String::from_utf8_lossy(&repository.git.read(&args)?).into_owned();
    let found = |candidate: &str| {
        listing.lines().find_map(|line| line.strip_prefix(candidate)?.strip_prefix(' ')?.split_once(' '))
    };
    let branch = CANDIDATES.into_iter().find_map(|candidate| {
        let (commit, target) = found(candidate)?;
        let full = if target.is_empty() { candidate } else { target };
        let name = full.trim_start_matches("refs/remotes/").trim_start_matches("refs/heads/").to_owned();
        Some(DefaultBranch { name, commit: commit.to_owned() })
    });
    Ok(branch)
}
