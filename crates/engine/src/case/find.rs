//! Which tests each side has, and who runs them.

use super::Material;
use crate::{
    domain::{Disabled, RepoPath, Role, Side, Suite},
    lang::{self, FoundTest},
    runner::{Claim, DISABLED, RUNNERS},
};
use std::{collections::BTreeMap, sync::Arc};

/// A test file of one side.
pub(super) struct TestFile {
    pub(super) runner: &'static str,
    pub(super) claim: Claim,
    pub(super) blob: String,
    pub(super) tests: Arc<Vec<FoundTest>>,
}

/// The test files of one side.
pub(super) struct Found {
    pub(super) side: Side,
    pub(super) files: BTreeMap<RepoPath, TestFile>,
}

/// The tests of one suite on one side, by file.
pub(super) type FilesOfSuite<'a> = BTreeMap<&'a RepoPath, &'a [FoundTest]>;

impl Found {
    pub(super) fn of(&self, suite: &Suite) -> FilesOfSuite<'_> {
        let mine = self
            .files
            .iter()
            .filter(|(_, file)| file.runner == suite.runner && file.claim.package == suite.package);
        mine.map(|(path, file)| (path, file.tests.as_slice())).collect()
    }
}

/// Finds the tests of a side. What `known` has with the same content is not read again.
pub(super) fn tests(material: &Material<'_>, side: Side, known: Option<&Found>) -> Found {
    let mut files = BTreeMap::new();
    for (path, blob) in material.sources.list(side) {
        if !may_hold_tests(material, path) {
            continue;
        }
        if let Some(file) = test_file(material, side, (path, blob), known) {
            files.insert(path.clone(), file);
        }
    }
    Found { side, files }
}

/// True if the file has tests in a language we read.
pub(super) fn has_tests(material: &Material<'_>, side: Side, path: &RepoPath) -> bool {
    let content = material.sources.content(side, path);
    let text = content.as_ref().and_then(|content| content.text());
    lang::of(path).zip(text).is_some_and(|(language, text)| !(language.tests)(path, text).is_empty())
}

fn may_hold_tests(material: &Material<'_>, path: &RepoPath) -> bool {
    let in_files = lang::of(path).map(|language| language.cut.is_some());
    in_files.is_some_and(|in_files| in_files || is_of_tests(material, path)) && material.scope.admits(path)
}

fn is_of_tests(material: &Material<'_>, path: &RepoPath) -> bool {
    (material.role)(path) == Role::Test
}

fn test_file(
    material: &Material<'_>,
    side: Side,
    (path, blob): (&RepoPath, &String),
    known: Option<&Found>,
) -> Option<TestFile> {
    let is_twin = |file: &&TestFile| file.blob == *blob && !file.claim.facts.contains_key(DISABLED);
    let twin = known.and_then(|found| found.files.get(path)).filter(is_twin);
    let content = material.sources.content(side, path)?;
    let (text, language) = (content.text()?, lang::of(path)?);
    if !(language.hides_tests)(text) && !is_of_tests(material, path) {
        return None;
    }
    let tests = match twin {
        Some(file) => file.tests.clone(),
        None => Arc::new((language.tests)(path, text)),
    };
    if tests.is_empty() {
        return None;
    }
    let project = material.projects[side as usize];
    let (runner, claim) =
        RUNNERS.iter().find_map(|one| Some((one.name, (one.claim)(project, path, text)?)))?;
    let tests = all_disabled(&claim, &tests).map_or(tests, Arc::new);
    Some(TestFile { runner, claim, blob: blob.clone(), tests })
}

/// The tests of a file that its runner says none of will run.
fn all_disabled(claim: &Claim, tests: &[FoundTest]) -> Option<Vec<FoundTest>> {
    let disabled: Disabled = serde_json::from_str(claim.facts.get(DISABLED)?).ok()?;
    let by = |test: &FoundTest| Some(test.disabled.clone().unwrap_or_else(|| disabled.clone()));
    Some(tests.iter().map(|test| FoundTest { disabled: by(test), ..test.clone() }).collect())
}

/// The suites of both sides: one for each runner and package.
pub(super) fn suites(base: &Found, head: &Found) -> Vec<Suite> {
    let mut suites: BTreeMap<(&RepoPath, &str), Suite> = BTreeMap::new();
    for found in [base, head] {
        for (path, file) in &found.files {
            let suite = suites.entry((&file.claim.package, file.runner)).or_insert_with(|| Suite {
                runner: file.runner.to_owned(),
                because: file.claim.because.clone(),
                package: file.claim.package.clone(),
                base_files: Vec::new(),
                head_files: Vec::new(),
                facts: BTreeMap::new(),
            });
            let facts = file.claim.facts.iter().filter(|(fact, _)| *fact != DISABLED);
            suite.facts.extend(facts.map(|(fact, value)| (fact.clone(), value.clone())));
            match found.side {
                Side::Base => suite.base_files.push(path.clone()),
                Side::Head => suite.head_files.push(path.clone()),
            }
        }
    }
    suites.into_values().collect()
}
