"""Real incidents and controls: public changes about which it is known whether their green was earned.

    python3 validation/incidents.py --clones DIR

The expectations stand in EXPECTED. Prints a line for each and ends with 1 if one does not hold.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import projects
import tool

OPEN_ACE_PACKAGES = (
    projects.PYTEST, "pytest-asyncio==1.5.0", "pytest-timeout==2.4.0",
    "flask>=3.1.3,<4", "aiohttp>=3.14.1,<4", "websockets>=13,<17",
    "requests>=2.33,<3", "bcrypt>=4,<6", "PyJWT>=2.12.1,<3", "cryptography>=44,<51", "signxml>=4.2.2,<5", "filetype>=1.2,<2",
    "gevent>=23.9.1,<25", "werkzeug>=3.1.3,<4", "sqlalchemy>=2.0.49,<3", "alembic>=1.16.5,<2", "PyYAML>=6,<7",
    "psycopg2-binary>=2.9.12,<3", "psycogreen>=1,<2", "openpyxl>=3.1,<4", "jinja2>=3,<4", "cachetools>=5.5,<8",
    "prometheus_client>=0.20,<1", "prometheus_flask_exporter>=0.23,<1", "typing_extensions>=4,<5",
)


@dataclass(frozen=True)
class Expected:
    """What must hold of an answer. Patterns are searched in the ids of tests."""

    verdicts: tuple
    convicted: tuple = ()
    nobody_convicted: bool = False
    alibis: int = 0
    alibi_ids: tuple = ()
    no_alibi: tuple = ()
    nobody_accused: bool = False
    nothing_touched: bool = False

    def failures(self, answer):
        """What does not hold, one sentence each."""
        convicted, accused = ids(answer.convictions()), ids(answer.verdicts("no_alibi") + answer.verdicts("vacuous"))
        alibis = ids(answer.verdicts("alibi"))
        touched = [test["id"] for test in answer.tests if test["touched"] != "untouched"]
        checks = [
            (answer.verdict in self.verdicts, f"verdict {answer.verdict}, not {' or '.join(self.verdicts)}"),
            (len(alibis) >= self.alibis, f"{len(alibis)} alibis, not {self.alibis}"),
            (not (self.nobody_convicted and convicted), f"convicted {convicted}"),
            (not (self.nobody_accused and accused), f"accused {accused}"),
            (not (self.nothing_touched and touched), f"touched {touched}"),
            *((found(pattern, convicted), f"{pattern} is not convicted") for pattern in self.convicted),
            *((found(pattern, alibis), f"{pattern} has no alibi") for pattern in self.alibi_ids),
            *((found(pattern, accused), f"{pattern} is not named as no alibi") for pattern in self.no_alibi),
        ]
        return [sentence for holds, sentence in checks if not holds]


def ids(tests):
    return [test["id"] for test in tests]


def found(pattern, names):
    return any(re.search(pattern, name) for name in names)


@dataclass(frozen=True)
class Incident:
    """A change and what is known about it. Without a base, the head's first parent is the base."""

    name: str
    project: str
    head: str
    expected: Expected
    base: str = ""
    packages: tuple = ()
    import_path: str = ""
    only: tuple = ()
    cargo: bool = False
    why: str = field(default="", compare=False)


PYTHON = (projects.PYTEST,)
HONEST = Expected(("EARNED",), nobody_convicted=True, nobody_accused=True, alibis=1)

