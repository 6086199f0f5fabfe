//! Where the tests of a JavaScript or TypeScript file are.

use super::{
    bare,
    call::TestCall,
    is_function, parameters,
    words::{Kind, Words, truth},
};
use crate::{
    domain::Disabled,
    lang::{
        FoundTest,
        syntax::{identifiers, line_of, numbered, parts, quoted_names, text_of, tokens, words},
    },
};
use std::{ops::Range, rc::Rc};
use tree_sitter::{Node, Tree};

/// The tests of a file.
pub(super) fn tests(tree: Option<Tree>, text: &str) -> Vec<FoundTest> {
    let Some(tree) = tree else { return Vec::new() };
    let words = Words::new(tree.root_node(), text);
    let mut finder = Finder { text, words, waiting: Vec::new(), found: Vec::new() };
    finder.waiting.push((tree.root_node(), Rc::default()));
    while let Some((node, place)) = finder.waiting.pop() {
        finder.visit(node, &place);
    }
    numbered(finder.found, tree.root_node(), text)
}

/// The inside of a function's body: between the braces, or the expression it is. Empty, and where the function is
/// given, for one that is not written in place.
pub(super) fn inside(function: Node<'_>) -> Range<usize> {
    let in_place = Some(bare(function)).filter(|function| is_function(*function));
    match in_place.and_then(|function| function.child_by_field_name("body")) {
        Some(body) if body.kind() == "statement_block" => {
            body.start_byte() + 1..body.end_byte().saturating_sub(1)
        }
        Some(expression) => expression.byte_range(),
        None => function.start_byte()..function.start_byte(),
    }
}

/// What is known of the place a node is in.
#[derive(Clone, Default)]
struct Place<'t> {
    /// The suites and tests around it.
    names: Vec<String>,
    /// What disables all that is here.
    disabled: Option<Disabled>,
    /// What is here may be run under other names, several times or never.
    dynamic: bool,
    /// The parameters of the tests around it.
    contexts: Vec<&'t str>,
    /// What says how often what is here runs and with what: what loops go over, rows.
    tables: Vec<Node<'t>>,
}

struct Finder<'t> {
    text: &'t str,
    words: Words<'t>,
    waiting: Vec<(Node<'t>, Rc<Place<'t>>)>,
    found: Vec<FoundTest>,
}

impl<'t> Finder<'t> {
    fn visit(&mut self, node: Node<'t>, place: &Rc<Place<'t>>) {
        match node.kind() {
            "call_expression" => match TestCall::read(node, &self.words, (self.text, &place.contexts)) {
                Some(call) => self.enter(&call, place),
                None => self.wait(node, place),
            },
            "if_statement" => self.visit_if(node, place),
            kind => {
                let is_loop =
                    matches!(kind, "for_statement" | "for_in_statement" | "while_statement" | "do_statement");
                if is_loop || (is_any_function(node) && !is_called_at_once(node)) {
                    let mut inner = Place { dynamic: true, ..(**place).clone() };
                    inner.tables.extend(table_of(node));
                    self.wait(node, &Rc::new(inner));
                } else {
                    self.wait(node, place);
                }
            }
        }
    }

    fn wait(&mut self, node: Node<'t>, place: &Rc<Place<'t>>) {
        self.waiting.extend(parts(node).into_iter().map(|part| (part, place.clone())));
    }

    fn visit_if(&mut self, statement: Node<'t>, place: &Rc<Place<'t>>) {
        let condition = statement.child_by_field_name("condition");
        let truth = condition.and_then(|condition| truth(condition, self.text));
        for (branch, taken) in [("consequence", true), ("alternative", false)] {
            let Some(block) = statement.child_by_field_name(branch) else { continue };
            let never = condition.filter(|_| truth == Some(!taken));
            let disabled = never.map(|condition| Disabled {
                by: format!("if {}", words(condition, self.text)),
                line: line_of(condition),
            });
            let disabled = place.disabled.clone().or(disabled);
            self.waiting.push((block, Rc::new(Place { disabled, ..(**place).clone() })));
        }
    }

    fn enter(&mut self, call: &TestCall<'t>, place: &Rc<Place<'t>>) {
        let mut inner = (**place).clone();
        inner.names.push(call.name.text.clone());
        inner.dynamic |= !call.name.is_static;
        inner.tables.extend(call.head.tables());
        inner.disabled =
            inner.disabled.or_else(|| call.disabled(self.text)).or_else(|| self.skips_itself(call));
        if call.head.kind == Kind::Test {
            self.found.push(self.found_test(call, &inner));
            // No runner selects a test inside of a test.
            inner.dynamic = true;
        }
        let Some(function) = call.function else { return };
        let in_place = bare(function);
        if !is_function(in_place) {
            self.waiting.push((function, Rc::new(inner)));
            return;
        }
        if call.head.kind == Kind::Test {
            inner.contexts.extend(parameters(in_place, self.text).first().copied().flatten());
        }
        self.wait(in_place, &Rc::new(inner));
    }

