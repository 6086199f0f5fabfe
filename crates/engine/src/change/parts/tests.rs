use super::*;
use crate::change::role::rules_of_changed;
use proptest::prelude::*;

fn file(text: &str) -> Content {
    Content::file(text.as_bytes())
}

fn grafted(path: &str, code: &str, tests: &str) -> String {
    let content = graft(&RepoPath::from(path), Some(&file(code)), Some(&file(tests))).unwrap();
    content.text().unwrap().to_owned()
}

fn strand(path: &str, text: &str, role: Role) -> String {
    let parts = cut(&RepoPath::from(path), text);
    parts.iter().filter(|part| part.role == role).map(|part| &text[part.range.clone()]).collect()
}

fn differing(path: &str, base: &str, head: &str) -> Vec<Role> {
    differing_roles(&RepoPath::from(path), Some(&file(base)), Some(&file(head)))
}

fn assert_cut_covers(path: &str, text: &str) {
    let mut at = 0;
    for part in cut(&RepoPath::from(path), text) {
        assert_eq!(part.range.start, at, "{path} {text}");
        at = part.range.end;
    }
    assert_eq!(at, text.len(), "{path} {text}");
}

const PACKAGE: &str = r#"{
  "name": "x",
  "scripts": {
    "build": "tsc",
    "pretest": "npm run build",
    "test:unit": "jest"
  },
  "jest": { "bail": true },
  "dependencies": { "test": "1" },
  "devDependencies": {
    "jest": "29"
  }
}
"#;

const PYPROJECT_TEXT: &str = r#"[project]
name = "x" # [tool.pytest]
dependencies = ["""
[tool.pytest]
"""]

[project.optional-dependencies]
docs = ["sphinx"]
test = [
    "pytest",
]

# how it is tested
[tool.pytest.ini_options]
addopts = "-q"

[tool.coverage.run]
branch = true

[tool.ruff]
line-length = 100
"#;

const CARGO_TEXT: &str = r#"[package]
name = "x"
autotests = false

[lib]
path = "src/x.rs"
doctest = false

[dependencies]
serde = "1"

[dev-dependencies]
insta = "1"

[dev-dependencies.tempfile]
version = "3"

[target.'cfg(unix)'.dev-dependencies]
libc = "0.2"

[target.'cfg(unix)'.dependencies]
nix = "1"

[[test]]
name = "it"

[[bin]]
name = "x"

[[test]]
name = "other"
"#;

const COMPOSER_TEXT: &str = r#"{
    "name": "x/x",
    "require": { "php": ">=8" },
    "require-dev": { "phpunit/phpunit": "^29" },
    "autoload": { "psr-4": { "X\\": "src" } },
    "autoload-dev": { "psr-4": { "Tests\\": "tests" } },
    "scripts": { "test": "phpunit", "lint": "x" }
}
"#;

const SETUP: &str = "[metadata]\nname = x\n\n[tool:pytest]\naddopts = -q\n\n[coverage:run]\nbranch = True\n[options]\nzip_safe = False\n";

#[test]
fn manifests_are_cut_into_code_and_harness() {
    let has = |path: &str, text: &str, harness: &[&str], code: &[&str]| {
        assert_cut_covers(path, text);
        let (tests, rest) = (strand(path, text, Role::Harness), strand(path, text, Role::Code));
        for part in harness {
            assert!(tests.contains(part) && !rest.contains(part), "{path}: {part}");
        }
        for part in code {
            assert!(rest.contains(part) && !tests.contains(part), "{path}: {part}");
        }
    };
    let own = ["pretest", "test:unit", "bail", "devDependencies", "29"];
    has("package.json", PACKAGE, &own, &["name", "build\":", "dependencies\": { \"test\": \"1\" }"]);
    let own = ["\"pytest\",", "addopts", "[tool.coverage.run]", "branch"];
    has(
        "a/pyproject.toml",
        PYPROJECT_TEXT,
        &own,
        &["name =", "sphinx", "\"\"\"]", "[tool.ruff]", "line-length"],
    );
    let own = ["autotests", "doctest", "insta", "tempfile", "libc", "\"it\"", "\"other\""];
    has("Cargo.toml", CARGO_TEXT, &own, &["[package]", "src/x.rs", "serde", "nix =", "[[bin]]"]);
    let own = ["require-dev", "29", "autoload-dev", "test\": \"phpunit"];
    has("composer.json", COMPOSER_TEXT, &own, &["php\": \">=8", "autoload\":", "lint"]);
    has("setup.cfg", SETUP, &["addopts", "branch"], &["[metadata]", "zip_safe"]);
}

