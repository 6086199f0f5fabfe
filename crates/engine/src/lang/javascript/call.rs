//! One call that makes a test or a suite: its name, its options, its function.

use super::{
    bare, is_function,
    words::{Head, Kind, Trust, Words, truth},
};
use crate::{
    domain::Disabled,
    lang::syntax::{line_of, parts, text_of, words},
};
use tree_sitter::Node;

/// A call that makes a test or a suite.
pub(super) struct TestCall<'t> {
    /// The whole call.
    pub node: Node<'t>,
    /// Its callee.
    pub head: Head<'t>,
    /// Its name.
    pub name: Name,
    /// The function that is the test's or suite's body, or what gives it.
    pub function: Option<Node<'t>>,
    arguments: Vec<Node<'t>>,
}

/// A name, as it is when the test runs, or as it is written where that cannot be known.
pub(super) struct Name {
    /// The name.
    pub text: String,
    /// It is the same whenever the test runs.
    pub is_static: bool,
}

impl<'t> TestCall<'t> {
    /// What a call makes, if it is a test or a suite.
    pub(super) fn read(node: Node<'t>, words: &Words<'t>, place: (&'t str, &[&str])) -> Option<Self> {
        let (text, contexts) = place;
        let arguments = node.child_by_field_name("arguments").filter(|list| list.kind() == "arguments")?;
        let arguments = parts(arguments);
        let head = words.head(node.child_by_field_name("function")?, contexts)?;
        let first = bare(*arguments.first()?);
        let function = function_of(&arguments);
        let is_in_place = function.is_some_and(|function| is_function(bare(function)));
        let is_condition = is_function(first) && arguments.len() > 1 && is_text(arguments[1]);
        let is_assertion = head.is_failure() && function.is_none();
        let is_one = match head.trust {
            Trust::ByName => is_text(first) && is_in_place,
            Trust::Usual => is_text(first) || is_in_place,
            Trust::Certain => true,
        };
        if head.is_unfinished() || is_condition || is_assertion || !is_one {
            return None;
        }
        let names_itself =
            is_function(first) || first.kind() == "object" || function == arguments.first().copied();
        let name = if names_itself { own_name(function, text) } else { name_of(first, text) };
        let is_filled_in = head.has_rows() && name.text.contains(['%', '$']);
        let name = Name { is_static: name.is_static && !is_filled_in, ..name };
        Some(Self { node, head, name, function, arguments })
    }

    /// What disables what the call makes.
    pub(super) fn disabled(&self, text: &str) -> Option<Disabled> {
        let by_option = || self.arguments.iter().find_map(|argument| disabling_option(*argument, text));
        let is_empty = self.function.is_none() && self.head.kind == Kind::Test;
        let by_absence =
            || is_empty.then(|| Disabled { by: "no function given".to_owned(), line: line_of(self.node) });
        self.head.disabled(text).or_else(by_option).or_else(by_absence)
    }
}

/// True for what is surely a name: a string, or something joined with one.
fn is_text(expression: Node<'_>) -> bool {
    let operand = |side| expression.child_by_field_name(side).is_some_and(|operand| is_text(bare(operand)));
    match expression.kind() {
        "string" | "template_string" => true,
        "binary_expression" => {
            let operator = expression.child_by_field_name("operator").map(|operator| operator.kind());
            operator == Some("+") && (operand("left") || operand("right"))
        }
        _ => false,
    }
}

/// The function among the arguments of a call: one written in place, else what is left when names and options are
/// taken away.
pub(super) fn function_of<'t>(arguments: &[Node<'t>]) -> Option<Node<'t>> {
    const NO_FUNCTIONS: &[&str] = &[
        "object",
        "number",
        "string",
        "template_string",
        "binary_expression",
        "true",
        "false",
        "null",
        "undefined",
        "spread_element",
        "array",
        "regex",
    ];
    let in_place = arguments.iter().find(|argument| is_function(bare(**argument)));
    let given = || {
        let rest = if arguments.len() > 1 { &arguments[1..] } else { arguments };
        rest.iter().rfind(|argument| !NO_FUNCTIONS.contains(&bare(**argument).kind()))
    };
    in_place.or_else(given).copied()
}

fn disabling_option(options: Node<'_>, text: &str) -> Option<Disabled> {
    if options.kind() != "object" {
        return None;
    }
    let disables = |pair: &Node<'_>| {
        let key = pair.child_by_field_name("key").map(|key| text_of(key, text).trim_matches(['"', '\'']));
        let value = pair.child_by_field_name("value").and_then(|value| truth(value, text));
        value == Some(true) && matches!(key, Some("skip" | "todo" | "fails" | "expectFailure" | "ignore"))
    };
    let pair = parts(options).into_iter().find(disables)?;
    Some(Disabled { by: words(pair, text), line: line_of(pair) })
}

