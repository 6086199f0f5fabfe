//! `cargo test`.

use crate::kit::{Judge, judge};
use counterproof_testkit::RepoBuilder;

const MANIFEST: &str = "[package]\nname = \"voice\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
const OLD: &str =
    "pub fn shout(s: &str) -> String {\n    s.to_owned()\n}\n\npub fn same(s: &str) -> &str {\n    s\n}\n";
const NEW: &str = "pub fn shout(s: &str) -> String {\n    s.to_uppercase()\n}\n\npub fn same(s: &str) -> &str {\n    s\n}\n";
const OLD_TEST: &str = "    #[test]\n    fn old() {\n        assert_eq!(same(\"a\"), \"a\");\n    }\n";

fn project() -> RepoBuilder {
    RepoBuilder::new().both("Cargo.toml", MANIFEST).both(".gitignore", "target\nCargo.lock\n")
}

/// A library whose head repairs `shout`, with its tests inside.
fn inside(code: [&str; 2], tests: [&str; 2]) -> RepoBuilder {
    let text = |code: &str, tests: &str| {
        format!("{code}\n#[cfg(test)]\nmod tests {{\n    use super::*;\n\n{OLD_TEST}{tests}}}\n")
    };
    project().base("src/lib.rs", text(code[0], tests[0])).head("src/lib.rs", text(code[1], tests[1]))
}

#[track_caller]
fn is(repo: RepoBuilder, verdict: &str, tests: &[(&str, &str)]) {
    judge(&repo.build()).is(verdict, tests);
}

#[test]
fn a_test_that_does_not_compile_on_the_old_code_does_not_void_those_beside_it() {
    let new = format!("{NEW}\npub fn whisper(s: &str) -> String {{\n    s.to_lowercase()\n}}\n");
    let tests = r#"
    #[test]
    fn asks_the_new_one() { assert_eq!(whisper("A"), "a"); }
    #[test]
    fn asks() { assert_eq!(shout("a"), "A"); }
    #[test]
    fn guilty() { assert_eq!(same("b"), "b"); }
"#;
    is(
        inside([OLD, &new], ["", tests]),
        "EARNED",
        &[
            ("src/lib.rs::tests::asks_the_new_one", "alibi -"),
            ("src/lib.rs::tests::asks", "alibi -"),
            ("src/lib.rs::tests::guilty", "no_alibi -"),
        ],
    );
}

#[test]
fn names_kinds_and_ways_to_end_of_every_sort() {
    let tests = r#"
    #[test]
    fn r#match() { assert_eq!(shout("a"), "A"); }
    #[test]
    fn größe() { assert_eq!(same("a"), "a"); }
    #[test]
    fn gives_a_result() -> Result<(), String> { if shout("a") == "A" { Ok(()) } else { Err("calm".into()) } }
    #[test]
    fn gives_a_guilty_result() -> Result<(), String> { if same("a") == "a" { Ok(()) } else { Err("odd".into()) } }
    #[test]
    #[should_panic(expected = "loud")]
    fn panics() { assert!(shout("a") != "A", "loud"); }
    #[test]
    #[should_panic]
    fn panics_anyway() { assert!(same("a") != "a"); }
    #[test]
    #[ignore = "slow"]
    fn ignored() { assert_eq!(same("a"), "a"); }
    #[test]
    fn returns() { if same("a") == "a" { return; } assert_eq!(same("b"), "c"); }
    #[test]
    fn old_too() { assert_eq!(shout("b"), "B"); }
    mod inner {
        #[test]
        fn old() { assert_eq!(crate::shout("b"), "B"); }
    }
"#;
    is(
        inside([OLD, NEW], ["", tests]),
        "INCONCLUSIVE",
        &[
            ("src/lib.rs::tests::r#match", "alibi -"),
            ("src/lib.rs::tests::größe", "no_alibi -"),
            ("src/lib.rs::tests::gives_a_result", "alibi -"),
            ("src/lib.rs::tests::gives_a_guilty_result", "no_alibi -"),
            ("src/lib.rs::tests::panics", "alibi -"),
            ("src/lib.rs::tests::panics_anyway", "no_alibi -"),
            ("src/lib.rs::tests::ignored", "- -"),
            ("src/lib.rs::tests::returns", "unanswered -"),
            ("src/lib.rs::tests::old_too", "alibi -"),
            ("src/lib.rs::tests::inner::old", "alibi -"),
        ],
    );
}

