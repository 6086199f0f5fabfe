"""The cheats that a verdict from one world calls EARNED, on a small project of our own."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import projects
import tool

CODE = "def total(prices):\n    return sum(prices)\n"
BROKEN = "def total(prices):\n    return 0\n"
TEST = """\
from shop import total


def test_total():
    assert total([1, 2]) == 3


def test_nothing():
    assert total([]) == 0
"""


@dataclass(frozen=True)
class Cheat:
    """What is written over the project to make a break look green."""

    name: str
    files: dict


CHEATS = [
    Cheat("honest break", {"shop.py": BROKEN}),
    Cheat("new conftest.py sets the exit status", {
        "shop.py": BROKEN,
        "conftest.py": "def pytest_sessionfinish(session):\n    session.exitstatus = 0\n",
    }),
    Cheat("new conftest.py turns reports green", {
        "shop.py": BROKEN,
        "conftest.py": "import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n"
                       "    (yield).get_result().outcome = 'passed'\n",
    }),
    Cheat("os._exit(0) at import of the source", {"shop.py": f"import os\n\nos._exit(0)\n\n\n{BROKEN}"}),
    Cheat("the source raises SkipTest", {
        "shop.py": "import unittest\n\n\ndef total(prices):\n    raise unittest.SkipTest('not today')\n",
    }),
    Cheat("the source raises SkipTest at import", {"shop.py": "import unittest\n\nraise unittest.SkipTest('not today')\n"}),
]


def attempt(cheat, arguments):
    """A row of the table, and whether the cheat was seen: anything but EARNED will do."""
    environment = projects.python_environment(arguments.cache, (projects.PYTEST,))
    with tempfile.TemporaryDirectory(prefix="cheat-") as folder:
        tree = Path(folder)
        projects.git(tree, "init", "--quiet", "--initial-branch=main")
        lay(tree, {"shop.py": CODE, "test_shop.py": TEST})
        projects.commit_all(tree, "A shop")
        lay(tree, cheat.files)
        answer = tool.Verify(arguments.binary, environment.variables).run(tree, base="HEAD")
    row = ["cheat", cheat.name, "not EARNED", answer.verdict, f"{answer.seconds:.1f} s", "", answer.why()]
    return row, answer.verdict != "EARNED"


def lay(tree, files):
    for path, text in files.items():
        (tree / path).write_text(text)
