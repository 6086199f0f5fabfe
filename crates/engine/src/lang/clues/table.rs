//! Lists of cases.

use super::{Clues, check::checks, is_call, last_name, words_of};
use crate::lang::syntax::{line_of, parts};
use tree_sitter::Node;

/// A list of cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestTable {
    /// The line it begins in, from 1.
    pub line: usize,
    /// Its cases, in order.
    pub rows: Vec<Row>,
}

/// One case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line it begins in, from 1.
    pub line: usize,
    /// What it says, token by token.
    pub tokens: Vec<String>,
}

/// The lists below a node: of values in the arguments of what repeats a test, and of composed values anywhere but in
/// assertions. A list inside of a row is part of the row.
pub(super) fn tables(clues: &Clues, node: Node<'_>, text: &str) -> Vec<TestTable> {
    let mut found = Vec::new();
    let mut waiting = vec![node];
    while let Some(next) = waiting.pop() {
        if is_list(next) && is_table(next, text) {
            found.push(table(next, text));
            continue;
        }
        if is_call(next) && !checks_at(clues, next, text) || !is_call(next) {
            let children: Vec<_> = next.children(&mut next.walk()).collect();
            waiting.extend(children.into_iter().rev());
        }
    }
    found
}

fn checks_at(clues: &Clues, call: Node<'_>, text: &str) -> bool {
    checks(clues, call, text).iter().any(|one| one.span == call.byte_range())
}

fn is_list(node: Node<'_>) -> bool {
    const LISTS: &[&str] = &[
        "array",
        "array_creation_expression",
        "array_expression",
        "array_initializer",
        "list",
        "literal_value",
        "tuple",
    ];
    LISTS.contains(&node.kind())
}

fn is_table(list: Node<'_>, text: &str) -> bool {
    let rows = parts(list);
    let is_row = |row: &Node<'_>| is_composed(*row) && words_of(*row, text).len() > 3;
    !rows.is_empty() && (rows.iter().all(is_row) || repeats_a_test(list, text))
}

/// Whether a list is given to what makes a test of each of its values.
fn repeats_a_test(list: Node<'_>, text: &str) -> bool {
    const REPEATING: &[&str] = &["parametrize", "each", "for", "of"];
    let call = list.parent().and_then(|arguments| arguments.parent()).filter(|call| is_call(*call));
    call.is_some_and(|call| REPEATING.contains(&last_name(call, text)))
}

fn is_composed(row: Node<'_>) -> bool {
    const COMPOSED: &[&str] = &[
        "array",
        "array_creation_expression",
        "array_element_initializer",
        "array_expression",
        "call",
        "composite_literal",
        "dictionary",
        "hash",
        "keyed_element",
        "list",
        "literal_element",
        "literal_value",
        "method_invocation",
        "object",
        "struct_expression",
        "tuple",
        "tuple_expression",
    ];
    COMPOSED.contains(&row.kind())
}

fn table(list: Node<'_>, text: &str) -> TestTable {
    let rows = parts(list).into_iter();
    let rows = rows.map(|row| Row { line: line_of(row), tokens: words_of(row, text) }).collect();
    TestTable { line: line_of(list), rows }
}
