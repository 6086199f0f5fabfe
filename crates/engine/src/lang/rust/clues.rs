//! What static rules know of Rust.

use super::syntax::parse;
use crate::lang::{
    clues::{Clues, calls, last_name, no_mocks},
    syntax::{line_of, text_of},
};
use tree_sitter::Node;

pub(super) const CLUES: Clues = Clues {
    tree: |text| Some(parse(text)),
    asserts: |_, last| last.contains("assert") || matches!(last, "panic" | "unreachable"),
    asserts_by_if: false,
    exact: &["assert_eq", "debug_assert_eq", "=="],
    loose: &["truth", "assert_ne", "!=", ">", ">=", "<", "<="],
    catching: &[],
    reducing: &["len", "is_some", "is_ok", "is_empty"],
    wider_by_more: &["abs", "epsilon", "EPSILON", "tolerance", "assert_relative_eq", "assert_abs_diff_eq"],
    wider_by_less: &[],
    containing: &["catch_unwind"],
    unawaited,
    mocks: no_mocks,
    test_mode: &["cfg!(test)", "cfg!(not(test))", "#[cfg(not(test))]", "'NEXTEST'", "'RUST_TEST_THREADS'"],
    silencing: &["#[allow(", "#![allow("],
    patching: &[r"\bmacro_rules!\s*assert(_eq|_ne)?\b"],
};

/// Assertions in threads that nobody joins.
fn unawaited(test: Node<'_>, text: &str) -> Vec<usize> {
    let asserts = |call: Node<'_>| calls(call).any(|inner| last_name(inner, text).starts_with("assert"));
    let dropped = calls(test).filter(|call| {
        let in_statement = call.parent().is_some_and(|parent| parent.kind() == "expression_statement");
        let callee = call.child_by_field_name("function").map_or("", |callee| text_of(callee, text));
        in_statement && callee.ends_with("thread::spawn") && asserts(*call)
    });
    dropped.map(line_of).collect()
}
