use super::{JAVASCRIPT, TYPESCRIPT};
use crate::{
    domain::{BodyEdit, RepoPath},
    lang::FoundTest,
};

fn found(text: &str) -> Vec<FoundTest> {
    (JAVASCRIPT.tests)(&RepoPath::from("a.test.js"), text)
}

fn names(text: &str) -> Vec<String> {
    found(text).iter().map(|test| test.name.join(" > ")).collect()
}

/// Name and dynamic mark of each test.
fn marked(text: &str) -> Vec<(String, bool)> {
    found(text).iter().map(|test| (test.name.join(" > "), test.dynamic)).collect()
}

fn one(text: &str) -> FoundTest {
    let tests = found(text);
    assert_eq!(tests.len(), 1, "{text}");
    tests[0].clone()
}

fn edited(text: &str, edit: BodyEdit) -> String {
    JAVASCRIPT.edit_body(text, &found(text)[0], edit)
}

const FAIL: &str = "throw new Error(\"counterproof\");";
const EXIT: &str = "Reflect.get(globalThis, \"process\").reallyExit(97);";

#[test]
fn tests_are_found_under_their_suites() {
    let text = "\
describe('a', () => {
  it('b', () => {});
  context('c', function () { specify('d', async () => {}) });
});
suite.only('e', () => { test.concurrent('f', { timeout: 1 }, fn) });
fit('g', () => {}, 500);
";
    assert_eq!(names(text), ["a > b", "a > c > d", "e > f", "g"]);
    assert!(found(text).iter().all(|test| !test.dynamic && test.disabled.is_none()));
}

#[test]
fn other_calls_by_these_names_are_no_tests() {
    let text = "\
/x/.test('a', () => {});
re.test(value);
schema.test('a', 'b', (v) => v);
canvas.context('2d');
test.beforeEach(() => {});
test(value, other);
test.each([1]);
test.describe.configure({});
test.skip();
test.skip(name === 'x', 'why');
test.skip(({ name }) => name, 'why');
";
    assert!(names(text).is_empty(), "{:?}", names(text));
}

#[test]
fn renamed_words_are_known() {
    for text in [
        "import { test as check } from 'node:test'; check('a', () => {})",
        "import check from 'node:test'; check('a', () => {})",
        "import * as t from \"node:test\"; t.test('a', () => {})",
        "import nodeTest from 'node:test'; nodeTest.it('a', () => {})",
        "const { test: check } = require('node:test'); check('a', () => {})",
        "const check = require('node:test'); check('a', () => {})",
        "const check = require('node:test').test; check('a', () => {})",
        "const check = hasDb ? it : it.skip; check('a', () => {})",
        "const check = test.extend({ page: 1 }); check('a', () => {})",
        "QUnit.test('a', () => {})",
        "import { dbTest } from './fixtures'; dbTest.concurrent('a', async ({ db }) => {})",
        "const { pageTest } = require('./fixtures')\ntest('a', () => {}); pageTest(() => {})",
    ] {
        let test = one(text);
        assert_eq!(
            (test.name.join(""), test.dynamic, test.disabled),
            ("a".to_owned(), false, None),
            "{text}"
        );
    }
}

#[test]
fn strings_that_are_written_out_are_static_names_unescaped() {
    let text = r#"
test('a\'b\n\x41\u0042\u{1F600}\uD83D\uDE00\
c', () => {});
test("it's \"q\" ☃", () => {});
test(`d ${'$'}`.trim(), () => {});
test(`e
f`, () => {});
test('g ' + "h", () => {});
"#;
    let found = marked(text);
    assert_eq!(found[0], ("a'b\nAB😀😀c".to_owned(), false));
    assert_eq!(found[1], ("it's \"q\" ☃".to_owned(), false));
    assert!(found[2].1);
    assert_eq!(found[3..], [("e\nf".to_owned(), false), ("g h".to_owned(), false)]);
}

#[test]
fn names_that_only_a_run_can_know_are_dynamic() {
    for text in [
        "test(`a ${x}`, () => {})",
        "test('a' + x, () => {})",
        "test(name, () => {})",
        "for (const x of xs) { test('a', () => {}) }",
        "xs.forEach((x) => { test('a', () => {}) })",
        "function define() { test('a', () => {}) }",
        "describe(`a ${x}`, () => { test('a', () => {}) })",
        "describe('a', wrap(() => { test('a', () => {}) }))",
        "test.each([1, 2])('a %i', () => {})",
        "test.each`a|b\n${1}|${2}`('a $a', ({ a }) => {})",
        "describe.each(rows)('a %s', () => { it('b', () => {}) })",
        "test(() => {})",
    ] {
        assert!(one(text).dynamic, "{text}");
    }
}

