//! What the cases of Node's own runner read.

use counterproof_conformance::table::{Case, Reads::*, Table, Version};

pub(super) const TABLE: Table = Table {
    runner: "node",
    versions: &[
        Version { path: &[("node-20.20.2", "node_modules/node/bin")], ..Version::on_path("20.20.2") },
        Version { path: &[("node-22.23.3", "node_modules/node/bin")], ..Version::on_path("22.23.3") },
        Version { path: &[("node-24.21.0", "node_modules/node/bin")], ..Version::on_path("24.21.0") },
    ],
    files: &[("lib.mjs", "export const one = 1;\n")],
    cases: CASES,
    without: &[],
};

/// The test `it` in one file with this text behind the imports.
macro_rules! it {
    ($text:expr) => {
        Case {
            files: &[(
                "t/it.test.mjs",
                concat!(
                    "import test, { describe } from 'node:test';\nimport assert from 'node:assert';\n",
                    $text
                ),
            )],
            test: ("t/it.test.mjs", &["it"]),
            ..Case::NONE
        }
    };
}

const CASES: &[Case] = &[
    Case {
        question: "passes",
        ..it!("import { one } from '../lib.mjs';\ntest('it', () => { assert.equal(one, 1); });\n")
    },
    Case {
        question: "passes",
        note: "and calls back",
        ..it!("test('it', (t, done) => { setTimeout(done, 1); });\n")
    },
    Case {
        question: "fails",
        reads: Fail,
        ..it!("import { one } from '../lib.mjs';\ntest('it', () => { assert.equal(one, 2); });\n")
    },
    Case {
        question: "fails",
        note: "in a subtest",
        reads: Fail,
        ..it!("test('it', async (t) => { await t.test('sub', () => { assert.ok(false); }); });\n")
    },
    Case { question: "raises", reads: Fail, ..it!("test('it', () => { throw new Error('x'); });\n") },
    Case {
        question: "raises",
        note: "rejects",
        reads: Fail,
        ..it!("test('it', async () => { throw 1; });\n")
    },
    Case {
        question: "raises",
        note: "when it has ended",
        reads: Fail,
        ..it!("test('it', () => { setTimeout(() => { throw 1; }, 1); });\n")
    },
    Case {
        question: "cannot load",
        reads: NotRunnable,
        ..it!("import './not-there.mjs';\ntest('it', () => {});\n")
    },
    Case {
        question: "cannot load",
        note: "its `before` fails",
        reads: NotRunnable,
        files: &[(
            "t/it.test.mjs",
            "import test, { before, describe } from 'node:test';\ndescribe('a', () => { before(() => { throw 1; }); test('it', () => {}); });\n",
        )],
        test: ("t/it.test.mjs", &["a", "it"]),
        ..Case::NONE
    },
    Case {
        question: "selects nothing",
        note: "it is never registered",
        reads: NeverEntered,
        ..it!("if (process.env.NO) test('it', () => {});\n")
    },
    Case {
        question: "name with every metacharacter",
        files: &[(
            "t/it.test.mjs",
            "import test from 'node:test';\ntest('a (b) [c] {d} ^e$ *f* +? | \\\\ / \\' \" ` :: é -x', () => {});\ntest('a (b) [c] {d} ^e$ *f* +? | \\\\ / \\' \" ` :: é -x y', () => { throw 1; });\n",
        )],
        test: ("t/it.test.mjs", &["a (b) [c] {d} ^e$ *f* +? | \\ / ' \" ` :: é -x"]),
        ..Case::NONE
    },
    Case {
        question: "name with every metacharacter",
        note: "in the name of the file, which later versions would take for a pattern",
        files: &[(
            "t/(g) [id] {x,y} a*b !(n) it's $x #h.test.mjs",
            "import test from 'node:test';\ntest('it', () => {});\n",
        )],
        test: ("t/(g) [id] {x,y} a*b !(n) it's $x #h.test.mjs", &["it"]),
        ..Case::NONE
    },
    Case { question: "same name twice in a file", ..it!("test('it', () => {});\ntest('it', () => {});\n") },
    Case {
        question: "same name twice in a file",
        note: "and the other one fails: it is made to pass",
        ..it!("test('it', () => {});\ntest('it', () => { throw 1; });\n")
    },
    Case {
        question: "same name twice in a file",
        note: "in two suites, and the other one fails: it is made to pass",
        files: &[(
            "t/it.test.mjs",
            "import test, { describe } from 'node:test';\ndescribe('a', () => { test('it', () => {}); });\ndescribe('b', () => { test('it', () => { throw 1; }); });\n",
        )],
        test: ("t/it.test.mjs", &["a", "it"]),
        ..Case::NONE
    },
    Case {
        question: "same name twice in a file",
        note: "the full name of one is the other's own, and that one fails",
        but: &[("22.23.3", NotRunnable), ("24.21.0", NotRunnable)],
        files: &[(
            "t/it.test.mjs",
            "import test, { describe } from 'node:test';\ndescribe('a', () => { test('it', () => { throw 1; }); });\ntest('a it', () => {});\n",
        )],
        test: ("t/it.test.mjs", &["a it"]),
        ..Case::NONE
    },
    Case {
        question: "same name in two files",
        note: "and the other one fails",
        files: &[
            ("t/it.test.mjs", "import test from 'node:test';\ntest('it', () => {});\n"),
            ("t/it.test.mjsx.mjs", "import test from 'node:test';\ntest('it', () => { throw 1; });\n"),
        ],
        test: ("t/it.test.mjs", &["it"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        note: "in a loop",
        files: &[(
            "t/it.test.mjs",
            "import test from 'node:test';\nfor (const n of [1, 2]) test(`n ${n}`, () => { if (!n) throw 1; });\n",
        )],
        test: ("t/it.test.mjs", &["n ${n}"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        note: "in a loop, and one of them fails",
        files: &[(
            "t/it.test.mjs",
            "import test from 'node:test';\nfor (const n of [1, 2]) test(`n ${n}`, () => { if (n > 1) throw 1; });\n",
        )],
        test: ("t/it.test.mjs", &["n ${n}"]),
        reads: Fail,
        ..Case::NONE
    },
    Case {
        question: "nested",
        files: &[(
            "t/it.test.mjs",
            "import test, { describe } from 'node:test';\ndescribe('a', () => { describe('b', () => { test('it', () => {}); }); test('not it', () => { throw 1; }); });\n",
        )],
        test: ("t/it.test.mjs", &["a", "b", "it"]),
        ..Case::NONE
    },
    Case {
        question: "skipped",
        reads: NeverEntered,
        ..it!("test('it', { skip: true }, () => { throw 1; });\n")
    },
    Case {
        question: "todo",
        note: "that fails",
        reads: NeverEnds,
        ..it!("test.todo('it', () => { throw 1; });\n")
    },
    Case { question: "todo", note: "that passes", reads: Swallowed, ..it!("test.todo('it', () => {});\n") },
    Case {
        question: "expected failure",
        note: "known since 24",
        reads: Fail,
        but: &[("24.21.0", NeverEnds)],
        ..it!("test('it', { expectFailure: true }, () => { throw 1; });\n")
    },
    Case {
        question: "skipped at run time",
        note: "and returns",
        reads: NeverEnds,
        ..it!("test('it', (t) => {\n    if (!process.env.NO) { t.skip(); return; }\n    throw 1;\n});\n")
    },
    Case {
        question: "skipped at run time",
        note: "and goes on",
        reads: Swallowed,
        but: &[("20.20.2", Pass)],
        ..it!("test('it', (t) => {\n    t.skip();\n    assert.ok(true);\n});\n")
    },
    Case {
        question: "another one is focused",
        but: &[("24.21.0", NeverEntered)],
        ..it!("test('it', () => {});\ntest.only('other', () => { throw 1; });\n")
    },
    Case {
        question: "exits 0 in the test",
        reads: NeverEnds,
        ..it!("test('it', () => { process.exit(0); });\n")
    },
    Case {
        question: "exits 0 when loaded",
        reads: NeverEntered,
        ..it!("process.exit(0);\ntest('it', () => { throw 1; });\n")
    },
    Case {
        question: "exits 0 at exit",
        reads: Swallowed,
        ..it!("process.on('exit', () => { process.exitCode = 0; });\ntest('it', () => {});\n")
    },
    Case {
        question: "hook that swallows failures",
        note: "a set-up file of the package's script",
        reads: Swallowed,
        files: &[
            ("package.json", r#"{"scripts": {"test": "node --import ./setup.mjs --test"}}"#),
            ("setup.mjs", "process.on('exit', () => process.reallyExit(0));\n"),
            ("t/it.test.mjs", "import test from 'node:test';\ntest('it', () => {});\n"),
        ],
        test: ("t/it.test.mjs", &["it"]),
        ..Case::NONE
    },
    Case { question: "times out", reads: Timeout, ..it!("test('it', () => { for (;;); });\n") },
    Case {
        question: "times out",
        note: "a promise that never settles",
        reads: Fail,
        but: &[("24.21.0", Timeout)],
        ..it!("test('it', async () => { await new Promise(() => {}); });\n")
    },
    Case {
        question: "leaves a child behind",
        ..it!(
            "import { spawn } from 'node:child_process';\ntest('it', () => { spawn('sleep', ['30'], { stdio: 'ignore' }).unref(); });\n"
        )
    },
    Case {
        question: "variables of another run around it",
        env: &[
            ("NODE_TEST_CONTEXT", "child-v8"),
            ("NODE_OPTIONS", "--test-only"),
            ("NODE_V8_COVERAGE", "coverage"),
            ("PYTEST_ADDOPTS", "--collect-only"),
        ],
        reads: Fail,
        ..it!("test('it', () => { throw 1; });\n")
    },
];
