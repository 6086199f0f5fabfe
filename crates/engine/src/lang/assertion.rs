//! The assertions of a test: how each is turned into its contrary, and how what it expects is changed. What all languages
//! share of it.

use super::syntax::{descendants, text_of};
use std::ops::Range;
use tree_sitter::Node;

/// A stretch of a text, and what stands there instead.
pub type Replacement = (Range<usize>, String);

/// What a test asserts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assertions {
    /// Its assertions, in order of their place.
    pub found: Vec<Assertion>,
    /// That nothing else in its body may check anything: no condition around an assertion, no call that sounds like one,
    /// nothing thrown.
    pub certain: bool,
}

/// One assertion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assertion {
    /// Where it lies, in bytes.
    pub span: Range<usize>,
    /// What turns it into its contrary; empty where nobody knows how.
    pub contrary: Vec<Replacement>,
    /// What changes the value that it expects something to equal; empty where it expects none that is written out.
    pub other_value: Vec<Replacement>,
}

/// How a language writes what matters here.
pub(super) struct Forms {
    /// The assertion that a node is, if it is one.
    pub(super) assertion: fn(Node<'_>, &str) -> Option<Assertion>,
    /// The name of what a node calls, if it is a call.
    pub(super) called: for<'a> fn(Node<'_>, &'a str) -> Option<&'a str>,
}

/// Words in the names of what checks something.
const CHECKING: &[&str] = &[
    "assert",
    "check",
    "ensure",
    "expect",
    "fail",
    "must",
    "panic",
    "raise",
    "reject",
    "require",
    "should",
    "throw",
    "unreachable",
    "verify",
];

/// Statements of which only some are reached, and those that throw.
const UNCERTAIN: &[&str] = &[
    "case_clause",
    "catch_clause",
    "conditional",
    "conditional_expression",
    "else_clause",
    "except_clause",
    "if",
    "if_expression",
    "if_modifier",
    "if_statement",
    "match_expression",
    "match_statement",
    "raise_statement",
    "rescue",
    "switch_statement",
    "switch_expression",
    "ternary_expression",
    "throw_expression",
    "throw_statement",
    "type_switch_statement",
    "expression_switch_statement",
    "select_statement",
    "unless",
    "unless_modifier",
    "when",
];

impl Forms {
    /// The assertions within a stretch of a tree.
    pub(super) fn within(&self, root: Node<'_>, body: &Range<usize>, text: &str) -> Assertions {
        let mut assertions = Assertions { found: Vec::new(), certain: true };
        for node in
            descendants(root).filter(|node| body.start <= node.start_byte() && node.end_byte() <= body.end)
        {
            if assertions.found.last().is_some_and(|last| node.start_byte() < last.span.end) {
                continue;
            }
            if let Some(found) = (self.assertion)(node, text) {
                assertions.certain &= !found.contrary.is_empty();
                assertions.found.push(found);
            } else if UNCERTAIN.contains(&node.kind()) && node.is_named() || self.checks(node, text) {
                assertions.certain = false;
            }
        }
        assertions
    }

    fn checks(&self, node: Node<'_>, text: &str) -> bool {
        let name = (self.called)(node, text).map(str::to_lowercase);
        name.is_some_and(|name| CHECKING.iter().any(|word| name.contains(word)))
    }
}

/// The contrary of a name, of pairs of which each is the other's.
pub(super) fn contrary_of(name: &str, pairs: &[(&'static str, &'static str)]) -> Option<&'static str> {
    pairs.iter().find_map(|(one, other)| match name {
        _ if name == *one => Some(*other),
        _ if name == *other => Some(*one),
        _ => None,
    })
}

