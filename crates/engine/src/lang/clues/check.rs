//! Checks: where they are, how they compare, and those that cannot fail. They are more than the assertions that can be
//! turned round ([`Assertion`](crate::lang::Assertion)): what sounds like one is one here, since nothing hangs on it.

use super::{Clues, arguments, first_name, is_call, is_literal, last_name, words_of};
use crate::lang::syntax::{descendants, line_of, parts, text_of};
use std::ops::Range;
use tree_sitter::Node;

/// A place where a test can fail by its own will.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Where it is, in bytes.
    pub span: Range<usize>,
    /// The line it begins in, from 1.
    pub line: usize,
    /// How it compares: the name of a matcher, an operator, or `truth`.
    pub matcher: String,
    /// What it says, token by token, without the message for its failure.
    pub tokens: Vec<String>,
    /// Set if it cannot fail.
    pub flaw: Option<Flaw>,
}

/// Why an assertion cannot fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It asserts a tuple, which is true whatever is in it.
    Tuple,
    /// It asserts what is written out.
    Constant,
    /// It asserts the value of an assignment.
    Assignment,
}

/// The assertions below a node.
pub(super) fn checks(clues: &Clues, node: Node<'_>, text: &str) -> Vec<Check> {
    let mut found = Vec::new();
    let mut waiting = vec![node];
    while let Some(next) = waiting.pop() {
        if let Some(said) = asserted(clues, next, text) {
            found.push(check(next, &said, text));
            waiting.extend(next.child_by_field_name("alternative"));
            continue;
        }
        let children: Vec<_> = next.children(&mut next.walk()).collect();
        waiting.extend(children.into_iter().rev());
    }
    found
}

/// What a node asserts, if it does: the nodes that say it, without messages.
fn asserted<'t>(clues: &Clues, node: Node<'t>, text: &str) -> Option<Vec<Node<'t>>> {
    match node.kind() {
        "assert_statement" => parts(node).first().map(|first| vec![*first]),
        "if_statement" if clues.asserts_by_if && fails(clues, node, text) => {
            let children: Vec<_> = node.children(&mut node.walk()).collect();
            Some(children.into_iter().skip(1).take_while(|child| child.kind() != "block").collect())
        }
        "macro_invocation" => is_asserting(clues, node, text).then(|| of_macro(node, text)),
        "expression_statement" => {
            let chain = parts(node).into_iter().next().filter(|child| child.kind() == "member_expression")?;
            let last = chain.child_by_field_name("property").map_or("", |last| text_of(last, text));
            let asserts =
                chain.child_by_field_name("object").is_some_and(|object| object.kind() != "identifier");
            (asserts && (clues.asserts)(first_name(chain, text), last)).then(|| vec![chain])
        }
        _ if is_call(node) && is_asserting(clues, node, text) => Some(vec![node]),
        _ => None,
    }
}

fn is_asserting(clues: &Clues, call: Node<'_>, text: &str) -> bool {
    (clues.asserts)(first_name(call, text), last_name(call, text))
}

/// Whether what is done under a condition fails the test.
fn fails(clues: &Clues, node: Node<'_>, text: &str) -> bool {
    let statements = node.child_by_field_name("consequence").into_iter().flat_map(descendants);
    let direct = statements.filter(|one| one.kind() == "expression_statement").flat_map(parts);
    direct.filter(|one| is_call(*one)).any(|call| is_asserting(clues, call, text))
}

/// The tokens of a macro up to its message: one argument, or two where it compares by its name.
fn of_macro<'t>(node: Node<'t>, text: &str) -> Vec<Node<'t>> {
    let Some(tree) = parts(node).into_iter().find(|part| part.kind() == "token_tree") else {
        return vec![node];
    };
    let counted = if last_name(node, text).ends_with("assert") { 1 } else { 2 };
    let mut commas = 0;
    let tokens: Vec<_> = tree.children(&mut tree.walk()).collect();
    let inside = tokens.into_iter().filter(|token| !matches!(text_of(*token, text), "(" | ")"));
    inside
        .take_while(|token| {
            commas += usize::from(text_of(*token, text) == ",");
            commas < counted
        })
        .collect()
}

fn check(node: Node<'_>, said: &[Node<'_>], text: &str) -> Check {
    let tokens: Vec<String> = said.iter().flat_map(|part| words_of(*part, text)).collect();
    let matcher = matcher(node, said, text);
    let flaw = flaw(node, said, text);
    Check { span: node.byte_range(), line: line_of(node), matcher, tokens, flaw }
}

