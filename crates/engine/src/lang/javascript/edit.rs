//! Edits of the bodies of JavaScript and TypeScript tests.

use super::{bare, call::function_of, find::inside, is_function, parameters};
use crate::{
    domain::BodyEdit,
    lang::{
        FoundTest,
        syntax::{node_at, parts, splice, text_of},
    },
};
use std::ops::Range;
use tree_sitter::{Node, Tree};

const FAIL: &str = "throw new Error(\"counterproof\");";

/// `reallyExit` runs no exit handlers; it has no type, which a type checker would object to, so it is reached untyped.
const EXIT: &str = "Reflect.get(globalThis, \"process\").reallyExit(97);";

/// A body that must end. Two things notice one that does not: what comes finally, since some runners end their workers so
/// that nothing is told of it, and a handler of the real process (some runners give tests another one), since an exit
/// skips what comes finally.
const ENTER: &str = "let counterproofLeft = false; \
    const counterproofEnd = () => { Reflect.get(globalThis, \"process\").reallyExit(97); }; \
    const counterproofProcess = Reflect.get(globalThis, \"process\").reallyExit.constructor(\"return process\")(); \
    counterproofProcess.on(\"exit\", counterproofEnd);";
const LEAVE: &str = "counterproofLeft = true; counterproofProcess.off(\"exit\", counterproofEnd);";
const TRY: &str = "try {";
const FINALLY: &str = "} finally { if (!counterproofLeft) counterproofEnd(); }";

/// The file with the bodies of tests edited.
pub(super) fn edit_bodies(tree: Option<Tree>, text: &str, edits: &[(&FoundTest, BodyEdit)]) -> String {
    let Some(tree) = tree else { return text.to_owned() };
    let of_test = |(test, edit): &(&FoundTest, BodyEdit)| {
        let call = node_at(&tree, &test.span)?;
        let function = function_of(&parts(call.child_by_field_name("arguments")?))?;
        if !is_function(bare(function)) {
            return Some(vec![(function.byte_range(), wrapped(text_of(function, text), *edit))]);
        }
        let body = Body::read(call, bare(function), text)?;
        Some(if body.is_block { body.edit_block(*edit) } else { body.edit_expression(*edit) })
    };
    splice(text, edits.iter().filter_map(of_test).flatten().collect())
}

/// A function that is given by reference, edited from outside. A proxy keeps its type, its length and `this`.
fn wrapped(function: &str, edit: BodyEdit) -> String {
    let behaviour = match edit {
        BodyEdit::FailAtEnd => format!("async (f, self, a) => {{ await Reflect.apply(f, self, a); {FAIL} }}"),
        BodyEdit::ExitAtEnd => format!("async (f, self, a) => {{ await Reflect.apply(f, self, a); {EXIT} }}"),
        BodyEdit::ExitAtOnce => format!("() => {{ {EXIT} }}"),
        BodyEdit::PassAtOnce => "() => {}".to_owned(),
        BodyEdit::MustEnd => {
            format!(
                "async (f, self, a) => {{ {ENTER} {TRY} await Reflect.apply(f, self, a); {LEAVE} {FINALLY} }}"
            )
        }
    };
    format!("new Proxy({function}, {{ apply: {behaviour} }})")
}

/// The body of a function written in place.
struct Body<'t> {
    text: &'t str,
    function: Node<'t>,
    node: Node<'t>,
    is_block: bool,
    is_async: bool,
    /// The parameter that is called when the test is over, where it has one.
    callback: Option<&'t str>,
}

type Replacements = Vec<(Range<usize>, String)>;

impl<'t> Body<'t> {
    fn read(call: Node<'t>, function: Node<'t>, text: &'t str) -> Option<Self> {
        let node = function.child_by_field_name("body")?;
        let is_async = function.children(&mut function.walk()).any(|child| child.kind() == "async");
        let is_block = node.kind() == "statement_block";
        Some(Self { text, function, node, is_block, is_async, callback: callback(call, function, text) })
    }

    fn edit_block(&self, edit: BodyEdit) -> Replacements {
        match edit {
            BodyEdit::ExitAtOnce => vec![self.at_start(EXIT)],
            BodyEdit::PassAtOnce => vec![(inside(self.function), self.passing())],
            BodyEdit::FailAtEnd | BodyEdit::ExitAtEnd | BodyEdit::MustEnd => match self.callback {
                Some(callback) => vec![self.at_start(&format!("{}{}", entry(edit), rebound(callback, edit)))],
                None => self.ended(edit),
            },
        }
    }

    fn ended(&self, edit: BodyEdit) -> Replacements {
        let mut replacements = self.at_end(edit);
        if edit == BodyEdit::MustEnd {
            let end = inside(self.function).end;
            replacements.insert(0, self.at_start(&format!("{ENTER} {TRY}")));
            replacements.push((end..end, FINALLY.to_owned()));
        }
        replacements
    }

