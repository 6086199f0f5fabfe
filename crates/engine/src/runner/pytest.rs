//! pytest, for everything it collects: functions, classes and unittest's test cases.

mod addopts;
mod ini;

use super::{
    Claim, Command, MISSING, Project, Question, Runner, added_args, argument, nearest, of_side, python,
};
use crate::domain::{RepoPath, Side, Site, Suite};
use ini::Ini;
use std::{collections::BTreeMap, ffi::OsString};

/// pytest.
pub(super) const RUNNER: Runner = Runner {
    name: "pytest",
    languages: &["Python"],
    harness: &[
        "**/conftest.py",
        "**/pytest.ini",
        "**/.pytest.ini",
        "**/pytest.toml",
        "**/.pytest.toml",
        "**/tox.ini",
        "**/noxfile.py",
        "**/.coveragerc",
    ],
    compiles_together: false,
    built_ahead: python::BUILT_AHEAD,
    prebuilt: None,
    built: None,
    claim,
    command,
};

fn claim(project: &dyn Project, file: &RepoPath, text: &str) -> Option<Claim> {
    if file.extension() != "py" {
        return None;
    }
    let (package, ini) = match nearest(file, |folder| ini::in_folder(project, folder)) {
        Some((folder, ini)) => (folder, ini),
        None => (python::package_of(project, file), Ini::default()),
    };
    if !collects(&ini, &file.strip(&package)?, text) {
        return None;
    }
    let mut facts = BTreeMap::from([("python".into(), python::interpreter(project, RUNNER.name, &package))]);
    if !ini.addopts.is_empty() {
        let words = serde_json::Value::from(ini.addopts.clone()).to_string();
        facts.insert(of_side("addopts", project.side()), words);
    }
    facts.extend(project.setting("pytest", "args").map(|args| ("args".into(), args)));
    facts
        .extend(python::missing(project, RUNNER.name, &package, "pytest").map(|what| (MISSING.into(), what)));
    Some(Claim { package, because: because(&ini), facts })
}

/// Whether a file in the folder configures pytest.
pub(super) fn is_configured(project: &dyn Project, folder: &RepoPath) -> bool {
    ini::in_folder(project, folder).is_some()
}

/// Whether pytest is told in the folder which settings of Django's to use.
pub(super) fn configures_django(project: &dyn Project, folder: &RepoPath) -> bool {
    ini::in_folder(project, folder).is_some_and(|ini| ini.has_django())
}

fn because(ini: &Ini) -> String {
    match &ini.found {
        Some((file, section)) => format!("`{file}` has `[{section}]`"),
        None => "it is a Python test file, and pytest runs those".into(),
    }
}

/// Whether the file is one of the project's own tests: by its name, by where it lies, or as unittest's.
/// `def test_connection()` in a source file is not a test.
fn collects(ini: &Ini, file: &RepoPath, text: &str) -> bool {
    let name = file.name();
    let named = ini.collects_name(file) || name == b"test.py" || name == b"tests.py";
    let unittest = text.contains("unittest") && text.contains("TestCase");
    (named || unittest) && ini.visits(file)
}

/// Coverage, parallel runs, reports and what depends on earlier runs are left out everywhere: they decide about other
/// things than the tests, or differently each time. What selects tests stays where many are asked (it is the project's
/// own word) and goes where one is. Random order is off, so that the worlds differ in nothing but the change.
fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let configured = suite.facts.get(&of_side("addopts", side));
    let words: Vec<String> = configured.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default();
    let kept = match question {
        Question::Suite(_) | Question::File(_) => addopts::for_many(&words),
        Question::Test(_) => addopts::for_one(&words),
    };
    let python = python::of(suite);
    let mut argv: Vec<OsString> =
        vec![python.into(), "-m".into(), "pytest".into(), "-o".into(), "addopts=".into()];
    argv.extend(kept.into_iter().map(OsString::from));
    argv.extend(added_args(suite).into_iter().map(OsString::from));
    argv.extend(["-p".into(), "no:randomly".into()]);
    argv.extend(selected(suite, question));
    Command { argv, folder: suite.package.clone(), env: python::env() }
}

fn selected(suite: &Suite, question: &Question<'_>) -> Vec<OsString> {
    match question {
        Question::Suite(files) => {
            let mut selected: Vec<_> = files.iter().map(|file| argument(suite, &selectable(file))).collect();
            selected.dedup();
            selected
        }
        Question::File(file) => vec![argument(suite, &selectable(file))],
        Question::Test(site) => one_test(suite, site),
    }
}

/// One test with all its parameters; the file whole if the name is only known when it runs. Where the file cannot be
/// an argument, all tests of such names below the nearest folder that can.
fn one_test(suite: &Suite, site: &Site) -> Vec<OsString> {
    let selectable = selectable(&site.file);
    let mut id = argument(suite, &selectable);
    if site.dynamic {
        return vec![id];
    }
    if selectable != site.file {
        return vec![id, "-k".into(), site.name.join(" and ").into()];
    }
    for name in &site.name {
        id.push("::");
        id.push(name);
    }
    vec![id]
}

/// The nearest path that can be an argument: pytest cuts arguments at `[` and `::`, and nothing escapes them.
fn selectable(file: &RepoPath) -> RepoPath {
    let cut = |path: &RepoPath| {
        path.as_bytes().contains(&b'[') || path.as_bytes().windows(2).any(|two| two == b"::")
    };
    let mut path = file.clone();
    while cut(&path) {
        path = path.parent().unwrap_or_default();
    }
    path
}

#[cfg(test)]
mod tests;
