//! What is known of each language: where its tests are, how their bodies are written, what it defines.
//! One file and one row of [`LANGUAGES`] per language.

pub(crate) mod javascript;
mod python;
pub mod rust;
mod syntax;

#[cfg(test)]
mod properties;

use crate::domain::{BodyEdit, Disabled, Part, RepoPath};
use std::{collections::BTreeSet, ops::Range};

/// A language counterproof reads.
pub struct Language {
    /// Its name in reports.
    pub name: &'static str,
    /// The file name extensions it is known by, lower case.
    pub extensions: &'static [&'static str],
    /// The tests of a file, in order of their place.
    pub tests: fn(&RepoPath, &str) -> Vec<FoundTest>,
    /// The names a file defines: functions, methods, classes, types, constants.
    pub definitions: fn(&RepoPath, &str) -> BTreeSet<String>,
    /// The file with the bodies of these tests edited, none of which lies inside another. The result parses wherever
    /// the file did.
    pub edit_bodies: fn(&str, &[(&FoundTest, BodyEdit)]) -> String,
    /// Whether what a test calls can end it without failing it: by skipping it, or by ending the process of its file
    /// alone. A green run of many says nothing of such a test.
    pub ends_quietly: bool,
    /// The file made unloadable, without touching the tests that are inside it.
    pub break_source: fn(&str) -> String,
    /// The parts of a file that holds code and tests; `None` for languages whose files have one role.
    pub cut: Option<fn(&str) -> Vec<Part>>,
    /// The code parts of the first text joined with the test parts of the second.
    pub graft: Option<fn(&str, &str) -> String>,
}

impl Language {
    /// The file with one test's body edited.
    pub fn edit_body(&self, text: &str, test: &FoundTest, edit: BodyEdit) -> String {
        (self.edit_bodies)(text, &[(test, edit)])
    }
}

/// All languages.
pub static LANGUAGES: &[Language] =
    &[python::PYTHON, javascript::JAVASCRIPT, javascript::TYPESCRIPT, rust::RUST];

/// The language of a file, by its extension.
pub fn of(path: &RepoPath) -> Option<&'static Language> {
    let extension = path.extension();
    LANGUAGES.iter().find(|language| language.extensions.contains(&extension.as_str()))
}

/// A test found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundTest {
    /// Its suites and its own name, outermost first.
    pub name: Vec<String>,
    /// Which of the tests of this name in this file it is, from 0.
    pub ordinal: usize,
    /// The line its definition begins in (decorators and attributes included), from 1.
    pub line: usize,
    /// The whole definition, decorators and attributes included, in bytes.
    pub span: Range<usize>,
    /// The inside of its body, in bytes: what an edit may surround.
    pub body: Range<usize>,
    /// Set if it is disabled, here or in any scope around it.
    pub disabled: Option<Disabled>,
    /// Its name is only known when it runs.
    pub dynamic: bool,
    /// The tokens of the whole definition, layout and comments left out: equal tokens are the same test.
    pub tokens: Vec<String>,
    /// The tokens of its body alone: equal ones are a test that was moved or renamed.
    pub body_tokens: Vec<String>,
    /// The identifiers it mentions.
    pub mentions: BTreeSet<String>,
    /// The names inside of its strings, where a language finds things by them: `patch("module.name")`.
    pub quoted: BTreeSet<String>,
}
