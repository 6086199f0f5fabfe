//! Node's own runner.

use crate::kit::{Judge, judge};
use counterproof_testkit::RepoBuilder;

const OLD: &str = "export const shout = (s) => s\nexport const same = (s) => s\n";
const NEW: &str = "export const shout = (s) => s.toUpperCase()\nexport const same = (s) => s\n";
const OLD_TEST: &str = "test('old', () => assert.equal(same('a'), 'a'))\n";

/// A project whose head repairs `shout` and has these tests, before and after, beside one that both have.
fn voice(base: &str, head: &str) -> RepoBuilder {
    let test = |text: &str| {
        format!(
            "import {{ describe, it, test }} from 'node:test'\nimport assert from 'node:assert'\n\
             import {{ same, shout }} from './voice.mjs'\n{OLD_TEST}{text}"
        )
    };
    let repo = RepoBuilder::new().base("voice.mjs", OLD).head("voice.mjs", NEW);
    repo.base("voice.test.mjs", test(base)).head("voice.test.mjs", test(head))
}

fn in_file(names: &[(&str, &str)]) -> Vec<(String, String)> {
    names.iter().map(|(name, words)| (format!("voice.test.mjs::{name}"), (*words).to_owned())).collect()
}

/// The fixture is judged like this: the tests by their names in the file.
#[track_caller]
fn is(repo: RepoBuilder, verdict: &str, tests: &[(&str, &str)]) {
    let tests = in_file(tests);
    let tests: Vec<_> = tests.iter().map(|(id, words)| (id.as_str(), words.as_str())).collect();
    judge(&repo.build()).is(verdict, &tests);
}

#[test]
fn names_may_be_of_any_signs() {
    let head = r#"
test('$ ^ * + ? . | ( ) [ ] { } \\ /', () => assert.equal(shout('a'), 'A'))
test("it's", () => assert.equal(same('a'), 'a'))
test('"', () => assert.equal(shout('a'), 'A'))
test(`größe \u00e9 \u{1F600} 👍`, () => assert.equal(shout('a'), 'A'))
test('line\none', () => assert.equal(same('a'), 'a'))
test('--flag', () => assert.equal(shout('a'), 'A'))
test('it\'s', () => assert.equal(shout('a'), 'A'))
test('.*', () => assert.equal(same('a'), 'a'))
test(' blank ', () => assert.equal(shout('a'), 'A'))
test('%s #', () => assert.equal(shout('a'), 'A'))
"#;
    is(
        voice("", head),
        "EARNED",
        &[
            ("$ ^ * + ? . | ( ) [ ] { } \\ /", "alibi -"),
            ("it's", "no_alibi -"),
            ("\"", "alibi -"),
            ("größe é 😀 👍", "alibi -"),
            ("line\none", "no_alibi -"),
            ("--flag", "alibi -"),
            ("it's#2", "alibi -"),
            (".*", "no_alibi -"),
            (" blank ", "alibi -"),
            ("%s #", "alibi -"),
        ],
    );
}

#[test]
fn the_same_name_in_two_suites_is_two_tests() {
    let head = "
describe('loud', () => { it('works', () => assert.equal(shout('a'), 'A')) })
describe('calm', () => { it('works', () => assert.equal(same('a'), 'a')) })
describe('both', () => { it('works too', () => assert.equal(shout(same('b')), 'B')) })
";
    is(
        voice("", head),
        "EARNED",
        &[("loud::works", "alibi -"), ("calm::works", "no_alibi -"), ("both::works too", "alibi -")],
    );
}

#[test]
fn a_suite_that_the_code_breaks_does_not_take_the_same_name_in_another_with_it() {
    let suites = |loud: &str, more: &str| {
        format!(
            "describe('loud', () => {{ it('works', () => assert.equal(shout('a'), '{loud}')) }})
describe('calm', () => {{ it('works', () => {{ {more}assert.equal(same('a'), 'a') }}) }})
"
        )
    };
    is(
        voice(&suites("a", ""), &suites("A", "assert.ok(same);")),
        "INCONCLUSIVE",
        &[("loud::works", "alibi contract_changed"), ("calm::works", "no_alibi satisfied")],
    );
    let calm = "describe('calm', () => { it('works', () => { assert.equal(same('a'), 'a') }) })\n";
    is(voice(&suites("a", ""), calm), "UNEARNED", &[("loud::works", "- removed")]);
}

#[test]
fn a_test_that_needs_the_other_of_its_name_to_run_first_is_not_convicted_without_it() {
    let suites = |loud: &str, check: &str| {
        format!(
            "const seen = []
describe('loud', () => {{ it('works', () => {{ seen.push(1); assert.equal(shout('a'), '{loud}') }}) }})
describe('late', () => {{ it('works', () => {{ {check} }}) }})
"
        )
    };
    is(
        voice(&suites("a", "assert.equal(seen.length, 1)"), &suites("A", "assert.ok(seen)")),
        "INCONCLUSIVE",
        &[("loud::works", "alibi contract_changed"), ("late::works", "no_alibi cannot_run")],
    );
}

