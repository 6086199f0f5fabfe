//! Runners of the user's own, by template.

use super::{Pattern, Variable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A runner by template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Custom {
    /// What to call it.
    pub name: String,
    /// The test files it runs.
    pub files: Vec<Pattern>,
    /// The folder its commands run in, relative to the top level, which is the default.
    #[serde(default)]
    pub folder: String,
    /// The command that runs everything.
    pub suite: Argv,
    /// The command that runs one file; the one for everything by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Argv>,
    /// The command that runs one test; the one for its file by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<Argv>,
    /// What joins suites and name in `{full_name}` and suites in `{suite}`.
    #[serde(default = "space")]
    pub separator: String,
    /// Variables set for its commands.
    #[serde(default)]
    pub env: BTreeMap<Variable, String>,
}

fn space() -> String {
    " ".into()
}

/// A command: program and arguments, each of which may hold placeholders. No shell reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
#[schemars(with = "Vec<String>")]
pub struct Argv {
    words: Vec<String>,
}

/// What a placeholder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placeholder {
    /// `{file}`: the test file, relative to the folder the command runs in.
    File,
    /// `{line}`: the line the test begins in.
    Line,
    /// `{name}`: the test's own name.
    Name,
    /// `{suite}`: the names of its suites, joined.
    Suite,
    /// `{full_name}`: suites and name, joined.
    FullName,
}

impl Placeholder {
    const ALL: [(&'static str, Self); 5] = [
        ("file", Self::File),
        ("line", Self::Line),
        ("name", Self::Name),
        ("suite", Self::Suite),
        ("full_name", Self::FullName),
    ];
}

/// A stretch of an argument.
enum Piece<'a> {
    Plain(&'a str),
    Value(Placeholder),
}

impl Argv {
    /// The command with its placeholders replaced. A value stays inside its argument, whatever it holds.
    pub fn filled(&self, value: impl Fn(Placeholder) -> Vec<u8>) -> Vec<Vec<u8>> {
        let fill = |word: &String| {
            let pieces = pieces(word).unwrap_or_default();
            pieces.into_iter().fold(Vec::new(), |mut filled, piece| {
                match piece {
                    Piece::Plain(text) => filled.extend_from_slice(text.as_bytes()),
                    Piece::Value(placeholder) => filled.extend(value(placeholder)),
                }
                filled
            })
        };
        self.words.iter().map(fill).collect()
    }
}

impl TryFrom<Vec<String>> for Argv {
    type Error = String;

    fn try_from(words: Vec<String>) -> Result<Self, String> {
        if words.first().is_none_or(String::is_empty) {
            return Err("a command needs a program: `[\"program\", \"argument\", …]`".into());
        }
        for word in &words {
            pieces(word)?;
        }
        Ok(Self { words })
    }
}

impl From<Argv> for Vec<String> {
    fn from(argv: Argv) -> Self {
        argv.words
    }
}

/// An argument cut at its placeholders; `{{` and `}}` are braces.
fn pieces(word: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut pieces = Vec::new();
    let mut rest = word;
    while let Some(at) = rest.find(['{', '}']) {
        let (plain, brace) = rest.split_at(at);
        pieces.push(Piece::Plain(plain));
        if brace.starts_with("{{") || brace.starts_with("}}") {
            pieces.push(Piece::Plain(&brace[..1]));
            rest = &brace[2..];
        } else {
            let (placeholder, behind) = placeholder(brace)?;
            pieces.push(Piece::Value(placeholder));
            rest = behind;
        }
    }
    pieces.push(Piece::Plain(rest));
    Ok(pieces)
}

fn placeholder(text: &str) -> Result<(Placeholder, &str), String> {
    let inside = text.strip_prefix('{').and_then(|text| text.split_once('}'));
    let known = inside.and_then(|(name, rest)| {
        Placeholder::ALL.iter().find(|(known, _)| *known == name).map(|(_, placeholder)| (*placeholder, rest))
    });
    known.ok_or_else(|| {
        let known: Vec<String> = Placeholder::ALL.iter().map(|(name, _)| format!("`{{{name}}}`")).collect();
        format!("`{text}` is no placeholder; there are {}, and `{{{{` is a brace", known.join(", "))
    })
}
