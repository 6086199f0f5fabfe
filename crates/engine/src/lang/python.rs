//! Python: pytest functions and classes, unittest classes.

mod alias;
mod assertions;
mod clues;
mod definitions;
mod edit;
mod find;
mod marks;
mod outline;
mod scope;
mod witness;

use super::{Language, syntax};
use tree_sitter::{Node, Tree};

/// Python's row.
pub(super) const PYTHON: Language = Language {
    name: "Python",
    extensions: &["py"],
    tests: find::tests,
    definitions: definitions::definitions,
    assertions: assertions::assertions,
    outline: outline::outline,
    edit_bodies: edit::edit_bodies,
    witness: witness::witness,
    switch: None,
    ends_quietly: true,
    compiled: false,
    break_source,
    hides_tests: |_| false,
    cut: None,
    alias: Some(alias::alias),
    stand_in: Some(alias::stand_in),
    graft: None,
    clues: clues::CLUES,
};

fn parse(text: &str) -> Option<Tree> {
    syntax::parse(&tree_sitter_python::LANGUAGE.into(), text)
}

/// Nothing of a module with a syntax error is run, so nothing can be imported from it.
fn break_source(text: &str) -> String {
    format!(")]}} counterproof broke this file on purpose\n{text}")
}

/// The function or class inside of its decorators.
fn undecorated(node: Node<'_>) -> Node<'_> {
    node.child_by_field_name("definition").unwrap_or(node)
}

#[cfg(test)]
mod tests;
