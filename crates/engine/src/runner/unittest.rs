//! unittest, where nothing shows that a project uses pytest, which runs unittest's tests too.

mod top;

use super::{Claim, Command, Project, Question, Runner, added_args, argument, of_side, python};
use crate::domain::{RepoPath, Side, Site, Suite};
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
};

/// `python -m unittest`.
pub(super) const RUNNER: Runner = Runner {
    name: "unittest",
    languages: &["Python"],
    harness: &["**/tox.ini", "**/noxfile.py", "**/.coveragerc"],
    compiles_together: false,
    built_ahead: python::BUILT_AHEAD,
    prebuilt: None,
    built: None,
    claim,
    command,
};

fn claim(project: &dyn Project, file: &RepoPath, text: &str) -> Option<Claim> {
    if file.extension() != "py" || !python::has_cases(text) {
        return None;
    }
    let is_wanted = python::is_wanted(project, RUNNER.name);
    if !is_wanted && python::names_pytest(project, file, text) {
        return None;
    }
    let recipe = top::recipe(project, file);
    let mut package = python::package_of(project, file);
    if !is_wanted && recipe.is_none() && python::has_pytest(project, &package) {
        return None;
    }
    let top = top::of(project, file, recipe.as_ref());
    if !top.is_within(&package) {
        package = top.clone();
    }
    python::module(&top, file)?;
    let because = match (is_wanted, &recipe) {
        (true, _) => "`counterproof.toml` has `[runner.unittest]`".to_owned(),
        (_, Some(recipe)) => format!("`{}` runs `python -m unittest`", recipe.file),
        _ => "it has unittest's test cases, and nothing here names pytest".to_owned(),
    };
    let top = serde_json::to_string(&top).ok()?;
    let mut facts = BTreeMap::from([
        ("python".into(), python::interpreter(project, RUNNER.name, &package)),
        (top_fact(file, project.side()), top),
    ]);
    facts.extend(project.setting(RUNNER.name, "args").map(|args| ("args".into(), args)));
    Some(Claim { package, because, facts })
}

/// The fact that says from which folder a file is imported.
fn top_fact(file: &RepoPath, side: Side) -> String {
    of_side(&String::from_utf8_lossy(file.as_bytes()), side)
}

/// What `python -m unittest` does, with another folder to import from first, which is how discovery from it imports.
const FROM: &str = "import os, sys, unittest; sys.path.insert(0, os.path.abspath(sys.argv.pop(1))); \
    unittest.main(None, argv=['unittest', *sys.argv[1:]])";

/// The same for several folders, each in a process of its own: modules in two of them may have one name. That there is
/// nothing to run in one of them is no failure.
const FROM_EACH: &str = "import subprocess, sys; code, split, *words = sys.argv[1:]; groups = []; \
    [groups.append([]) if word == split else groups[-1].append(word) for word in words]; \
    ends = [subprocess.run([sys.executable, '-c', code, *group]).returncode for group in groups]; \
    sys.exit(any(end not in (0, 5) for end in ends))";

/// What parts the groups: no path and no module is called so.
const SPLIT: &str = "//";

/// Modules and tests are named by dots, and never by a pattern, which may select nothing and be green.
fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let groups = selected(suite, side, question);
    let python = OsString::from(python::of(suite));
    let args: Vec<OsString> = added_args(suite).into_iter().map(OsString::from).collect();
    let named = |names: &[String]| -> Vec<OsString> {
        let names = names.iter().map(OsString::from);
        args.iter().cloned().chain(["--".into()]).chain(names).collect()
    };
    let argv = match &groups[..] {
        [(top, names)] if *top == suite.package => {
            [python, "-m".into(), "unittest".into()].into_iter().chain(named(names)).collect()
        }
        [(top, names)] => {
            let head = [python, "-c".into(), FROM.into(), argument(suite, top)];
            head.into_iter().chain(named(names)).collect()
        }
        many => {
            let head = [python, "-c".into(), FROM_EACH.into(), FROM.into(), SPLIT.into()];
            let group = |(top, names): &(RepoPath, Vec<String>)| {
                [SPLIT.into(), argument(suite, top)].into_iter().chain(named(names)).collect::<Vec<_>>()
            };
            head.into_iter().chain(many.iter().flat_map(group)).collect()
        }
    };
    Command { argv, folder: suite.package.clone(), env: python::env() }
}

/// What is asked, by the folder it is imported from.
fn selected(suite: &Suite, side: Side, question: &Question<'_>) -> Vec<(RepoPath, Vec<String>)> {
    let one = |file: &RepoPath| (top_of(suite, side, file), name(suite, side, file));
    match question {
        Question::Suite(files) => {
            let mut groups: BTreeMap<RepoPath, BTreeSet<String>> = BTreeMap::new();
            for (top, name) in files.iter().map(one) {
                groups.entry(top).or_default().insert(name);
            }
            groups.into_iter().map(|(top, names)| (top, names.into_iter().collect())).collect()
        }
        Question::File(file) => [one(file)].map(|(top, name)| (top, vec![name])).into(),
        Question::Test(site) => {
            [(top_of(suite, side, &site.file), vec![test_name(suite, side, site)])].into()
        }
    }
}

fn test_name(suite: &Suite, side: Side, site: &Site) -> String {
    let module = name(suite, side, &site.file);
    if site.dynamic { module } else { [&[module][..], &site.name].concat().join(".") }
}

/// From where a file is imported; from the package, if it is on the other side only.
fn top_of(suite: &Suite, side: Side, file: &RepoPath) -> RepoPath {
    let fact = suite.facts.get(&top_fact(file, side));
    fact.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_else(|| suite.package.clone())
}

fn name(suite: &Suite, side: Side, file: &RepoPath) -> String {
    python::module(&top_of(suite, side, file), file).unwrap_or_default()
}

#[cfg(test)]
mod tests;
