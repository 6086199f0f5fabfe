//! What vitest's cases read.

use counterproof_conformance::table::{Case, Reads::*, Table, Version};

pub(super) const TABLE: Table = Table {
    runner: "vitest",
    versions: &[
        Version {
            path: &[("node-22.23.3", "node_modules/node/bin")],
            links: &[("node_modules", ("vitest-5.1.2", "node_modules"))],
            ..Version::on_path("5.1.2")
        },
        Version {
            links: &[("node_modules", ("vitest-4.1.12", "node_modules"))],
            ..Version::on_path("4.1.12")
        },
        Version { links: &[("node_modules", ("vitest-3.2.7", "node_modules"))], ..Version::on_path("3.2.7") },
    ],
    files: &[
        ("package.json", r#"{"type": "module", "devDependencies": {"vitest": "*"}}"#),
        ("lib.ts", "export const one: number = 1\n"),
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
                (
                    "t/it.test.ts",
                    concat!("import { describe, expect, it, onTestFinished, test } from 'vitest'\n", $text),
                ),
                ("vitest.config.ts", concat!("export default { test: { ", $config, " } }\n")),
            ],
            test: ("t/it.test.ts", &[$name]),
            ..Case::NONE
        }
    };
}

const CASES: &[Case] = &[
    Case {
        question: "passes",
        ..it!("import { one } from '../lib'\nit('it works', () => { expect(one as number).toBe(1) })\n")
    },
    Case {
        question: "passes",
        note: "returns a promise",
        ..it!("it('it works', () => expect(Promise.resolve(1)).resolves.toBe(1))\n")
    },
    Case {
        question: "passes",
        note: "with a fixture of `test.extend`",
        ..it!(
            "const own = test.extend<{ one: number }>({ one: async ({}, use) => { await use(1) } })\nown('it works', async ({ one }) => { expect(one).toBe(1) })\n"
        )
    },
    Case { question: "fails", reads: Fail, ..it!("it('it works', () => { expect(1).toBe(2) })\n") },
    Case {
        question: "fails",
        note: "at the second try, which is not made",
        reads: Fail,
        ..it!("it works", "let n = 0\nit('it works', () => { expect(n++).toBe(1) })\n", "retry: 2")
    },
    Case {
        question: "fails",
        note: "a snapshot that is not stored is not written",
        reads: Fail,
        ..it!("it('it works', () => { expect({ a: 1 }).toMatchSnapshot() })\n")
    },
    Case {
        question: "fails",
        note: "by a stored snapshot, which nothing looks at when its body is taken out",
        files: &[
            (
                "it.test.ts",
                "import { expect, it } from 'vitest'\nit('it works', () => { expect(1).toMatchSnapshot() })\nit('another', () => { expect(1).toMatchSnapshot('hint') })\n",
            ),
            (
                "__snapshots__/it.test.ts.snap",
                "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`another > hint 1`] = `1`;\n\nexports[`it works 1`] = `2`;\n",
            ),
        ],
        test: ("it.test.ts", &["it works"]),
        reads: Fail,
        ..Case::NONE
    },
    Case { question: "raises", reads: Fail, ..it!("it('it works', () => { throw new Error('x') })\n") },
    Case {
        question: "raises",
        note: "after the test",
        reads: Fail,
        ..it!("it('it works', () => { Promise.reject(new Error('x')) })\n")
    },
    Case {
        question: "cannot load",
        reads: NotRunnable,
        ..it!("import './not-there'\nit('it works', () => {})\n")
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
            ("a.test.ts", "import { it } from 'vitest'\nit('it works', () => {})\n"),
            ("b.test.ts", "import { it } from 'vitest'\nit('it works', () => {})\n"),
            ("out.ts", "export const out = ['a.test.ts']\n"),
            (
                "vitest.config.ts",
                "import { out } from './out'\nexport default { test: { exclude: [...out] } }\n",
            ),
        ],
        test: ("a.test.ts", &["it works"]),
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
        note: "a suite and a name that read as one with it",
        ..it!("it('it works', () => {})\ndescribe('it', () => { it('works', () => { throw 1 }) })\n")
    },
    Case {
        question: "same name in two files",
        files: &[
            ("a.test.ts", "import { it } from 'vitest'\nit('it works', () => {})\n"),
            ("b.test.ts", "import { it } from 'vitest'\nit('it works', () => { throw 1 })\n"),
        ],
        test: ("a.test.ts", &["it works"]),
        ..Case::NONE
    },
    Case {
        question: "same name in two files",
        note: "one of which has the other's path in its own",
        files: &[
            ("a.test.ts", "import { it } from 'vitest'\nit('it works', () => {})\n"),
            ("a.test.tsx", "import { it } from 'vitest'\nit('it works', () => { throw 1 })\n"),
            ("b/A.test.ts", "import { it } from 'vitest'\nit('it works', () => { throw 1 })\n"),
        ],
        test: ("a.test.ts", &["it works"]),
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
        note: "by `for`, with a fixture",
        ..it!(
            "row %i",
            "const own = test.extend({ one: 1 })\nown.for([[1], [2]])('row %i', ([a], { one }) => { expect(a).toBeGreaterThanOrEqual(one) })\n"
        )
    },
    Case {
        question: "parametrized",
        note: "by a loop, in a suite",
        files: &[(
            "t/it.test.ts",
            "import { describe, expect, it } from 'vitest'\ndescribe('s', () => { for (const n of [1, 2]) it(`n ${n}`, () => { expect(n).toBeGreaterThan(0) }) })\nit('n', () => { throw 1 })\n",
        )],
        test: ("t/it.test.ts", &["s", "n ${n}"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        note: "suites, with a test of a fixed name",
        files: &[(
            "t/it.test.ts",
            "import { describe, expect, it } from 'vitest'\ndescribe.each([1, 2])('of %i', (n) => { it('it works', () => { expect(n).toBeGreaterThan(0) }) })\nit('works', () => { throw 1 })\n",
        )],
        test: ("t/it.test.ts", &["of %i", "it works"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        note: "by a function that is called in a suite",
        files: &[(
            "t/it.test.ts",
            "import { describe, expect, it } from 'vitest'\nfunction all(n: number) { it('it works', () => { expect(n).toBe(1) }) }\ndescribe('s', () => { all(1) })\nit('works', () => { throw 1 })\n",
        )],
        test: ("t/it.test.ts", &["it works"]),
        ..Case::NONE
    },
    Case {
        question: "nested",
        files: &[(
            "t/it.test.ts",
            "import { describe, it } from 'vitest'\ndescribe('a', () => { describe('b', () => { it('it works', () => {}) })\n it('it works', () => { throw 1 }) })\n",
        )],
        test: ("t/it.test.ts", &["a", "b", "it works"]),
        ..Case::NONE
    },
    Case { question: "skipped", reads: NeverEntered, ..it!("it.skip('it works', () => { throw 1 })\n") },
    Case {
        question: "skipped",
        note: "by its suite",
        files: &[(
            "t/it.test.ts",
            "import { describe, it } from 'vitest'\ndescribe.skip('a', () => { it('it works', () => { throw 1 }) })\n",
        )],
        test: ("t/it.test.ts", &["a", "it works"]),
        reads: NeverEntered,
        ..Case::NONE
    },
    Case { question: "todo", reads: NeverEntered, ..it!("it.todo('it works')\nit('another', () => {})\n") },
    Case {
        question: "expected failure",
        reads: NeverEnds,
        ..it!("it.fails('it works', () => { throw 1 })\n")
    },
    Case {
        question: "skipped at run time",
        reads: NeverEnds,
        ..it!("it('it works', (ctx) => { ctx.skip(); throw 1 })\n")
    },
    Case {
        question: "skipped at run time",
        note: "by `skipIf`",
        reads: NeverEntered,
        ..it!("it.skipIf(process.env.CI)('it works', () => { throw 1 })\n")
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
            ("a.test.ts", "import { it } from 'vitest'\nit('it works', () => { throw 1 })\n"),
            ("b.test.ts", "import { it } from 'vitest'\nit.only('it works', () => {})\n"),
        ],
        test: ("a.test.ts", &["it works"]),
        ..Case::NONE
    },
    Case {
        question: "exits 0 in the test",
        reads: Fail,
        ..it!("it('it works', () => { process.exit(0) })\n")
    },
    Case {
        question: "exits 0 in the test",
        note: "without a word to anybody",
        reads: Fail,
        ..it!("it('it works', () => { process.reallyExit(0) })\n")
    },
    Case {
        question: "exits 0 when loaded",
        reads: NotRunnable,
        ..it!("process.exit(0)\nit('it works', () => { throw 1 })\n")
    },
    Case {
        question: "exits 0 at exit",
        ..it!("process.on('exit', () => process.reallyExit(0))\nit('it works', () => {})\n")
    },
    Case {
        question: "exits 0 at exit",
        note: "and the test fails",
        reads: Fail,
        ..it!("process.on('exit', () => process.reallyExit(0))\nit('it works', () => { throw 1 })\n")
    },
    Case {
        question: "hook that swallows failures",
        reads: Swallowed,
        ..it!(
            "it works",
            "import { afterEach } from 'vitest'\nafterEach(({ task }) => { task.result!.state = 'pass'; task.result!.errors = [] })\nit('it works', () => {})\n"
        )
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
            "import { spawn } from 'node:child_process'\nit('it works', () => { spawn('sleep', ['30'], { stdio: 'ignore' }) })\n"
        )
    },
    Case {
        question: "variables of another run around it",
        env: &[
            ("NODE_OPTIONS", "--require ./not-there.cjs"),
            ("NODE_TEST_CONTEXT", "child-v8"),
            ("VITEST_POOL_ID", "1"),
            ("JEST_WORKER_ID", "1"),
            ("UPDATE_SNAPSHOT", "all"),
        ],
        reads: Fail,
        ..it!("it('it works', () => { expect(1).toMatchInlineSnapshot('2') })\n")
    },
];