/// Words that only lead to a matcher.
const LEADING: &[&str] = &["to", "not_to", "to_not", "should", "should_not"];

fn matcher(node: Node<'_>, said: &[Node<'_>], text: &str) -> String {
    if is_call(node) && !matches!(last_name(node, text), "assert" | "debug_assert") {
        let inner = arguments(node).into_iter().next().filter(|_| LEADING.contains(&last_name(node, text)));
        let last = inner.map_or(last_name(node, text), |inner| match is_call(inner) {
            true => last_name(inner, text),
            false => text_of(inner, text),
        });
        let is_denied = text_of(node, text).contains(".not.") || last_name(node, text).contains("not");
        return if is_denied { format!("not {last}") } else { last.to_owned() };
    }
    operator(said, text).unwrap_or("truth").to_owned()
}

/// The operator a condition compares by.
fn operator<'a>(said: &[Node<'_>], text: &'a str) -> Option<&'a str> {
    const COMPARING: &[&str] =
        &["==", "!=", "===", "!==", "<", ">", "<=", ">=", "is", "in", "not in", "is not"];
    let with_children = |part: &Node<'_>| {
        let children: Vec<_> = part.children(&mut part.walk()).map(|child| child.byte_range()).collect();
        std::iter::once(part.byte_range()).chain(children)
    };
    let tops = said.iter().flat_map(with_children);
    tops.map(|range| &text[range]).find(|word| COMPARING.contains(word))
}

fn flaw(node: Node<'_>, said: &[Node<'_>], text: &str) -> Option<Flaw> {
    let is_statement = node.kind() == "assert_statement";
    if is_statement && said.first().is_some_and(|first| first.kind() == "tuple" && !parts(*first).is_empty())
    {
        return Some(Flaw::Tuple);
    }
    let given: Vec<Node<'_>> = match is_call(node) && node.kind() != "macro_invocation" {
        true => descendants(node).filter(|one| is_call(*one)).flat_map(arguments).collect(),
        false => said.to_vec(),
    };
    let is_plain = is_call(node) && last_name(node, text) == "assert" && first_name(node, text) == "assert";
    if is_plain && given.first().is_some_and(|first| first.kind() == "assignment") {
        return Some(Flaw::Assignment);
    }
    let words: Vec<String> = given.iter().flat_map(|part| words_of(*part, text)).collect();
    let is_value_first = is_plain && given.len() > 1 && given[0].kind() != "call" && is_true(&words[0]);
    (is_constant(&words, is_statement) || (is_value_first && words.len() > 1 && node.kind() == "call"))
        .then_some(Flaw::Constant)
}

/// Whether what is asserted is written out and holds. What is written out and fails is a way to say "not here".
fn is_constant(words: &[String], is_statement: bool) -> bool {
    const BETWEEN: &[&str] = &["==", "===", ",", "is"];
    let values: Vec<&str> = words.iter().map(String::as_str).filter(|word| !BETWEEN.contains(word)).collect();
    if values.is_empty() || !values.iter().all(|value| is_literal(value)) {
        return false;
    }
    match values[..] {
        [one] => is_statement && is_true(one) || matches!(one, "true" | "True" | "TRUE"),
        [one, message] if is_text(message) && !is_text(one) => matches!(one, "true" | "True" | "TRUE"),
        [one, other] | [one, other, _] => one == other,
        _ => false,
    }
}

fn is_text(token: &str) -> bool {
    token.ends_with(['"', '\'', '`'])
}

fn is_true(token: &str) -> bool {
    const FALSE: &[&str] =
        &["false", "False", "None", "nil", "null", "undefined", "0", "\"\"", "''", "FALSE", "NULL"];
    is_literal(token) && !FALSE.contains(&token)
}

/// The lines of statements below a node that look like assertions and compare nothing.
pub(super) fn without_matcher(node: Node<'_>, text: &str) -> Vec<usize> {
    let statements = descendants(node).filter(|node| node.kind() == "expression_statement");
    let idle =
        statements.filter(|statement| parts(*statement).first().is_some_and(|only| is_idle(*only, text)));
    idle.map(line_of).collect()
}

fn is_idle(node: Node<'_>, text: &str) -> bool {
    let is_comparison = || matches!(node.kind(), "comparison_operator" | "binary_expression");
    let compares = || operator(&[node], text).is_some_and(|operator| operator.contains("=="));
    let is_expect = || {
        is_call(node)
            && node.child_by_field_name("function").map(|name| text_of(name, text)) == Some("expect")
    };
    (is_comparison() && compares()) || is_expect()
}
