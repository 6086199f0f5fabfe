//! pytest as it is installed. `COUNTERPROOF_PYTHONS` may name several interpreters that have it, parted by `:`.

use counterproof_conformance::{Toy, assert_exits, programs};

fn on_every_python(files: &[(&str, &str)], check: impl Fn(&Toy)) {
    for python in programs("COUNTERPROOF_PYTHONS", "python3") {
        check(&Toy::new(files).configured(&format!("[runner.pytest]\nprogram = '{python}'")));
    }
}

const MAIN: &str = r#"
import os, sys, unittest, pytest

def test_passes(): pass
def test_fails(): assert False
def test_raises(): raise RuntimeError("x")
def test_ends_the_process(): os._exit(97)
def test_exits_zero(): os._exit(0)
def test_raises_exit_zero(): sys.exit(0)
def test_returns_early():
    return
    os._exit(97)

@pytest.mark.skip
def test_skipped(): os._exit(97)
def test_skips_itself(): pytest.skip("x"); os._exit(97)
@pytest.mark.xfail
def test_xfail(): assert False
@pytest.mark.xfail(strict=True)
def test_strict_xfail_that_passes(): pass

def test_twice(): assert False
def test_twice(): pass

@pytest.mark.parametrize("x", [1, 2, 'adds "two" (a+b) [x] $1 ^y * :: é'])
def test_all_parameters_pass(x): pass
@pytest.mark.parametrize("x", [1, 2, 'adds "two" (a+b) [x] $1 ^y * :: é'])
def test_one_parameter_fails(x): assert x == 1

def test_prefix(): pass
def test_prefix_longer(): assert False
def test_ünïcode(): pass

class TestOuter:
    def test_in_class(self): pass
    def test_fails(self): assert False
    class TestInner:
        def test_nested(self): pass
        def test_nested_fails(self): assert False

class Case(unittest.TestCase):
    def test_case(self): pass
    def test_case_fails(self): self.assertEqual(1, 2)
    @unittest.expectedFailure
    def test_expected(self): self.assertEqual(1, 2)
    def test_case_skips(self): self.skipTest("x")

async def test_async(): pass
"#;

#[test]
fn one_test_has_the_exit_status_of_its_outcome() {
    on_every_python(&[("tests/test_main.py", MAIN)], |toy| {
        assert_exits(
            toy,
            "pytest",
            "tests/test_main.py",
            &[
                ("passes", &["test_passes"], 0),
                ("fails", &["test_fails"], 1),
                ("raises", &["test_raises"], 1),
                ("ends the process", &["test_ends_the_process"], 97),
                ("ends the process with 0, which calibration must find", &["test_exits_zero"], 0),
                ("raises SystemExit(0)", &["test_raises_exit_zero"], 1),
                ("returns early", &["test_returns_early"], 0),
                ("is not there", &["test_zzz"], 4),
                ("is skipped", &["test_skipped"], 0),
                ("skips itself", &["test_skips_itself"], 0),
                ("fails as expected", &["test_xfail"], 0),
                ("should have failed", &["test_strict_xfail_that_passes"], 1),
                ("same name twice, the last one counts", &["test_twice"], 0),
                ("all parameters", &["test_all_parameters_pass"], 0),
                ("any parameter", &["test_one_parameter_fails"], 1),
                ("not the one it is the start of", &["test_prefix"], 0),
                ("not ASCII", &["test_ünïcode"], 0),
                ("in a class", &["TestOuter", "test_in_class"], 0),
                ("the one in the class", &["TestOuter", "test_fails"], 1),
                ("nested", &["TestOuter", "TestInner", "test_nested"], 0),
                ("nested, fails", &["TestOuter", "TestInner", "test_nested_fails"], 1),
                ("unittest", &["Case", "test_case"], 0),
                ("unittest, fails", &["Case", "test_case_fails"], 1),
                ("unittest, fails as expected", &["Case", "test_expected"], 0),
                ("unittest, skips", &["Case", "test_case_skips"], 0),
                ("async without a plugin", &["test_async"], 1),
            ],
        )
    });
}