/// The assertion that a call is by its name, turned into its contrary by another name; `equal` are the two sides where it
/// holds them to be equal.
pub(super) fn by_name(
    call: Node<'_>,
    (name, pairs): (Node<'_>, &[(&'static str, &'static str)]),
    equal: Option<[Node<'_>; 2]>,
    text: &str,
) -> Option<Assertion> {
    let contrary = contrary_of(text_of(name, text), pairs)?;
    let other_value = equal.map(|[one, other]| of_equality(one, other, text)).unwrap_or_default();
    let contrary = vec![(name.byte_range(), contrary.to_owned())];
    Some(Assertion { span: call.byte_range(), contrary, other_value })
}

/// What negates an expression.
pub(super) fn negated(expression: Node<'_>, [open, close]: [&str; 2]) -> Vec<Replacement> {
    let Range { start, end } = expression.byte_range();
    vec![(start..start, open.to_owned()), (end..end, close.to_owned())]
}

/// What changes the written out value among the two sides of an equality; nothing where it is not just one of them.
pub(super) fn of_equality(one: Node<'_>, other: Node<'_>, text: &str) -> Vec<Replacement> {
    match (is_written_out(one, text), is_written_out(other, text)) {
        (true, false) => changed(one, text).into_iter().collect(),
        (false, true) => changed(other, text).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Whether a value hangs on nothing but what is written there.
fn is_written_out(node: Node<'_>, text: &str) -> bool {
    let hangs = |node: Node<'_>| {
        let kind = node.kind();
        kind.ends_with("identifier") && kind != "property_identifier"
            || kind.contains("interpolation")
            || kind.contains("substitution")
            || kind.contains("call")
            || matches!(
                kind,
                "name" | "variable_name" | "constant" | "lambda" | "arrow_function" | "macro_invocation"
            )
    };
    !descendants(node).any(hangs) && changed(node, text).is_some()
}

/// Another value of the same type, in place of the first one written there.
fn changed(node: Node<'_>, text: &str) -> Option<Replacement> {
    descendants(node)
        .find_map(|scalar| Some((scalar.byte_range(), other_value(scalar.kind(), text_of(scalar, text))?)))
}

fn other_value(kind: &str, written: &str) -> Option<String> {
    const NUMBERS: &[&str] = &[
        "decimal_integer_literal",
        "float",
        "float_literal",
        "int_literal",
        "integer",
        "integer_literal",
        "number",
    ];
    const STRINGS: &[&str] =
        &["encapsed_string", "interpreted_string_literal", "raw_string_literal", "string", "string_literal"];
    match kind {
        "true" | "True" => Some(if kind == "true" { "false" } else { "False" }.to_owned()),
        "false" | "False" => Some(if kind == "false" { "true" } else { "True" }.to_owned()),
        "boolean" | "boolean_literal" => {
            contrary_of(&written.to_lowercase(), &[("true", "false")]).map(str::to_owned)
        }
        _ if NUMBERS.contains(&kind) => other_number(written),
        _ if STRINGS.contains(&kind) => other_string(written),
        _ => None,
    }
}

/// The number with its last bit, or its whole part, changed: it keeps to its type.
fn other_number(written: &str) -> Option<String> {
    let digits = written.find(|c: char| !c.is_ascii_digit()).unwrap_or(written.len());
    let (whole, rest) = written.split_at(digits);
    let is_octal = whole.len() > 1 && whole.starts_with('0');
    let number: u64 = whole.parse().ok().filter(|_| !is_octal && !rest.starts_with(['x', 'o', 'b', '_']))?;
    Some(format!("{}{rest}", number ^ 1))
}

fn other_string(written: &str) -> Option<String> {
    let quote = written.find(['"', '\'', '`'])?;
    let sign = &written[quote..=quote];
    let length = if written[quote..].starts_with(&sign.repeat(3)) { 3 } else { 1 };
    let (before, after) = written.split_at(quote + length);
    (written.len() > quote + length).then(|| format!("{before}counterproof {after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_changed_to_others_of_their_type() {
        for (kind, written, other) in [
            ("integer", "6", Some("7")),
            ("integer", "0x1f", None),
            ("float", "2.5", Some("3.5")),
            ("integer_literal", "255u8", Some("254u8")),
            ("string", "'a'", Some("'counterproof a'")),
            ("string", "f\"\"", Some("f\"counterproof \"")),
            ("string", "\"\"\"a\"\"\"", Some("\"\"\"counterproof a\"\"\"")),
            ("true", "true", Some("false")),
            ("False", "False", Some("True")),
            ("null", "null", None),
        ] {
            assert_eq!(other_value(kind, written).as_deref(), other, "{kind} {written}");
        }
    }
}