#[test]
fn what_only_a_run_can_know_of_a_name_stands_in_braces() {
    for (text, name) in [
        ("test(`a ${ f(x,\n y) } b\\n`, () => {})", "a ${ f(x, y) } b\n"),
        ("test('a ' + x + ' b', () => {})", "a ${x} b"),
        ("test(name, () => {})", "${name}"),
        ("test(x + y, () => {})", "${x + y}"),
        ("describe(Thing, () => { test('a', () => {}) })", "${Thing} > a"),
        ("test.each([1])(`%i of ${n}`, () => {})", "%i of ${n}"),
    ] {
        assert_eq!(names(text), [name], "{text}");
    }
}

#[test]
fn what_runs_once_under_its_name_is_not_dynamic() {
    for text in [
        "test.each([1, 2])('a', () => {})",
        "(function () { test('a', () => {}) })();",
        "if (x) { test('a', () => {}) }",
        "test(function a() {})",
        "test('a', { timeout: 5 }, wrap(async () => {}))",
    ] {
        let test = one(text);
        assert_eq!((test.name.join(""), test.dynamic), ("a".to_owned(), false), "{text}");
    }
}

#[test]
fn subtests_are_dynamic_below_their_parent() {
    let text = "\
test('a', async (t) => {
  await t.test('b', async (s) => { await s.test('c', () => {}) });
  yup.test('no', 'x', () => {});
});
";
    let want = [("a", false), ("a > b", true), ("a > b > c", true)];
    assert_eq!(marked(text), want.map(|(name, dynamic)| (name.to_owned(), dynamic)));
}

#[test]
fn tests_of_one_name_are_numbered() {
    let tests = found("it('a', () => {}); it('b', () => {}); it('a', () => {});");
    let seen: Vec<_> = tests.iter().map(|test| test.ordinal).collect();
    assert_eq!(seen, [0, 0, 1]);
}

#[test]
fn marks_in_every_scope_disable() {
    for text in [
        "test.skip('a', () => {})",
        "test.todo('a')",
        "it.failing('a', () => {})",
        "test.fails('a', () => {})",
        "test.concurrent.skip.each([1])('a', () => {})",
        "xit('a', () => {})",
        "xtest('a', () => {})",
        "xdescribe('s', () => { it('a', () => {}) })",
        "describe.skip('s', () => { describe('t', () => { it('a', () => {}) }) })",
        "test('a', { skip: true }, () => {})",
        "test('a', { skip: 'later' }, () => {})",
        "test('a', { 'todo': true }, () => {})",
        "describe('s', { skip: true }, () => { it('a', () => {}) })",
        "if (false) { it('a', () => {}) }",
        "if (!0) {} else { it('a', () => {}) }",
        "it('a')",
        "test.each([])('a', () => {})",
        "test.skipIf(true)('a', () => {})",
        "test.runIf(false)('a', () => {})",
        "const later = test.skip; later('a', () => {})",
        "test('a', (t) => { const b = 1; t.skip('later'); f(b) })",
        "test('a', async (ctx) => { return ctx.todo() })",
        "test('a', (ctx) => { ctx.skip(true) })",
        "test('a', (t) => { t.skip(`why`) })",
        "it('a', function () { this.skip() })",
        "import { xit as no } from './x'; no('a', () => {})",
    ] {
        assert!(one(text).disabled.is_some(), "{text}");
    }
}

#[test]
fn conditions_that_only_a_run_can_decide_do_not_disable() {
    for text in [
        "test('a', { skip: process.platform === 'win32' }, () => {})",
        "test('a', { skip: false, todo: '' }, () => {})",
        "test.skipIf(ci)('a', () => {})",
        "test.only('a', () => {})",
        "test('a', (t) => { if (slow) t.skip() })",
        "test('a', (ctx) => { ctx.skip(slow, 'why'); ctx.skip(false) })",
        "test('a', (t) => { check(() => t.skip()) })",
        "test('a', (t) => { other.skip() })",
        "// test.skip('b', () => {})\ntest('a', () => {})",
        "test('a', helper)",
    ] {
        assert_eq!(one(text).disabled, None, "{text}");
    }
}

