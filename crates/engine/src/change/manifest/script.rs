//! Configurations written in JavaScript or TypeScript: keys of the object that they export.

use super::{Patterns, json::line};
use crate::{
    domain::{Part, Role},
    lang::javascript::exported_pair,
};
use std::ops::Range;

/// The pairs of the exported object that are harness, with their keys.
fn pairs<'p>(text: &str, patterns: &'p [&'p str]) -> Vec<(&'p str, Range<usize>)> {
    let of = |key: &&'p str| Some((*key, exported_pair(text, key)?.1?));
    let mut pairs: Vec<_> = patterns.iter().filter_map(of).collect();
    pairs.sort_by_key(|(_, range)| range.start);
    pairs
}

/// The parts of a file: each pair with its comma, in whole lines where it has them to itself.
pub(in super::super) fn cut(text: &str, patterns: Patterns) -> Vec<Part> {
    let lines: Vec<_> = pairs(text, patterns).into_iter().map(|(_, range)| line(text, range)).collect();
    Part::around(&lines, Role::Harness, text.len())
}

/// Code and harness, for comparison.
pub(in super::super) fn strands(text: &str, patterns: Patterns) -> Option<(String, String)> {
    let (mut code, mut harness) = (String::new(), String::new());
    for part in cut(text, patterns) {
        let strand = if part.role == Role::Harness { &mut harness } else { &mut code };
        strand.push_str(text[part.range].trim_matches([',', ' ', '\t', '\r', '\n']));
    }
    Some((code, harness))
}

/// The code of the first text with the pairs of the second, in the places of its own or first in the object. A text that
/// exports no object stays as it is.
pub(in super::super) fn graft(code: &str, tests: &str, patterns: Patterns) -> String {
    let (ours, theirs) = (pairs(code, patterns), pairs(tests, patterns));
    let mut edits = Vec::new();
    for key in patterns {
        let of = |pairs: &[(&str, Range<usize>)]| {
            pairs.iter().find(|(one, _)| one == key).map(|(_, range)| range.clone())
        };
        match (of(&ours), of(&theirs)) {
            (Some(old), Some(new)) => edits.push((old, tests[new].to_owned())),
            (Some(old), None) => edits.push((line(code, old), String::new())),
            (None, Some(new)) => {
                let Some((object, _)) = exported_pair(code, key) else { continue };
                let inside = object.start + 1;
                edits.push((inside..inside, format!(" {},", &tests[new])));
            }
            (None, None) => {}
        }
    }
    edits.sort_by_key(|(range, _)| range.start);
    let mut grafted = code.to_owned();
    for (range, text) in edits.into_iter().rev() {
        grafted.replace_range(range, &text);
    }
    grafted
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: Patterns = &["test"];
    const OLD: &str = "import { defineConfig } from 'vite'\nexport default defineConfig({\n  plugins: [old()],\n  test: { a: 1 },\n})\n";

    fn harness(text: &str) -> Vec<&str> {
        let parts = cut(text, KEYS).into_iter().filter(|part| part.role == Role::Harness);
        parts.map(|part| &text[part.range]).collect()
    }

    #[test]
    fn what_configures_tests_is_harness_and_the_rest_is_code() {
        assert_eq!(harness(OLD), ["  test: { a: 1 },\n"]);
        assert_eq!(harness("export default { plugins: [] }"), [""; 0]);
        assert_eq!(harness("export default f()"), [""; 0]);
    }

    #[test]
    fn code_of_one_version_is_joined_with_the_harness_of_another() {
        let new = OLD.replace("old()", "new()").replace("a: 1", "b: 2");
        let mixed = OLD.replace("a: 1", "b: 2");
        assert_eq!(graft(OLD, &new, KEYS), mixed);
        let without = OLD.replace("  test: { a: 1 },\n", "");
        assert_eq!(graft(OLD, &without, KEYS), without);
        assert_eq!(graft(&without, OLD, KEYS), without.replace("({", "({ test: { a: 1 },"));
        assert_eq!(graft("export default f()", OLD, KEYS), "export default f()");
        assert_eq!(graft(OLD, OLD, KEYS), OLD);
    }

    #[test]
    fn versions_are_compared_by_part() {
        let strands = |text: &str| strands(text, KEYS).unwrap();
        assert_eq!(strands(OLD).0, strands(&OLD.replace("a: 1", "b: 2")).0);
        assert_ne!(strands(OLD).1, strands(&OLD.replace("a: 1", "b: 2")).1);
        assert_eq!(strands(OLD).1, strands(&OLD.replace("old()", "new()")).1);
    }
}
