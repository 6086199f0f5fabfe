"""Runs the tool over a corpus of real changes with known outcomes, and prints how far it agrees.

    python3 validation/corpus.py --corpus open.jsonl --clones DIR [--runner pytest] [--id click-047adef] [--jobs 2]

Ends with 1 if an accusation is false: a test called "no alibi" that does not pass on the base code, a convicting
treatment or UNEARNED without a convicting row. The details go to a file of JSON lines (--out).
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import re
import sys
from pathlib import Path

import projects
import tool
import truth

NODE = ("nodetest", "vitest", "jest", "mocha", "tap")
RUNNERS = ("pytest", *NODE, "cargo", "go", "phpunit", "ruby")
# Whose rows were measured with all tests of the project, not only with the files of the change.
WHOLE = ("cargo", "go")


def rows(arguments):
    """The rows of the corpus that were asked for."""
    wanted = arguments.runner or RUNNERS
    for line in Path(arguments.corpus).read_text().splitlines():
        row = json.loads(line)
        if row["runner"] in wanted and (not arguments.id or row["id"] in arguments.id):
            yield row


def environment(row, tree, arguments):
    """The environment that the row says, of packages from the registries."""
    if row["runner"] == "cargo":
        return projects.cargo_environment(tree, (row["base"], row["head"]))
    if row["runner"] == "go":
        return projects.go_environment(arguments.cache, tree)
    if row["runner"] == "phpunit":
        return projects.php_environment(tree)
    prepare = " ".join(row["prepare"])
    if row["runner"] == "ruby":
        return projects.system_environment(re.sub(r"\(.*?\)", "", prepare).removeprefix("apt install ").split())
    if row["runner"] in NODE:
        project, given = row["repo"].removeprefix("github:"), re.search(r"npm i ([^&(]+)", prepare)
        packages = given[1].split() if given else projects.PACKAGES.get(project)
        if packages:
            return projects.npm_environment(arguments.cache, project, tree, packages)
        return projects.node_environment(arguments.cache, project, tree)
    packages = re.search(r"pip install ([^&']+?)(?: PYTHONPATH|$)", prepare)[1].split()
    made = projects.python_environment(arguments.cache, [projects.PYTEST if one == "pytest" else one for one in packages])
    path = re.search(r"PYTHONPATH=<tree>/(\S+)", prepare)[1]
    return dataclasses.replace(made, in_trials=(f"PYTHONPATH={path}",))


def touched_tests(row):
    """The test files of the change, or those that read what changed: only these were measured."""
    if row["runner"] == "phpunit":
        return (row["test_command"].split(" ")[-1],)
    if row["runner"] == "ruby":
        return tuple(re.findall(r"test/\S+?\.rb", row["test_command"]))
    paths = [change.split("\t")[-1].split(" ")[-1] for change in row["changed"] if not change.startswith("D")]
    return tuple(path for path in paths if re.search(row["test_path_regex"], path))


def workplace(row, arguments):
    """A clone at the head. Those of Rust stay, since a build takes minutes."""
    if row["runner"] == "cargo" or arguments.keep:
        return projects.kept_clone(arguments.clones, row["repo"], row["head"], arguments.cache)
    return projects.passing_clone(arguments.clones, row["repo"], row["head"])


def judge(row, arguments):
    """One row: the answer and how it stands against the truth, as a record."""
    record = {"id": row["id"], "runner": row["runner"], "kind": row["kind"], "expected": row["expected"]["verdict"]}
    try:
        with workplace(row, arguments) as tree:
            made = environment(row, tree, arguments)
            only = () if arguments.whole or row["runner"] in WHOLE else touched_tests(row)
            verify = tool.Verify(arguments.binary, made.variables, made.in_trials, only)
            answer = verify.run(tree, row["base"], row["head"])
    except (projects.Unavailable, tool.Broken) as error:
        return record | {"error": str(error)[:600]}
    judgement = dataclasses.asdict(truth.judge(truth.Truth(row), answer))
    record |= {"verdict": answer.verdict, "seconds": round(answer.seconds, 2), "why": answer.why(), **judgement}
    return record | {"trials": answer.report.get("trials"), "backend": answer.report.get("tool", {}).get("backend")}


def line(record):
    """A record as a row of the table."""
    if "error" in record:
        return [record["id"], record["runner"], "no answer", "", "", "", "", "", record["error"][:160].replace("\n", " ")]
    return [
        record["id"], record["runner"], record["verdict"], f"{record['seconds']} s",
        f"{record['answered']}/{record['touched']}", len(record["missing"]), len(record["accusations"]),
        len(record["disagreements"]), ", ".join(record["expected"]),
    ]


def totals(records):
    """A table with one line a runner."""
    by_runner = collections.defaultdict(list)
    for record in records:
        by_runner[record["runner"]].append(record)
    for runner, all_of_it in sorted(by_runner.items()):
        some = [record for record in all_of_it if "error" not in record]
        answered, touched = (sum(record[key] for record in some) for key in ("answered", "touched"))
        unseen = sum(len(record["missing"]) for record in some)
        yield [
            runner, f"{len(some)}/{len(all_of_it)}", f"{answered}/{touched} ({percent(answered, touched)})", unseen,
            percent(answered, touched + unseen), sum(record["provisional"] for record in some),
            *(sum(len(record[key]) for record in some) for key in ("accusations", "disagreements", "missed")),
        ]


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def details(records):
    """What a person wants to look at, worst first."""
    kinds = [
        ("accusations", "FALSE ACCUSATION"), ("unverified", "accused, but not measured"), ("missed", "convicting row, but EARNED"),
        ("disagreements", "cell"), ("unanswered", "unanswered"), ("missing", "not seen"),
    ]
    for key, title in kinds:
        for record in records:
            for one in record.get(key, ())[:12]:
                yield f"{title}: {record['id']}: {one}"


def main():
    parser = tool.arguments(argparse.ArgumentParser(description=__doc__.splitlines()[0]))
    parser.add_argument("--corpus", required=True, help="the file of JSON lines")
    parser.add_argument("--runner", action="append", choices=RUNNERS, help="only rows of this runner (repeatable)")
    parser.add_argument("--id", action="append", help="only this row (repeatable)")
    parser.add_argument("--jobs", type=int, default=1, help="rows at a time")
    parser.add_argument("--whole", action="store_true", help="judge all test files, not only those that were measured")
    parser.add_argument("--keep", action="store_true", help="leave the working trees in the cache, to look into them")
    parser.add_argument("--out", help="the file of JSON lines to write")
    arguments = parser.parse_args()
    arguments.binary = tool.binary(arguments.binary)
    records = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for record in pool.map(lambda row: judge(row, arguments), rows(arguments)):
            records.append(record)
            print(*line(record)[:8], file=sys.stderr, flush=True)
    report(records, arguments.out)
    return 1 if any(record.get("accusations") for record in records) else 0


def report(records, out):
    head = ["id", "runner", "verdict", "time", "answered", "unseen", "false", "cells off", "truth"]
    print(tool.table(head, map(line, records)))
    print(*("", *details(records), ""), sep="\n")
    head = ["runner", "rows", "answered", "unseen", "with unseen", "provisional", "false accusations", "cells off", "missed"]
    print(tool.table(head, totals(records)))
    if out:
        Path(out).write_text("".join(json.dumps(record) + "\n" for record in records))


if __name__ == "__main__":
    sys.exit(main())
