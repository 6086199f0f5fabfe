use super::*;
use crate::domain::RepoPath;

fn refused(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn nothing_configured_is_the_default() {
    assert_eq!(parse("").unwrap(), Config::default());
    assert_eq!(parse("# only a comment\n").unwrap().setting("pytest", "program"), None);
}

#[test]
fn every_key_is_read() {
    let config = parse(
        r#"
        base = "origin/main"
        jobs = 4
        backend = "overlay"
        network = true
        timeout_s = 600
        repetitions = 5
        exclude = ["tests/slow/**", "tests/test_x.py::test_y"]
        [env]
        DJANGO_SETTINGS_MODULE = "conf"
        [roles]
        test = ["checks/**"]
        fixture = ["data/**"]
        harness = ["Makefile"]
        code = ["tests/support/**"]
        other = ["*.txt"]
        [signoff]
        allowed_signers = ".signers"
        [claims]
        file = "CLAIMS.md"
        [runner.pytest]
        program = "tools/python"
        args = ["-p", "x"]
        [runner.node]
        program = "node22"
        args = ["--no-warnings"]
        [runner.cargo]
        args = ["--all-features"]
        [[runner.custom]]
        name = "bats"
        files = ["test/*.bats"]
        folder = "test"
        suite = ["bats", "."]
        file = ["bats", "{file}"]
        test = ["bats", "-f", "^{name}$", "{file}"]
        separator = " > "
        env = { X = "1" }
        "#,
    )
    .unwrap();
    assert_eq!((config.jobs.unwrap().get(), config.timeout_s.unwrap().get(), config.network), (4, 600, true));
    assert_eq!(config.env.keys().map(Variable::as_str).collect::<Vec<_>>(), ["DJANGO_SETTINGS_MODULE"]);
    assert!(config.roles.test[0].matches(&RepoPath::new("checks/a/b.py")));
    assert!(config.exclude[1].matches_text("tests/test_x.py::test_y"));
    assert_eq!(config.runner.custom[0].separator, " > ");
}

#[test]
fn an_unknown_key_is_refused_with_a_pointer_to_it() {
    let message = refused("jobs = 2\n[runner.pytest]\npyhton = \"x\"\n");
    assert!(message.contains("line 3, column 1"), "{message}");
    assert!(message.contains("pyhton = \"x\"\n  | ^^^^^^"), "{message}");
    assert!(message.contains("unknown field `pyhton`, expected `program` or `args`"), "{message}");
    let refusal = refused("[runner.yest]");
    assert!(
        refusal.contains("unknown runner `yest`, expected `custom`, `") && refusal.contains(", `pytest`")
    );
}

#[test]
fn values_without_sense_are_refused_with_a_pointer_to_them() {
    for (text, part) in [
        ("jobs = 0", "line 1, column 8"),
        ("network = \"no\"", "invalid type"),
        ("exclude = [\"a\", \"[\"]", "line 1, column 11"),
        ("[env]\n\"A=B\" = \"1\"", "cannot be the name of an environment variable"),
        ("[[runner.custom]]\nname = \"x\"\nfiles = []\nsuite = []", "line 4, column 9"),
        (
            "[[runner.custom]]\nname = \"x\"\nfiles = []\nsuite = [\"a\", \"{fiel}\"]",
            "`{fiel}` is no placeholder",
        ),
        ("[[runner.custom]]\nname = \"x\"\nfiles = []", "missing field `suite`"),
        ("jobs", "line 1"),
    ] {
        let message = refused(text);
        assert!(message.contains(part), "{text}: {message}");
    }
}

#[test]
fn two_custom_runners_cannot_share_a_folder() {
    let custom = |name: &str| format!("[[runner.custom]]\nname = \"{name}\"\nfiles = []\nsuite = [\"x\"]\n");
    let message = refused(&(custom("a") + &custom("b")));
    assert!(message.contains("`a` and `b` both run in the folder"), "{message}");
}

#[test]
fn runners_get_their_settings_as_text_or_json() {
    let config = parse("[runner.pytest]\nprogram = \"py\"\nargs = [\"-p\", \"x\"]").unwrap();
    assert_eq!(config.setting("pytest", "program").unwrap(), "py");
    assert_eq!(config.setting("pytest", "args").unwrap(), r#"["-p","x"]"#);
    assert_eq!(config.setting("cargo", "args"), None);
    assert_eq!(config.setting("custom", "").unwrap(), "[]");
}

#[test]
fn a_star_stays_within_a_name_and_two_cross_folders() {
    let config = parse("exclude = [\"a/*.py\", \"b/**\"]").unwrap();
    let matches = |path: &str| config.exclude.iter().any(|one| one.matches(&RepoPath::new(path)));
    assert!(matches("a/x.py") && matches("b/c/x.py"));
    assert!(!matches("a/c/x.py") && !matches("c/a/x.py"));
}

const DOCS: &str = include_str!("../../../../docs/config.md");

#[test]
fn the_example_in_the_docs_is_a_configuration_with_every_key() {
    let (_, example) = DOCS.split_once("```toml\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    parse(example).unwrap();
    let document: toml::Table = example.parse().unwrap();
    for key in keys(schemars::schema_for!(Config).as_value()) {
        assert!(mentions(&toml::Value::Table(document.clone()), &key), "{key} is not in the example");
        assert!(
            DOCS.contains(&format!("`{key}`")) || DOCS.contains(&format!("[{key}]")),
            "{key} is not explained"
        );
    }
}

/// The keys of all objects in a schema, but for what names tables of their own in the docs.
fn keys(schema: &serde_json::Value) -> Vec<String> {
    let own = schema["properties"].as_object().into_iter().flatten().map(|(key, _)| key.clone());
    let below = schema["$defs"].as_object().into_iter().flatten().flat_map(|(_, object)| keys(object));
    own.chain(below).filter(|key| !["runner", "custom"].contains(&key.as_str())).collect()
}

fn mentions(value: &toml::Value, key: &str) -> bool {
    match value {
        toml::Value::Table(table) => {
            table.contains_key(key) || table.values().any(|inner| mentions(inner, key))
        }
        toml::Value::Array(list) => list.iter().any(|inner| mentions(inner, key)),
        _ => false,
    }
}
