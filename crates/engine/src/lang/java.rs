//! Java: tests of JUnit 3, 4 and 5 and of TestNG.
//!
//! Limits, on purpose: methods that are tests only by an annotation of their class (TestNG) are not found, nor are tests
//! in other languages of the virtual machine (Kotlin, Groovy, Scala). Tests of abstract classes and interfaces run in
//! the classes that inherit them, whose names are not known here: such a test is dynamic.

mod annotation;
mod assertions;
mod clues;
mod definitions;
mod edit;
mod find;
mod outline;
mod skip;
mod witness;

use super::{Language, syntax};
use tree_sitter::{Node, Tree};

/// Java's row.
pub(super) const JAVA: Language = Language {
    name: "Java",
    extensions: &["java"],
    tests: find::tests,
    definitions: definitions::definitions,
    assertions: assertions::assertions,
    outline: outline::outline,
    edit_bodies: edit::edit_bodies,
    witness: witness::witness,
    switch: None,
    ends_quietly: true,
    compiled: true,
    break_source,
    hides_tests: |_| false,
    cut: None,
    alias: None,
    stand_in: None,
    graft: None,
    clues: clues::CLUES,
};

fn parse(text: &str) -> Option<Tree> {
    syntax::parse(&tree_sitter_java::LANGUAGE.into(), text)
}

/// A file with a syntax error stops the compilation of all that is compiled with it.
fn break_source(text: &str) -> String {
    format!("{text}\n)]}} counterproof broke this file on purpose\n")
}

/// The last part of a name or type, without its package, its outer classes and its type arguments: `Test` of
/// `org.junit.Test`.
fn last_name<'a>(node: Node<'_>, text: &'a str) -> &'a str {
    let name = syntax::text_of(node, text);
    let name = name.split(['<', '[']).next().unwrap_or(name);
    name.rsplit('.').next().unwrap_or(name).trim()
}

#[cfg(test)]
mod tests;
