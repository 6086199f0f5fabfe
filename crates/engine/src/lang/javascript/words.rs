//! The words that make tests and suites, under whatever names a file knows them.

use super::bare;
use crate::{
    domain::Disabled,
    lang::syntax::{descendants, line_of, parts, text_of, words},
};
use std::collections::{HashMap, HashSet};
use tree_sitter::Node;

/// What a word makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One test.
    Test,
    /// A suite of them.
    Suite,
}

/// Words and what they make; those that begin with `x` make disabled ones.
const WORDS: &[(&str, Kind)] = &[
    ("test", Kind::Test),
    ("it", Kind::Test),
    ("specify", Kind::Test),
    ("fit", Kind::Test),
    ("xit", Kind::Test),
    ("xtest", Kind::Test),
    ("xspecify", Kind::Test),
    ("describe", Kind::Suite),
    ("context", Kind::Suite),
    ("suite", Kind::Suite),
    ("fdescribe", Kind::Suite),
    ("fcontext", Kind::Suite),
    ("xdescribe", Kind::Suite),
    ("xcontext", Kind::Suite),
];

/// What may stand behind a word's dot.
const MODIFIERS: &[&str] = &["only", "concurrent", "sequential", "serial", "parallel", "shuffle", "extend"];

/// Modifiers that keep a test from running, or from failing.
const DISABLING: &[&str] = &["skip", "todo", "failing", "fails", "fixme", "fail", "ignore", "expectFailure"];

/// Modifiers that are called before the test is made.
const CALLED: &[&str] = &["each", "for", "skipIf", "runIf", "todoIf", "extend"];

/// Modules whose default export is `test`, and whose other exports are words.
const FRAMEWORKS: &[&str] = &[
    "node:test",
    "vitest",
    "@jest/globals",
    "mocha",
    "ava",
    "tape",
    "tap",
    "uvu",
    "bun:test",
    "@playwright/test",
    "@japa/runner",
];

/// How sure it is what a word makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// It is imported, and its name says so: `import { dbTest } from './fixtures'`.
    ByName,
    /// It is one of the usual words.
    Usual,
    /// It came from a module or through a test's parameter: no doubt what it is.
    Certain,
}

/// A word as it is called, with all that is said about it.
#[derive(Clone, Debug)]
pub(super) struct Head<'t> {
    /// What it makes.
    pub kind: Kind,
    /// How sure it is that it makes that.
    pub trust: Trust,
    modifiers: Vec<Modifier<'t>>,
}

#[derive(Clone, Debug)]
struct Modifier<'t> {
    name: &'t str,
    node: Node<'t>,
    arguments: Option<Node<'t>>,
}

impl<'t> Head<'t> {
    /// True if calling this makes no test yet, as in `test.each(table)`.
    pub(super) fn is_unfinished(&self) -> bool {
        self.modifiers.last().is_some_and(|last| CALLED.contains(&last.name) && last.arguments.is_none())
    }

    /// True for `fail`: of a test's context it is an assertion.
    pub(super) fn is_failure(&self) -> bool {
        self.modifiers.last().is_some_and(|last| last.name == "fail")
    }

    /// True if one call makes a test for each row of a table.
    pub(super) fn has_rows(&self) -> bool {
        self.modifiers.iter().any(|modifier| matches!(modifier.name, "each" | "for"))
    }

    /// Its tables.
    pub(super) fn tables(&self) -> impl Iterator<Item = Node<'t>> + '_ {
        let tables = self.modifiers.iter().filter(|modifier| matches!(modifier.name, "each" | "for"));
        tables.filter_map(|modifier| modifier.arguments)
    }

    /// What in the word itself disables what it makes.
    pub(super) fn disabled(&self, text: &str) -> Option<Disabled> {
        let modifier = self.modifiers.iter().find(|modifier| modifier.disables(text))?;
        Some(Disabled { by: words(modifier.node, text), line: line_of(modifier.node) })
    }
}

impl Modifier<'_> {
    fn disables(&self, text: &str) -> bool {
        let first = self.arguments.and_then(|arguments| parts(arguments).first().copied());
        match self.name {
            "each" | "for" => {
                first.is_some_and(|rows| bare(rows).kind() == "array" && parts(bare(rows)).is_empty())
            }
            "skipIf" | "todoIf" => first.and_then(|condition| truth(condition, text)) == Some(true),
            "runIf" => first.and_then(|condition| truth(condition, text)) == Some(false),
            name => DISABLING.contains(&name) || name.starts_with('x'),
        }
    }
}

