//! What makes a method one that PHPUnit runs, and what disables it by its text.

use super::{annotation::last_segment, find::statements, names::mentioned};
use crate::{
    domain::Disabled,
    lang::syntax::{line_of, parts, text_of, words},
};
use tree_sitter::Node;

/// Methods that end a test as skipped or incomplete.
const SKIPS: &[&str] = &["markTestSkipped", "markTestIncomplete"];

/// Exceptions that do.
const SKIPPED: &[&str] =
    &["SkippedTestError", "SkippedTestSuiteError", "SkippedWithMessageException", "IncompleteTestError"];

/// How the methods begin that say what a test throws if it passes.
pub(super) const EXPECTS: &str = "expectException";

/// Whether a test says itself that it passes by throwing.
pub(super) fn expects_to_throw(method: Node<'_>, text: &str) -> bool {
    const OTHERS: &[&str] = &["expectError", "expectWarning", "expectNotice", "expectDeprecation"];
    let begins =
        |name: &String| name.starts_with(EXPECTS) || OTHERS.iter().any(|other| name.starts_with(other));
    mentioned(method, text).iter().any(begins)
}

/// True for public methods with a body.
pub(super) fn is_run(method: Node<'_>, text: &str) -> bool {
    let hidden = |part: &Node<'_>| {
        part.kind() == "visibility_modifier" && !text_of(*part, text).eq_ignore_ascii_case("public")
    };
    method.child_by_field_name("body").is_some() && !parts(method).iter().any(hidden)
}

/// Whether the first statement of a method skips, whatever happens.
pub(super) fn skips_at_once(method: Node<'_>, text: &str) -> Option<Disabled> {
    let first = *statements(method).first()?;
    let expression = *parts(first).first().filter(|_| first.kind() == "expression_statement")?;
    let is_skip = match expression.kind() {
        "member_call_expression" | "scoped_call_expression" => {
            expression.child_by_field_name("name").is_some_and(|name| SKIPS.contains(&text_of(name, text)))
        }
        "throw_expression" => raised(expression, text).is_some_and(|name| SKIPPED.contains(&name)),
        _ => false,
    };
    is_skip.then(|| Disabled { by: words(first, text), line: line_of(first) })
}

/// The class of what is thrown, where it is made there.
fn raised<'a>(throw: Node<'_>, text: &'a str) -> Option<&'a str> {
    let made = parts(throw).into_iter().find(|part| part.kind() == "object_creation_expression")?;
    parts(made).first().map(|class| last_segment(text_of(*class, text)))
}
