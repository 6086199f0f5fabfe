//! Bodies that take their edit from a variable when they run, so that one build serves for every edit of every test.
//!
//! What an edit does here it does as text in [`super::edit`] too; a body that does not compile cannot be taken out here.

use super::{
    edit::{EXIT, Function, LEFT_UNUSED, MUST_END, PANIC, inner_attributes_end},
    syntax::parse,
};
use crate::{
    domain::Mark,
    lang::{EDITS, FoundTest, WITNESS},
};
use std::collections::BTreeMap;

/// What the bodies of a module share: the letter that the variable has for a test (0 if none), marks, and whether a body
/// fails.
const SHARED: &str = r#"fn counterproof_edit(test: &str) -> u8 { extern crate std as counterproof_std;
    counterproof_std::env::var("EDITS").ok().and_then(|all| all.split(',').find_map(|one|
        one.strip_prefix(test).and_then(|edit| edit.bytes().next()))).unwrap_or(0) }
fn counterproof_mark(name: &str) { extern crate std as counterproof_std;
    if let Ok(folder) = counterproof_std::env::var("WITNESS") { let _ = counterproof_std::fs::write(folder + name, ""); } }
fn counterproof_fails(run: &mut dyn FnMut() -> bool) -> bool { extern crate std as counterproof_std;
    counterproof_std::panic::catch_unwind(counterproof_std::panic::AssertUnwindSafe(|| run())).unwrap_or(true) }
"#;

/// The file with bodies that are switched, and which of them are.
pub(super) fn switch(text: &str, tests: &[(&FoundTest, usize)]) -> (String, Vec<usize>) {
    let tree = parse(text);
    let (mut changes, mut numbers, mut modules) = (Vec::new(), Vec::new(), BTreeMap::new());
    for (test, number) in tests {
        let Some(function) = Function::around(tree.root_node(), text, test) else { continue };
        if let Some(body) = switched(&function, &text[test.body.clone()], *number) {
            let first = modules.entry(function.scope).or_insert(test.span.start);
            *first = test.span.start.min(*first);
            changes.push((test.body.clone(), body));
            numbers.push(*number);
        }
    }
    if numbers.is_empty() {
        return (text.to_owned(), numbers);
    }
    let shared =
        SHARED.replace("EDITS", EDITS).replace("WITNESS", WITNESS).replace('\n', " ") + MUST_END + " ";
    changes.extend(modules.into_values().map(|first| (first..first, shared.clone())));
    let top = inner_attributes_end(tree.root_node(), text);
    changes.push((top..top, format!("#![allow({LEFT_UNUSED}, unreachable_code)] ")));
    // At one place, the attribute of the file stands before what is shared.
    changes.sort_by_key(|(range, words)| (range.start, range.end, !words.starts_with("#![")));
    let mut changed = text.to_owned();
    for (range, words) in changes.into_iter().rev() {
        changed.replace_range(range, &words);
    }
    (changed, numbers)
}

/// `None` where the returned type cannot be written again, or is none.
fn switched(function: &Function<'_>, body: &str, number: usize) -> Option<String> {
    let unwritable = |returns: &str| returns == "!" || returns.split_whitespace().any(|word| word == "impl");
    if function.returns.is_some_and(unwritable) {
        return None;
    }
    let first =
        format!(" let counterproof: u8 = counterproof_edit(\"{number}=\"); if counterproof == b'x' {EXIT}");
    if let Some(message) = function.should_panic {
        return (!function.is_async).then(|| expecting_panic(function, &first, message, body));
    }
    let passing = function.passing();
    let [entered, ended, failed] = Mark::ALL.map(|one| mark(number, one));
    let ending = format!(
        "{{ if counterproof == b'f' {{ {PANIC} }} if counterproof == b'e' {EXIT} \
         if counterproof == b'm' {{ counterproof_must_end(true); }} if counterproof == b'w' {{ {ended} }} }}"
    );
    let first = format!(
        "{first} if counterproof == b'p' {{ return {passing}; }} \
         if counterproof == b'm' {{ counterproof_must_end(false); }} if matches!(counterproof, b'w' | b'i') {{ {entered} }}"
    );
    let run = function.ended_by(&ending);
    if function.is_async || function.has_parameters {
        return Some(format!(" {first} if counterproof == b'i' {{ {PANIC} }} {run} "));
    }
    let returns = function.returns.map(|returns| format!("-> {returns}")).unwrap_or_default();
    let is_red = if function.result_of.is_some() { ".is_err()" } else { "; false" };
    Some(format!(
        " {first} let counterproof_run = || {returns} {{{run}\n}}; if counterproof == b'i' {{ \
         if counterproof_fails(&mut || {{ counterproof_run(){is_red} }}) {{ {failed} return {passing}; }} \
         {ended} {PANIC} }} counterproof_run() "
    ))
}

/// A `#[should_panic]` test passes by panicking. It has no contrary and leaves no marks: it does not panic then.
fn expecting_panic(function: &Function<'_>, first: &str, message: &str, body: &str) -> String {
    let caught = function.caught(&format!("if counterproof == b'e' {EXIT}"));
    let must_end = function.panicking_between("counterproof_must_end");
    format!(
        "{first} if counterproof == b'p' {{ panic!(\"{{}}\", {message}) }} \
         if matches!(counterproof, b'w' | b'i') {{ return; }} \
         if matches!(counterproof, b'f' | b'e') {{ {caught} return; }} if counterproof == b'm' {{ {must_end} }} else {{{body}\n}} "
    )
}

fn mark(number: usize, mark: Mark) -> String {
    format!("counterproof_mark(\"/{number}.{}\");", mark.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{domain::RepoPath, lang::rust::find};

    fn all(text: &str) -> (String, Vec<usize>) {
        let tests = find::tests(&RepoPath::from("src/lib.rs"), text);
        let numbered: Vec<_> = tests.iter().enumerate().map(|(number, test)| (test, number)).collect();
        let (switched, numbers) = switch(text, &numbered);
        assert!(!parse(&switched).root_node().has_error(), "{switched}");
        (switched, numbers)
    }

    #[test]
    fn tests_of_every_kind_are_switched() {
        let text = "//! Doc.\n#[test] fn a() { x() }\n#[test] fn b() -> Result<(), String> { x()?; Ok(()) }\n\
                    #[tokio::test] async fn c() { x().await; return; }\n#[test] #[should_panic] fn d() { x() }\n";
        let (switched, numbers) = all(text);
        assert_eq!(numbers, [0, 1, 2, 3]);
        assert!(switched.starts_with("//! Doc.\n"), "{switched}");
        assert_eq!(switched.matches("#![allow(").count(), 1, "{switched}");
    }

    #[test]
    fn what_returns_a_type_that_cannot_be_written_again_is_left_alone() {
        let text =
            "#[test] fn a() -> impl std::process::Termination { x() }\n#[test] fn b() -> ! { panic!() }\n";
        assert_eq!(all(text), (text.to_owned(), Vec::new()));
    }
}
