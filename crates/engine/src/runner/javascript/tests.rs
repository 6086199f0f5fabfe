use super::super::testing::Files;
use super::*;

const VITEST: &str = r#"{"devDependencies": {"vitest": "3"}}"#;
const JEST: &str = r#"{"devDependencies": {"jest": "30"}, "scripts": {"test": "jest"}}"#;

/// Who claims a file with this text, from which package, and why.
fn claimed(files: &[(&str, &str)], file: &str, source: &str) -> Option<(&'static str, String, String)> {
    let files = Files::of(files);
    let of = |runner: &crate::runner::Runner| {
        let claim = (runner.claim)(&files, &RepoPath::from(file), source)?;
        Some((runner.name, claim.package.to_string(), claim.because))
    };
    let mut claims = crate::runner::RUNNERS.iter().filter_map(of);
    let first = claims.next();
    assert_eq!(claims.next(), None, "two runners claim {file}");
    first
}

fn runner_of(files: &[(&str, &str)], file: &str, source: &str) -> Option<&'static str> {
    claimed(files, file, source).map(|(runner, _, _)| runner)
}

fn package_of(files: &[(&str, &str)], file: &str) -> String {
    claimed(files, file, "test('x', () => {})").unwrap().1
}

#[test]
fn a_file_is_the_runners_that_it_imports_whatever_else_is_installed() {
    let both = [(
        "package.json",
        r#"{"devDependencies": {"vitest": "3", "jest": "30"}, "scripts": {"test": "jest"}}"#,
    )];
    for (source, runner) in [
        ("import { test } from 'vitest'", "vitest"),
        ("import { test } from '@jest/globals'", "jest"),
        ("const { test } = require(\"node:test\")", "node"),
    ] {
        assert_eq!(runner_of(&both, "a.test.ts", source), Some(runner), "{source}");
        assert_eq!(runner_of(&[], "a.test.ts", source), Some(runner), "{source}");
    }
    for source in [
        "import { test } from '@playwright/test'",
        "import test from 'ava'",
        "import { test } from 'bun:test'",
    ] {
        assert_eq!(runner_of(&both, "a.test.ts", source), None, "{source}");
    }
}

#[test]
fn a_file_that_imports_nothing_is_the_nearest_packages() {
    let files = [
        ("package.json", JEST),
        ("a/package.json", VITEST),
        ("b/package.json", r#"{"devDependencies": {"mocha": "1"}}"#),
    ];
    for (file, runner) in
        [("x.test.js", Some("jest")), ("a/b/x.test.js", Some("vitest")), ("b/x.test.js", None)]
    {
        assert_eq!(runner_of(&files, file, "test('x', () => {})"), runner, "{file}");
    }
}

#[test]
fn each_sign_of_a_runner_is_known() {
    let vitest = |more: (&'static str, &'static str)| vec![("package.json", VITEST), more];
    for (files, because) in [
        (vitest(("vitest.config.mts", "")), "`vitest.config.mts` configures it"),
        (vitest(("vite.config.ts", "export default { test: {} }")), "`vite.config.ts` configures it"),
        (vitest(("x", "")), "`package.json` depends on it"),
        (
            vec![("package.json", r#"{"scripts": {"test": "tsc && npx vitest run"}}"#)],
            "`package.json` tests with it",
        ),
        (vec![("package.json", r#"{"jest": {}}"#)], "`package.json` has `jest`"),
        (vec![("package.json", JEST), ("jest.config.cjs", "")], "`jest.config.cjs` configures it"),
        (
            vec![("package.json", r#"{"scripts": {"test": "react-scripts test"}}"#)],
            "`package.json` tests with it",
        ),
    ] {
        let (_, _, said) = claimed(&files, "x.test.js", "test('x', () => {})").unwrap();
        assert_eq!(said, format!("{because}, but it is not installed in `node_modules`"));
    }
    let bench = [("package.json", r#"{"scripts": {"test": "vitest bench"}}"#)];
    assert_eq!(runner_of(&bench, "x.test.js", ""), None);
    let build =
        [("package.json", r#"{"devDependencies": {"jest": "1"}}"#), ("vite.config.ts", "export default {}")];
    assert_eq!(runner_of(&build, "x.test.js", ""), Some("jest"));
}

#[test]
fn of_two_runners_in_a_package_the_scripts_say_whose_the_tests_are() {
    let with = |script: &str| {
        format!(
            r#"{{"devDependencies": {{"vitest": "3", "jest": "30"}}, "scripts": {{"test": "{script}", "test:old": "jest"}}}}"#
        )
    };
    let configs = [("vitest.config.ts", ""), ("jest.config.js", "module.exports = {}")];
    for (script, runner) in [("vitest run", "vitest"), ("jest --ci", "jest"), ("npm run test:old", "jest")] {
        let manifest = with(script);
        let files = [("package.json", manifest.as_str()), configs[0], configs[1]];
        assert_eq!(runner_of(&files, "x.test.js", ""), Some(runner), "{script}");
    }
}

#[test]
fn a_package_without_its_own_word_is_asked_where_the_configuration_lies() {
    let root = [
        ("package.json", VITEST),
        ("vitest.config.ts", "export default {}"),
        ("packages/a/package.json", "{}"),
    ];
    assert_eq!(package_of(&root, "packages/a/x.test.ts"), "");
    let nested = [("package.json", VITEST), ("libs/a/vite.config.ts", "export default { test: {} }")];
    assert_eq!(package_of(&nested, "libs/a/src/x.test.ts"), "libs/a");
    let hoisted =
        [("package.json", VITEST), ("packages/a/package.json", r#"{"scripts": {"test": "vitest"}}"#)];
    assert_eq!(package_of(&hoisted, "packages/a/x.test.ts"), "packages/a");
}

#[test]
fn files_in_other_languages_and_outside_of_any_package_are_not_claimed() {
    assert_eq!(runner_of(&[("package.json", JEST)], "tests/test_x.py", ""), Some("pytest"));
    assert_eq!(runner_of(&[], "x.test.js", "test('x', () => {})"), None);
    assert_eq!(runner_of(&[("package.json", "{}")], "x.test.js", "test('x', () => {})"), None);
    assert_eq!(runner_of(&[("package.json", JEST)], "node_modules/x/x.test.js", ""), None);
}

#[test]
fn the_runner_is_the_nearest_that_is_installed_above_the_package() {
    let manifest = |version: &str| format!(r#"{{"version": "{version}"}}"#);
    let (near, far) = (manifest("4.0.0"), manifest("3.1.2"));
    let files = Files::of(&[
        ("a/package.json", VITEST),
        ("b/package.json", VITEST),
        ("a/node_modules/vitest/package.json", &near),
        ("node_modules/vitest/package.json", &far),
    ]);
    let files = files.with_programs(&["a/node_modules/vitest/vitest.mjs", "node_modules/vitest/vitest.mjs"]);
    let facts = |file: &str| (vitest::RUNNER.claim)(&files, &file.into(), "").unwrap().facts;
    assert_eq!(facts("a/x.test.ts")["entry"], "./node_modules/vitest/vitest.mjs");
    assert_eq!(facts("a/x.test.ts")["version"], "4.0.0");
    assert_eq!(facts("b/x.test.ts")["entry"], "../node_modules/vitest/vitest.mjs");
    assert_eq!(facts("b/x.test.ts")["version"], "3.1.2");
}
