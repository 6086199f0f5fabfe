//! The budgets of files and functions, and what must not be left lying about.

use super::{Function, Source};
use std::ops::RangeInclusive;

/// The longest a file may be, in lines.
const FILE_BUDGET: usize = 500;
/// The longest a function may be, in lines.
const FUNCTION_BUDGET: usize = 80;
/// The numbers of the invariants (ARCHITECTURE.md, "Invariants").
const INVARIANTS: RangeInclusive<u8> = 1..=12;
/// Words for work that was put off. (In two pieces each, so that this file does not have them.)
const LEFTOVERS: [&str; 4] =
    [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("unimple", "mented!"), concat!("to", "do!(")];
/// How the absolute paths of somebody's machine begin.
const MACHINE_PATHS: [&str; 4] =
    [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/Us", "ers/")];

/// Files longer than 500 lines.
pub fn long_files(sources: &[Source]) -> Vec<String> {
    let lengths = sources.iter().map(|source| (&source.path, source.text.lines().count()));
    lengths
        .filter(|(_, lines)| *lines > FILE_BUDGET)
        .map(|(path, lines)| format!("{path} has {lines} lines, more than {FILE_BUDGET}"))
        .collect()
}

/// Functions longer than 80 lines.
pub fn long_functions(functions: &[Function]) -> Vec<String> {
    let long = functions.iter().filter(|one| one.lines > FUNCTION_BUDGET);
    long.map(|Function { path, name, line, lines }| format!("{path}:{line}: `{name}` has {lines} lines"))
        .collect()
}

/// Words for work that was put off.
pub fn leftovers(sources: &[Source]) -> Vec<String> {
    mentions(sources, &LEFTOVERS)
}

/// Absolute paths of somebody's machine.
pub fn machine_paths(sources: &[Source]) -> Vec<String> {
    mentions(sources, &MACHINE_PATHS)
}

/// Files that do not begin with a doc line. The tests of a module stand for themselves by their names.
pub fn undescribed(sources: &[Source]) -> Vec<String> {
    let of_tests = |source: &Source| source.path.ends_with("tests.rs") || source.path.contains("/tests/");
    let silent = sources.iter().filter(|source| !of_tests(source) && !source.text.starts_with("//!"));
    silent.map(|source| format!("{} does not begin with a doc line", source.path)).collect()
}

/// Invariants without a test of their name, `i7_nothing_is_left_…`.
pub fn untested_invariants(sources: &[Source]) -> Vec<String> {
    let code: Vec<String> = sources.iter().map(Source::code).collect();
    let has_test = |number: &u8| code.iter().any(|code| code.contains(&format!("fn i{number}_")));
    let untested = INVARIANTS.filter(|number| !has_test(number));
    untested.map(|number| format!("I{number} has no test whose name begins with `i{number}_`")).collect()
}

fn mentions(sources: &[Source], words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources {
        for (number, line) in source.text.lines().enumerate() {
            let words = words.iter().filter(|word| line.contains(**word));
            found.extend(words.map(|word| format!("{}:{}: `{word}`", source.path, number + 1)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> Vec<Source> {
        vec![Source { path: path.to_owned(), text: text.to_owned() }]
    }

    #[test]
    fn a_file_over_the_budget_is_named() {
        assert_eq!(long_files(&file("a.rs", &"x\n".repeat(500))), [""; 0]);
        assert_eq!(long_files(&file("a.rs", &"x\n".repeat(501))), ["a.rs has 501 lines, more than 500"]);
    }

    #[test]
    fn a_function_over_the_budget_is_named() {
        let function = |lines| Function { path: "a.rs".to_owned(), name: "f".to_owned(), line: 3, lines };
        assert_eq!(long_functions(&[function(80), function(81)]), ["a.rs:3: `f` has 81 lines"]);
    }

    #[test]
    fn what_was_put_off_or_is_of_one_machine_is_named_with_its_line() {
        assert_eq!(leftovers(&file("a.rs", &format!("x\n// {}: later", LEFTOVERS[0]))).len(), 1);
        let found = machine_paths(&file("a.rs", &format!("\n\"{}me\"", MACHINE_PATHS[2])));
        assert_eq!(found, [format!("a.rs:2: `{}`", MACHINE_PATHS[2])]);
    }

    #[test]
    fn a_file_says_first_what_it_is_about() {
        assert_eq!(undescribed(&file("a.rs", "//! About.\n")), [""; 0]);
        assert_eq!(
            undescribed(&file("a.rs", "use x;\n//! About.\n")),
            ["a.rs does not begin with a doc line"]
        );
    }
}
