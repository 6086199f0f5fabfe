//! The names in a test file by which `go test` can be asked for them.

use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt::Write};

/// What a file has that can be asked for.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Outline {
    /// Its functions.
    pub tests: Vec<String>,
    /// The methods that a suite may have, by the type.
    pub methods: BTreeMap<String, Vec<String>>,
}

impl Outline {
    /// Reads the lines that begin functions. A line of a string that looks like one only makes a name more, which selects
    /// nothing.
    pub(super) fn of(source: &str) -> Self {
        let mut outline = Self::default();
        for line in source.lines().filter_map(|line| line.strip_prefix("func ")) {
            match line.trim_start().strip_prefix('(') {
                None => outline.tests.extend(named(line, &["Test", "Fuzz", "Example"])),
                Some(method) => {
                    let Some((receiver, rest)) = method.split_once(')') else { continue };
                    let of_type = receiver.rsplit([' ', '*']).next().unwrap_or_default();
                    let methods = named(rest, &["Test"]);
                    if !methods.is_empty() {
                        outline.methods.entry(of_type.to_owned()).or_default().extend(methods);
                    }
                }
            }
        }
        outline
    }
}

/// The name that a line begins with, if it begins so.
fn named(line: &str, starts: &[&str]) -> Vec<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let name: String = line.trim_start().chars().take_while(|c| is_name(*c)).collect();
    let fits = starts.iter().any(|start| name.starts_with(start));
    if fits { vec![name] } else { Vec::new() }
}

/// A name as a regular expression that matches nothing else, and that nothing takes apart.
pub(super) fn quoted(name: &str) -> String {
    let mut pattern = String::new();
    for c in name.chars() {
        match c {
            plain if plain.is_ascii_alphanumeric() || plain == '_' => pattern.push(plain),
            other => {
                let _ = write!(pattern, "\\x{{{:x}}}", u32::from(other));
            }
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_and_methods_are_named_by_their_first_lines() {
        let source = "func TestA(t *testing.T) {\nfunc Fuzz_b(f *testing.F) {}\nfunc ExampleC() {\nfunc helper() {}\n\
            func (s *S) TestD() {\nfunc (S) TestE() {}\nfunc (s S) Setup() {}\n// func TestNo(\n\tfunc TestNo(\n";
        let outline = Outline::of(source);
        assert_eq!(outline.tests, ["TestA", "Fuzz_b", "ExampleC"]);
        assert_eq!(outline.methods["S"], ["TestD", "TestE"]);
    }

    #[test]
    fn what_means_something_in_a_pattern_is_written_as_a_number() {
        assert_eq!(quoted("a_1"), "a_1");
        assert_eq!(quoted(".*|(é)\\"), "\\x{2e}\\x{2a}\\x{7c}\\x{28}\\x{e9}\\x{29}\\x{5c}");
    }
}
