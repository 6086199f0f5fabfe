//! What the tests of the rules share: a change in memory.

use super::findings;
use crate::{
    case::{self, Material, Scope, Sources},
    change::{parts, role},
    domain::{Case, Change, ChangedFile, Content, Finding, Origin, Policy, RepoPath, Side, Version},
    runner::Project,
};
use std::{collections::BTreeMap, sync::Arc};

/// A project with tests in every language, so that runners claim whatever a test adds.
const AROUND: &[(&str, &str)] = &[
    ("pytest.ini", "[pytest]\n"),
    ("package.json", "{\"devDependencies\": {\"jest\": \"29\"}, \"jest\": {}}\n"),
    ("Cargo.toml", "[package]\nname = \"a\"\nversion = \"0.1.0\"\nedition = \"2024\"\n"),
    ("src/lib.rs", "\n"),
    ("go.mod", "module a\n\ngo 1.20\n"),
    (
        "phpunit.xml",
        "<phpunit><testsuites><testsuite name=\"a\"><directory>tests</directory></testsuite></testsuites></phpunit>\n",
    ),
    ("Gemfile", "gem 'minitest'\n"),
    ("pom.xml", "<project><artifactId>a</artifactId></project>\n"),
];

/// The two sides of a change.
pub(super) struct Pair {
    base: BTreeMap<RepoPath, Content>,
    head: BTreeMap<RepoPath, Content>,
    names: [BTreeMap<RepoPath, String>; 2],
}

impl Pair {
    /// A change that changes nothing.
    pub(super) fn new() -> Self {
        let mut pair = Self { base: BTreeMap::new(), head: BTreeMap::new(), names: Default::default() };
        for (path, text) in AROUND {
            pair = pair.both(path, text);
        }
        pair
    }

    pub(super) fn base(mut self, path: &str, text: &str) -> Self {
        self.base.insert(RepoPath::from(path), Content::file(text.as_bytes()));
        self
    }

    pub(super) fn head(mut self, path: &str, text: &str) -> Self {
        self.head.insert(RepoPath::from(path), Content::file(text.as_bytes()));
        self
    }

    pub(super) fn both(self, path: &str, text: &str) -> Self {
        self.base(path, text).head(path, text)
    }

    /// What a rule finds, each as `file:line message`.
    pub(super) fn found(self, rule: &str) -> Vec<String> {
        let found = self.findings().into_iter().filter(|finding| finding.rule == rule);
        found.map(|one| format!("{}:{} {}", one.file, one.line, one.message)).collect()
    }

    /// What all rules find.
    pub(super) fn findings(mut self) -> Vec<Finding> {
        let names = |files: &BTreeMap<RepoPath, Content>| {
            files
                .iter()
                .map(|(path, content)| (path.clone(), content.text().unwrap_or("").to_owned()))
                .collect()
        };
        self.names = [names(&self.base), names(&self.head)];
        findings(&self.case(), &self, &parts::cut)
    }

    fn case(&self) -> Case {
        let version = || Version { label: String::new(), tree: String::new(), commit: None };
        let paths = self.base.keys().chain(self.head.keys().filter(|path| !self.base.contains_key(*path)));
        let files = paths.filter(|path| self.base.get(path) != self.head.get(path)).map(|path| ChangedFile {
            path: path.clone(),
            was: None,
            in_base: self.base.contains_key(path),
            in_head: self.head.contains_key(path),
            roles: parts::differing_roles(path, self.base.get(path), self.head.get(path)),
        });
        let change = Change {
            base: version(),
            head: version(),
            origin: Origin { reason: String::new() },
            files: files.collect(),
        };
        let projects = [OnSide(self, Side::Base), OnSide(self, Side::Head)];
        let scope = Scope::default();
        let material = Material {
            sources: self,
            projects: [&projects[0], &projects[1]],
            role: &role::role,
            scope: &scope,
        };
        case::make(change, &material, Policy::default())
    }

    fn files(&self, side: Side) -> &BTreeMap<RepoPath, Content> {
        match side {
            Side::Base => &self.base,
            Side::Head => &self.head,
        }
    }
}

impl Sources for Pair {
    fn list(&self, side: Side) -> &BTreeMap<RepoPath, String> {
        &self.names[side as usize]
    }

    fn content(&self, side: Side, path: &RepoPath) -> Option<Content> {
        self.files(side).get(path).cloned()
    }
}

struct OnSide<'a>(&'a Pair, Side);

impl Project for OnSide<'_> {
    fn read(&self, path: &RepoPath) -> Option<Arc<[u8]>> {
        self.0.files(self.1).get(path)?.text().map(|text| text.as_bytes().into())
    }

    fn lists(&self, path: &RepoPath) -> bool {
        self.0.files(self.1).contains_key(path)
    }

    fn program(&self, name: &str) -> Option<String> {
        Some(format!("/somewhere/{name}"))
    }

    fn side(&self) -> Side {
        self.1
    }

    fn setting(&self, _: &str, _: &str) -> Option<String> {
        None
    }
}
