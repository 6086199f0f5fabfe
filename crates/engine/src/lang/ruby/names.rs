//! The names of tests and suites: what strings, symbols and constants stand for.

use crate::lang::syntax::{parts, text_of, words};
use tree_sitter::Node;

/// A name. What is only known when it runs is kept as it is written, inside of `#{…}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Name {
    /// The name.
    pub(super) text: String,
    /// Nothing in it is only known when it runs.
    pub(super) is_static: bool,
}

impl Name {
    fn fixed(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_static: true }
    }

    fn open(written: &str) -> Self {
        Self { text: format!("#{{{written}}}"), is_static: false }
    }

    fn then(self, next: Self) -> Self {
        Self { text: self.text + &next.text, is_static: self.is_static && next.is_static }
    }
}

/// What an expression is as a name.
pub(super) fn name_of(node: Node<'_>, text: &str) -> Name {
    match node.kind() {
        "string" | "delimited_symbol" => of_string(node, text),
        "chained_string" => all(parts(node), text),
        "simple_symbol" => Name::fixed(text_of(node, text).trim_start_matches(':')),
        "constant" | "scope_resolution" | "integer" | "float" | "true" => Name::fixed(text_of(node, text)),
        "binary" if is_plus(node, text) => all(parts(node), text),
        "call" if is_frozen(node, text) => {
            node.child_by_field_name("receiver").map(|string| name_of(string, text)).unwrap_or_default()
        }
        _ => Name::open(&words(node, text)),
    }
}

fn all(pieces: Vec<Node<'_>>, text: &str) -> Name {
    pieces.into_iter().fold(Name::fixed(""), |name, piece| name.then(name_of(piece, text)))
}

fn is_plus(node: Node<'_>, text: &str) -> bool {
    node.child_by_field_name("operator").is_some_and(|operator| text_of(operator, text) == "+")
}

/// `"…".freeze`
fn is_frozen(call: Node<'_>, text: &str) -> bool {
    let method = call.child_by_field_name("method").map(|method| text_of(method, text));
    method == Some("freeze")
        && call.child_by_field_name("receiver").is_some_and(|receiver| receiver.kind() == "string")
}

fn of_string(string: Node<'_>, text: &str) -> Name {
    let opening = string.child(0).map(|quote| text_of(quote, text)).unwrap_or_default();
    let is_plain = opening.ends_with('\'') || opening.starts_with("%q");
    let piece = |piece: Node<'_>| match piece.kind() {
        "interpolation" => {
            let written = words(piece, text);
            let inside = written.strip_prefix("#{").and_then(|rest| rest.strip_suffix('}'));
            Name::open(inside.unwrap_or(&written).trim())
        }
        "escape_sequence" => Name::fixed(escaped(text_of(piece, text))),
        _ if is_plain => Name::fixed(unescaped_plainly(text_of(piece, text))),
        _ => Name::fixed(text_of(piece, text)),
    };
    parts(string).into_iter().fold(Name::fixed(""), |name, next| name.then(piece(next)))
}

/// Between plain quotes a back-slash stands for itself, but before another or before a quote.
fn unescaped_plainly(written: &str) -> String {
    let mut meant = String::new();
    let mut rest = written.chars().peekable();
    while let Some(c) = rest.next() {
        let escaped = (c == '\\').then(|| rest.next_if(|next| matches!(next, '\\' | '\''))).flatten();
        meant.push(escaped.unwrap_or(c));
    }
    meant
}

/// What an escape stands for.
fn escaped(written: &str) -> String {
    let code = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    let body = written.get(1..).unwrap_or_default();
    let one = |c: char| Some(c.to_string());
    let meant = match body.chars().next() {
        Some('n') => one('\n'),
        Some('t') => one('\t'),
        Some('s') => one(' '),
        Some('r') => one('\r'),
        Some('e') => one('\u{1b}'),
        Some('a') => one('\u{7}'),
        Some('b') => one('\u{8}'),
        Some('v') => one('\u{b}'),
        Some('f') => one('\u{c}'),
        Some('\n') => Some(String::new()),
        Some('x') => code(&body[1..], 16).map(String::from),
        Some('u') => {
            let digits = body[1..].trim_matches(['{', '}']).split(' ').filter(|digits| !digits.is_empty());
            digits.map(|digits| code(digits, 16)).collect()
        }
        Some('0'..='7') => code(body, 8).map(String::from),
        _ => None,
    };
    meant.unwrap_or_else(|| body.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::ruby::parse;

    fn named(written: &str) -> (String, bool) {
        let text = format!("it({written})");
        let tree = parse(&text).unwrap();
        let arguments = tree.root_node().child(0).unwrap().child_by_field_name("arguments").unwrap();
        let name = name_of(parts(arguments)[0], &text);
        (name.text, name.is_static)
    }

    #[test]
    fn strings_are_what_they_stand_for() {
        for (written, meant) in [
            (r#""a \"b\" \\ \#{x} \n\t\s\e""#, "a \"b\" \\ #{x} \n\t \u{1b}"),
            (r#""\x41\u0042\u{43 44}\105""#, "ABCDE"),
            (r"'it\'s \\ \n #{x}'", r"it's \ \n #{x}"),
            ("%q(a (b) c)", "a (b) c"),
            ("%(a)", "a"),
            ("\"a\" 'b'", "ab"),
            ("\"a\" + 'b'", "ab"),
            ("'a'.freeze", "a"),
            (":sym", "sym"),
            (":\"a b\"", "a b"),
            ("Foo::Bar", "Foo::Bar"),
            ("\"größe 🙂\"", "größe 🙂"),
            ("''", ""),
        ] {
            assert_eq!(named(written), (meant.to_owned(), true), "{written}");
        }
    }

    #[test]
    fn what_is_only_known_when_it_runs_is_marked() {
        for (written, kept) in [
            ("\"n #{ i } of #{n}\"", "n #{i} of #{n}"),
            ("\"a #@b\"", "a #{#@b}"),
            ("name", "#{name}"),
            ("'a' + b", "a#{b}"),
            ("\"a\" \"#{b}\"", "a#{b}"),
            ("name.to_s", "#{name.to_s}"),
            ("<<~X", "#{<<~X}"),
        ] {
            assert_eq!(named(written), (kept.to_owned(), false), "{written}");
        }
    }
}
