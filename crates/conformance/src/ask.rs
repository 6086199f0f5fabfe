//! The calibrated reading of one test of a toy project: the engine's own questions, edits and commands.

use crate::{Toy, named, process, site};
use counterproof_engine::{
    case::Sources,
    domain::{
        Case, Cell, Change, Content, Exit, Hollowing, Marks, Observation, Origin, Policy, Record, RepoPath,
        Seen, Side, Site, SuiteNo, Test, TestNo, Touched, Trial, Version, World,
    },
    lang,
    plan::Inquiry,
    runner::{self, Project, Question},
    world::{Layout, compose::Composer},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

impl Toy {
    /// What the test reads, and what was run for it, for a person. A test that its text says is disabled is asked too.
    ///
    /// # Panics
    /// If the runner does not claim the file.
    #[must_use]
    pub fn cell(&self, runner: &str, file: &str, names: &[&str]) -> (Cell, String) {
        let (case, test) = self.case(runner, file, names);
        let (mut seen, mut told) = (Seen::default(), String::new());
        loop {
            match Inquiry::new(&case, &seen).cell(test, World::CLAIMED) {
                Ok(cell) => return (cell, told),
                Err(trials) => {
                    for trial in trials {
                        let (observation, text) = self.observe(&case, trial);
                        seen.extend([observation]);
                        told += &text;
                    }
                }
            }
        }
    }

    /// The case of a change that touches nothing, with all tests of the suite; the one that is asked is made up if it is
    /// not there.
    fn case(&self, runner: &str, file: &str, names: &[&str]) -> (Case, TestNo) {
        let wanted = site(file, names);
        let suite = self.suite_of(named(runner), &wanted.file);
        let mut sites: Vec<Site> = suite.head_files.iter().flat_map(|file| self.sites(file)).collect();
        let is_wanted = |site: &Site| (&site.file, &site.name) == (&wanted.file, &wanted.name);
        let at = sites.iter().position(is_wanted).unwrap_or_else(|| {
            sites.push(wanted);
            sites.len() - 1
        });
        let test = |site: Site| Test {
            id: site.name.join("::"),
            suite: SuiteNo(0),
            touched: Touched::Untouched,
            base: Some(site.clone()),
            head: Some(site),
        };
        let version = Version { label: String::new(), tree: String::new(), commit: None };
        let change = Change {
            base: version.clone(),
            head: version,
            origin: Origin { reason: String::new() },
            files: Vec::new(),
        };
        let case = Case {
            change,
            suites: vec![suite],
            beyond: Vec::new(),
            tests: sites.into_iter().map(test).collect(),
            hollowing: Hollowing::default(),
            renames: Vec::new(),
            ignored: Vec::new(),
            policy: Policy::default(),
            disturbed: None,
            record: Record::default(),
            gaps: Vec::new(),
        };
        (case, TestNo(at))
    }

    fn sites(&self, file: &RepoPath) -> Vec<Site> {
        let Some((language, text)) = lang::of(file).zip(self.text(file)) else { return Vec::new() };
        let found = (language.tests)(file, &text).into_iter();
        found
            .map(|test| Site {
                file: file.clone(),
                line: test.line,
                name: test.name,
                ordinal: test.ordinal,
                disabled: None,
                characterization: false,
                dynamic: test.dynamic,
                wrapping: Vec::new(),
                foreign: Vec::new(),
                probes: BTreeSet::new(),
                digest: String::new(),
            })
            .collect()
    }

    fn observe(&self, case: &Case, trial: Trial) -> (Observation, String) {
        let composer = Composer { case, sources: &Listing::of(self), off_disk: &BTreeSet::new(), rules: &[] };
        let (exit, text) = match (composer.layout(&trial), self.command(case, &trial)) {
            (Ok(layout), Some(command)) => self.altered(&layout, || process::run(self, &command)),
            (Err(_), _) => (Exit::NothingToAlter, "nothing to alter".into()),
            (_, None) => (Exit::NotStarted("no such question".into()), String::new()),
        };
        let text = format!("--- {:?}: {text}\n", trial.alterations);
        (Observation { trial, exit, read: None, marks: Marks::new(), wall_ms: 0, cpu_ms: 0, log: None }, text)
    }

    fn command(&self, case: &Case, trial: &Trial) -> Option<runner::Command> {
        use counterproof_engine::domain::Ask;
        let suite = &case.suites[0];
        let question = match &trial.ask {
            Ask::Suite(_) => Question::Suite(&suite.head_files),
            Ask::File(_, file) => Question::File(file),
            Ask::Test(test) => Question::Test(case.tests[test.0].head.as_ref()?),
        };
        Some((named(&suite.runner).command)(suite, Side::Base, &question))
    }

    /// Does something while the layout's files lie on disk.
    fn altered<T>(&self, layout: &Layout, act: impl FnOnce() -> T) -> T {
        let before: Vec<_> = layout.files.keys().map(|path| (path, self.read(path))).collect();
        for (path, content) in &layout.files {
            if let Some(Content::File { bytes, .. }) = content {
                self.write(path, bytes);
            }
        }
        let result = act();
        for (path, bytes) in before {
            self.write(path, bytes.as_deref().unwrap_or_default());
        }
        result
    }

    fn write(&self, path: &RepoPath, bytes: &[u8]) {
        fs::write(self.folder.path().join(path.to_os()), bytes).expect("the folder is writable");
    }
}

/// The project's files as both sides of a change have them.
struct Listing<'a> {
    toy: &'a Toy,
    names: BTreeMap<RepoPath, String>,
}

impl<'a> Listing<'a> {
    fn of(toy: &'a Toy) -> Self {
        Self { toy, names: toy.files.iter().map(|path| (path.clone(), String::new())).collect() }
    }
}

impl Sources for Listing<'_> {
    fn list(&self, _: Side) -> &BTreeMap<RepoPath, String> {
        &self.names
    }

    fn content(&self, _: Side, path: &RepoPath) -> Option<Content> {
        self.toy.read(path).map(Content::file)
    }
}
