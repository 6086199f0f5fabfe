//! Where the failure of an assertion goes nowhere.

use super::{Clues, arguments, calls, check::checks, is_call, last_name, words_of};
use crate::lang::syntax::{descendants, line_of, parts, text_of, words};
use tree_sitter::Node;

/// A place where failures go nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swallow {
    /// The line, from 1.
    pub line: usize,
    /// What swallows, as written.
    pub by: String,
}

/// The places below a node.
pub(super) fn swallows(clues: &Clues, node: Node<'_>, text: &str) -> Vec<Swallow> {
    let handlers = descendants(node).filter(|node| HANDLERS.contains(&node.kind()) && node.is_named());
    let caught = handlers.filter(|handler| {
        catches(clues, *handler, text) && is_quiet(clues, *handler, text) && guards(clues, *handler, text)
    });
    let contained = calls(node).filter(|call| contains(clues, *call, text));
    let places = caught.chain(contained);
    places.map(|node| Swallow { line: line_of(node), by: first_line(node, text) }).collect()
}

const HANDLERS: &[&str] = &["except_clause", "catch_clause", "rescue"];

fn first_line(node: Node<'_>, text: &str) -> String {
    let line = text_of(node, text).lines().next().unwrap_or_default();
    line.trim_end_matches(['{', ' ', ':']).trim().to_owned()
}

/// Whether a handler takes the error of a failed assertion.
fn catches(clues: &Clues, handler: Node<'_>, text: &str) -> bool {
    let head: Vec<String> = parts(handler)
        .into_iter()
        .filter(|part| !is_body(*part))
        .flat_map(|part| words_of(part, text))
        .collect();
    clues.catching.contains(&"*")
        || (head.is_empty() && clues.catching.contains(&""))
        || head.iter().any(|word| clues.catching.contains(&word.as_str()))
}

fn is_body(node: Node<'_>) -> bool {
    matches!(node.kind(), "block" | "statement_block" | "compound_statement" | "then")
}

/// Whether a handler lets nothing on: it neither throws nor asserts nor tells the test's end.
fn is_quiet(clues: &Clues, handler: Node<'_>, text: &str) -> bool {
    const TELLING: &[&str] =
        &["raise", "throw", "fail", "reject", "done", "next", "exit", "skip", "flunk", "abort"];
    let throws = |node: Node<'_>| node.kind().starts_with("throw") || node.kind() == "raise_statement";
    let tells = words_of(handler, text).iter().any(|word| TELLING.contains(&word.as_str()));
    !tells && !descendants(handler).any(throws) && checks(clues, handler, text).is_empty()
}

/// Whether there is an assertion in what a handler guards.
fn guards(clues: &Clues, handler: Node<'_>, text: &str) -> bool {
    let Some(guarded) = handler.parent() else { return false };
    let children: Vec<_> = guarded.children(&mut guarded.walk()).collect();
    let body = children.into_iter().take_while(|child| !HANDLERS.contains(&child.kind()));
    body.into_iter().any(|part| !checks(clues, part, text).is_empty())
}

/// Whether a call contains failures: an assertion inside of it, and nobody looks at what it gives.
fn contains(clues: &Clues, call: Node<'_>, text: &str) -> bool {
    if !clues.containing.contains(&last_name(call, text)) {
        return false;
    }
    let parent = call.parent();
    let kind = parent.map_or("", |parent| parent.kind());
    let is_ignored = kind == "expression_statement"
        || parent.is_some_and(|parent| kind == "let_declaration" && words(parent, text).starts_with("let _"));
    let asserts = || arguments(call).into_iter().any(|one| !checks(clues, one, text).is_empty());
    is_ignored && (arguments(call).is_empty() || asserts()) && is_call(call)
}
