//! What is done to a world's text: [`BodyEdit`]s of one test, and broken sources.

mod hollow;
mod shim;

pub use hollow::{Hollowed, hollow};
pub use shim::{renames, shim, stand_in};

use crate::{
    domain::{BodyEdit, Probe, RepoPath, TestNo, Turn},
    lang::{self, Assertion, FoundTest, Replacement, Witnessed, syntax::splice},
};

/// A test of a file: its name, and which of the tests of this name it is.
pub type TestName<'a> = (&'a [String], usize);

/// The text with bodies of tests edited; `None` if one of the tests is not in it.
pub fn edit_bodies(path: &RepoPath, text: &str, edits: &[(TestName<'_>, BodyEdit)]) -> Option<String> {
    let language = lang::of(path)?;
    let found = (language.tests)(path, text);
    let mut chosen =
        edits.iter().map(|(name, edit)| Some((of_name(&found, name)?, *edit))).collect::<Option<Vec<_>>>()?;
    chosen.sort_by_key(|(test, _)| (test.span.start, test.span.end));
    // Classes share the bodies they inherit.
    chosen.dedup_by_key(|(test, edit)| (test.span.clone(), *edit));
    let outer = |one: &Edit<'_>| chosen.iter().any(|other| lies_in(other, one));
    if !chosen.iter().any(outer) {
        return Some((language.edit_bodies)(text, &chosen));
    }
    // What lies inside another one is edited before it: an edit may take away what was inside.
    let names = |around: bool| {
        let mine = chosen.iter().filter(move |one| outer(one) == around);
        mine.map(|(test, edit)| ((test.name.as_slice(), test.ordinal), *edit)).collect::<Vec<_>>()
    };
    edit_bodies(path, &edit_bodies(path, text, &names(false))?, &names(true))
}

/// A test and what is done to its body.
type Edit<'a> = (&'a FoundTest, BodyEdit);

/// Whether a test lies inside of another one. Of several edits of one body one may be taken to.
fn lies_in(inner: &Edit<'_>, outer: &Edit<'_>) -> bool {
    let order = |(test, edit): &Edit<'_>| (test.name.clone(), test.ordinal, *edit);
    let (one, other) = (&inner.0.span, &outer.0.span);
    let is_around = other.start <= one.start && one.end <= other.end;
    is_around && (one != other || order(outer) < order(inner))
}

/// The text with bodies of tests leaving marks; `None` if one of the tests is not in it, or cannot leave any.
pub fn witness(path: &RepoPath, text: &str, turns: &[(TestName<'_>, (Turn, TestNo))]) -> Option<String> {
    let language = lang::of(path)?;
    let found = (language.tests)(path, text);
    let witnessed = turns.iter().map(|(name, (turn, number))| {
        Some(Witnessed { test: of_name(&found, name)?, turn: *turn, number: number.0 })
    });
    (language.witness)(text, &witnessed.collect::<Option<Vec<_>>>()?)
}

/// The text with the assertions of tests changed; `None` if one of the tests is not in it, or asserts nothing to change so.
pub fn probe(path: &RepoPath, text: &str, probes: &[(TestName<'_>, Probe)]) -> Option<String> {
    let language = lang::of(path)?;
    let found = (language.tests)(path, text);
    let mut changes = Vec::new();
    for (name, probe) in probes {
        let assertions = (language.assertions)(path, text, of_name(&found, name)?).found;
        let own: Vec<_> = assertions.into_iter().flat_map(|one| probed(one, *probe)).collect();
        if own.is_empty() {
            return None;
        }
        changes.extend(own);
    }
    // Tests inside of others share assertions with them.
    changes.sort_by_key(|(range, words)| (range.start, range.end, words.clone()));
    changes.dedup();
    Some(splice(text, changes))
}

/// What changes the assertion as the probe says.
fn probed(assertion: Assertion, probe: Probe) -> Vec<Replacement> {
    match probe {
        Probe::Inverted => assertion.contrary,
        Probe::OtherValue => assertion.other_value,
        Probe::ValueInverted if assertion.other_value.is_empty() => Vec::new(),
        Probe::ValueInverted => assertion.contrary,
    }
}

/// The text with bodies of tests that take their edits from [`lang::EDITS`], and the tests of which that is so; `None` where
/// the language has no such thing.
pub fn switch(
    path: &RepoPath,
    text: &str,
    tests: &[(TestName<'_>, TestNo)],
) -> Option<(String, Vec<TestNo>)> {
    let language = lang::of(path)?;
    let switch = language.switch?;
    let found = (language.tests)(path, text);
    let numbered = tests.iter().filter_map(|(name, test)| Some((of_name(&found, name)?, test.0)));
    let (text, numbers) = switch(text, &numbered.collect::<Vec<_>>());
    Some((text, numbers.into_iter().map(TestNo).collect()))
}

fn of_name<'a>(found: &'a [FoundTest], name: &TestName<'_>) -> Option<&'a FoundTest> {
    found.iter().find(|test| test.name == name.0 && test.ordinal == name.1)
}

/// The bytes with what cannot be loaded in them, in the way of the file's language.
pub fn break_source(path: &RepoPath, bytes: &[u8]) -> Vec<u8> {
    match (lang::of(path), std::str::from_utf8(bytes)) {
        (Some(language), Ok(text)) => (language.break_source)(text).into_bytes(),
        _ => b"\0)]}counterproof broke this file on purpose{[(\n".to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn the_one_of_several_tests_of_a_name_is_edited() {
        let path = RepoPath::from("a.test.js");
        let edited = edit_bodies(
            &path,
            "it('a', f); it('a', () => { g() })",
            &[((&name(&["a"]), 1), BodyEdit::PassAtOnce)],
        );
        assert_eq!(edited.as_deref(), Some("it('a', f); it('a', () => {})"));
    }

    #[test]
    fn several_tests_are_edited_at_once_and_shared_or_nested_bodies_as_one_by_one() {
        let (a, b) = (name(&["A", "test_x"]), name(&["B", "test_x"]));
        let shared = "class A(TestCase):\n  def test_x(self): x()\nclass B(A):\n  pass\n";
        let edits = [((&a[..], 0), BodyEdit::PassAtOnce), ((&b[..], 0), BodyEdit::PassAtOnce)];
        let edited = edit_bodies(&RepoPath::from("test_a.py"), shared, &edits);
        assert_eq!(edited, Some(shared.replace("x()", "pass")));
        let (outer, inner) = (name(&["a"]), name(&["a", "b"]));
        let nested = "test('a', async t => { await t.test('b', () => { x() }); })";
        let edits = [((&outer[..], 0), BodyEdit::ExitAtOnce), ((&inner[..], 0), BodyEdit::ExitAtOnce)];
        let edited = edit_bodies(&RepoPath::from("a.test.js"), nested, &edits).unwrap();
        assert_eq!(edited.matches("reallyExit(97)").count(), 2, "{edited}");
        let edits = [((&outer[..], 0), BodyEdit::PassAtOnce), ((&inner[..], 0), BodyEdit::PassAtOnce)];
        let edited = edit_bodies(&RepoPath::from("a.test.js"), nested, &edits);
        assert_eq!(
            edited.as_deref(),
            Some("test('a', async t => {})"),
            "the outer one takes the inner one along"
        );
    }

    #[test]
    fn a_test_that_is_not_there_is_not_edited() {
        let path = RepoPath::from("test_a.py");
        for (text, words) in [("def test_a(): pass", ["test_b"]), ("# def test_a(): pass", ["test_a"])] {
            assert_eq!(edit_bodies(&path, text, &[((&name(&words), 0), BodyEdit::FailAtEnd)]), None);
        }
        assert_eq!(
            edit_bodies(&RepoPath::from("a.txt"), "", &[((&name(&["a"]), 0), BodyEdit::FailAtEnd)]),
            None
        );
    }

    #[test]
    fn a_byte_order_mark_stays_where_it_is() {
        for (path, text) in
            [("test_a.py", "\u{feff}def test_a(): pass"), ("a.test.js", "\u{feff}it('test_a', () => {})")]
        {
            let edited =
                edit_bodies(&path.into(), text, &[((&name(&["test_a"]), 0), BodyEdit::FailAtEnd)]).unwrap();
            assert!(edited.starts_with(&text[..6]) && edited.contains("counterproof"), "{edited}");
        }
    }

    #[test]
    fn what_has_no_language_is_broken_too() {
        assert!(break_source(&"a.json".into(), b"{}").starts_with(b"\0"));
        assert!(break_source(&"a.py".into(), b"\xff").starts_with(b"\0"));
        assert!(break_source(&"a.mts".into(), b"let a").ends_with(b"let a"));
    }
}
