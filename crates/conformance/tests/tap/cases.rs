//! What node-tap's cases read.

use counterproof_conformance::table::{Case, Reads::*, Table, Version};

pub(super) const TABLE: Table = Table {
    runner: "tap",
    versions: &[
        Version { links: &[("node_modules", ("tap-21.8.0", "node_modules"))], ..Version::on_path("21.8.0") },
        Version { links: &[("node_modules", ("tap-18.8.0", "node_modules"))], ..Version::on_path("18.8.0") },
        Version {
            links: &[("node_modules", ("tap-16.3.10", "node_modules"))],
            ..Version::on_path("16.3.10")
        },
    ],
    files: &[
        ("package.json", r#"{"devDependencies": {"tap": "*"}, "scripts": {"test": "tap"}}"#),
        ("lib.js", "exports.one = 1\n"),
    ],
    cases: CASES,
    without: &[("expected failure", "node-tap has no such mark besides `todo`")],
};

/// The test `it works` in one file with this text.
macro_rules! it {
    ($text:expr) => {
        it!("it works", $text)
    };
    ($name:expr, $text:expr) => {
        Case {
            files: &[("test/it.js", concat!("const test = require('tap')\n", $text))],
            test: ("test/it.js", &[$name]),
            ..Case::NONE
        }
    };
}

const CASES: &[Case] = &[
    Case {
        question: "passes",
        ..it!(
            "const { one } = require('../lib')\ntest.test('it works', (t) => { t.equal(one, 1); t.end() })\n"
        )
    },
    Case {
        question: "passes",
        note: "by a plan",
        ..it!("test.test('it works', (t) => { t.plan(2); t.ok(1); setTimeout(() => t.ok(1), 1) })\n")
    },
    Case {
        question: "passes",
        note: "returns a promise",
        ..it!("test.test('it works', async (t) => { t.equal(await 1, 1) })\n")
    },
    Case {
        question: "passes",
        note: "ends later",
        ..it!("test.test('it works', (t) => { setTimeout(() => { t.ok(1); t.end() }, 1) })\n")
    },
    Case {
        question: "passes",
        note: "returns its end",
        ..it!("test.test('it works', (t) => { t.ok(1); return t.end() })\n")
    },
    Case { question: "passes", note: "is one expression", ..it!("test.test('it works', (t) => t.end())\n") },
    Case {
        question: "passes",
        note: "is a function written elsewhere",
        ..it!("const check = (t) => { t.ok(1); t.end() }\ntest.test('it works', check)\n")
    },
    Case {
        question: "passes",
        note: "a module of ES",
        files: &[(
            "test/it.mjs",
            "import test from 'tap'\ntest.test('it works', (t) => { t.ok(1); t.end() })\n",
        )],
        test: ("test/it.mjs", &["it works"]),
        ..Case::NONE
    },
    Case {
        question: "fails",
        reads: Fail,
        ..it!("test.test('it works', (t) => { t.equal(1, 2); t.end() })\n")
    },
    Case {
        question: "fails",
        note: "by a plan, later",
        reads: Fail,
        ..it!("test.test('it works', (t) => { t.plan(1); setTimeout(() => t.fail(), 1) })\n")
    },
    Case {
        question: "fails",
        note: "returns a promise",
        reads: Fail,
        ..it!("test.test('it works', async (t) => { t.equal(await 1, 2) })\n")
    },
    Case {
        question: "fails",
        note: "not as many assertions as planned",
        reads: Fail,
        ..it!("test.test('it works', (t) => { t.plan(2); t.ok(1); t.end() })\n")
    },
    Case {
        question: "fails",
        note: "never ends",
        reads: Fail,
        ..it!("test.test('it works', (t) => { t.ok(1) })\n")
    },
    Case {
        question: "fails",
        note: "ends twice",
        reads: Fail,
        ..it!("test.test('it works', (t) => { t.end(); t.end() })\n")
    },
    Case {
        question: "fails",
        note: "is a function written elsewhere",
        reads: Fail,
        ..it!("const check = (t) => { t.fail(); t.end() }\ntest.test('it works', check)\n")
    },
    Case {
        question: "raises",
        reads: Fail,
        ..it!("test.test('it works', (t) => { throw new Error('x') })\n")
    },
    Case {
        question: "raises",
        note: "behind its end",
        reads: Fail,
        ..it!("test.test('it works', (t) => { t.end(); throw new Error('x') })\n")
    },
    Case {
        question: "cannot load",
        reads: NotRunnable,
        ..it!("require('./not-there')\ntest.test('it works', (t) => { t.end() })\n")
    },
    Case {
        question: "cannot load",
        note: "a syntax error",
        reads: NotRunnable,
        ..it!("test.test('it works', (t) => { t.end() })\n)]}\n")
    },
    Case {
        question: "selects nothing",
        note: "the file has no such test to alter",
        reads: NotRunnable,
        ..it!("test.test('another', (t) => { t.fail(); t.end() })\n")
    },
    Case {
        question: "name with every metacharacter",
        ..it!(
            "a (b) [c] {d} ^e$ *f* +? | \\ / ' \" ` é👍 -x --y > %s $a",
            "test.test('a (b) [c] {d} ^e$ *f* +? | \\\\ / \\' \" ` é👍 -x --y > %s $a', (t) => { t.end() })\ntest.test('a', (t) => { t.fail(); t.end() })\n"
        )
    },
    Case {
        question: "same name twice in a file",
        ..it!("test.test('it works', (t) => { t.end() })\ntest.test('it works', (t) => { t.end() })\n")
    },
    Case {
        question: "same name twice in a file",
        note: "and the other one fails, which is then made to pass",
        ..it!(
            "test.test('it works', (t) => { t.end() })\ntest.test('it works', (t) => { t.fail(); t.end() })\n"
        )
    },
    Case {
        question: "same name in two files",
        files: &[
            ("test/a.js", "require('tap').test('it works', (t) => { t.end() })\n"),
            ("test/b.js", "require('tap').test('it works', (t) => { t.fail(); t.end() })\n"),
        ],
        test: ("test/a.js", &["it works"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        note: "by a loop",
        ..it!("n ${n}", "for (const n of [1, 2]) test.test(`n ${n}`, (t) => { t.ok(n > 0); t.end() })\n")
    },
    Case {
        question: "parametrized",
        note: "by a loop, and one of them fails",
        reads: Fail,
        ..it!("n ${n}", "for (const n of [1, 2]) test.test(`n ${n}`, (t) => { t.ok(n > 1); t.end() })\n")
    },
    Case {
        question: "nested",
        files: &[(
            "test/it.js",
            "const test = require('tap')\ntest.test('a', (t) => { t.test('it works', (st) => { st.ok(1); st.end() }); t.end() })\n",
        )],
        test: ("test/it.js", &["a", "it works"]),
        ..Case::NONE
    },
    Case {
        question: "nested",
        note: "and it fails",
        reads: Fail,
        files: &[(
            "test/it.js",
            "const test = require('tap')\ntest.test('a', (t) => { t.test('it works', (st) => { st.fail(); st.end() }); t.end() })\n",
        )],
        test: ("test/it.js", &["a", "it works"]),
        ..Case::NONE
    },
    Case {
        question: "nested",
        note: "and one inside of it fails",
        reads: Fail,
        files: &[(
            "test/it.js",
            "const test = require('tap')\ntest.test('a', (t) => { t.test('it works', (st) => { st.fail(); st.end() }); t.end() })\n",
        )],
        test: ("test/it.js", &["a"]),
        ..Case::NONE
    },
    Case {
        question: "nested",
        note: "and what is around it fails",
        reads: NotRunnable,
        files: &[(
            "test/it.js",
            "const test = require('tap')\ntest.test('a', (t) => { t.test('it works', (st) => { st.ok(1); st.end() }); t.fail(); t.end() })\n",
        )],
        test: ("test/it.js", &["a", "it works"]),
        ..Case::NONE
    },
    Case {
        question: "nested",
        note: "beside one that fails, which is not run",
        ..it!(
            "test.test('it works', (t) => { t.end() })\ntest.test('another', (t) => { t.fail(); t.end() })\n"
        )
    },
    Case {
        question: "skipped",
        reads: NeverEntered,
        ..it!("test.test('it works', { skip: true }, (t) => { t.fail(); t.end() })\n")
    },
    Case {
        question: "skipped",
        note: "by its word",
        reads: NeverEntered,
        ..it!("test.skip('it works', (t) => { t.fail(); t.end() })\n")
    },
    Case {
        question: "todo",
        reads: NeverEntered,
        ..it!("test.test('it works', { todo: true }, (t) => { t.fail(); t.end() })\n")
    },
    Case {
        question: "skipped at run time",
        note: "by a return",
        reads: NeverEnds,
        ..it!(
            "test.test('it works', (t) => { if (process.env.CI) { t.comment('not here'); return t.end() } t.fail(); t.end() })\n"
        )
    },
    Case {
        question: "skipped at run time",
        note: "by an option",
        reads: NeverEntered,
        ..it!(
            "test.test('it works', { skip: process.env.CI ? 'not here' : false }, (t) => { t.fail(); t.end() })\n"
        )
    },
    Case {
        question: "another one is focused",
        reads: Fail,
        ..it!(
            "test.test('it works', (t) => { t.fail(); t.end() })\ntest.only('another', (t) => { t.end() })\n"
        )
    },
    Case {
        question: "exits 0 in the test",
        reads: Fail,
        ..it!("test.test('it works', (t) => { process.exit(0) })\n")
    },
    Case {
        question: "exits 0 in the test",
        note: "without a word to anybody",
        reads: NeverEnds,
        but: &[("16.3.10", Fail)],
        ..it!("test.test('it works', (t) => { process.reallyExit(0) })\n")
    },
    Case {
        question: "exits 0 when loaded",
        reads: NeverEntered,
        ..it!("process.exit(0)\ntest.test('it works', (t) => { t.fail(); t.end() })\n")
    },
    Case {
        question: "exits 0 at exit",
        reads: Swallowed,
        but: &[("16.3.10", Pass)],
        ..it!("process.on('exit', () => process.reallyExit(0))\ntest.test('it works', (t) => { t.end() })\n")
    },
    Case {
        question: "hook that swallows failures",
        reads: Swallowed,
        ..it!(
            "process.on('exit', () => { process.exitCode = 0 })\nprocess.on('uncaughtException', () => {})\ntest.test('it works', (t) => { t.end() })\n"
        )
    },
    Case {
        question: "times out",
        reads: Timeout,
        ..it!("test.test('it works', (t) => { while (true); })\n")
    },
    Case {
        question: "times out",
        note: "of the test",
        reads: Fail,
        ..it!("test.test('it works', { timeout: 300 }, (t) => { setTimeout(() => t.end(), 2000) })\n")
    },
    Case {
        question: "leaves a child behind",
        ..it!(
            "const { spawn } = require('node:child_process')\ntest.test('it works', (t) => { spawn('sleep', ['30'], { stdio: 'ignore' }).unref(); t.end() })\n"
        )
    },
    Case {
        question: "variables of another run around it",
        env: &[
            ("NODE_OPTIONS", "--require ./not-there.cjs"),
            ("NODE_TEST_CONTEXT", "child-v8"),
            ("TAP_GREP", "/another/"),
            ("TAP_ONLY", "1"),
            ("TAP_SNAPSHOT", "1"),
        ],
        reads: Fail,
        ..it!("test.test('it works', (t) => { t.fail(); t.end() })\n")
    },
];