#[test]
fn a_graft_of_equal_code_or_equal_harness_is_one_sides_bytes() {
    let texts = [
        ("package.json", PACKAGE),
        ("composer.json", &COMPOSER_TEXT.replace("x/x", "x")),
        ("pyproject.toml", PYPROJECT_TEXT),
        ("Cargo.toml", CARGO_TEXT),
        ("setup.cfg", SETUP),
    ];
    for (path, text) in texts {
        let code_differs = text.replace("\"x\"", "\"y\"").replace("= x", "= y");
        let harness_differs = ["29", "addopts", "insta"]
            .iter()
            .fold(text.to_owned(), |text, word| text.replace(word, &format!("{word}0")));
        assert_eq!(grafted(path, &code_differs, text), code_differs);
        assert_eq!(grafted(path, text, &harness_differs), harness_differs);
        assert_eq!(differing(path, text, &code_differs), [Role::Code], "{path}");
        assert_eq!(differing(path, text, &harness_differs), [Role::Harness], "{path}");
    }
}

#[test]
fn a_package_takes_test_scripts_and_dev_dependencies_from_the_tests_side() {
    let code = r#"{"name": "y", "scripts": {"test": "true", "build": "tsc"}, "nyc": {}, "exports": {"b": 1, "a": 2}}"#;
    let mixed: serde_json::Value = serde_json::from_str(&grafted("package.json", code, PACKAGE)).unwrap();
    let expected = serde_json::json!({
        "name": "y", "scripts": {"build": "tsc", "pretest": "npm run build", "test:unit": "jest"},
        "exports": {"b": 1, "a": 2}, "jest": {"bail": true}, "devDependencies": {"jest": "29"},
    });
    assert_eq!(mixed, expected);
    assert!(mixed["exports"].to_string().starts_with("{\"b\""));
}

#[test]
fn a_cargo_manifest_takes_test_targets_and_dev_dependencies_from_the_tests_side() {
    let code = "[package]\nname = \"y\"\n[dependencies]\nserde = \"2\"\n[dev-dependencies]\nother = \"1\"\n[[test]]\nname = \"z\"\nharness = false\n";
    let mixed: ::toml::Table = grafted("Cargo.toml", code, CARGO_TEXT).parse().unwrap();
    let theirs: ::toml::Table = CARGO_TEXT.parse().unwrap();
    assert_eq!(mixed["dev-dependencies"], theirs["dev-dependencies"]);
    assert_eq!(mixed["test"], theirs["test"]);
    assert_eq!(mixed["package"]["name"].as_str(), Some("y"));
    assert_eq!(mixed["package"]["autotests"].as_bool(), Some(false));
    assert_eq!(mixed["lib"].as_table().unwrap().len(), 1);
    assert_eq!(mixed["dependencies"]["serde"].as_str(), Some("2"));
    assert!(mixed["target"]["cfg(unix)"].get("dependencies").is_none());
    assert!(!mixed.contains_key("bin"));
}

#[test]
fn an_ini_file_takes_test_sections_from_the_tests_side() {
    let code = "[metadata]\nname = y\n[coverage:run]\nfail_under = 0\n[coverage:report]\nx = 1";
    let expected = "[metadata]\nname = y\n[coverage:run]\nbranch = True\n[tool:pytest]\naddopts = -q\n\n";
    assert_eq!(grafted("setup.cfg", code, SETUP), expected);
}

#[test]
fn a_manifest_that_cannot_be_read_is_the_code_sides() {
    for path in ["package.json", "Cargo.toml"] {
        assert_eq!(grafted(path, "{ <<<<<<<", "[x]"), "{ <<<<<<<");
        assert_eq!(grafted(path, "{}[", "="), "{}[");
        assert_cut_covers(path, "{ <<<<<<< ] '''");
    }
}

#[test]
fn a_manifest_without_its_tests_side_has_no_harness_and_can_still_be_read() {
    let path = RepoPath::from("package.json");
    let alone = graft(&path, Some(&file(PACKAGE)), None).unwrap();
    assert!(!alone.text().unwrap().contains("jest"));
    let only_harness = graft(&path, Some(&file("{\"jest\": {}}")), None).unwrap();
    assert_eq!(only_harness.text(), Some("{}\n"));
    assert_eq!(graft(&path, None, Some(&file(PACKAGE))), None);
}

