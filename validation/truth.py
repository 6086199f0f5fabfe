"""What is known about the tests of a corpus row, and how an answer of the tool stands against it.

A row of the corpus gives each test four letters: before, claimed, evidence, earned. Tests that pass everywhere are not
listed. Several rows of one parametrized function are one test for the tool: it fails where any of them fails.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field

WORLDS = ("before", "claimed", "evidence", "earned")
# The letters that agree with a cell. E is an error while the test runs or before it does: both readings are right.
AGREE = {"pass": "P", "fail": "FE", "not_runnable": "CE", "absent": "-", "disabled": "S"}
RED = "FEC"
# What parts the name of a function from its parameters.
PARAMETERS = {"pytest": "[", "phpunit": " with data set "}
TOUCHED = ("added", "edited")
# What Ruby fills into a text, with braces in it one deep.
MADE = re.compile(r"#\{(?:[^{}]|\{[^{}]*\})*\}")


# Runners whose rows are named `file > suite > name`, with the names as they are when the tests run.
SCRIPTS = ("nodetest", "vitest", "jest")


class Truth:
    """The known cells of one corpus row, by function."""

    def __init__(self, row):
        self.row = row
        self.runner = row["runner"]
        patterns = defaultdict(list)
        for key, (pattern, _) in row["ground_truth"]["rows"].items():
            patterns[self.function(key)].append(pattern)
        self.cells = {key: dict(zip(WORLDS, map(worst, zip(*rows)))) for key, rows in patterns.items()}
        self.parametrized = {self.function(key) for key in row["ground_truth"]["rows"] if self.function(key) != key}
        self.made = {}

    def function(self, key):
        """A row's name without its parameters."""
        return key.partition(PARAMETERS[self.runner])[0] if self.runner in PARAMETERS else key

    def keys(self, test):
        """The corpus's names of a test of the tool's: none if the corpus has no row that may be it, several if its name is
        made when it runs."""
        name = test["name"]
        if self.runner == "pytest":
            return self.known("::".join((test["file"], *name)))
        if self.runner == "mocha":
            return self.script_keys(f"{test['file']} > {' '.join(name)}")
        if self.runner == "tap":
            # The corpus names a test by its own name alone.
            own, outermost = (self.script_keys(f"{test['file']} > {one}") for one in (name[-1], name[0]))
            return own or outermost
        if self.runner in SCRIPTS:
            return self.script_keys(" > ".join((test["file"], *name)))
        if self.runner == "phpunit":
            return self.known(f"{test['file']} :: {name[-1]}")
        if self.runner == "ruby":
            return ruby_keys(test["file"], name, self.cells)
        if self.runner == "go":
            return self.known(go_key(self.row["repo"], test, self.cells))
        return [key for key in [cargo_key(test["file"], name, self.cells)] if key]

    def known(self, key):
        return [key] if key in self.cells else []

    def script_keys(self, written):
        """The row of a test in JavaScript. One whose name is made when it runs has those of all names it may get, as one."""
        if written in self.cells:
            return [written]
        rows = [key for key in self.cells if key not in self.made and name_pattern(written).fullmatch(key)]
        if not rows:
            return []
        self.made[written] = rows
        self.parametrized.add(written)
        self.cells[written] = dict(zip(WORLDS, map(worst, zip(*(self.cells[key].values() for key in rows)))))
        return [written]

    def of(self, test):
        """The four letters of a test; one that is not listed passes everywhere."""
        rows = [self.cells[key].values() for key in self.keys(test)] or ["PPPP"]
        cells = dict(zip(WORLDS, map(worst, zip(*rows))))
        before = self.predecessor(test) if cells["before"] == "-" else None
        return cells | {world: before[world] for world in ("before", "earned")} if before else measured(cells)

    def predecessor(self, test):
        """The cells of the test that the change renamed to this one: a row that is gone and read as the tool says."""
        gone = [cells for key, cells in self.cells.items() if cells["claimed"] == "-" and key.startswith(test["file"])]
        readings = {world: AGREE.get(test["cells"].get(world), "") for world in ("before", "earned")}
        same = [cells for cells in gone if all(cells[world] in letters for world, letters in readings.items() if letters)]
        return same[0] if same and any(letters not in ("", "-") for letters in readings.values()) else None

    def convicts(self):
        """The functions in a convicting row of DESIGN.md's table."""
        return sorted(key for key, cells in self.cells.items() if key not in self.made and convicting(cells))

    def new(self):
        """The functions that only the head has. Where only fixtures changed, these are rows of older ones."""
        new = {key for key, cells in self.cells.items() if cells["before"] == "-" and cells["earned"] == "-"}
        new -= {key for rows in self.made.values() for key in rows} | set(self.made)
        changed = {change.split(" ")[-1] for change in self.row.get("changed", ())}
        return new if self.runner != "phpunit" else {key for key in new if key.partition(" :: ")[0] in changed}

    def unseen(self, tests):
        """The functions that only the head has and the tool does not know. Rows of a table in Go belong to their test."""
        seen = {key for test in tests for key in self.keys(test)}
        around = {go_key(self.row["repo"], test, self.cells) for test in tests} if self.runner == "go" else ()
        return sorted(key for key in self.new() - seen if not any(key.startswith(f"{one}/") for one in around))

    def may_be_partial(self, test):
        """True if a `-` may stand beside rows of the same function that pass everywhere and are not listed."""
        return any(key in self.parametrized for key in self.keys(test))


