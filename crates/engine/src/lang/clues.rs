//! What static rules ask of a language: where a text asserts, swallows failures, mocks. Rules only inform, so what is not
//! sure is left out.

mod check;
mod swallow;
mod table;

pub use check::{Check, Flaw};
pub use swallow::Swallow;
pub use table::{Row, TestTable};

use super::syntax::{descendants, line_of, text_of};
use std::ops::Range;
use tree_sitter::{Node, Tree};

/// A language's clues: mostly words.
pub struct Clues {
    /// Reads a text.
    pub(super) tree: fn(&str) -> Option<Tree>,
    /// Whether a call asserts, by the first and the last name of what is called: `expect` and `toBe` of `expect(x).toBe`.
    pub(super) asserts: fn(&str, &str) -> bool,
    /// Whether an `if` around a failing call is the assertion, rather than the call.
    pub(super) asserts_by_if: bool,
    /// Matchers that take one value alone.
    pub(super) exact: &'static [&'static str],
    /// Matchers that take many values.
    pub(super) loose: &'static [&'static str],
    /// The names of errors that, if caught, catch a failed assertion; `*`: every handler catches it.
    pub(super) catching: &'static [&'static str],
    /// Calls and fields that give only a part of a value: its length, its kind, its members without their order.
    pub reducing: &'static [&'static str],
    /// Words of comparisons with a tolerance, where a greater number takes more.
    pub wider_by_more: &'static [&'static str],
    /// The same, where a smaller number takes more: digits.
    pub wider_by_less: &'static [&'static str],
    /// Calls that keep a failure to themselves if nobody looks at what they give.
    pub(super) containing: &'static [&'static str],
    /// Asserting calls below a node that may come after the test has ended.
    pub(super) unawaited: fn(Node<'_>, &str) -> Vec<usize>,
    /// The mocks below a node.
    pub(super) mocks: fn(Node<'_>, &str) -> Vec<Mock>,
    /// What code asks to know that it is run by tests.
    pub test_mode: &'static [&'static str],
    /// What tells a compiler or a linter to be quiet.
    pub silencing: &'static [&'static str],
    /// How a line begins that gives an assertion library another meaning.
    pub patching: &'static [&'static str],
}

/// Something that is replaced by a mock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mock {
    /// The line, from 1.
    pub line: usize,
    /// Where what is replaced lives, as written: `package.module`, `./module`; empty where only its name is known.
    pub place: String,
    /// The name of what is replaced; empty where it is all that lives there.
    pub name: String,
}

/// For languages in which nothing runs behind a test's back, or nothing is known of it.
pub(super) fn none_unawaited(_: Node<'_>, _: &str) -> Vec<usize> {
    Vec::new()
}

/// For languages whose mocks are ordinary values.
pub(super) fn no_mocks(_: Node<'_>, _: &str) -> Vec<Mock> {
    Vec::new()
}

/// A text that was read for clues.
pub struct Reading<'a> {
    clues: &'a Clues,
    text: &'a str,
    tree: Tree,
}

impl Clues {
    /// Reads a text; `None` if it cannot be.
    pub fn read<'a>(&'a self, text: &'a str) -> Option<Reading<'a>> {
        Some(Reading { clues: self, text, tree: (self.tree)(text)? })
    }

    /// Whether a matcher is known to take more than another one.
    pub fn is_looser(&self, matcher: &str, than: &str) -> bool {
        self.loose.contains(&matcher) && self.exact.contains(&than)
    }
}

impl Reading<'_> {
    /// The checks in a stretch of the text, in order. None lies inside of another one.
    pub fn checks(&self, range: &Range<usize>) -> Vec<Check> {
        let found = |node| check::checks(self.clues, node, self.text);
        self.nodes(range).into_iter().flat_map(found).collect()
    }

    /// Statements of a stretch that only look like assertions: `expect(x)` alone, a comparison alone. Their lines.
    pub fn without_matcher(&self, range: &Range<usize>) -> Vec<usize> {
        let found = |node| check::without_matcher(node, self.text);
        self.nodes(range).into_iter().flat_map(found).collect()
    }

    /// Where failures of assertions in a stretch go nowhere.
    pub fn swallows(&self, range: &Range<usize>) -> Vec<Swallow> {
        let found = |node| swallow::swallows(self.clues, node, self.text);
        self.nodes(range).into_iter().flat_map(found).collect()
    }

    /// The lines of assertions in a test that nobody waits for.
    pub fn unawaited(&self, range: &Range<usize>) -> Vec<usize> {
        let found = |node| (self.clues.unawaited)(node, self.text);
        self.nodes(range).into_iter().flat_map(found).collect()
    }

    /// What is replaced by mocks in the whole text.
    pub fn mocks(&self) -> Vec<Mock> {
        (self.clues.mocks)(self.tree.root_node(), self.text)
    }

    /// The lists of cases in the whole text.
    pub fn tables(&self) -> Vec<TestTable> {
        table::tables(self.clues, self.tree.root_node(), self.text)
    }

    /// The tokens of a stretch, each with its line; strings whole, comments left out.
    pub fn tokens(&self, range: &Range<usize>) -> Vec<(usize, String)> {
        let leaves = self.nodes(range).into_iter().flat_map(leaves);
        leaves.map(|leaf| (line_of(leaf), text_of(leaf, self.text).to_owned())).collect()
    }

    /// The nodes that make up a stretch: one, or a definition with what belongs to it beside it.
    fn nodes(&self, range: &Range<usize>) -> Vec<Node<'_>> {
        let root = self.tree.root_node();
        let node = root.descendant_for_byte_range(range.start, range.end).unwrap_or(root);
        let within = |node: &Node<'_>| range.start <= node.start_byte() && node.end_byte() <= range.end;
        match within(&node) {
            true => vec![node],
            false => node.children(&mut node.walk()).filter(within).collect(),
        }
    }
}

