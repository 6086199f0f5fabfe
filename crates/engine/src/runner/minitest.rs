//! minitest: plain, as specs, and below Rails.

use super::{
    Claim, Command, Project, Question, Runner, added_args, argument, of_side,
    ruby::{self, Framework, Tasks},
};
use crate::domain::{RepoPath, Side, Site, Suite};
use std::{collections::BTreeMap, ffi::OsString};

/// minitest.
pub(super) const RUNNER: Runner = Runner {
    name: "minitest",
    languages: &["Ruby"],
    harness: &["**/{test,tests,spec}/**/{test,minitest,spec}_helper.rb"],
    compiles_together: false,
    built_ahead: &["c", "cc", "cpp", "h", "rs", "java"],
    prebuilt: None,
    built: None,
    claim,
    command,
};

fn claim(project: &dyn Project, file: &RepoPath, source: &str) -> Option<Claim> {
    let mut claim = ruby::claim(project, RUNNER.name, Framework::Minitest, (file, source))?;
    if ["bin/rails", "config/application.rb"]
        .iter()
        .all(|path| project.read(&claim.package.join(path)).is_some())
    {
        claim.facts.insert("rails".into(), "yes".into());
        return Some(claim);
    }
    let tasks = Tasks::of(project, &claim.package).unwrap_or_default();
    if !tasks.runs(&file.strip(&claim.package)?) {
        return None;
    }
    claim.facts.insert(of_side("libs", project.side()), serde_json::Value::from(tasks.libs).to_string());
    if tasks.autorun {
        claim.facts.insert(of_side("autorun", project.side()), "yes".into());
    }
    Some(claim)
}

/// The order is the same in every world, and no two tests run at a time.
fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let mut argv = if suite.facts.contains_key("rails") {
        rails(suite, side, question)
    } else {
        plain(suite, side, question)
    };
    if let Question::Test(site) = question {
        argv.extend(["-n".into(), selector(site).into()]);
    }
    argv.extend(["--seed", "0"].map(OsString::from));
    argv.extend(added_args(suite).into_iter().map(OsString::from));
    Command { argv, folder: suite.package.clone(), env: environment(suite) }
}

fn plain(suite: &Suite, side: Side, question: &Question<'_>) -> Vec<OsString> {
    let mut argv = ruby::interpreter(suite, side);
    argv.extend(ruby::load_path(suite, side));
    argv.extend(suite.facts.contains_key(&of_side("autorun", side)).then(|| "-rminitest/autorun".into()));
    argv.extend(ruby::files(suite, side, question));
    argv
}

/// Rails loads its bundle itself.
fn rails(suite: &Suite, side: Side, question: &Question<'_>) -> Vec<OsString> {
    let mut argv = vec![ruby::program(suite)];
    if let Some(code) = ruby::inline(suite, side, "load File.expand_path(ARGV.shift)") {
        argv = ruby::interpreter(suite, side);
        argv.extend(code);
    }
    argv.extend(["bin/rails", "test"].map(OsString::from));
    match question {
        Question::Suite(files) => argv.extend(files.iter().map(|file| argument(suite, file))),
        Question::File(file) => argv.push(argument(suite, file)),
        Question::Test(site) => argv.push(argument(suite, &site.file)),
    }
    argv
}

/// `Class#method`, whole. The number in the name of a spec depends on those before it, and Rails writes a text's blanks as
/// underscores.
fn selector(site: &Site) -> String {
    let (own, suites) =
        site.name.split_last().map(|(own, suites)| (own.as_str(), suites)).unwrap_or_default();
    let class = suites.iter().map(|name| ruby::pattern(name)).collect::<Vec<_>>().join("::");
    if own.starts_with("test_") {
        return format!("/\\A{class}#{}\\z/", ruby::pattern(own));
    }
    // What `describe` is given may be a constant, whose full name only a run knows.
    let outer = if class.starts_with(|c: char| c.is_ascii_uppercase()) { "(?:\\w+::)*" } else { "" };
    let joined = own.split_whitespace().collect::<Vec<_>>().join("_");
    let nameless = if site.dynamic { "|anonymous" } else { "" };
    let (own, joined) = (ruby::pattern(own), ruby::pattern(&joined));
    format!("/\\A{outer}{class}#test_(?:\\d+_(?:{own}{nameless})|{joined})\\z/")
}

fn environment(suite: &Suite) -> BTreeMap<String, String> {
    let alone = ["MT_CPU", "PARALLEL_WORKERS"].map(|name| (name.into(), "1".into()));
    let rails = [("RAILS_ENV".into(), "test".into()), ("DISABLE_SPRING".into(), "1".into())];
    let is_rails = suite.facts.contains_key("rails");
    alone.into_iter().chain(rails.into_iter().filter(|_| is_rails)).collect()
}

#[cfg(test)]
mod tests;
