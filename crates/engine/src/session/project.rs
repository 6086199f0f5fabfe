//! One side of the project as runners may look at it: git for what is tracked, the disk for the rest.

#![allow(
    clippy::disallowed_methods,
    reason = "the shell around a project: it looks at the disk and the search path"
)]

use super::versions::Versions;
use crate::{
    config::Config,
    domain::{Content, RepoPath, Side},
    runner::Project,
};
use std::{env, fs, path::Path, sync::Arc};

/// One side of the project as runners may look at it.
pub(super) struct OnDisk<'a> {
    versions: &'a Versions,
    config: &'a Config,
    side: Side,
}

impl<'a> OnDisk<'a> {
    pub(super) fn new(versions: &'a Versions, config: &'a Config, side: Side) -> Self {
        Self { versions, config, side }
    }

    fn tracked(&self, path: &RepoPath) -> bool {
        use crate::case::Sources;
        [Side::Base, Side::Head].into_iter().any(|side| self.versions.list(side).contains_key(path))
    }
}

impl Project for OnDisk<'_> {
    fn read(&self, path: &RepoPath) -> Option<Arc<[u8]>> {
        if self.tracked(path) {
            return match self.versions.read(self.side, path)? {
                Content::File { bytes, .. } => Some(bytes),
                _ => None,
            };
        }
        fs::read(self.versions.repository().top().join(path.to_os())).ok().map(Into::into)
    }

    fn lists(&self, path: &RepoPath) -> bool {
        use crate::case::Sources;
        self.versions.list(self.side).contains_key(path)
    }

    fn program(&self, name: &str) -> Option<String> {
        if name.contains('/') {
            return Some(self.versions.repository().top().join(name))
                .filter(|path| is_program(path))
                .map(shown);
        }
        let search = env::var_os("PATH")?;
        env::split_paths(&search).map(|folder| folder.join(name)).find(|path| is_program(path)).map(shown)
    }

    fn side(&self) -> Side {
        self.side
    }

    fn setting(&self, runner: &str, key: &str) -> Option<String> {
        self.config.setting(runner, key)
    }
}

fn is_program(path: &Path) -> bool {
    path.is_file()
}

fn shown(path: impl AsRef<Path>) -> String {
    path.as_ref().display().to_string()
}
