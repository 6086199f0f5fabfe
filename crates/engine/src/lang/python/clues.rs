//! What static rules know of Python.

use super::parse;
use crate::lang::{
    clues::{Clues, Mock, arguments, calls, first_name, last_name, none_unawaited, unquoted},
    syntax::{line_of, text_of},
};
use tree_sitter::Node;

pub(super) const CLUES: Clues = Clues {
    tree: parse,
    asserts: |first, last| {
        last.starts_with("assert")
            || matches!(first, "assert_that" | "expect")
            || (matches!(first, "pytest" | "self" | "raises" | "warns" | "cls")
                && matches!(last, "raises" | "warns" | "fail" | "deprecated_call"))
    },
    asserts_by_if: false,
    exact: &[
        "==",
        "is",
        "assertEqual",
        "assertEquals",
        "assertIs",
        "assertDictEqual",
        "assertListEqual",
        "assertTupleEqual",
        "assertSetEqual",
        "assertSequenceEqual",
        "assertMultiLineEqual",
        "assert_array_equal",
        "assert_called_with",
        "assert_called_once_with",
    ],
    loose: &[
        "truth",
        "in",
        "is not",
        "!=",
        ">",
        ">=",
        "<",
        "<=",
        "assertTrue",
        "assertIn",
        "assertIsNotNone",
        "assertIsInstance",
        "assertNotEqual",
        "assertGreater",
        "assertGreaterEqual",
        "assert_called",
        "assert_called_once",
    ],
    catching: &["", "Exception", "BaseException", "AssertionError"],
    reducing: &["len", "sorted", "set", "bool", "type", "any"],
    wider_by_more: &["approx", "isclose", "allclose", "assert_allclose", "delta", "abs", "tolerance", "tol"],
    wider_by_less: &["assertAlmostEqual", "assert_almost_equal", "round"],
    containing: &["suppress"],
    unawaited: none_unawaited,
    mocks,
    test_mode: &[
        "PYTEST_CURRENT_TEST",
        "PYTEST_VERSION",
        "'pytest'insys.modules",
        "'unittest'insys.modules",
        "sys._getframe(",
        "inspect.stack(",
        "inspect.currentframe(",
    ],
    silencing: &["# type: ignore", "# pyright: ignore", "# noqa", "# pylint: disable", "# pragma: no cover"],
    patching: &[
        r"\bTestCase\.(assert\w+|fail)\s*=[^=]",
        r#"\bsetattr\(\s*(unittest\.)?TestCase,\s*['"](assert|fail)"#,
        r"\bpytest\.(raises|approx|fail)\s*=[^=]",
    ],
};

/// `patch("package.module.name")`, `patch.object(thing, "name")`, `monkeypatch.setattr(…)`.
fn mocks(node: Node<'_>, text: &str) -> Vec<Mock> {
    calls(node).filter_map(|call| mock(call, text)).collect()
}

fn mock(call: Node<'_>, text: &str) -> Option<Mock> {
    let last = last_name(call, text);
    let is_object =
        last == "object" && text_of(call.child_by_field_name("function")?, text).ends_with("patch.object");
    if last != "patch" && !is_object && !(last == "setattr" && first_name(call, text) == "monkeypatch") {
        return None;
    }
    let given = arguments(call);
    let first = given.first()?;
    let is_path =
        |path: &str| path.contains('.') && path.chars().all(|c| c.is_alphanumeric() || "._".contains(c));
    if first.kind() == "string" {
        let (place, name) =
            Some(unquoted(text_of(*first, text))).filter(|path| is_path(path))?.rsplit_once('.')?;
        return Some(Mock { line: line_of(call), place: place.to_owned(), name: name.to_owned() });
    }
    let name = given.get(1).filter(|name| name.kind() == "string")?;
    let place = text_of(*first, text).to_owned();
    Some(Mock { line: line_of(call), place, name: unquoted(text_of(*name, text)).to_owned() })
}
