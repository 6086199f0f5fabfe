//! A file whose code is of one version and whose tests are of another.

use super::parts::{Key, Outline, outline};
use std::{collections::BTreeMap, ops::Range};

/// The code parts of `code` with the test parts of `tests`. Tests of both stand where `code` has them; those that only
/// `tests` has stand before the next one of both, or at the end of their module; if `code` has no such module, or the
/// comment of a doc test, they are left out.
pub(super) fn graft(code: &str, tests: &str) -> String {
    if code == tests {
        return code.to_owned();
    }
    let (ours, theirs) = (outline(code), outline(tests));
    if ours.all_tests {
        return if theirs.all_tests { tests.to_owned() } else { graft("", tests) };
    }
    let mut edits = unit_edits(&ours, &theirs, tests);
    edits.extend(doc_edits(&ours, &theirs, tests));
    apply(code, edits)
}

/// A stretch to be replaced by a text; an empty stretch, for a text to be put in.
type Edit<'a> = (Range<usize>, &'a str);

fn unit_edits<'a>(ours: &Outline, theirs: &Outline, tests: &'a str) -> Vec<Edit<'a>> {
    let places: BTreeMap<&Key, &Range<usize>> = ours.units.iter().map(|(key, range)| (key, range)).collect();
    let texts: BTreeMap<&Key, &str> =
        theirs.units.iter().map(|(key, range)| (key, &tests[range.clone()])).collect();
    let replaced =
        ours.units.iter().map(|(key, range)| (range.clone(), texts.get(key).copied().unwrap_or("")));
    let added = theirs.units.iter().enumerate().filter(|(_, (key, _))| !places.contains_key(key));
    let added = added.filter_map(|(at, (key, range))| {
        let scope = scope_of(key);
        let mut later = theirs.units[at..].iter().filter(|(key, _)| scope_of(key) == scope);
        let next = later.find_map(|(key, _)| places.get(key)).map(|range| range.start);
        let place = next.or_else(|| ours.scopes.get(scope).copied())?;
        Some((place..place, &tests[range.clone()]))
    });
    added.chain(replaced).collect()
}

/// The scope around what has this key.
fn scope_of(key: &Key) -> &[String] {
    &key[..key.len().saturating_sub(2)]
}

fn doc_edits<'a>(ours: &Outline, theirs: &Outline, tests: &'a str) -> Vec<Edit<'a>> {
    let mut edits = Vec::new();
    for (key, doc) in &ours.docs {
        let blocks = theirs.docs.get(key).map(|doc| &doc.blocks[..]).unwrap_or_default();
        let mut texts = blocks.iter().map(|block| &tests[block.clone()]);
        edits.extend(doc.blocks.iter().map(|block| (block.clone(), texts.next().unwrap_or(""))));
        if let Some(end) = doc.blocks.last().map(|block| block.end).or(doc.end) {
            edits.extend(texts.map(|text| (end..end, text)));
        }
    }
    edits
}

fn apply(code: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut grafted = String::new();
    let mut at = 0;
    for (range, text) in edits {
        grafted.push_str(&code[at..range.start]);
        if range.is_empty() && !grafted.is_empty() && !grafted.ends_with('\n') {
            grafted.push('\n');
        }
        grafted.push_str(text);
        // A text from the end of its file may end in a comment without a line break.
        if !text.is_empty() && !text.ends_with('\n') && range.end < code.len() {
            grafted.push('\n');
        }
        at = range.end;
    }
    grafted + &code[at..]
}

#[cfg(test)]
mod tests;
