"""Small projects of our own, and what somebody writes over one: a row of the table for each."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import projects
import tool

PYTHON = {
    "shop.py": "def total(prices):\n    return sum(prices)\n\n\ndef count(prices):\n    return len(prices)\n",
    "test_shop.py": """\
from shop import count, total


def test_total():
    assert total([1, 2]) == 3


def test_nothing():
    assert total([]) == 0


def test_count():
    assert count([1, 2]) == 2
""",
}
NODE = {
    "package.json": '{"name": "shop", "version": "1.0.0", "scripts": {"test": "node --test"}}\n',
    "shop.js": """\
exports.total = prices => prices.reduce((sum, price) => sum + price, 0);
exports.count = prices => prices.length;
""",
    "shop.test.js": """\
const assert = require('node:assert');
const { test } = require('node:test');
const { count, total } = require('./shop.js');

test('total', () => {
  assert.strictEqual(total([1, 2]), 3);
});

test('count', () => {
  assert.strictEqual(count([1, 2]), 2);
});
""",
}
RUST = {
    "Cargo.toml": '[package]\nname = "shop"\nversion = "1.0.0"\nedition = "2021"\n\n[lib]\npath = "shop.rs"\n',
    "Cargo.lock": '# This file is generated.\nversion = 4\n\n[[package]]\nname = "shop"\nversion = "1.0.0"\n',
    ".gitignore": "target\n",
    "shop.rs": """\
pub fn total(prices: &[i32]) -> i32 {
    prices.iter().sum()
}

pub fn count(prices: &[i32]) -> usize {
    prices.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals() {
        assert_eq!(total(&[1, 2]), 3);
    }

    #[test]
    fn counts() {
        assert_eq!(count(&[1, 2]), 2);
    }
}
""",
}


@dataclass(frozen=True)
class Change:
    """What is written over a project (`None` deletes), and the verdicts that are right about it."""

    name: str
    project: dict
    files: dict
    right: tuple


def edited(project, file, *replacements):
    """A file of the project with each (old, new) replaced; all of them must be there once."""
    text = project[file]
    for old, new in replacements:
        if text.count(old) != 1:
            raise ValueError(f"{file} has not exactly one {old!r}")
        text = text.replace(old, new)
    return {file: text}


def attempt(change, kind, arguments):
    """A row of the table, and whether the verdict is a right one."""
    environment = projects.python_environment(arguments.cache, (projects.PYTEST,))
    with tempfile.TemporaryDirectory(prefix=f"{kind}-") as folder:
        tree = Path(folder)
        projects.git(tree, "init", "--quiet", "--initial-branch=main")
        lay(tree, change.project)
        projects.commit_all(tree, "A shop")
        lay(tree, change.files)
        answer = tool.Verify(arguments.binary, environment.variables).run(tree, base="HEAD")
    row = [kind, change.name, " or ".join(change.right), answer.verdict, f"{answer.seconds:.1f} s", "", answer.why()]
    return row, answer.verdict in change.right


def lay(tree, files):
    for path, text in files.items():
        if text is None:
            (tree / path).unlink()
            continue
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_text(text)