#[test]
fn files_of_one_role_come_whole_from_their_side_and_may_be_absent() {
    let (a, b) = (file("a"), file("b"));
    let of = |path: &str, code, tests| graft(&RepoPath::from(path), code, tests);
    assert_eq!(of("tests/a.py", Some(&a), Some(&b)), Some(b.clone()));
    assert_eq!(of("conftest.py", Some(&a), None), None);
    assert_eq!(of("tests/new.py", None, Some(&b)), Some(b.clone()));
    assert_eq!(of("src/a.py", Some(&a), Some(&b)), Some(a.clone()));
    assert_eq!(of("src/a.py", None, Some(&b)), None);
    assert_eq!(of("README.md", Some(&a), Some(&b)), Some(a.clone()));
    assert_eq!(of("src/a.py", None, None), None);
}

#[test]
fn submodules_are_code_and_what_is_no_text_is_the_code_sides() {
    let (module, link) = (Content::Submodule("1".into()), Content::Symlink(b"x".to_vec()));
    let (text, binary) = (file("fn a() {}"), Content::file(&b"\xff\0"[..]));
    let of = |path: &str, code, tests| graft(&RepoPath::from(path), code, tests);
    assert_eq!(of("tests/vendored", Some(&module), None), Some(module.clone()));
    assert_eq!(of("tests/link", Some(&text), Some(&link)), Some(link.clone()));
    assert_eq!(of("src/a.rs", Some(&text), Some(&link)), Some(text.clone()));
    assert_eq!(of("src/a.rs", Some(&link), Some(&text)), Some(link.clone()));
    assert_eq!(of("src/a.rs", Some(&text), Some(&binary)), Some(text.clone()));
    let roles = |path: &str, head| differing_roles(&RepoPath::from(path), Some(&text), Some(head));
    assert_eq!(roles("tests/vendored", &module), [Role::Code]);
    assert_eq!(roles("tests/link", &link), [Role::Test].map(|_| Role::Fixture));
    assert_eq!(roles("src/a.rs", &binary), [Role::Code]);
}

#[test]
fn a_source_file_of_the_head_alone_has_no_tests_in_the_earned_world_and_is_absent_in_the_evidence_world() {
    let path = RepoPath::from("src/new.rs");
    let head =
        Content::File { bytes: b"fn a() {}\n#[test]\nfn t() {}\n".as_slice().into(), executable: true };
    let earned = graft(&path, Some(&head), None).unwrap();
    assert_eq!(earned, Content::File { bytes: b"fn a() {}\n".as_slice().into(), executable: true });
    assert_eq!(graft(&path, None, Some(&head)), None);
    let tests_only = file("#![cfg(test)]\nfn helper() {}\n");
    assert_eq!(graft(&path, None, Some(&tests_only)), Some(tests_only));
}

#[test]
fn a_rust_file_differs_in_the_roles_of_its_parts_that_differ() {
    let base = "fn a() { 1; }\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() {}\n}\n";
    assert_eq!(differing("src/a.rs", base, &base.replace("1;", "2;")), [Role::Code]);
    assert_eq!(differing("src/a.rs", base, &base.replace("fn t() {}", "fn t() { a(); }")), [Role::Test]);
    assert_eq!(differing("src/a.rs", "fn a() { 1; }\n", base), [Role::Test]);
    assert_eq!(differing("src/a.rs", base, "fn a() {}\n"), [Role::Code, Role::Test]);
    assert_eq!(differing("src/a.rs", base, base), []);
    let path = RepoPath::from("src/a.rs");
    assert_eq!(differing_roles(&path, None, Some(&file(base))), [Role::Code, Role::Test]);
    let executable = Content::File { bytes: base.as_bytes().into(), executable: true };
    assert_eq!(differing_roles(&path, Some(&file(base)), Some(&executable)), [Role::Code]);
}

