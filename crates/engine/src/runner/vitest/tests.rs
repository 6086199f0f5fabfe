use super::*;
use crate::{
    domain::Site,
    runner::testing::{Files, site, suite},
};

const MANIFEST: (&str, &str) = ("package.json", r#"{"devDependencies": {"vitest": "3"}}"#);

fn asked(facts: &[(&str, &str)], question: &Question<'_>) -> Vec<String> {
    let facts = [&[("entry", "./node_modules/vitest/vitest.mjs")], facts].concat();
    let mut suite = suite("vitest", "pkg", &facts);
    suite.head_files = ["a.test.ts", "a.test.tsx", "sub/[a.test.ts]", "x/y/a.test.ts", "b.test.ts"]
        .map(|file| RepoPath::from("pkg").join(file))
        .into();
    let command = command(&suite, Side::Head, question);
    assert_eq!(command.folder, RepoPath::from("pkg"));
    command.argv.into_iter().map(|word| word.into_string().unwrap()).collect()
}

/// What stands behind the words that are the same for every question.
fn selection(facts: &[(&str, &str)], question: &Question<'_>) -> Vec<String> {
    let words = asked(facts, question);
    let fixed =
        words.iter().rposition(|word| word.starts_with("--reporter") || word.starts_with("--pool")).unwrap();
    words[fixed + 1..].to_vec()
}

fn collected(files: &[(&str, &str)], file: &str) -> bool {
    let files = Files::of(&[&[MANIFEST], files].concat());
    claim(&files, &file.into(), "import { test } from 'vitest'").is_some()
}

#[test]
fn one_test_is_asked_by_its_full_name_joined_as_the_version_does() {
    let site = site("pkg/b.test.ts", &["suite", "a (b)"]);
    for (version, joined) in [("5.1.2", r"\u0020\u003e\u0020"), ("4.1.12", r"\u0020"), ("3.2.7", r"\u0020")] {
        let asked = selection(&[("version", version)], &Question::Test(&site));
        assert_eq!(asked, ["b.test.ts", "-t", &format!(r"^suite{joined}a\u0020\u0028b\u0029$")], "{version}");
    }
}

#[test]
fn a_file_is_asked_without_those_that_have_its_path_in_theirs() {
    let asked = selection(&[], &Question::File(&"pkg/a.test.ts".into()));
    let excluded = ["**/a.test.tsx", "**/?a.test.ts?", "x/y/a.test.ts", "y/a.test.ts"];
    assert_eq!(asked[0], "a.test.ts");
    assert_eq!(asked[1..], excluded.map(|glob| ["--exclude", glob]).concat());
    assert_eq!(selection(&[], &Question::File(&"pkg/b.test.ts".into())), ["b.test.ts"]);
}

#[test]
fn a_name_made_at_run_time_is_asked_by_what_is_written_of_it() {
    let made = Site { dynamic: true, ..site("pkg/b.test.ts", &["s", "n %i"]) };
    assert_eq!(
        selection(&[("version", "4.0.0")], &Question::Test(&made))[2],
        r"(^|\u0020)s\u0020n\u0020[^]*$"
    );
}

#[test]
fn no_version_writes_snapshots_and_old_threads_are_not_trusted() {
    let words = |version: &str| asked(&[("version", version)], &Question::Suite(&[])).join(" ");
    for (version, update) in
        [("5.1.2", "--update=none"), ("4.0.0", "--update=none"), ("3.2.7", "--update=false")]
    {
        assert!(words(version).contains(update), "{version}");
        assert_eq!(words(version).contains("--pool=forks"), version == "3.2.7", "{version}");
    }
}

#[test]
fn the_script_and_the_user_add_to_every_command() {
    let facts = [
        ("program", "/opt/node"),
        ("args", r#"["--mode=x"]"#),
        ("node.head", r#"["--no-warnings"]"#),
        ("flags.head", r#"["--globals"]"#),
        ("flags.base", r#"["--dom"]"#),
    ];
    let words = asked(&facts, &Question::File(&"pkg/b.test.ts".into()));
    assert_eq!(
        words[..6],
        ["/opt/node", "--no-warnings", "./node_modules/vitest/vitest.mjs", "run", "--globals", "--mode=x"]
    );
}

#[test]
fn a_runner_that_is_not_installed_is_named_by_what_cannot_be_started() {
    let command = command(&suite("vitest", "pkg", &[]), Side::Head, &Question::Suite(&[]));
    assert_eq!(command.argv[0], "node_modules/.bin/vitest");
}

#[test]
fn files_are_collected_as_the_configuration_says() {
    let config = |text: &'static str| [("vitest.config.ts", text)];
    let include = config(
        "export default defineConfig({ test: { include: ['checks/**/*.ts'], exclude: ['checks/old/**'] } })",
    );
    for (file, wanted) in [("checks/a.ts", true), ("checks/old/a.ts", false), ("src/a.test.ts", false)] {
        assert_eq!(collected(&include, file), wanted, "{file}");
    }
    for (file, wanted) in
        [("a.test.ts", true), ("a.spec.mjs", true), ("test/a.ts", false), ("a.test.vue", false)]
    {
        assert_eq!(collected(&[], file), wanted, "{file}");
    }
    let unknown = config("export default { test: { include: patterns } }");
    assert!(collected(&unknown, "checks/a.ts"));
    let rooted = config("export default { root: 'app', test: { include: ['checks/*.ts'] } }");
    assert!(collected(&rooted, "app/checks/a.ts"));
    let named =
        [("package.json", r#"{"scripts": {"test": "vitest --config own.ts"}}"#), ("own.ts", include[0].1)];
    assert!(collected(&named, "checks/a.ts") && !collected(&named, "a.test.ts"));
}

#[test]
fn source_files_are_collected_if_the_configuration_includes_them() {
    let files = |config: &str| {
        let files = Files::of(&[MANIFEST, ("vite.config.ts", config)]);
        claim(&files, &"src/a.ts".into(), "if (import.meta.vitest) {}").map(|claim| claim.because)
    };
    let because = "it has `import.meta.vitest`, but it is not installed in `node_modules`";
    assert_eq!(files("export default { test: { includeSource: ['src/*.ts'] } }").as_deref(), Some(because));
    assert_eq!(files("export default { test: { includeSource: ['lib/*.ts'] } }"), None);
    assert_eq!(files("export default { test: {} }"), None);
}

#[test]
fn a_package_among_the_projects_of_a_root_is_asked_from_there() {
    let package = |root: (&str, &str), folder: &str| {
        let own = format!("{folder}/vitest.config.ts");
        let manifest = format!("{folder}/package.json");
        let files = Files::of(&[MANIFEST, root, (&manifest, "{}"), (&own, "export default {}")]);
        claim(&files, &format!("{folder}/a.test.ts").as_str().into(), "").unwrap().package.to_string()
    };
    for root in [
        ("vitest.config.ts", "export default { test: { projects: ['packages/*'] } }"),
        ("vitest.config.ts", "export default { test: { projects: ['packages/*/vitest.config.ts'] } }"),
        ("vitest.config.ts", "export default { test: { projects: [{ extends: true }] } }"),
        ("vitest.config.ts", "export default { test: { workspace: './workspace.ts' } }"),
        ("vitest.workspace.ts", "export default ['packages/*']"),
        ("vitest.workspace.json", r#"["packages/*"]"#),
    ] {
        assert_eq!(package(root, "packages/a"), "", "{root:?}");
    }
    assert_eq!(
        package(("vitest.config.ts", "export default { test: { projects: ['packages/*'] } }"), "apps/a"),
        "apps/a"
    );
    assert_eq!(
        package(("vitest.config.ts", "export default { test: { ...shared } }"), "packages/a"),
        "packages/a"
    );
}
