//! What static rules know of JavaScript and TypeScript.

use super::{bare, is_function, parameters, script, typed};
use crate::lang::{
    clues::{Clues, Mock, arguments, calls, first_name, last_name, unquoted},
    syntax::{line_of, text_of},
};
use tree_sitter::Node;

/// JavaScript's.
pub(super) const SCRIPT: Clues = Clues {
    tree: script,
    asserts,
    asserts_by_if: false,
    exact: &[
        "toBe",
        "toEqual",
        "toStrictEqual",
        "toBeNull",
        "toBeUndefined",
        "toHaveBeenCalledWith",
        "toHaveBeenCalledTimes",
        "equal",
        "equals",
        "strictEqual",
        "deepEqual",
        "deepStrictEqual",
        "eql",
        "same",
        "is",
    ],
    loose: &[
        "toBeTruthy",
        "toBeFalsy",
        "toBeDefined",
        "toContain",
        "toMatch",
        "toMatchObject",
        "toHaveLength",
        "toHaveBeenCalled",
        "toBeGreaterThan",
        "toBeGreaterThanOrEqual",
        "toBeLessThan",
        "toBeInstanceOf",
        "not toBe",
        "not toEqual",
        "not toBeNull",
        "not toBeUndefined",
        "ok",
        "exist",
        "include",
        "match",
        "notEqual",
        "notStrictEqual",
        "notDeepEqual",
    ],
    catching: &["*"],
    reducing: &["length", "size", "sort", "typeof"],
    wider_by_more: &["closeTo", "approximately", "epsilon", "EPSILON", "abs", "tolerance"],
    wider_by_less: &["toBeCloseTo", "toFixed", "toPrecision"],
    containing: &[],
    unawaited,
    mocks,
    test_mode: &[
        "JEST_WORKER_ID",
        "VITEST_WORKER_ID",
        "process.env.VITEST",
        "NODE_TEST_CONTEXT",
        "NODE_ENV==='test'",
        "NODE_ENV=='test'",
        "NODE_ENV!=='test'",
        "NODE_ENV!='test'",
        "newError().stack",
    ],
    silencing: &[
        "@ts-ignore",
        "@ts-nocheck",
        "@ts-expect-error",
        "eslint-disable",
        "istanbul ignore",
        "c8 ignore",
    ],
    patching: &[
        r"\bassert(\.\w+)+\s*=[^=>]",
        r"\b(globalThis|global)\.(expect|test|it)\s*=[^=]",
        r"\bexpect\.extend\(\{\s*(toBe|toEqual|toStrictEqual|toThrow|toMatch)\b",
    ],
};

/// TypeScript's.
pub(super) const TYPED: Clues = Clues { tree: typed, ..SCRIPT };

fn asserts(first: &str, last: &str) -> bool {
    const OF_TAP: &[&str] = &[
        "deepEqual",
        "doesNotThrow",
        "equal",
        "equals",
        "error",
        "fail",
        "is",
        "match",
        "not",
        "notEqual",
        "notOk",
        "notSame",
        "ok",
        "rejects",
        "same",
        "strictEqual",
        "strictSame",
        "throws",
        "true",
        "false",
        "truthy",
        "falsy",
    ];
    let is_helper =
        first == last && ["expect", "assert", "verify"].iter().any(|word| first.starts_with(word));
    matches!(first, "expect" | "assert" | "should" | "expectTypeOf")
        || last == "expect"
        || is_helper
        || (matches!(first, "t" | "st" | "tt") && OF_TAP.contains(&last))
}

/// Assertions of promises that are dropped, in callbacks of promises that are dropped, and in those of timers. A test
/// with a callback of its own (`done`) waits for it.
fn unawaited(test: Node<'_>, text: &str) -> Vec<usize> {
    let takes_callback = |node: Node<'_>| {
        node.parent().is_some_and(|parent| parent.kind() == "arguments") && is_function(node)
    };
    let outermost =
        std::iter::once(test).chain(arguments(test)).find(|node| takes_callback(*node) || is_function(*node));
    if outermost.is_some_and(|function| !parameters(function, text).is_empty()) {
        return Vec::new();
    }
    calls(test).filter(|call| is_dropped(*call, text)).map(line_of).collect()
}

fn is_dropped(call: Node<'_>, text: &str) -> bool {
    let in_statement = call.parent().is_some_and(|parent| parent.kind() == "expression_statement");
    if !in_statement || inside_of_promise(call) {
        return false;
    }
    let (first, last) = (first_name(call, text), last_name(call, text));
    let written = text_of(call, text);
    let asserts_below =
        || calls(call).any(|inner| inner != call && asserts(first_name(inner, text), last_name(inner, text)));
    let of_promise = first == "expect" && (written.contains(".resolves.") || written.contains(".rejects."));
    let in_callback = matches!(last, "then" | "catch" | "finally") && asserts_below();
    let is_timer = |name| matches!(name, "setTimeout" | "setImmediate" | "nextTick");
    let in_timer = (is_timer(first) || is_timer(last)) && asserts_below();
    of_promise || (in_callback && first != "cy") || in_timer
}

/// Whether what happens here may be what a promise waits for.
fn inside_of_promise(node: Node<'_>) -> bool {
    let above = std::iter::successors(node.parent(), |node| node.parent());
    above.take_while(|node| node.kind() != "program").any(|node| node.kind() == "new_expression")
}

/// `jest.mock("./module")`, `vi.mock(…)`, and spies that are told what to give.
fn mocks(node: Node<'_>, text: &str) -> Vec<Mock> {
    calls(node).filter_map(|call| mock(call, text)).collect()
}

fn mock(call: Node<'_>, text: &str) -> Option<Mock> {
    if !matches!(first_name(call, text), "jest" | "vi") {
        return None;
    }
    let given = arguments(call);
    let first = bare(*given.first()?);
    match last_name(call, text) {
        "mock" | "doMock" if first.kind() == "string" => {
            let place = unquoted(text_of(first, text)).to_owned();
            Some(Mock { line: line_of(call), place, name: String::new() })
        }
        "spyOn" => {
            let told = call.parent().and_then(|parent| parent.child_by_field_name("property"))?;
            let name = given.get(1).filter(|_| text_of(told, text).starts_with("mock"))?;
            let name = unquoted(text_of(*name, text)).to_owned();
            Some(Mock { line: line_of(call), place: text_of(first, text).to_owned(), name })
        }
        _ => None,
    }
}
