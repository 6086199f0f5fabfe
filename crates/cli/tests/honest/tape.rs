//! tape, and node-tap.

use crate::kit::{Judged, install_packages, judge};
use counterproof_testkit::RepoBuilder;

const OLD: &str = "exports.shout = (s) => s\nexports.same = (s) => s\n";
const NEW: &str = "exports.shout = (s) => s.toUpperCase()\nexports.same = (s) => s\n";
const ASKS: &str = "test.test('asks', (t) => { t.equal(shout('a'), 'A'); t.end() })\n";
const GUILTY: &str = "test.test('guilty', (t) => { t.equal(same('a'), 'a'); t.end() })\n";
const TOOLS: [(&str, &str); 2] = [("tape", "tape-5.10.2"), ("tap", "tap-18.8.0")];

/// A test file with these tests behind one that is always there.
fn tests(module: &str, more: &str) -> String {
    format!(
        "const test = require('{module}')\nconst {{ same, shout }} = require('../voice')\n\
         test.test('old', (t) => {{ t.equal(same('x'), 'x'); t.end() }})\n{more}"
    )
}

/// A project whose head repairs `shout` and has these tests, before and after.
fn judged((module, tool): (&str, &str), base: &str, head: &str) -> Judged {
    let manifest =
        format!(r#"{{"devDependencies": {{"{module}": "*"}}, "scripts": {{"test": "{module} test/*.js"}}}}"#);
    let repo = RepoBuilder::new().both(".gitignore", "node_modules\n").both("package.json", manifest);
    let repo = repo.base("voice.js", OLD).head("voice.js", NEW);
    let repo =
        repo.base("test/voice.js", tests(module, base)).head("test/voice.js", tests(module, head)).build();
    install_packages(&repo, tool);
    judge(&repo)
}

/// The fixture is judged like this with both of them: the tests by their names in the file.
#[track_caller]
fn is(base: &str, head: &str, verdict: &str, tests: &[(&str, &str)]) {
    let tests: Vec<_> =
        tests.iter().map(|(name, words)| (format!("test/voice.js::{name}"), *words)).collect();
    let tests: Vec<_> = tests.iter().map(|(id, words)| (id.as_str(), *words)).collect();
    for tool in TOOLS {
        judged(tool, base, head).is(verdict, &tests);
    }
}

#[test]
fn a_fix_with_a_test_is_earned_and_a_test_that_passes_without_it_has_no_alibi() {
    is("", ASKS, "EARNED", &[("asks", "alibi -")]);
    is("", &format!("{ASKS}{GUILTY}"), "EARNED", &[("asks", "alibi -"), ("guilty", "no_alibi -")]);
}

#[test]
fn a_test_that_the_code_breaks_may_not_be_taken_out_or_turned_off() {
    let base = "test.test('keeps case', (t) => { t.equal(shout('a'), 'a'); t.end() })\n";
    is(base, "", "UNEARNED", &[("keeps case", "- removed")]);
    is(base, &base.replace("test.test(", "test.skip("), "UNEARNED", &[("keeps case", "- disabled")]);
}

#[test]
fn several_tests_of_a_file_that_fail_without_the_fix_are_told_apart() {
    let head = "
test.test('asks first', (t) => { t.plan(1); setTimeout(() => t.equal(shout('a'), 'A'), 1) })
test.test('asks then', async (t) => { t.equal(await shout('b'), 'B') })
test.test('around', (t) => {
  t.test('asks inside', (st) => { st.equal(shout('c'), 'C'); return st.end() })
  t.test('$ ^ (guilty) [inside]', (st) => { st.equal(same('c'), 'c'); st.end() })
  t.end()
})
for (const word of ['a', 'b']) test.test(`loop ${word}`, (t) => { t.equal(shout(word), word.toUpperCase()); t.end() })
";
    is(
        "",
        head,
        "EARNED",
        &[
            ("asks first", "alibi -"),
            ("asks then", "alibi -"),
            ("around", "alibi -"),
            ("around::asks inside", "alibi -"),
            ("around::$ ^ (guilty) [inside]", "no_alibi -"),
            ("loop ${word}", "alibi -"),
        ],
    );
}

#[test]
fn a_test_that_returns_or_skips_on_its_way_is_not_accused() {
    let head = "
test.test('returns', (t) => { if (same(1)) { t.comment('not here'); return t.end() } t.equal(same(1), 1); t.end() })
";
    is("", &format!("{ASKS}{head}"), "INCONCLUSIVE", &[("asks", "alibi -"), ("returns", "unanswered -")]);
}
