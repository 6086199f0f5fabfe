//! Where the tests of a Ruby file are.

use super::{
    call::{Call, Kind},
    classes::{Classes, segments},
    heredoc_bodies, heredocs_behind, mentions,
    names::Name,
    parse,
    place::{Place, Suite},
    skips,
    words::Words,
};
use crate::{
    domain::{Disabled, RepoPath},
    lang::{
        FoundTest,
        syntax::{line_of, numbered, parts, quoted_names, text_of, tokens, words},
    },
};
use std::{collections::BTreeMap, ops::Range, rc::Rc};
use tree_sitter::Node;

/// The tests of a file. Those of a loop or of a shared group are found once: they are asked together.
pub(super) fn tests(_: &RepoPath, text: &str) -> Vec<FoundTest> {
    let Some(tree) = parse(text) else { return Vec::new() };
    let root = tree.root_node();
    let words = Words::of(root, text);
    let mut finder = Finder {
        text,
        heredocs: heredoc_bodies(root),
        waiting: Vec::new(),
        classes: Classes::new(!words.is_test_unit),
        words,
        found: Vec::new(),
        shadows: BTreeMap::new(),
    };
    finder.scope(root, &Rc::default());
    while let Some(visit) = finder.waiting.pop() {
        finder.visit(&visit);
    }
    finder.shadow();
    finder.found.extend(finder.classes.tests());
    numbered(finder.found, root, text)
}

/// The inside of a test's body: what lies between its head and its end. Empty, and at the end, for one that is written
/// elsewhere.
pub(super) fn inside(node: Node<'_>) -> Range<usize> {
    let holder = node.child_by_field_name("block").unwrap_or(node);
    let body = holder.child_by_field_name("body");
    let last = last_child(holder).filter(|last| matches!(last.kind(), "end" | "}"));
    match (body, last) {
        (Some(body), Some(end)) => first_statement(body).unwrap_or(end.start_byte())..end.start_byte(),
        (None, Some(end)) => end.start_byte()..end.start_byte(),
        (Some(expression), None) if node.kind() == "method" => expression.byte_range(),
        _ => node.end_byte()..node.end_byte(),
    }
}

/// Where the first statement of a body begins.
fn first_statement(body: Node<'_>) -> Option<usize> {
    parts(body).first().map(Node::start_byte)
}

pub(super) fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    node.children(&mut node.walk()).last()
}

fn written(names: &[Name]) -> impl Iterator<Item = String> + '_ {
    names.iter().map(|name| name.text.clone())
}

struct Visit<'t> {
    node: Node<'t>,
    place: Rc<Place>,
    /// It is behind `private`.
    hidden: bool,
    /// The calls before it that say something of it: `data("…" => …)`.
    heads: Vec<Node<'t>>,
}

/// Calls before a method that are part of the test.
const HEADS: &[&str] = &["data", "attribute", "description", "priority", "test"];

struct Finder<'t> {
    text: &'t str,
    heredocs: Vec<Node<'t>>,
    words: Words<'t>,
    waiting: Vec<Visit<'t>>,
    classes: Classes,
    found: Vec<FoundTest>,
    /// For each class and method, the place of its last definition that is surely made.
    shadows: BTreeMap<(Vec<String>, String), (usize, usize)>,
}

impl<'t> Finder<'t> {
    /// The statements of a class's, a suite's or a branch's body.
    fn scope(&mut self, body: Node<'t>, place: &Rc<Place>) {
        let (mut hidden, mut heads) = (false, Vec::new());
        for node in parts(body) {
            match self.bare_word(node) {
                Some("private" | "protected") => hidden = true,
                Some("public") => hidden = false,
                Some(word) if HEADS.contains(&word) => heads.push(node),
                _ => {
                    let heads = std::mem::take(&mut heads);
                    self.waiting.push(Visit { node, place: place.clone(), hidden, heads });
                    continue;
                }
            }
            self.waiting.push(Visit { node, place: place.clone(), hidden, heads: Vec::new() });
        }
    }

