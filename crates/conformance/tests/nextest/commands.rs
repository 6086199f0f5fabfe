//! nextest's commands for files and suites.

use counterproof_conformance::{Toy, tool};

const MANIFEST: &str = "[package]\nname = \"toy\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
const CONFIG: (&str, &str) = (".config/nextest.toml", "");

fn toy(files: &[(&str, &str)]) -> Toy {
    Toy::new(&[files, &[CONFIG]].concat()).with_programs_of(&tool("nextest-0.9.148").join("bin"))
}

const PASS: &str = "#[test] fn a() {}\n";
const FAIL: &str = "#[test] fn a() { panic!() }\n";

#[test]
fn every_kind_of_file_is_asked_in_its_target_and_module() {
    let all = [
        ("pkg/Cargo.toml", MANIFEST),
        ("pkg/src/lib.rs", "mod b;\nmod b_too;\n"),
        ("pkg/src/b.rs", PASS),
        ("pkg/src/b_too.rs", PASS),
        ("pkg/src/main.rs", "mod cli;\nfn main() {}\n"),
        ("pkg/src/cli.rs", PASS),
        ("pkg/tests/it.rs", "mod common;\n#[test] fn a() {}\n"),
        ("pkg/tests/common/mod.rs", "#[test] fn a() {}\n"),
        ("pkg/tests/dir/main.rs", "mod part;\n#[test] fn a() {}\n"),
        ("pkg/tests/dir/part.rs", "#[test] fn a() {}\n"),
    ];
    let files = ["src/b.rs", "src/cli.rs", "tests/it.rs", "tests/common/mod.rs", "tests/dir/part.rs"];
    for red in files.map(|file| format!("pkg/{file}")) {
        let with_one_red = all.map(|(path, text)| match path == red {
            true => (path, text.replace("a() {}", "a() { panic!() }")),
            false => (path, text.to_owned()),
        });
        let with_one_red: Vec<_> = with_one_red.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let toy = toy(&with_one_red);
        for file in files.map(|file| format!("pkg/{file}")) {
            // What several integration tests share lies in the target of one of them.
            let inside = red.ends_with("common/mod.rs") && file.ends_with("it.rs");
            let (test, whole) = (file == red, file == red || inside);
            assert_eq!(toy.test("nextest", &file, &["a"]), if test { 100 } else { 0 }, "{file}, {red} red");
            assert_eq!(toy.file("nextest", &file), if whole { 100 } else { 0 }, "{file} whole, {red} red");
        }
        assert_eq!(toy.suite("nextest", &red), 100);
    }
}

#[test]
fn a_test_whose_name_is_made_by_a_macro_is_asked_by_its_start() {
    let text =
        "mod made { #[test] fn case_1() {} #[test] fn case_2() { panic!() } }\n#[test] fn made_not() {}\n";
    let toy = toy(&[("Cargo.toml", MANIFEST), ("src/lib.rs", text)]);
    assert_eq!(toy.dynamic_test("nextest", "src/lib.rs", &["made"]), 100);
    assert_eq!(toy.dynamic_test("nextest", "src/lib.rs", &["made", "case_1"]), 0);
    assert_eq!(toy.dynamic_test("nextest", "src/lib.rs", &["made", "zzz"]), 4);
}

#[test]
fn the_suite_runs_doc_tests_too() {
    let suite = |doc: &str, text: &str| {
        let lib = format!("//! ```\n//! {doc}\n//! ```\n{text}");
        toy(&[("Cargo.toml", MANIFEST), ("src/lib.rs", &lib)]).suite("nextest", "src/lib.rs")
    };
    assert_eq!(suite("assert!(true);", PASS), 0);
    assert_eq!(suite("assert!(true);", FAIL), 100);
    assert_eq!(suite("assert!(false);", PASS), 101);
}

#[test]
fn a_package_without_a_library_and_a_suite_that_is_all_ignored_are_green() {
    let main = "fn main() {}\n#[test] #[ignore] fn a() { panic!() }\n";
    let toy = toy(&[("Cargo.toml", MANIFEST), ("src/main.rs", main)]);
    assert_eq!(toy.suite("nextest", "src/main.rs"), 0);
    assert_eq!(toy.file("nextest", "src/main.rs"), 0);
}

#[test]
fn a_member_of_a_workspace_is_asked_alone_even_against_default_members() {
    let root = format!("{MANIFEST}[workspace]\nmembers = [\"m\"]\ndefault-members = [\"m\"]\n");
    let member = MANIFEST.replace("toy", "member");
    let toy = toy(&[
        ("Cargo.toml", &root),
        ("src/lib.rs", FAIL),
        ("m/Cargo.toml", &member),
        ("m/src/lib.rs", PASS),
    ]);
    assert_eq!([toy.test("nextest", "src/lib.rs", &["a"]), toy.suite("nextest", "src/lib.rs")], [100, 100]);
    assert_eq!([toy.test("nextest", "m/src/lib.rs", &["a"]), toy.suite("nextest", "m/src/lib.rs")], [0, 0]);
}

#[test]
fn what_the_user_adds_is_given_to_both_halves_of_the_suite() {
    let manifest = format!("{MANIFEST}[features]\nextra = []\n");
    let lib = "//! ```\n//! assert!(toy::EXTRA);\n//! ```\npub const EXTRA: bool = cfg!(feature = \"extra\");\n#[test] fn a() { assert!(EXTRA) }\n";
    let files = [("Cargo.toml", manifest.as_str()), ("src/lib.rs", lib)];
    assert_eq!(toy(&files).suite("nextest", "src/lib.rs"), 100);
    let nextest = "[runner.nextest]\nargs = ['--all-features']\n";
    assert_eq!(toy(&files).configured(nextest).suite("nextest", "src/lib.rs"), 101);
    let both = format!("{nextest}[runner.cargo]\nargs = ['--all-features']\n");
    assert_eq!(toy(&files).configured(&both).suite("nextest", "src/lib.rs"), 0);
}