/// Strings are one token.
fn is_string(node: Node<'_>) -> bool {
    const STRINGS: &[&str] = &[
        "char_literal",
        "character_literal",
        "delimited_symbol",
        "encapsed_string",
        "heredoc",
        "heredoc_body",
        "interpreted_string_literal",
        "nowdoc",
        "raw_string_literal",
        "regex",
        "rune_literal",
        "simple_symbol",
        "string",
        "string_literal",
        "template_string",
    ];
    STRINGS.contains(&node.kind()) && node.is_named()
}

/// The nodes without children, strings whole, comments left out.
fn leaves(node: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut waiting = vec![node];
    while let Some(next) = waiting.pop() {
        if next.kind().contains("comment") {
            continue;
        }
        if is_string(next) || next.child_count() == 0 {
            found.push(next);
            continue;
        }
        let children: Vec<_> = next.children(&mut next.walk()).collect();
        waiting.extend(children.into_iter().rev());
    }
    found.retain(|leaf| !leaf.byte_range().is_empty());
    found
}

fn words_of(node: Node<'_>, text: &str) -> Vec<String> {
    leaves(node).into_iter().map(|leaf| text_of(leaf, text).to_owned()).collect()
}

/// Whether a token is a value written out: a number, a string, a symbol, a truth value, nothing.
pub fn is_literal(token: &str) -> bool {
    const VALUES: &[&str] =
        &["true", "false", "True", "False", "None", "null", "nil", "undefined", "NULL", "TRUE", "FALSE"];
    let quoted = token.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '#');
    let is_text = quoted.starts_with(['"', '\'', '`']) && token.len() - quoted.len() <= 3 && quoted.len() > 1;
    let is_symbol = token.strip_prefix(':').is_some_and(|name| name.starts_with(char::is_alphabetic));
    token.starts_with(|c: char| c.is_ascii_digit()) || is_text || is_symbol || VALUES.contains(&token)
}

/// Calls of whatever kind.
fn is_call(node: Node<'_>) -> bool {
    const CALLS: &[&str] = &[
        "call",
        "call_expression",
        "function_call_expression",
        "macro_invocation",
        "member_call_expression",
        "method_invocation",
        "scoped_call_expression",
    ];
    CALLS.contains(&node.kind()) && node.is_named()
}

/// The last name of what is called.
pub(super) fn last_name<'a>(call: Node<'_>, text: &'a str) -> &'a str {
    let named = ["method", "name"].iter().find_map(|field| call.child_by_field_name(field));
    let callee = ["function", "macro"].iter().find_map(|field| call.child_by_field_name(field));
    let last = |callee: Node<'_>| {
        let parts = ["attribute", "property", "field", "name"];
        let last = parts.iter().find_map(|field| callee.child_by_field_name(field));
        text_of(last.unwrap_or(callee), text).rsplit(['.', ':']).next().unwrap_or_default()
    };
    named.map(|name| text_of(name, text)).or(callee.map(last)).unwrap_or_default()
}

/// The first name of a chain of calls: `expect` of `expect(x).not.toBe(1)`.
pub(super) fn first_name<'a>(node: Node<'_>, text: &'a str) -> &'a str {
    let written = text_of(node, text).trim_start_matches(['$', '\\', '@', '(']);
    let end = written.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(written.len());
    &written[..end]
}

/// What a call is given, in order.
pub(super) fn arguments(call: Node<'_>) -> Vec<Node<'_>> {
    let list = call.child_by_field_name("arguments");
    list.map(super::syntax::parts).unwrap_or_default()
}

/// The calls below a node, outer ones first.
pub(super) fn calls(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    descendants(node).filter(|node| is_call(*node))
}

/// What a string says, without its quotes.
pub(super) fn unquoted(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).trim_matches(['"', '\'', '`'])
}