    /// The word of a statement that says something of the definitions behind it.
    fn bare_word(&self, node: Node<'t>) -> Option<&'t str> {
        match node.kind() {
            "identifier" => Some(text_of(node, self.text)),
            "call" if node.child_by_field_name("receiver").is_none() => {
                let word = text_of(node.child_by_field_name("method")?, self.text);
                let is_head = HEADS.contains(&word) && Call::read(node, self.text).is_none();
                is_head.then_some(word)
            }
            _ => None,
        }
    }

    fn visit(&mut self, visit: &Visit<'t>) {
        let (node, place) = (visit.node, &visit.place);
        match node.kind() {
            "class" | "module" => self.visit_class(node, place),
            "method" => self.visit_method(visit),
            "call" => match Call::read(node, self.text).filter(|call| self.fits(call, place)) {
                Some(call) => self.enter(&call, visit),
                None => self.visit_call(node, place),
            },
            "if" | "unless" | "if_modifier" | "unless_modifier" | "elsif" => self.visit_if(node, place),
            "assignment" => self.visit_assignment(node, place),
            "while" | "until" | "for" => self.scope(node, &Rc::new(place.repeated())),
            "singleton_class" | "singleton_method" | "lambda" => {}
            _ => self.scope(node, place),
        }
    }

    /// A test is in a suite. A suite may be anywhere.
    fn fits(&self, call: &Call<'t>, place: &Place) -> bool {
        call.kind != Kind::Test || place.suite != Suite::None
    }

    fn visit_class(&mut self, node: Node<'t>, place: &Place) {
        let Some(name) = node.child_by_field_name("name").map(|name| text_of(name, self.text)) else {
            return;
        };
        let outer = if name.starts_with("::") { &[][..] } else { &place.constants[..] };
        let path = [outer, &segments(name)].concat();
        let superclass = node.child_by_field_name("superclass").and_then(|node| parts(node).first().copied());
        self.classes.of(&path).is_module = node.kind() == "module";
        self.enter_class(path, superclass, node.child_by_field_name("body"), place);
    }

    /// `FooTest = Class.new(Base) do … end`
    fn visit_assignment(&mut self, node: Node<'t>, place: &Rc<Place>) {
        let sides = ["left", "right"].map(|side| node.child_by_field_name(side));
        match sides {
            [Some(name), Some(made)] if name.kind() == "constant" && self.makes_class(made) => {
                let path = [&place.constants[..], &[text_of(name, self.text).to_owned()]].concat();
                let superclass = made.child_by_field_name("arguments");
                let superclass = superclass.and_then(|list| parts(list).first().copied());
                let block = made.child_by_field_name("block");
                let body = block.and_then(|block| block.child_by_field_name("body"));
                self.enter_class(path, superclass, body, place);
            }
            _ => self.scope(node, place),
        }
    }

    fn makes_class(&self, node: Node<'t>) -> bool {
        node.kind() == "call" && text_of(node, self.text).starts_with("Class.new")
    }

    fn enter_class(
        &mut self,
        path: Vec<String>,
        superclass: Option<Node<'t>>,
        body: Option<Node<'t>>,
        place: &Place,
    ) {
        let superclass = superclass.map(|superclass| text_of(superclass, self.text).to_owned());
        let class = self.classes.of(&path);
        class.superclass = superclass.or(class.superclass.take());
        if let Some(body) = body {
            self.enter_scope(body, place.of_class(path));
        }
    }

    /// Goes into the body of a class or suite; a hook in it may disable all that is there.
    fn enter_scope(&mut self, body: Node<'t>, mut place: Place) {
        let hook = || parts(body).into_iter().find_map(|statement| skips::of_statement(statement, self.text));
        place.disabled = place.disabled.take().or_else(hook);
        self.scope(body, &Rc::new(place));
    }

    /// A method is a test by its name; the tests that another one makes are made where it is called.
    fn visit_method(&mut self, visit: &Visit<'t>) {
        let (node, place) = (visit.node, &visit.place);
        let Some(name) = node.child_by_field_name("name").map(|name| text_of(name, self.text)) else {
            return;
        };
        let may_be_test = match place.suite {
            Suite::None => false,
            Suite::Class => true,
            Suite::Group => !self.words.is_rspec,
        };
        if may_be_test && !visit.hidden && self.words.is_test(name) {
            let disabled = || skips::in_body(node.child_by_field_name("body")?, self.text);
            let disabled = place.disabled.clone().or_else(disabled);
            let test = self.found_test(visit, Name { text: name.to_owned(), is_static: true }, disabled);
            self.keep(place, name.to_owned(), test);
        } else if self.words.count(name) > 1
            && let Some(body) = node.child_by_field_name("body")
        {
            self.scope(body, &Rc::new(place.repeated()));
        }
    }

    fn enter(&mut self, call: &Call<'t>, visit: &Visit<'t>) {
        let place = &visit.place;
        let disabled = place.disabled.clone().or_else(|| skips::of_call(call, self.text));
        match call.kind {
            Kind::Test => {
                let by_body = || skips::in_body(call.body()?, self.text);
                let disabled = disabled.or_else(by_body);
                let name = call.own_name(self.text);
                let key = format!("{} {}", call.word, name.text);
                let test = self.found_test(visit, name, disabled);
                self.keep(place, key, test);
            }
            Kind::Group => self.enter_group(call, place, disabled),
            Kind::Shared if self.words.includes(call) => {
                let names = place.names.iter().cloned().chain(written(&call.names)).collect();
                self.enter_block(call, Place { names, disabled, suite: Suite::Group, ..place.repeated() });
            }
            Kind::Shared => {}
        }
    }

    /// What `describe` says is a name of its own inside of a class, and goes on inside of another.
    fn enter_group(&mut self, call: &Call<'t>, place: &Place, disabled: Option<Disabled>) {
        let is_class = call.word == "sub_test_case";
        let goes_on = is_class || place.suite == Suite::Group;
        let outer = if goes_on { &place.names[..] } else { &[] };
        let names: Vec<String> = outer.iter().cloned().chain(written(&call.names)).collect();
        let dynamic = place.dynamic || call.names.iter().any(|name| !name.is_static);
        let inner = Place { dynamic, disabled, ..place.clone() };
        self.enter_block(
            call,
            if is_class { inner.of_class(names) } else { Place { names, suite: Suite::Group, ..inner } },
        );
    }

    fn enter_block(&mut self, call: &Call<'t>, place: Place) {
        if let Some(body) = call.body() {
            self.enter_scope(body, place);
        }
    }

    /// Any other call: `include Mixin`, or a block that may be run more than once, or never.
    fn visit_call(&mut self, node: Node<'t>, place: &Rc<Place>) {
        let word = node.child_by_field_name("method").map(|method| text_of(method, self.text));
        let arguments = node.child_by_field_name("arguments");
        let given = arguments.map(parts).unwrap_or_default();
        if matches!(word, Some("include" | "prepend")) && place.suite == Suite::Class {
            let modules = given.iter().map(|module| text_of(*module, self.text).to_owned());
            self.classes.of(&place.constants).modules.extend(modules);
            return;
        }
        // `private def test_x` is no test.
        let hidden = matches!(word, Some("private" | "protected"));
        let visit = |node| Visit { node, place: place.clone(), hidden, heads: Vec::new() };
        self.waiting.extend(given.into_iter().map(visit));
        if let Some(receiver) = node.child_by_field_name("receiver") {
            self.scope(receiver, place);
        }
        let block = node.child_by_field_name("block");
        if let Some(body) = block.and_then(|block| block.child_by_field_name("body")) {
            let repeated = place.repeated();
            // A class without a name has none to be selected by.
            let anonymous = || repeated.of_class(vec!["#{Class.new}".to_owned()]);
            let inner = if self.makes_class(node) { anonymous() } else { repeated.clone() };
            self.scope(body, &Rc::new(inner));
        }
    }

    fn visit_if(&mut self, node: Node<'t>, place: &Rc<Place>) {
        let condition = node.child_by_field_name("condition");
        let is_negated = node.kind().starts_with("unless");
        let holds = condition.and_then(skips::truth).map(|truth| truth != is_negated);
        for (branch, taken) in [("consequence", true), ("body", true), ("alternative", false)] {
            let Some(block) = node.child_by_field_name(branch) else { continue };
            let never = condition.filter(|_| holds == Some(!taken));
            let by = |condition| {
                format!("{} {}", if is_negated { "unless" } else { "if" }, words(condition, self.text))
            };
            let disabled = never.map(|condition| Disabled { by: by(condition), line: line_of(condition) });
            let disabled = place.disabled.clone().or(disabled);
            let inner = Rc::new(Place { disabled, conditional: true, ..(**place).clone() });
            if matches!(block.kind(), "then" | "else") {
                self.scope(block, &inner);
            } else {
                self.waiting.push(Visit { node: block, place: inner, hidden: false, heads: Vec::new() });
            }
        }
    }

    /// Keeps a test of a class with the class, so that others can have it from there.
    fn keep(&mut self, place: &Place, method: String, test: FoundTest) {
        if place.suite != Suite::Class {
            self.found.push(test);
            return;
        }
        if !place.conditional && !method.contains(' ') {
            let last = self.shadows.entry((place.constants.clone(), method.clone())).or_default();
            *last = (*last).max((test.span.start, test.line));
        }
        self.classes.of(&place.constants).tests.push((method, test));
    }

    /// A method that is defined again is replaced.
    fn shadow(&mut self) {
        for ((path, method), (at, line)) in &self.shadows {
            let tests = self.classes.of(path).tests.iter_mut();
            for (_, test) in tests.filter(|(name, test)| name == method && test.span.start < *at) {
                let by = "shadowed by a later definition of the same name".to_owned();
                test.disabled.get_or_insert(Disabled { by, line: *line });
            }
        }
    }

    fn found_test(&self, visit: &Visit<'t>, name: Name, disabled: Option<Disabled>) -> FoundTest {
        let (node, place) = (visit.node, &visit.place);
        let holder = node.child_by_field_name("block").unwrap_or(node);
        let behind = heredocs_behind(node, &self.heredocs);
        let of = |nodes: &[Node<'t>]| -> Vec<String> {
            nodes.iter().flat_map(|node| tokens(*node, self.text)).collect()
        };
        let body = match holder.child_by_field_name("body") {
            Some(body) if holder.kind() == "method" => body,
            _ => holder,
        };
        let heads = &visit.heads;
        let all = heads.iter().copied().chain([node]);
        FoundTest {
            name: place.names.iter().cloned().chain([name.text]).collect(),
            ordinal: 0,
            line: line_of(node),
            span: node.byte_range(),
            body: inside(node),
            disabled,
            characterization: false,
            dynamic: place.dynamic || !name.is_static,
            tokens: [of(heads), of(&[node]), of(&behind)].concat(),
            body_tokens: [of(&[body]), of(&behind)].concat(),
            wrapping: place.names.clone(),
            mentions: all.clone().flat_map(|node| mentions(node, self.text)).collect(),
            quoted: all.flat_map(|node| quoted_names(node, self.text)).collect(),
        }
    }
}
