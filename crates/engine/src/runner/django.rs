//! Django's tests, as `manage.py test` runs them, where pytest is not told how to.

use super::{Claim, Command, MISSING, Project, Question, Runner, added_args, nearest, pytest, python, text};
use crate::domain::{RepoPath, Side, Site, Suite};
use std::{collections::BTreeMap, ffi::OsString};

/// `python manage.py test`.
pub(super) const RUNNER: Runner = Runner {
    name: "django",
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
    let (package, ()) = nearest(file, |folder| is_managed(project, folder).then_some(()))?;
    let is_wanted = python::is_wanted(project, RUNNER.name);
    let pytests = match text.contains("django.test") {
        true => has_pytest_django(project, file, text),
        false => python::names_pytest(project, file, text),
    };
    if !is_wanted && pytests {
        return None;
    }
    python::module(&package, file)?;
    let mut facts = BTreeMap::from([("python".into(), python::interpreter(project, RUNNER.name, &package))]);
    facts.extend(project.setting(RUNNER.name, "args").map(|args| ("args".into(), args)));
    facts
        .extend(python::missing(project, RUNNER.name, &package, "django").map(|what| (MISSING.into(), what)));
    let manage = String::from_utf8_lossy(package.join("manage.py").as_bytes()).into_owned();
    let because = format!("`{manage}` is Django's, and nothing tells pytest of its settings");
    Some(Claim { package, because, facts })
}

fn is_managed(project: &dyn Project, folder: &RepoPath) -> bool {
    text(project, &folder.join("manage.py")).is_some_and(|text| text.contains("django"))
}

/// Whether pytest runs the tests of Django here: only with its settings can it.
fn has_pytest_django(project: &dyn Project, file: &RepoPath, own: &str) -> bool {
    let in_folder = |folder: &RepoPath| {
        let conftest = text(project, &folder.join("conftest.py"));
        (pytest::configures_django(project, folder)
            || conftest.is_some_and(|text| text.contains("django"))
            || ["pytest-django", "pytest_django"].iter().any(|name| python::mentions(project, folder, name)))
        .then_some(())
    };
    python::is_wanted(project, "pytest") || own.contains("pytest") || nearest(file, in_folder).is_some()
}

/// One process, a database that is made for it, and no questions. The project's own test runner stays: its tests may
/// need it, and calibration finds one that swallows failures.
fn command(suite: &Suite, _side: Side, question: &Question<'_>) -> Command {
    let mut argv: Vec<OsString> =
        [python::of(suite), "manage.py", "test", "--noinput", "--parallel=1"].map(OsString::from).into();
    argv.extend(added_args(suite).into_iter().map(OsString::from));
    argv.push("--".into());
    argv.extend(labels(suite, question).into_iter().map(OsString::from));
    Command { argv, folder: suite.package.clone(), env: python::env() }
}

fn labels(suite: &Suite, question: &Question<'_>) -> Vec<String> {
    let module = |file: &RepoPath| python::module(&suite.package, file).unwrap_or_default();
    match question {
        Question::Suite(files) => files.iter().map(module).collect(),
        Question::File(file) => vec![module(file)],
        Question::Test(Site { dynamic: true, file, .. }) => vec![module(file)],
        Question::Test(site) => vec![[&[module(&site.file)][..], &site.name].concat().join(".")],
    }
}

#[cfg(test)]
mod tests;
