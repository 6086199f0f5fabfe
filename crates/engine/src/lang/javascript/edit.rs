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

/// Stored snapshots that no test looks at make a run red. A test that passes at once looks at none: jest is told that its
/// own were looked at, and vitest that it was skipped, which comes to the same.
const FORGO_SNAPSHOTS: &str = "{ const g = (k) => Reflect.get(globalThis, k); \
    g(\"__vitest_worker__\")?.current?.context?.skip?.(); const s = g(\"expect\")?.getState?.(); \
    s?.snapshotState?.markSnapshotsAsCheckedForTest?.(s.currentTestName); }";

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
        if matches!(edit, BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce) && ended::are_in(text) {
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

/// A function that is given by reference, edited from outside.
fn wrapped(function: &str, edit: BodyEdit) -> String {
    let ended = |end: &str| format!("async (f, self, a) => {{ await Reflect.apply(f, self, a); {end} }}");
    let behaviour = match edit {
        BodyEdit::FailAtEnd => ended(FAIL),
        BodyEdit::ExitAtEnd => ended(EXIT),
        BodyEdit::ExitAtOnce => format!("() => {{ {EXIT} }}"),
        BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce => "() => {}".to_owned(),
        BodyEdit::MustEnd => format!(
            "async (f, self, a) => {{ {ENTER} {TRY} await Reflect.apply(f, self, a); {LEAVE} {FINALLY} }}"
        ),
    };
    behaving(function, &behaviour)
}

/// A function that does something else when it is called. It keeps its type, its length, `this` and its text, in which
/// runners look for what it asks of them.
pub(super) fn behaving(function: &str, behaviour: &str) -> String {
    format!(
        "new Proxy({function}, {{ get: (f, k) => k === \"toString\" ? () => f.toString() : Reflect.get(f, k), \
         apply: {behaviour} }})"
    )
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
            (BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce, _) if self.is_block => {
                vec![(inside(self.function), self.passing())]
            }
            (BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce, _) => {
                self.instead(&format!("{{{}}}", self.passing()))
            }
            (BodyEdit::MustEnd, None) => self.bound(),
            (_, None) => self.surrounded(("", statement(edit))),
            (_, Some(callback)) => {
                let entry = if edit == BodyEdit::MustEnd { ENTER } else { "" };
                self.calling_back(&format!("{entry}{}", rebound(callback, edit)))
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

    /// What must end. A body that returns a promise has not, before that is kept; one that is broken is no end.
    fn bound(&self) -> Replacements {
        let first = format!("{ENTER} {TRY}");
        let last = |value: &str| {
            format!(
                "{{ const counterproofLast = Promise.resolve(({value})).then(() => {{ {LEAVE} }}, counterproofEnd); \
                 counterproofLeft = true; return counterproofLast; }}"
            )
        };
        match (self.is_block, self.is_async) {
            (true, _) => {
                let end = inside(self.function).end;
                let behind = (end..end, FINALLY.to_owned());
                [vec![self.at_start(&first)], self.at_end_or(LEAVE, last), vec![behind]].concat()
            }
            (false, true) => {
                self.instead(&format!("{{ {first} await ({}); {LEAVE} {FINALLY} }}", self.expression()))
            }
            (false, false) => self.instead(&format!("{{ {first} {} {FINALLY} }}", last(self.expression()))),
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
        self.at_end_or(statement, |value| format!("return {}", followed(value, statement)))
    }

    /// A statement behind the last one; where that returns what may be a promise, something else in its place.
    fn at_end_or(&self, statement: &str, returning: impl Fn(&str) -> String) -> Replacements {
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
            _ => vec![(range, returning(value))],
        }
    }

    /// What a body is that passes: it calls back where that is waited for. Where a type is promised, something without
    /// a type is returned.
    fn passing(&self) -> String {
        // Of tests that run at the same time nobody knows which is the current one.
        let has_snapshots = self.text.contains("Snapshot(") && !self.text.contains("concurrent");
        let first = if has_snapshots { FORGO_SNAPSHOTS } else { "" };
        match self.callback {
            Some(callback) => format!("{first} {callback}(); "),
            None if self.function.child_by_field_name("return_type").is_some() => {
                format!("{first} return Reflect.get({{}}, \"nothing\"); ")
            }
            None => first.to_owned(),
        }
    }
}

fn statement(edit: BodyEdit) -> &'static str {
    if edit == BodyEdit::FailAtEnd { FAIL } else { EXIT }
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

/// The parameter that is called when the test is over. node:test passes it second; other runners pass nothing else but
/// the values of a row before it, so there its name must say what it is.
fn callback<'t>(call: Node<'t>, function: Node<'t>, text: &'t str) -> Option<&'t str> {
    let parameters = parameters(function, text);
    if text.contains("'node:test'") || text.contains("\"node:test\"") {
        return parameters.get(1).copied().flatten();
    }
    let callee = call.child_by_field_name("function").map(|callee| text_of(callee, text)).unwrap_or_default();
    let has_row = [".each", ".for"].iter().any(|word| callee.contains(word));
    let is_last = if has_row { parameters.len() > 1 } else { parameters.len() == 1 };
    let last = parameters.last().copied().flatten().filter(|_| is_last)?;
    matches!(last, "done" | "cb" | "callback" | "next").then_some(last)
}