/// The name of a test without one: its function's.
fn own_name(function: Option<Node<'_>>, text: &str) -> Name {
    let function = function.map(bare);
    match function.and_then(|function| function.child_by_field_name("name")) {
        Some(name) => Name { text: text_of(name, text).to_owned(), is_static: true },
        None => {
            let given = function.filter(|function| !is_function(*function));
            let text = given.map_or_else(|| "<anonymous>".to_owned(), |function| words(function, text));
            Name { text, is_static: false }
        }
    }
}

fn name_of(expression: Node<'_>, text: &str) -> Name {
    match literal(expression, text) {
        Some(text) => Name { text, is_static: true },
        None => Name { text: template(expression, text), is_static: false },
    }
}

/// The value of a string that is written out, in one piece or in several.
pub(super) fn literal(expression: Node<'_>, text: &str) -> Option<String> {
    let expression = bare(expression);
    match expression.kind() {
        "string" => Some(unescaped(inside(expression, text))),
        "template_string" => {
            let is_fixed = parts(expression).iter().all(|part| part.kind() != "template_substitution");
            is_fixed.then(|| unescaped(&inside(expression, text).replace("\r\n", "\n")))
        }
        "binary_expression" if expression.child_by_field_name("operator")?.kind() == "+" => {
            let left = literal(expression.child_by_field_name("left")?, text)?;
            Some(left + &literal(expression.child_by_field_name("right")?, text)?)
        }
        _ => None,
    }
}

/// An expression as a template has it: what only a run can know stands in `${…}`.
fn template(expression: Node<'_>, text: &str) -> String {
    let expression = bare(expression);
    let operand = |side| expression.child_by_field_name(side);
    match (literal(expression, text), expression.kind()) {
        (Some(known), _) => known,
        (None, "template_string") => filled_in(expression, text),
        (None, "binary_expression") if is_text(expression) => {
            let operands = [operand("left"), operand("right")].into_iter().flatten();
            operands.map(|operand| template(operand, text)).collect()
        }
        _ => format!("${{{}}}", words(expression, text)),
    }
}

fn filled_in(string: Node<'_>, text: &str) -> String {
    let (mut name, mut at) = (String::new(), string.start_byte() + 1);
    for hole in parts(string).into_iter().filter(|part| part.kind() == "template_substitution") {
        name.push_str(&unescaped(&text[at..hole.start_byte()].replace("\r\n", "\n")));
        name.push_str(&words(hole, text));
        at = hole.end_byte();
    }
    name + &unescaped(&text[at..string.end_byte().saturating_sub(1)].replace("\r\n", "\n"))
}

fn inside<'a>(string: Node<'_>, text: &'a str) -> &'a str {
    let written = text_of(string, text);
    written.get(1..written.len().saturating_sub(1)).unwrap_or_default()
}

/// The characters that a string's text stands for. In UTF-16, since escapes may be halves of a character.
fn unescaped(written: &str) -> String {
    let mut units = Vec::new();
    let mut rest = written.chars();
    while let Some(c) = rest.next() {
        let meant = if c == '\\' { escape(&mut rest) } else { Some(u32::from(c)) };
        match meant.map(|code| (code, char::from_u32(code))) {
            Some((_, Some(c))) => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
            Some((half, None)) => units.extend(u16::try_from(half)),
            None => {}
        }
    }
    String::from_utf16_lossy(&units)
}

/// The code that an escape behind its back-slash stands for; none for a continued line.
fn escape(rest: &mut std::str::Chars<'_>) -> Option<u32> {
    let hexadecimal = |digits: &str| u32::from_str_radix(digits, 16).ok();
    match rest.next()? {
        'n' => Some(0x0a),
        't' => Some(0x09),
        'r' => Some(0x0d),
        'b' => Some(0x08),
        'v' => Some(0x0b),
        'f' => Some(0x0c),
        '0' => Some(0),
        'x' => hexadecimal(&rest.by_ref().take(2).collect::<String>()),
        'u' if rest.as_str().starts_with('{') => {
            hexadecimal(&rest.by_ref().skip(1).take_while(|c| *c != '}').collect::<String>())
        }
        'u' => hexadecimal(&rest.by_ref().take(4).collect::<String>()),
        '\r' => {
            if rest.as_str().starts_with('\n') {
                rest.next();
            }
            None
        }
        '\n' | '\u{2028}' | '\u{2029}' => None,
        other => Some(u32::from(other)),
    }
}