#[test]
fn tests_of_a_folder_and_of_a_file_of_their_own_are_told_apart() {
    let library = |code: &str| format!("{code}\n#[cfg(test)]\nmod tests;\n");
    let own = |more: &str| format!("use super::*;\n\n{OLD_TEST}{more}");
    let outer = |more: &str| format!("use voice::*;\n\n{OLD_TEST}{more}");
    let more = "#[test]\nfn asks() {\n    assert_eq!(shout(\"a\"), \"A\");\n}\n#[test]\nfn guilty() {\n    assert_eq!(same(\"b\"), \"b\");\n}\n";
    let repo = project()
        .base("src/lib.rs", library(OLD))
        .head("src/lib.rs", library(NEW))
        .base("src/tests.rs", own(""))
        .head("src/tests.rs", own(more))
        .base("tests/outer.rs", outer(""))
        .head("tests/outer.rs", outer(more));
    is(
        repo,
        "EARNED",
        &[
            ("src/tests.rs::asks", "alibi -"),
            ("src/tests.rs::guilty", "no_alibi -"),
            ("tests/outer.rs::asks", "alibi -"),
            ("tests/outer.rs::guilty", "no_alibi -"),
        ],
    );
}

#[test]
fn moved_renamed_and_wrapped_tests_are_the_same_tests() {
    let base = r#"
    #[test]
    fn is_renamed() { assert_eq!(same("a"), "a"); }
    #[test]
    fn is_wrapped() { let b = same("b"); assert_eq!(b, "b"); }
    #[test]
    fn is_moved() { assert_eq!(same("c"), "c"); }
    #[test]
    fn short() { same(""); }
    #[test]
    fn breaks() { assert_eq!(shout("d"), "d"); }
"#;
    let head = |last: &str| {
        format!(
            r#"
    #[test]
    fn has_another_name() {{ assert_eq!(same("a"), "a"); }}
    mod deep {{
        use super::*;
        #[test]
        fn is_wrapped() {{ let b = same("b"); assert_eq!(b, "b"); }}
        #[test]
        fn short() {{ same(""); }}
    }}
{last}"#
        )
    };
    let moved = "use voice::*;\n#[test]\nfn is_moved() { assert_eq!(same(\"c\"), \"c\"); }\n";
    let asked = "    #[test]\n    fn breaks() { assert_eq!(shout(\"d\"), \"D\"); }\n";
    let satisfied = [
        ("src/lib.rs::tests::has_another_name", "- satisfied"),
        ("src/lib.rs::tests::deep::is_wrapped", "- satisfied"),
        ("src/lib.rs::tests::deep::short", "- satisfied"),
        ("tests/moved.rs::is_moved", "- satisfied"),
    ];
    let changed = [&satisfied[..], &[("src/lib.rs::tests::breaks", "alibi contract_changed")]].concat();
    is(inside([OLD, NEW], [base, &head(asked)]).head("tests/moved.rs", moved), "INCONCLUSIVE", &changed);
    let removed = [&satisfied[..], &[("src/lib.rs::tests::breaks", "- removed")]].concat();
    is(inside([OLD, NEW], [base, &head("")]).head("tests/moved.rs", moved), "UNEARNED", &removed);
}

#[test]
fn packages_of_a_workspace_are_asked_each_for_itself() {
    let manifest = |name: &str, more: &str| MANIFEST.replace("voice", name) + more;
    let test = |more: &str| format!("use voice::*;\n{OLD_TEST}{more}");
    let more = "#[test]\nfn asks() { assert_eq!(shout(\"a\"), \"A\"); }\n#[test]\nfn guilty() { assert_eq!(same(\"b\"), \"b\"); }\n";
    let repo = RepoBuilder::new()
        .both(".gitignore", "target\nCargo.lock\n")
        .both("Cargo.toml", "[workspace]\nmembers = [\"voice\", \"stage\"]\nresolver = \"3\"\n")
        .both("voice/Cargo.toml", manifest("voice", ""))
        .both("stage/Cargo.toml", manifest("stage", "\n[dependencies]\nvoice = { path = \"../voice\" }\n"))
        .both("stage/src/lib.rs", "")
        .base("voice/src/lib.rs", OLD)
        .head("voice/src/lib.rs", NEW)
        .base("voice/tests/own.rs", test(""))
        .head("voice/tests/own.rs", test(more))
        .base("stage/tests/other.rs", test(""))
        .head("stage/tests/other.rs", test(more));
    is(
        repo,
        "EARNED",
        &[
            ("voice/tests/own.rs::asks", "alibi -"),
            ("voice/tests/own.rs::guilty", "no_alibi -"),
            ("stage/tests/other.rs::asks", "alibi -"),
            ("stage/tests/other.rs::guilty", "no_alibi -"),
        ],
    );
}