/// The words of a file.
pub(super) struct Words<'t> {
    text: &'t str,
    aliases: HashMap<&'t str, Head<'t>>,
    modules: HashSet<&'t str>,
}

impl<'t> Words<'t> {
    /// The words of the file with this tree.
    pub(super) fn new(root: Node<'t>, text: &'t str) -> Self {
        let mut words = Self { text, aliases: HashMap::new(), modules: HashSet::new() };
        for node in descendants(root) {
            match node.kind() {
                "import_statement" => words.read_import(node),
                "variable_declarator" => words.read_declaration(node),
                _ => {}
            }
        }
        words
    }

    /// The word that a callee is, if it is one. `contexts` are the parameters of the tests around it.
    pub(super) fn head(&self, callee: Node<'t>, contexts: &[&str]) -> Option<Head<'t>> {
        let callee = bare(callee);
        match callee.kind() {
            "identifier" => self.named(callee),
            "member_expression" => self.member(callee, contexts),
            "call_expression" => {
                let mut head = self.head(callee.child_by_field_name("function")?, contexts)?;
                let last = head.modifiers.last_mut().filter(|last| CALLED.contains(&last.name))?;
                last.arguments = callee.child_by_field_name("arguments");
                Some(head)
            }
            "template_string" => self.typed_table(callee, contexts),
            _ => None,
        }
    }

    /// `test.each<Row>` with a table in a template, which the grammar takes for comparisons.
    fn typed_table(&self, table: Node<'t>, contexts: &[&str]) -> Option<Head<'t>> {
        let compared = |node: Node<'t>, by: &str| {
            let operator = node.child_by_field_name("operator")?;
            (operator.kind() == by).then(|| node.child_by_field_name("left")).flatten()
        };
        let word = compared(compared(table.parent()?.parent()?, ">")?, "<")?;
        let mut head = self.head(word, contexts).filter(Head::has_rows)?;
        head.modifiers.last_mut()?.arguments = Some(table);
        Some(head)
    }

    fn named(&self, name: Node<'t>) -> Option<Head<'t>> {
        let written = text_of(name, self.text);
        let word = || word(written).map(|kind| self.fresh(kind, name, written));
        self.aliases.get(written).cloned().or_else(word)
    }

    fn member(&self, member: Node<'t>, contexts: &[&str]) -> Option<Head<'t>> {
        let object = bare(member.child_by_field_name("object")?);
        let name = text_of(member.child_by_field_name("property")?, self.text);
        let written = text_of(object, self.text);
        let is_required = || self.required(object).is_some_and(|source| self.is_framework(source));
        let is_known = contexts.contains(&written) || self.modules.contains(written) || written == "QUnit";
        let is_home = is_known || is_required();
        if let (true, Some(kind)) = (is_home, word(name)) {
            return Some(Head { trust: Trust::Certain, ..self.fresh(kind, member, name) });
        }
        let mut head = self.head(object, contexts)?;
        match word(name) {
            Some(kind) => head.kind = kind,
            None if MODIFIERS.contains(&name) || DISABLING.contains(&name) || CALLED.contains(&name) => {
                head.modifiers.push(Modifier { name, node: member, arguments: None });
            }
            None => return None,
        }
        Some(head)
    }

    fn fresh(&self, kind: Kind, node: Node<'t>, name: &'t str) -> Head<'t> {
        let modifier = Modifier { name, node, arguments: None };
        let modifiers = if name.starts_with('x') { vec![modifier] } else { Vec::new() };
        Head { kind, trust: Trust::Usual, modifiers }
    }

    fn read_import(&mut self, import: Node<'t>) {
        let Some(source) = import.child_by_field_name("source") else { return };
        let is_framework = self.is_framework(source);
        for node in descendants(import) {
            match node.kind() {
                "import_specifier" => {
                    let Some(name) = node.child_by_field_name("name") else { continue };
                    let local = node.child_by_field_name("alias").unwrap_or(name);
                    self.add(local, name, is_framework);
                }
                "namespace_import" if is_framework => {
                    self.modules.extend(parts(node).first().map(|name| text_of(*name, self.text)));
                }
                "identifier"
                    if is_framework && node.parent().is_some_and(|p| p.kind() == "import_clause") =>
                {
                    self.add_default(node);
                }
                _ => {}
            }
        }
    }

    /// `local` is the word that its home knows as `name`.
    fn add(&mut self, local: Node<'t>, name: Node<'t>, certain: bool) {
        let written = text_of(name, self.text);
        if let Some(kind) = word(written) {
            let trust = if certain { Trust::Certain } else { Trust::Usual };
            let head = Head { trust, ..self.fresh(kind, name, written) };
            self.aliases.insert(text_of(local, self.text), head);
        } else if is_test_by_name(written) {
            let head = Head { kind: Kind::Test, trust: Trust::ByName, modifiers: Vec::new() };
            self.aliases.insert(text_of(local, self.text), head);
        }
    }

    /// A framework's default export is its `test`, and has the other words as members.
    fn add_default(&mut self, local: Node<'t>) {
        let written = text_of(local, self.text);
        let kind = word(written).unwrap_or(Kind::Test);
        self.aliases.insert(written, Head { kind, trust: Trust::Certain, modifiers: Vec::new() });
        self.modules.insert(written);
    }

    fn read_declaration(&mut self, declarator: Node<'t>) {
        let (Some(name), Some(value)) =
            (declarator.child_by_field_name("name"), declarator.child_by_field_name("value"))
        else {
            return;
        };
        let is_framework = self.module(value).is_some();
        match name.kind() {
            "identifier" if is_framework => self.add_default(name),
            "identifier" => {
                if let Some(head) = self.value(value) {
                    self.aliases.insert(text_of(name, self.text), head);
                }
            }
            "object_pattern" if is_framework => {
                for pair in parts(name) {
                    let local = pair.child_by_field_name("value").unwrap_or(pair);
                    self.add(local, pair.child_by_field_name("key").unwrap_or(pair), true);
                }
            }
            _ => {}
        }
    }

    /// The word that a declared value is: a word with modifiers, one of two words, a member of what is required.
    fn value(&self, value: Node<'t>) -> Option<Head<'t>> {
        let value = bare(value);
        if value.kind() == "ternary_expression" {
            let head = self.value(value.child_by_field_name("consequence")?)?;
            return Some(Head { modifiers: Vec::new(), ..head });
        }
        let required = value.child_by_field_name("object").and_then(|object| self.required(object));
        if required.is_some_and(|source| self.is_framework(source)) {
            let name = value.child_by_field_name("property")?;
            let kind = word(text_of(name, self.text))?;
            return Some(Head { trust: Trust::Certain, ..self.fresh(kind, name, text_of(name, self.text)) });
        }
        self.head(value, &[]).filter(|head| !head.is_unfinished())
    }

    /// The module that a `require("…")` names.
    fn required(&self, call: Node<'t>) -> Option<Node<'t>> {
        let call = bare(call);
        let callee = call.child_by_field_name("function")?;
        let is_require = text_of(callee, self.text) == "require";
        parts(call.child_by_field_name("arguments")?).first().copied().filter(|_| is_require)
    }

    /// The module that a value is: one that is required, or vitest where it runs the tests of a source file.
    fn module(&self, value: Node<'t>) -> Option<Node<'t>> {
        self.required(value).filter(|source| self.is_framework(*source)).or_else(|| {
            let value = bare(value);
            (text_of(value, self.text) == "import.meta.vitest").then_some(value)
        })
    }

    fn is_framework(&self, source: Node<'t>) -> bool {
        let name = text_of(source, self.text).trim_matches(['"', '\'', '`']);
        FRAMEWORKS.contains(&name)
    }
}

/// `dbTest`: what a project calls a `test` that it extended.
fn is_test_by_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.ends_with("Test")
}

fn word(name: &str) -> Option<Kind> {
    WORDS.iter().find(|(word, _)| *word == name).map(|(_, kind)| *kind)
}

/// The truth of an expression, where its text alone decides it.
pub(super) fn truth(expression: Node<'_>, text: &str) -> Option<bool> {
    let expression = bare(expression);
    match expression.kind() {
        "true" | "regex" | "object" | "array" => Some(true),
        "false" | "null" | "undefined" => Some(false),
        "number" => text_of(expression, text).parse::<f64>().ok().map(|number| number != 0.0),
        "string" => Some(!parts(expression).is_empty()),
        "unary_expression" if text_of(expression, text).starts_with('!') => {
            Some(!truth(expression.child_by_field_name("argument")?, text)?)
        }
        _ => None,
    }
}