#[test]
fn a_file_that_cannot_load_is_red_for_test_file_and_suite() {
    on_every_python(
        &[("test_broken.py", "import not_there\ndef test_x(): pass"), ("test_ok.py", "def test_x(): pass")],
        |toy| {
            assert_eq!(toy.test("pytest", "test_broken.py", &["test_x"]), 4);
            assert_eq!(toy.file("pytest", "test_broken.py"), 2);
            assert_eq!(toy.suite("pytest", "test_broken.py"), 2);
            assert_eq!(toy.test("pytest", "test_ok.py", &["test_x"]), 0);
        },
    );
}

#[test]
fn options_of_plugins_that_are_left_out_do_not_stop_a_test() {
    let ini = "[pytest]\naddopts = --cov=x --cov-fail-under=100 -n 4 --lf --collect-only -q tests";
    let text = "def test_a(): pass\ndef test_b(): assert 0";
    on_every_python(
        &[("pytest.ini", ini), ("tests/test_x.py", text), ("tests/test_y.py", "def test_c(): assert 0")],
        |toy| {
            assert_eq!(toy.test("pytest", "tests/test_x.py", &["test_a"]), 0);
            assert_eq!(toy.test("pytest", "tests/test_x.py", &["test_b"]), 1);
        },
    );
}

#[test]
fn the_projects_selection_holds_for_many_tests_and_not_for_one() {
    for (file, text) in [
        ("setup.cfg", "[tool:pytest]\naddopts = -k 'not slow'"),
        ("pyproject.toml", "[tool.pytest.ini_options]\naddopts = ['-k', 'not slow']"),
        ("pyproject.toml", "[tool.pytest]\naddopts = ['-k', 'not slow']"),
    ] {
        on_every_python(
            &[(file, text), ("test_x.py", "def test_a(): pass\ndef test_slow(): assert 0")],
            |toy| {
                assert_eq!(toy.suite("pytest", "test_x.py"), 0, "{text}");
                assert_eq!(toy.file("pytest", "test_x.py"), 0, "{text}");
                assert_eq!(toy.test("pytest", "test_x.py", &["test_slow"]), 1, "{text}");
            },
        );
    }
}

#[test]
fn commands_run_in_the_package_and_under_its_settings() {
    on_every_python(
        &[
            ("a/pyproject.toml", "[tool.pytest.ini_options]\npythonpath = ['src']\nstrict_markers = true"),
            ("a/src/lib.py", "X = 1"),
            ("a/data.txt", "x"),
            ("a/tests/conftest.py", "import pytest\n@pytest.fixture\ndef one(): return 1"),
            (
                "a/tests/test_x.py",
                "import lib\ndef test_x(one): assert lib.X == one and open('data.txt').read() == 'x'",
            ),
        ],
        |toy| {
            assert_eq!(toy.test("pytest", "a/tests/test_x.py", &["test_x"]), 0);
            assert_eq!(toy.suite("pytest", "a/tests/test_x.py"), 0);
        },
    );
}

#[test]
fn odd_paths_are_asked_exactly_or_with_their_folder() {
    let text = "def test_x(): pass\ndef test_y(): assert 0";
    for path in
        ["-k/test_x.py", "@a/test_x.py", "a b/test_it's $x.py", "é/test_(x)*?.py", "a:b/test_{x,y}.py"]
    {
        on_every_python(&[(path, text)], |toy| {
            assert_eq!(toy.test("pytest", path, &["test_x"]), 0, "{path}");
            assert_eq!(toy.test("pytest", path, &["test_y"]), 1, "{path}");
        });
    }
    // Asked by a keyword below their folder; where the file has the test's name, that is its whole group.
    for (path, beside) in [("a/te[st/test_x.py", 1), ("a/b::c/test_x.py", 1), ("a/test_[x].py", 0)] {
        on_every_python(&[(path, "def test_x(): pass")], |toy| {
            assert_eq!(toy.test("pytest", path, &["test_x"]), 0, "{path}");
        });
        on_every_python(&[(path, text)], |toy| {
            assert_eq!(toy.test("pytest", path, &["test_x"]), beside, "{path}");
        });
    }
}

#[test]
fn a_file_that_pytest_would_not_collect_by_name_is_asked_all_the_same() {
    let text = "import unittest\nclass T(unittest.TestCase):\n  def test_x(self): self.fail()";
    on_every_python(&[("setup.py", ""), ("test.py", text)], |toy| {
        assert_eq!(toy.suite("pytest", "test.py"), 1);
        assert_eq!(toy.test("pytest", "test.py", &["T", "test_x"]), 1);
    });
}
