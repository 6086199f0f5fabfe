#![allow(clippy::disallowed_methods, reason = "edited tests are compiled and run for real")]

use super::{super::find::tests, LEFT_UNUSED, break_source, edit_bodies};
use crate::domain::{BodyEdit, RepoPath};
use std::{path::Path, process::Command};

/// Tests with every kind of body; all pass as they are.
const BODIES: &str = r####"#![deny(warnings, rust_2018_idioms, missing_docs)]
#![forbid(unsafe_code, unused_must_use)]
//! A crate of strict manners.

use std::{cell::RefCell, error::Error, fmt::Debug, process::{ExitCode, Termination}};

type Alias = Result<(), String>;

#[test]
fn unit() { let x = vec![1]; assert_eq!(x.len(), 1); }
#[test]
fn ends_in_a_macro() { assert!(true) }
#[test]
fn empty() {}
#[test]
fn ends_in_a_comment() {
    let _ = 1; // done
}
#[test]
fn inner_attributes() { #![allow(unused_variables)]
    let x = 1;
}
#[test]
fn boxed() -> Result<(), Box<dyn Error>> {
    let n: u8 = "1".parse()?;
    assert_eq!(n, 1);
    if n == 2 { return Err("two".into()); }
    Ok(())
}
#[test]
fn inferred() -> Result<(), std::num::ParseIntError> { "1".parse::<u8>().map(|_| ()) }
#[test]
fn qualified() -> std::io::Result<()> { std::fs::metadata(".").map(drop) }
#[test]
fn alias() -> Alias { Ok(()) }
#[test]
fn code() -> ExitCode { ExitCode::SUCCESS }
#[test]
fn some_termination() -> impl Termination + Debug { ExitCode::SUCCESS }
#[test]
fn returns_at_last() -> Result<(), String> {
    let x = RefCell::new(Ok(()));
    return x.borrow().clone();
}
#[test]
fn returns_nothing() { return; }
#[test]
fn borrows_in_its_tail() -> Result<(), String> {
    let x = RefCell::new(1);
    let y = *x.borrow();
    match y { 1 => Ok(()), other => Err(other.to_string()) }
}
#[test]
#[should_panic]
fn panics() { panic!("always") }
#[test]
#[should_panic(expected = "out of \"range\"")]
fn panics_as_expected() { let x: Option<u8> = None; x.expect("it is out of \"range\""); }
#[test]
#[should_panic = "plain"]
fn panics_plainly() { assert_eq!(1, 2, "plain words"); }
mod shadowing {
    mod std {}
    #[test]
    fn std_is_another_module() { use self::std as _std; }
}
mod nested {
    use std::rc::Rc;
    #[test]
    fn uses_an_import() { let a = Rc::new(1); assert_eq!(*a, 1) }
    #[test]
    fn begins_with_an_operator() { let mut x = 1; { let _ = &mut x; } *&mut x = 2; assert_eq!(x, 2); }
}
"####;

fn compile(text: &str, edition: &str, folder: &Path) -> Result<(), String> {
    let source = folder.join("lib.rs");
    std::fs::write(&source, text).unwrap();
    let out = Command::new("rustc")
        .args(["--test", "--edition", edition, "-o"])
        .arg(folder.join("tests"))
        .arg(&source)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    if out.status.success() { Ok(()) } else { Err(said) }
}

fn run(folder: &Path, test: &str) -> Option<i32> {
    let mut binary = Command::new(folder.join("tests"));
    binary.args(["--exact", test]).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    binary.status().unwrap().code()
}

/// The text without the attributes that edits put at its top, and without blanks.
fn without_lints(text: &str) -> String {
    let left = text.replace(&format!("#![allow({LEFT_UNUSED})]"), "").replace("#![allow(warnings)]", "");
    left.replace(' ', "")
}

/// Every test of the text edited at once, which is the same as one by one.
fn edited(text: &str, edit: BodyEdit) -> String {
    let path = RepoPath::from("lib.rs");
    let count = tests(&path, text).len();
    let one = |text: String, at: usize| edit_bodies(&text, &[(&tests(&path, &text)[at], edit)]);
    let one_by_one = (0..count).fold(text.to_owned(), one);
    let found = tests(&path, text);
    let at_once = edit_bodies(text, &found.iter().map(|test| (test, edit)).collect::<Vec<_>>());
    assert_eq!(without_lints(&at_once), without_lints(&one_by_one));
    at_once
}

fn assert_all_exit(text: &str, edition: &str, edit: BodyEdit, code: i32) {
    let folder = tempfile::tempdir().unwrap();
    let edited = edited(text, edit);
    if let Err(said) = compile(&edited, edition, folder.path()) {
        panic!("{edit:?} in edition {edition}:\n{said}");
    }
    for test in tests(&RepoPath::from("lib.rs"), text) {
        assert_eq!(
            run(folder.path(), &test.name.join("::")),
            Some(code),
            "{edit:?} {edition} {}",
            test.name.join("::")
        );
    }
}

