//! Old names in Rust.

use crate::domain::Rename;

/// Binds the old name of a function of the file's own module to what has the new one; methods cannot be bound.
pub(super) fn alias(text: &str, rename: &Rename) -> Option<String> {
    let Rename { scope, old, new, .. } = rename;
    let is_public = text.contains(&format!("pub fn {new}"));
    let seen = if is_public { "pub use" } else { "use" };
    scope.is_empty().then(|| format!("#[allow(unused_imports)] {seen} self::{new} as {old};"))
}
