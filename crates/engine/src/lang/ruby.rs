//! Ruby: RSpec's and minitest's examples, test methods, and what Rails and test-unit write as `test "…" do`.

mod alias;
mod assertions;
mod call;
mod classes;
mod clues;
mod definitions;
mod edit;
mod find;
mod names;
mod outline;
mod place;
mod skips;
mod words;

use super::{Language, no_witness, syntax};
use std::collections::BTreeSet;
use tree_sitter::{Node, Tree};

/// Ruby's row.
pub(super) const RUBY: Language = Language {
    name: "Ruby",
    extensions: &["rb", "rake", "ru", "gemspec"],
    tests: find::tests,
    definitions: definitions::definitions,
    assertions: assertions::assertions,
    outline: outline::outline,
    edit_bodies: edit::edit_bodies,
    witness: no_witness,
    switch: None,
    ends_quietly: true,
    compiled: false,
    break_source,
    hides_tests: |_| false,
    cut: None,
    alias: Some(alias::alias),
    stand_in: None,
    graft: None,
    clues: clues::CLUES,
};

fn parse(text: &str) -> Option<Tree> {
    syntax::parse(&tree_sitter_ruby::LANGUAGE.into(), text)
}

/// A file with a syntax error is not run at all, and `rescue LoadError` does not catch one.
fn break_source(text: &str) -> String {
    format!(")]}} counterproof broke this file on purpose\n{text}")
}

/// The identifiers, constants, variables and symbols below a node, without what marks them as such.
fn mentions(node: Node<'_>, text: &str) -> BTreeSet<String> {
    const KINDS: &[&str] = &[
        "bare_symbol",
        "class_variable",
        "constant",
        "global_variable",
        "hash_key_symbol",
        "identifier",
        "instance_variable",
        "simple_symbol",
    ];
    syntax::descendants(node)
        .filter(|node| KINDS.contains(&node.kind()))
        .map(|node| syntax::text_of(node, text).trim_start_matches([':', '@', '$']).to_owned())
        .collect()
}

/// A heredoc is written where its text begins: its lines may lie behind the node that has it.
fn heredocs_behind<'t>(node: Node<'t>, bodies: &[Node<'t>]) -> Vec<Node<'t>> {
    let begun = syntax::descendants(node).filter(|node| node.kind() == "heredoc_beginning").count();
    let is_inside =
        |body: &&Node<'t>| node.start_byte() <= body.start_byte() && body.end_byte() <= node.end_byte();
    let missing = begun.saturating_sub(bodies.iter().filter(is_inside).count());
    bodies.iter().filter(|body| body.start_byte() >= node.end_byte()).take(missing).copied().collect()
}

/// The lines of all heredocs of a file, in order.
fn heredoc_bodies(root: Node<'_>) -> Vec<Node<'_>> {
    syntax::descendants(root).filter(|node| node.kind() == "heredoc_body").collect()
}

#[cfg(test)]
mod tests;
