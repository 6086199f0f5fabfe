//! vitest, with TypeScript as it is written.

use crate::kit::{Judge, Judged, install_packages, judge};
use counterproof_testkit::{Repo, RepoBuilder};
use std::os::unix::fs::symlink;

const TOOL: &str = "vitest-4.1.12";
const MANIFEST: &str =
    r#"{"type": "module", "devDependencies": {"vitest": "4"}, "scripts": {"test": "vitest run"}}"#;
const OLD: &str =
    "export const shout = (s: string): string => s\nexport const same = (s: string): string => s\n";
const NEW: &str = "export const shout = (s: string): string => s.toUpperCase()\nexport const same = (s: string): string => s\n";
const ASKS: &str = "test('asks', () => { expect(shout('a')).toBe('A') })\n";
const GUILTY: &str = "test('guilty', () => { expect(same('a')).toBe('a') })\n";

/// A test file with these tests behind one that is always there.
fn tests(more: &str) -> String {
    format!(
        "import {{ describe, expect, it, test }} from 'vitest'\nimport {{ same, shout }} from './voice'\n\
         test('old', () => {{ expect(same('x')).toBe('x') }})\n{more}"
    )
}

/// A project whose head repairs `shout` and has these tests, before and after.
fn voice(base: &str, head: &str) -> RepoBuilder {
    project()
        .base("voice.ts", OLD)
        .head("voice.ts", NEW)
        .base("voice.test.ts", tests(base))
        .head("voice.test.ts", tests(head))
}

fn project() -> RepoBuilder {
    RepoBuilder::new().both(".gitignore", "node_modules\n").both("package.json", MANIFEST)
}

fn built(repo: RepoBuilder) -> Repo {
    let repo = repo.build();
    install_packages(&repo, TOOL);
    repo
}

fn judged(repo: RepoBuilder) -> Judged {
    judge(&built(repo))
}

/// The fixture is judged like this: the tests by their names in the file.
#[track_caller]
fn is(repo: RepoBuilder, verdict: &str, tests: &[(&str, &str)]) {
    let tests: Vec<_> =
        tests.iter().map(|(name, words)| (format!("voice.test.ts::{name}"), *words)).collect();
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
    is(voice(base, &base.replace("test(", "test.skip(")), "UNEARNED", &[("keeps case", "- disabled")]);
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
test(' größe\u00e9 \u{1F600}\n--x ', () => { expect(shout('a')).toBe('A') })
describe('rows', () => {
  it.each([
    ['a', 'A'],
    ['b', 'B'],
  ])(
    'shouts %s as %s',
    { timeout: 1000 },
    (from, to) => {
      expect(shout(from)).toBe(to)
    },
  )
  it.each`word | loud\n${'a'} | ${'a'}`('keeps $word', ({ word, loud }) => { expect(same(word)).toBe(loud) })
  for (const word of ['a', 'b']) it(`loop ${word}`, () => { expect(shout(word)).toBe(word.toUpperCase()) })
})
describe.each(['a', 'b'])('of %s', (word) => { it('is loud', () => { expect(shout(word)).not.toBe(word) }) })
"#;
    is(
        voice("", head),
        "EARNED",
        &[
            ("$ ^ * + ? . | ( ) [ ] { } \\ /", "alibi -"),
            ("it's \"q\" > `b`", "no_alibi -"),
            (" größeé 😀\n--x ", "alibi -"),
            ("rows::shouts %s as %s", "alibi -"),
            ("rows::keeps $word", "no_alibi -"),
            ("rows::loop ${word}", "alibi -"),
            ("of %s::is loud", "alibi -"),
        ],
    );
}

#[test]
fn tests_that_do_not_run_to_their_end_are_not_accused() {
    let head = "
describe.skip('later', () => { it('is skipped', () => { expect(same('a')).toBe('a') }) })
test.skipIf(process.env.CI)('not here', () => { expect(same('a')).toBe('a') })
test('skips on its way', (ctx) => { ctx.skip(shout('a') === 'a'); expect(same('b')).toBe('b') })
test('returns', () => { if (same('a')) return; expect(same('a')).toBe('a') })
";
    let judged = judged(voice("", &format!("{head}{ASKS}")));
    let of = |name: &str| judged.tests().remove(&format!("voice.test.ts::{name}")).unwrap_or_default();
    assert_eq!(of("later::is skipped"), "- -", "{judged}");
    for name in ["not here", "skips on its way", "returns"] {
        assert_eq!(of(name), "unanswered -", "{name}\n{judged}");
    }
    assert_eq!(of("asks"), "alibi -", "{judged}");
}

#[test]
fn a_test_beside_one_that_is_focused_is_not_accused() {
    let head = format!("{GUILTY}{}", ASKS.replace("test(", "test.only("));
    let judged = judged(voice("", &head));
    judged.because("INCONCLUSIVE", "");
    assert_eq!(judged.tests()["voice.test.ts::guilty"], "unanswered -", "{judged}");
    assert_eq!(judged.tests()["voice.test.ts::asks"], "alibi -", "{judged}");
}

#[test]
fn what_else_the_configuration_asks_for_decides_nothing() {
    let config = "export default { test: { retry: 2, bail: 1, passWithNoTests: true, reporters: ['junit'], \
                  coverage: { enabled: true, thresholds: { lines: 100 } } } }\n";
    let repo = voice("", &format!("{ASKS}{GUILTY}")).both("vitest.config.ts", config);
    is(repo, "EARNED", &[("asks", "alibi -"), ("guilty", "no_alibi -")]);
}

