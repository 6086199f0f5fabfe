//! jest.

use crate::kit::{Judge, Judged, install_packages, judge};
use counterproof_testkit::RepoBuilder;

const TOOL: &str = "jest-30.5.2";
const MANIFEST: &str = r#"{"devDependencies": {"jest": "30"}, "scripts": {"test": "jest"}}"#;
const OLD: &str = "exports.shout = (s) => s\nexports.same = (s) => s\n";
const NEW: &str = "exports.shout = (s) => s.toUpperCase()\nexports.same = (s) => s\n";
const ASKS: &str = "test('asks', () => { expect(shout('a')).toBe('A') })\n";
const GUILTY: &str = "test('guilty', () => { expect(same('a')).toBe('a') })\n";

/// A test file with these tests behind one that is always there.
fn tests(more: &str) -> String {
    format!(
        "const {{ same, shout }} = require('./voice')\ntest('old', () => {{ expect(same('x')).toBe('x') }})\n{more}"
    )
}

/// A project whose head repairs `shout` and has these tests, before and after.
fn voice(base: &str, head: &str) -> RepoBuilder {
    project()
        .base("voice.js", OLD)
        .head("voice.js", NEW)
        .base("voice.test.js", tests(base))
        .head("voice.test.js", tests(head))
}

fn project() -> RepoBuilder {
    RepoBuilder::new().both(".gitignore", "node_modules\n").both("package.json", MANIFEST)
}

fn judged(repo: RepoBuilder) -> Judged {
    let repo = repo.build();
    install_packages(&repo, TOOL);
    judge(&repo)
}

/// The fixture is judged like this: the tests by their names in the file.
#[track_caller]
fn is(repo: RepoBuilder, verdict: &str, tests: &[(&str, &str)]) {
    let tests: Vec<_> =
        tests.iter().map(|(name, words)| (format!("voice.test.js::{name}"), *words)).collect();
    let tests: Vec<_> = tests.iter().map(|(id, words)| (id.as_str(), *words)).collect();
    judged(repo).is(verdict, &tests);
}

#[test]
fn a_fix_with_a_test_is_earned_and_a_test_that_passes_without_it_has_no_alibi() {
    is(voice("", ASKS), "EARNED", &[("asks", "alibi -")]);
    is(voice("", &format!("{ASKS}{GUILTY}")), "EARNED", &[("asks", "alibi -"), ("guilty", "no_alibi -")]);
}

#[test]
fn a_test_that_the_code_breaks_may_not_be_taken_out_turned_off_or_weakened() {
    let base = "test('keeps case', () => { expect(shout('a')).toBe('a') })\n";
    is(voice(base, ""), "UNEARNED", &[("keeps case", "- removed")]);
    is(voice(base, &base.replace("test(", "xtest(")), "UNEARNED", &[("keeps case", "- disabled")]);
    is(
        voice(base, &base.replace("toBe('a')", "toMatch(/a/i)")),
        "UNEARNED",
        &[("keeps case", "no_alibi weakened")],
    );
}

#[test]
fn names_may_be_of_any_signs_or_made_when_the_test_runs() {
    let head = r#"
test('$ ^ * + ? . | ( ) [ ] { } \\ /', () => { expect(shout('a')).toBe('A') })
test("it's \"q\" > `b`", () => { expect(same('a')).toBe('a') })
test(' größe\u00e9 \u{1F600}\n--x ', (done) => { setTimeout(() => { expect(shout('a')).toBe('A'); done() }, 1) })
describe('rows', () => {
  it.each([
    ['a', 'A'],
    ['b', 'B'],
  ])(
    'shouts %s as %p',
    (from, to) => {
      expect(shout(from)).toBe(to)
    },
    1000,
  )
  it.each`
    word   | loud
    ${'a'} | ${'a'}
  `('keeps $word', ({ word, loud }) => { expect(same(word)).toBe(loud) })
  for (const word of ['a', 'b']) it(`loop ${word}`, () => { expect(shout(word)).toBe(word.toUpperCase()) })
})
describe.each(['a', 'b'])('of %s', (word) => { it('is loud', () => { expect(shout(word)).not.toBe(word) }) })
test('Same', () => { expect(shout('a')).toBe('A') })
test('same', () => { expect(same('a')).toBe('a') })
"#;
    is(
        voice("", head),
        "EARNED",
        &[
            ("$ ^ * + ? . | ( ) [ ] { } \\ /", "alibi -"),
            ("it's \"q\" > `b`", "no_alibi -"),
            (" größeé 😀\n--x ", "alibi -"),
            ("rows::shouts %s as %p", "alibi -"),
            ("rows::keeps $word", "no_alibi -"),
            ("rows::loop ${word}", "alibi -"),
            ("of %s::is loud", "alibi -"),
            ("Same", "alibi -"),
            ("same", "no_alibi -"),
        ],
    );
}

