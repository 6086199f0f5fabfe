use super::*;
use crate::runner::testing::{Files, site, suite};

fn claimed(files: &Files, path: &str) -> Claim {
    claim(files, &RepoPath::new(path), "def test_x(): pass").unwrap()
}

fn asked(facts: &[(&str, &str)], question: &Question<'_>) -> Vec<String> {
    let suite = suite("pytest", "", facts);
    let command = command(&suite, Side::Base, question);
    command.argv.into_iter().map(|word| word.into_string().unwrap()).collect()
}

#[test]
fn the_folder_of_the_nearest_pytest_settings_is_the_package() {
    let files = Files::of(&[
        ("a/pyproject.toml", "[tool.pytest.ini_options]"),
        ("a/b/setup.py", ""),
        ("tox.ini", "[pytest]"),
    ]);
    let claim = claimed(&files, "a/b/test_x.py");
    assert_eq!(claim.package, RepoPath::new("a"));
    assert_eq!(claim.because, "`pyproject.toml` has `[tool.pytest.ini_options]`");
    assert_eq!(claimed(&files, "c/test_x.py").package, RepoPath::default());
}

#[test]
fn without_settings_the_nearest_manifest_marks_the_package() {
    let files = Files::of(&[("a/setup.py", ""), ("pyproject.toml", "[project]\nname = 'x'")]);
    assert_eq!(claimed(&files, "a/tests/test_x.py").package, RepoPath::new("a"));
    assert_eq!(claimed(&files, "b/test_x.py").package, RepoPath::default());
}

#[test]
fn pytest_ini_wins_over_the_other_files_of_its_folder_even_when_empty() {
    let files = Files::of(&[("pytest.ini", ""), ("setup.cfg", "[tool:pytest]\naddopts = -q")]);
    assert_eq!(claimed(&files, "test_x.py").because, "`pytest.ini` has `[pytest]`");
    assert_eq!(claimed(&files, "test_x.py").facts.get("addopts.base"), None);
}

