//! First statements that skip the test they stand in, whatever happens.

use super::last_name;
use crate::{
    domain::Disabled,
    lang::syntax::{line_of, parts, text_of, words},
};
use tree_sitter::Node;

/// Exceptions that abort a test without failing it, by the end of their names.
pub(super) const ABORTING: &[&str] =
    &["TestAbortedException", "AssumptionViolatedException", "SkipException"];

/// What the first statement of the body says, if it skips.
pub(super) fn at_once(body: Node<'_>, text: &str) -> Option<Disabled> {
    let first = parts(body).into_iter().next()?;
    let inner = parts(first).into_iter().next()?;
    let skips = match (first.kind(), inner.kind()) {
        ("expression_statement", "method_invocation") => calls_off(inner, text),
        ("throw_statement", "object_creation_expression") => {
            let of_type = inner.child_by_field_name("type").map_or("", |of_type| last_name(of_type, text));
            ABORTING.contains(&of_type)
        }
        _ => false,
    };
    skips.then(|| Disabled { by: words(first, text), line: line_of(first) })
}

/// Whether a call assumes what never holds.
fn calls_off(call: Node<'_>, text: &str) -> bool {
    let name = call.child_by_field_name("name").map_or("", |name| text_of(name, text));
    let arguments = call.child_by_field_name("arguments").map(parts).unwrap_or_default();
    let has = |value: bool| arguments.iter().any(|argument| truth(*argument) == Some(value));
    match name {
        "assumeTrue" => has(false),
        "assumeFalse" => has(true),
        "abort" => {
            let of = call.child_by_field_name("object").map(|object| last_name(object, text));
            of == Some("Assumptions") || (of.is_none() && text.contains("Assumptions."))
        }
        _ => false,
    }
}

/// The value of a constant condition.
fn truth(node: Node<'_>) -> Option<bool> {
    match node.kind() {
        "true" => Some(true),
        "false" => Some(false),
        "parenthesized_expression" => truth(*parts(node).first()?),
        "unary_expression" if node.child(0)?.kind() == "!" => {
            truth(node.child_by_field_name("operand")?).map(|value| !value)
        }
        _ => None,
    }
}
