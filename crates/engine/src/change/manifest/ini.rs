//! INI files, section by section.

use super::{Patterns, key_matches};
use crate::domain::{Part, Role};
use std::ops::Range;

/// A section's name (empty for what stands before the first header) and its lines.
fn sections(text: &str) -> Vec<(&str, Range<usize>)> {
    let mut sections = vec![("", 0..0)];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if let Some((name, _)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
            sections.push((name.trim(), at..at));
        }
        at += line.len();
        if let Some((_, range)) = sections.last_mut() {
            range.end = at;
        }
    }
    sections
}

fn is_harness(name: &str, patterns: Patterns) -> bool {
    patterns.iter().any(|pattern| key_matches(pattern, name))
}

fn harness(text: &str, patterns: Patterns) -> Vec<(&str, &str)> {
    let sections = sections(text).into_iter().filter(|(name, _)| is_harness(name, patterns));
    sections.map(|(name, range)| (name, &text[range])).collect()
}

/// The parts of a file.
pub(in super::super) fn cut(text: &str, patterns: Patterns) -> Vec<Part> {
    let harness = sections(text).into_iter().filter(|(name, _)| is_harness(name, patterns));
    Part::around(&harness.map(|(_, range)| range).collect::<Vec<_>>(), Role::Harness, text.len())
}

/// Code and harness, for comparison.
pub(in super::super) fn strands(text: &str, patterns: Patterns) -> Option<(String, String)> {
    Some(split(text, patterns))
}

/// Blank lines around sections make no difference.
fn split(text: &str, patterns: Patterns) -> (String, String) {
    let join = |wanted: bool| {
        let of_role = sections(text).into_iter().filter(|(name, _)| is_harness(name, patterns) == wanted);
        of_role
            .map(|(_, range)| text[range].trim())
            .filter(|section| !section.is_empty())
            .collect::<Vec<_>>()
            .join("\n")
    };
    (join(false), join(true))
}

/// The code sections of the first text with the harness sections of the second.
pub(in super::super) fn graft(code: &str, tests: &str, patterns: Patterns) -> String {
    let (ours, theirs) = (split(code, patterns), split(tests, patterns));
    if ours.1 == theirs.1 {
        return code.to_owned();
    }
    if ours.0 == theirs.0 {
        return tests.to_owned();
    }
    let mut new = harness(tests, patterns);
    let mut mixed = String::new();
    for (name, range) in sections(code) {
        if !is_harness(name, patterns) {
            push_lines(&mut mixed, &code[range]);
        } else if let Some(at) = new.iter().position(|(new, _)| *new == name) {
            push_lines(&mut mixed, new.remove(at).1);
        }
    }
    new.into_iter().for_each(|(_, section)| push_lines(&mut mixed, section));
    mixed
}

fn push_lines(text: &mut String, section: &str) {
    if !text.is_empty() && !text.ends_with('\n') && !section.is_empty() {
        text.push('\n');
    }
    text.push_str(section);
}
