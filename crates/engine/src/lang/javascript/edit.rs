//! Edits of the bodies of JavaScript and TypeScript tests.

use super::{bare, call::function_of, ended, find::inside, is_function, parameters};
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

/// A handler of our own ends the process, whatever status it was to end with.
const ENTER: &str = "const counterproofEnd = () => { Reflect.get(globalThis, \"process\").reallyExit(97); }; \
                     Reflect.get(globalThis, \"process\").on(\"exit\", counterproofEnd);";
const LEAVE: &str = "Reflect.get(globalThis, \"process\").off(\"exit\", counterproofEnd);";

/// The file with the bodies of tests edited.
pub(super) fn edit_bodies(tree: Option<Tree>, text: &str, edits: &[(&FoundTest, BodyEdit)]) -> String {
    let Some(tree) = tree else { return text.to_owned() };
    let of_test = |(test, edit): &(&FoundTest, BodyEdit)| {
        let call = node_at(&tree, &test.span)?;
        let function = function_of(&parts(call.child_by_field_name("arguments")?))?;
        if *edit == BodyEdit::PassAtOnce && ended::are_in(text) {
            return ended::passed(function, text);
        }
        if !is_function(bare(function)) {
            return Some(vec![(function.byte_range(), wrapped(text_of(function, text), *edit))]);
        }
        let body = Body::read(call, bare(function), text)?;
        Some(body.edit(*edit))
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
            format!("async (f, self, a) => {{ {ENTER} await Reflect.apply(f, self, a); {LEAVE} }}")
        }
    };
    format!("new Proxy({function}, {{ apply: {behaviour} }})")
}

/// The body of a function written in place.
pub(super) struct Body<'t> {
    text: &'t str,
    function: Node<'t>,
    node: Node<'t>,
    is_block: bool,
    is_async: bool,
    /// The parameter that is called when the test is over, where it has one.
    pub(super) callback: Option<&'t str>,
}

pub(super) type Replacements = Vec<(Range<usize>, String)>;

impl<'t> Body<'t> {
    pub(super) fn read(call: Node<'t>, function: Node<'t>, text: &'t str) -> Option<Self> {
        let node = function.child_by_field_name("body")?;
        let is_async = function.children(&mut function.walk()).any(|child| child.kind() == "async");
        let is_block = node.kind() == "statement_block";
        Some(Self { text, function, node, is_block, is_async, callback: callback(call, function, text) })
    }

    fn edit(&self, edit: BodyEdit) -> Replacements {
        match (edit, self.callback) {
            (BodyEdit::ExitAtOnce, _) if self.is_block => vec![self.at_start(EXIT)],
            (BodyEdit::ExitAtOnce, _) => {
                self.instead(&format!("{{ {EXIT} return ({}); }}", self.expression()))
            }
            (BodyEdit::PassAtOnce, _) if self.is_block => vec![(inside(self.function), self.passing())],
            (BodyEdit::PassAtOnce, _) => self.instead(&format!("{{{}}}", self.passing())),
            (_, None) => self.surrounded(statements(edit)),
            (_, Some(callback)) => {
                self.calling_back(&format!("{}{}", statements(edit).0, rebound(callback, edit)))
            }
        }
    }

    /// Statements before the first one and behind the last one, which is reached only by what gets to its end.
    pub(super) fn surrounded(&self, (entry, end): (&str, &str)) -> Replacements {
        if self.is_block {
            let first = (!entry.is_empty()).then(|| self.at_start(entry));
            return first.into_iter().chain(self.at_end(end)).collect();
        }
        let expression = self.expression();
        match (self.is_async, entry) {
            (true, _) => self.instead(&format!("{{ {entry}await ({expression}); {end} }}")),
            (false, "") => self.instead(&followed(expression, end)),
            (false, _) => self.instead(&format!("{{ {entry} return {}; }}", followed(expression, end))),
        }
    }

    fn calling_back(&self, first: &str) -> Replacements {
        if self.is_block {
            return vec![self.at_start(first)];
        }
        self.instead(&format!("{{ {first} return ({}); }}", self.expression()))
    }

    fn instead(&self, new: &str) -> Replacements {
        vec![(self.node.byte_range(), new.to_owned())]
    }

    fn expression(&self) -> &'t str {
        text_of(self.node, self.text)
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
    fn at_end(&self, statement: &str) -> Replacements {
        let end = inside(self.function).end;
        let behind = (end..end, format!(";{statement} "));
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
            _ => vec![(range, format!("return {}", followed(value, statement)))],
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

/// What comes first, and what comes last.
fn statements(edit: BodyEdit) -> (&'static str, &'static str) {
    match edit {
        BodyEdit::FailAtEnd => ("", FAIL),
        BodyEdit::MustEnd => (ENTER, LEAVE),
        _ => ("", EXIT),
    }
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
