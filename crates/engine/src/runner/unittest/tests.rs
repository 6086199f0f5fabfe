use super::*;
use crate::runner::testing::{Files, site, suite};

const CASES: &str = "import unittest\nclass C(unittest.TestCase):\n    def test_a(self): pass\n";

fn is_claimed(files: &[(&str, &str)], programs: &[&str]) -> bool {
    let files = Files::of(files).with_programs(programs);
    claim(&files, &RepoPath::new("tests/test_x.py"), CASES).is_some()
}

#[test]
fn a_project_in_which_nothing_names_pytest_is_unittests() {
    let claim = claim(&Files::of(&[]), &RepoPath::new("tests/test_x.py"), CASES).unwrap();
    assert_eq!(claim.because, "it has unittest's test cases, and nothing here names pytest");
    assert_eq!(claim.package, RepoPath::default());
}

#[test]
fn any_sign_of_pytest_leaves_the_tests_to_it() {
    for (file, text) in [
        ("pytest.ini", ""),
        ("conftest.py", ""),
        ("tests/conftest.py", ""),
        ("pyproject.toml", "[project.optional-dependencies]\ntest = ['pytest>=8']"),
        ("pyproject.toml", "[dependency-groups]\ndev = ['pytest-cov']"),
        ("setup.cfg", "[options.extras_require]\ntest = pytest"),
        ("tox.ini", "[testenv]\ncommands = python -m pytest"),
        ("requirements-dev.txt", "pytest==8"),
        (".github/workflows/ci.yml", "  - run: pytest"),
        ("Makefile", "test:\n\tpy.test || pytest"),
        ("README.md", "Run `pytest`."),
    ] {
        assert!(!is_claimed(&[(file, text)], &[]), "{file}");
        let recipe = (".gitlab-ci.yml", "  - python -m unittest");
        assert!(!is_claimed(&[(file, text), recipe], &[]), "{file} beside a recipe of unittest");
    }
    assert!(is_claimed(&[("requirements.txt", "# pytest is not needed\nnumpy")], &[]));
    let imports = format!("import pytest\n{CASES}");
    assert!(claim(&Files::of(&[]), &RepoPath::new("test_x.py"), &imports).is_none());
}

#[test]
fn where_pytest_is_installed_the_project_must_name_unittest() {
    let recipe = ("tox.ini", "[testenv]\ncommands = coverage run -m unittest discover");
    for installed in [&["python3", "pytest"][..], &["venv/bin/python", "venv/bin/pytest"]] {
        assert!(!is_claimed(&[], installed));
        assert!(is_claimed(&[recipe], installed));
    }
    assert!(is_claimed(&[], &["python3"]));
    assert!(is_claimed(&[], &["venv/bin/python", "pytest"]), "the one elsewhere is not the one that is used");
}

#[test]
fn what_has_no_test_cases_is_not_claimed() {
    let is_claimed = |path: &str, text: &str| claim(&Files::of(&[]), &RepoPath::new(path), text).is_some();
    let derived = "from .base import Base\nclass TestX(Base):\n    def test_a(self): pass\n";
    assert!(is_claimed("test_x.py", derived));
    assert!(!is_claimed("test_x.py", "def test_a(): pass"));
    assert!(!is_claimed("test_x.py", &format!("{derived}def test_b(): pass\n")));
    assert!(!is_claimed("test_x.txt", CASES));
    assert!(!is_claimed("test.x.py", CASES), "a dot in the name would part it");
}

#[test]
fn a_setting_of_the_users_decides() {
    let files = Files::of(&[("pytest.ini", "")]).with_setting("args", "[\"-b\"]");
    let claim = claim(&files, &RepoPath::new("test_x.py"), CASES).unwrap();
    assert_eq!(claim.because, "`counterproof.toml` has `[runner.unittest]`");
}

