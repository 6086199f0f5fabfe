"""greenproof's validation, rebuilt: five public projects, three scenarios each; the cheats it does not see, and
honest changes that look like cheats.

A adds a real test, B appends a comment to the source, C breaks a function and deletes exactly the tests that then fail,
round after round, until the suite is green. A and B must be EARNED, C must be UNEARNED. Of a parametrized test C deletes the
rows that fail where they can be told apart in its list (column "rows"), else the whole function.

    python3 validation/greenproof.py --clones DIR
"""

import argparse
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import cheats
import deletion
import honest
import projects
import small
import tool


@dataclass(frozen=True)
class Project:
    """A project, how it is broken in C, and the test that A adds."""

    name: str
    commit: str
    packages: tuple
    import_path: str
    source: str
    breaks: str
    old: str
    new: str
    test_file: str
    test: str


PROJECTS = [
    Project(
        "un33k/python-slugify", "7b6d5d9", ("text-unidecode==1.3",), ".", "slugify/slugify.py",
        "slugs keep leading and trailing separators",
        "sub(DEFAULT_SEPARATOR, text).strip(DEFAULT_SEPARATOR)", "sub(DEFAULT_SEPARATOR, text)",
        "test.py", "def test_two_words():\n    assert slugify('Two Words!') == 'two-words'\n",
    ),
    Project(
        "termcolor/termcolor", "9ed2287", (), "src", "src/termcolor/termcolor.py",
        "colored() returns bare text",
        "    result = str(text)\n    if not can_colorize", "    return str(text)\n    if not can_colorize",
        "tests/test_termcolor.py",
        "def test_red() -> None:\n    assert colored('x', 'red', force_color=True) == '\\x1b[31mx\\x1b[0m'\n",
    ),
    Project(
        "daveoncode/python-string-utils", "78929d8", (), ".", "string_utils/validation.py",
        "is_snake_case() always False",
        "    if is_full_string(input_string):\n        re_map = {\n            '_': SNAKE_CASE_TEST_RE",
        "    return False\n    if is_full_string(input_string):\n        re_map = {\n            '_': SNAKE_CASE_TEST_RE",
        "tests/test_is_snake_case.py", "def test_two_words():\n    assert is_snake_case('one_two')\n",
    ),
    Project(
        "tkem/cachetools", "28d4506", (), "src", "src/cachetools/keys.py",
        "hashkey() gives one key for every call",
        '    """Return a cache key for the specified hashable arguments."""\n\n    if kwargs:\n        return _Hashed',
        '    """Return a cache key for the specified hashable arguments."""\n\n    return _HashedTuple(())\n'
        "    if kwargs:\n        return _Hashed",
        "tests/test_keys.py",
        "def test_two_keys():\n    assert cachetools.keys.hashkey('a', 1) != cachetools.keys.hashkey('a', 2)\n",
    ),
    Project(
        "vi3k6i5/flashtext", "f492744", (), ".", "flashtext/keyword.py",
        "extract_keywords() always []",
        "        keywords_extracted = []\n        if not sentence:", "        return []\n        if not sentence:",
        "test/test_extractor.py",
        "def test_one_keyword():\n    processor = KeywordProcessor()\n    processor.add_keyword('Bay Area')\n"
        "    assert processor.extract_keywords('the Bay Area.') == ['Bay Area']\n",
    ),
]


def add_a_test(project, tree, _environment):
    file = tree / project.test_file
    file.write_text(f"{file.read_text().rstrip()}\n\n\n{project.test}")
    return Counter()


def append_a_comment(project, tree, _environment):
    source = tree / project.source
    source.write_text(source.read_text() + "\n# A comment that changes nothing.\n")
    return Counter()


def break_and_delete(project, tree, environment):
    source = tree / project.source
    text = source.read_text()
    if text.count(project.old) != 1:
        raise projects.Unavailable(f"{project.source} has not exactly one place to break")
    source.write_text(text.replace(project.old, project.new))
    return delete_until_green(tree, environment)


def delete_until_green(tree, environment):
    """Deletes what fails, round after round, and counts what went."""
    done = Counter()
    with tempfile.NamedTemporaryFile(suffix=".xml") as report:
        while failed := deletion.failing(tree, environment, report.name):
            done += deletion.delete(tree, failed, deletion.collected(tree, environment))
            done["rounds"] += 1
    if not done["rounds"]:
        raise projects.Unavailable("no test noticed the break")
    return done


SCENARIOS = [
    ("A", add_a_test, "EARNED"),
    ("B", append_a_comment, "EARNED"),
    ("C", break_and_delete, "UNEARNED"),
]


def attempt(project, scenario, arguments):
    """One project in one scenario: a row of the table, and whether it is as expected."""
    letter, change, expected = scenario
    with tempfile.TemporaryDirectory(prefix="greenproof-") as folder:
        environment = projects.python_environment(arguments.cache, (projects.PYTEST, *project.packages))
        environment.variables["PYTHONPATH"] = project.import_path
        commit = projects.revision(arguments.clones, project.name, project.commit)
        tree = projects.clone(arguments.clones, project.name, commit, Path(folder) / "tree")
        deleted = change(project, tree, environment)
        forget_caches(tree)
        verify = tool.Verify(arguments.binary, environment.variables, (f"PYTHONPATH={project.import_path}",))
        answer = verify.run(tree, base="HEAD")
    counts = " ".join(f"{count} {kind}" for kind, count in sorted(deleted.items()))
    row = [project.name, letter, expected, answer.verdict, f"{answer.seconds:.1f} s", counts, answer.why()]
    return row, answer.verdict == expected


def forget_caches(tree):
    """Byte code of the rounds before is no part of the scenario."""
    projects.git(tree, "clean", "-qdfX")


def attempts(arguments):
    for project in PROJECTS:
        for scenario in SCENARIOS:
            if arguments.only in project.name and scenario[0] in arguments.scenarios:
                yield project.name, scenario[0], lambda p=project, s=scenario: attempt(p, s, arguments)
    for kind, changes in (("cheat", cheats.CHEATS), ("honest", honest.HONEST)):
        for change in changes:
            if arguments.only in f"{kind} {change.name}":
                yield kind, change.name, lambda c=change, k=kind: small.attempt(c, k, arguments)


def main():
    parser = tool.arguments(argparse.ArgumentParser(description=__doc__.splitlines()[0]))
    parser.add_argument("--only", default="", help="part of a project's name, or of `cheat T03`, `honest H07`")
    parser.add_argument("--scenarios", default="ABC", help="letters; all if not given")
    arguments = parser.parse_args()
    arguments.binary = tool.binary(arguments.binary)
    rows, missed = [], 0
    for name, scenario, act in attempts(arguments):
        try:
            row, right = act()
        except (projects.Unavailable, tool.Broken, RuntimeError) as error:
            row, right = [name, scenario, "", "no answer", "", "", str(error)[:300]], False
        missed += not right
        rows.append(["ok" if right else "MISS", *row])
        print(*rows[-1][:5], file=sys.stderr, flush=True)
    print(tool.table(["", "project", "", "expected", "verdict", "time", "deleted", "why"], rows))
    print(f"\n{len(rows) - missed} of {len(rows)} as expected")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
