//! What disables tests: marks, words in their bodies, conditions that never hold.

use super::call::{Call, Kind};
use crate::{
    domain::Disabled,
    lang::syntax::{line_of, parts, text_of, words},
};
use tree_sitter::Node;

/// Words that end a test, or turn around what its failure means, wherever they stand in its body.
const SKIPS: &[&str] = &["skip", "pending", "omit", "pend"];

/// Hooks that run before each test, or before all of them.
const HOOKS: &[&str] = &["before", "prepend_before", "append_before", "setup", "background", "startup"];

fn disabled(node: Node<'_>, text: &str) -> Disabled {
    Disabled { by: words(node, text), line: line_of(node) }
}

/// What a call says that disables what it makes.
pub(super) fn of_call(call: &Call<'_>, text: &str) -> Option<Disabled> {
    let by_word = || {
        let is_off = call.word.starts_with('x') || (call.kind == Kind::Test && SKIPS.contains(&call.word));
        is_off.then(|| Disabled { by: call.word.to_owned(), line: line_of(call.node) })
    };
    let by_mark = || {
        let marks =
            call.arguments.iter().skip(1).chain(call.arguments.first().filter(|_| call.names.is_empty()));
        marks.copied().find(|mark| is_disabling(*mark, text)).map(|mark| disabled(mark, text))
    };
    let by_absence = || {
        let is_empty = call.kind == Kind::Test && call.block.is_none() && call.reference.is_none();
        is_empty.then(|| Disabled { by: "no block given".to_owned(), line: line_of(call.node) })
    };
    by_word().or_else(by_mark).or_else(by_absence)
}

/// `:skip`, `skip: "…"`, `pending: true`, `if: false`.
fn is_disabling(mark: Node<'_>, text: &str) -> bool {
    match mark.kind() {
        "simple_symbol" => matches!(text_of(mark, text), ":skip" | ":pending"),
        "hash" => parts(mark).into_iter().any(|pair| is_disabling(pair, text)),
        "pair" => {
            let key =
                mark.child_by_field_name("key").map(|key| text_of(key, text).trim_matches([':', '"', '\'']));
            let value = mark.child_by_field_name("value").and_then(|value| truth(value));
            match key {
                Some("skip" | "pending" | "unless") => value == Some(true),
                Some("if") => value == Some(false),
                _ => false,
            }
        }
        _ => false,
    }
}

/// Whether an expression holds, where that is written down.
pub(super) fn truth(expression: Node<'_>) -> Option<bool> {
    match expression.kind() {
        "false" | "nil" => Some(false),
        "true" | "integer" | "string" | "simple_symbol" => Some(true),
        "unary" | "parenthesized_statements" => {
            let inner = parts(expression).into_iter().next().and_then(truth)?;
            let is_negated = expression.child(0).is_some_and(|sign| matches!(sign.kind(), "!" | "not"));
            (is_negated || expression.kind() != "unary").then_some(inner != is_negated)
        }
        _ => None,
    }
}

/// A statement of a body that says that the test does not count: `skip "…"`. With a block it is about the block alone.
pub(super) fn in_body(body: Node<'_>, text: &str) -> Option<Disabled> {
    parts(body).into_iter().find(|statement| is_skip(*statement, text)).map(|skip| disabled(skip, text))
}

fn is_skip(statement: Node<'_>, text: &str) -> bool {
    let is_word = |node: Node<'_>| SKIPS.contains(&text_of(node, text));
    match statement.kind() {
        "identifier" => is_word(statement),
        "call" => {
            let alone =
                ["receiver", "block"].iter().all(|part| statement.child_by_field_name(part).is_none());
            alone && statement.child_by_field_name("method").is_some_and(is_word)
        }
        _ => false,
    }
}

/// A statement of a suite that disables all of its tests: a hook that skips.
pub(super) fn of_statement(statement: Node<'_>, text: &str) -> Option<Disabled> {
    let name = match statement.kind() {
        "method" => statement.child_by_field_name("name"),
        "call" if statement.child_by_field_name("receiver").is_none() => {
            statement.child_by_field_name("method")
        }
        _ => None,
    };
    // A hook with a tag is only that of the tests that have it.
    let is_for_all = |argument: &Node<'_>| {
        matches!(text_of(*argument, text), ":each" | ":all" | ":example" | ":context" | ":suite")
    };
    let arguments = statement.child_by_field_name("arguments").map(parts).unwrap_or_default();
    let is_hook = HOOKS.contains(&name.map(|name| text_of(name, text))?) && arguments.iter().all(is_for_all);
    let body = match statement.child_by_field_name("block") {
        Some(block) => block.child_by_field_name("body"),
        None => statement.child_by_field_name("body"),
    };
    in_body(body.filter(|_| is_hook)?, text)
}
