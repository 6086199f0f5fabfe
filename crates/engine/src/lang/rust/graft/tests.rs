use super::{super::parts::cut, super::syntax::parse, graft};
use crate::domain::Role;
use proptest::prelude::*;

/// The text of all parts with a role.
fn strand(text: &str, role: Role) -> String {
    cut(text).iter().filter(|part| part.role == role).map(|part| &text[part.range.clone()]).collect()
}

fn assert_cut_covers(text: &str) {
    let parts = cut(text);
    let joined: String = parts.iter().map(|part| &text[part.range.clone()]).collect();
    assert_eq!(joined, text);
    assert!(parts.iter().all(|part| !part.range.is_empty()));
}

fn parses(text: &str) -> bool {
    !parse(text).root_node().has_error()
}

const LIB: &str = r#"//! Docs of the crate.
//! ```
//! assert_eq!(lib::two(), 2);
//! ```
#![deny(warnings)]

use std::fmt;
#[cfg(test)]
use std::io;

/// Two.
///
/// ```
/// assert_eq!(lib::two(), 2);
/// ```
/// ```text
/// not code
/// ```
pub fn two() -> u8 {
    2
}

impl fmt::Display for X {
    fn fmt(&self) {}

    #[cfg(all(test, unix))]
    fn probe(&self) {}
}

#[cfg(not(test))]
fn real() {}
#[cfg(any(test, feature = "testing"))]
pub fn both() {}

// About the test below.
#[test]
fn alone() {} // behind it

#[cfg(test)]
mod outer;

pub mod deep {
    pub fn code() {}

    /// Of the module.
    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn inside() {}
    }
}
"#;

#[test]
fn test_items_and_doc_tests_are_test_parts_and_the_rest_is_code() {
    assert_cut_covers(LIB);
    let (tests, code) = (strand(LIB, Role::Test), strand(LIB, Role::Code));
    let of_tests = [
        "use std::io",
        "fn probe",
        "// About",
        "fn alone",
        "// behind it",
        "mod outer;",
        "/// Of the module",
        "fn inside",
        "//! assert_eq!",
        "/// assert_eq!",
    ];
    for part in of_tests {
        assert!(tests.contains(part) && !code.contains(part), "{part}");
    }
    for part in
        ["//! Docs", "deny(warnings)", "std::fmt", "not code", "fn real", "fn both", "fn code", "/// Two."]
    {
        assert!(code.contains(part) && !tests.contains(part), "{part}");
    }
}

#[test]
fn a_test_that_is_added_leaves_no_trace_in_the_code() {
    let before = "fn a() {}\n\nfn b() {}\n";
    for after in [
        "fn a() {}\n\n#[cfg(test)]\nmod tests {}\n\nfn b() {}\n",
        "fn a() {}\n\nfn b() {}\n\n#[test]\nfn t() {}\n",
        "#[cfg(test)]\nmod tests;\n\nfn a() {}\n\nfn b() {}\n",
        "fn a() {}\n\n// why\n#[cfg(test)]\nuse x::y;\n\nfn b() {}\n",
    ] {
        assert_eq!(strand(after, Role::Code), before);
        assert_eq!(graft(after, before), before);
    }
}

#[test]
fn a_file_that_is_all_for_tests_is_one_part() {
    let text = "//! Helpers.\n#![cfg(test)]\nfn helper() {}\n";
    assert_eq!(cut(text).iter().map(|part| part.role).collect::<Vec<_>>(), [Role::Test]);
    assert_eq!(graft(text, "#![cfg(test)]\nfn other() {}\n"), "#![cfg(test)]\nfn other() {}\n");
}

#[test]
fn a_comment_or_string_that_looks_like_a_comment_stays_with_the_item_above() {
    let text = "const X: &str = \"\n// text\";\n#[test]\nfn t() {}\nfn f() {} // of f\n#[test]\nfn u() {}\n// loose\n\n#[test]\nfn v() {}\n";
    assert_eq!(strand(text, Role::Code), "const X: &str = \"\n// text\";\nfn f() {} // of f\n// loose\n");
}

#[test]
fn grafting_takes_code_from_the_first_and_tests_from_the_second() {
    let code = "fn a() { new() }\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() { new() }\n}\n\n#[test]\nfn gone() {}\n";
    let tests = "fn a() { old() }\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() { old() }\n}\n\n#[test]\nfn more() {}\n";
    let expected = "fn a() { new() }\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() { old() }\n}\n\n#[test]\nfn more() {}\n";
    assert_eq!(graft(code, tests), expected);
}

#[test]
fn a_registration_of_a_new_test_module_comes_along_without_the_code_beside_it() {
    let base = "mod walk;\n\npub fn run() { old() }\n";
    let head = "mod walk;\nmod fresh;\n\npub fn run() { new() }\n\n#[cfg(test)]\nmod test_run;\n";
    assert_eq!(graft(base, head), "mod walk;\n\npub fn run() { old() }\n\n#[cfg(test)]\nmod test_run;\n");
    assert_eq!(graft(head, base), "mod walk;\nmod fresh;\n\npub fn run() { new() }\n");
}

#[test]
fn new_tests_of_a_module_that_the_code_has_not_are_left_out() {
    let (code, tests) =
        ("mod a { fn x() {} }\n", "mod a { fn y() {}\n#[test] fn t() {} }\nmod b { #[test] fn u() {} }\n");
    let grafted = graft(code, tests);
    assert!(
        grafted.contains("fn t()") && !grafted.contains("fn u()") && !grafted.contains("fn y()"),
        "{grafted}"
    );
    assert!(parses(&grafted));
}

