//! What every edit of every test must keep, over generated files.

mod go;
mod java;
mod javascript;
mod php;
mod python;
mod ruby;

use super::{FoundTest, Language, of};
use crate::domain::{BodyEdit, RepoPath};
use proptest::{prelude::*, sample::select};

const EDITS: [BodyEdit; 6] = [
    BodyEdit::FailAtEnd,
    BodyEdit::ExitAtEnd,
    BodyEdit::ExitAtOnce,
    BodyEdit::PassAtOnce,
    BodyEdit::LeaveAtOnce,
    BodyEdit::MustEnd,
];

/// How a generated file is laid out.
#[derive(Clone, Debug)]
struct Layout {
    indent: &'static str,
    newline: &'static str,
    ends_in_newline: bool,
}

fn layout() -> impl Strategy<Value = Layout> {
    (select(vec!["    ", "  ", "\t", " "]), select(vec!["\n", "\r\n"]), any::<bool>())
        .prop_map(|(indent, newline, ends_in_newline)| Layout { indent, newline, ends_in_newline })
}

impl Layout {
    /// The text with its line breaks and its indentation (`>` at the beginning of lines) as the layout has them.
    fn apply(&self, text: &str) -> String {
        let lines = text.trim_end_matches('\n').split('\n').map(|line| {
            let bare = line.trim_start_matches('>');
            self.indent.repeat(line.len() - bare.len()) + bare
        });
        let end = if self.ends_in_newline { self.newline } else { "" };
        lines.collect::<Vec<_>>().join(self.newline) + end
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!(">{line}\n") }).collect()
}

/// The tests that are not inside of the one, which begins here. One without a name of its own is called after what it
/// does, which an edit changes, and with it its number among those of its name.
fn outside_of(tests: &[FoundTest], one: &FoundTest, start: usize) -> Vec<(Vec<String>, usize)> {
    let is_inside = |test: &FoundTest| test.name.len() > one.name.len() && test.name.starts_with(&one.name);
    let known = |test: &FoundTest| match test.dynamic {
        true if test.span.start == start => (Vec::new(), 0),
        true => (test.name.clone(), 0),
        false => (test.name.clone(), test.ordinal),
    };
    tests.iter().filter(|test| !is_inside(test)).map(known).collect()
}

/// Where the imports end that an edit may add to, in files that say so; else the file's start.
fn imports_end(text: &str) -> usize {
    text.find("// behind imports").unwrap_or_default()
}

fn every_edit_holds(file: &str, text: &str, parses: fn(&str) -> bool) {
    let path = RepoPath::from(file);
    let language: &Language = of(&path).unwrap();
    assert!(parses(text), "the generator makes only files that parse:\n{text}");
    let tests = (language.tests)(&path, text);
    assert!(!tests.is_empty(), "no test in:\n{text}");
    for test in &tests {
        assert!(test.span.start <= test.body.start && test.body.end <= test.span.end);
        for edit in EDITS {
            let edited = language.edit_body(text, test, edit);
            assert!(parses(&edited), "{edit:?} of {:?} breaks\n{text}\ninto\n{edited}", test.name);
            let before = &text[imports_end(text)..test.span.start];
            assert!(edited[imports_end(&edited)..].starts_with(before), "{edit:?} changes what is before");
            assert!(edited.ends_with(&text[test.span.end..]), "{edit:?} changes what is behind");
            assert!(
                edited != text
                    || matches!(edit, BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce)
                    || edit == BodyEdit::MustEnd && !language.ends_quietly,
                "{edit:?} of {:?} does nothing",
                test.name
            );
            let again = (language.tests)(&path, &edited);
            assert_eq!(
                outside_of(&again, test, test.span.start + imports_end(&edited) - imports_end(text)),
                outside_of(&tests, test, test.span.start),
                "{edit:?} of\n{text}\nis\n{edited}"
            );
        }
    }
}