#[test]
fn a_configuration_that_leaves_a_broken_test_out_earns_nothing() {
    let old = tests("");
    for config in ["vite.config.ts", "vitest.config.ts"] {
        let repo = project()
            .base("voice.ts", OLD)
            .head("voice.ts", NEW.replace("=> s\n", "=> s + s\n"))
            .both("voice.test.ts", old.as_str())
            .base("shout.test.ts", tests(""))
            .head(
                "shout.test.ts",
                tests(ASKS).replace("test('old'", "test('old', () => {})\ntest.skip('was'"),
            )
            .base(config, "export default { test: {} }\n")
            .head(config, "export default { test: { exclude: ['voice.test.ts'] } }\n");
        let judged = judged(repo);
        assert_ne!(judged.verdict(), "EARNED", "{config}\n{judged}");
    }
}

#[test]
fn code_that_skips_its_tests_earns_nothing() {
    let run = |skips: &str| format!("export const run = (ctx: {{ skip(): void }}): void => {{ {skips} }}\n");
    let test = |more: &str| {
        format!(
            "import {{ expect, test }} from 'vitest'\nimport {{ run }} from './run'\nimport {{ same }} from './voice'\n\
             test('runs', (ctx) => {{ run(ctx); expect(same('x')).toBe('x') }})\n\
             test('other', () => {{ expect(same('x')).toBe('x') }})\n{more}"
        )
    };
    let repo = project()
        .both("voice.ts", OLD)
        .base("run.ts", run(""))
        .head("run.ts", run("ctx.skip()"))
        .base("run.test.ts", test(""))
        .head("run.test.ts", test("test('new', () => { expect(same('y')).toBe('y') })\n"));
    let judged = judged(repo);
    assert_ne!(judged.verdict(), "EARNED", "{judged}");
}

#[test]
fn tests_inside_of_a_source_file_are_told_apart_from_its_code() {
    let text = |loud: &str, more: &str| {
        format!(
            "export const shout = (s: string): string => {loud}\nexport const same = (s: string): string => s\n\n\
             if (import.meta.vitest) {{\n  const {{ expect, it }} = import.meta.vitest\n  \
             it('old', () => {{ expect(same('a')).toBe('a') }})\n{more}}}\n"
        )
    };
    let more = "  it('asks', () => { expect(shout('a')).toBe('A') })\n  it('guilty', () => { expect(same('b')).toBe('b') })\n";
    let repo = project()
        .both("vite.config.ts", "export default { test: { includeSource: ['src/**/*.ts'] } }\n")
        .base("src/voice.ts", text("s", ""))
        .head("src/voice.ts", text("s.toUpperCase()", more));
    judged(repo).is("EARNED", &[("src/voice.ts::asks", "alibi -"), ("src/voice.ts::guilty", "no_alibi -")]);
}

/// A workspace with `shout` in one package and tests of it in another.
fn workspace(entry: &str, head: &str) -> RepoBuilder {
    let test = |more: &str| {
        tests(more).replace("'./voice'", "'@choir/voice'\nimport { own } from './own'\nvoid own")
    };
    RepoBuilder::new()
        .both(".gitignore", "node_modules\ndist\n")
        .both(
            "package.json",
            r#"{"private": true, "workspaces": ["packages/*"], "devDependencies": {"vitest": "4"}}"#,
        )
        .both(
            "packages/voice/package.json",
            format!(r#"{{"name": "@choir/voice", "type": "module", "exports": "{entry}"}}"#),
        )
        .both(
            "packages/stage/package.json",
            r#"{"type": "module", "scripts": {"test": "vitest run"}, "dependencies": {"@choir/voice": "*"}}"#,
        )
        .base("packages/voice/src/index.ts", OLD)
        .head("packages/voice/src/index.ts", NEW)
        .base("packages/stage/own.ts", "export const own = 1\n")
        .head("packages/stage/own.ts", "export const own = 2\n")
        .base("packages/stage/stage.test.ts", test(""))
        .head("packages/stage/stage.test.ts", test(head))
}

fn linked(repo: &Repo) {
    install_packages(repo, TOOL);
    std::fs::create_dir(repo.at("node_modules/@choir")).unwrap();
    symlink("../../packages/voice", repo.at("node_modules/@choir/voice")).unwrap();
}

#[test]
fn packages_of_a_workspace_are_linked_to_their_sources_in_every_world() {
    let repo = workspace("./src/index.ts", &format!("{ASKS}{GUILTY}")).build();
    linked(&repo);
    judge(&repo).is(
        "EARNED",
        &[
            ("packages/stage/stage.test.ts::asks", "alibi -"),
            ("packages/stage/stage.test.ts::guilty", "no_alibi -"),
        ],
    );
}

#[test]
fn a_package_that_was_built_before_answers_in_every_world_and_nobody_is_accused() {
    let repo = workspace("./dist/index.js", ASKS).build();
    linked(&repo);
    repo.write(
        "packages/voice/dist/index.js",
        "export const shout = (s) => s.toUpperCase()\nexport const same = (s) => s\n",
    );
    judge(&repo).is("INCONCLUSIVE", &[("packages/stage/stage.test.ts::asks", "unanswered -")]);
}

#[test]
fn a_runner_that_is_not_installed_is_named_and_nobody_is_accused() {
    let repo = voice("", ASKS).build();
    Judge::new(&repo)
        .run()
        .because("INCONCLUSIVE", "the program `node_modules/.bin/vitest` is not installed");
}
