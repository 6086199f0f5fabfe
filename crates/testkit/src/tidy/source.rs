//! The Rust files of the workspace, and their text with strings and comments blanked out.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A Rust file of the workspace.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path, relative to the workspace.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl Source {
    /// The text with the insides of comments, strings and characters turned into blanks, so that what is left is code.
    /// Lines and columns stay where they are.
    pub fn code(&self) -> String {
        blank(&self.text)
    }
}

/// The folder of the workspace.
fn top() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("this package lies in crates/testkit").to_path_buf()
}

/// All Rust files of the crates, by path.
pub fn workspace() -> Vec<Source> {
    let top = top();
    let mut found = Vec::new();
    for folder in ["crates", "museum"] {
        collect(&top, &top.join(folder), &mut found);
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn collect(top: &Path, folder: &Path, found: &mut Vec<Source>) {
    let entries = fs::read_dir(folder).expect("a folder of the workspace");
    for at in entries.map(|entry| entry.expect("an entry of the workspace").path()) {
        if at.is_dir() && !at.ends_with("target") {
            collect(top, &at, found);
        } else if at.extension().is_some_and(|extension| extension == "rs") {
            let path = at.strip_prefix(top).expect("found below the top").display().to_string();
            found.push(Source { path, text: fs::read_to_string(&at).expect("Rust is UTF-8") });
        }
    }
}

fn blank(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (kept, length) = token(rest, out.chars().next_back(), first);
        let (token, after) = rest.split_at(length);
        match kept {
            true => out.push_str(token),
            false => out.extend(token.chars().map(|c| if c == '\n' { c } else { ' ' })),
        }
        rest = after;
    }
    out
}

/// Whether the token that the text starts with is code, and how many bytes it has.
fn token(text: &str, before: Option<char>, first: char) -> (bool, usize) {
    let in_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let until =
        |end: &str, from: usize| text[from..].find(end).map_or(text.len(), |at| from + at + end.len());
    if text.starts_with("//") {
        return (false, text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return (false, until("*/", 2));
    }
    if !in_word && let Some(end) = raw_string_end(text) {
        return (false, until(&end.1, end.0));
    }
    match first {
        '"' => (false, closing_quote(text, '"')),
        '\'' if is_character(text) => (false, closing_quote(text, '\'')),
        _ => (true, first.len_utf8()),
    }
}

/// Where the inside of a raw string starts, and what closes it.
fn raw_string_end(text: &str) -> Option<(usize, String)> {
    let prefix = ["r", "br", "cr"].iter().find(|prefix| {
        let rest = text.strip_prefix(**prefix);
        rest.is_some_and(|rest| rest.trim_start_matches('#').starts_with('"'))
    })?;
    let hashes = text[prefix.len()..].chars().take_while(|c| *c == '#').count();
    Some((prefix.len() + hashes + 1, format!("\"{}", "#".repeat(hashes))))
}

/// The byte behind the quote that closes the one the text starts with.
fn closing_quote(text: &str, quote: char) -> usize {
    let mut escaped = false;
    let mut chars = text.char_indices().skip(1);
    let end = chars.find(|(_, c)| {
        let closes = *c == quote && !escaped;
        escaped = *c == '\\' && !escaped;
        closes
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// True for a character, false for a lifetime.
fn is_character(text: &str) -> bool {
    let mut chars = text.chars().skip(1);
    match chars.next() {
        Some('\\') => true,
        _ => chars.next() == Some('\''),
    }
}

#[cfg(test)]
mod tests {
    use super::blank;

    #[test]
    fn comments_strings_and_characters_are_blanked_and_nothing_moves() {
        let text = "a /* { */ b // {\n\"{\\\"\" '{' '\\'' c";
        assert_eq!(blank(text), "a         b     \n               c");
    }

    #[test]
    fn raw_strings_end_at_their_own_hashes() {
        assert_eq!(blank(r####"r#"{"}"# x br"{" y"####), "         x       y");
        assert_eq!(blank("for\"{\""), "for   ", "the end of a word starts no raw string");
    }

    #[test]
    fn lifetimes_are_code() {
        assert_eq!(blank("fn f<'a>(x: &'a str) {}"), "fn f<'a>(x: &'a str) {}");
    }
}