    /// `t.skip()` or `this.todo()` as a statement of the body: whatever the others do, the test says that it does not count.
    fn skips_itself(&self, call: &TestCall<'t>) -> Option<Disabled> {
        let function = bare(call.function.filter(|_| call.head.kind == Kind::Test)?);
        let body = function.child_by_field_name("body").filter(|body| body.kind() == "statement_block")?;
        let context = parameters(function, self.text).first().copied().flatten().unwrap_or("this");
        let skip = parts(body).into_iter().filter_map(|statement| statement.named_child(0)).find(|node| {
            let callee = node.child_by_field_name("function").map(|callee| words(callee, self.text));
            callee.is_some_and(|callee| {
                ["skip", "todo"].iter().any(|word| callee == format!("{context}.{word}"))
            }) && !self.is_conditional(*node)
        })?;
        Some(Disabled { by: words(skip, self.text), line: line_of(skip) })
    }

    /// Suites, the word that makes it with its modifiers, options.
    fn wrapping(&self, call: &TestCall<'t>, place: &Place<'t>) -> Vec<String> {
        let outer = place.names.split_last().map(|(_, outer)| outer.to_vec()).unwrap_or_default();
        let mut callee = call.node.child_by_field_name("function");
        while let Some(inner) = callee.and_then(|callee| callee.child_by_field_name("function")) {
            callee = Some(inner);
        }
        let arguments = call.node.child_by_field_name("arguments").map(parts).unwrap_or_default();
        let options = arguments.into_iter().filter(|argument| matches!(argument.kind(), "object" | "number"));
        outer
            .into_iter()
            .chain(callee.into_iter().chain(options).map(|node| words(node, self.text)))
            .collect()
    }

    /// `ctx.skip(slow)` depends on what it is given; `t.skip('why')` does not.
    fn is_conditional(&self, call: Node<'t>) -> bool {
        let first = call.child_by_field_name("arguments").and_then(|list| parts(list).first().copied());
        let is_reason = |node: Node<'_>| matches!(bare(node).kind(), "string" | "template_string");
        first.is_some_and(|first| !is_reason(first) && truth(first, self.text) != Some(true))
    }

    /// The tokens of what a test's rows are made of: other rows make other tests. Names stand for what they are declared as.
    fn rows(&self, place: &Place<'t>) -> Vec<String> {
        let of = |table: &Node<'t>| {
            let names = identifiers(*table, self.text);
            let values = names.iter().filter_map(|name| self.declared(*table, name));
            let values: Vec<_> = values.flat_map(|value| tokens(value, self.text)).collect();
            [tokens(*table, self.text), values].concat()
        };
        place.tables.iter().flat_map(of).collect()
    }

    /// What a name is declared as in the nearest block around a node.
    fn declared(&self, node: Node<'t>, name: &str) -> Option<Node<'t>> {
        let is_named = |declarator: &Node<'t>| {
            declarator.child_by_field_name("name").is_some_and(|one| text_of(one, self.text) == name)
        };
        std::iter::successors(node.parent(), Node::parent).find_map(|block| {
            let declarations = parts(block).into_iter().flat_map(|statement| match statement.kind() {
                "lexical_declaration" | "variable_declaration" => parts(statement),
                "export_statement" => parts(statement).into_iter().flat_map(parts).collect(),
                _ => Vec::new(),
            });
            declarations.into_iter().find(is_named)?.child_by_field_name("value")
        })
    }

    fn found_test(&self, call: &TestCall<'t>, place: &Place<'t>) -> FoundTest {
        let body = call.function.map_or(call.node.end_byte()..call.node.end_byte(), inside);
        let in_place =
            call.function.map(|function| bare(function).child_by_field_name("body").unwrap_or(function));
        FoundTest {
            name: place.names.clone(),
            ordinal: 0,
            line: line_of(call.node),
            span: call.node.byte_range(),
            body,
            disabled: place.disabled.clone(),
            characterization: false,
            dynamic: place.dynamic,
            tokens: [tokens(call.node, self.text), self.rows(place)].concat(),
            wrapping: self.wrapping(call, place),
            body_tokens: in_place.map(|body| tokens(body, self.text)).unwrap_or_default(),
            mentions: identifiers(call.node, self.text),
            quoted: quoted_names(call.node, self.text),
        }
    }
}

/// What a loop goes over, or what a function is called for each of: `rows.forEach((row) => …)`.
fn table_of(node: Node<'_>) -> Option<Node<'_>> {
    if !is_any_function(node) {
        return node.child_by_field_name("right");
    }
    let call = node.parent().filter(|list| list.kind() == "arguments")?.parent()?;
    call.child_by_field_name("function")?.child_by_field_name("object")
}

fn is_any_function(node: Node<'_>) -> bool {
    let declared = matches!(
        node.kind(),
        "function_declaration" | "generator_function_declaration" | "method_definition"
    );
    declared || is_function(node)
}

/// `(() => { … })()` runs once and at once.
fn is_called_at_once(function: Node<'_>) -> bool {
    let mut node = function;
    while let Some(parent) = node.parent() {
        match parent.kind() {
            "parenthesized_expression" => node = parent,
            "call_expression" => return parent.child_by_field_name("function") == Some(node),
            _ => return false,
        }
    }
    false
}
