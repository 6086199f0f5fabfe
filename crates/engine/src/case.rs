//! From a change to a [`Case`]: the suites it could have touched, their tests on both sides, matched.

mod find;
mod hollowing;
mod matching;
mod moves;
mod names;
mod probing;
mod reach;
mod renames;

pub use hollowing::hollowed;

use crate::{
    config::Pattern,
    domain::{Case, Change, Content, Policy, Record, RepoPath, Role, Side, Suite, SuiteNo, Test},
    runner::{MISSING, NARROWED, Project, missing_program},
};
use std::collections::BTreeMap;

/// Both versions of the project's files. The shell implements it over git.
pub trait Sources: Send + Sync {
    /// The files of one side, by path, each with the name git has for its content.
    fn list(&self, side: Side) -> &BTreeMap<RepoPath, String>;
    /// What lies at the path on one side, filters applied.
    fn content(&self, side: Side, path: &RepoPath) -> Option<Content>;
}

/// Which tests are asked.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Only test files at or below these paths; all, if empty.
    pub only: Vec<RepoPath>,
    /// Never test files that match these.
    pub exclude: Vec<Pattern>,
}

impl Scope {
    fn admits(&self, path: &RepoPath) -> bool {
        let within = self.only.is_empty() || self.only.iter().any(|folder| path.is_within(folder));
        within && !self.exclude.iter().any(|pattern| pattern.matches(path))
    }
}

/// What a case is made from, besides the change.
pub struct Material<'a> {
    /// The files.
    pub sources: &'a dyn Sources,
    /// What runners may look at, base and head.
    pub projects: [&'a dyn Project; 2],
    /// The role of a path, the user's own rules included.
    pub role: &'a dyn Fn(&RepoPath) -> Role,
    /// Which tests are asked.
    pub scope: &'a Scope,
}

/// Makes the case of a change.
pub fn make(change: Change, material: &Material<'_>, policy: Policy) -> Case {
    let base = find::tests(material, Side::Base, None);
    let head = find::tests(material, Side::Head, Some(&base));
    let mut suites = find::suites(&base, &head);
    for suite in &mut suites {
        let missing = missing_program(material.projects[Side::Head as usize], suite);
        suite.facts.extend(missing.map(|what| (MISSING.into(), what)));
    }
    let beyond = reach::set_apart(&change, material.sources, &mut suites);
    reach::tell_prebuilt(&change, material, &mut suites);
    if !material.scope.only.is_empty() {
        suites.iter_mut().for_each(|suite| drop(suite.facts.insert(NARROWED.into(), "yes".into())));
    }
    let hollowing = hollowing::of(&change, material.sources);
    let renames = renames::of(&change, material.sources);
    let foreign = names::Foreign::of(&change, material.sources);
    let mut tests: Vec<Test> = Vec::new();
    for (number, suite) in suites.iter().enumerate() {
        let sides = [base.of(suite), head.of(suite)];
        tests.extend(matching::matched(SuiteNo(number), sides, &change, &foreign));
    }
    moves::across_suites(&mut tests, &base, &head);
    tests.sort_by(|one, other| one.id.cmp(&other.id));
    probing::tell(&mut tests, material.sources);
    let mut gaps = Vec::new();
    if suites.is_empty() {
        gaps.push("no test of a runner that counterproof knows lies in reach of the change".to_owned());
    }
    gaps.extend(changed_but_unclaimed(&change, material, &suites));
    Case {
        change,
        suites,
        beyond,
        tests,
        hollowing,
        renames,
        ignored: Vec::new(),
        policy,
        disturbed: None,
        record: Record::default(),
        gaps,
    }
}

/// Changed test files in which tests were found but that no runner claims, one sentence each.
fn changed_but_unclaimed(change: &Change, material: &Material<'_>, suites: &[Suite]) -> Vec<String> {
    let claimed = |path: &RepoPath| {
        suites.iter().any(|suite| suite.base_files.contains(path) || suite.head_files.contains(path))
    };
    let mut gaps = Vec::new();
    for file in change.files.iter().filter(|file| file.roles.contains(&Role::Test)) {
        let side = if file.in_head { Side::Head } else { Side::Base };
        if !claimed(&file.path)
            && material.scope.admits(&file.path)
            && find::has_tests(material, side, &file.path)
        {
            gaps.push(format!("no runner is known for the tests in `{}`", file.path));
        }
    }
    gaps
}