#[test]
fn a_test_that_moves_to_another_package_of_the_workspace_is_neither_new_nor_removed() {
    let manifest = |name: &str, more: &str| MANIFEST.replace("voice", name) + more;
    let kept = "use voice::*;\n#[test]\nfn old() { assert_eq!(same(\"a\"), \"a\"); }\n";
    let moving = "#[test]\nfn moves() { assert_eq!(same(\"b\"), \"b\"); }\n";
    let broken = "#[test]\nfn breaks() { assert_eq!(shout(\"b\"), \"b\"); }\n";
    let both = |more: &str| format!("{kept}{more}");
    let fixture = |lost: &str| {
        RepoBuilder::new()
            .both(".gitignore", "target\nCargo.lock\n")
            .both("Cargo.toml", "[workspace]\nmembers = [\"voice\", \"stage\"]\nresolver = \"3\"\n")
            .both("voice/Cargo.toml", manifest("voice", ""))
            .both(
                "stage/Cargo.toml",
                manifest("stage", "\n[dependencies]\nvoice = { path = \"../voice\" }\n"),
            )
            .both("stage/src/lib.rs", "")
            .base("voice/src/lib.rs", OLD)
            .head("voice/src/lib.rs", NEW)
            .base("voice/tests/own.rs", both(&format!("{moving}{lost}")))
            .head("voice/tests/own.rs", both(""))
            .base("stage/tests/other.rs", both(""))
            .head("stage/tests/other.rs", both(moving))
    };
    let moved = [("stage/tests/other.rs::moves", "- -"), ("voice/tests/own.rs::moves", "- satisfied")];
    is(fixture(""), "EARNED", &moved);
    let lost = [&moved[..], &[("voice/tests/own.rs::breaks", "- removed")]].concat();
    is(fixture(broken), "UNEARNED", &lost);
}

#[test]
fn changed_doc_tests_accuse_nobody() {
    let code = |doc: &str, body: &str| {
        format!(
            "/// ```\n/// assert_eq!(voice::shout(\"a\"), \"{doc}\");\n/// ```\npub fn shout(s: &str) -> String {{\n    {body}\n}}\n"
        )
    };
    let test = "use voice::*;\n#[test]\nfn asks() { assert_eq!(shout(\"\"), \"\"); }\n";
    let repo = project()
        .base("src/lib.rs", code("a", "s.to_owned()"))
        .head("src/lib.rs", code("A", "s.to_uppercase()"))
        .both("tests/outer.rs", test)
        .build();
    judge(&repo).accuses_nobody();
}

#[test]
fn tests_alone_have_nothing_to_be_an_alibi_for() {
    let more = "    #[test]\n    fn more() { assert_eq!(same(\"b\"), \"b\"); }\n";
    let alone = inside([OLD, OLD], ["", more]).build();
    let judged = Judge::new(&alone).run();
    judged.is("EARNED", &[("src/lib.rs::tests::more", "- -")]);
    judged.because("EARNED", "touches no code");
}

#[test]
fn a_signature_that_changed_does_not_convict() {
    let old = "    #[test]\n    fn a() { assert_eq!(shout(\"b\"), \"b\"); }\n    #[test]\n    fn b() { assert_eq!(shout(\"c\"), \"c\"); }\n";
    let new = "    #[test]\n    fn a() { assert_eq!(shout(\"b\", true), \"B\"); }\n";
    let code = NEW.replace("shout(s: &str)", "shout(s: &str, _loud: bool)");
    is(
        inside([OLD, &code], [old, new]),
        "INCONCLUSIVE",
        &[("src/lib.rs::tests::a", "alibi cannot_run"), ("src/lib.rs::tests::b", "- cannot_run")],
    );
}
