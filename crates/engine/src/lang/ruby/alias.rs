//! Old names in Ruby.

use crate::domain::Rename;

/// Binds the old name of a method to what has the new one.
pub(super) fn alias(text: &str, rename: &Rename) -> Option<String> {
    let Rename { scope, old, new, .. } = rename;
    let own = if text.contains(&format!("def self.{new}")) {
        "singleton_class.send(:alias_method,"
    } else {
        "alias_method"
    };
    let closing = if own.ends_with(',') { ")" } else { "" };
    let kind = if scope.last().is_some_and(|last| text.contains(&format!("module {last}"))) {
        "module"
    } else {
        "class"
    };
    (!scope.is_empty()).then(|| format!("{kind} ::{}; {own} :{old}, :{new}{closing}; end", scope.join("::")))
}
