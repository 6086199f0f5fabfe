//! Go: test functions, fuzz targets with their seeds, examples with an output, sub-tests and testify's suites.
//!
//! Limits, on purpose: what another package makes (Ginkgo's `It`, gocheck's methods, sub-tests run by a helper) is part
//! of the test function that runs it. Rows of a table are no tests of their own either.

mod alias;
mod assertions;
mod clues;
mod definitions;
mod edit;
mod example;
mod find;
mod function;
mod import;
mod name;
mod outline;
mod scope;
mod subtest;
mod suite;
mod switch;

use super::{Language, no_witness, syntax};
pub use suite::suites_run;
use tree_sitter::{Node, Tree};

/// Go's row.
pub(super) const GO: Language = Language {
    name: "Go",
    extensions: &["go"],
    tests: |_, text| find::tests(text),
    definitions: |_, text| definitions::definitions(text),
    assertions: assertions::assertions,
    outline: outline::outline,
    edit_bodies: edit::edit_bodies,
    witness: no_witness,
    switch: Some(switch::switch),
    ends_quietly: true,
    compiled: true,
    break_source,
    hides_tests: |_| false,
    cut: None,
    alias: Some(alias::alias),
    stand_in: None,
    graft: None,
    clues: clues::CLUES,
};

fn parse(text: &str) -> Option<Tree> {
    syntax::parse(&tree_sitter_go::LANGUAGE.into(), text)
}

/// The error comes last: a file that its build constraint keeps out of the build stays out.
fn break_source(text: &str) -> String {
    format!("{text}\n)]}} counterproof broke this file on purpose\n")
}

/// The statements of a block, comments left out.
fn statements(block: Node<'_>) -> Vec<Node<'_>> {
    let list = syntax::parts(block).into_iter().find(|part| part.kind() == "statement_list");
    list.map(syntax::parts).unwrap_or_default()
}

#[cfg(test)]
mod tests;
