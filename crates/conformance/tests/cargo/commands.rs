//! `cargo test` as it is installed.

use counterproof_conformance::{Toy, assert_exits};

const MANIFEST: &str = "[package]\nname = \"toy\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";

const LIB: &str = r##"
#![deny(warnings)]
//! ```
//! assert_eq!(toy::one(), 1);
//! ```
pub mod a;
#[cfg(test)]
#[path = "odd.rs"]
mod checks;
pub fn one() -> i32 { 1 }
#[cfg(test)]
mod tests {
    #[test] fn passes() { assert_eq!(crate::one(), 1) }
    #[test] fn fails() { assert_eq!(crate::one(), 2) }
    #[test] fn errs() -> Result<(), String> { Err("x".into()) }
    #[test] fn ends_the_process() { std::process::exit(97) }
    #[test] fn exits_zero() { std::process::exit(0) }
    #[test] #[ignore] fn ignored() { std::process::exit(97) }
    #[test] #[should_panic] fn panics_as_it_should() { panic!() }
    #[test] #[should_panic] fn should_panic() {}
    #[test] fn r#match() { std::process::exit(97) }
    #[test] fn prefix() {}
    #[test] fn prefix_longer() { panic!() }
    #[test] fn same() {}
    #[allow(warnings)]
    #[test] fn edited() { return; let unused = 1; panic!() }
    mod inner { #[test] fn nested() { std::process::exit(97) } #[test] fn same() { panic!() } }
    mod cases { #[test] fn case_1() {} #[test] fn case_2() { panic!() } }
}
"##;

fn toy() -> Toy {
    Toy::new(&[
        ("pkg/Cargo.toml", MANIFEST),
        ("pkg/src/lib.rs", LIB),
        ("pkg/src/a/mod.rs", "#[cfg(test)]\nmod tests;\n"),
        ("pkg/src/a/tests.rs", "#[test] fn same() { std::process::exit(97) }"),
        ("pkg/src/odd.rs", "#[test] fn same() { std::process::exit(96) }"),
        (
            "pkg/src/main.rs",
            "mod cli;\nfn main() { cli::run() }\n#[test] fn same() { std::process::exit(95) }",
        ),
        ("pkg/src/cli.rs", "pub fn run() {}\n#[test] fn same() { std::process::exit(94) }"),
        (
            "pkg/tests/it.rs",
            "mod common;\n#[test] fn same() { std::process::exit(93) }\n#[test] fn passes() {}",
        ),
        ("pkg/tests/common/mod.rs", "#[test] fn same() { std::process::exit(92) }"),
        ("pkg/tests/dir/main.rs", "mod part;"),
        ("pkg/tests/dir/part.rs", "#[test] fn same() { std::process::exit(91) }\n#[test] fn passes() {}"),
    ])
}

#[test]
fn one_test_has_the_exit_status_of_its_outcome() {
    let toy = toy();
    assert_exits(
        &toy,
        "cargo",
        "pkg/src/lib.rs",
        &[
            ("passes", &["tests", "passes"], 0),
            ("fails", &["tests", "fails"], 101),
            ("gives an error", &["tests", "errs"], 101),
            ("ends the process", &["tests", "ends_the_process"], 97),
            ("ends the process with 0, which calibration must find", &["tests", "exits_zero"], 0),
            ("is not there, which calibration must find", &["tests", "zzz"], 0),
            ("is ignored", &["tests", "ignored"], 0),
            ("panics as it should", &["tests", "panics_as_it_should"], 0),
            ("should panic", &["tests", "should_panic"], 101),
            ("a raw identifier", &["tests", "r#match"], 97),
            ("not the one it is the start of", &["tests", "prefix"], 0),
            ("not the one of the same name in another module", &["tests", "same"], 0),
            ("nested", &["tests", "inner", "nested"], 97),
            ("allowed to have warnings where they are denied", &["tests", "edited"], 0),
        ],
    );
    assert_eq!(toy.dynamic_test("cargo", "pkg/src/lib.rs", &["tests", "cases"]), 101);
}

#[test]
fn every_kind_of_file_is_asked_in_its_target_and_module() {
    let toy = toy();
    for (file, exit) in [
        ("pkg/src/a/tests.rs", 97),
        ("pkg/src/odd.rs", 96),
        ("pkg/src/main.rs", 95),
        ("pkg/src/cli.rs", 94),
        ("pkg/tests/it.rs", 93),
        ("pkg/tests/common/mod.rs", 92),
        ("pkg/tests/dir/part.rs", 91),
    ] {
        assert_eq!(toy.test("cargo", file, &["same"]), exit, "{file}");
    }
    assert_eq!(toy.file("cargo", "pkg/src/a/tests.rs"), 97);
    assert_eq!(toy.file("cargo", "pkg/src/cli.rs"), 94);
    assert_eq!(toy.test("cargo", "pkg/tests/it.rs", &["passes"]), 0);
}

#[test]
fn the_suite_runs_all_targets_and_doc_tests() {
    let lib = |doc: &str| format!("//! ```\n//! {doc}\n//! ```\n#[test] fn a() {{}}");
    let suite = |lib: &str, it: &str| {
        let toy = Toy::new(&[("Cargo.toml", MANIFEST), ("src/lib.rs", lib), ("tests/it.rs", it)]);
        toy.suite("cargo", "src/lib.rs")
    };
    assert_eq!(suite(&lib("assert!(true);"), "#[test] fn b() {}"), 0);
    assert_eq!(suite(&lib("assert!(false);"), "#[test] fn b() {}"), 101);
    assert_eq!(suite(&lib("assert!(true);"), "#[test] fn b() { panic!() }"), 101);
}

#[test]
fn a_test_that_does_not_compile_is_red_and_takes_its_target_with_it() {
    let toy = Toy::new(&[
        ("Cargo.toml", MANIFEST),
        ("src/lib.rs", "#[test] fn a() {}"),
        ("tests/broken.rs", "#[test] fn b() {}\n#[test] fn c() { not_there() }"),
    ]);
    assert_eq!(toy.test("cargo", "tests/broken.rs", &["b"]), 101);
    assert_eq!(toy.test("cargo", "src/lib.rs", &["a"]), 0);
    assert_eq!(toy.suite("cargo", "src/lib.rs"), 101);
}

#[test]
fn a_member_of_a_workspace_is_asked_alone_even_against_default_members() {
    let root = format!("{MANIFEST}[workspace]\nmembers = [\"m\"]\ndefault-members = [\"m\"]\n");
    let member = MANIFEST.replace("toy", "member");
    let toy = Toy::new(&[
        ("Cargo.toml", &root),
        ("src/lib.rs", "#[test] fn a() { std::process::exit(97) }"),
        ("m/Cargo.toml", &member),
        ("m/src/lib.rs", "#[test] fn a() { std::process::exit(96) }"),
    ]);
    assert_eq!(toy.test("cargo", "src/lib.rs", &["a"]), 97);
    assert_eq!(toy.test("cargo", "m/src/lib.rs", &["a"]), 96);
}

#[test]
fn a_target_that_requires_features_is_asked_with_them() {
    let manifest = format!(
        "{MANIFEST}[features]\nextra = []\n[[test]]\nname = \"it\"\nrequired-features = [\"extra\"]\n"
    );
    let toy = Toy::new(&[
        ("Cargo.toml", &manifest),
        ("src/lib.rs", ""),
        ("tests/it.rs", "#[test] fn a() { assert!(cfg!(feature = \"extra\")) }"),
    ]);
    assert_eq!(toy.test("cargo", "tests/it.rs", &["a"]), 0);
}
