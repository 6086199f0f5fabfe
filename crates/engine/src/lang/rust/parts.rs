//! Which stretches of a file travel with the tests: test-only items, and code blocks in doc comments.

use super::{
    attribute::{self, Attribute},
    doctest,
    syntax::{Item, children, is_inner_doc, items, name, parse, tokens},
};
use crate::domain::{Part, Role};
use std::{collections::BTreeMap, ops::Range};
use tree_sitter::Node;

/// What finds the same thing in another version of a file: the scopes around it, then its kind and name.
pub(super) type Key = Vec<String>;

/// What a file has of tests, and where more could stand.
#[derive(Default)]
pub(super) struct Outline {
    /// The whole file is for tests: `#![cfg(test)]`.
    pub(super) all_tests: bool,
    /// Items for tests, in order, with the blank lines and comments that belong to them.
    pub(super) units: Vec<(Key, Range<usize>)>,
    /// Scopes that are not for tests, and where their last item ends.
    pub(super) scopes: BTreeMap<Key, usize>,
    /// Doc comments of what is not for tests.
    pub(super) docs: BTreeMap<Key, doctest::Doc>,
}

/// The parts of a file.
pub(super) fn cut(text: &str) -> Vec<Part> {
    let outline = outline(text);
    if outline.all_tests {
        return Vec::from([Part { role: Role::Test, range: 0..text.len() }]);
    }
    let mut tests: Vec<Range<usize>> = outline.units.into_iter().map(|(_, range)| range).collect();
    tests.extend(outline.docs.into_values().flat_map(|doc| doc.blocks));
    tests.sort_by_key(|range| range.start);
    Part::around(&tests, Role::Test, text.len())
}

/// The item is only there in test builds, or is a test.
pub(super) fn is_for_tests(item: &Item, text: &str) -> bool {
    let is_function = item.node.kind() == "function_item";
    let marks = |one: &Attribute| one.is_for_tests() || is_function && one.makes_test();
    attribute::of_item(item, text).iter().any(marks)
}

/// Reads a file's outline.
pub(super) fn outline(text: &str) -> Outline {
    let tree = parse(text);
    let root = tree.root_node();
    let all_tests = attribute::of_scope(root, text).iter().any(Attribute::is_for_tests);
    let mut reader =
        Reader { text, outline: Outline { all_tests, ..Outline::default() }, seen: BTreeMap::new() };
    if !all_tests {
        reader.outline.scopes.insert(Vec::new(), text.len());
        reader.scope(root, &[]);
    }
    reader.outline
}

struct Reader<'a> {
    text: &'a str,
    outline: Outline,
    seen: BTreeMap<Key, usize>,
}

impl Reader<'_> {
    fn scope(&mut self, scope: Node, path: &[String]) {
        let inner: Vec<_> = children(scope).into_iter().filter(|node| is_inner_doc(*node)).collect();
        self.doc(path, &inner);
        let holds_items = matches!(scope.kind(), "source_file" | "declaration_list");
        for item in items(scope) {
            let for_tests = holds_items && is_for_tests(&item, self.text);
            let key = self.key(path, if for_tests { "test " } else { "" }, item.node);
            if for_tests {
                let from = self.outline.units.last().map_or(0, |(_, last)| last.end);
                let extent = extent(&item, self.text);
                self.outline.units.push((key, extent.start.max(from)..extent.end));
                continue;
            }
            self.doc(&key, &item.docs);
            let Some(body) = item.node.child_by_field_name("body").filter(|body| body.kind() != "block")
            else {
                continue;
            };
            if body.kind() == "declaration_list" {
                self.outline.scopes.insert(key.clone(), scope_end(body, self.text));
            }
            self.scope(body, &key);
        }
    }

    fn doc(&mut self, path: &[String], comments: &[Node]) {
        if let Some(doc) = doctest::read(comments, self.text) {
            self.outline.docs.insert([path, &[doc.style.to_owned()]].concat(), doc);
        }
    }

    /// The key of an item; the second of the same kind and name in a scope has another than the first.
    fn key(&mut self, path: &[String], class: &str, node: Node) -> Key {
        let mut key = path.to_vec();
        key.push(format!("{class}{} {}", node.kind(), header(node, self.text)));
        let count = self.seen.entry(key.clone()).or_default();
        *count += 1;
        key.push(count.to_string());
        key
    }
}

/// What an item is known by: its name, or all of it but its body, or for a macro call the macro.
fn header(node: Node, text: &str) -> String {
    if let Some(name) = name(node, text) {
        return name.to_owned();
    }
    let call = if node.kind() == "expression_statement" { node.child(0).unwrap_or(node) } else { node };
    if let Some(called) = call.child_by_field_name("macro") {
        return text[called.byte_range()].to_owned();
    }
    let body = node.child_by_field_name("body");
    let rest = children(node).into_iter().filter(|child| Some(*child) != body);
    rest.flat_map(|child| tokens(child, text)).collect::<Vec<_>>().join(" ")
}

/// An item with the blank lines above it, so that taking it out leaves what was there before it was put in.
fn extent(item: &Item, text: &str) -> Range<usize> {
    let above = text[..item.reach.start].trim_end();
    let gap = &text[above.len()..item.reach.start];
    let is_first = above.is_empty() || above.ends_with('{');
    let start = match gap.find('\n') {
        _ if above.is_empty() => 0,
        Some(line_end) => above.len() + line_end + 1,
        None => item.reach.start,
    };
    let below = &text[item.reach.end..];
    let blank = &below[..below.len() - below.trim_start().len()];
    let line_end = if is_first { blank.rfind('\n') } else { blank.find('\n') };
    let at_file_end = blank.len() == below.len();
    let end =
        line_end.map_or(if at_file_end { text.len() } else { item.reach.end }, |at| item.reach.end + at + 1);
    start..end
}

/// Where an item at the end of the braces would go.
fn scope_end(body: Node, text: &str) -> usize {
    let brace = body.end_byte().saturating_sub(1);
    let line = text[..brace].rfind('\n').map_or(0, |at| at + 1);
    if text[line..brace].trim().is_empty() { line.max(body.start_byte() + 1) } else { brace }
}
