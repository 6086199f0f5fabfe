//! What the runners of Python's tests share: the interpreter, the package, and whether a project uses pytest, which runs
//! the tests of the others too.

use super::{Project, from_package, nearest, pytest, recipes, text};
use crate::domain::{RepoPath, Suite};
use std::collections::BTreeMap;

/// Where a virtual environment's interpreter lies.
const VENVS: [&str; 4] =
    [".venv/bin/python", "venv/bin/python", ".venv/Scripts/python.exe", "venv/Scripts/python.exe"];

/// Sources that tests import only as what was built from them before.
pub(super) const BUILT_AHEAD: &[&str] = &["pyx", "pxd", "c", "cc", "cpp", "cxx", "h", "hpp", "rs", "f90"];

/// Files that name what is installed for tests or tell people how to run them.
const MENTIONS: &[&str] = &[
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "tox.ini",
    "noxfile.py",
    "Pipfile",
    "environment.yml",
    "requirements.txt",
    "requirements-dev.txt",
    "requirements-test.txt",
    "requirements-tests.txt",
    "requirements_dev.txt",
    "requirements_test.txt",
    "dev-requirements.txt",
    "test-requirements.txt",
    "requirements/base.txt",
    "requirements/ci.txt",
    "requirements/dev.txt",
    "requirements/local.txt",
    "requirements/test.txt",
    "requirements/testing.txt",
    "requirements/tests.txt",
    "tests/requirements.txt",
    "test/requirements.txt",
    "README",
    "README.md",
    "README.rst",
    "CONTRIBUTING.md",
    "CONTRIBUTING.rst",
];

/// The interpreter, as a command in the package's folder names it: the user's, a virtual environment's of the package
/// or of the top level, or the one on the search path (an active environment's).
pub(super) fn interpreter(project: &dyn Project, runner: &str, package: &RepoPath) -> String {
    if let Some(python) = project.setting(runner, "program") {
        return from_package(package, &python);
    }
    if let Some(path) = environment(project, package) {
        return from_package(package, &path);
    }
    let on_path = ["python3", "python"].into_iter().find(|name| project.program(name).is_some());
    on_path.unwrap_or("python").into()
}

/// The interpreter that a suite is asked with.
pub(super) fn of(suite: &Suite) -> &str {
    suite.facts.get("python").map_or("python", String::as_str)
}

/// The variables of every command: sets have the same order in all worlds.
pub(super) fn env() -> BTreeMap<String, String> {
    BTreeMap::from([("PYTHONHASHSEED".into(), "0".into())])
}

/// The interpreter of a virtual environment, from the top level.
fn environment(project: &dyn Project, package: &RepoPath) -> Option<String> {
    let folders = [package.clone(), RepoPath::default()];
    let mut paths = folders.iter().flat_map(|folder| VENVS.map(|venv| shown(&folder.join(venv))));
    paths.find(|path| project.program(path).is_some())
}

fn shown(path: &RepoPath) -> String {
    String::from_utf8_lossy(path.as_bytes()).into_owned()
}

/// That a virtual environment does not have a module, as the fact [`MISSING`](super::MISSING) tells it. Of another
/// interpreter it is not known where its modules are.
pub(super) fn missing(
    project: &dyn Project,
    runner: &str,
    package: &RepoPath,
    module: &str,
) -> Option<String> {
    if project.setting(runner, "program").is_some() {
        return None;
    }
    let python = RepoPath::new(environment(project, package)?);
    let venv = python.parent()?.parent()?;
    let settings = text(project, &venv.join("pyvenv.cfg"))?;
    let value = |key: &str| {
        let pairs = settings.lines().filter_map(|line| line.split_once('='));
        pairs.map(|(name, value)| (name.trim(), value.trim())).find(|(name, _)| *name == key)
    };
    if value("include-system-site-packages").is_some_and(|(_, value)| value != "false") {
        return None;
    }
    let (_, version) = value("version").or_else(|| value("version_info"))?;
    let mut numbers = version.split('.');
    let lib = format!("lib/python{}.{}/site-packages", numbers.next()?, numbers.next()?);
    let init = format!("{module}/__init__.py");
    let is_there = [lib.as_str(), "Lib/site-packages"]
        .iter()
        .any(|folder| project.read(&venv.join(folder).join(&init)).is_some());
    (!is_there).then(|| format!("`{module}` is not installed in `{}`", shown(&venv)))
}

/// The folder of the nearest manifest.
pub(super) fn package_of(project: &dyn Project, file: &RepoPath) -> RepoPath {
    let manifests = ["pyproject.toml", "setup.py", "setup.cfg"];
    let has_one = |folder: &RepoPath| {
        manifests.iter().any(|name| project.read(&folder.join(name)).is_some()).then_some(())
    };
    nearest(file, has_one).map(|(folder, ())| folder).unwrap_or_default()
}

/// The name by which a file is imported from a folder above; `None` where a dot in a name would part it.
pub(super) fn module(top: &RepoPath, file: &RepoPath) -> Option<String> {
    let below = file.strip(top)?;
    let path = std::str::from_utf8(below.as_bytes()).ok()?.strip_suffix(".py")?;
    let path = path.strip_suffix("/__init__").unwrap_or(path);
    (!path.contains('.')).then(|| path.replace('/', "."))
}

/// Whether the user has settings for a runner, and so wants it.
pub(super) fn is_wanted(project: &dyn Project, runner: &str) -> bool {
    ["program", "args"].iter().any(|key| project.setting(runner, key).is_some())
}

/// Whether a text has unittest's test cases: by name, or as classes of tests that have a base, which may come from
/// another file.
pub(super) fn has_cases(text: &str) -> bool {
    let named = text.contains("unittest") || text.contains("TestCase");
    let is_test = |line: &str| line.starts_with("def test") || line.starts_with("async def test");
    let derived = text.lines().any(|line| line.starts_with("class ") && line.contains('('));
    let methods = text.lines().any(|line| line.starts_with([' ', '\t']) && is_test(line.trim_start()));
    named || (derived && methods && !text.lines().any(is_test))
}

/// Whether anything in the project names pytest: the file, a configuration, what is installed, how it is tested, the
/// user's settings.
pub(super) fn names_pytest(project: &dyn Project, file: &RepoPath, text: &str) -> bool {
    let in_folder = |folder: &RepoPath| {
        (project.read(&folder.join("conftest.py")).is_some()
            || pytest::is_configured(project, folder)
            || mentions(project, folder, "pytest"))
        .then_some(())
    };
    is_wanted(project, "pytest") || text.contains("pytest") || nearest(file, in_folder).is_some()
}

/// Whether a folder's files have this word where they say what is installed or how tests are run.
pub(super) fn mentions(project: &dyn Project, folder: &RepoPath, word: &str) -> bool {
    let has_word = |line: &str| line.contains(word).then_some(());
    recipes::first(project, folder, MENTIONS, has_word).is_some()
}

/// Whether pytest is installed where the package's interpreter is.
pub(super) fn has_pytest(project: &dyn Project, package: &RepoPath) -> bool {
    match environment(project, package) {
        Some(python) => {
            let folder = RepoPath::new(python).parent().unwrap_or_default();
            ["pytest", "pytest.exe"].iter().any(|name| project.program(&shown(&folder.join(name))).is_some())
        }
        None => ["pytest", "py.test", "pytest-3"].iter().any(|name| project.program(name).is_some()),
    }
}