#[test]
fn every_way_to_write_a_test_of_vitest_and_jest_is_known() {
    for text in [
        "test('a', { timeout: 1, retry: 2 }, () => {})",
        "test('a', () => {}, { concurrent: true })",
        "test('a', fn, { skip: false })",
        "it.concurrent.each([1])('a', async (x) => {})",
        "it.for<[number, string]>([[1, 'x']])('a', ([x], { expect }) => {})",
        "it.each<Row>`x\n${1}`('a', ({ x }) => {})",
        "it.each<{ x: number }>`x\n${1}`('a', ({ x }) => {})",
        "test.skipIf(slow).concurrent('a', () => {})",
        "test.sequential.runIf(fast)('a', async ({ page }) => {})",
        "fit('a', () => {})",
        "test.only.each([1])('a', () => {})",
        "const own = test.extend<Fixtures>({ page: async ({}, use) => { await use(1) } })\nown('a', ({ page }) => {})",
        "import { test as base } from './fixtures'\nexport const own = base.extend({})\nown.concurrent('a', () => {})",
        "const { it: check } = import.meta.vitest!\ncheck('a', () => {})",
        "import { it as check } from '@jest/globals'\ncheck('a', (done) => { done() })",
        "suite('', () => {}); test.shuffle('a', () => {})",
    ] {
        let found = (TYPESCRIPT.tests)(&RepoPath::from("a.test.ts"), text);
        let names: Vec<_> = found.iter().map(|test| (test.name.join(""), test.disabled.is_some())).collect();
        assert_eq!(names, [("a".to_owned(), false)], "{text}");
    }
}

#[test]
fn tests_of_components_are_read_and_edited_in_jsx() {
    let text = "it('a', async () => { render(<App on={() => { x }}>{y}</App>)\n expect(<b/>).toBe(1) })";
    for file in ["a.test.jsx", "a.test.tsx"] {
        let language = crate::lang::of(&RepoPath::from(file)).unwrap();
        let tests = (language.tests)(&RepoPath::from(file), text);
        let edited = language.edit_body(text, &tests[0], BodyEdit::FailAtEnd);
        assert!(edited.ends_with(&format!("toBe(1) ;{FAIL} }})")), "{edited}");
    }
}

#[test]
fn a_body_that_must_end_notices_what_leaves_it() {
    let bound = |text: &str| edited(text, BodyEdit::MustEnd);
    for text in [
        "it('a', () => { f() })",
        "it('a', async () => { 'use strict'; return f() })",
        "it('a', () => { return f() // c\n})",
        "it('a', () => f())",
        "it('a', async () => f())",
        "it('a', () => {})",
    ] {
        let bound = bound(text);
        assert!(bound.contains("counterproofProcess.off"), "{bound}");
        assert!(bound.contains("finally { if (!counterproofLeft) counterproofEnd(); }"), "{bound}");
        assert!(!super::script(&bound).unwrap().root_node().has_error(), "{bound}");
    }
    let calls_back = bound("it('a', (done) => { f(done) })");
    assert!(
        !calls_back.contains("finally") && calls_back.contains("counterproofProcess.off"),
        "{calls_back}"
    );
}

#[test]
fn typescript_is_read_with_and_without_jsx() {
    let tests = |text: &str| (TYPESCRIPT.tests)(&RepoPath::from("a.ts"), text).len();
    assert_eq!(tests("const a = <T>b; test('a', (t: any): void => { f<T>(x!) })"), 1);
    assert_eq!(tests("test('a', async () => { render(<App x={1}>y</App>) })"), 1);
    assert_eq!(tests("(test as any)('a', function (this: Mocha.Context) {})"), 1);
}

#[test]
fn layout_comments_and_trailing_commas_are_not_tokens() {
    let tokens = |text: &str| found(text)[0].tokens.clone();
    assert_eq!(
        tokens("it('a', () => { f(a, { b }); })"),
        tokens("it(\n'a', // x\n() => {\n f(\n a,\n { b, },\n);\n},\n)")
    );
    assert_ne!(tokens("it('a', () => { f('a  b') })"), tokens("it('a', () => { f('a b') })"));
}

#[test]
fn other_rows_are_other_tests_wherever_they_are_written() {
    let tokens = |text: &str| found(text).pop().unwrap().tokens;
    for text in [
        "const rows = [1]; for (const row of rows) it(`a ${row}`, () => {})",
        "const rows = { a: 1 }; it.each(Object.entries(rows))('a %s', () => {})",
        "export const rows = [1]\nrows.forEach((row) => { it(`a ${row}`, () => {}) })",
        "describe('s', () => { const rows = [1]; describe.each(rows)('b %s', () => { it('a', () => {}) }) })",
        "for (const row of [1]) it(`a ${row}`, () => {})",
        "it.each([1])('a %i', () => {})",
    ] {
        assert_ne!(tokens(text), tokens(&text.replace('1', "1 + 2")), "{text}");
    }
    let two = "describe('s', () => { const rows = [1]; f(rows) }); describe('t', () => { const rows = [3]; it.each(rows)('a', () => {}) })";
    assert_eq!(tokens(two), tokens(&two.replace('1', "1, 2")));
    assert_eq!(
        tokens("const x = [1]; it('a', () => { f(x) })"),
        tokens("const x = [1, 2]; it('a', () => { f(x) })")
    );
}

#[test]
fn a_failure_goes_behind_the_last_statement() {
    let fail = |text: &str| edited(text, BodyEdit::FailAtEnd);
    assert_eq!(fail("it('a', () => { f() // c\n})"), format!("it('a', () => {{ f() // c\n;{FAIL} }})"));
    assert_eq!(fail("it('a', function () {})"), format!("it('a', function () {{;{FAIL} }})"));
}

