//! What static rules know of PHP.

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
            || last.starts_with("expectException")
            || first == "expect"
            || (last == "fail" && matches!(first, "this" | "self" | "static"))
    },
    asserts_by_if: false,
    exact: &["assertSame", "assertEquals", "assertJsonStringEqualsJsonString", "assertNull"],
    loose: &[
        "assertTrue",
        "assertFalse",
        "assertNotNull",
        "assertNotEmpty",
        "assertNotSame",
        "assertNotEquals",
        "assertContains",
        "assertStringContainsString",
        "assertInstanceOf",
        "assertIsArray",
        "assertIsString",
        "assertIsInt",
        "assertCount",
        "assertGreaterThan",
    ],
    catching: &["Exception", "Throwable", "ExpectationFailedException", "AssertionFailedError"],
    reducing: &["count", "is_array", "strlen", "sort"],
    wider_by_more: &["assertEqualsWithDelta", "abs"],
    wider_by_less: &["round"],
    containing: &[],
    unawaited: none_unawaited,
    mocks,
    test_mode: &[
        "runningUnitTests()",
        "PHPUNIT_COMPOSER_INSTALL",
        "__PHPUNIT_PHAR__",
        "class_exists('PHPUnit",
        "class_exists(TestCase::class",
        "debug_backtrace(",
    ],
    silencing: &[
        "@phpstan-ignore",
        "@psalm-suppress",
        "phpcs:ignore",
        "phpcs:disable",
        "@codeCoverageIgnore",
    ],
    patching: &[r"\bfunction\s+assert(Same|Equals|True|False|Null)\s*\("],
};

/// `createMock(Thing::class)` and its kin.
fn mocks(node: Node<'_>, text: &str) -> Vec<Mock> {
    calls(node).filter_map(|call| mock(call, text)).collect()
}

fn mock(call: Node<'_>, text: &str) -> Option<Mock> {
    if !matches!(last_name(call, text), "createMock" | "createStub" | "createPartialMock" | "getMockBuilder")
    {
        return None;
    }
    let class = text_of(*arguments(call).first()?, text).strip_suffix("::class")?;
    let name = class.rsplit('\\').next().unwrap_or(class).to_owned();
    Some(Mock { line: line_of(call), place: String::new(), name })
}
