//! What the cases of Django's test command read.

use counterproof_conformance::table::{Case, Reads::*, Table, Version};

const MANAGE: &str = "import os, sys\nos.environ['DJANGO_SETTINGS_MODULE'] = 'settings'\nfrom django.core.management import execute_from_command_line\nexecute_from_command_line(sys.argv)\n";

const SETTINGS: &str = "SECRET_KEY = 'x'\nINSTALLED_APPS = ['tests']\nDATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3'}}\nDEFAULT_AUTO_FIELD = 'django.db.models.AutoField'\n";

const MODELS: &str =
    "from django.db import models\nclass Thing(models.Model):\n    name = models.TextField()\n";

pub(super) const TABLE: Table = Table {
    runner: "django",
    versions: &[Version { path: &[("django-5.2.19", "bin")], ..Version::on_path("5.2.19") }],
    files: &[
        ("manage.py", MANAGE),
        ("settings.py", SETTINGS),
        ("lib.py", "ONE = 1\n"),
        ("tests/__init__.py", ""),
        ("tests/models.py", MODELS),
    ],
    cases: CASES,
    without: &[
        ("parametrized", "Django has no such thing but subtests"),
        ("todo", "Django has no such thing"),
        ("another one is focused", "Django has no such thing"),
    ],
};

/// The test `C.test_it` in one file with this text behind the imports.
macro_rules! it {
    ($text:expr) => {
        Case {
            files: &[(
                "tests/test_it.py",
                concat!("import unittest\nfrom django.test import TestCase\n", $text),
            )],
            test: ("tests/test_it.py", &["C", "test_it"]),
            ..Case::NONE
        }
    };
}

/// The same with this body.
macro_rules! body {
    ($body:expr) => {
        it!(concat!("class C(TestCase):\n    def test_it(self):\n        ", $body, "\n"))
    };
}

