//! Projects that configure pytest's plugins: each is asked as it is meant, and in one process.

use counterproof_conformance::{Toy, tool};
use counterproof_engine::domain::{Cell, Why};

/// The calibrated reading of the test `test_it` in the last of these files.
#[track_caller]
fn reads(files: &[(&str, &str)], expected: &Cell) {
    let toy = Toy::new(files).with_programs_of(&tool("pytest-plugins").join("bin"));
    let (file, _) = files.last().expect("a test file");
    let (cell, told) = toy.cell("pytest", file, &["test_it"]);
    assert_eq!(cell, *expected, "{told}");
}

const LIB: (&str, &str) = ("lib.py", "ONE = 1\ndef other(): return 2\n");
const PASS: (&str, &str) = ("test_it.py", "import lib\ndef test_it(): assert lib.ONE == 1\n");
const FAIL: (&str, &str) = ("test_it.py", "import lib\ndef test_it(): assert lib.ONE == 2\n");

/// Both kinds of tests read right with this `pytest.ini`.
#[track_caller]
fn asks_right(lines: &str) {
    let ini = format!("[pytest]\n{lines}\n");
    reads(&[("pytest.ini", &ini), LIB, PASS], &Cell::Pass);
    reads(&[("pytest.ini", &ini), LIB, FAIL], &Cell::Fail);
}

#[test]
fn one_process_runs_a_test_where_xdist_is_configured() {
    asks_right("addopts = -n 4 --dist=loadgroup --maxprocesses 2");
    asks_right("addopts = -n2 -q\nrequired_plugins = pytest-xdist");
    let ini = "[pytest]\naddopts = --numprocesses=auto --max-worker-restart=0";
    let alone = ("test_it.py", "import os\ndef test_it(): assert 'PYTEST_XDIST_WORKER' not in os.environ\n");
    reads(&[("pytest.ini", ini), alone], &Cell::Pass);
}

#[test]
fn a_coverage_gate_decides_about_no_test() {
    asks_right("addopts = --cov=lib --cov-branch --cov-report=term-missing --cov-fail-under=100");
    let coveragerc = (".coveragerc", "[report]\nfail_under = 100\n");
    let ini = ("pytest.ini", "[pytest]\naddopts = --cov\n");
    reads(&[coveragerc, ini, LIB, PASS], &Cell::Pass);
    let toy = Toy::new(&[coveragerc, ini, LIB, PASS]);
    let toy = toy.with_programs_of(&tool("pytest-plugins").join("bin"));
    assert_eq!([toy.file("pytest", "test_it.py"), toy.suite("pytest", "test_it.py")], [0, 0]);
}

#[test]
fn tests_run_in_the_order_of_their_files_where_randomly_is_installed() {
    asks_right("addopts = -p randomly --randomly-seed=7");
    let text: String = (0..8).map(|n| format!("def test_{n}(): ran.append({n})\n")).collect();
    let text = format!("ran = []\n{text}def test_it(): assert ran == list(range(8))\n");
    let toy = Toy::new(&[("pytest.ini", "[pytest]\n"), ("test_it.py", &text)]);
    let toy = toy.with_programs_of(&tool("pytest-plugins").join("bin"));
    assert_eq!([toy.file("pytest", "test_it.py"), toy.suite("pytest", "test_it.py")], [0, 0]);
}

#[test]
fn coroutines_are_awaited_in_the_mode_of_the_project() {
    let auto = ("pytest.ini", "[pytest]\nasyncio_mode = auto\n");
    let text =
        "import asyncio, lib\nasync def test_it():\n    await asyncio.sleep(0)\n    assert lib.ONE == 1\n";
    let wrong = text.replace("== 1", "== 2");
    reads(&[auto, LIB, ("test_it.py", text)], &Cell::Pass);
    reads(&[auto, LIB, ("test_it.py", &wrong)], &Cell::Fail);
    let strict = ("pytest.ini", "[pytest]\nasyncio_mode = strict\n");
    let marked = |text: &str| format!("import pytest\npytestmark = pytest.mark.asyncio\n{text}");
    reads(&[strict, LIB, ("test_it.py", &marked(text))], &Cell::Pass);
    reads(&[strict, LIB, ("test_it.py", &marked(&wrong))], &Cell::Fail);
    reads(&[strict, LIB, ("test_it.py", text)], &Cell::NotRunnable);
    let pyproject = ("pyproject.toml", "[tool.pytest.ini_options]\nasyncio_mode = 'auto'\n");
    reads(&[pyproject, LIB, ("test_it.py", text)], &Cell::Pass);
}

#[test]
fn django_is_set_up_by_the_settings_that_pytest_is_told() {
    let settings = (
        "settings.py",
        "SECRET_KEY = 'x'\nINSTALLED_APPS = ['app']\nDATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': ':memory:'}}\nDEFAULT_AUTO_FIELD = 'django.db.models.AutoField'\n",
    );
    let manage = ("manage.py", "from django.core.management import execute_from_command_line\n");
    let app = ("app/__init__.py", "");
    let models = (
        "app/models.py",
        "from django.db import models\nclass Thing(models.Model):\n    name = models.TextField()\n",
    );
    let function = "import pytest\nfrom app.models import Thing\n@pytest.mark.django_db\ndef test_it():\n    Thing.objects.create(name='x')\n    assert Thing.objects.count() == 1\n";
    let wrong = function.replace("== 1", "== 2");
    for ini in ["DJANGO_SETTINGS_MODULE = settings", "addopts = --ds=settings --reuse-db --no-migrations"] {
        let ini = format!("[pytest]\npython_files = tests.py\n{ini}\n");
        let project = [("pytest.ini", ini.as_str()), settings, manage, app, models];
        reads(&[&project[..], &[("app/tests.py", function)]].concat(), &Cell::Pass);
        reads(&[&project[..], &[("app/tests.py", &wrong)]].concat(), &Cell::Fail);
    }
}

#[test]
fn a_time_limit_of_the_projects_is_a_failure() {
    asks_right("timeout = 60\naddopts = --timeout-method=thread");
    let text = "import time\ndef test_it():\n    time.sleep(60)\n";
    for method in ["signal", "thread"] {
        let ini = format!("[pytest]\ntimeout = 1\ntimeout_method = {method}\n");
        reads(&[("pytest.ini", &ini), ("test_it.py", text)], &Cell::Fail);
    }
}

#[test]
fn a_coroutine_that_skips_itself_never_gets_to_its_end() {
    let auto = ("pytest.ini", "[pytest]\nasyncio_mode = auto\n");
    let text = "import pytest\nasync def test_it():\n    pytest.skip('x')\n    assert 0\n";
    reads(&[auto, ("test_it.py", text)], &Cell::NoAnswer(Why::NeverEnds));
}
