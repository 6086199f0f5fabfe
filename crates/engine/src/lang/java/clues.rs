//! What static rules know of Java.

use super::parse;
use crate::lang::{
    clues::{Clues, Mock, arguments, calls, last_name, none_unawaited},
    syntax::{line_of, text_of},
};
use tree_sitter::Node;

pub(super) const CLUES: Clues = Clues {
    tree: parse,
    asserts: |first, last| {
        last.starts_with("assert")
            || first.starts_with("assert")
            || matches!(
                last,
                "fail" | "verify" | "verifyNoInteractions" | "expect" | "expectThrows" | "andExpect"
            )
    },
    asserts_by_if: false,
    exact: &[
        "assertEquals",
        "assertSame",
        "assertArrayEquals",
        "assertNull",
        "isEqualTo",
        "isSameAs",
        "containsExactly",
    ],
    loose: &[
        "assertTrue",
        "assertNotNull",
        "assertNotEquals",
        "assertNotSame",
        "assertInstanceOf",
        "isNotNull",
        "isTrue",
        "isNotEmpty",
        "isInstanceOf",
        "contains",
        "hasSize",
    ],
    catching: &["Throwable", "Error", "AssertionError", "AssertionFailedError"],
    reducing: &["size", "length", "getClass"],
    wider_by_more: &["assertEquals", "offset", "within", "isCloseTo", "abs", "closeTo"],
    wider_by_less: &[],
    containing: &[],
    unawaited: none_unawaited,
    mocks,
    test_mode: &[
        "Class.forName('org.junit",
        "surefire.test.class.path",
        "Thread.currentThread().getStackTrace()",
        "newThrowable().getStackTrace()",
    ],
    silencing: &["@SuppressWarnings(", "NOPMD", "NOSONAR", "CHECKSTYLE:OFF"],
    patching: &[],
};

/// `mock(Thing.class)`.
fn mocks(node: Node<'_>, text: &str) -> Vec<Mock> {
    calls(node).filter_map(|call| mock(call, text)).collect()
}

fn mock(call: Node<'_>, text: &str) -> Option<Mock> {
    let class = arguments(call).first().and_then(|one| text_of(*one, text).strip_suffix(".class"))?;
    let name = class.rsplit('.').next().unwrap_or(class).to_owned();
    (last_name(call, text) == "mock").then(|| Mock { line: line_of(call), place: String::new(), name })
}
