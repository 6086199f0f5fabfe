//! `node --test` as it is installed. `COUNTERPROOF_NODES` may name several programs, parted by `:`.

use counterproof_conformance::{Toy, assert_exits, programs};

const MAIN: &str = r#"
import test, { describe, it } from 'node:test';
import assert from 'node:assert';
test('passes', () => {});
test('fails', () => assert.ok(false));
test('raises', () => { throw new Error('x'); });
test('rejects', async () => { throw new Error('x'); });
test('ends the process', () => process.reallyExit(97));
test('exits zero', () => process.exit(0));
test('skipped', { skip: true }, () => process.reallyExit(97));
test('skips itself', (t) => t.skip());
test.todo('todo that fails', () => assert.ok(false));
test('twice', () => {});
test('twice', () => assert.ok(false));
test('prefix', () => {});
test('prefix longer', () => assert.ok(false));
test('Prefix', () => assert.ok(false));
describe('suite', () => {
  it('in a suite', () => {});
  it('in a suite, fails', () => assert.ok(false));
  describe('inner', () => { it('nested', () => process.reallyExit(97)); });
});
describe('one', () => it('same leaf', () => {}));
describe('two', () => it('same leaf', () => assert.ok(false)));
test('has subtests', async (t) => { await t.test('sub', () => assert.ok(false)); });
describe('made', () => { for (const n of [1, 2]) it(`n ${n}`, () => assert.equal(n, 1)); });
"#;

fn on_every_node(files: &[(&str, &str)], check: impl Fn(&Toy)) {
    for node in programs("COUNTERPROOF_NODES", "node") {
        check(&Toy::new(files).configured(&format!("[runner.node]\nprogram = '{node}'")));
    }
}

#[test]
fn one_test_has_the_exit_status_of_its_outcome() {
    on_every_node(&[("t/main.test.mjs", MAIN)], |toy| {
        assert_exits(
            toy,
            "node",
            "t/main.test.mjs",
            &[
                ("passes", &["passes"], 0),
                ("fails", &["fails"], 1),
                ("raises", &["raises"], 1),
                ("rejects", &["rejects"], 1),
                ("ends the process", &["ends the process"], 97),
                ("ends the process with 0, which calibration must find", &["exits zero"], 0),
                ("is not there, which calibration must find", &["zzz"], 0),
                ("is skipped", &["skipped"], 0),
                ("skips itself", &["skips itself"], 0),
                ("a todo that fails", &["todo that fails"], 0),
                ("same name twice: both", &["twice"], 1),
                ("not the one it is the start of, nor the one in other case", &["prefix"], 0),
                ("in a suite", &["suite", "in a suite"], 0),
                ("in a suite, fails", &["suite", "in a suite, fails"], 1),
                ("nested", &["suite", "inner", "nested"], 97),
                ("same leaf in two suites: both", &["one", "same leaf"], 1),
            ],
        );
    });
}

#[test]
fn a_test_that_has_no_selector_is_asked_with_its_group() {
    on_every_node(&[("main.test.mjs", MAIN)], |toy| {
        assert_eq!(toy.test("node", "main.test.mjs", &["has subtests"]), 1);
        assert_eq!(toy.dynamic_test("node", "main.test.mjs", &["has subtests", "sub"]), 1);
        assert_eq!(toy.dynamic_test("node", "main.test.mjs", &["made", "n ${n}"]), 1);
        assert_eq!(toy.dynamic_test("node", "main.test.mjs", &["suite", "made"]), 97);
    });
}

#[test]
fn odd_names_select_themselves_alone() {
    let names = [
        "adds \"two\" (a+b) [x] $1 ^y *",
        "it's `a`",
        "a|b",
        ".*",
        "$",
        "^",
        "/x/i",
        "--flag",
        "-x",
        "a\\b",
        "a\nb",
        "a\tb",
        " padded ",
        "two  spaces",
        "é e\u{301}",
        "🙂",
        "__proto__",
        "{x,y}",
        "100%",
        "\u{a0}",
        "#1",
        "a/b",
    ];
    let test = |name: &&str| format!("test({name:?}, () => process.reallyExit(97));\n");
    let source = "import test from 'node:test';\ntest('other', () => process.exit(3));\n".to_owned()
        + &names.iter().map(test).collect::<String>();
    on_every_node(&[("x.mjs", &source)], |toy| {
        for name in names {
            assert_eq!(toy.test("node", "x.mjs", &[name]), 97, "{name:?}");
        }
    });
}

#[test]
fn odd_file_names_are_asked_exactly_alone_and_in_the_suite() {
    let green = "import test from 'node:test';\ntest('x', () => {});";
    let red = "import test from 'node:test';\ntest('x', () => { throw 1; });";
    for path in [
        "(g)/[id]/a.test.mjs",
        "[...slug].test.mjs",
        "{x,y}.test.mjs",
        "a*b.mjs",
        "!(n).mjs",
        "a b.mjs",
        "it's.mjs",
        "-x.mjs",
        "#h.mjs",
        "q?.mjs",
    ] {
        for (source, exit) in [(green, 0), (red, 1)] {
            on_every_node(&[(path, source), ("ok.test.mjs", green)], |toy| {
                assert_eq!(toy.test("node", path, &["x"]), exit, "{path}");
                assert_eq!(toy.file("node", path), exit, "{path}");
                assert_eq!(toy.suite("node", path), exit, "{path}");
            });
        }
    }
}

#[test]
fn a_file_that_cannot_load_is_red_for_test_file_and_suite() {
    let source = "import test from 'node:test';\nimport { x } from './not-there.mjs';\ntest('x', () => x);";
    on_every_node(&[("x.mjs", source)], |toy| {
        assert_eq!(toy.test("node", "x.mjs", &["x"]), 1);
        assert_eq!(toy.file("node", "x.mjs"), 1);
        assert_eq!(toy.suite("node", "x.mjs"), 1);
    });
}

#[test]
fn the_packages_own_flags_are_used_from_its_folder() {
    let files = [
        (
            "a/package.json",
            r#"{"type": "module", "scripts": {"test": "MODE=x node --import ./setup.js --test --test-reporter=spec"}}"#,
        ),
        ("a/setup.js", "globalThis.ready = process.env.MODE;"),
        (
            "a/t/x.test.js",
            "import test from 'node:test';\ntest('x', () => { if (globalThis.ready !== 'x') throw 1; });",
        ),
        (
            "a/t/[y].test.js",
            "import test from 'node:test';\ntest('x', () => { if (globalThis.ready !== 'x') throw 1; });",
        ),
    ];
    for files in [&files[..3], &files[..]] {
        on_every_node(files, |toy| {
            assert_eq!(toy.test("node", "a/t/x.test.js", &["x"]), 0);
            assert_eq!(toy.file("node", "a/t/x.test.js"), 0);
            assert_eq!(toy.suite("node", "a/t/x.test.js"), 0);
        });
    }
}

#[test]
fn commonjs_is_claimed_and_asked_too() {
    let source = "const { test } = require('node:test');\ntest('x', () => process.reallyExit(97));";
    on_every_node(&[("x.cjs", source)], |toy| assert_eq!(toy.test("node", "x.cjs", &["x"]), 97));
}