#[test]
fn a_macro_for_tests_is_put_before_the_tests_that_use_it() {
    let code = "#[cfg(test)]\nmod tests {}\n";
    let tests = "#[cfg(test)]\nmacro_rules! check { () => {} }\n#[cfg(test)]\nmod tests { check!(); }\n";
    assert_eq!(graft(code, tests), tests);
}

#[test]
fn impls_and_uses_are_matched_by_what_they_say() {
    let code = "#[cfg(test)]\nimpl A { fn a() {} }\n#[cfg(test)]\nuse x;\n";
    let tests =
        "#[cfg(test)]\nuse y;\n#[cfg(test)]\nimpl A { fn b() {} }\n#[cfg(test)]\nimpl<T> B<T> for A {}\n";
    let grafted = graft(code, tests);
    assert_eq!(strand(&grafted, Role::Test), grafted);
    for (part, there) in [("use x", false), ("use y", true), ("fn a", false), ("fn b", true), ("B<T>", true)]
    {
        assert_eq!(grafted.contains(part), there, "{part}");
    }
}

#[test]
fn doc_tests_come_from_the_second_and_prose_from_the_first() {
    let code = "/// New words.\n/// ```\n/// new();\n/// ```\n/// End.\nfn a() {}\n/// B.\nfn b() {}\n";
    let tests = "/// Old words.\n/// ```ignore\n/// old();\n/// ```\n/// ```\n/// two();\n/// ```\nfn a() {}\nfn c() {}\n";
    let expected = "/// New words.\n/// ```ignore\n/// old();\n/// ```\n/// ```\n/// two();\n/// ```\n/// End.\nfn a() {}\n/// B.\nfn b() {}\n";
    assert_eq!(graft(code, tests), expected);
    let block = "/**\n * Words.\n * ```\n * x();\n * ```\n */\nfn a() {}\n";
    assert_eq!(strand(block, Role::Test), " * ```\n * x();\n * ```\n");
}

#[test]
fn the_last_line_of_a_file_without_a_line_break_swallows_nothing() {
    let grafted = graft("#[cfg(test)]\nmod t {}\nfn a() {}", "#[cfg(test)]\nmod t; // there");
    assert_eq!(grafted, "#[cfg(test)]\nmod t; // there\nfn a() {}");
    assert_eq!(graft("fn a() {} // x", "#[test] fn t() {}"), "fn a() {} // x\n#[test] fn t() {}");
    assert!(parses(&graft("mod m { fn a() {} }", "mod m { #[test] fn t() {} // c\n}")));
}

/// One item, with an indented body where it has one.
fn item() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec!["a", "b", "tests", "r#fn"]);
    let form = prop::sample::select(vec![
        "fn NAME() { NAME(\"}\") }",
        "#[test]\nfn NAME() {}",
        "#[test] fn NAME() { '\\'' }",
        "#[cfg(test)]\nmod NAME;",
        "#[cfg(test)]\nmod NAME {\n    #[test]\n    fn t() {}\n}",
        "mod NAME;",
        "// plain",
        "/// Doc.\nfn NAME() {}",
        "/// ```\n/// NAME();\n/// ```\n/// Tail.\n#[inline]\nfn NAME() {}",
        "const NAME: &str = \"\n// x\";",
        "/* c */",
        "#[cfg(test)]\nuse NAME; // why",
        "impl X { #[cfg(test)] fn NAME() {} fn y() {} }",
        "NAME!(x);",
        "NAME! { x }",
        "#[cfg(test)] NAME! { x }",
        "// about\n#[cfg(test)]\nimpl X for NAME {}",
        "enum NAME { /// d\n A, #[cfg(test)] B }",
        "/** b\n ```\n NAME()\n ```\n*/\nstruct NAME { f: u8 }",
        "#[cfg(test)]\n// between\n#[ignore]\nfn NAME() {}",
    ]);
    (form, name).prop_map(|(form, name)| form.replace("NAME", name))
}

fn file() -> impl Strategy<Value = String> {
    let gap = || prop::sample::select(vec!["\n", "\n\n", " ", "\n\n\n", "\r\n", "\n    "]);
    let flat = move || prop::collection::vec((item(), gap()), 0..5).prop_map(join);
    let module = flat().prop_map(|inside| format!("mod m {{\n{inside}\n}}"));
    let head = prop::sample::select(vec![
        "",
        "#!/usr/bin/env x\n",
        "//! Top.\n",
        "#![allow(x)]\n",
        "\n\n",
        "// license\n",
    ]);
    (head, prop::collection::vec((prop_oneof![3 => item(), 1 => module], gap()), 0..7), flat()).prop_map(
        |(head, items, flat)| format!("{head}{}{flat}", join(items)).trim_end_matches(' ').to_owned(),
    )
}

/// Joins items; behind a line comment only a line break will do.
fn join(items: Vec<(String, &str)>) -> String {
    items
        .into_iter()
        .map(|(item, gap)| format!("{item}{}", if gap.contains('\n') { gap } else { "\n" }))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cutting_and_joining_any_text_is_the_identity(text in prop_oneof![file(), ".{0,80}", "[/#\\[\\]{}a-z `!\"\n]{0,60}"]) {
        assert_cut_covers(&text);
    }

    #[test]
    fn grafting_a_file_onto_itself_is_the_identity(text in file()) {
        prop_assert_eq!(graft(&text, &text), text);
    }

    #[test]
    fn a_graft_parses_if_both_files_do(code in file(), tests in file()) {
        prop_assume!(parses(&code) && parses(&tests));
        let grafted = graft(&code, &tests);
        prop_assert!(parses(&grafted), "{}", grafted);
    }

    #[test]
    fn a_graft_without_tests_is_the_code_alone(code in file()) {
        prop_assume!(parses(&code));
        prop_assert_eq!(strand(&graft(&code, ""), Role::Test), "");
    }
}
