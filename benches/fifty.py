"""What fifty changed tests cost, all controls included, against fifty bare processes that run one of them each:
`python3 benches/fifty.py`. Both are CPU times of the same minute on the same machine; the ratio is what counts.

Twenty-five of the tests are new and twenty-five have another body than before; the code was repaired. Runners come from
where `scripts/test.sh` puts them.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from run import TOP, Run, commit, write

TOOLS = Path(os.environ.get("COUNTERPROOF_TOOLS") or TOP / "target" / "test-tools")
COUNT = 50


@dataclass
class Project:
    """A runner's project: files before and after the change, the bare command of one test, and how it is made ready."""

    budget: float
    before: dict
    after: dict
    bare: list
    links: dict = field(default_factory=dict)
    warm: list = field(default_factory=list)


def tests(one, old, new):
    """The tests before the change, and after it: the first half is edited, the second is new."""
    half = COUNT // 2
    return "".join(one(number, old) for number in range(half)), "".join(one(number, new) for number in range(COUNT))


def pytest():
    def one(number, check):
        return f"def test_{number}():\n    assert {check}\n\n"

    old, new = tests(one, "twice(0) == 0", "twice(2) == 4")
    head = "from lib import twice\n\n"
    return Project(
        1.0,
        {"pytest.ini": "[pytest]\n", "lib.py": "def twice(x): return x\n", "test_it.py": head + old},
        {"lib.py": "def twice(x): return 2 * x\n", "test_it.py": head + new},
        ["python3", "-m", "pytest", "-q", "test_it.py::test_{}"],
    )


def node():
    def one(number, check):
        return f"test('it {number} ', () => {{ {check} }})\n"

    old, new = tests(one, "assert.equal(twice(0), 0)", "assert.equal(twice(2), 4)")
    head = "import test from 'node:test'\nimport assert from 'node:assert'\nimport { twice } from './lib.mjs'\n"
    return Project(
        1.0,
        {"package.json": '{"scripts":{"test":"node --test"}}', "lib.mjs": "export const twice = x => x\n", "it.test.mjs": head + old},
        {"lib.mjs": "export const twice = x => 2 * x\n", "it.test.mjs": head + new},
        ["node", "--test", "--test-name-pattern=^it {} $", "it.test.mjs"],
    )


def cargo():
    def one(number, check):
        return f"#[test]\nfn it_{number}() {{ {check} }}\n"

    old, new = tests(one, "assert_eq!(it::twice(0), 0)", "assert_eq!(it::twice(2), 4)")
    manifest = '[package]\nname = "it"\nversion = "0.1.0"\nedition = "2021"\n'
    return Project(
        0.5,
        {"Cargo.toml": manifest, ".gitignore": "target\n", "src/lib.rs": "pub fn twice(x: u32) -> u32 { x }\n", "tests/it.rs": old},
        {"src/lib.rs": "pub fn twice(x: u32) -> u32 { 2 * x }\n", "tests/it.rs": new},
        ["cargo", "test", "-q", "--offline", "--test", "it", "--", "--exact", "it_{}"],
        warm=["cargo", "test", "-q", "--offline", "--no-run"],
    )


def vitest():
    def one(number, check):
        return f"test('it {number} ', () => {{ {check} }})\n"

    old, new = tests(one, "expect(twice(0)).toBe(0)", "expect(twice(2)).toBe(4)")
    head = "import { expect, test } from 'vitest'\nimport { twice } from './lib.mjs'\n"
    return Project(
        1.0,
        {"package.json": '{"devDependencies":{"vitest":"*"}}', ".gitignore": "node_modules\n", "lib.mjs": "export const twice = x => x\n", "it.test.mjs": head + old},
        {"lib.mjs": "export const twice = x => 2 * x\n", "it.test.mjs": head + new},
        ["node", "node_modules/vitest/vitest.mjs", "run", "it.test.mjs", "-t", "^it {} $"],
        links={"node_modules": "vitest-4.1.12/node_modules"},
    )


def jest():
    def one(number, check):
        return f"test('it {number} ', () => {{ {check} }})\n"

    old, new = tests(one, "expect(twice(0)).toBe(0)", "expect(twice(2)).toBe(4)")
    head = "const { twice } = require('./lib')\n"
    return Project(
        1.0,
        {"package.json": '{"devDependencies":{"jest":"*"}}', ".gitignore": "node_modules\n", "lib.js": "exports.twice = x => x\n", "it.test.js": head + old},
        {"lib.js": "exports.twice = x => 2 * x\n", "it.test.js": head + new},
        ["node", "node_modules/jest/bin/jest.js", "--runTestsByPath", "it.test.js", "-t", "^it {} $"],
        links={"node_modules": "jest-30.5.2/node_modules"},
    )


