//! Which framework runs the tests of a Ruby file.

use super::{Tasks, requires};
use crate::{
    domain::RepoPath,
    runner::{Project, nearest, text},
};
use std::collections::BTreeSet;

/// A framework of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::runner) enum Framework {
    /// RSpec.
    Rspec,
    /// minitest, alone or below Rails.
    Minitest,
    /// test-unit.
    TestUnit,
}

/// How far what a file requires is followed.
const DEPTH: usize = 3;

/// Rails' own classes of tests, which are minitest's.
const RAILS: [&str; 5] = [
    "ActiveSupport::TestCase",
    "ActionDispatch::",
    "ActionController::TestCase",
    "ActiveJob::TestCase",
    "ActionMailer::TestCase",
];

/// The framework of a file's tests, and why: what the file says itself, else what it requires, else what its package says.
pub(in crate::runner) fn framework(
    project: &dyn Project,
    package: &RepoPath,
    (file, source): (&RepoPath, &str),
) -> Option<(Framework, String)> {
    let is_spec = file.name().ends_with(b"_spec.rb");
    let of_package = || of_package(project, package, is_spec);
    own_word(source)
        .or_else(|| of_requires(project, package, (file, source), &mut BTreeSet::new()))
        .or_else(of_package)
}

/// What a text says of its framework.
fn own_word(source: &str) -> Option<(Framework, String)> {
    let because = |word: &str| format!("it says `{word}`");
    let has = |word: &str| requires::lines(source).any(|line| line.contains(word));
    let begins =
        |word: &str| requires::lines(source).any(|line| line.trim_start_matches(':').starts_with(word));
    if begins("RSpec.") {
        return Some((Framework::Rspec, because("RSpec.")));
    }
    // Old minitest has a `MiniTest::Unit::TestCase`.
    let is_test_unit = |line: &str| line.replace("MiniTest::", "").contains("Test::Unit::TestCase");
    if requires::lines(source).any(is_test_unit) {
        return Some((Framework::TestUnit, because("Test::Unit::TestCase")));
    }
    let minitest = ["Minitest::", "MiniTest::"].into_iter().chain(RAILS).find(|word| has(word))?;
    Some((Framework::Minitest, because(minitest)))
}

fn of_requires(
    project: &dyn Project,
    package: &RepoPath,
    (file, source): (&RepoPath, &str),
    visited: &mut BTreeSet<RepoPath>,
) -> Option<(Framework, String)> {
    if visited.len() >= DEPTH.pow(2) || !visited.insert(file.clone()) {
        return None;
    }
    let required = requires::of(source);
    if let Some((framework, path)) = required.iter().find_map(|one| Some((of_library(one.path)?, one.path))) {
        return Some((framework, format!("`{file}` requires `{path}`")));
    }
    required.iter().find_map(|one| {
        let (path, text) = one.file(project, package, file)?;
        let said = own_word(&text).map(|(framework, because)| {
            (framework, because.replacen("it says", &format!("`{path}` says"), 1))
        });
        said.or_else(|| of_requires(project, package, (&path, &text), visited))
    })
}

/// The framework that a library is of.
fn of_library(path: &str) -> Option<Framework> {
    let is_of = |library: &str| path == library || path.starts_with(&format!("{library}/"));
    match path {
        "rails/test_help" | "active_support/test_case" => Some(Framework::Minitest),
        _ if is_of("minitest") => Some(Framework::Minitest),
        _ if is_of("test/unit") || is_of("test-unit") => Some(Framework::TestUnit),
        _ if is_of("rspec") => Some(Framework::Rspec),
        _ => None,
    }
}

/// What the files of a package say.
fn of_package(project: &dyn Project, package: &RepoPath, is_spec: bool) -> Option<(Framework, String)> {
    let file = |name: &str| text(project, &package.join(name));
    if is_spec && nearest(&package.join("x"), |folder| project.read(&folder.join(".rspec"))).is_some() {
        return Some((Framework::Rspec, "`.rspec` is there".into()));
    }
    let bundle =
        ["Gemfile", "gems.rb", "Gemfile.lock"].into_iter().filter_map(|name| Some((name, file(name)?)));
    let frameworks = match is_spec {
        true => [("rspec", Framework::Rspec), ("minitest", Framework::Minitest), ("rails", Framework::Rspec)],
        false => [
            ("test-unit", Framework::TestUnit),
            ("minitest", Framework::Minitest),
            ("rails", Framework::Minitest),
        ],
    };
    let of_bundle = bundle.into_iter().find_map(|(name, text)| {
        let (gem, framework) = frameworks.iter().find(|(gem, _)| has_gem(&text, gem))?;
        Some((*framework, format!("`{name}` has `{gem}`")))
    });
    of_bundle.or_else(|| {
        let tasks = Tasks::of(project, package)?;
        (!is_spec).then(|| (Framework::Minitest, format!("`{}` has a `TestTask`", tasks.file)))
    })
}

/// Whether a bundle has a gem or one of its kin: `gem "rspec-rails"`, `    minitest (5.17.0)`.
fn has_gem(text: &str, gem: &str) -> bool {
    requires::lines(text).any(|line| {
        let line = line.trim_start_matches("gem").trim_start_matches([' ', '(', '"', '\'']);
        let rest = line.strip_prefix(gem);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '"', '\'', '-', '(']))
    })
}
