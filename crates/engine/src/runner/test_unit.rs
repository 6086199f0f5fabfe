//! test-unit.

use super::{
    Claim, Command, Project, Question, Runner, added_args, of_side,
    ruby::{self, Framework, Tasks},
};
use crate::domain::{RepoPath, Side, Site, Suite};
use std::{collections::BTreeMap, ffi::OsString};

/// test-unit.
pub(super) const RUNNER: Runner = Runner {
    name: "test-unit",
    languages: &["Ruby"],
    harness: &["**/{test,tests,spec}/**/test_helper.rb", "**/{,.}test-unit.yml"],
    compiles_together: false,
    built_ahead: &["c", "cc", "cpp", "h", "rs", "java"],
    prebuilt: None,
    built: None,
    claim,
    command,
};

fn claim(project: &dyn Project, file: &RepoPath, source: &str) -> Option<Claim> {
    let mut claim = ruby::claim(project, RUNNER.name, Framework::TestUnit, (file, source))?;
    let tasks = Tasks::of(project, &claim.package).unwrap_or_default();
    if !tasks.runs(&file.strip(&claim.package)?) {
        return None;
    }
    claim.facts.insert(of_side("libs", project.side()), serde_json::Value::from(tasks.libs).to_string());
    Some(claim)
}

fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let mut argv = ruby::interpreter(suite, side);
    argv.extend(ruby::load_path(suite, side));
    argv.extend(ruby::files(suite, side, question));
    if let Question::Test(site) = question {
        argv.extend(selectors(site).map(OsString::from));
    }
    argv.extend(added_args(suite).into_iter().map(OsString::from));
    Command { argv, folder: suite.package.clone(), env: BTreeMap::new() }
}

/// A test with all its rows. One that is called by a text has `test: ` before it.
fn selectors(site: &Site) -> [String; 4] {
    let (own, suites) =
        site.name.split_last().map(|(own, suites)| (own.as_str(), suites)).unwrap_or_default();
    let class = suites.iter().map(|name| ruby::pattern(name)).collect::<Vec<_>>().join("::");
    let own = format!("(?:test\\x3a\\x20)?{}", ruby::pattern(own));
    ["-t".into(), format!("/\\A{class}\\z/"), "-n".into(), format!("/\\A{own}\\z/")]
}

#[cfg(test)]
mod tests;