#[test]
fn a_test_beside_one_that_is_focused_is_not_accused() {
    let head = format!("{GUILTY}{}", ASKS.replace("test(", "test.only("));
    let judged = judged(voice("", &head));
    judged.because("INCONCLUSIVE", "");
    assert_eq!(judged.tests()["voice.test.js::guilty"], "unanswered -", "{judged}");
    assert_eq!(judged.tests()["voice.test.js::asks"], "alibi -", "{judged}");
}

#[test]
fn what_else_the_configuration_asks_for_decides_nothing() {
    let config = "module.exports = { bail: 1, collectCoverage: true, coverageThreshold: { global: { lines: 100 } }, \
                  testFailureExitCode: 0, reporters: [] }\n";
    let repo = voice("", &format!("{ASKS}{GUILTY}")).both("jest.config.js", config);
    is(repo, "EARNED", &[("asks", "alibi -"), ("guilty", "no_alibi -")]);
}

#[test]
fn a_mock_and_a_snapshot_go_with_the_tests() {
    let head = "jest.mock('./loud')\ntest('asks', () => { expect(shout('a')).toMatchSnapshot() })\n";
    let snapshot =
        "// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`asks 1`] = `\"A!\"`;\n";
    let code = |body: &str| {
        format!(
            "const {{ loud }} = require('./loud')\nexports.shout = (s) => {body}\nexports.same = (s) => s\n"
        )
    };
    let repo = project()
        .both("loud.js", "exports.loud = '?'\n")
        .head("__mocks__/loud.js", "exports.loud = '#'\n")
        .head("__mocks__/unused.js", "")
        .head("__snapshots__/voice.test.js.snap", snapshot)
        .base("voice.js", code("s"))
        .head("voice.js", code("s.toUpperCase() + loud"))
        .base("voice.test.js", tests(""))
        .head("voice.test.js", tests(head))
        .head("__mocks__/loud.js", "exports.loud = '!'\n");
    is(repo, "EARNED", &[("asks", "alibi -")]);
}

#[test]
fn code_that_ends_the_process_of_its_tests_earns_nothing() {
    let run = |ends: &str| format!("exports.run = () => {{ {ends} }}\n");
    let test = |more: &str| {
        format!(
            "const {{ run }} = require('./run')\ntest('first', () => {{ expect(1).toBe(1) }})\n\
             test('runs', () => {{ run(); expect(2).toBe(2) }})\ntest('last', () => {{ expect(3).toBe(3) }})\n{more}"
        )
    };
    let repo = project()
        .base("run.js", run(""))
        .head("run.js", run("process.exit(0)"))
        .base("run.test.js", test(""))
        .head("run.test.js", test("test('new', () => { expect(4).toBe(4) })\n"));
    let judged = judged(repo);
    assert_ne!(judged.verdict(), "EARNED", "{judged}");
}

#[test]
fn a_runner_that_is_not_installed_is_named_and_nobody_is_accused() {
    let repo = voice("", ASKS).build();
    Judge::new(&repo).run().because("INCONCLUSIVE", "the program `node_modules/.bin/jest` is not installed");
}
