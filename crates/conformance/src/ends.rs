//! Whether a body that must end, and does not, ends the process of its runner.

use crate::Toy;
use counterproof_engine::{
    domain::{BodyEdit, RepoPath},
    lang,
};

/// The exit status of a file in which every test must get to its end.
///
/// # Panics
/// If the file has no language, or the runner does not claim it.
#[must_use]
pub fn status_if_all_must_end(runner: &str, file: &str, text: &str) -> i32 {
    let path = RepoPath::new(file);
    let language = lang::of(&path).expect("the file is of a language");
    let tests = (language.tests)(&path, text);
    let edits: Vec<_> = tests.iter().map(|test| (test, BodyEdit::MustEnd)).collect();
    Toy::new(&[(file, &(language.edit_bodies)(text, &edits))]).file(runner, file)
}
