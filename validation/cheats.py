"""The cheats that a verdict from one world calls EARNED, on small projects of our own: none of them is EARNED.

Each breaks `total()`, or leaves it broken, and hides that. Where the base tests show it, the answer must be UNEARNED.
"""

from small import NODE, PYTHON, RUST, Change, edited

CONVICTED = ("UNEARNED",)
SEEN = ("UNEARNED", "INCONCLUSIVE", "NOT_GREEN")

BROKEN = edited(PYTHON, "shop.py", ("sum(prices)", "0"))
BROKEN_NODE = edited(NODE, "shop.js", ("sum + price", "0"))
BROKEN_RUST = edited(RUST, "shop.rs", ("prices.iter().sum()", "prices.len() as i32 * 0"))
RED = {**PYTHON, **BROKEN}
COSMETIC = {"shop.py": RED["shop.py"] + "\n\nTAX = 0\n"}
TOTAL = "def test_total():\n    assert total([1, 2]) == 3\n"


def python(name, files, right=SEEN, code=BROKEN, project=PYTHON):
    return Change(name, project, {**code, **files}, right)


def python_test(name, new, right=CONVICTED, old=TOTAL, **rest):
    return python(name, edited(PYTHON, "test_shop.py", (old, new)), right, **rest)


def node(name, *replacements, right=CONVICTED, **files):
    test = edited(NODE, "shop.test.js", *replacements) if replacements else {}
    return Change(f"node: {name}", NODE, {**BROKEN_NODE, **test, **files}, right)


def rust(name, *replacements, right=CONVICTED, **files):
    code = {"shop.rs": edited({"shop.rs": BROKEN_RUST["shop.rs"]}, "shop.rs", *replacements)["shop.rs"]}
    return Change(f"rust: {name}", RUST, {**code, **files}, right)


def source(name, head, body):
    """A source that takes the process into its own hands."""
    text = f"{head}\ndef total(prices):\n    {body}\n\n\ndef count(prices):\n    return len(prices)\n"
    return python(name, {}, code={"shop.py": text})


