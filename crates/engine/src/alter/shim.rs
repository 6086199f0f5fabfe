//! Old names for what was renamed or moved, so that tests that know nothing of the new ones can be asked.

use super::hollow::of_code;
use crate::{
    domain::{Rename, RepoPath},
    lang::{self, FoundFunction},
};
use std::collections::BTreeSet;

/// How many tokens a function must have for an equal one under another name to be the same.
const TELLING: usize = 6;

/// What the head's file has under another name than the base's: functions that do the same, and scopes around them. What
/// could be several is none.
pub fn renames(path: &RepoPath, base: &str, head: &str) -> Vec<Rename> {
    let Some(language) = lang::of(path) else { return Vec::new() };
    let outlines = [base, head].map(|text| of_code(language, path, text).functions);
    let [gone, come] = [only_in(&outlines[0], &outlines[1]), only_in(&outlines[1], &outlines[0])];
    let mut found: BTreeSet<Rename> = BTreeSet::new();
    for old in &gone {
        let renames: Vec<Rename> = come.iter().filter_map(|new| renamed(path, old, new)).collect();
        if let [rename] = &renames[..] {
            found.insert(rename.clone());
        }
    }
    let is_only = |one: &&Rename| {
        let same =
            |other: &&Rename| one.scope == other.scope && (one.old == other.old || one.new == other.new);
        found.iter().filter(same).count() == 1
    };
    found.iter().filter(is_only).cloned().collect()
}

/// The functions whose names are not among the others'.
fn only_in<'a>(ones: &'a [FoundFunction], others: &[FoundFunction]) -> Vec<&'a FoundFunction> {
    let names: BTreeSet<&[String]> = others.iter().map(|function| function.name.as_slice()).collect();
    ones.iter().filter(|function| !names.contains(function.name.as_slice())).collect()
}

/// What was renamed, if the two do the same and one name of them, their own or that of a scope, differs.
fn renamed(path: &RepoPath, old: &FoundFunction, new: &FoundFunction) -> Option<Rename> {
    let at = differs_at(&old.name, &new.name)?;
    let (was, is) = (&old.name[at], &new.name[at]);
    let as_new = |tokens: &[String]| -> Vec<String> {
        tokens.iter().map(|token| if token == was { is.clone() } else { token.clone() }).collect()
    };
    let same = as_new(&old.head) == new.head && as_new(&old.body_tokens) == new.body_tokens;
    let tells = old.head.len() + old.body_tokens.len() >= TELLING;
    let scope = old.name[..at].to_vec();
    (same && tells).then(|| Rename { file: path.clone(), scope, old: was.clone(), new: is.clone() })
}

fn differs_at(one: &[String], other: &[String]) -> Option<usize> {
    let mut differing = (0..one.len()).filter(|at| one.get(*at) != other.get(*at));
    let first = differing.next().filter(|_| one.len() == other.len())?;
    differing.next().is_none().then_some(first)
}

/// The text in which what was renamed is known by its old name too; `None` where its language has no such thing for one
/// of the renames.
pub fn shim(path: &RepoPath, text: &str, renames: &[&Rename]) -> Option<String> {
    let alias = lang::of(path)?.alias?;
    let aliases = renames.iter().map(|rename| alias(text, rename)).collect::<Option<Vec<_>>>()?;
    Some(format!("{}\n{}\n", text.trim_end_matches('\n'), aliases.join("\n")))
}

/// A file for the place that a file was moved from, that stands for it; `None` where its language has no such thing.
pub fn stand_in(was: &RepoPath, is: &RepoPath, text: &str) -> Option<String> {
    (lang::of(is)?.stand_in?)(was, is, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(base: &str, head: &str) -> Vec<String> {
        let renames = renames(&"a.py".into(), base, head);
        renames.iter().map(|one| format!("{}{} {}", one.scope.concat(), one.old, one.new)).collect()
    }

    #[test]
    fn a_function_that_does_the_same_under_another_name_was_renamed() {
        let base = "def a(x):\n    return a(x + 1)\n\nclass B:\n    def c(self):\n        return 1\n";
        assert_eq!(of(base, &base.replace("a(", "z(")), ["a z"]);
        assert_eq!(of(base, &base.replace("c(", "z(")), ["Bc z"]);
        assert_eq!(of(base, &base.replace("class B", "class Z")), ["B Z"]);
    }

    #[test]
    fn what_does_something_else_or_could_be_several_was_not() {
        let base = "def a(x):\n    return x + 1\n";
        assert!(of(base, "def z(x):\n    return x + 2\n").is_empty());
        assert!(of(base, "def y(x):\n    return x + 1\n\ndef z(x):\n    return x + 1\n").is_empty());
        assert!(
            of(base, &format!("{base}\ndef z(x):\n    return x + 1\n")).is_empty(),
            "the old one is still there"
        );
    }

    #[test]
    fn old_names_are_bound_to_new_things() {
        let rename = |scope: &[&str]| Rename {
            file: "a".into(),
            scope: scope.iter().map(|one| (*one).to_owned()).collect(),
            old: "old".into(),
            new: "new".into(),
        };
        for (path, text, scope, end) in [
            ("a.py", "", &[][..], "old = new\n"),
            ("a.py", "", &["B"], "B.old = B.new\n"),
            ("a.mjs", "export const a = 1", &[], "export { new as old };\n"),
            ("a.js", "module.exports = { new }", &[], "module.exports.old = new;\n"),
            ("a.js", "", &["B"], "B.prototype.old = B.prototype.new;\n"),
            ("a.go", "func new() {}", &[], "var old = new\n"),
            ("a.go", "type new struct{}", &[], "type old = new\n"),
            ("a.rs", "pub fn new() {}", &[], "#[allow(unused_imports)] pub use self::new as old;\n"),
            ("a.rs", "fn new() {}", &[], "#[allow(unused_imports)] use self::new as old;\n"),
            ("a.rb", "", &["B"], "class ::B; alias_method :old, :new; end\n"),
        ] {
            let shimmed = shim(&path.into(), text, &[&rename(scope)]);
            assert_eq!(shimmed.as_deref(), Some(format!("{text}\n{end}").as_str()), "{path}");
        }
        assert_eq!(shim(&"A.java".into(), "", &[&rename(&["A"])]), None);
    }
}
