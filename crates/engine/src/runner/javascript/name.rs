//! Names of tests as regular expressions that any JavaScript engine, shell and option parser takes.

use crate::domain::Site;
use std::fmt::Write;

/// What stands for any text, line breaks included.
const ANYTHING: &str = "[^]*";

/// The text as a part of a regular expression that matches it and nothing else: all but letters and digits is written
/// as UTF-16 escapes.
pub(in crate::runner) fn escaped(text: &str) -> String {
    let mut pattern = String::new();
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(plain) if plain.is_ascii_alphanumeric() || plain == b'_' => pattern.push(plain.into()),
            _ => {
                let _ = write!(pattern, "\\u{unit:04x}");
            }
        }
    }
    pattern
}

/// The expression that selects a test by its full name, suites and name joined. Of a name that is made when it runs, what
/// is written out must be there, and something may stand before it: who knows where a function is called.
pub(in crate::runner) fn selector(site: &Site, separator: &str) -> String {
    if !site.dynamic {
        return format!("^{}$", escaped(&site.name.join(separator)));
    }
    let separator = escaped(separator);
    let names: Vec<String> = site.name.iter().map(|name| written(name)).collect();
    format!("(^|{separator}){}$", names.join(&separator))
}

/// A name as it is written: `${…}` of templates, `%i` and `$key` of tables stand for anything.
fn written(name: &str) -> String {
    let mut pattern = String::new();
    let mut rest = name;
    while let Some(at) = rest.find(['$', '%', '<']) {
        pattern.push_str(&escaped(&rest[..at]));
        let length = hole(&rest[at..]);
        match length {
            0 => pattern.push_str(&escaped(&rest[at..=at])),
            _ if pattern.ends_with(ANYTHING) => {}
            _ => pattern.push_str(ANYTHING),
        }
        rest = &rest[at + length.max(1)..];
    }
    pattern + &escaped(rest)
}

/// How much at the beginning of the text is filled in when the test runs, in bytes.
fn hole(text: &str) -> usize {
    const NAMELESS: &str = "<anonymous>";
    if text.starts_with(NAMELESS) {
        return NAMELESS.len();
    }
    if let Some(rest) = text.strip_prefix('%') {
        return 1 + rest.chars().next().map_or(0, char::len_utf8);
    }
    if text.starts_with("${") {
        return balanced(&text[1..]) + 1;
    }
    let is_key = |c: char| c.is_alphanumeric() || "_.#$".contains(c);
    let key = text[1..].find(|c| !is_key(c)).unwrap_or(text.len() - 1);
    if text.starts_with('$') && key > 0 { 1 + key } else { 0 }
}

/// How long the text in braces is that the text begins with.
fn balanced(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::testing::site;

    fn dynamic(names: &[&str]) -> String {
        selector(&Site { dynamic: true, ..site("a", names) }, " ")
    }

    #[test]
    fn only_letters_and_digits_stay_as_they_are() {
        assert_eq!(escaped("a_1 (b)\n"), r"a_1\u0020\u0028b\u0029\u000a");
        assert_eq!(escaped("é🙂"), r"\u00e9\ud83d\ude42");
    }

    #[test]
    fn a_name_is_selected_whole_with_its_suites() {
        assert_eq!(selector(&site("a", &["s", "a b"]), " > "), r"^s\u0020\u003e\u0020a\u0020b$");
    }

    #[test]
    fn what_a_run_fills_in_may_be_anything() {
        assert_eq!(dynamic(&["s", "n ${f({ a: 1 })} b"]), r"(^|\u0020)s\u0020n\u0020[^]*\u0020b$");
        assert_eq!(dynamic(&["%i + %s%%"]), r"(^|\u0020)[^]*\u0020\u002b\u0020[^]*$");
        assert_eq!(dynamic(&["$a.b c $# $"]), r"(^|\u0020)[^]*\u0020c\u0020[^]*\u0020\u0024$");
        assert_eq!(dynamic(&["<anonymous>"]), r"(^|\u0020)[^]*$");
        assert_eq!(dynamic(&["a < b 100%"]), r"(^|\u0020)a\u0020\u003c\u0020b\u0020100[^]*$");
        assert_eq!(dynamic(&["${open"]), r"(^|\u0020)[^]*$");
    }
}