#[test]
fn addopts_are_read_from_every_kind_of_file_and_kept_per_side() {
    for (file, text) in [
        ("pyproject.toml", "[tool.pytest.ini_options]\naddopts = '-q -k \"not slow\"'"),
        ("pyproject.toml", "[tool.pytest]\naddopts = ['-q', '-k', 'not slow']"),
        ("pytest.toml", "[pytest]\naddopts = ['-q', '-k', 'not slow']"),
        (
            "setup.cfg",
            "[metadata]\nname = x\n[tool:pytest]\naddopts =\n    -q\n    # no\n    -k 'not slow'\n[flake8]\nq = 1",
        ),
        ("tox.ini", "[pytest]\naddopts: -q -k 'not slow'"),
    ] {
        let files = Files::of(&[(file, text)]);
        assert_eq!(claimed(&files, "test_x.py").facts["addopts.base"], r#"["-q","-k","not slow"]"#, "{file}");
    }
}

#[test]
fn what_the_project_does_not_collect_is_not_claimed() {
    let ini = "[pytest]\ntestpaths = tests\nnorecursedirs = data\naddopts = --ignore=tests/slow\npython_files = test_*.py check_*.py";
    let files = Files::of(&[("pytest.ini", ini)]);
    let is_claimed = |path: &str| claim(&files, &RepoPath::new(path), "").is_some();
    assert!(
        is_claimed("tests/test_x.py") && is_claimed("tests/unit/check_x.py") && is_claimed("tests/test.py")
    );
    assert!(!is_claimed("src/test_x.py"), "outside of testpaths");
    assert!(!is_claimed("tests/data/test_x.py"), "in norecursedirs");
    assert!(!is_claimed("tests/slow/test_x.py"), "ignored in addopts");
    assert!(!is_claimed("tests/helpers.py"), "not a test by its name");
    assert!(!is_claimed("tests/test_x.txt"), "not Python");
}

#[test]
fn unittest_cases_are_claimed_whatever_their_file_is_called() {
    let files = Files::of(&[]);
    let text = "import unittest\nclass X(unittest.TestCase): ...";
    assert!(claim(&files, &RepoPath::new("checks.py"), text).is_some());
    assert!(claim(&files, &RepoPath::new("checks.py"), "def test_x(): ...").is_none());
    assert!(claim(&files, &RepoPath::new("test.py"), "").is_some());
}

#[test]
fn the_interpreter_is_the_users_then_a_virtual_environments_then_that_on_the_path() {
    let files =
        Files::of(&[("a/setup.py", "")]).with_programs(&["a/.venv/bin/python", "venv/bin/python", "python3"]);
    assert_eq!(claimed(&files, "a/test_x.py").facts["python"], "./.venv/bin/python");
    assert_eq!(claimed(&files, "b/test_x.py").facts["python"], "./venv/bin/python");
    let files = Files::of(&[("a/b/setup.py", "")]).with_programs(&["venv/bin/python"]);
    assert_eq!(claimed(&files, "a/b/test_x.py").facts["python"], "../../venv/bin/python");
    let files = files.with_setting("program", "tools/python");
    assert_eq!(claimed(&files, "a/b/test_x.py").facts["python"], "../../tools/python");
    assert_eq!(claimed(&Files::of(&[]).with_programs(&["python3"]), "test_x.py").facts["python"], "python3");
    assert_eq!(claimed(&Files::of(&[]), "test_x.py").facts["python"], "python");
}

#[test]
fn one_test_is_asked_by_its_node_id_without_the_projects_selection() {
    let facts = [
        ("python", "py"),
        ("addopts.base", r#"["-q","-k","not slow","--cov=x"]"#),
        ("addopts.head", r#"["-v"]"#),
    ];
    let site = site("tests/test_x.py", &["TestA", "test_b"]);
    assert_eq!(
        asked(&facts, &Question::Test(&site)).join(" "),
        "py -m pytest -o addopts= -q -p no:randomly tests/test_x.py::TestA::test_b"
    );
}

#[test]
fn many_are_asked_by_their_files_with_the_projects_selection() {
    let facts = [
        ("python", "py"),
        ("addopts.base", r#"["-q","-k","not slow","--cov=x"]"#),
        ("args", r#"["--ds=conf"]"#),
    ];
    let files = [RepoPath::new("a/test_x.py"), RepoPath::new("test_y.py")];
    assert_eq!(
        asked(&facts, &Question::Suite(&files))[5..],
        ["-q", "-k", "not slow", "--ds=conf", "-p", "no:randomly", "a/test_x.py", "test_y.py"]
    );
}

#[test]
fn a_dynamic_test_is_asked_with_its_file() {
    let mut site = site("test_x.py", &["test_b"]);
    site.dynamic = true;
    assert_eq!(asked(&[], &Question::Test(&site)).last().unwrap(), "test_x.py");
}

#[test]
fn a_path_that_pytest_would_cut_is_asked_by_names_below_the_nearest_folder_it_would_not() {
    let end = |file: &str| asked(&[], &Question::Test(&site(file, &["TestA", "test_b"])))[7..].join(" ");
    assert_eq!(end("a/te[st/test_x.py"), "a -k TestA and test_b");
    assert_eq!(end("a/b::c/test_x.py"), "a -k TestA and test_b");
    assert_eq!(end("test_[x].py"), ". -k TestA and test_b");
}

#[test]
fn a_file_that_looks_like_an_option_or_an_argument_file_is_asked_as_a_path() {
    let last = |file: &str| asked(&[], &Question::Test(&site(file, &["test_b"]))).pop().unwrap();
    assert_eq!(last("-x/test_x.py"), "./-x/test_x.py::test_b");
    assert_eq!(last("@x/test_x.py"), "./@x/test_x.py::test_b");
}

#[test]
fn a_virtual_environment_without_pytest_is_told() {
    let missing = |settings: &str, more: &str| {
        let files = [("a/setup.py", ""), ("a/.venv/pyvenv.cfg", settings), (more, "")];
        let files = Files::of(&files).with_programs(&["a/.venv/bin/python"]);
        claimed(&files, "a/test_x.py").facts.get(MISSING).cloned()
    };
    let own = "home = /usr/bin\ninclude-system-site-packages = false\nversion = 3.11.7\n";
    assert_eq!(missing(own, "x").unwrap(), "`pytest` is not installed in `a/.venv`");
    assert_eq!(missing("version_info = 3.12.1", "x").unwrap(), "`pytest` is not installed in `a/.venv`");
    assert_eq!(missing(own, "a/.venv/lib/python3.11/site-packages/pytest/__init__.py"), None);
    assert_eq!(missing(&own.replace("false", "true"), "x"), None, "the one outside may have it");
    assert_eq!(missing("", "x"), None, "its version is not known");
    let elsewhere = Files::of(&[("setup.py", "")]).with_programs(&["python3"]);
    assert_eq!(claimed(&elsewhere, "test_x.py").facts.get(MISSING), None);
}

#[test]
fn a_program_that_is_not_there_is_told() {
    let told = |files: Files| {
        let claim = claimed(&files, "a/test_x.py");
        let mut suite = suite("pytest", "", &[]);
        (suite.package, suite.facts) = (claim.package, claim.facts);
        crate::runner::missing_program(&files, &suite)
    };
    let files = || Files::of(&[("a/setup.py", "")]);
    assert_eq!(told(files()).unwrap(), "`python` is not installed");
    assert_eq!(told(files().with_programs(&["python3"])), None);
    let wanted = files().with_setting("program", "tools/python");
    assert_eq!(told(wanted).unwrap(), "`../tools/python` is not installed");
    let wanted = files().with_setting("program", "tools/python").with_programs(&["a/../tools/python"]);
    assert_eq!(told(wanted), None);
}
