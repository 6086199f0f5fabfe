//! What the runners of Ruby share: whose a file is, what its interpreter needs, how a name is selected.

mod framework;
mod rakefile;
mod requires;

pub(super) use framework::{Framework, framework};
pub(super) use rakefile::Tasks;

use super::{Claim, Project, Question, argument, from_package, nearest, of_side, text};
use crate::domain::{RepoPath, Side, Suite};
use std::{collections::BTreeMap, ffi::OsString};

/// Files that stand in the folder of a package.
const MANIFESTS: [&str; 6] = ["Gemfile", "gems.rb", "Rakefile", "Rakefile.rb", "rakefile", ".rspec"];

/// The locks of a bundle, beside what they lock. Without one nothing says that the bundle was ever installed.
const LOCKS: [(&str, &str); 2] = [("Gemfile", "Gemfile.lock"), ("gems.rb", "gems.locked")];

/// Loads many files in one process, and leaves the other arguments to the runner.
const LOADER: &str = "ARGV.shift(ARGV.shift.to_i).each { |file| require File.expand_path(file) }";

/// Where projects start to measure coverage.
const HELPERS: [&str; 8] = [
    ".simplecov",
    "spec/minitest_helper.rb",
    "spec/rails_helper.rb",
    "spec/spec_helper.rb",
    "test/helper.rb",
    "test/minitest_helper.rb",
    "test/spec_helper.rb",
    "test/test_helper.rb",
];

/// Gates of simplecov, which fail a run of few tests.
const GATES: [&str; 3] = ["minimum_coverage", "maximum_coverage_drop", "refuse_coverage_drop"];

/// Keeps simplecov from starting: no option and no variable does.
const UNMEASURED: &str =
    "begin; require \"simplecov/no_defaults\"; def SimpleCov.start(*); end; rescue LoadError; end; ";

/// The claim of a runner, if the file's tests are of its framework.
pub(super) fn claim(
    project: &dyn Project,
    runner: &str,
    wanted: Framework,
    (file, source): (&RepoPath, &str),
) -> Option<Claim> {
    if file.extension() != "rb" {
        return None;
    }
    let package = package(project, file);
    let (found, because) = framework(project, &package, (file, source))?;
    if found != wanted {
        return None;
    }
    let program = project.setting(runner, "program").unwrap_or_else(|| "ruby".into());
    let mut facts = BTreeMap::from([("ruby".into(), from_package(&package, &program))]);
    if is_bundled(project, &package) {
        facts.insert(of_side("bundle", project.side()), "yes".into());
    }
    if is_gated(project, &package) {
        facts.insert(of_side("gated", project.side()), "yes".into());
    }
    facts.extend(project.setting(runner, "args").map(|args| ("args".into(), args)));
    Some(Claim { package, because, facts })
}

/// Whether the package's tests fail where they cover too little: then only all of them can pass.
fn is_gated(project: &dyn Project, package: &RepoPath) -> bool {
    HELPERS
        .iter()
        .filter_map(|helper| text(project, &package.join(helper)))
        .any(|helper| requires::lines(&helper).any(|line| GATES.iter().any(|gate| line.contains(gate))))
}

/// The program that is run where the files alone are not enough: what keeps coverage off, and this.
pub(super) fn inline(suite: &Suite, side: Side, code: &str) -> Option<[OsString; 3]> {
    let is_gated = suite.facts.contains_key(&of_side("gated", side));
    is_gated.then(|| ["-e".into(), format!("{UNMEASURED}{code}").into(), "--".into()])
}

/// The folder that the tests of a file run in.
fn package(project: &dyn Project, file: &RepoPath) -> RepoPath {
    let has_one = |folder: &RepoPath| {
        MANIFESTS.iter().any(|name| project.read(&folder.join(name)).is_some()).then_some(())
    };
    nearest(file, has_one).map(|(folder, ())| folder).unwrap_or_default()
}

/// Whether the package runs under bundler: with a lock, which only an installed or a pinned bundle has, in the nearest
/// folder that has a bundle. Many libraries' tests run without one, and fail with one that is not installed.
fn is_bundled(project: &dyn Project, package: &RepoPath) -> bool {
    let has = |path: RepoPath| project.read(&path).is_some();
    let locked = |folder: &RepoPath| {
        let (_, lock) = LOCKS.iter().find(|(bundle, _)| has(folder.join(bundle)))?;
        Some(has(folder.join(lock)))
    };
    let inside = package.join("x");
    project.program("bundle").is_some() && nearest(&inside, locked).is_some_and(|(_, locked)| locked)
}

/// Whether a side of the suite runs under bundler.
pub(super) fn bundled(suite: &Suite, side: Side) -> bool {
    suite.facts.contains_key(&of_side("bundle", side))
}

/// The interpreter, under bundler where the package is: `-rbundler/setup` is what `bundle exec` comes to, without a
/// second process.
pub(super) fn interpreter(suite: &Suite, side: Side) -> Vec<OsString> {
    let mut words = vec![program(suite)];
    words.extend(bundled(suite, side).then(|| "-rbundler/setup".into()));
    words
}

/// The interpreter's program.
pub(super) fn program(suite: &Suite) -> OsString {
    suite.facts.get("ruby").map_or("ruby", String::as_str).into()
}

/// What is put on the load path: what Rake does, what most helpers want, and what the test tasks say.
pub(super) fn load_path(suite: &Suite, side: Side) -> Vec<OsString> {
    let said = suite.facts.get(&of_side("libs", side));
    let said: Vec<String> = said.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default();
    let mut libs = vec!["lib".to_owned(), "test".to_owned()];
    libs.extend(said.into_iter().filter(|lib| !["lib", "test"].contains(&lib.as_str())));
    libs.into_iter().map(|lib| format!("-I{lib}").into()).collect()
}

/// The files of a question, as arguments of the interpreter: one is run as it is, several are loaded.
pub(super) fn files(suite: &Suite, side: Side, question: &Question<'_>) -> Vec<OsString> {
    let files: Vec<OsString> = match question {
        Question::Suite(files) => files.iter().map(|file| argument(suite, file)).collect(),
        Question::File(file) => vec![argument(suite, file)],
        Question::Test(site) => vec![argument(suite, &site.file)],
    };
    let loader = || ["-e".into(), LOADER.into(), "--".into()];
    let loading = inline(suite, side, LOADER).or_else(|| (files.len() != 1).then(loader));
    match loading {
        Some(head) => head.into_iter().chain([files.len().to_string().into()]).chain(files).collect(),
        None => files,
    }
}

/// A regular expression's source for a name, with nothing in it that a shell, a glob or a runner would take for its own.
/// What is only known when the test runs may be anything.
pub(super) fn pattern(name: &str) -> String {
    let mut source = String::new();
    let mut rest = name;
    while let Some(at) = rest.find("#{") {
        source.extend(rest[..at].chars().map(escaped));
        let end = closing(&rest[at + 2..]);
        source += ".*";
        rest = &rest[at + 2 + end..];
    }
    source.extend(rest.chars().map(escaped));
    source
}

/// How many bytes there are to the end of what a brace opens.
fn closing(text: &str) -> usize {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        depth += match c {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

fn escaped(c: char) -> String {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | ':' => c.to_string(),
        c if c.is_ascii() => format!("\\x{:02x}", u32::from(c)),
        c => format!("\\u{{{:x}}}", u32::from(c)),
    }
}

#[cfg(test)]
mod tests;
