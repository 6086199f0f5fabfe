use super::*;
use crate::runner::testing::{Files, site, suite};

const PACKAGE: &str = "[package]\nname = 'pkg'\n";

fn placed(files: &[(&str, &str)], path: &str) -> Option<(String, String)> {
    let claim = claim(&Files::of(files), &RepoPath::new(path), "")?;
    let place: Place = serde_json::from_str(&claim.facts[&format!("{path}.base")]).unwrap();
    Some((place.target.join(" "), place.module))
}

#[track_caller]
fn assert_placed(files: &[(&str, &str)], path: &str, target: &str, module: &str) {
    assert_eq!(placed(files, path), Some((target.into(), module.into())), "{path}");
}

#[test]
fn roots_belong_to_the_targets_cargo_finds() {
    let files = [
        ("Cargo.toml", PACKAGE),
        ("src/lib.rs", ""),
        ("src/main.rs", ""),
        ("tests/y/main.rs", ""),
        ("src/bin/c/main.rs", ""),
    ];
    assert_placed(&files, "src/lib.rs", "--lib", "");
    assert_placed(&files, "src/main.rs", "--bin pkg", "");
    assert_placed(&files, "src/bin/b.rs", "--bin b", "");
    assert_placed(&files, "src/bin/c/main.rs", "--bin c", "");
    assert_placed(&files, "tests/x.rs", "--test x", "");
    assert_placed(&files, "tests/y/main.rs", "--test y", "");
    assert_placed(&files, "examples/e.rs", "--example e", "");
    assert_placed(&files, "benches/b.rs", "--bench b", "");
}

#[test]
fn listed_targets_are_found_where_the_manifest_says() {
    let manifest = "[package]\nname = 'pkg'\nautotests = false\n[lib]\npath = 'lib/root.rs'\n[[test]]\nname = 'all'\npath = 'tests/main.rs'\n[[bin]]\nname = 'tool'\npath = 'src/main.rs'\n";
    let files = [
        ("Cargo.toml", manifest),
        ("lib/root.rs", "mod a;"),
        ("lib/a.rs", ""),
        ("tests/main.rs", "mod x;"),
        ("tests/x.rs", ""),
        ("src/main.rs", ""),
    ];
    assert_placed(&files, "lib/a.rs", "--lib", "a");
    assert_placed(&files, "tests/x.rs", "--test all", "x");
    assert_placed(&files, "src/main.rs", "--bin tool", "");
}

#[test]
fn a_listed_target_gets_the_features_it_requires() {
    let manifest = "[package]\nname = 'pkg'\n[[test]]\nname = 'x'\nrequired-features = ['a', 'b']\n";
    let files = [("Cargo.toml", manifest), ("tests/x.rs", ""), ("src/main.rs", "")];
    assert_placed(&files, "tests/x.rs", "--test x --features=a,b", "");
    assert_placed(&files, "src/main.rs", "--bin pkg", "");
}

#[test]
fn modules_are_followed_through_their_declarations() {
    let files = [
        ("Cargo.toml", PACKAGE),
        ("src/lib.rs", "pub mod a;\nmod inline {\n    mod deep;\n}"),
        ("src/a.rs", "#[cfg(test)] mod tests;\npub(crate) mod b;"),
        ("src/a/tests.rs", ""),
        ("src/a/b/mod.rs", ""),
        ("src/inline/deep.rs", ""),
    ];
    assert_placed(&files, "src/a.rs", "--lib", "a");
    assert_placed(&files, "src/a/tests.rs", "--lib", "a::tests");
    assert_placed(&files, "src/a/b/mod.rs", "--lib", "a::b");
    assert_placed(&files, "src/inline/deep.rs", "--lib", "inline::deep");
}

#[test]
fn a_module_belongs_to_the_target_that_declares_it() {
    let files = [
        ("Cargo.toml", PACKAGE),
        ("src/lib.rs", "// mod cli;\nmod client;"),
        ("src/main.rs", "mod cli;"),
        ("src/cli.rs", ""),
    ];
    assert_placed(&files, "src/cli.rs", "--bin pkg", "cli");
}

#[test]
fn a_path_attribute_names_the_module() {
    let files = [
        ("Cargo.toml", PACKAGE),
        ("src/lib.rs", "#[cfg(test)]\n#[path = \"odd/x_tests.rs\"]\nmod checks;"),
        ("src/odd/x_tests.rs", ""),
    ];
    assert_placed(&files, "src/odd/x_tests.rs", "--lib", "checks");
}

#[test]
fn a_module_declared_by_a_macro_is_placed_by_convention() {
    let files = [("Cargo.toml", PACKAGE), ("src/lib.rs", "modules!(a);"), ("src/a/b.rs", "")];
    assert_placed(&files, "src/a/b.rs", "--lib", "a::b");
}

