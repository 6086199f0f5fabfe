//! What is known of each language: where its tests are, how their bodies are written, what it defines.
//! One file and one row of [`LANGUAGES`] per language.

mod assertion;
pub mod clues;
pub mod go;
mod java;
pub(crate) mod javascript;
mod marker;
mod outline;
pub(crate) mod php;
mod python;
mod ruby;
pub mod rust;
pub(crate) mod syntax;

#[cfg(test)]
mod properties;

pub use assertion::{Assertion, Assertions, Replacement};
pub use outline::{FoundFunction, Outline, Piece};

use crate::domain::{Alteration, BodyEdit, Disabled, Part, Rename, RepoPath, TestNo, Turn};
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
    /// What a test asserts; nothing where the language's assertions are not read.
    pub assertions: fn(&RepoPath, &str, &FoundTest) -> Assertions,
    /// What a file does: its functions, and the rest of it that has an effect.
    pub outline: fn(&RepoPath, &str) -> Outline,
    /// The file with the bodies of these tests edited, none of which lies inside another. The result parses wherever
    /// the file did.
    pub edit_bodies: fn(&str, &[(&FoundTest, BodyEdit)]) -> String,
    /// The file with bodies that leave marks: for the test `number`, a file `number.entered` (`.ended`, `.failed`) in the
    /// folder that [`WITNESS`] names. `None` if one of the bodies cannot, or if they cannot in this language.
    pub witness: fn(&str, &[Witnessed<'_>]) -> Option<String>,
    /// The file with bodies that take their edit from the variable [`EDITS`], so that one build serves for every edit; and
    /// the numbers of those that do. `None` for languages that are not built.
    pub switch: Option<Switch>,
    /// Whether what a test calls can end it without failing it: by skipping it, or by ending the process of its file
    /// (or of its own, where it has one) alone. A green run of many says nothing of such a test.
    pub ends_quietly: bool,
    /// Whether a body that does not fit the code keeps its file from running, rather than failing when it gets there.
    pub compiled: bool,
    /// The file made unloadable, without touching the tests that are inside it.
    pub break_source: fn(&str) -> String,
    /// Whether a file that is code by its path may hold tests, seen at a glance: such files are read through.
    pub hides_tests: fn(&str) -> bool,
    /// The parts of a file that holds code and tests; `None` for languages whose files have one role.
    pub cut: Option<fn(&str) -> Vec<Part>>,
    /// Statements for the end of a file, in which something renamed has its old name too; `None` where one cannot be had.
    pub alias: Option<fn(&str, &Rename) -> Option<String>>,
    /// What stands for a file where it was, once it is elsewhere with this text.
    pub stand_in: Option<StandIn>,
    /// The code parts of the first text joined with the test parts of the second.
    pub graft: Option<fn(&str, &str) -> String>,
    /// What static rules ask of it.
    pub clues: clues::Clues,
}

impl Language {
    /// The file with one test's body edited.
    pub fn edit_body(&self, text: &str, test: &FoundTest, edit: BodyEdit) -> String {
        (self.edit_bodies)(text, &[(test, edit)])
    }
}

/// All languages.
pub static LANGUAGES: &[Language] = &[
    python::PYTHON,
    javascript::JAVASCRIPT,
    javascript::TYPESCRIPT,
    rust::RUST,
    go::GO,
    php::PHP,
    ruby::RUBY,
    java::JAVA,
];

/// The language of a file, by its extension.
pub fn of(path: &RepoPath) -> Option<&'static Language> {
    let extension = path.extension();
    LANGUAGES.iter().find(|language| language.extensions.contains(&extension.as_str()))
}

/// What stands for a moved file, see [`Language::stand_in`].
pub type StandIn = fn(&RepoPath, &RepoPath, &str) -> Option<String>;

/// What makes bodies switched, see [`Language::switch`].
pub type Switch = fn(&str, &[(&FoundTest, usize)]) -> (String, Vec<usize>);

/// The variable that names the folder for the marks of witnessed bodies.
pub const WITNESS: &str = "COUNTERPROOF_WITNESS";

/// The variable that tells the bodies of a switched file their edits: `12=f,13=p`, the letters as in [`letter`].
pub const EDITS: &str = "COUNTERPROOF_EDITS";

/// The letter that stands for an alteration of a body in [`EDITS`].
pub fn letter(alteration: &Alteration) -> Option<(TestNo, char)> {
    Some(match alteration {
        Alteration::Body(test, BodyEdit::FailAtEnd) => (*test, 'f'),
        Alteration::Body(test, BodyEdit::ExitAtEnd) => (*test, 'e'),
        Alteration::Body(test, BodyEdit::ExitAtOnce) => (*test, 'x'),
        Alteration::Body(test, BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce) => (*test, 'p'),
        Alteration::Body(test, BodyEdit::MustEnd) => (*test, 'm'),
        Alteration::Witnessed(test, Turn::AsItIs) => (*test, 'w'),
        Alteration::Witnessed(test, Turn::Inverted) => (*test, 'i'),
        Alteration::BreakSource | Alteration::Probe(..) | Alteration::Without(_) => return None,
    })
}

/// A test whose body is to leave marks.
#[derive(Clone, Copy, Debug)]
pub struct Witnessed<'a> {
    /// The test.
    pub test: &'a FoundTest,
    /// What its body comes to.
    pub turn: Turn,
    /// What its marks are called by.
    pub number: usize,
}

/// For languages whose tests are built once and then asked one by one for little: nothing is gained by families.
fn no_witness(_: &str, _: &[Witnessed<'_>]) -> Option<String> {
    None
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
    /// A comment says that it holds on to behaviour that was there before.
    pub characterization: bool,
    /// Its name is only known when it runs.
    pub dynamic: bool,
    /// The tokens of the whole definition, layout and comments left out: equal tokens are the same test.
    pub tokens: Vec<String>,
    /// The tokens of its body alone: equal ones are a test that was moved or renamed.
    pub body_tokens: Vec<String>,
    /// What stands between its body and the runner: decorators, modifiers and options, without their arguments.
    pub wrapping: Vec<String>,
    /// The identifiers it mentions.
    pub mentions: BTreeSet<String>,
    /// The names inside of its strings, where a language finds things by them: `patch("module.name")`.
    pub quoted: BTreeSet<String>,
}