#[test]
fn a_test_that_skips_or_returns_on_its_way_is_not_accused() {
    let head = "
test('skips', (t) => { t.skip('not here'); return })
test('is to be done', (t) => { if (same('a')) t.todo(); assert.equal(same('a'), 'a') })
test('skips on the old code', (t) => { if (shout('a') === 'a') return t.skip('not supported'); assert.equal(shout('b'), 'B') })
test('returns', () => { if (same('a')) return; assert.equal(same('a'), 'a') })
test('asks', () => assert.equal(shout('a'), 'A'))
test('guilty', (t) => { if (!same('a')) t.skip('never'); assert.equal(same('a'), 'a') })
";
    let judged = judge(&voice("", head).build());
    let of = |name: &str| judged.tests().remove(&format!("voice.test.mjs::{name}")).unwrap_or_default();
    for name in ["skips on the old code", "returns", "is to be done"] {
        assert_eq!(of(name), "unanswered -", "{name}\n{judged}");
    }
    assert_eq!(of("skips"), "- -", "{judged}");
    assert_eq!((of("asks").as_str(), of("guilty").as_str()), ("alibi -", "no_alibi -"), "{judged}");
}

#[test]
fn moved_renamed_and_wrapped_tests_are_the_same_tests() {
    let base = "
test('is renamed', () => assert.equal(same('a'), 'a'))
test('is wrapped', () => { const b = same('b'); assert.equal(b, 'b') })
describe('out', () => { it('is unwrapped', () => assert.equal(same('c'), 'c')) })
test('short', () => same())
";
    let head = "
test('has another name', () => assert.equal(same('a'), 'a'))
describe('in', () => { describe('deep', () => { it('is wrapped', () => { const b = same('b'); assert.equal(b, 'b') }) }) })
it('is unwrapped', () => assert.equal(same('c'), 'c'))
describe('in', () => { it('short', () => same()) })
";
    is(
        voice(base, head),
        "EARNED",
        &[
            ("has another name", "- satisfied"),
            ("in::deep::is wrapped", "- satisfied"),
            ("is unwrapped", "- satisfied"),
            ("in::short", "- satisfied"),
        ],
    );
}

#[test]
fn a_group_whose_names_are_made_when_it_runs_is_asked_whole() {
    let head = "
for (const word of ['a', 'b']) test(`shouts ${word}`, () => assert.equal(shout(word), word.toUpperCase()))
";
    let judged = judge(&voice("", head).build());
    judged.accuses_nobody();
    let guilty =
        "for (const word of ['a', 'b']) test(`keeps ${word}`, () => assert.equal(same(word), word))\n";
    let guilty = judge(&voice("", guilty).build());
    assert!(guilty.tests().values().any(|words| words == "no_alibi -"), "{guilty}");
}

#[test]
fn a_fixed_port_is_free_in_every_world() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let bound = |name: &str, check: &str| {
        format!(
            "test('{name}', (t, done) => {{ const s = createServer().listen({port}, '127.0.0.1', () => setTimeout(() => {{
  s.close(); {check}; done() }}, 200)) }})\n"
        )
    };
    let net = "import { createServer } from 'node:net'\n";
    let base = format!("{net}{}", bound("one", "assert.equal(same('a'), 'a')"));
    let head = format!(
        "{base}{}{}",
        bound("asks", "assert.equal(shout('a'), 'A')"),
        bound("guilty", "assert.equal(same('b'), 'b')")
    );
    let repo = voice(&base, &head).build();
    Judge::new(&repo)
        .args(&["--jobs", "4"])
        .run()
        .is("EARNED", &[("voice.test.mjs::asks", "alibi -"), ("voice.test.mjs::guilty", "no_alibi -")]);
}

#[test]
fn typescript_without_a_loader_is_not_judged_and_says_why() {
    let code = |body: &str| format!("export const shout = (s: string): string => {body}\n");
    let test = |more: &str| {
        format!(
            "import test from 'node:test'\nimport assert from 'node:assert'\nimport {{ shout }} from './voice.ts'\n\
             const one: number = 1\ntest('old', () => assert.ok(one))\n{more}"
        )
    };
    let repo = RepoBuilder::new()
        .both("package.json", r#"{"type": "module", "scripts": {"test": "node --test"}}"#)
        .base("voice.ts", code("s"))
        .head("voice.ts", code("s.toUpperCase()"))
        .base("voice.test.ts", test(""))
        .head("voice.test.ts", test("test('new', () => assert.equal(shout('a'), 'A'))\n"))
        .build();
    judge(&repo).because("INCONCLUSIVE", "cannot be run");
}