#[test]
fn what_integration_tests_share_is_asked_of_all_of_them_and_their_data_is_not_claimed() {
    let files = [("Cargo.toml", PACKAGE), ("tests/common/mod.rs", "mod x;"), ("tests/ui/fail.rs", "")];
    assert_placed(&files, "tests/common/x.rs", "--test *", "common::x");
    assert_eq!(placed(&files, "tests/ui/fail.rs"), None);
}

#[test]
fn the_nearest_package_claims_and_a_virtual_workspace_does_not() {
    let files = [("Cargo.toml", "[workspace]"), ("a/Cargo.toml", PACKAGE), ("a/src/lib.rs", "")];
    let claimed = claim(&Files::of(&files), &RepoPath::new("a/src/lib.rs"), "").unwrap();
    assert_eq!(claimed.package, RepoPath::new("a"));
    assert_eq!(claimed.because, "it belongs to a target of `a/Cargo.toml`");
    assert!(claim(&Files::of(&files), &RepoPath::new("b/src/lib.rs"), "").is_none());
}

#[test]
fn a_package_that_tests_work_on_is_not_claimed_unless_it_is_a_member() {
    let with = |root: &str| {
        let files = [("Cargo.toml", root), ("tests/data/Cargo.toml", PACKAGE), ("tests/data/src/lib.rs", "")];
        claim(&Files::of(&files), &RepoPath::new("tests/data/src/lib.rs"), "").is_some()
    };
    assert!(!with(PACKAGE));
    assert!(!with("[workspace]\nmembers = ['crates/*']"));
    assert!(with("[workspace]\nmembers = ['tests/*']"));
}

fn asked(facts: &[(&str, &str)], question: &Question<'_>) -> String {
    let command = command(&suite("cargo", "", facts), Side::Base, question);
    command.argv.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>().join(" ")
}

const IN_A: (&str, &str) = ("src/a.rs.base", r#"{"target":["--lib"],"module":"a"}"#);
const IN_X: (&str, &str) = ("tests/x.rs.base", r#"{"target":["--test","x"],"module":""}"#);

#[test]
fn one_test_is_asked_by_its_exact_path_in_its_target() {
    let test = site("src/a.rs", &["tests", "r#match"]);
    assert_eq!(
        asked(&[IN_A], &Question::Test(&test)),
        "cargo test --offline --lib -- --exact a::tests::r#match"
    );
    assert_eq!(
        asked(&[IN_X], &Question::Test(&site("tests/x.rs", &["y"]))),
        "cargo test --offline --test x -- --exact y"
    );
}

#[test]
fn a_test_named_by_a_macro_is_asked_by_its_start() {
    let mut test = site("tests/x.rs", &["y"]);
    test.dynamic = true;
    assert_eq!(asked(&[IN_X], &Question::Test(&test)), "cargo test --offline --test x -- y");
}

#[test]
fn a_file_is_asked_by_its_module_and_a_root_by_its_target() {
    assert_eq!(
        asked(&[IN_A], &Question::File(&RepoPath::new("src/a.rs"))),
        "cargo test --offline --lib -- a::"
    );
    assert_eq!(
        asked(&[IN_X], &Question::File(&RepoPath::new("tests/x.rs"))),
        "cargo test --offline --test x"
    );
    assert_eq!(asked(&[], &Question::Suite(&[])), "cargo test --offline");
}

#[test]
fn the_package_is_named_only_against_default_members() {
    let manifest = format!("{PACKAGE}[workspace]\ndefault-members = ['a']");
    let files = [("Cargo.toml", manifest.as_str()), ("src/lib.rs", "")];
    let facts = claim(&Files::of(&files), &RepoPath::new("src/lib.rs"), "").unwrap().facts;
    assert_eq!(facts["package.base"], "pkg");
    assert_eq!(
        asked(&[("package.base", "pkg"), ("args", r#"["--all-features"]"#)], &Question::Suite(&[])),
        "cargo test --offline -p pkg --all-features"
    );
}

#[test]
fn a_narrowed_suite_is_the_targets_of_its_files_and_in_one_target_their_modules() {
    let facts = [(NARROWED, "yes"), IN_A, IN_X];
    let [a, x] = [RepoPath::from("src/a.rs"), RepoPath::from("tests/x.rs")];
    assert_eq!(
        asked(&facts, &Question::Suite(std::slice::from_ref(&a))),
        "cargo test --offline --lib -- a::"
    );
    assert_eq!(asked(&facts, &Question::Suite(&[a, x])), "cargo test --offline --lib --test x");
}
