//! The two versions of a change, as sources of the case and of worlds.

use crate::{
    case::Sources,
    change::{self, Blob, Entry, Repository, Selected},
    config::{self, Config},
    domain::{Content, RepoPath, Side, Version},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Arc, Mutex, PoisonError},
};

use super::SessionError;

/// The two versions of a change, read from git when they are asked for, and kept.
pub(super) struct Versions {
    repository: Arc<Repository>,
    selected: Selected,
    entries: Vec<Entry>,
    base: Listing,
    head: Listing,
    read: Mutex<HashMap<(RepoPath, String), Content>>,
    failures: Mutex<BTreeSet<String>>,
}

struct Listing {
    names: BTreeMap<RepoPath, String>,
    blobs: BTreeMap<RepoPath, Blob>,
}

impl Versions {
    pub(super) fn open(repository: Arc<Repository>, selected: &Selected) -> Result<Self, SessionError> {
        let base = Listing::of(&repository, &selected.base)?;
        let head = Listing::of(&repository, &selected.head)?;
        let entries = change::diff(&repository, &selected.base, &selected.head)?;
        let (read, failures) = (Mutex::default(), Mutex::default());
        Ok(Self { repository, selected: selected.clone(), entries, base, head, read, failures })
    }

    pub(super) fn repository(&self) -> &Repository {
        &self.repository
    }

    /// What the change does, file by file.
    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Where the working tree differs from the head.
    pub(super) fn off_disk(&self) -> Result<BTreeSet<RepoPath>, SessionError> {
        let entries = change::diff(&self.repository, &self.selected.disk, &self.selected.head)?;
        Ok(entries.into_iter().flat_map(|entry| [Some(entry.path), entry.was]).flatten().collect())
    }

    /// The base's configuration: a change does not judge itself by rules of its own (I12).
    pub(super) fn config(&self) -> Result<Config, SessionError> {
        match self.read(Side::Base, &RepoPath::from(config::FILE)).as_ref().and_then(Content::text) {
            Some(text) => Ok(config::parse(text)?),
            None => Ok(Config::default()),
        }
    }

    /// What lies at the path on one side. A file that cannot be read is none, and is remembered as a failure.
    pub(super) fn read(&self, side: Side, path: &RepoPath) -> Option<Content> {
        let blob = self.listing(side).blobs.get(path)?;
        let key = (path.clone(), blob.oid.clone());
        if let Some(content) = self.read.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Some(content.clone());
        }
        let blobs = [(path.clone(), blob.clone())];
        // Ctrl-C reaches git as well, whose failure then says nothing of the file: it is asked again.
        let contents = self.repository.contents(&blobs).or_else(|_| self.repository.contents(&blobs));
        match contents {
            Ok(contents) => {
                let content = contents.into_iter().next()?;
                self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(key, content.clone());
                Some(content)
            }
            Err(error) => {
                let failure = format!("`{path}` cannot be read: {error}");
                self.failures.lock().unwrap_or_else(PoisonError::into_inner).insert(failure);
                None
            }
        }
    }

    /// What could not be read so far, one sentence each.
    pub(super) fn failures(&self) -> Vec<String> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    fn listing(&self, side: Side) -> &Listing {
        match side {
            Side::Base => &self.base,
            Side::Head => &self.head,
        }
    }
}

impl Listing {
    fn of(repository: &Repository, version: &Version) -> Result<Self, SessionError> {
        let blobs: BTreeMap<RepoPath, Blob> = repository.list(&version.tree)?.into_iter().collect();
        let names = blobs
            .iter()
            .map(|(path, blob)| (path.clone(), format!("{:o} {}", blob.mode, blob.oid)))
            .collect();
        Ok(Self { names, blobs })
    }
}

impl Sources for Versions {
    fn list(&self, side: Side) -> &BTreeMap<RepoPath, String> {
        &self.listing(side).names
    }

    fn content(&self, side: Side, path: &RepoPath) -> Option<Content> {
        self.read(side, path)
    }
}
