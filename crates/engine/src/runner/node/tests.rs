use super::*;
use crate::runner::testing::{Files, site, suite};

fn asked(facts: &[(&str, &str)], question: &Question<'_>) -> Vec<String> {
    let command = command(&suite("node", "pkg", facts), Side::Head, question);
    assert_eq!(command.folder, RepoPath::new("pkg"));
    command.argv.into_iter().map(|word| word.into_string().unwrap()).collect()
}

#[test]
fn a_file_that_imports_node_test_is_claimed_from_its_package() {
    let files = Files::of(&[("package.json", "{}"), ("a/package.json", "{}")]);
    let path = RepoPath::new("a/b/x.test.mjs");
    for source in [
        "import { test } from 'node:test'",
        "const { test } = require(\"node:test\")",
        "import 'node:test'",
        "const t = await import(`node:test`)",
        "import {\n  test,\n} from 'node:test'",
    ] {
        assert_eq!(claim(&files, &path, source).unwrap().package, RepoPath::new("a"), "{source}");
    }
}

#[test]
fn a_file_that_only_mentions_node_test_is_not_claimed() {
    let files = Files::of(&[]);
    for source in
        ["// import { test } from 'node:test'", "test('node:test', () => {})", " * from 'node:test'"]
    {
        assert_eq!(claim(&files, &RepoPath::new("x.mjs"), source), None, "{source}");
    }
    assert!(claim(&files, &RepoPath::new("x.py"), "import { test } from 'node:test'").is_none());
}

#[test]
fn the_packages_script_claims_files_that_import_no_other_framework() {
    let files = Files::of(&[("package.json", r#"{"scripts": {"test": "node --import tsx --test"}}"#)]);
    let claimed = claim(&files, &RepoPath::new("x.test.ts"), "import { test } from './helper.ts'").unwrap();
    assert_eq!(claimed.because, "`package.json` tests with it");
    assert_eq!(claimed.facts["flags.base"], r#"["--import","tsx"]"#);
    assert!(claim(&files, &RepoPath::new("test/x.ts"), "").is_some());
    assert!(claim(&files, &RepoPath::new("x.test.ts"), "import { test } from 'vitest'").is_none());
    assert!(claim(&files, &RepoPath::new("src/app.ts"), "").is_none(), "not a test by its name");
}

#[test]
fn a_package_that_depends_on_another_framework_keeps_only_what_imports_node_test() {
    let manifest =
        r#"{"scripts": {"test": "vitest", "t": "node --test"}, "devDependencies": {"vitest": "4"}}"#;
    let files = Files::of(&[("package.json", manifest)]);
    assert!(claim(&files, &RepoPath::new("x.test.ts"), "test('x', () => {})").is_none());
    assert!(claim(&files, &RepoPath::new("x.test.ts"), "import test from 'node:test'").is_some());
}

#[test]
fn one_test_is_asked_of_the_file_itself_by_its_own_name() {
    let site = site("pkg/t/x.mjs", &["suite", "adds \"two\" (a+b)"]);
    assert_eq!(
        asked(
            &[("flags.head", r#"["--import","tsx"]"#), ("flags.base", r#"["-r","x"]"#)],
            &Question::Test(&site)
        ),
        [
            "node",
            "--import",
            "tsx",
            r"--test-name-pattern=^adds\u0020\u0022two\u0022\u0020\u0028a\u002bb\u0029$",
            "t/x.mjs"
        ]
    );
}

#[test]
fn characters_outside_the_basic_plane_are_two_escapes() {
    assert_eq!(pattern("é🙂"), r"--test-name-pattern=^\u00e9\ud83d\ude42$");
}

#[test]
fn a_name_made_at_run_time_is_asked_with_its_outermost_suite_or_its_file() {
    let mut inner = site("pkg/x.mjs", &["suite", "n ${i}"]);
    inner.dynamic = true;
    assert_eq!(asked(&[], &Question::Test(&inner)), ["node", "--test-name-pattern=^suite$", "x.mjs"]);
    inner.name = vec!["n ${i}".into()];
    assert_eq!(asked(&[], &Question::Test(&inner)), ["node", "x.mjs"]);
    inner.name = vec!["s ${i}".into(), "x".into()];
    assert_eq!(asked(&[], &Question::Test(&inner)), ["node", "x.mjs"]);
}

#[test]
fn all_files_are_asked_with_test_unless_a_name_is_a_glob_or_an_option() {
    let files = [RepoPath::new("pkg/a.mjs"), RepoPath::new("pkg/b c.mjs")];
    assert_eq!(asked(&[], &Question::Suite(&files)), ["node", "--test", "a.mjs", "b c.mjs"]);
    assert_eq!(asked(&[], &Question::Suite(&[RepoPath::new("pkg/-b.mjs")]))[3..], ["--", "0", "./-b.mjs"]);
    let files = [RepoPath::new("pkg/[id].mjs")];
    let asked = asked(&[("flags.head", r#"["-r","x"]"#)], &Question::Suite(&files));
    assert_eq!(asked[1], "-e");
    assert_eq!(asked[3..], ["--", "2", "-r", "x", "[id].mjs"]);
}

#[test]
fn the_users_node_and_arguments_and_the_scripts_variables_are_used() {
    let facts =
        [("program", "/opt/node"), ("args", r#"["--no-warnings"]"#), ("env.head", r#"{"NODE_ENV":"test"}"#)];
    let path = RepoPath::new("pkg/a.mjs");
    let command = command(&suite("node", "pkg", &facts), Side::Head, &Question::File(&path));
    assert_eq!(command.argv, ["/opt/node", "--no-warnings", "a.mjs"]);
    assert_eq!(command.env["NODE_ENV"], "test");
}