#[test]
fn a_registered_test_module_is_a_test_file_on_whichever_side_it_is() {
    let lib = "mod run;\n#[cfg(test)]\nmod test_run;\n#[cfg(test)]\n#[path = \"../extra/it.rs\"]\nmod it;\nmod plain;\n";
    let read = |path: &RepoPath| (*path == RepoPath::from("src/lib.rs")).then(|| lib.to_owned());
    let rules = rules_of_changed(&[RepoPath::from("src/test_run/deep/a.rs")], read);
    let module = file("use super::*;\nfn helper() {}\n#[test]\nfn t() { helper() }\n");
    for path in ["src/test_run.rs", "src/test_run/mod.rs", "src/test_run/deep/a.rs", "extra/it.rs"] {
        let path = RepoPath::from(path);
        assert_eq!(graft_with(&path, None, Some(&module), &rules), Some(module.clone()), "{path}");
        assert_eq!(graft_with(&path, Some(&module), None, &rules), None, "{path}");
        assert_eq!(differing_roles_with(&path, None, Some(&module), &rules), [Role::Test]);
        assert_eq!(cut_with(&path, "fn x() {}", &rules)[0].role, Role::Test);
    }
    assert_eq!(role_with(&RepoPath::from("src/plain.rs"), &rules), Role::Code);
}

fn line() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "[package]",
        "name = \"x\"",
        "[lib]",
        "test = false",
        "[dev-dependencies]",
        "a = { version = \"1\" }",
        "b.c = 2",
        "[[test]]",
        "[target.x.dev-dependencies]",
        "# note",
        "",
        "[tool.pytest]",
        "[tool]",
        "x = \"\"\"",
        "[test]\"\"\"",
        "lib.harness = false",
        "[project.optional-dependencies]",
        "dev = [",
        "]",
        "[tool:pytest]",
        "[coverage:run]",
        "é = 1",
    ])
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(line(), 0..9).prop_map(|lines| lines.join("\n"))
}

fn json_text() -> impl Strategy<Value = String> {
    let key = || {
        prop::sample::select(vec!["scripts", "test", "pretest:x", "build", "jest", "devDependencies", "é"])
    };
    let leaf =
        prop_oneof![Just("1".to_owned()), Just("\"a, }\"".to_owned()), Just("[{\"test\": 1}]".to_owned())];
    leaf.prop_recursive(3, 12, 4, move |inner| {
        let gap = prop::sample::select(vec!["", " ", "\n", "\n  "]);
        (prop::collection::btree_map(key(), inner, 0..4), gap).prop_map(|(pairs, gap)| {
            let pairs: Vec<_> = pairs.iter().map(|(key, value)| format!("{gap}\"{key}\": {value}")).collect();
            format!("{{{}{gap}}}", pairs.join(","))
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cutting_and_joining_any_manifest_is_the_identity(text in prop_oneof![text(), json_text(), ".{0,60}"]) {
        let manifests = ["package.json", "composer.json", "pyproject.toml", "Cargo.toml", "setup.cfg", "pom.xml", "vite.config.ts"];
        for path in manifests.into_iter().chain(["a.py", "a.ts"]) {
            assert_cut_covers(path, &text);
        }
    }

    #[test]
    fn a_grafted_manifest_has_exactly_the_code_of_one_side_and_the_harness_of_the_other(
        (code, tests, json) in prop_oneof![(text(), text(), Just(false)), (json_text(), json_text(), Just(true))]
    ) {
        let paths: &[&str] = if json { &["package.json", "composer.json"] } else { &["pyproject.toml", "Cargo.toml"] };
        for path in paths {
            let Form::Kind(kind) = form(&RepoPath::from(*path), &[]) else { unreachable!() };
            let read = |text: &str| (kind.strands)(text, kind.patterns).map(|(code, harness)| (value(&code), value(&harness)));
            let (Some(ours), Some(theirs)) = (read(&code), read(&tests)) else { continue };
            // Where one side has something else than a table in the way, the code side's text stays.
            prop_assume!(ours.0["scripts"].is_object() || ours.0["scripts"].is_null());
            let mixed = grafted(path, &code, &tests);
            prop_assert_eq!(read(&mixed), Some((ours.0, theirs.1)), "{}", mixed);
        }
    }
}

/// Without tables that are empty on one side: a `[lib]` of nothing but harness keeps no trace of an empty one of code.
fn value(text: &str) -> serde_json::Value {
    let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
    without_empty(&mut value);
    value
}

fn without_empty(value: &mut serde_json::Value) {
    if let serde_json::Value::Object(entries) = value {
        entries.values_mut().for_each(without_empty);
        entries.retain(|_, inner| !inner.as_object().is_some_and(serde_json::Map::is_empty));
    }
}

#[test]
fn an_empty_table_of_code_is_no_reason_for_a_difference() {
    let mixed = grafted("Cargo.toml", "[lib]", "lib.harness = false");
    assert_eq!(mixed.parse::<toml_edit::DocumentMut>().unwrap()["lib"]["harness"].as_bool(), Some(false));
}
