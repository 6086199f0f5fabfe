//! The head's code with nothing left of what the change made it do: functions it added give the neutral value of their
//! type, functions it altered do what they did on the base.

use crate::{
    domain::{RepoPath, Role},
    lang::{
        self, FoundFunction, Language, Outline, Piece,
        syntax::{all_words, splice},
    },
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

/// A file made hollow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hollowed {
    /// Its text then.
    pub text: String,
    /// How many functions were taken what they do.
    pub functions: usize,
    /// What of the change is still there, one clause each.
    pub left: Vec<String>,
}

/// A function, by its name and by which of those of this name it is.
type Key<'a> = (&'a [String], usize);

/// The head's file made hollow, from what the base has in its place; `None` for languages whose code we do not read.
pub fn hollow(path: &RepoPath, head: &str, base: Option<&str>) -> Option<Hollowed> {
    let language = lang::of(path)?;
    let (ours, theirs) = (of_code(language, path, head), of_code(language, path, base.unwrap_or_default()));
    let olds = keyed(&theirs);
    let (mut replaced, mut left) = (Vec::new(), Vec::new());
    for (key, function) in keyed(&ours) {
        let old = olds.get(&key).copied().filter(|old| old.head == function.head);
        if old.is_some_and(|old| old.body_tokens == function.body_tokens) {
            continue;
        }
        let restored = old.zip(base).and_then(|(old, base)| restored((function, head), (old, base)));
        match restored.or_else(|| function.hollow.clone()) {
            Some(body) => replaced.push((function.body.clone(), body)),
            None => left.push(format!("`{}` in {path} stays as it is", function.name.join("."))),
        }
    }
    left.extend(differing(&ours.rest, &theirs.rest).into_iter().map(|words| format!("`{words}` in {path}")));
    Some(Hollowed { functions: replaced.len(), text: splice(head, replaced), left })
}

/// The outline of what is code in a file that may hold tests too.
pub(super) fn of_code(language: &Language, path: &RepoPath, text: &str) -> Outline {
    let mut outline = (language.outline)(path, text);
    let parts = language.cut.map(|cut| cut(text)).unwrap_or_default();
    let is_code = |range: &Range<usize>| {
        let around =
            parts.iter().find(|part| part.range.start <= range.start && range.start < part.range.end);
        around.is_none_or(|part| part.role == Role::Code)
    };
    outline.functions.retain(|function| is_code(&function.body));
    outline.rest.retain(|piece| is_code(&piece.span));
    outline
}

fn keyed(outline: &Outline) -> BTreeMap<Key<'_>, &FoundFunction> {
    let mut counts: BTreeMap<&[String], usize> = BTreeMap::new();
    let mut keyed = BTreeMap::new();
    for function in &outline.functions {
        let count = counts.entry(&function.name).or_default();
        *count += 1;
        keyed.insert((function.name.as_slice(), *count), function);
    }
    keyed
}

/// What only one side's pieces have, in short.
fn differing(ours: &[Piece], theirs: &[Piece]) -> Vec<String> {
    let mut count: BTreeMap<&[String], i32> = BTreeMap::new();
    ours.iter().for_each(|piece| *count.entry(&piece.tokens).or_default() += 1);
    theirs.iter().for_each(|piece| *count.entry(&piece.tokens).or_default() -= 1);
    let uneven = count.into_iter().filter(|(_, count)| *count != 0);
    uneven.map(|(tokens, _)| tokens[..tokens.len().min(6)].join(" ")).collect()
}

/// The old body for the new one's place, where it fits there: it begins in the same column, and hangs on no name that the
/// base's file has elsewhere and the head's no longer has.
fn restored(new: (&FoundFunction, &str), old: (&FoundFunction, &str)) -> Option<String> {
    let ((function, text), head) = (old, new.1);
    let around = [&text[..function.body.start], &text[function.body.end..]].concat();
    let (around, head): (BTreeSet<_>, BTreeSet<_>) =
        (all_words(&around).collect(), all_words(head).collect());
    let is_gone = |name: &String| around.contains(name) && !head.contains(name);
    let fits = !function.mentions.iter().any(is_gone) && column(new) == column(old);
    fits.then(|| text[function.body.clone()].to_owned())
}

fn column<'a>((function, text): (&FoundFunction, &'a str)) -> &'a str {
    let line = text[..function.body.start].rfind('\n').map_or(0, |at| at + 1);
    let blank = text[line..].find(|c| !matches!(c, ' ' | '\t')).unwrap_or_default();
    &text[line..line + blank]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(path: &str, [base, head]: [&str; 2], text: &str, left: &[&str]) {
        let hollow = hollow(&path.into(), head, Some(base)).unwrap();
        assert_eq!(hollow.text, text);
        assert_eq!(hollow.left, left);
    }

    #[test]
    fn what_was_added_does_nothing_and_what_was_altered_does_what_it_did() {
        let base = "def a():\n    return 1\n\ndef b(x):\n    return x\n\ndef c(x):\n    return x\n";
        let head = "import os\n\ndef a():\n    return 1\n\ndef b(x):\n    return os.fspath(x)\n\n\
            def c(x, y):\n    return x\n\ndef d():\n    return 4\n";
        is(
            "a.py",
            [base, head],
            "import os\n\ndef a():\n    return 1\n\ndef b(x):\n    return x\n\n\
             def c(x, y):\n    return None\n\ndef d():\n    return None\n",
            &[],
        );
    }

    #[test]
    fn an_old_body_that_hangs_on_what_is_gone_is_not_put_back() {
        let base = "import old\n\ndef a():\n    local = 1\n    return old.do(local)\n";
        let head = "import new\n\ndef a():\n    return new.do()\n";
        is("a.py", [base, head], "import new\n\ndef a():\n    return None\n", &[]);
        let head = "import old\n\ndef a():\n    return old.do()\n";
        is("a.py", [base, head], base, &[]);
    }

    #[test]
    fn what_is_no_function_and_differs_is_told() {
        let [base, head] = ["LIMIT = 1\nGONE = 2\n", "LIMIT = 3\n"];
        is("a.py", [base, head], head, &["`GONE = 2` in a.py", "`LIMIT = 1` in a.py", "`LIMIT = 3` in a.py"]);
    }

    #[test]
    fn a_function_that_gives_what_nobody_can_make_up_stays() {
        let head = "pub fn a() -> Unknown { b() }\n";
        is("a.rs", ["", head], head, &["`a` in a.rs stays as it is"]);
    }

    #[test]
    fn tests_beside_the_code_are_left_alone() {
        let head = "fn a() -> u8 { 1 }\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn b() { assert_eq!(super::a(), 1) }\n}\n";
        is("a.rs", ["", head], &head.replace("{ 1 }", "{ if true { return 0; }  1 }"), &[]);
    }
}