#[test]
fn a_failure_at_the_end_compiles_and_fails_in_every_edition() {
    for edition in ["2015", "2018", "2021", "2024"] {
        assert_all_exit(BODIES, edition, BodyEdit::FailAtEnd, 101);
    }
}

#[test]
fn an_exit_at_the_end_or_at_once_compiles_and_exits_with_our_status() {
    for edition in ["2015", "2021", "2024"] {
        assert_all_exit(BODIES, edition, BodyEdit::ExitAtEnd, 97);
        assert_all_exit(BODIES, edition, BodyEdit::ExitAtOnce, 97);
    }
}

#[test]
fn passing_at_once_compiles_where_no_body_does() {
    let broken: String = BODIES.replace("assert", "undefined_assert").replace("Ok(", "no_such_thing(");
    for edition in ["2015", "2021", "2024"] {
        assert_all_exit(&broken, edition, BodyEdit::PassAtOnce, 0);
    }
}

#[test]
fn an_exit_works_in_a_crate_without_std() {
    let text = "#![no_std]\n#[test]\nfn a() {}\n#[test]\nfn b() -> Result<(), core::fmt::Error> { Ok(()) }\n";
    assert_all_exit(text, "2021", BodyEdit::ExitAtEnd, 97);
}

#[test]
fn bodies_that_diverge_and_async_ones_compile_with_every_edit() {
    let text = "#![deny(warnings)]\n#[core::prelude::v1::test] fn a() -> Result<(), String> { panic!(\"x\") }\n\
        #[test] fn never() -> impl std::process::Termination { if true { loop {} } }\n\
        #[async_test] pub async fn b() { std::future::ready(()).await }\n\
        #[async_test] pub async fn c() -> Result<(), String> { std::future::ready(Ok(())).await }\n";
    assert_eq!(tests(&RepoPath::from("lib.rs"), text).len(), 4);
    for edit in [BodyEdit::FailAtEnd, BodyEdit::ExitAtEnd, BodyEdit::ExitAtOnce, BodyEdit::PassAtOnce] {
        let edited = edited(text, edit).replace("#[async_test]", "");
        let folder = tempfile::tempdir().unwrap();
        compile(&edited, "2021", folder.path()).unwrap_or_else(|said| panic!("{edit:?}\n{said}"));
    }
}

#[test]
fn a_crate_that_denies_unused_code_by_name_compiles_with_every_edit() {
    let text = "#![deny(unused, dead_code)]\n#![forbid(unused_must_use)]\nuse std::rc::Rc;\nfn helper() -> u8 { 1 }\n\
        macro_rules! check { () => {} }\n#[test]\nfn a() { check!(); assert_eq!(*Rc::new(1), helper()) }\n\
        #[test]\nfn b() -> Result<(), String> { std::process::abort() }\n";
    for edit in [BodyEdit::FailAtEnd, BodyEdit::ExitAtEnd, BodyEdit::ExitAtOnce, BodyEdit::PassAtOnce] {
        let folder = tempfile::tempdir().unwrap();
        compile(&edited(text, edit), "2021", folder.path()).unwrap_or_else(|said| panic!("{edit:?}\n{said}"));
    }
}

#[test]
fn an_early_return_is_not_reached_by_an_ending_behind_it() {
    let text = "#[test]\nfn a() { if true { return; } assert!(false); }\n";
    assert_all_exit(text, "2021", BodyEdit::ExitAtEnd, 0);
    assert_all_exit(text, "2021", BodyEdit::ExitAtOnce, 97);
}

#[test]
fn an_edit_leaves_all_other_lines_alone() {
    let text = "#[test]\nfn a() {\n    one();\n}\n#[test]\nfn b() {}\n";
    let test = &tests(&RepoPath::from("lib.rs"), text)[0];
    let edited = edit_bodies(text, &[(test, BodyEdit::ExitAtOnce)]);
    assert_eq!(edited.lines().nth(2), Some("    one();"));
    assert!(edited.ends_with("#[test]\nfn b() {}\n"));
}

#[test]
fn a_broken_source_keeps_what_must_come_first_and_does_not_compile() {
    let text = "//! Docs.\n#![allow(unused)]\nfn a() {} // end";
    let broken = break_source(text);
    assert!(broken.starts_with(text));
    let folder = tempfile::tempdir().unwrap();
    assert!(compile(text, "2021", folder.path()).is_ok());
    assert!(compile(&broken, "2021", folder.path()).unwrap_err().contains("counterproof"));
}
