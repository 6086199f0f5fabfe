//! What static rules know of Go.

use super::parse;
use crate::lang::{
    clues::{Clues, calls, last_name, no_mocks},
    syntax::{descendants, line_of, text_of},
};
use tree_sitter::Node;

pub(super) const CLUES: Clues = Clues {
    tree: parse,
    asserts,
    asserts_by_if: true,
    exact: &["!=", "Equal", "Exactly", "EqualValues", "JSONEq", "EqualError", "ErrorIs"],
    loose: &[
        "==",
        "<",
        ">",
        "<=",
        ">=",
        "True",
        "False",
        "NotNil",
        "NotEmpty",
        "NotEqual",
        "Contains",
        "Len",
        "Greater",
        "NotPanics",
        "Error",
    ],
    catching: &[],
    reducing: &["len", "cap"],
    wider_by_more: &["Abs", "InDelta", "InEpsilon", "epsilon", "tolerance", "WithinDuration"],
    wider_by_less: &[],
    containing: &["recover"],
    unawaited,
    mocks: no_mocks,
    test_mode: &[
        "testing.Testing()",
        "flag.Lookup('test.",
        "strings.HasSuffix(os.Args[0],'.test')",
        "strings.HasSuffix(os.Args[0],'_test')",
    ],
    silencing: &["//nolint", "// nolint", "//lint:ignore"],
    patching: &[],
};

fn asserts(first: &str, last: &str) -> bool {
    const FAILING: &[&str] = &["Error", "Errorf", "Fatal", "Fatalf", "Fail", "FailNow"];
    const OF_SUITES: &[&str] =
        &["Equal", "True", "False", "Nil", "NotNil", "NoError", "Error", "Len", "Contains", "ErrorIs"];
    let is_helper =
        first == last && ["expect", "assert", "require", "verify"].iter().any(|word| first.starts_with(word));
    is_helper
        || matches!(first, "assert" | "require" | "is" | "qt" | "Expect" | "must")
        || (FAILING.contains(&last) && matches!(first, "t" | "b" | "f" | "tb" | "tt" | "T" | "c"))
        || (matches!(first, "s" | "suite" | "ts") && OF_SUITES.contains(&last))
        || matches!(last, "Assert" | "Check") && first == "c"
}

/// Assertions in goroutines of a test that waits for nothing at all.
fn unawaited(test: Node<'_>, text: &str) -> Vec<usize> {
    let is_wait = |node: Node<'_>| {
        text_of(node, text) == "<-" || matches!(node.kind(), "range_clause" | "receive_statement")
    };
    let waits = calls(test)
        .any(|call| matches!(last_name(call, text), "Wait" | "Sleep" | "Lock" | "Done" | "Eventually"));
    if waits || descendants(test).any(is_wait) {
        return Vec::new();
    }
    let goroutines = descendants(test).filter(|node| node.kind() == "go_statement");
    let asserting = goroutines.filter(|go| {
        calls(*go).any(|call| asserts(crate::lang::clues::first_name(call, text), last_name(call, text)))
    });
    asserting.map(line_of).collect()
}