#[test]
fn a_failure_comes_after_the_promise_that_is_returned() {
    let fail = |text: &str| edited(text, BodyEdit::FailAtEnd);
    let after = |value: &str| format!("Promise.resolve(({value})).then(() => {{ {FAIL} }})");
    assert_eq!(fail("it('a', () => f())"), format!("it('a', () => {})", after("f()")));
    assert_eq!(fail("it('a', async () => f())"), format!("it('a', async () => {{ await (f()); {FAIL} }})"));
    assert_eq!(
        fail("it('a', () => { return f(), g(); })"),
        format!("it('a', () => {{ return {}; }})", after("f(), g()"))
    );
    assert_eq!(
        fail("it('a', async () => { x\nreturn f() // c\n})"),
        format!("it('a', async () => {{ x\n;await (f()) // c\n;{FAIL} }})")
    );
    assert_eq!(fail("it('a', () => { return })"), format!("it('a', () => {{  ;{FAIL} }})"));
    assert!(fail("it('a', () => { return f(); function g() {} })").contains(&after("f()")));
}

#[test]
fn a_callback_is_made_to_fail_where_the_runner_waits_for_it() {
    let rebinds = |text: &str| {
        let edited = edited(text, BodyEdit::FailAtEnd);
        edited.contains("done = new Proxy(done") && !edited.contains(FAIL)
    };
    assert!(rebinds("it('a', (done) => { f(done) })"));
    assert!(rebinds("it('a', function (done) { 'use strict'; f(done) })"));
    assert!(rebinds("it('a', done => f(done))"));
    assert!(rebinds("it.each([1])('a', (x, done) => f(done))"));
    assert!(!rebinds("it.each([f, g])('a', (done) => { h(done) })"));
    assert!(!rebinds("it.for([f, g])('a', (next) => { h(next) })"));
    assert!(rebinds("import test from 'node:test'; test('a', (t, done) => { f(done) })"));
    assert!(!rebinds("import test from 'node:test'; test('a', (done) => { f(done) })"));
    assert!(!rebinds("it('a', ({ done }) => { f(done) })"));
    assert!(edited("it('a', (cb) => { f(cb) })", BodyEdit::PassAtOnce).contains("(cb) => { cb(); }"));
}

#[test]
fn directives_stay_first() {
    let exit = |text: &str| edited(text, BodyEdit::ExitAtOnce);
    assert_eq!(
        exit("it('a', () => { 'use strict' // c\n f() })"),
        format!("it('a', () => {{ 'use strict' // c\n ;{EXIT} f() }})")
    );
    assert_eq!(exit("it('a', () => ({}))"), format!("it('a', () => {{ {EXIT} return (({{}})); }})"));
}

#[test]
fn a_function_given_by_reference_is_edited_from_outside() {
    let text = "test('a', wrap(async () => {}), 500)";
    assert!(one(text).body.is_empty());
    assert_eq!(
        edited(text, BodyEdit::PassAtOnce),
        "test('a', new Proxy(wrap(async () => {}), { get: (f, k) => k === \"toString\" ? () => f.toString() : \
         Reflect.get(f, k), apply: () => {} }), 500)"
    );
}

#[test]
fn a_passing_body_keeps_its_parameters_and_its_type() {
    assert_eq!(edited("it('a', ({ page }) => f())", BodyEdit::PassAtOnce), "it('a', ({ page }) => {})");
    let text = "it('a', async (): Promise<number> => { return 1 })";
    let tests = (TYPESCRIPT.tests)(&RepoPath::from("a.ts"), text);
    assert!(TYPESCRIPT.edit_body(text, &tests[0], BodyEdit::PassAtOnce).contains("return Reflect.get({}"));
}

#[test]
fn a_passing_body_forgoes_its_snapshots() {
    let passing = |text: &str| edited(text, BodyEdit::PassAtOnce);
    let one = passing("it('a', () => { expect(f()).toMatchSnapshot() })");
    assert!(one.contains("markSnapshotsAsCheckedForTest") && one.contains("__vitest_worker__"), "{one}");
    assert!(!super::script(&one).unwrap().root_node().has_error(), "{one}");
    let together = passing("it.concurrent('a', async () => { expect(f()).toMatchSnapshot() })");
    assert_eq!(together, "it.concurrent('a', async () => {})");
}

#[test]
fn a_broken_module_has_its_error_before_everything_else() {
    let broken = (JAVASCRIPT.break_source)("#!/usr/bin/env node\nimport x from 'y'\n");
    assert!(super::script(&broken).unwrap().root_node().has_error());
    assert!(broken.starts_with(')'));
}
