use super::*;
use crate::runner::testing::{Files, site, suite};

const MANIFEST: (&str, &str) = ("package.json", r#"{"devDependencies": {"jest": "30"}}"#);

fn asked(facts: &[(&str, &str)], question: &Question<'_>) -> Vec<String> {
    let facts = [&[("entry", "./node_modules/jest/bin/jest.js")], facts].concat();
    let mut suite = suite("jest", "pkg", &facts);
    suite.head_files = ["a.test.js", "b/pkg/a.test.js"].map(|file| RepoPath::from("pkg").join(file)).into();
    let command = command(&suite, Side::Head, question);
    command.argv.into_iter().map(|word| word.into_string().unwrap()).collect()
}

fn collected(files: &[(&str, &str)], file: &str) -> bool {
    let files = Files::of(&[&[MANIFEST], files].concat());
    claim(&files, &file.into(), "").is_some()
}

#[test]
fn one_test_is_asked_by_its_full_name_in_lower_case_and_the_end_of_its_path() {
    let words = asked(&[], &Question::Test(&site("pkg/c.test.js", &["Suite", "a (B)"])));
    assert_eq!(words[..2], ["node", "./node_modules/jest/bin/jest.js"]);
    assert_eq!(words[2..11], FIXED);
    assert_eq!(
        words[11..],
        ["-t", r"^suite\u0020a\u0020\u0028b\u0029$", r"^(.*/)?pkg\u002fc\u002etest\u002ejs$"]
    );
}

#[test]
fn a_file_is_asked_without_those_whose_paths_end_in_its_own() {
    let words = asked(&[], &Question::File(&"pkg/a.test.js".into()));
    assert_eq!(
        words.last().unwrap(),
        r"^(?!(.*/)?(pkg\u002fb\u002fpkg\u002fa\u002etest\u002ejs)$)(.*/)?pkg\u002fa\u002etest\u002ejs$"
    );
}

#[test]
fn all_files_are_asked_by_their_paths_on_half_of_the_cores() {
    let files = ["pkg/a.test.js".into(), "pkg/[b].test.js".into()];
    let words = asked(&[("flags.head", r#"["--config","x"]"#)], &Question::Suite(&files));
    assert_eq!(words[2..4], ["--config", "x"]);
    assert_eq!(
        words[13..],
        [
            "--maxWorkers=50%",
            r"/pkg\u002fa\u002etest\u002ejs$",
            r"/pkg\u002f\u005bb\u005d\u002etest\u002ejs$"
        ]
    );
}

#[test]
fn where_react_scripts_test_they_are_what_is_started() {
    let manifest = r#"{"dependencies": {"react-scripts": "5"}, "scripts": {"test": "TZ=UTC react-scripts test --env=jsdom"}}"#;
    let files = Files::of(&[("package.json", manifest)]);
    let files =
        files.with_programs(&["node_modules/jest/bin/jest.js", "node_modules/react-scripts/scripts/test.js"]);
    let facts = claim(&files, &"src/App.test.js".into(), "").unwrap().facts;
    assert_eq!(facts["entry"], "./node_modules/react-scripts/scripts/test.js");
    assert_eq!(
        (facts["flags.base"].as_str(), facts["env.base"].as_str()),
        (r#"["--env=jsdom"]"#, r#"{"TZ":"UTC"}"#)
    );
}

#[test]
fn files_are_collected_as_the_configuration_says() {
    for (file, wanted) in [
        ("a.test.js", true),
        ("__tests__/a.ts", true),
        ("test.jsx", true),
        ("tests/a.js", false),
        ("a.test.json", false),
    ] {
        assert_eq!(collected(&[], file), wanted, "{file}");
    }
    let config = |text: &'static str| [("jest.config.js", text)];
    let named = config(
        "module.exports = { roots: ['<rootDir>/src'], testMatch: ['**/*.check.js'], testPathIgnorePatterns: ['/old/'] }",
    );
    for (file, wanted) in [
        ("src/a.check.js", true),
        ("a.check.js", false),
        ("src/old/a.check.js", false),
        ("src/a.test.js", false),
    ] {
        assert_eq!(collected(&named, file), wanted, "{file}");
    }
    let expression = [("package.json", r#"{"jest": {"rootDir": "src", "testRegex": ".*\\.spec\\.ts$"}}"#)];
    assert!(collected(&expression, "src/a.spec.ts"));
    assert!(!collected(&expression, "src/a.test.ts") && !collected(&expression, "test/a.spec.ts"));
    assert!(collected(&config("module.exports = { testMatch: patterns }"), "checks/a.js"));
    assert!(collected(&config("module.exports = create()"), "a.test.js"));
    assert!(!collected(&config("module.exports = create()"), "checks/a.js"));
    let script = [
        ("package.json", r#"{"scripts": {"test": "jest -c own.json"}}"#),
        ("own.json", r#"{"testMatch": ["**/x.js"]}"#),
    ];
    assert!(collected(&script, "a/x.js") && !collected(&script, "a.test.js"));
}

#[test]
fn a_runner_that_is_not_installed_is_named_by_what_cannot_be_started() {
    let command = command(&suite("jest", "", &[]), Side::Head, &Question::Suite(&[]));
    assert_eq!(command.argv[0], "node_modules/.bin/jest");
}
