//! mocha.

use crate::kit::{Judged, install_packages, judge};
use counterproof_testkit::RepoBuilder;

const TOOL: &str = "mocha-11.8.0";
const MANIFEST: &str = r#"{"devDependencies": {"mocha": "11"}, "scripts": {"test": "mocha --reporter dot --check-leaks test/"}}"#;
const OLD: &str = "exports.shout = (s) => s\nexports.same = (s) => s\n";
const NEW: &str = "exports.shout = (s) => s.toUpperCase()\nexports.same = (s) => s\n";
const ASKS: &str = "it('asks', () => { assert.equal(shout('a'), 'A') })\n";
const GUILTY: &str = "it('guilty', () => { assert.equal(same('a'), 'a') })\n";

/// A test file with these tests behind one that is always there.
fn tests(more: &str) -> String {
    format!(
        "const assert = require('node:assert')\nconst {{ same, shout }} = require('../voice')\n\
         it('old', () => {{ assert.equal(same('x'), 'x') }})\n{more}"
    )
}

/// A project whose head repairs `shout` and has these tests, before and after.
fn voice(base: &str, head: &str) -> RepoBuilder {
    let repo = RepoBuilder::new().both(".gitignore", "node_modules\n").both("package.json", MANIFEST);
    let repo = repo.base("voice.js", OLD).head("voice.js", NEW);
    repo.base("test/voice.js", tests(base)).head("test/voice.js", tests(head))
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
        tests.iter().map(|(name, words)| (format!("test/voice.js::{name}"), *words)).collect();
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
    let base = "it('keeps case', () => { assert.equal(shout('a'), 'a') })\n";
    is(voice(base, ""), "UNEARNED", &[("keeps case", "- removed")]);
    is(voice(base, &base.replace("it(", "xit(")), "UNEARNED", &[("keeps case", "- disabled")]);
    let weak = base.replace("assert.equal(shout('a'), 'a')", "assert.match(shout('a'), /a/i)");
    is(voice(base, &weak), "UNEARNED", &[("keeps case", "no_alibi weakened")]);
}

#[test]
fn a_test_that_skips_itself_does_not_earn_anything() {
    let base = "it('keeps case', () => { assert.equal(shout('a'), 'a') })\n";
    let skips = "it('keeps case', function () { this.skip(); assert.equal(shout('a'), 'a') })\n";
    is(voice(base, skips), "UNEARNED", &[("keeps case", "- disabled")]);
    let head =
        format!("{ASKS}it('maybe', function () {{ if (same(1)) this.skip(); assert.equal(same(1), 1) }})\n");
    is(voice("", &head), "INCONCLUSIVE", &[("asks", "alibi -"), ("maybe", "unanswered -")]);
}

#[test]
fn names_may_be_of_any_signs_or_made_when_the_test_runs() {
    let head = r#"
it('$ ^ * + ? . | ( ) [ ] { } \\ /', () => { assert.equal(shout('a'), 'A') })
it("it's \"q\" > `b`", () => { assert.equal(same('a'), 'a') })
it(' größe\u00e9 \u{1F600}\n--x ', (done) => { setTimeout(() => { assert.equal(shout('a'), 'A'); done() }, 1) })
describe('rows', () => {
  for (const word of ['a', 'b']) it(`loop ${word}`, () => { assert.equal(shout(word), word.toUpperCase()) })
  for (const word of ['a', 'b']) it(`keeps ${word}`, () => { assert.equal(same(word), word) })
})
;['a', 'b'].forEach((word) => { describe('of ' + word, () => { it('is loud', () => { assert.notEqual(shout(word), word) }) }) })
"#;
    is(
        voice("", head),
        "EARNED",
        &[
            ("$ ^ * + ? . | ( ) [ ] { } \\ /", "alibi -"),
            ("it's \"q\" > `b`", "no_alibi -"),
            (" größeé 😀\n--x ", "alibi -"),
            ("rows::loop ${word}", "alibi -"),
            ("rows::keeps ${word}", "no_alibi -"),
            ("of ${word}::is loud", "alibi -"),
        ],
    );
}

#[test]
fn a_configuration_that_the_change_adds_does_not_hide_what_it_breaks() {
    let base = "it('keeps case', () => { assert.equal(shout('a'), 'a') })\n";
    let repo =
        voice(base, base).head(".mocharc.json", r#"{"pass-on-failing-test-suite": true, "dryRun": true}"#);
    judged(repo).is("NOT_GREEN", &[("test/voice.js::keeps case", "- -")]);
    let hooks = "exports.mochaHooks = { beforeEach() { this.currentTest.fn = () => {} } }\n";
    let repo =
        voice(base, base).head(".mocharc.yml", "require: ./test/hooks.cjs\n").head("test/hooks.cjs", hooks);
    let judged = judged(repo);
    assert_ne!(judged.verdict(), "EARNED", "{judged}");
}
