//! What the tests of the runners share.

use super::Project;
use crate::domain::{RepoPath, Side, Site, Suite};
use std::{collections::BTreeMap, sync::Arc};

/// A project that exists in memory.
pub(super) struct Files {
    files: BTreeMap<RepoPath, String>,
    programs: Vec<String>,
    settings: BTreeMap<String, String>,
    side: Option<Side>,
}

impl Files {
    pub(super) fn of(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(path, text)| (RepoPath::new(*path), (*text).to_owned())).collect();
        Self { files, programs: Vec::new(), settings: BTreeMap::new(), side: None }
    }

    pub(super) fn with_programs(mut self, programs: &[&str]) -> Self {
        self.programs = programs.iter().map(|name| (*name).to_owned()).collect();
        self
    }

    pub(super) fn of_side(mut self, side: Side) -> Self {
        self.side = Some(side);
        self
    }

    pub(super) fn with_setting(mut self, key: &str, value: &str) -> Self {
        self.settings.insert(key.into(), value.into());
        self
    }
}

impl Project for Files {
    fn read(&self, path: &RepoPath) -> Option<Arc<[u8]>> {
        self.files.get(path).map(|text| text.as_bytes().into())
    }

    fn lists(&self, path: &RepoPath) -> bool {
        self.files.contains_key(path)
    }

    fn program(&self, name: &str) -> Option<String> {
        self.programs.iter().find(|program| *program == name).map(|program| format!("/somewhere/{program}"))
    }

    fn side(&self) -> Side {
        self.side.unwrap_or(Side::Base)
    }

    fn setting(&self, _runner: &str, key: &str) -> Option<String> {
        self.settings.get(key).cloned()
    }
}

/// A suite with these facts and no files.
pub(crate) fn suite(runner: &str, package: &str, facts: &[(&str, &str)]) -> Suite {
    Suite {
        runner: runner.into(),
        because: String::new(),
        package: RepoPath::new(package),
        base_files: Vec::new(),
        head_files: Vec::new(),
        facts: facts.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect(),
    }
}

/// A plain test.
pub(crate) fn site(file: &str, name: &[&str]) -> Site {
    Site {
        file: RepoPath::new(file),
        line: 1,
        name: name.iter().map(|part| (*part).to_owned()).collect(),
        ordinal: 0,
        disabled: None,
        characterization: false,
        dynamic: false,
        wrapping: Vec::new(),
        foreign: Vec::new(),
        probes: std::collections::BTreeSet::new(),
        digest: String::new(),
    }
}
