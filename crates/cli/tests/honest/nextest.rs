//! cargo-nextest.

use crate::kit::{Judge, Judged, path_with};
use counterproof_testkit::RepoBuilder;

const MANIFEST: &str = "[package]\nname = \"voice\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
const OLD: &str = "pub fn shout(s: &str) -> String {\n    s.to_owned()\n}\n\npub fn same(s: &str) -> String {\n    s.to_owned()\n}\n";
const KEPT: &str = "    #[test]\n    fn kept() {\n        assert_eq!(shout(\"\"), \"\");\n    }\n";
const OLD_TEST: &str = "    #[test]\n    fn old() {\n        assert_eq!(same(\"a\"), \"a\");\n    }\n";
const ASKS: &str = "    #[test]\n    fn asks() {\n        assert_eq!(shout(\"a\"), \"A\");\n    }\n";
const GUILTY: &str = "    #[test]\n    fn guilty() {\n        assert_eq!(same(\"b\"), \"b\");\n    }\n";

fn shouting() -> String {
    OLD.replacen("s.to_owned()", "s.to_uppercase()", 1)
}

/// Judges a change of the code and of the tests inside of it.
fn judged(code: &str, base: &[&str], head: &[&str]) -> Judged {
    let text = |code: &str, tests: &[&str]| {
        format!("{code}\n#[cfg(test)]\nmod tests {{\n    use super::*;\n\n{}}}\n", tests.concat())
    };
    let repo = RepoBuilder::new().both("Cargo.toml", MANIFEST).both(".gitignore", "target\nCargo.lock\n");
    let repo = repo.both(".config/nextest.toml", "[profile.default]\nretries = 2\n");
    let repo = repo.base("src/lib.rs", text(OLD, base)).head("src/lib.rs", text(code, head)).build();
    Judge::new(&repo).path(path_with("nextest-0.9.148")).run()
}

#[test]
fn a_fix_with_its_test_is_earned_and_a_test_that_passes_without_it_has_no_alibi() {
    judged(&shouting(), &[KEPT], &[KEPT, ASKS, GUILTY])
        .is("EARNED", &[("src/lib.rs::tests::asks", "alibi -"), ("src/lib.rs::tests::guilty", "no_alibi -")]);
}

#[test]
fn a_test_that_the_change_broke_and_took_away_is_missed() {
    let broken = shouting().replace("s.to_owned()", "s.repeat(2)");
    judged(&broken, &[KEPT, OLD_TEST], &[KEPT]).is("UNEARNED", &[("src/lib.rs::tests::old", "- removed")]);
}

/// Tests of every shape, all of which end as they should.
const SHAPES: &str = r#"
    #[test]
    fn gives_a_result() -> Result<(), String> { if same("a") == "a" { Ok(()) } else { Err("x".into()) } }
    #[test]
    fn returns_one() -> std::process::ExitCode { return std::process::ExitCode::SUCCESS; }
    #[test]
    #[should_panic(expected = "a")]
    fn panics() { panic!("{}", same("a")) }
    #[test]
    fn lends() -> Result<(), Box<dyn std::error::Error>> { let s = same("1"); let n: u8 = s.parse()?; assert_eq!(n, 1); Ok(()) }
    mod inner { #[test] fn nested() { assert_eq!(super::same("a"), "a"); } }
"#;

#[test]
fn code_that_ends_the_process_of_a_test_does_not_satisfy_it() {
    for quits in ["std::process::exit(0)", "if s == \"a\" { std::process::exit(0) }\n    s.repeat(2)"] {
        let quiet = shouting().replace("s.to_owned()", quits);
        judged(&quiet, &[KEPT, OLD_TEST], &[KEPT, OLD_TEST, ASKS])
            .because("INCONCLUSIVE", "src/lib.rs::tests::old");
    }
    judged(&shouting(), &[KEPT, OLD_TEST, SHAPES], &[KEPT, OLD_TEST, SHAPES, ASKS])
        .is("EARNED", &[("src/lib.rs::tests::asks", "alibi -")]);
}

#[test]
fn code_that_breaks_a_doc_test_is_not_earned() {
    let doc = "/// ```\n/// assert_eq!(voice::same(\"a\"), \"a\");\n/// ```\npub fn same";
    let (old, new) = (OLD.replace("pub fn same", doc), shouting().replace("s.to_owned()", "s.repeat(2)"));
    let new = new.replace("pub fn same", &doc.replace("\"a\");", "\"aa\");"));
    let tests = format!("#[cfg(test)]\nmod tests {{\n    use super::*;\n\n{KEPT}}}\n");
    let repo = RepoBuilder::new().both("Cargo.toml", MANIFEST).both(".gitignore", "target\nCargo.lock\n");
    let repo = repo.both("Makefile", "test:\n\tcargo nextest run\n");
    let repo = repo.base("src/lib.rs", old + &tests).head("src/lib.rs", new + &tests).build();
    Judge::new(&repo).path(path_with("nextest-0.9.148")).run().because("INCONCLUSIVE", "suite");
}
