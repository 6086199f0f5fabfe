use super::*;
use crate::runner::testing::{Files, site, suite};

const CASES: &str = "from django.test import TestCase\nclass C(TestCase):\n    def test_a(self): pass\n";
const PLAIN: &str = "from unittest import TestCase\nclass C(TestCase):\n    def test_a(self): pass\n";
const MANAGE: &str = "from django.core.management import execute_from_command_line";

fn claimed(more: &[(&str, &str)], text: &str) -> Option<Claim> {
    let files = [&[("site/manage.py", MANAGE)], more].concat();
    claim(&Files::of(&files), &RepoPath::new("site/app/tests.py"), text)
}

#[test]
fn tests_below_manage_py_are_djangos_where_pytest_cannot_run_them() {
    let claim = claimed(&[], CASES).unwrap();
    assert_eq!(claim.package, RepoPath::new("site"));
    assert_eq!(claim.because, "`site/manage.py` is Django's, and nothing tells pytest of its settings");
    assert!(claimed(&[("requirements.txt", "pytest")], CASES).is_some());
    assert!(claimed(&[("pytest.ini", "[pytest]\naddopts = -q")], CASES).is_some());
    assert!(claimed(&[], PLAIN).is_some());
    assert!(claimed(&[("site/manage.py", "print('another one')")], CASES).is_none());
    let files = Files::of(&[("manage.py", MANAGE)]);
    assert!(super::claim(&files, &RepoPath::new("app/tests.py"), "def test_a(): pass").is_none());
}

#[test]
fn a_project_whose_pytest_knows_the_settings_is_pytests() {
    for (file, text) in [
        ("pytest.ini", "[pytest]\nDJANGO_SETTINGS_MODULE = site.settings"),
        ("site/setup.cfg", "[tool:pytest]\naddopts = --ds=site.settings"),
        ("pyproject.toml", "[tool.pytest.ini_options]\nDJANGO_SETTINGS_MODULE = 'site.settings'"),
        ("requirements-dev.txt", "pytest-django==4"),
        ("site/conftest.py", "import django\ndjango.setup()"),
    ] {
        assert!(claimed(&[(file, text)], CASES).is_none(), "{file}");
    }
    assert!(claimed(&[], &format!("import pytest\n{CASES}")).is_none());
    assert!(
        claimed(&[("requirements.txt", "pytest")], PLAIN).is_none(),
        "pytest runs those without settings"
    );
}

fn asked(question: &Question<'_>) -> String {
    let facts = [("python", "py"), ("args", r#"["--settings=test"]"#)];
    let argv = command(&suite("django", "site", &facts), Side::Base, question).argv;
    let words: Vec<String> = argv.into_iter().map(|word| word.into_string().unwrap()).collect();
    words.join(" ")
}

#[test]
fn tests_and_modules_are_named_from_beside_manage_py() {
    let begin = "py manage.py test --noinput --parallel=1 --settings=test --";
    let test = site("site/app/tests.py", &["C", "test_a"]);
    assert_eq!(asked(&Question::Test(&test)), format!("{begin} app.tests.C.test_a"));
    let made = Site { dynamic: true, ..test };
    assert_eq!(asked(&Question::Test(&made)), format!("{begin} app.tests"));
    let [a, b] = ["site/app/tests.py", "site/b/tests/__init__.py"].map(RepoPath::from);
    assert_eq!(asked(&Question::File(&a)), format!("{begin} app.tests"));
    assert_eq!(asked(&Question::Suite(&[a, b])), format!("{begin} app.tests b.tests"));
}
