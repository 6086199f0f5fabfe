use super::*;
use crate::runner::testing::{Files, site, suite};

const SOURCE: &str = "const t = require('tap')";

fn claimed(files: &[(&str, &str)], file: &str, source: &str) -> Option<Claim> {
    (RUNNER.claim)(&Files::of(files), &RepoPath::new(file), source)
}

fn grep(names: &[&str], dynamic: bool) -> Option<String> {
    let suite = suite("tap", "", &[]);
    let site = Site { dynamic, ..site("test/a.js", names) };
    command(&suite, Side::Base, &Question::Test(&site)).env.remove("TAP_GREP")
}

#[test]
fn a_file_is_taps_by_what_it_imports_or_by_its_name_and_a_dependency() {
    let manifest = ("package.json", r#"{"devDependencies": {"tap": "*"}, "scripts": {"test": "tap"}}"#);
    assert!(claimed(&[manifest], "lib/a.js", SOURCE).is_some());
    assert!(claimed(&[manifest], "test/a.js", "helper('x', f)").is_some());
    assert_eq!(claimed(&[manifest], "lib/a.js", "helper('x', f)"), None);
    assert_eq!(claimed(&[manifest], "test/a.js", "require('tape')"), None);
}

#[test]
fn what_the_script_and_the_configuration_give_to_node_goes_along() {
    let script = |line: &str| serde_json::json!({ "scripts": { "test": line } }).to_string();
    for (line, config, node, flags) in [
        ("A=b tap --node-arg=--import=tsx -J", "", None, Some(r#"["--import=tsx"]"#)),
        ("tap", "node-arg:\n  - --expose-gc\n", None, Some(r#"["--expose-gc"]"#)),
        ("node --import tsx test/a.js", "", Some(r#"["--import","tsx"]"#), None),
    ] {
        let files = [("package.json", &*script(line)), (".taprc", config)];
        let facts = claimed(&files, "test/a.js", SOURCE).unwrap().facts;
        assert_eq!(facts.get("node.base").map(String::as_str), node, "{line}");
        assert_eq!(facts.get("flags.base").map(String::as_str), flags, "{line}");
    }
}

#[test]
fn the_outermost_test_is_selected_if_its_name_is_sure() {
    assert_eq!(grep(&["a (b)"], false).unwrap(), r"/^a\u0020\u0028b\u0029$/");
    assert_eq!(grep(&["a", "in ${b}"], true).unwrap(), "/^a$/");
    assert_eq!(grep(&["a ${b}"], true).unwrap(), r"/(^|\u0020)a\u0020[^]*$/");
    assert_eq!(grep(&["helper"], true), None);
}
