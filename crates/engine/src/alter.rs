//! What is done to a world's text: [`BodyEdit`]s of one test, and broken sources.

use crate::{
    domain::{BodyEdit, RepoPath},
    lang,
};

/// The text with one test's body edited; `None` if the test is not in it.
pub fn edit_body(path: &RepoPath, text: &str, test: (&[String], usize), edit: BodyEdit) -> Option<String> {
    let language = lang::of(path)?;
    let found = (language.tests)(path, text);
    let one = found.iter().find(|found| found.name == test.0 && found.ordinal == test.1)?;
    Some((language.edit_body)(text, one, edit))
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
        let edited =
            edit_body(&path, "it('a', f); it('a', () => { g() })", (&name(&["a"]), 1), BodyEdit::PassAtOnce);
        assert_eq!(edited.as_deref(), Some("it('a', f); it('a', () => {})"));
    }

    #[test]
    fn a_test_that_is_not_there_is_not_edited() {
        let path = RepoPath::from("test_a.py");
        for (text, words) in [("def test_a(): pass", ["test_b"]), ("# def test_a(): pass", ["test_a"])] {
            assert_eq!(edit_body(&path, text, (&name(&words), 0), BodyEdit::FailAtEnd), None);
        }
        assert_eq!(edit_body(&RepoPath::from("a.txt"), "", (&name(&["a"]), 0), BodyEdit::FailAtEnd), None);
    }

    #[test]
    fn a_byte_order_mark_stays_where_it_is() {
        for (path, text) in
            [("test_a.py", "\u{feff}def test_a(): pass"), ("a.test.js", "\u{feff}it('test_a', () => {})")]
        {
            let edited = edit_body(&path.into(), text, (&name(&["test_a"]), 0), BodyEdit::FailAtEnd).unwrap();
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
