//! PHP: the test methods of PHPUnit's test cases.
//!
//! Limits, on purpose: the functions of Pest (`test('…', fn)`, `it('…', fn)`) are not found as tests. What a class has
//! from a class or trait of another file is not seen there: such methods are found where they are written, and asked of
//! all classes that have them.

mod annotation;
mod assertions;
mod class;
mod clues;
mod definitions;
mod edit;
mod find;
mod marks;
mod names;
mod outline;
mod selection;
mod witness;

use super::{Language, syntax};
pub(crate) use selection::{Selection, selection};
use tree_sitter::Tree;

/// The row of PHP.
pub(super) const PHP: Language = Language {
    name: "PHP",
    extensions: &["php"],
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
    alias: None,
    stand_in: None,
    graft: None,
    clues: clues::CLUES,
};

fn parse(text: &str) -> Option<Tree> {
    syntax::parse(&tree_sitter_php::LANGUAGE_PHP.into(), text)
}

/// A file is compiled whole before any of it runs, so the error can stand in a tag of its own before everything.
fn break_source(text: &str) -> String {
    format!("<?php )]}} counterproof broke this file on purpose ?>\n{text}")
}

#[cfg(test)]
mod tests;
