//! Old names in Go.

use crate::domain::Rename;

/// Binds the old name of a function or a type to what has the new one; methods cannot be bound.
pub(super) fn alias(text: &str, rename: &Rename) -> Option<String> {
    let Rename { scope, old, new, .. } = rename;
    let kind = if text.contains(&format!("type {new} ")) { "type" } else { "var" };
    (scope.is_empty() && text.contains(&format!("func {new}(")) || kind == "type")
        .then(|| format!("{kind} {old} = {new}"))
}