def go():
    def one(number, check):
        return f"func TestIt{number}(t *testing.T) {{\n\tif {check} {{\n\t\tt.Fatal()\n\t}}\n}}\n"

    old, new = tests(one, "Twice(0) != 0", "Twice(2) != 4")
    head = 'package it\n\nimport "testing"\n\n'
    code = "package it\n\nfunc Twice(x int) int { return x }\n"
    return Project(
        0.5,
        {"go.mod": "module it\n\ngo 1.21\n", "it.go": code, "it_test.go": head + old},
        {"it.go": code.replace("return x", "return 2 * x"), "it_test.go": head + new},
        ["go", "test", "-count=1", "-vet=off", "-run", "^TestIt{}$", "."],
    )


def phpunit():
    def one(number, check):
        return f"    public function testIt{number}(): void {{ $this->assertSame({check}); }}\n"

    old, new = tests(one, "0, twice(0)", "4, twice(2)")
    head = "<?php\nrequire_once __DIR__ . '/../lib.php';\nfinal class ItTest extends PHPUnit\\Framework\\TestCase\n{\n"
    return Project(
        0.5,
        {"phpunit.xml": "<phpunit><testsuites><testsuite name='it'><directory>tests</directory></testsuite></testsuites></phpunit>",
         "lib.php": "<?php\nfunction twice($x) { return $x; }\n", "tests/ItTest.php": f"{head}{old}}}\n"},
        {"lib.php": "<?php\nfunction twice($x) { return 2 * $x; }\n", "tests/ItTest.php": f"{head}{new}}}\n"},
        ["phpunit", "--filter", "/::testIt{}$/", "tests/ItTest.php"],
    )


PROJECTS = {
    "pytest": pytest, "node": node, "vitest": vitest, "jest": jest, "go": go, "cargo": cargo, "phpunit": phpunit,
}


def measure(project, binary):
    """CPU seconds of the fifty bare processes and of one verification, and the report of the latter."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        top = Path(folder)
        write(top, project.before)
        for at, to in project.links.items():
            (top / at).symlink_to(TOOLS / to)
        commit(top)
        write(top, project.after)
        if project.warm:
            subprocess.run(project.warm, cwd=top, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        bare = [bare_cpu(project, number, top) for number in range(COUNT)]
        run = Run([str(binary), "verify", "--base", "HEAD", "--format", "json"], top)
        return sum(bare), run.cpu, run.report()


def bare_cpu(project, number, top):
    run = Run([word.replace("{}", str(number)) for word in project.bare], top)
    if run.code != 0:
        raise SystemExit(f"the bare runner failed: {project.bare}")
    return run.cpu


def line(name, project, results):
    """The runner's row, by the medians; raises if the verification did not answer what it should."""
    for _, _, report in results:
        alibis = sum(test["verdict"] == "alibi" for test in report["tests"])
        if (report["verdict"], alibis) != ("EARNED", COUNT):
            raise SystemExit(f"{name}: {report['verdict']} with {alibis} alibis: {report['reasons']}")
    bare, ours = (statistics.median(result[at] for result in results) for at in (0, 1))
    trials = results[0][2]["trials"]["run"]
    return f"| {name} | {bare:.2f} s | {ours:.2f} s | {trials} | {ours / bare:.2f} | {project.budget} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default=TOP / "target" / "release" / "counterproof", type=Path)
    parser.add_argument("--runner", choices=PROJECTS, action="append")
    parser.add_argument("--repetitions", type=int, default=3)
    arguments = parser.parse_args()
    if not shutil.which(arguments.binary):
        raise SystemExit(f"{arguments.binary} is not there: cargo build --release")
    print("| runner | 50 bare processes | 50 changed tests verified | trials | ratio | budget |\n|---|---|---|---|---|---|")
    for name in arguments.runner or PROJECTS:
        project = PROJECTS[name]()
        results = [measure(project, arguments.binary.resolve()) for _ in range(arguments.repetitions)]
        print(line(name, project, results), flush=True)


if __name__ == "__main__":
    sys.exit(main())
