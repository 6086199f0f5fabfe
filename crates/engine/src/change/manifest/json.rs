//! JSON files.

use super::{KeyPath, Patterns, Plan, get, matches, plan, split};
use crate::domain::{Part, Role};
use serde_json::{Map, Value};
use std::ops::Range;
use tree_sitter::{Node, Parser};

/// Reads a text; an empty one, which stands for a file that is not there, has no keys.
fn parse(text: &str) -> Option<Value> {
    let text = if text.trim().is_empty() { "{}" } else { text };
    serde_json::from_str(text).ok().filter(Value::is_object)
}

/// Code and harness, for comparison.
pub(in super::super) fn strands(text: &str, patterns: Patterns) -> Option<(String, String)> {
    let (code, harness) = split(&parse(text)?, patterns);
    Some((code.to_string(), harness.to_string()))
}

/// The code of the first text with the harness of the second.
pub(in super::super) fn graft(code: &str, tests: &str, patterns: Patterns) -> String {
    let (Some(mut mixed), Some(theirs)) = (parse(code), parse(tests)) else { return code.to_owned() };
    match plan(&mixed, &theirs, patterns) {
        Plan::Code => code.to_owned(),
        Plan::Tests if tests.trim().is_empty() => "{}\n".to_owned(),
        Plan::Tests => tests.to_owned(),
        Plan::Mix { out, from_tests } => {
            out.iter().for_each(|path| remove(&mut mixed, path));
            let put = |path: &KeyPath| set(&mut mixed, path, get(&theirs, path)?.clone());
            let all_put = from_tests.iter().map(put).all(|done| done.is_some());
            if all_put { format!("{mixed:#}\n") } else { code.to_owned() }
        }
    }
}

/// Puts a value in, where the key has it or else last; objects on the way are made. `None` if something else than an
/// object is in the way.
pub(super) fn set(value: &mut Value, path: &[String], part: Value) -> Option<()> {
    let Some((key, rest)) = path.split_first() else {
        *value = part;
        return Some(());
    };
    let inner = value.as_object_mut()?.entry(key).or_insert_with(|| Value::Object(Map::new()));
    set(inner, rest, part)
}

/// Takes a value out, and what is empty then around it.
pub(super) fn remove(value: &mut Value, path: &[String]) {
    let (Some(map), Some((key, rest))) = (value.as_object_mut(), path.split_first()) else { return };
    if let Some(inner) = map.get_mut(key).filter(|_| !rest.is_empty()) {
        remove(inner, rest);
        if inner.as_object().is_none_or(|left| !left.is_empty()) {
            return;
        }
    }
    map.shift_remove(key);
}

/// The parts of a file: each harness pair with its comma, in whole lines where it has them to itself.
pub(in super::super) fn cut(text: &str, patterns: Patterns) -> Vec<Part> {
    let mut ranges = Vec::new();
    if parse(text).is_some() {
        // In brackets an object is an expression of JavaScript, whose grammar is here anyway.
        let wrapped = format!("({text})");
        let mut parser = Parser::new();
        let grammar = parser.set_language(&tree_sitter_javascript::LANGUAGE.into());
        if let Some(tree) = grammar.ok().and_then(|()| parser.parse(&wrapped, None)) {
            collect_pairs(tree.root_node(), &wrapped, patterns, &mut KeyPath::new(), &mut ranges);
        }
    }
    let ranges: Vec<_> =
        ranges.into_iter().map(|range: Range<usize>| line(text, range.start - 1..range.end - 1)).collect();
    Part::around(&ranges, Role::Harness, text.len())
}

fn collect_pairs(
    node: Node,
    text: &str,
    patterns: Patterns,
    here: &mut KeyPath,
    ranges: &mut Vec<Range<usize>>,
) {
    let children: Vec<_> = node.children(&mut node.walk()).collect();
    for child in children {
        let (Some(key), Some(value)) = (child.child_by_field_name("key"), child.child_by_field_name("value"))
        else {
            // Objects in arrays have no path of keys.
            if matches!(child.kind(), "expression_statement" | "parenthesized_expression" | "object") {
                collect_pairs(child, text, patterns, here, ranges);
            }
            continue;
        };
        here.push(serde_json::from_str(&text[key.byte_range()]).unwrap_or_default());
        if patterns.iter().any(|pattern| matches(pattern, here)) {
            ranges.push(child.byte_range());
        } else {
            collect_pairs(value, text, patterns, here, ranges);
        }
        here.pop();
    }
}

/// A pair's range with its indent, comma and line break.
pub(super) fn line(text: &str, pair: Range<usize>) -> Range<usize> {
    let begin = text[..pair.start].rfind('\n').map_or(0, |newline| newline + 1);
    let start = if text[begin..pair.start].trim().is_empty() { begin } else { pair.start };
    let behind = &text[pair.end..];
    let comma =
        if behind.trim_start().starts_with(',') { behind.find(',').map_or(0, |at| at + 1) } else { 0 };
    let rest = &behind[comma..];
    let end = match rest.find('\n') {
        Some(newline) if rest[..newline].trim().is_empty() => comma + newline + 1,
        _ => comma,
    };
    start..pair.end + end
}