def worst(letters):
    """One letter for several rows of a function in one world."""
    return next((letter for letter in "FECPS" if letter in letters), "-")


def measured(cells):
    """The cells, with `?` for those whose tests were there but have no outcome: a hang ended the process before."""
    there = {"before": "earned", "earned": "before", "claimed": "evidence", "evidence": "claimed"}
    return {world: "?" if letter == "-" != cells[there[world]] else letter for world, letter in cells.items()}


def name_pattern(written):
    """A name with what a run fills in (`${x}`, `%s`, `$x`) as an expression."""
    filled_in = r"(\$\{.*?\}|%\w|\$[\w.]+)"
    parts = re.split(filled_in, written)
    return re.compile("".join(".*" if at % 2 else re.escape(part) for at, part in enumerate(parts)), re.DOTALL)


def cargo_key(file, name, cells):
    """The row of a Rust test: of its target, and with the module path that its file stands for."""
    target, module = cargo_target(file)
    exact = f"{target} :: {'::'.join((*module, *name))}"
    if exact in cells:
        return exact
    ending = [key for key in cells if key.startswith(f"{target} ::") and re.search(rf"(\s|::){re.escape('::'.join(name))}$", key)]
    return ending[0] if len(ending) == 1 else None


def cargo_target(file):
    """The target a file belongs to, as the corpus writes it, and the modules from its root to the file."""
    words = re.sub(r"(/mod)?\.rs$", "", file).split("/")
    if "tests" in words[:-1]:
        rest = words[words.index("tests") + 1 :]
        return f"--test {rest[0]}", [word for word in rest[1:] if word != "main"]
    inside = words[words.index("src") + 1 :] if "src" in words else words
    return "--lib", [] if inside == ["lib"] else inside


def go_key(repo, test, cells):
    """The name of a Go test, as the corpus writes it. One whose name is made when it runs reads as the test around it."""
    folder = test["file"].rpartition("/")[0]
    module = re.escape(repo.removeprefix("github:"))
    packages = {key.partition(" :: ")[0] for key in cells}
    mine = [one for one in packages if re.fullmatch(rf"github\.com/{module}(/v\d+)?{re.escape('/' + folder) if folder else ''}", one)]
    written = test["name"]
    made = next((at for at, word in enumerate(written) if re.fullmatch("<.*>", word, re.DOTALL)), len(written))
    return f"{mine[0] if mine else folder} :: {'/'.join(written[:made])}"


def ruby_keys(file, name, cells):
    """The rows of a Ruby test: its class or what its groups say, and its method or what it says itself. What is made when
    it runs is written as `#{…}`."""
    written = f"{file} :: {'::'.join(name[:-1])}#{name[-1]}"
    pattern = ".*".join(map(re.escape, MADE.split(written)))
    return [key for key in cells if re.fullmatch(pattern, key, re.DOTALL)]