/// The command for the test `C.test_a` of a file, without the interpreter.
fn one(files: &[(&str, &str)], path: &str) -> String {
    let files = Files::of(files);
    let claim = claim(&files, &RepoPath::new(path), CASES).unwrap();
    let mut suite = suite("unittest", "", &[]);
    (suite.package, suite.facts) = (claim.package, claim.facts);
    let argv = command(&suite, Side::Base, &Question::Test(&site(path, &["C", "test_a"]))).argv;
    let words: Vec<String> = argv.into_iter().map(|word| word.into_string().unwrap()).collect();
    words[1..].join(" ").replace(FROM, "FROM")
}

#[test]
fn one_test_is_named_from_the_nearest_folder_that_is_no_package() {
    assert_eq!(one(&[], "test_x.py"), "-m unittest -- test_x.C.test_a");
    assert_eq!(one(&[("tests/__init__.py", "")], "tests/test_x.py"), "-m unittest -- tests.test_x.C.test_a");
    assert_eq!(one(&[], "tests/test_x.py"), "-c FROM tests -- test_x.C.test_a");
    let packages = [("src/a/__init__.py", ""), ("src/a/tests/__init__.py", "")];
    assert_eq!(one(&packages, "src/a/tests/test_x.py"), "-c FROM src -- a.tests.test_x.C.test_a");
    let nested = [("b/setup.py", ""), ("b/tests/__init__.py", "")];
    assert_eq!(one(&nested, "b/tests/test_x.py"), "-m unittest -- tests.test_x.C.test_a");
    assert_eq!(one(&[], "-t/-x y.py"), "-c FROM ./-t -- -x y.C.test_a");
}

#[test]
fn a_discovery_that_the_project_writes_down_says_from_where_tests_are_imported() {
    let package = ("tests/__init__.py", "");
    let from = |line: &str| one(&[package, ("Makefile", &format!("test:\n\t{line}\n"))], "tests/test_x.py");
    let from_tests = "-c FROM tests -- test_x.C.test_a";
    let from_top = "-m unittest -- tests.test_x.C.test_a";
    assert_eq!(from("python -m unittest discover -s tests"), from_tests);
    assert_eq!(from("python -m unittest discover tests -p 'test_*.py' -v && echo"), from_tests);
    assert_eq!(from("python -m unittest discover -s ./tests/ -t ."), from_top);
    assert_eq!(from("python -m unittest discover --start-directory=tests --top-level-directory=."), from_top);
    assert_eq!(from("python -m unittest discover"), from_top);
    assert_eq!(from("python -m unittest discover -s other"), from_top);
    assert_eq!(from("python -m unittest tests.test_x"), from_top);
}

fn asked(facts: &[(&str, &str)], question: &Question<'_>) -> String {
    let argv = command(&suite("unittest", "", facts), Side::Base, question).argv;
    let words: Vec<String> = argv.into_iter().map(|word| word.into_string().unwrap()).collect();
    words.join(" ").replace(FROM_EACH, "EACH").replace(FROM, "FROM")
}

#[test]
fn many_are_named_by_their_modules_from_each_folder_in_a_process_of_its_own() {
    let facts = [("python", "py"), ("args", r#"["-b"]"#), ("b/test_x.py.base", r#""b""#)];
    let [a, b] = [RepoPath::from("a/test_x.py"), RepoPath::from("b/test_x.py")];
    assert_eq!(asked(&facts, &Question::File(&a)), "py -m unittest -b -- a.test_x");
    assert_eq!(asked(&facts, &Question::Suite(&[a.clone(), a.clone()])), "py -m unittest -b -- a.test_x");
    assert_eq!(
        asked(&facts, &Question::Suite(&[a, b])),
        "py -c EACH FROM // // . -b -- a.test_x // b -b -- test_x"
    );
}

#[test]
fn a_dynamic_test_is_asked_with_its_file() {
    let made = Site { dynamic: true, ..site("test_x.py", &["C", "test_a"]) };
    assert_eq!(asked(&[], &Question::Test(&made)), "python -m unittest -- test_x");
}
