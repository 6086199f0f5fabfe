//! Where the tests of a Go file are.

use super::{
    example,
    function::{Function, Kind, is_called_at_once},
    name, parse,
    subtest::Subtest,
    suite::{Suites, methods},
};
use crate::{
    domain::Disabled,
    lang::{
        FoundTest,
        syntax::{identifiers, inside_braces, line_of, numbered, parts, quoted_names, text_of, tokens},
    },
};
use std::{collections::BTreeMap, rc::Rc};
use tree_sitter::Node;

/// The tests of a file.
pub(super) fn tests(text: &str) -> Vec<FoundTest> {
    let Some(tree) = parse(text) else { return Vec::new() };
    let root = tree.root_node();
    let mut finder = Finder { text, found: Vec::new(), counts: BTreeMap::new() };
    for node in parts(root).into_iter().filter(|node| node.kind() == "function_declaration") {
        finder.function(node);
    }
    finder.suites(root, &Suites::read(root, text));
    numbered(finder.found, root, text)
}

/// What is known of the place a node is in.
#[derive(Clone, Default)]
struct Place {
    /// The tests around it.
    names: Vec<String>,
    /// What disables all that is here.
    disabled: Option<Disabled>,
    /// What is here may be run under other names, several times or never.
    dynamic: bool,
}

struct Finder<'t> {
    text: &'t str,
    found: Vec<FoundTest>,
    /// How many sub-tests of a name there were so far, by the names down to it.
    counts: BTreeMap<Vec<String>, usize>,
}

impl<'t> Finder<'t> {
    fn function(&mut self, node: Node<'t>) {
        let Some(function) = Function::read(node, self.text) else { return };
        let Some(name) = node.child_by_field_name("name") else { return };
        let output = match function.kind {
            Kind::Example => match example::output(function.body, self.text) {
                Some(output) => vec![output.text],
                None => return,
            },
            _ => Vec::new(),
        };
        let place = Place { names: vec![text_of(name, self.text).to_owned()], ..Place::default() };
        self.enter(node, &function, place);
        // What an example promises is a comment, and yet no layout.
        if let Some(found) = self.found.iter_mut().find(|found| found.span == node.byte_range()) {
            found.tokens.extend(output.iter().cloned());
            found.body_tokens.extend(output);
        }
    }

    /// The methods of suites: once for each function of this file that runs them. One that is run by another file's is
    /// named by its type.
    fn suites(&mut self, root: Node<'t>, suites: &Suites<'t>) {
        for (of_type, method) in methods(root, self.text) {
            let Some(function) = Function::read(method, self.text) else { continue };
            let mut runners: Vec<&str> = suites.functions(of_type);
            if runners.is_empty() && suites.may_be_one(of_type, method, self.text) {
                runners.push(of_type);
            }
            let own = method.child_by_field_name("name").map(|name| text_of(name, self.text));
            for runner in runners {
                let names: Vec<String> =
                    [Some(runner), own].into_iter().flatten().map(str::to_owned).collect();
                let by_runner = self.found.iter().find(|found| found.name == names[..1]);
                let disabled = by_runner.and_then(|found| found.disabled.clone());
                self.enter(method, &function, Place { names, disabled, dynamic: false });
            }
        }
    }

    /// Takes a test down, and looks for those inside of it.
    fn enter(&mut self, node: Node<'t>, function: &Function<'t>, mut place: Place) {
        place.disabled = place.disabled.or_else(|| function.skips_at_once(self.text));
        self.found.push(self.found_test(node, function, &place));
        let mut waiting = vec![(function.body, Rc::new(place))];
        while let Some((node, place)) = waiting.pop() {
            if let Some(subtest) = Subtest::read(node, self.text) {
                let inner = self.inner(&subtest, &place);
                self.found.push(self.found_test(node, &subtest.function, &inner));
                waiting.push((subtest.function.body, Rc::new(inner)));
                continue;
            }
            let repeats =
                node.kind() == "for_statement" || node.kind() == "func_literal" && !is_called_at_once(node);
            let place = if repeats { Rc::new(Place { dynamic: true, ..(*place).clone() }) } else { place };
            waiting.extend(parts(node).into_iter().rev().map(|part| (part, place.clone())));
        }
    }

    /// The place inside of a sub-test. What is not selected by its own name has a name that no sub-test can have.
    fn inner(&mut self, subtest: &Subtest<'t>, place: &Place) -> Place {
        let mut inner = place.clone();
        match subtest.name.clone().filter(|_| !place.dynamic) {
            Some(name) => {
                let count =
                    self.counts.entry([&place.names[..], std::slice::from_ref(&name)].concat()).or_default();
                inner.names.push(name::numbered(&name, *count));
                *count += 1;
            }
            None => {
                inner.names.push(format!("<{}>", subtest.written));
                inner.dynamic = true;
            }
        }
        inner.disabled = inner.disabled.or_else(|| subtest.function.skips_at_once(self.text));
        inner
    }

    fn found_test(&self, node: Node<'t>, function: &Function<'t>, place: &Place) -> FoundTest {
        FoundTest {
            name: place.names.clone(),
            ordinal: 0,
            line: line_of(node),
            span: node.byte_range(),
            body: inside_braces(function.body),
            disabled: place.disabled.clone(),
            characterization: false,
            dynamic: place.dynamic,
            tokens: tokens(node, self.text),
            body_tokens: tokens(function.body, self.text),
            wrapping: place.names.split_last().map(|(_, around)| around.to_vec()).unwrap_or_default(),
            mentions: identifiers(node, self.text),
            quoted: quoted_names(node, self.text),
        }
    }
}