const CASES: &[Case] = &[
    Case { question: "passes", ..body!("import lib; self.assertEqual(lib.ONE, 1)") },
    Case {
        question: "passes",
        note: "with a database of its own",
        ..body!(
            "from tests.models import Thing; Thing.objects.create(name='x'); self.assertEqual(Thing.objects.count(), 1)"
        )
    },
    Case {
        question: "passes",
        note: "unittest's own test cases",
        ..it!("class C(unittest.TestCase):\n    def test_it(self):\n        pass\n")
    },
    Case {
        question: "passes",
        note: "an `async def` where the class awaits it",
        ..it!("class C(TestCase):\n    async def test_it(self):\n        self.assertEqual(1, 1)\n")
    },
    Case {
        question: "passes",
        note: "has it from a base class of another file",
        files: &[
            (
                "tests/base.py",
                "from django.test import TestCase\nclass Base(TestCase):\n    def one(self): return 1\n",
            ),
            (
                "tests/test_it.py",
                "from .base import Base\nclass TestIt(Base):\n    def test_it(self): assert self.one() == 1\n",
            ),
        ],
        test: ("tests/test_it.py", &["TestIt", "test_it"]),
        ..Case::NONE
    },
    Case { question: "fails", reads: Fail, ..body!("import lib; self.assertEqual(lib.ONE, 2)") },
    Case {
        question: "fails",
        note: "in a subtest",
        reads: Fail,
        ..body!("for n in 1, 2:\n            with self.subTest(n=n): self.assertEqual(n, 1)")
    },
    Case {
        question: "fails",
        note: "in its `tearDown`",
        reads: NotRunnable,
        ..it!(
            "class C(TestCase):\n    def tearDown(self): self.fail()\n    def test_it(self):\n        pass\n"
        )
    },
    Case { question: "raises", reads: Fail, ..body!("raise RuntimeError('x')") },
    Case { question: "raises", note: "`SystemExit(0)`", reads: Fail, ..body!("import sys; sys.exit(0)") },
    Case {
        question: "cannot load",
        reads: NotRunnable,
        ..it!("import not_there\nclass C(TestCase):\n    def test_it(self):\n        pass\n")
    },
    Case {
        question: "cannot load",
        note: "its `setUpClass` fails",
        reads: NotRunnable,
        ..it!(
            "class C(TestCase):\n    @classmethod\n    def setUpClass(cls): raise RuntimeError('x')\n    def test_it(self):\n        pass\n"
        )
    },
    Case {
        question: "cannot load",
        note: "its `setUpModule` fails",
        reads: NotRunnable,
        ..it!(
            "def setUpModule(): raise RuntimeError('x')\nclass C(TestCase):\n    def test_it(self):\n        pass\n"
        )
    },
    Case {
        question: "selects nothing",
        reads: NotRunnable,
        ..it!("class C(TestCase):\n    def test_other(self): pass\n")
    },
    Case {
        question: "selects nothing",
        note: "the class has no test cases as its base",
        reads: NotRunnable,
        ..it!("class C:\n    def test_it(self):\n        pass\n")
    },
    Case {
        question: "selects nothing",
        note: "`load_tests` leaves it out when the file is run, not when it is asked for",
        ..it!(
            "def load_tests(loader, tests, pattern): return unittest.TestSuite()\nclass C(TestCase):\n    def test_it(self):\n        pass\n"
        )
    },
    Case {
        question: "name with every metacharacter",
        note: "letters beyond ASCII",
        files: &[(
            "tests/test_it.py",
            "from django.test import TestCase\nclass Größe(TestCase):\n    def test_größe_測試(self): pass\n    def test_größe_測試_2(self): self.fail()\n",
        )],
        test: ("tests/test_it.py", &["Größe", "test_größe_測試"]),
        ..Case::NONE
    },
    Case {
        question: "name with every metacharacter",
        note: "in the name of the file",
        files: &[(
            "tests/test it's (a) [b] $x {y} *? -z.py",
            "from django.test import TestCase\nclass C(TestCase):\n    def test_it(self): pass\n",
        )],
        test: ("tests/test it's (a) [b] $x {y} *? -z.py", &["C", "test_it"]),
        ..Case::NONE
    },
    Case {
        question: "same name twice in a file",
        note: "the first of them, which the second replaces",
        reads: NeverEntered,
        ..it!("class C(TestCase):\n    def test_it(self): pass\n    def test_it(self): self.fail()\n")
    },
    Case {
        question: "same name in two files",
        note: "and the other one fails",
        files: &[
            (
                "tests/test_it.py",
                "from django.test import TestCase\nclass C(TestCase):\n    def test_it(self): pass\n",
            ),
            (
                "tests/test_it2.py",
                "from django.test import TestCase\nclass C(TestCase):\n    def test_it(self): self.fail()\n",
            ),
        ],
        test: ("tests/test_it.py", &["C", "test_it"]),
        ..Case::NONE
    },
    Case {
        question: "nested",
        note: "in a folder below",
        files: &[
            ("tests/a/__init__.py", ""),
            (
                "tests/a/test_it.py",
                "from django.test import TestCase\nclass C(TestCase):\n    def test_it(self): pass\n",
            ),
        ],
        test: ("tests/a/test_it.py", &["C", "test_it"]),
        ..Case::NONE
    },
    Case {
        question: "skipped",
        reads: NeverEntered,
        ..it!("class C(TestCase):\n    @unittest.skip('x')\n    def test_it(self): self.fail()\n")
    },
    Case {
        question: "skipped",
        note: "by a condition on its class",
        reads: NeverEntered,
        ..it!("@unittest.skipIf(1 + 1 == 2, 'x')\nclass C(TestCase):\n    def test_it(self): self.fail()\n")
    },
    Case {
        question: "skipped",
        note: "an `async def` that nobody awaits is green without being run",
        reads: NeverEntered,
        ..it!("class C(unittest.TestCase):\n    async def test_it(self):\n        self.fail()\n")
    },
    Case {
        question: "expected failure",
        reads: NeverEnds,
        ..it!("class C(TestCase):\n    @unittest.expectedFailure\n    def test_it(self): self.fail()\n")
    },
    Case {
        question: "expected failure",
        note: "that does not fail",
        reads: NotRunnable,
        ..it!("class C(TestCase):\n    @unittest.expectedFailure\n    def test_it(self): pass\n")
    },
    Case { question: "skipped at run time", reads: NeverEnds, ..body!("self.skipTest('x')") },
    Case {
        question: "skipped at run time",
        note: "by its `setUp`",
        reads: NeverEntered,
        ..it!(
            "class C(TestCase):\n    def setUp(self): self.skipTest('x')\n    def test_it(self): self.fail()\n"
        )
    },
    Case {
        question: "skipped at run time",
        note: "by its `setUpClass`",
        reads: NeverEntered,
        ..it!(
            "class C(TestCase):\n    @classmethod\n    def setUpClass(cls): raise unittest.SkipTest('x')\n    def test_it(self): self.fail()\n"
        )
    },
    Case {
        question: "skipped at run time",
        note: "in a subtest, behind which it goes on",
        ..body!("with self.subTest(): self.skipTest('x')\n        self.assertEqual(1, 1)")
    },
    Case { question: "exits 0 in the test", reads: NeverEnds, ..body!("import os; os._exit(0)") },
    Case {
        question: "exits 0 when loaded",
        reads: NeverEntered,
        ..it!("import os\nos._exit(0)\nclass C(TestCase):\n    def test_it(self): self.fail()\n")
    },
    Case {
        question: "exits 0 at exit",
        reads: Swallowed,
        ..it!(
            "import atexit, os\natexit.register(os._exit, 0)\nclass C(TestCase):\n    def test_it(self): pass\n"
        )
    },
    Case {
        question: "hook that swallows failures",
        note: "a `TEST_RUNNER` that drops them",
        reads: Swallowed,
        files: &[
            ("settings.py", "from runner import *\n"),
            (
                "runner.py",
                "from django.test.runner import DiscoverRunner\nSECRET_KEY = 'x'\nTEST_RUNNER = 'runner.Runner'\nclass Runner(DiscoverRunner):\n    def suite_result(self, *args, **kwargs): return 0\n",
            ),
            (
                "tests/test_it.py",
                "from django.test import SimpleTestCase\nclass C(SimpleTestCase):\n    def test_it(self): pass\n",
            ),
        ],
        test: ("tests/test_it.py", &["C", "test_it"]),
        ..Case::NONE
    },
    Case { question: "times out", reads: Timeout, ..body!("while True: pass") },
    Case {
        question: "leaves a child behind",
        ..body!("import subprocess; subprocess.Popen(['sleep', '30'])")
    },
    Case {
        question: "variables of another run around it",
        env: &[
            ("PYTHONWARNINGS", "error"),
            ("PYTHONOPTIMIZE", "2"),
            ("PYTHONSTARTUP", "not-there"),
            ("PYTEST_ADDOPTS", "--collect-only"),
            ("DJANGO_TEST_PROCESSES", "4"),
        ],
        reads: Fail,
        ..body!("assert False")
    },
];
