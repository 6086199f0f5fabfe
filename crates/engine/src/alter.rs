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
