//! What pytest's cases read.

use counterproof_conformance::table::{Case, Reads::*, Table, Version};

pub(super) const TABLE: Table = Table {
    runner: "pytest",
    versions: &[
        Version { path: &[("pytest-9.2.0", "bin")], ..Version::on_path("9.2.0") },
        Version { path: &[("pytest-8.4.2", "bin")], ..Version::on_path("8.4.2") },
    ],
    files: &[("pytest.ini", "[pytest]\n"), ("lib.py", "ONE = 1\n")],
    cases: CASES,
    without: &[("todo", "pytest has no such thing"), ("another one is focused", "pytest has no such thing")],
};

/// The test `test_it` in one file with this text.
macro_rules! it {
    ($text:expr) => {
        Case { files: &[("tests/test_it.py", $text)], test: ("tests/test_it.py", &["test_it"]), ..Case::NONE }
    };
}

const CASES: &[Case] = &[
    Case { question: "passes", ..it!("import lib\ndef test_it():\n    assert lib.ONE == 1\n") },
    Case { question: "fails", reads: Fail, ..it!("import lib\ndef test_it():\n    assert lib.ONE == 2\n") },
    Case { question: "raises", reads: Fail, ..it!("def test_it():\n    raise RuntimeError('x')\n") },
    Case {
        question: "raises",
        note: "`SystemExit(0)`",
        reads: Fail,
        ..it!("import sys\ndef test_it():\n    sys.exit(0)\n")
    },
    Case {
        question: "cannot load",
        reads: NotRunnable,
        ..it!("import not_there\ndef test_it():\n    pass\n")
    },
    Case { question: "selects nothing", reads: NotRunnable, ..it!("def test_other():\n    pass\n") },
    Case {
        question: "selects nothing",
        note: "the class is not collected, since it has an `__init__`",
        files: &[(
            "test_it.py",
            "class TestIt:\n    def __init__(self): pass\n    def test_it(self): pass\n",
        )],
        test: ("test_it.py", &["TestIt", "test_it"]),
        reads: NotRunnable,
        ..Case::NONE
    },
    Case {
        question: "name with every metacharacter",
        note: "in a parameter",
        ..it!(
            "import pytest\n@pytest.mark.parametrize('x', ['a (b) [c] {d} ^e$ *f* +? | \\\\ / \\' \" :: é -x'])\ndef test_it(x): assert x\n"
        )
    },
    Case {
        question: "same name twice in a file",
        note: "the first of them, which the second replaces",
        reads: NeverEntered,
        ..it!("def test_it(): pass\n\ndef test_it(): assert 0\n")
    },
    Case {
        question: "same name in two files",
        files: &[("a/test_it.py", "def test_it(): pass\n"), ("b/test_it2.py", "def test_it(): assert 0\n")],
        test: ("a/test_it.py", &["test_it"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        ..it!("import pytest\n@pytest.mark.parametrize('x', [1, 2])\ndef test_it(x): assert x\n")
    },
    Case {
        question: "parametrized",
        note: "one of the parameters fails",
        reads: Fail,
        ..it!("import pytest\n@pytest.mark.parametrize('x', [1, 2])\ndef test_it(x): assert x == 1\n")
    },
    Case {
        question: "nested",
        files: &[(
            "test_it.py",
            "class TestA:\n    class TestB:\n        def test_it(self): pass\n    def test_it(self): assert 0\n",
        )],
        test: ("test_it.py", &["TestA", "TestB", "test_it"]),
        ..Case::NONE
    },
    Case {
        question: "skipped",
        reads: NeverEntered,
        ..it!("import pytest\n@pytest.mark.skip\ndef test_it(): assert 0\n")
    },
    Case {
        question: "expected failure",
        reads: Swallowed,
        ..it!("import pytest\n@pytest.mark.xfail\ndef test_it(): pass\n")
    },
    Case {
        question: "skipped at run time",
        reads: NeverEnds,
        ..it!("import pytest\ndef test_it():\n    pytest.skip('x')\n    assert 0\n")
    },
    Case {
        question: "skipped at run time",
        note: "by a fixture",
        reads: NeverEntered,
        ..it!(
            "import pytest\n@pytest.fixture(autouse=True)\ndef no(): pytest.skip('x')\ndef test_it(): assert 0\n"
        )
    },
    Case {
        question: "exits 0 in the test",
        reads: NeverEnds,
        ..it!("import os\ndef test_it():\n    os._exit(0)\n")
    },
    Case {
        question: "exits 0 when loaded",
        reads: NeverEntered,
        ..it!("import os\nos._exit(0)\ndef test_it(): assert 0\n")
    },
    Case {
        question: "exits 0 at exit",
        reads: Swallowed,
        ..it!("import atexit, os\natexit.register(os._exit, 0)\ndef test_it(): pass\n")
    },
    Case {
        question: "hook that swallows failures",
        files: &[
            ("conftest.py", "def pytest_sessionfinish(session):\n    session.exitstatus = 0\n"),
            ("test_it.py", "def test_it(): pass\n"),
        ],
        test: ("test_it.py", &["test_it"]),
        reads: Swallowed,
        ..Case::NONE
    },
    Case {
        question: "hook that swallows failures",
        note: "and the test fails",
        files: &[
            ("conftest.py", "def pytest_sessionfinish(session):\n    session.exitstatus = 0\n"),
            ("test_it.py", "def test_it(): assert 0\n"),
        ],
        test: ("test_it.py", &["test_it"]),
        reads: NeverEnds,
        ..Case::NONE
    },
    Case { question: "times out", reads: Timeout, ..it!("def test_it():\n    while True: pass\n") },
    Case {
        question: "leaves a child behind",
        ..it!("import subprocess\ndef test_it():\n    subprocess.Popen(['sleep', '30'])\n")
    },
    Case {
        question: "variables of another run around it",
        env: &[
            ("PYTEST_ADDOPTS", "--collect-only"),
            ("PYTEST_PLUGINS", "not_there"),
            ("NODE_TEST_CONTEXT", "child"),
        ],
        reads: Fail,
        ..it!("def test_it(): assert 0\n")
    },
];