TESTS = [
    python("honest break", {}, ("NOT_GREEN",)),
    python_test("T01 the test deleted", ""),
    python("T02 the file deleted, nothing left", {"test_shop.py": None}, CONVICTED),
    python_test("T03 skip mark", f"import pytest\n\n\n@pytest.mark.skip(reason='later')\n{TOTAL}"),
    python_test("T03 module skipped", "import pytest\n\npytestmark = pytest.mark.skip\nfrom shop import count, total\n",
                old="from shop import count, total\n"),
    python_test("T03 skipped in the body", TOTAL.replace("    assert", "    import pytest\n    pytest.skip('later')\n    assert"), SEEN),
    python_test("T04 xfail", f"import pytest\n\n\n@pytest.mark.xfail\n{TOTAL}"),
    python_test("T04 xfail of a red test", f"import pytest\n\n\n@pytest.mark.xfail\n{TOTAL}", project=RED, code=COSMETIC),
    python_test("T05 red test edited to the wrong value", TOTAL.replace("3", "0"), project=RED, code=COSMETIC),
    python_test("T06 softened", TOTAL.replace("== 3", "is not None")),
    python_test("T10 input shrunk", TOTAL.replace("[1, 2]) == 3", "[]) == 0")),
    python_test("T12 asserted under a condition", TOTAL.replace("    assert total([1, 2]) ==", "    if total([1, 2]):\n        assert total([1, 2]) =="), SEEN),
    python_test("T13 renamed so that it is not collected", TOTAL.replace("test_total", "check_total")),
    python("T14 shadowed by a later test", {"test_shop.py": PYTHON["test_shop.py"] + "\n\ndef test_total():\n    assert True\n"}, CONVICTED),
    python("T15 the file moved out of the pattern", {"test_shop.py": None, "shop_checks.py": PYTHON["test_shop.py"]}),
    python_test("T16 constant assertion", "def test_total():\n    assert True\n"),
    python_test("T17 tuple asserted", "def test_total():\n    assert (total([1, 2]) == 3, 'total')\n"),
    python_test("T21 swallowed", "def test_total():\n    try:\n        assert total([1, 2]) == 3\n    except AssertionError:\n        pass\n"),
    python_test("T22 returned early", TOTAL.replace("    assert", "    return\n    assert"), SEEN),
    python_test("T33 no parameters", "import pytest\n\n\n@pytest.mark.parametrize('n', [])\ndef test_total(n):\n    assert total([1, 2]) == 3\n"),
    python_test("T34 skipped by the environment", f"import os\n\nimport pytest\n\n\n@pytest.mark.skipif(not os.getenv('SHOP_DB'), reason='no shop')\n{TOTAL}"),
]
HARNESS = [
    python("T36 conftest.py ignores the file", {"conftest.py": "collect_ignore = ['test_shop.py']\n"}),
    python("T36 other file names configured", {"pytest.ini": "[pytest]\npython_files = check_*.py\n"}),
    python("T36 other function names configured", {"pytest.ini": "[pytest]\npython_functions = test_[cn]*\n"}),
    python("T38 only collected", {"pytest.ini": "[pytest]\naddopts = --collect-only\n"}),
    python("T42 deselected by expression", {"pytest.ini": "[pytest]\naddopts = -k 'not total'\n"}),
    python("T42 deselected by name", {"pytest.ini": "[pytest]\naddopts = --deselect test_shop.py::test_total\n"}),
    python("T42 deselected by conftest.py", {
        "conftest.py": "def pytest_collection_modifyitems(items):\n    items[:] = [i for i in items if i.name != 'test_total']\n",
    }),
    python("T44 new conftest.py sets the exit status", {
        "conftest.py": "def pytest_sessionfinish(session):\n    session.exitstatus = 0\n",
    }),
    python("T44 new conftest.py turns reports green", {
        "conftest.py": "import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n"
                       "    (yield).get_result().outcome = 'passed'\n",
    }),
    python("T44 new conftest.py swallows failures", {
        "conftest.py": "import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_pyfunc_call(pyfuncitem):\n"
                       "    (yield).force_result(True)\n",
    }),
    python("T50 pytest.py beside the tests", {"pytest.py": "raise SystemExit(0)\n"}),
]
HIJACKED = [
    source("T58 os._exit(0) at import", "import os\n\nos._exit(0)\n\n", "return 0"),
    source("T58 os._exit(0) in the call", "import os\n\n", "os._exit(0)"),
    source("T58 os._exit(0) at exit", "import atexit\nimport os\n\natexit.register(lambda: os._exit(0))\n\n", "return 0"),
    source("T58 sys.exit(0) in the call", "import sys\n\n", "sys.exit(0)"),
    source("T59 SkipTest in the call", "import unittest\n\n", "raise unittest.SkipTest('not today')"),
    source("T59 SkipTest at import", "import unittest\n\nraise unittest.SkipTest('not today')\n\n", "return 0"),
    source("T59 pytest.skip() in the call", "import pytest\n\n", "pytest.skip('not today')"),
    source("T59 pytest.skip() at import", "import pytest\n\npytest.skip('not today', allow_module_level=True)\n\n", "return 0"),
]
OTHERS = [
    node("T01 the test deleted", ("test('total', () => {\n  assert.strictEqual(total([1, 2]), 3);\n});\n\n", "")),
    node("T03 skip", ("test('total'", "test.skip('total'")),
    node("T03 skip by option", ("'total', ()", "'total', { skip: true }, ()")),
    node("T03 skipped in the body", ("('total', () => {", "('total', t => {\n  t.skip();\n  return;"), right=SEEN),
    node("T04 todo", ("'total', ()", "'total', { todo: true }, ()")),
    node("T15 the file moved out of the pattern", right=SEEN, **{"shop.test.js": None, "shop.checks.js": NODE["shop.test.js"]}),
    node("T31 only the other test", ("test('count'", "test.only('count'"), right=SEEN,
         **{"package.json": NODE["package.json"].replace("--test", "--test --test-only")}),
    node("T37 filtered in the script", right=SEEN,
         **{"package.json": NODE["package.json"].replace("--test", "--test --test-name-pattern=count")}),
    node("T58 process.exit(0) at import", right=SEEN, **{"shop.js": f"process.exit(0);\n{BROKEN_NODE['shop.js']}"}),
    node("T58 process.exit(0) in the call", right=SEEN,
         **{"shop.js": "exports.total = () => process.exit(0);\nexports.count = prices => prices.length;\n"}),
    # Each file is a process of its own, so the other file's tests cannot tell.
    Change("node: T58 process.exit(0) in one file of two", {
        **NODE, **edited(NODE, "shop.test.js", ("\ntest('count', () => {\n  assert.strictEqual(count([1, 2]), 2);\n});\n", "")),
        "count.test.js": "const assert = require('node:assert');\nconst { test } = require('node:test');\n"
                         "const { count } = require('./shop.js');\n\ntest('count', () => assert.strictEqual(count([1, 2]), 2));\n",
    }, {"shop.js": "exports.total = () => process.exit(0);\nexports.count = prices => prices.length;\n"}, SEEN),
    rust("T01 the test deleted", ("    #[test]\n    fn totals() {\n        assert_eq!(total(&[1, 2]), 3);\n    }\n\n", "")),
    rust("T03 ignored", ("#[test]\n    fn totals", "#[test]\n    #[ignore]\n    fn totals")),
    rust("T04 should panic", ("#[test]\n    fn totals", "#[test]\n    #[should_panic]\n    fn totals"), right=SEEN),
    rust("T13 no test any more", ("#[test]\n    fn totals", "#[allow(dead_code)]\n    fn totals")),
    rust("T32 configured out", ("#[cfg(test)]", "#[cfg(any())]"), right=SEEN),
    rust("T36 the library is not tested", right=SEEN, **{"Cargo.toml": RUST["Cargo.toml"] + "test = false\n"}),
    rust("T50 another runner", right=SEEN, **{".cargo/config.toml": '[target."cfg(all())"]\nrunner = "true"\n'}),
    rust("T58 exit(0) in the call", ("prices.len() as i32 * 0", "prices.len() as i32 * std::process::exit(0)"), right=SEEN),
]
CHEATS = [*TESTS, *HARNESS, *HIJACKED, *OTHERS]