def convicting(cells):
    """True for the rows of the table that make a change UNEARNED. A test that cannot load there (C) convicts nobody."""
    before, claimed, evidence, earned = (cells[world] for world in WORLDS)
    if earned not in "FE" or before in "C-S":
        return False
    if claimed in "-S":
        return True
    return claimed == "P" and (before in "FE" or evidence == "P")


@dataclass
class Judgement:
    """How one answer stands against the truth."""

    accusations: list = field(default_factory=list)
    unverified: list = field(default_factory=list)
    disagreements: list = field(default_factory=list)
    touched: int = 0
    answered: int = 0
    provisional: int = 0
    unanswered: list = field(default_factory=list)
    missing: list = field(default_factory=list)
    missed: list = field(default_factory=list)


def judge(truth, answer):
    """Compares an answer of the tool with the truth."""
    judgement = Judgement()
    for test in answer.tests:
        judgement.accusations += accusations(truth, test, answer)
        judgement.disagreements += disagreements(truth, test)
        if test["verdict"] in ("no_alibi", "vacuous") and (elsewhere(test) or truth.of(test)["evidence"] in unmeasured(truth, test)):
            judgement.unverified.append(f"{test['id']}: {test['verdict']}")
    count_answers(judgement, answer)
    judgement.missing = truth.unseen(answer.tests)
    convicts = truth.convicts()
    if answer.verdict == "UNEARNED" and not convicts:
        judgement.accusations.append("UNEARNED, and no test is in a convicting row")
    if answer.verdict == "EARNED":
        judgement.missed = convicts
    if answer.verdict == "NOT_GREEN" and not any(cells["claimed"] in RED for cells in truth.cells.values()):
        judgement.disagreements.append("NOT_GREEN, and every test that was measured passes in the claimed world")
    return judgement


def accusations(truth, test, answer):
    """The accusations of a test that the truth does not bear out."""
    cells = truth.of(test)
    letters = "".join(cells[world] for world in WORLDS)
    wrong = []
    if test["verdict"] in ("no_alibi", "vacuous") and not elsewhere(test):
        if not truth.keys(test) and test["touched"] == "added":
            wrong.append(f"{test['id']}: {test['verdict']}, and the truth has no row for it")
        elif cells["evidence"] not in "P" + unmeasured(truth, test):
            wrong.append(f"{test['id']}: {test['verdict']}, truth {letters}")
    if test in answer.convictions() and not convicting(cells):
        wrong.append(f"{test['id']}: {test['treatment']}, truth {letters}")
    return wrong


def elsewhere(test):
    """True for what was found in a world that the corpus does not know: to be read by a person."""
    return test["verdict"] == "vacuous" or test["cells"].get("hollow") == "pass"


def unmeasured(truth, test):
    """The letters that say nothing of a test as a whole: of rows that are gone, beside others that are not listed."""
    return "?-" if truth.may_be_partial(test) else "?"


def disagreements(truth, test):
    """The cells of a test that read otherwise than the truth."""
    if not truth.keys(test):
        return []
    cells = truth.of(test)
    wrong = []
    for world in WORLDS:
        cell, letter = test["cells"].get(world), cells[world]
        unknown = cell not in AGREE or letter == "?" or (letter == "-" and truth.may_be_partial(test))
        if not unknown and letter not in AGREE[cell]:
            wrong.append(f"{test['id']}: {world} {cell}, truth {letter}")
    return wrong


def count_answers(judgement, answer):
    """Counts the new and changed tests; a change without code asks nothing of them."""
    roles = {role for file in answer.report["change"]["files"] for role in file["roles"]}
    for test in answer.tests if "code" in roles else ():
        if test["touched"] not in TOUCHED:
            continue
        judgement.touched += 1
        if test["verdict"] in (None, "unanswered"):
            judgement.unanswered.append(f"{test['id']}: {test.get('reason')}")
        else:
            judgement.answered += 1
            judgement.provisional += test["verdict"] == "provisional"
