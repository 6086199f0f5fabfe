//! Old names in JavaScript and TypeScript.

use crate::domain::{Rename, RepoPath};

/// Binds the old name to what has the new one.
pub(super) fn alias(text: &str, rename: &Rename) -> Option<String> {
    let Rename { scope, old, new, .. } = rename;
    match &scope[..] {
        [class] => Some(format!("{class}.prototype.{old} = {class}.prototype.{new};")),
        [] if is_module(text) => Some(format!("export {{ {new} as {old} }};")),
        [] => Some(format!("module.exports.{old} = {new};")),
        _ => None,
    }
}

/// All that the other module gives away.
pub(super) fn stand_in(was: &RepoPath, is: &RepoPath, text: &str) -> Option<String> {
    let (was, is) = (was.to_string(), is.to_string());
    let up = "../".repeat(was.matches('/').count());
    let place = if up.is_empty() { format!("./{is}") } else { format!("{up}{is}") };
    if !is_module(text) {
        return Some(format!("module.exports = require({place:?});\n"));
    }
    let default = if text.contains("export default") {
        format!("export {{ default }} from {place:?};\n")
    } else {
        String::new()
    };
    Some(format!("export * from {place:?};\n{default}"))
}

fn is_module(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("export ") || line.starts_with("import "))
}
