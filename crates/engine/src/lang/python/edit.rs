//! Edits of the bodies of Python tests.

use super::{find::statements, parse, undecorated};
use crate::{
    domain::BodyEdit,
    lang::{
        FoundTest,
        syntax::{node_at, parts, splice},
    },
};
use std::ops::Range;
use tree_sitter::Node;

const FAIL: &str = "raise AssertionError(\"counterproof\")";
const EXIT: &str = "__import__(\"os\")._exit(97)";
/// Two statements: a handler of our own ends the process, whatever status it was to end with.
const ENTER: &str = "counterproof_end = lambda: __import__(\"os\")._exit(97); \
                     __import__(\"atexit\").register(counterproof_end)";
const LEAVE: &str = "__import__(\"atexit\").unregister(counterproof_end)";

pub(super) type Replacements = Vec<(Range<usize>, String)>;

/// The file with the bodies of tests edited.
pub(super) fn edit_bodies(text: &str, edits: &[(&FoundTest, BodyEdit)]) -> String {
    let Some(tree) = parse(text) else { return text.to_owned() };
    let of_test = |(test, edit): &(&FoundTest, BodyEdit)| {
        let function = undecorated(node_at(&tree, &test.span)?);
        Some(replacements(function, function.child_by_field_name("body")?, *edit, text))
    };
    splice(text, edits.iter().filter_map(of_test).flatten().collect())
}

fn replacements(function: Node<'_>, body: Node<'_>, edit: BodyEdit, text: &str) -> Replacements {
    match edit {
        BodyEdit::FailAtEnd => at_end(function, body, FAIL, text),
        BodyEdit::ExitAtEnd => at_end(function, body, EXIT, text),
        BodyEdit::ExitAtOnce => vec![at_start(function, body, EXIT, text)],
        BodyEdit::MustEnd => {
            let enter = at_start(function, body, ENTER, text);
            [enter].into_iter().chain(at_end(function, body, LEAVE, text)).collect()
        }
        // The body goes, rather than to be left behind a `return`: a `yield` in it would still make a generator.
        BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce => vec![(statements(body, text), "pass".to_owned())],
    }
}

/// A statement before the first one.
pub(super) fn at_start(
    function: Node<'_>,
    body: Node<'_>,
    statement: &str,
    text: &str,
) -> (Range<usize>, String) {
    let start = statements(body, text).start;
    (start..start, format!("{statement}{}", separator(function, body, text)))
}

/// A statement behind the last one, which no longer returns if it did.
pub(super) fn at_end(function: Node<'_>, body: Node<'_>, statement: &str, text: &str) -> Replacements {
    let end = statements(body, text).end;
    let mut replacements = vec![(end..end, format!("{}{statement}", separator(function, body, text)))];
    if let Some(last) = parts(body).last().filter(|last| last.kind() == "return_statement") {
        let keyword = last.start_byte()..last.start_byte() + "return".len();
        let kept = if parts(*last).is_empty() { "pass" } else { "counterproof =" };
        replacements.push((keyword, kept.to_owned()));
    }
    replacements
}

/// What parts two statements of this body: a semicolon if it is written on its function's line, else a line break and
/// the indentation, as they are written here.
fn separator(function: Node<'_>, body: Node<'_>, text: &str) -> String {
    if is_on_functions_line(function, body) {
        return "; ".to_owned();
    }
    let start = statements(body, text).start;
    let line = text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let newline = if text[..line].ends_with("\r\n") { "\r\n" } else { "\n" };
    format!("{newline}{}", &text[line..start])
}

fn is_on_functions_line(function: Node<'_>, body: Node<'_>) -> bool {
    let children: Vec<_> = function.children(&mut function.walk()).collect();
    let before = children.iter().filter(|child| child.end_byte() <= body.start_byte());
    let Some(colon) = before.clone().rfind(|child| child.kind() == ":") else { return false };
    let continued =
        before.filter(|child| child.kind() == "line_continuation" && child.start_byte() >= colon.end_byte());
    body.start_position().row == colon.start_position().row + continued.count()
}