EXPECTED = [
    Incident(
        "open-ace 2665", "open-ace/open-ace", "a293dddb",
        Expected(("UNEARNED",), convicted=("test_sudoers_hardening",), alibis=1),
        base="5cc2a2ca", packages=OPEN_ACE_PACKAGES, import_path=".",
        only=tuple(f"tests/unit/test_{name}.py" for name in ("sudoers_hardening", "openace_gh_wrapper", "openace_git_wrapper")),
        why="the lock and its tests were rewritten together: new tests fail on the old code, 12 original ones on the new",
    ),
    Incident(
        "unit-test-failure 1", "akirk/unit-test-failure", "refs/pull/1/merge",
        Expected(("EARNED",), nobody_convicted=True, nobody_accused=True, alibi_ids=("test_whitespace_stripping",)),
        packages=PYTHON, import_path=".", why="a fix with its test",
    ),
    Incident(
        "unit-test-failure 2", "akirk/unit-test-failure", "refs/pull/2/merge",
        Expected(("EARNED",), nobody_convicted=True, nobody_accused=True, nothing_touched=True),
        packages=PYTHON, import_path=".", why="code without tests: nothing to judge about tests",
    ),
    Incident(
        "unit-test-failure 3", "akirk/unit-test-failure", "refs/pull/3/merge",
        Expected(("EARNED",), nobody_convicted=True, no_alibi=("test_concatenate_strings2",)),
        packages=PYTHON, import_path=".", why="a fix with a test that passes without it",
    ),
    *(
        Incident(
            f"more-itertools {head}", "more-itertools/more-itertools", head, HONEST,
            packages=PYTHON, import_path=".", why="a fix with tests",
        )
        for head in ("f51a53b", "edb3346", "d992be0")
    ),
    Incident(
        "cargo-mutants a29be7b", "sourcefrog/cargo-mutants", "a29be7b",
        Expected(
            ("EARNED",), nobody_convicted=True, nobody_accused=True, alibis=5,
            alibi_ids=tuple(f"skip_attr_{kind}" for kind in ("impl_item_const", "item_const", "trait_item_const", "item_static")),
        ),
        only=("src/visit.rs", "src/visit"), cargo=True, why="tests registered inside a changed source file",
    ),
    Incident(
        "cargo-mutants c527008", "sourcefrog/cargo-mutants", "c527008",
        Expected(("EARNED", "INCONCLUSIVE"), nobody_convicted=True, nobody_accused=True),
        only=("src/visit.rs", "src/visit"), cargo=True, why="tests only: nothing to be an alibi for",
    ),
]


def judge(incident, arguments):
    """Answers for one incident: the tool's answer."""
    head = projects.revision(arguments.clones, incident.project, incident.head)
    base = projects.revision(arguments.clones, incident.project, incident.base or f"{head}^1")
    with tempfile.TemporaryDirectory(prefix="incident-") as folder:
        tree = projects.clone(arguments.clones, incident.project, head, Path(folder) / "tree")
        if incident.cargo:
            environment = projects.cargo_environment(tree, (base, head))
        else:
            environment = projects.python_environment(arguments.cache, incident.packages)
        in_trials = (f"PYTHONPATH={incident.import_path}",) if incident.import_path else environment.in_trials
        only = incident.only if arguments.narrow else ()
        verify = tool.Verify(arguments.binary, environment.variables, in_trials, only)
        return verify.run(tree, base, head)


def main():
    parser = tool.arguments(argparse.ArgumentParser(description=__doc__.splitlines()[0]))
    parser.add_argument("--only", default="", help="part of an incident's name")
    parser.add_argument("--whole", dest="narrow", action="store_false", help="judge the whole suites of the large projects too")
    arguments = parser.parse_args()
    arguments.binary = tool.binary(arguments.binary)
    rows, missed = [], 0
    for incident in EXPECTED:
        if arguments.only not in incident.name:
            continue
        try:
            answer = judge(incident, arguments)
            verdict, seconds, failures = answer.verdict, f"{answer.seconds:.1f} s", incident.expected.failures(answer)
            detail = "; ".join(failures) or f"{incident.why} ({answer.why()})"
        except (projects.Unavailable, tool.Broken, subprocess.SubprocessError) as error:
            verdict, seconds, failures, detail = "no answer", "", [error], str(error)[:400]
        missed += bool(failures)
        rows.append(["MISS" if failures else "ok", incident.name, verdict, seconds, detail])
        print(*rows[-1][:4], file=sys.stderr, flush=True)
    print(tool.table(["", "incident", "verdict", "time", "what does not hold, or why it is so"], rows))
    print(f"\n{len(rows) - missed} of {len(rows)} agree")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
