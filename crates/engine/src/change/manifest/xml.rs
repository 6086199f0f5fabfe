//! XML files. A pattern is `parent/name`, or `name?child=text` for what is known by one of its children; each holds at any
//! depth.

use super::{Patterns, key_matches};
use crate::domain::{Part, Role};
use roxmltree::{Document, Node};
use std::ops::Range;

/// Elements that there are many of, and the child that tells them apart.
const KNOWN_BY: &[(&str, &str)] = &[("profile", "id"), ("plugin", "artifactId"), ("execution", "id")];

fn parse(text: &str) -> Option<Document<'_>> {
    Document::parse(text).ok()
}

fn name<'a>(node: Node<'a, '_>) -> &'a str {
    node.tag_name().name()
}

fn said<'a>(node: Node<'a, '_>) -> &'a str {
    node.text().unwrap_or_default().trim()
}

fn child<'a, 'i>(node: Node<'a, 'i>, wanted: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.is_element() && name(*child) == wanted)
}

fn matches(pattern: &str, node: Node<'_, '_>) -> bool {
    if let Some((element, (key, value))) =
        pattern.split_once('?').and_then(|(element, is)| Some((element, is.split_once('=')?)))
    {
        return name(node) == element && child(node, key).is_some_and(|child| key_matches(value, said(child)));
    }
    let (parent, own) = pattern.split_once('/').unwrap_or(("", pattern));
    key_matches(own, name(node)) && node.parent_element().is_some_and(|above| name(above) == parent)
}

/// The elements that are harness, outermost ones only, in order.
fn harness<'a, 'i>(root: Node<'a, 'i>, patterns: Patterns) -> Vec<Node<'a, 'i>> {
    let mut found = Vec::new();
    for node in root.children().filter(Node::is_element) {
        if patterns.iter().any(|pattern| matches(pattern, node)) {
            found.push(node);
        } else {
            found.extend(harness(node, patterns));
        }
    }
    found
}

/// The way to an element: names from the root, with what tells one of many apart.
fn way(node: Node<'_, '_>) -> Vec<String> {
    let key = |node: Node<'_, '_>| {
        let by = KNOWN_BY.iter().find(|(element, _)| *element == name(node));
        let known = by.and_then(|(_, key)| child(node, key)).map(|key| format!("#{}", said(key)));
        name(node).to_owned() + &known.unwrap_or_default()
    };
    let mut way: Vec<String> = node.ancestors().filter(Node::is_element).map(key).collect();
    way.reverse();
    way
}

/// An element without layout, comments and the elements of `out`. What holds nothing but these is not there either.
fn plain(node: Node<'_, '_>, out: &[Node<'_, '_>]) -> Option<String> {
    if out.contains(&node) {
        return None;
    }
    let elements: Vec<_> = node.children().filter(Node::is_element).collect();
    let inner: Vec<String> = elements.iter().filter_map(|child| plain(*child, out)).collect();
    if !elements.is_empty() && inner.is_empty() && !out.is_empty() {
        return None;
    }
    let attributes: String =
        node.attributes().map(|one| format!(" {}={:?}", one.name(), one.value())).collect();
    let text = if elements.is_empty() { said(node) } else { "" };
    Some(format!("<{}{attributes}>{text}{}</>", name(node), inner.concat()))
}

/// Code and harness, for comparison.
pub(in super::super) fn strands(text: &str, patterns: Patterns) -> Option<(String, String)> {
    if text.trim().is_empty() {
        return Some((String::new(), String::new()));
    }
    let document = parse(text)?;
    let root = document.root_element();
    let found = harness(root, patterns);
    let whole = |node: &Node<'_, '_>| {
        let above = node.parent_element().map(way).unwrap_or_default().join("/");
        format!("{above}{}", plain(*node, &[]).unwrap_or_default())
    };
    let mut all: Vec<String> = found.iter().map(whole).collect();
    all.sort();
    Some((plain(root, &found).unwrap_or_default(), all.join("\n")))
}

/// The parts of a file: each harness element in whole lines where it has them to itself.
pub(in super::super) fn cut(text: &str, patterns: Patterns) -> Vec<Part> {
    let document = parse(text);
    let found = document.as_ref().map(|document| harness(document.root_element(), patterns));
    let ranges: Vec<_> =
        found.into_iter().flatten().map(|node| lines(text, node.range())).collect();
    Part::around(&ranges, Role::Harness, text.len())
}

/// The range with its indent and line break.
fn lines(text: &str, range: Range<usize>) -> Range<usize> {
    let begin = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at + 1);
    let alone = text[begin..range.start].trim().is_empty() && text[range.end..end].trim().is_empty();
    if alone { begin..end } else { range }
}

/// The code of the first text with the harness of the second. Where the first has no place for it, the first as it is.
pub(in super::super) fn graft(code: &str, tests: &str, patterns: Patterns) -> String {
    let (Some(ours), Some(theirs)) = (strands(code, patterns), strands(tests, patterns)) else {
        return code.to_owned();
    };
    if ours.1 == theirs.1 {
        return code.to_owned();
    }
    if ours.0 == theirs.0 {
        return tests.to_owned();
    }
    let mixed = mix(code, tests, patterns).filter(|mixed| parse(mixed).is_some());
    mixed.unwrap_or_else(|| code.to_owned())
}

fn mix(code: &str, tests: &str, patterns: Patterns) -> Option<String> {
    let ours = parse(code)?;
    let theirs = parse(tests);
    let own = harness(ours.root_element(), patterns);
    let new = theirs.as_ref().map(|theirs| harness(theirs.root_element(), patterns)).unwrap_or_default();
    let mut edits: Vec<(Range<usize>, String)> =
        own.iter().map(|node| (lines(code, node.range()), String::new())).collect();
    for node in new {
        let (at, element) = placed(ours.root_element(), node, code, tests)?;
        edits.push((at..at, element));
    }
    // What is taken out ends before what is put in at the same place begins.
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut mixed = String::new();
    let mut end = 0;
    for (range, element) in edits {
        mixed.push_str(code.get(end..range.start)?);
        mixed.push_str(&element);
        end = range.end;
    }
    Some(mixed + &code[end..])
}

/// Where an element of the other file goes in this one, and its text, with the elements around it that are missing.
fn placed(root: Node<'_, '_>, element: Node<'_, '_>, code: &str, tests: &str) -> Option<(usize, String)> {
    let above = way(element.parent_element()?);
    let mut place = root;
    let mut depth = 1;
    while let Some(step) = above.get(depth) {
        let next = place.children().find(|child| child.is_element() && way(*child).last() == Some(step));
        let Some(next) = next else { break };
        place = next;
        depth += 1;
    }
    let missing = &above[depth.min(above.len())..];
    if above.first() != way(root).first() || missing.iter().any(|step| step.contains('#')) {
        return None;
    }
    let open: String = missing.iter().map(|step| format!("<{step}>")).collect();
    let close: String = missing.iter().rev().map(|step| format!("</{step}>")).collect();
    let range = place.range();
    let at = range.start + code[range.clone()].rfind("</")?;
    Some((line_start(code, at), format!("{open}{}{close}\n", &tests[element.range()])))
}

/// The beginning of the line if only blanks stand before the place in it.
fn line_start(text: &str, at: usize) -> usize {
    let begin = text[..at].rfind('\n').map_or(0, |end| end + 1);
    if text[begin..at].trim().is_empty() { begin } else { at }
}