    fn edit_expression(&self, edit: BodyEdit) -> Replacements {
        let expression = text_of(self.node, self.text);
        let new = match (edit, self.callback) {
            (BodyEdit::ExitAtOnce, _) => format!("{{ {EXIT} return ({expression}); }}"),
            (BodyEdit::PassAtOnce, _) => format!("{{{}}}", self.passing()),
            (_, Some(callback)) => {
                format!("{{ {}{} return ({expression}); }}", entry(edit), rebound(callback, edit))
            }
            (BodyEdit::MustEnd, None) if self.is_async => {
                format!("{{ {ENTER} {TRY} await ({expression}); {LEAVE} {FINALLY} }}")
            }
            (BodyEdit::MustEnd, None) => format!("{{ {ENTER} {TRY} {} {FINALLY} }}", at_last(expression, edit)),
            _ if self.is_async => format!("{{ await ({expression}); {} }}", statement(edit)),
            _ => followed(expression, statement(edit)),
        };
        vec![(self.node.byte_range(), new)]
    }

    /// A statement before the first one, but behind directives, which must stay first.
    fn at_start(&self, statement: &str) -> (Range<usize>, String) {
        let is_directive = |part: &Node<'_>| {
            part.kind() == "expression_statement"
                && parts(*part).first().is_some_and(|e| e.kind() == "string")
        };
        let first = parts(self.node).into_iter().find(|part| !is_directive(part));
        let at = first.map_or(inside(self.function).end, |first| first.start_byte());
        (at..at, format!(";{statement} "))
    }

    /// A statement behind the last one. A promise that was returned comes first.
    fn at_end(&self, edit: BodyEdit) -> Replacements {
        let end = inside(self.function).end;
        let behind = (end..end, format!(";{} ", statement(edit)));
        let is_hoisted = |part: &Node<'_>| part.kind().ends_with("function_declaration");
        let last = parts(self.node).into_iter().rfind(|part| !is_hoisted(part));
        let Some(last) = last.filter(|last| last.kind() == "return_statement") else { return vec![behind] };
        let Some(returned) = parts(last).first().copied() else {
            let keyword = last.start_byte()..last.start_byte() + "return".len();
            return vec![(keyword, String::new()), behind];
        };
        let range = last.start_byte()..returned.end_byte();
        let value = text_of(returned, self.text);
        match self.function.kind() {
            _ if self.is_async => vec![(range, format!(";await ({value})")), behind],
            "generator_function" => vec![(range, format!(";({value})")), behind],
            _ => vec![(range, at_last(value, edit))],
        }
    }

    /// What a body is that passes: it calls back where that is waited for. Where a type is promised, something without
    /// a type is returned.
    fn passing(&self) -> String {
        match self.callback {
            Some(callback) => format!(" {callback}(); "),
            None if self.function.child_by_field_name("return_type").is_some() => {
                " return Reflect.get({}, \"nothing\"); ".to_owned()
            }
            None => String::new(),
        }
    }
}

fn statement(edit: BodyEdit) -> &'static str {
    match edit {
        BodyEdit::FailAtEnd => FAIL,
        BodyEdit::MustEnd => LEAVE,
        _ => EXIT,
    }
}

/// What comes first, where something does besides the ending.
fn entry(edit: BodyEdit) -> &'static str {
    if edit == BodyEdit::MustEnd { ENTER } else { "" }
}

/// The value returned as a promise with the edit's statement behind it. A body that must end is not left before the
/// value is there, and a promise that is broken is no end.
fn at_last(value: &str, edit: BodyEdit) -> String {
    if edit != BodyEdit::MustEnd {
        return format!("return {}", followed(value, statement(edit)));
    }
    format!(
        "{{ const counterproofLast = Promise.resolve(({value})).then(() => {{ {LEAVE} }}, counterproofEnd); \
         counterproofLeft = true; return counterproofLast; }}"
    )
}

/// A promise of the value with a statement behind it.
fn followed(value: &str, statement: &str) -> String {
    format!("Promise.resolve(({value})).then(() => {{ {statement} }})")
}

/// The callback made to fail or to exit when it is called without an error. A proxy keeps its type and members.
fn rebound(callback: &str, edit: BodyEdit) -> String {
    let behaviour = match edit {
        BodyEdit::FailAtEnd => "d(a[0] || new Error(\"counterproof\"))".to_owned(),
        BodyEdit::MustEnd => format!("{{ {LEAVE} return Reflect.apply(d, undefined, a); }}"),
        _ => format!("{{ if (a[0]) return d(a[0]); {EXIT} }}"),
    };
    format!("{callback} = new Proxy({callback}, {{ apply: (d, _self, a) => {behaviour} }});")
}

/// The parameter that is called when the test is over. node:test passes it second; other runners pass nothing else
/// (but the values of a row before it), so there its name must say what it is.
fn callback<'t>(call: Node<'t>, function: Node<'t>, text: &'t str) -> Option<&'t str> {
    let parameters = parameters(function, text);
    if text.contains("'node:test'") || text.contains("\"node:test\"") {
        return parameters.get(1).copied().flatten();
    }
    let callee = call.child_by_field_name("function").map(|callee| text_of(callee, text)).unwrap_or_default();
    let is_last = parameters.len() == 1 || callee.contains(".each");
    let last = parameters.last().copied().flatten().filter(|_| is_last)?;
    matches!(last, "done" | "cb" | "callback" | "next").then_some(last)
}
