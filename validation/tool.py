"""Running counterproof and reading its answer."""

import json
import os
import shlex
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
# Not below this repository: cargo would take its workspace for the clones'.
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "counterproof-validation"
EXITS = {"EARNED": (0, 1), "UNEARNED": (2,), "INCONCLUSIVE": (3,), "NOT_GREEN": (4,)}
CONVICTING = {"edited_to_green", "never_satisfied", "weakened", "removed", "disabled"}


class Broken(Exception):
    """The tool did not keep its contract: no report, or an exit status that is not the report's."""


@dataclass
class Answer:
    """What the tool said about one change."""

    exit_code: int
    report: dict
    seconds: float
    stderr: str

    @property
    def verdict(self):
        return self.report["verdict"]

    @property
    def tests(self):
        return self.report["tests"]

    def verdicts(self, word):
        return [test for test in self.tests if test["verdict"] == word]

    def convictions(self):
        return [test for test in self.tests if test["treatment"] in CONVICTING]

    def why(self):
        return "; ".join(self.report.get("reasons", []))[:200]


def binary(argument=None):
    """The binary to judge with: the one named, else the newest that was built here."""
    built = [TOP / "target" / profile / "counterproof" for profile in ("release", "debug")]
    found = [Path(argument).resolve()] if argument else [path for path in built if path.exists()]
    if not found or not found[0].exists():
        raise SystemExit("no counterproof binary: build it with `cargo build --release`, or name it with --binary")
    return max(found, key=lambda path: path.stat().st_mtime)


@dataclass(frozen=True)
class Verify:
    """One `counterproof verify`, ready to be run in any tree."""

    binary: Path
    environment: dict
    set_in_trials: tuple = ()
    only: tuple = ()
    extra: tuple = ()

    def argv(self, tree, base, head):
        argv = [self.binary, "verify", "--format", "json", "-C", tree]
        argv += ["--base", base] if base else []
        argv += ["--head", head] if head else []
        argv += [word for pair in self.set_in_trials for word in ("--env", pair)]
        argv += [word for path in self.only for word in ("--only", path)]
        return [str(word) for word in (*argv, *self.extra)]

    def run(self, tree, base=None, head=None, timeout=3600):
        """Judges base against head, or against the working tree."""
        argv = self.argv(tree, base, head)
        started = time.monotonic()
        try:
            done = subprocess.run(
                argv, cwd=tree, env=self.environment, stdin=subprocess.DEVNULL, timeout=timeout, capture_output=True,
            )
        except subprocess.TimeoutExpired as expired:
            raise Broken(f"no answer within {timeout} s: {shlex.join(argv)}") from expired
        return read(done, time.monotonic() - started, shlex.join(argv))


def read(done, seconds, command):
    """The answer of a run that ended; raises Broken if it is none."""
    stderr = done.stderr.decode(errors="replace")
    try:
        report = json.loads(done.stdout)
    except ValueError:
        raise Broken(f"exit {done.returncode} and no report: {command}: {stderr.strip()[-500:]}") from None
    if done.returncode not in EXITS.get(report["verdict"], ()) or done.returncode != report["exit_code"]:
        raise Broken(f"exit {done.returncode} with verdict {report['verdict']}: {command}")
    return Answer(done.returncode, report, seconds, stderr)


def table(head, rows):
    """Rows as aligned text."""
    rows = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def arguments(parser):
    """The options that every validation has."""
    parser.add_argument("--clones", required=True, help="folder of git directories, <owner>+<name>/repo")
    parser.add_argument("--binary", help="the counterproof to judge with; the newest one built here if not given")
    parser.add_argument("--cache", default=CACHE, type=Path, help=f"environments and builds kept across runs ({CACHE})")
    return parser
