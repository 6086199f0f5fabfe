//! The names of sub-tests: what the package `testing` makes of a literal.

use crate::lang::syntax::{parts, text_of};
use tree_sitter::Node;

/// The value of a string that is written out, in one piece or joined of several.
pub(super) fn literal(expression: Node<'_>, text: &str) -> Option<String> {
    match expression.kind() {
        "interpreted_string_literal" => Some(unquoted(text_of(expression, text))),
        "raw_string_literal" => {
            let written = text_of(expression, text);
            Some(written.trim_matches('`').replace('\r', ""))
        }
        "parenthesized_expression" => literal(*parts(expression).first()?, text),
        "binary_expression" if expression.child_by_field_name("operator")?.kind() == "+" => {
            let left = literal(expression.child_by_field_name("left")?, text)?;
            Some(left + &literal(expression.child_by_field_name("right")?, text)?)
        }
        _ => None,
    }
}

/// The value of an interpreted string, quotes included. Bytes that are not UTF-8 become the replacement character, as
/// they do in the names of tests.
pub(super) fn unquoted(written: &str) -> String {
    let inside = written.get(1..written.len().saturating_sub(1)).unwrap_or_default();
    let mut bytes = Vec::new();
    let mut rest = inside.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => bytes.extend(escape(&mut rest)),
            plain => bytes.extend_from_slice(plain.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The bytes that an escape behind its backslash stands for.
fn escape(rest: &mut std::str::Chars<'_>) -> Vec<u8> {
    let byte = |digits: &str, radix| u8::from_str_radix(digits, radix).ok().into_iter().collect();
    let char = |digits: &str| {
        let c = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        c.map(|c| c.to_string().into_bytes()).unwrap_or_default()
    };
    let mut take = |count: usize| rest.by_ref().take(count).collect::<String>();
    match take(1).as_str() {
        "a" => vec![0x07],
        "b" => vec![0x08],
        "f" => vec![0x0c],
        "n" => vec![b'\n'],
        "r" => vec![b'\r'],
        "t" => vec![b'\t'],
        "v" => vec![0x0b],
        "x" => byte(&take(2), 16),
        "u" => char(&take(4)),
        "U" => char(&take(8)),
        digit @ ("0" | "1" | "2" | "3" | "4" | "5" | "6" | "7") => byte(&(digit.to_owned() + &take(2)), 8),
        other => other.as_bytes().to_vec(),
    }
}

/// The name as it is matched and shown: white space becomes `_`, what cannot be printed an escape.
pub(super) fn rewritten(name: &str) -> String {
    name.chars()
        .map(|c| match c {
            space if is_space(space) => "_".to_owned(),
            plain if is_printable(plain) => plain.to_string(),
            other => escaped(other),
        })
        .collect()
}

/// What `testing` takes for white space; not quite what Unicode does.
fn is_space(c: char) -> bool {
    matches!(
        c,
        '\t'..='\r' | ' ' | '\u{85}' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{2028}'
            | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// Rust and Go agree on what can be printed. Marks that join the character before them are escaped by Rust only at the
/// start of a text, so another one stands there.
fn is_printable(c: char) -> bool {
    matches!(c, '\'' | '"' | '\\') || format!("a{c}").escape_debug().count() == 2
}

fn escaped(c: char) -> String {
    match c {
        '\u{7}' => "\\a".to_owned(),
        '\u{8}' => "\\b".to_owned(),
        c if u32::from(c) < 0x20 || c == '\u{7f}' => format!("\\x{:02x}", u32::from(c)),
        c if u32::from(c) < 0x10000 => format!("\\u{:04x}", u32::from(c)),
        c => format!("\\U{:08x}", u32::from(c)),
    }
}

/// The name of the sub-test that has `earlier` others of its name before it in its parent.
pub(super) fn numbered(name: &str, earlier: usize) -> String {
    if earlier == 0 && !name.is_empty() { name.to_owned() } else { format!("{name}#{earlier:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_becomes_a_line_and_what_cannot_be_printed_an_escape() {
        assert_eq!(rewritten("a b\tc\u{a0}d"), "a_b_c_d");
        assert_eq!(rewritten("nul\0 bell\u{7} del\u{7f}"), "nul\\x00_bell\\a_del\\x7f");
        assert_eq!(rewritten("soft\u{ad}hyphen \u{200b} \u{e0001}"), "soft\\u00adhyphen_\\u200b_\\U000e0001");
        assert_eq!(rewritten("é e\u{301} 漢 🎉 '\"\\"), "é_e\u{301}_漢_🎉_'\"\\");
    }

    #[test]
    fn escapes_are_what_they_stand_for() {
        assert_eq!(unquoted(r#""a\tb\x41\101\u00e9\U0001f389\\\"\377""#), "a\tbAAé🎉\\\"\u{fffd}");
    }

    #[test]
    fn equal_and_empty_names_are_numbered() {
        let names = [numbered("a", 0), numbered("a", 1), numbered("", 0), numbered("", 12)];
        assert_eq!(names, ["a", "a#01", "#00", "#12"]);
    }
}
