use super::*;
use crate::runner::testing::{Files, site, suite};

const INSTALLED: &str = "node_modules/mocha/bin/mocha.js";

fn claimed(files: &[(&str, &str)], file: &str) -> Option<Claim> {
    let project = Files::of(files);
    let source = files.iter().find(|(path, _)| *path == file).map_or("it('x', f)", |(_, text)| text);
    (RUNNER.claim)(&project, &RepoPath::new(file), source)
}

/// The flags of the base side for `test/a.js`.
fn flags(files: &[(&str, &str)]) -> Vec<String> {
    let claim = claimed(files, "test/a.js").expect("mocha's");
    let json = claim.facts.get("flags.base").map_or("[]", String::as_str);
    serde_json::from_str(json).unwrap()
}

fn script(line: &str) -> String {
    serde_json::json!({ "scripts": { "test": line }, "devDependencies": { "mocha": "*" } }).to_string()
}

fn asked(suite: &Suite, question: &Question<'_>) -> Vec<String> {
    let words = command(suite, Side::Base, question).argv;
    words.into_iter().map(|word| word.into_string().unwrap()).collect()
}

#[test]
fn a_file_is_mochas_by_its_configuration_its_dependency_or_a_script() {
    let nothing = ("package.json", "{}");
    for (path, text) in [
        (".mocharc.yml", "ui: bdd"),
        (".mocharc.jsonc", "{}"),
        ("package.json", r#"{"mocha": {}}"#),
        ("package.json", r#"{"devDependencies": {"mocha": "*"}}"#),
        ("package.json", r#"{"scripts": {"test": "nyc mocha"}}"#),
        ("package.json", r#"{"scripts": {"test": "cross-env A=b c8 node ./node_modules/mocha/bin/_mocha"}}"#),
    ] {
        let manifest =
            if path == "package.json" { (path, text) } else { ("package.json", r#"{"x": "mocha"}"#) };
        assert!(claimed(&[manifest, (path, text)], "test/a.js").is_some(), "{path} {text}");
    }
    assert_eq!(claimed(&[nothing], "test/a.js"), None);
    for module in ["node:test", "vitest", "@jest/globals", "tap", "tape"] {
        let source = format!("import it from '{module}'");
        assert_eq!(claimed(&[("package.json", &script("mocha")), ("test/a.js", &source)], "test/a.js"), None);
    }
}

#[test]
fn files_that_no_script_runs_are_not_claimed() {
    for (line, file, is_run) in [
        ("mocha", "test/a.js", true),
        ("mocha", "test/fixtures/a.js", false),
        ("mocha --recursive", "test/fixtures/a.js", true),
        ("mocha 'lib/**/*.spec.js'", "lib/b/a.spec.js", true),
        ("mocha 'lib/**/*.spec.js'", "test/a.js", false),
        ("mocha --require x test/unit", "test/unit/a.js", true),
        ("mocha --ignore 'test/a*' test", "test/a.js", false),
        ("mocha $(find . -name '*.js')", "x/a.js", true),
        ("make test", "test/b/a.js", true),
        ("make test", "lib/a.js", false),
    ] {
        assert_eq!(claimed(&[("package.json", &script(line))], file).is_some(), is_run, "{line}: {file}");
    }
    let certain = [("package.json", &*script("mocha")), ("lib/a.js", "import { it } from 'mocha'")];
    assert!(claimed(&certain, "lib/a.js").is_some());
}

#[test]
fn what_tests_run_in_goes_along_and_what_selects_hides_or_reports_does_not() {
    let line = "NODE_ENV=test mocha -r a --require=b --exit --no-timeouts --reporter dot -R min --grep x -b --retries 3 \
                --parallel --dry-run --forbid-pending --pass-on-failing-test-suite --check-leaks --import=tsx test/";
    let expected = ["--require=a", "--require=b", "--exit", "--timeout=0", "--check-leaks", "--import=tsx"];
    assert_eq!(flags(&[("package.json", &script(line))]), expected);
}

#[test]
fn configurations_go_along_behind_the_script() {
    let yaml = "require:\n  - a\n  - b\ntimeout: 50\nui: tdd\nspec: test/**\ndry-run: true\nexit: true\n";
    let json = r#"{ // note
        "require": ["a", "b"], "timeout": 50, "ui": "tdd", "spec": "test/**", "dryRun": true, "exit": true }"#;
    let module = format!("'use strict'\nmodule.exports = {json}");
    for (name, text) in [(".mocharc.yaml", yaml), (".mocharc.json", json), (".mocharc.js", &module)] {
        let found = flags(&[("package.json", &script("mocha --timeout 70 -r c")), (name, text)]);
        let expected = ["--timeout=70", "--require=c", "--require=a", "--require=b", "--ui=tdd", "--exit"];
        assert_eq!(found, expected, "{name}");
    }
    let own = r#"{"mocha": {"extension": ["ts"], "loader": "ts-node/esm", "timeout": false}}"#;
    assert_eq!(flags(&[("package.json", own)]), ["--extension=ts", "--loader=ts-node/esm", "--timeout=0"]);
    let opts =
        [("package.json", &*script("mocha")), ("test/mocha.opts", "# note\n--require should\n--ui tdd\n")];
    assert_eq!(flags(&opts), ["--require=should", "--ui=tdd"]);
    let named = [("package.json", &*script("mocha --config own.json")), ("own.json", r#"{"ui": "tdd"}"#)];
    assert_eq!(flags(&named), ["--ui=tdd"]);
}

#[test]
fn a_configuration_that_only_a_run_can_read_is_read_by_mocha_itself() {
    let files =
        [("package.json", &*script("mocha -r a")), (".mocharc.cjs", "module.exports = { require: [f()] }")];
    let found = flags(&files);
    assert_eq!(found, ["--require=a", "--config=.mocharc.cjs"]);
    let json = serde_json::json!(found).to_string();
    let suite = suite("mocha", "", &[("entry", INSTALLED), ("flags.base", &json)]);
    let words = asked(&suite, &Question::File(&RepoPath::new("test/a.js")));
    assert!(!words.contains(&"--no-config".into()) && words.contains(&"--no-dry-run".into()), "{words:?}");
}

#[test]
fn one_test_is_asked_by_its_file_and_its_whole_name() {
    let suite =
        suite("mocha", "p", &[("entry", "../node_modules/mocha/bin/mocha.js"), ("version", "11.8.0")]);
    let words = asked(&suite, &Question::Test(&site("p/test/a,b.js", &["s", "a b"])));
    assert_eq!(
        words,
        [
            "node",
            "../node_modules/mocha/bin/mocha.js",
            "--no-package",
            "--no-config",
            "--fail-zero",
            "./test/a,b.js",
            "-g",
            r"^s\u0020a\u0020b$",
        ]
    );
}

#[test]
fn in_the_qunit_interface_something_may_stand_before_a_name() {
    let suite = suite("mocha", "", &[("entry", INSTALLED), ("flags.base", r#"["--ui=qunit"]"#)]);
    let words = asked(&suite, &Question::Test(&site("a.js", &["x"])));
    assert_eq!(words.last().unwrap(), r"(^|\u0020)x$");
}

#[test]
fn old_versions_are_not_given_options_that_they_do_not_know() {
    let of = |version| suite("mocha", "", &[("entry", INSTALLED), ("version", version)]);
    let file = RepoPath::new("a.js");
    assert_eq!(asked(&of("5.2.0"), &Question::File(&file))[2..], ["./a.js"]);
    assert!(asked(&of("7.0.0"), &Question::File(&file)).contains(&"--no-opts".into()));
}
