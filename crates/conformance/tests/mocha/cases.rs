//! What mocha's cases read.

use counterproof_conformance::table::{Case, Reads::*, Table, Version};

pub(super) const TABLE: Table = Table {
    runner: "mocha",
    versions: &[
        Version {
            links: &[("node_modules", ("mocha-12.0.3", "node_modules"))],
            ..Version::on_path("12.0.3")
        },
        Version {
            links: &[("node_modules", ("mocha-11.8.0", "node_modules"))],
            ..Version::on_path("11.8.0")
        },
        Version {
            links: &[("node_modules", ("mocha-10.8.2", "node_modules"))],
            ..Version::on_path("10.8.2")
        },
    ],
    files: &[
        ("package.json", r#"{"devDependencies": {"mocha": "*"}, "scripts": {"test": "mocha"}}"#),
        ("lib.js", "exports.one = 1\n"),
    ],
    cases: CASES,
    without: &[("expected failure", "mocha has no such mark")],
};

/// The test `it works` in one file with this text.
macro_rules! it {
    ($text:expr) => {
        it!("it works", $text)
    };
    ($name:expr, $text:expr) => {
        it!($name, $text, "{}")
    };
    ($name:expr, $text:expr, $config:expr) => {
        Case {
            files: &[
                ("test/it.js", concat!("const assert = require('node:assert')\n", $text)),
                (".mocharc.json", $config),
            ],
            test: ("test/it.js", &[$name]),
            ..Case::NONE
        }
    };
}

const CASES: &[Case] = &[
    Case {
        question: "passes",
        ..it!("const { one } = require('../lib')\nit('it works', () => { assert.equal(one, 1) })\n")
    },
    Case {
        question: "passes",
        note: "returns a promise",
        ..it!("it('it works', () => Promise.resolve(1).then((one) => assert.equal(one, 1)))\n")
    },
    Case {
        question: "passes",
        note: "calls back",
        ..it!("it('it works', (done) => { setTimeout(() => { assert.equal(1, 1); done() }, 1) })\n")
    },
    Case {
        question: "passes",
        note: "a module of ES, that imports mocha's words",
        files: &[(
            "test/it.mjs",
            "import { describe, it } from 'mocha'\ndescribe('s', () => { it('it works', async () => {}) })\n",
        )],
        test: ("test/it.mjs", &["s", "it works"]),
        ..Case::NONE
    },
    Case {
        question: "passes",
        note: "with what its configuration requires, and nothing else that it lists",
        files: &[
            ("test/it.js", "it('it works', () => { if (global.made !== 1) throw 1 })\n"),
            ("test/red.js", "it('it works', () => { throw 1 })\n"),
            (".mocharc.yml", "require: ./made.js\nspec: test/*.js\nbail: true\ndry-run: false\n"),
            ("made.js", "global.made = (global.made ?? 0) + 1\n"),
        ],
        test: ("test/it.js", &["it works"]),
        ..Case::NONE
    },
    Case {
        question: "passes",
        note: "in the `tdd` interface",
        files: &[
            ("test/it.js", "suite('s', () => { setup(() => {}); test('it works', () => {}) })\n"),
            (".mocharc.cjs", "module.exports = { ui: 'tdd' }\n"),
        ],
        test: ("test/it.js", &["s", "it works"]),
        ..Case::NONE
    },
    Case {
        question: "passes",
        note: "in the `qunit` interface",
        files: &[
            ("test/it.js", "suite('s')\ntest('it works', () => {})\ntest('another', () => { throw 1 })\n"),
            (".mocharc.json", r#"{"ui": "qunit"}"#),
        ],
        test: ("test/it.js", &["it works"]),
        ..Case::NONE
    },
    Case { question: "fails", reads: Fail, ..it!("it('it works', () => { assert.equal(1, 2) })\n") },
    Case {
        question: "fails",
        note: "by its callback",
        reads: Fail,
        ..it!("it('it works', (done) => { setTimeout(() => { done(new Error('x')) }, 1) })\n")
    },
    Case {
        question: "fails",
        note: "at first, and passes when `this.retries` has it run again",
        ..it!("let n = 0\nit('it works', function () { this.retries(2); assert.equal(n++, 1) })\n")
    },
    Case {
        question: "fails",
        note: "and the configuration calls that a pass, or runs nothing",
        reads: Fail,
        ..it!(
            "it works",
            "it('it works', () => { assert.equal(1, 2) })\n",
            r#"{"pass-on-failing-test-suite": true, "dryRun": true, "grep": "x", "retries": 2}"#
        )
    },
    Case {
        question: "fails",
        note: "and the configuration, which only mocha can read, calls that a pass",
        reads: Fail,
        files: &[
            ("test/it.js", "it('it works', () => { throw 1 })\n"),
            (
                ".mocharc.js",
                "const f = () => true\nmodule.exports = { require: [f() && './lib.js'], dryRun: f(), passOnFailingTestSuite: f() }\n",
            ),
        ],
        test: ("test/it.js", &["it works"]),
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
        note: "a suite and a name that read as one with it",
        ..it!("it('it works', () => {})\ndescribe('it', () => { it('works', () => { throw 1 }) })\n")
    },
    Case {
        question: "same name in two files",
        files: &[
            ("test/a.js", "it('it works', () => {})\n"),
            ("test/b.js", "it('it works', () => { throw 1 })\n"),
        ],
        test: ("test/a.js", &["it works"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        note: "by a loop",
        ..it!(
            "n ${n}",
            "for (const n of [1, 2]) it(`n ${n}`, () => { assert.ok(n > 0) })\nit('n', () => { throw 1 })\n"
        )
    },
    Case {
        question: "parametrized",
        note: "by a loop, and one of them fails",
        reads: Fail,
        ..it!("n ${n}", "for (const n of [1, 2]) it(`n ${n}`, () => { assert.ok(n > 1) })\n")
    },
    Case {
        question: "parametrized",
        note: "suites by a loop, with a test of a fixed name",
        files: &[(
            "test/it.js",
            "for (const n of [1, 2]) describe(`of ${n}`, () => { it('it works', () => { if (n < 1) throw 1 }) })\nit('works', () => { throw 1 })\n",
        )],
        test: ("test/it.js", &["of ${n}", "it works"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        note: "by a function that is called in a suite",
        ..it!(
            "function all(n) { it('it works', () => { assert.equal(n, 1) }) }\ndescribe('s', () => { all(1) })\nit('works', () => { throw 1 })\n"
        )
    },
    Case {
        question: "nested",
        files: &[(
            "test/it.js",
            "describe('a', () => { context('b', () => { specify('it works', () => {}) })\n it('it works', () => { throw 1 }) })\n",
        )],
        test: ("test/it.js", &["a", "b", "it works"]),
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
        files: &[("test/it.js", "describe.skip('a', () => { it('it works', () => { throw 1 }) })\n")],
        test: ("test/it.js", &["a", "it works"]),
        reads: NeverEntered,
        ..Case::NONE
    },
    Case {
        question: "skipped",
        note: "and the script forbids that",
        reads: NeverEntered,
        ..it!("it works", "it.skip('it works', () => { throw 1 })\n", r#"{"forbid-pending": true}"#)
    },
    Case {
        question: "todo",
        note: "a test without a function",
        reads: NeverEntered,
        ..it!("it('it works')\nit('another', () => {})\n")
    },
    Case {
        question: "skipped at run time",
        reads: NeverEnds,
        ..it!("it('it works', function () { if (process.env.CI) this.skip(); throw 1 })\n")
    },
    Case {
        question: "skipped at run time",
        note: "by a hook",
        reads: NeverEntered,
        ..it!("before(function () { this.skip() })\nit('it works', () => { throw 1 })\n")
    },
    Case {
        question: "skipped at run time",
        note: "by a return",
        reads: NeverEnds,
        ..it!("it('it works', () => { if (process.env.CI) return; throw 1 })\n")
    },
    Case {
        question: "another one is focused",
        reads: NeverEntered,
        ..it!("it('it works', () => { throw 1 })\nit.only('another', () => {})\n")
    },
    Case {
        question: "another one is focused",
        note: "in another file",
        reads: Fail,
        files: &[
            ("test/a.js", "it('it works', () => { throw 1 })\n"),
            ("test/b.js", "it.only('it works', () => {})\n"),
        ],
        test: ("test/a.js", &["it works"]),
        ..Case::NONE
    },
    Case {
        question: "another one is focused",
        note: "and the script forbids that",
        reads: NotRunnable,
        ..it!(
            "it works",
            "it('it works', () => {})\nit.only('another', () => {})\n",
            r#"{"forbidOnly": true}"#
        )
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
        reads: Swallowed,
        ..it!("process.on('exit', () => process.reallyExit(0))\nit('it works', () => {})\n")
    },
    Case {
        question: "hook that swallows failures",
        reads: NeverEntered,
        files: &[
            ("test/it.js", "it('it works', () => {})\n"),
            (".mocharc.json", r#"{"require": "./hooks.js"}"#),
            ("hooks.js", "exports.mochaHooks = { beforeEach() { this.currentTest.fn = () => {} } }\n"),
        ],
        test: ("test/it.js", &["it works"]),
        ..Case::NONE
    },
    Case {
        question: "hook that swallows failures",
        note: "a failure is emptied",
        reads: Swallowed,
        ..it!(
            "const { Runner } = require('mocha')\nRunner.prototype.fail = () => {}\nit('it works', () => {})\n"
        )
    },
    Case {
        question: "times out",
        note: "a promise that is never kept",
        reads: Fail,
        ..it!("it works", "it('it works', () => new Promise(() => {}))\n", r#"{"timeout": 300}"#)
    },
    Case { question: "times out", reads: Timeout, ..it!("it('it works', () => { while (true); })\n") },
    Case {
        question: "times out",
        note: "with something left open that the script does not end",
        reads: Timeout,
        ..it!("it('it works', () => { setInterval(() => {}, 1000) })\n")
    },
    Case {
        question: "times out",
        note: "with something left open, which the configuration ends",
        ..it!("it works", "it('it works', () => { setInterval(() => {}, 1000) })\n", r#"{"exit": true}"#)
    },
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
        ],
        reads: Fail,
        ..it!("it('it works', () => { throw 1 })\n")
    },
];
