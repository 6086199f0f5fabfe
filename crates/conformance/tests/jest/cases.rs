//! What jest's cases read.

use counterproof_conformance::table::{Case, Reads::*, Table, Version};

pub(super) const TABLE: Table = Table {
    runner: "jest",
    versions: &[
        Version { links: &[("node_modules", ("jest-30.5.2", "node_modules"))], ..Version::on_path("30.5.2") },
        Version { links: &[("node_modules", ("jest-29.7.0", "node_modules"))], ..Version::on_path("29.7.0") },
    ],
    files: &[
        ("package.json", r#"{"devDependencies": {"jest": "*"}, "scripts": {"test": "jest"}}"#),
        ("lib.js", "exports.one = 1\n"),
    ],
    cases: CASES,
    without: &[],
};

/// The test `it works` in one file with this text.
macro_rules! it {
    ($text:expr) => {
        it!("it works", $text)
    };
    ($name:expr, $text:expr) => {
        it!($name, $text, "")
    };
    ($name:expr, $text:expr, $config:expr) => {
        Case {
            files: &[
                ("t/it.test.js", $text),
                ("jest.config.js", concat!("module.exports = { ", $config, " }\n")),
            ],
            test: ("t/it.test.js", &[$name]),
            ..Case::NONE
        }
    };
}

const CASES: &[Case] = &[
    Case {
        question: "passes",
        ..it!("const { one } = require('../lib')\nit('it works', () => { expect(one).toBe(1) })\n")
    },
    Case {
        question: "passes",
        note: "returns a promise",
        ..it!("it('it works', () => expect(Promise.resolve(1)).resolves.toBe(1))\n")
    },
    Case {
        question: "passes",
        note: "calls back",
        ..it!("it('it works', (done) => { setTimeout(() => { expect(1).toBe(1); done() }, 1) })\n")
    },
    Case { question: "fails", reads: Fail, ..it!("it('it works', () => { expect(1).toBe(2) })\n") },
    Case {
        question: "fails",
        note: "by its callback",
        reads: Fail,
        ..it!("it('it works', (done) => { setTimeout(() => { done(new Error('x')) }, 1) })\n")
    },
    Case {
        question: "fails",
        note: "at first, and passes when `jest.retryTimes` has it run again",
        ..it!("jest.retryTimes(2)\nlet n = 0\nit('it works', () => { expect(n++).toBe(1) })\n")
    },
    Case {
        question: "fails",
        note: "a snapshot that is not stored is not written",
        reads: Fail,
        ..it!("it('it works', () => { expect({ a: 1 }).toMatchSnapshot() })\n")
    },
    Case {
        question: "fails",
        note: "and the configuration calls that 0",
        reads: Fail,
        ..it!("it works", "it('it works', () => { expect(1).toBe(2) })\n", "testFailureExitCode: 0")
    },
    Case {
        question: "fails",
        note: "by a stored snapshot, which nothing looks at when its body is taken out",
        files: &[
            ("it.test.js", "it('it works', () => { expect(1).toMatchSnapshot() })\n"),
            (
                "__snapshots__/it.test.js.snap",
                "// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`it works 1`] = `2`;\n",
            ),
        ],
        test: ("it.test.js", &["it works"]),
        reads: Fail,
        ..Case::NONE
    },
    Case {
        question: "passes",
        note: "beside a test whose snapshot has a hint, which version 29 holds against the run",
        files: &[
            (
                "it.test.js",
                "it('it works', () => {})\nit('another', () => { expect(1).toMatchSnapshot('hint') })\n",
            ),
            (
                "__snapshots__/it.test.js.snap",
                "// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`another: hint 1`] = `1`;\n",
            ),
        ],
        test: ("it.test.js", &["it works"]),
        but: &[("29.7.0", NotRunnable)],
        ..Case::NONE
    },
    Case { question: "raises", reads: Fail, ..it!("it('it works', () => { throw new Error('x') })\n") },
    Case {
        question: "cannot load",
        reads: NotRunnable,
        ..it!("require('./not-there')\nit('it works', () => {})\n")
    },
    Case {
        question: "cannot load",
        note: "a syntax error",
        reads: NotRunnable,
        ..it!("it('it works', () => {})\n)]}\n")
    },
    Case { question: "selects nothing", reads: NotRunnable, ..it!("it('another', () => {})\n") },
    Case {
        question: "selects nothing",
        note: "the configuration leaves the file out",
        reads: NotRunnable,
        files: &[
            ("t/it.test.js", "it('it works', () => {})\n"),
            ("t/b.test.js", "it('it works', () => {})\n"),
            ("jest.config.js", "module.exports = { testPathIgnorePatterns: [['it', 'test'].join('.')] }\n"),
        ],
        test: ("t/it.test.js", &["it works"]),
        ..Case::NONE
    },
    Case {
        question: "name with every metacharacter",
        ..it!(
            "a (b) [c] {d} ^e$ *f* +? | \\ / ' \" ` é👍 -x --y\n z  > %s $a ",
            "it('a (b) [c] {d} ^e$ *f* +? | \\\\ / \\' \" ` é👍 -x --y\\n z  > %s $a ', () => {})\nit('a', () => { throw 1 })\n"
        )
    },
    Case {
        question: "same name twice in a file",
        ..it!("it('it works', () => {})\nit('it works', () => {})\n")
    },
    Case {
        question: "same name twice in a file",
        note: "and the other one fails, which is then made to pass",
        ..it!("it('it works', () => {})\nit('it works', () => { throw 1 })\n")
    },
    Case {
        question: "same name twice in a file",
        note: "in other case, which jest does not tell apart",
        ..it!("it('it works', () => {})\nit('It Works', () => { throw 1 })\n")
    },
    Case {
        question: "same name twice in a file",
        note: "a suite and a name that read as one with it",
        ..it!("it('it works', () => {})\ndescribe('it', () => { it('works', () => { throw 1 }) })\n")
    },
    Case {
        question: "same name in two files",
        files: &[
            ("a.test.js", "it('it works', () => {})\n"),
            ("a.test.jsx", "it('it works', () => { throw 1 })\n"),
            ("b/x-a.test.js", "it('it works', () => { throw 1 })\n"),
        ],
        test: ("a.test.js", &["it works"]),
        ..Case::NONE
    },
    Case {
        question: "same name in two files",
        note: "one of which is in a folder beside the other",
        files: &[
            ("a.test.js", "it('it works', () => {})\n"),
            ("b/a.test.js", "it('it works', () => { throw 1 })\n"),
            ("b/c/a.test.js", "it('it works', () => { throw 1 })\n"),
        ],
        test: ("a.test.js", &["it works"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        ..it!(
            "adds %i and %i",
            "it.each([[1, 2], [3, 4]])('adds %i and %i', (a, b) => { expect(a + 1).toBe(b) })\nit('adds', () => { throw 1 })\n"
        )
    },
    Case {
        question: "parametrized",
        note: "one of the rows fails",
        reads: Fail,
        ..it!(
            "is $a.b",
            "it.each([{ a: { b: 1 } }, { a: { b: 2 } }])('is $a.b', ({ a }) => { expect(a.b).toBe(1) })\n"
        )
    },
    Case {
        question: "parametrized",
        note: "by a table in a template",
        ..it!(
            "$a is $b",
            "it.each`\n a | b\n ${1} | ${1}\n`('$a is $b', ({ a, b }) => { expect(a).toBe(b) })\nit('is', () => { throw 1 })\n"
        )
    },
    Case {
        question: "parametrized",
        note: "with a callback behind the row",
        ..it!(
            "row %i",
            "it.concurrent.each([[1], [2]])('row %i', async (a) => { expect(a).toBeGreaterThan(0) })\nit.each([[1], [2]])('of %i', (a, done) => { expect(a).toBeGreaterThan(0); done() })\n"
        )
    },
    Case {
        question: "parametrized",
        note: "by a loop, in a suite",
        files: &[(
            "t/it.test.js",
            "describe('s', () => { for (const n of [1, 2]) it(`n ${n}`, () => { expect(n).toBeGreaterThan(0) }) })\nit('n', () => { throw 1 })\n",
        )],
        test: ("t/it.test.js", &["s", "n ${n}"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        note: "suites, with a test of a fixed name",
        files: &[(
            "t/it.test.js",
            "describe.each([1, 2])('of %i', (n) => { it('it works', () => { expect(n).toBeGreaterThan(0) }) })\nit('works', () => { throw 1 })\n",
        )],
        test: ("t/it.test.js", &["of %i", "it works"]),
        ..Case::NONE
    },
    Case {
        question: "nested",
        files: &[(
            "__tests__/it.js",
            "describe('a', () => { describe('b', () => { it('it works', () => {}) })\n it('it works', () => { throw 1 }) })\n",
        )],
        test: ("__tests__/it.js", &["a", "b", "it works"]),
        ..Case::NONE
    },
    Case { question: "skipped", reads: NeverEntered, ..it!("it.skip('it works', () => { throw 1 })\n") },
    Case {
        question: "skipped",
        note: "by an x",
        reads: NeverEntered,
        ..it!("xit('it works', () => { throw 1 })\n")
    },
    Case {
        question: "skipped",
        note: "by its suite",
        files: &[("t/it.test.js", "describe.skip('a', () => { it('it works', () => { throw 1 }) })\n")],
        test: ("t/it.test.js", &["a", "it works"]),
        reads: NeverEntered,
        ..Case::NONE
    },
    Case { question: "todo", reads: NeverEntered, ..it!("it.todo('it works')\nit('another', () => {})\n") },
    Case {
        question: "expected failure",
        reads: NeverEnds,
        ..it!("it.failing('it works', () => { throw 1 })\n")
    },
    Case {
        question: "skipped at run time",
        note: "by a return",
        reads: NeverEnds,
        ..it!("it('it works', () => { if (process.env.CI) return; throw 1 })\n")
    },
    Case {
        question: "skipped at run time",
        note: "by what the word stands for",
        reads: NeverEntered,
        ..it!("const its = process.env.CI ? it.skip : it\nits('it works', () => { throw 1 })\n")
    },
    Case {
        question: "another one is focused",
        reads: NeverEntered,
        ..it!("it('it works', () => { throw 1 })\nfit('another', () => {})\n")
    },
    Case {
        question: "another one is focused",
        note: "in another file",
        reads: Fail,
        files: &[
            ("a.test.js", "it('it works', () => { throw 1 })\n"),
            ("b.test.js", "it.only('it works', () => {})\n"),
        ],
        test: ("a.test.js", &["it works"]),
        ..Case::NONE
    },
    Case {
        question: "exits 0 in the test",
        reads: NeverEnds,
        ..it!("it('it works', () => { process.exit(0) })\n")
    },
    Case {
        question: "exits 0 in the test",
        note: "without a word to anybody",
        reads: NeverEnds,
        ..it!("it('it works', () => { process.reallyExit(0) })\n")
    },
    Case {
        question: "exits 0 when loaded",
        reads: NeverEntered,
        ..it!("process.exit(0)\nit('it works', () => { throw 1 })\n")
    },
    Case {
        question: "exits 0 at exit",
        ..it!("process.on('exit', () => process.reallyExit(0))\nit('it works', () => {})\n")
    },
    Case {
        question: "exits 0 at exit",
        note: "by the process itself",
        reads: Swallowed,
        ..it!(
            "const real = process.reallyExit.constructor('return process')()\nreal.on('exit', () => real.reallyExit(0))\nit('it works', () => {})\n"
        )
    },
    Case {
        question: "hook that swallows failures",
        files: &[
            ("jest.config.js", "module.exports = { testEnvironment: './environment.js' }\n"),
            (
                "environment.js",
                "const { TestEnvironment } = require('jest-environment-node')\nmodule.exports = class extends TestEnvironment {\n  handleTestEvent(event) { if (event.name === 'test_done') event.test.errors = [] }\n}\n",
            ),
            ("t/it.test.js", "it('it works', () => {})\n"),
        ],
        test: ("t/it.test.js", &["it works"]),
        reads: Swallowed,
        ..Case::NONE
    },
    Case {
        question: "times out",
        note: "a promise that is never kept",
        reads: Fail,
        ..it!("it works", "it('it works', () => new Promise(() => {}))\n", "testTimeout: 300")
    },
    Case { question: "times out", reads: Timeout, ..it!("it('it works', () => { while (true); })\n") },
    Case {
        question: "leaves a child behind",
        ..it!(
            "const { spawn } = require('node:child_process')\nit('it works', () => { spawn('sleep', ['30'], { stdio: 'ignore' }).unref() })\n"
        )
    },
    Case {
        question: "variables of another run around it",
        env: &[
            ("NODE_OPTIONS", "--require ./not-there.cjs"),
            ("NODE_TEST_CONTEXT", "child-v8"),
            ("VITEST_POOL_ID", "1"),
            ("JEST_WORKER_ID", "1"),
            ("CI", "false"),
        ],
        reads: Fail,
        ..it!("it('it works', () => { expect(1).toMatchSnapshot() })\n")
    },
];
