//! pytest, for everything it collects: functions, classes and unittest's test cases.

mod addopts;
mod ini;

use super::{
    Claim, Command, Project, Question, Runner, added_args, argument, from_package, nearest, of_side,
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
    built_ahead: &["pyx", "pxd", "c", "cc", "cpp", "cxx", "h", "hpp", "rs", "f90"],
    prebuilt: None,
    built: None,
    claim,
    command,
};

/// Where a virtual environment's interpreter lies.
const VENVS: [&str; 4] =
    [".venv/bin/python", "venv/bin/python", ".venv/Scripts/python.exe", "venv/Scripts/python.exe"];

fn claim(project: &dyn Project, file: &RepoPath, text: &str) -> Option<Claim> {
    if file.extension() != "py" {
        return None;
    }
    let (package, ini) = match nearest(file, |folder| ini::in_folder(project, folder)) {
        Some((folder, ini)) => (folder, ini),
        None => (package_of(project, file), Ini::default()),
    };
    if !collects(&ini, &file.strip(&package)?, text) {
        return None;
    }
    let mut facts = BTreeMap::from([("python".into(), python(project, &package))]);
    if !ini.addopts.is_empty() {
        let words = serde_json::Value::from(ini.addopts.clone()).to_string();
        facts.insert(of_side("addopts", project.side()), words);
    }
    facts.extend(project.setting("pytest", "args").map(|args| ("args".into(), args)));
    Some(Claim { package, because: because(&ini), facts })
}

fn because(ini: &Ini) -> String {
    match &ini.found {
        Some((file, section)) => format!("`{file}` has `[{section}]`"),
        None => "it is a Python test file, and pytest runs those".into(),
    }
}

/// The folder of the nearest manifest, where no file configures pytest.
fn package_of(project: &dyn Project, file: &RepoPath) -> RepoPath {
    let manifests = ["pyproject.toml", "setup.py", "setup.cfg"];
    let has_one = |folder: &RepoPath| {
        manifests.iter().any(|name| project.read(&folder.join(name)).is_some()).then_some(())
    };
    nearest(file, has_one).map(|(folder, ())| folder).unwrap_or_default()
}

/// Whether the file is one of the project's own tests: by its name, by where it lies, or as unittest's.
/// `def test_connection()` in a source file is not a test.
fn collects(ini: &Ini, file: &RepoPath, text: &str) -> bool {
    let name = file.name();
    let named = ini.collects_name(file) || name == b"test.py" || name == b"tests.py";
    let unittest = text.contains("unittest") && text.contains("TestCase");
    (named || unittest) && ini.visits(file)
}

/// The interpreter, as a command in the package's folder names it: the user's, a virtual environment's of the package
/// or of the top level, or the one on the search path (an active environment's).
fn python(project: &dyn Project, package: &RepoPath) -> String {
    if let Some(python) = project.setting("pytest", "program") {
        return from_package(package, &python);
    }
    for folder in [package.clone(), RepoPath::default()] {
        for venv in VENVS {
            let path = String::from_utf8_lossy(folder.join(venv).as_bytes()).into_owned();
            if project.program(&path).is_some() {
                return from_package(package, &path);
            }
        }
    }
    let on_path = ["python3", "python"].into_iter().find(|name| project.program(name).is_some());
    on_path.unwrap_or("python").into()
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
    let python = suite.facts.get("python").map_or("python", String::as_str);
    let mut argv: Vec<OsString> =
        vec![python.into(), "-m".into(), "pytest".into(), "-o".into(), "addopts=".into()];
    argv.extend(kept.into_iter().map(OsString::from));
    argv.extend(added_args(suite).into_iter().map(OsString::from));
    argv.extend(["-p".into(), "no:randomly".into()]);
    argv.extend(selected(suite, question));
    let env = BTreeMap::from([("PYTHONHASHSEED".into(), "0".into())]);
    Command { argv, folder: suite.package.clone(), env }
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
