//! Where the tests of a Python file are.

use super::{
    marks::Marks,
    parse,
    scope::{Definition, definitions},
    undecorated,
};
use crate::{
    domain::{Disabled, RepoPath},
    lang::{
        FoundTest,
        syntax::{identifiers, line_of, numbered, parts, quoted_names, text_of, tokens, words},
    },
};
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};
use tree_sitter::Node;

/// The tests of a file. Parametrized ones are found once: they are asked as a group.
pub(super) fn tests(_: &RepoPath, text: &str) -> Vec<FoundTest> {
    let Some(tree) = parse(text) else { return Vec::new() };
    let marks = Marks::new(tree.root_node(), text);
    let disabled = marks.of_scope(&parts(tree.root_node()));
    let module = definitions(tree.root_node(), &marks);
    let classes = module.iter().filter(|definition| definition.is_class());
    let classes = classes.map(|class| (class.name, class.bare())).collect();
    let mut finder = Finder { text, marks, classes, unittest_classes: HashSet::new(), found: Vec::new() };
    finder.read(&module, &Scope { names: Vec::new(), kind: Kind::Module, disabled });
    numbered(finder.found, tree.root_node(), text)
}

/// The statements of a function's body, from the first to the last, comments around them left out.
/// (The grammar counts a comment's carriage return as part of it, and that as part of a compound statement.)
pub(super) fn statements(body: Node<'_>, text: &str) -> Range<usize> {
    let parts = parts(body);
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return body.byte_range() };
    let start = first.start_byte();
    start..start + text[start..last.end_byte()].trim_end().len()
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Module,
    Pytest,
    Unittest,
}

/// A module or class that tests are collected from.
struct Scope {
    names: Vec<String>,
    kind: Kind,
    disabled: Option<Disabled>,
}

impl Scope {
    fn inside(&self, name: &str, disabled: Option<Disabled>) -> Self {
        let names = self.names.iter().map(String::as_str).chain([name]).map(str::to_owned).collect();
        Self { names, kind: self.kind, disabled: self.disabled.clone().or(disabled) }
    }
}

struct Finder<'t> {
    text: &'t str,
    marks: Marks<'t>,
    /// The module's classes, by the names they have at its end.
    classes: HashMap<&'t str, Node<'t>>,
    unittest_classes: HashSet<&'t str>,
    found: Vec<FoundTest>,
}

impl<'t> Finder<'t> {
    fn read(&mut self, definitions: &[Definition<'t>], scope: &Scope) {
        for (at, definition) in definitions.iter().enumerate() {
            let shadowed = || definition.shadowed(&definitions[at + 1..]);
            let disabled = definition.disabled(&self.marks).or_else(shadowed);
            let inner = scope.inside(definition.name, disabled);
            if definition.is_class() {
                self.read_class(definition, inner);
            } else {
                self.read_function(definition, inner);
            }
        }
    }

    fn read_class(&mut self, class: &Definition<'t>, mut scope: Scope) {
        let Some(body) = class.bare().child_by_field_name("body") else { return };
        let is_unittest = self.is_unittest(class.bare());
        scope.kind = match scope.kind {
            Kind::Unittest => return, // neither unittest nor pytest looks inside of these
            _ if is_unittest => Kind::Unittest,
            _ if class.name.starts_with("Test") && !self.is_constructed(body) => Kind::Pytest,
            _ => return,
        };
        if is_unittest {
            self.unittest_classes.insert(class.name);
        }
        scope.disabled = scope.disabled.or_else(|| self.marks.of_scope(&parts(body)));
        self.read(&definitions(body, &self.marks), &scope);
        self.read_inherited(class.bare(), &scope);
    }

    /// The methods that a class has from others of this file are tests of its own.
    fn read_inherited(&mut self, class: Node<'t>, scope: &Scope) {
        let mut known = self.names_of(class);
        let mut waiting = self.bases(class);
        let mut visited = HashSet::from([class.id()]);
        while let Some(base) = waiting.pop() {
            let Some(body) = base.child_by_field_name("body").filter(|_| visited.insert(base.id())) else {
                continue;
            };
            for method in definitions(body, &self.marks).into_iter().rev() {
                if !method.is_class() && known.insert(method.name) {
                    let inner = scope.inside(method.name, method.disabled(&self.marks));
                    self.read_function(&method, inner);
                }
            }
            known.extend(self.names_of(base));
            waiting.extend(self.bases(base));
        }
    }

    /// The bases of a class that are of this file, last one first.
    fn bases(&self, class: Node<'t>) -> Vec<Node<'t>> {
        let bases = class.child_by_field_name("superclasses").map(parts).unwrap_or_default();
        bases
            .into_iter()
            .rev()
            .filter_map(|base| self.classes.get(text_of(base, self.text)).copied())
            .collect()
    }

    /// What a class defines or assigns; a method that is assigned `None` is no test any more.
    fn names_of(&self, class: Node<'t>) -> HashSet<&'t str> {
        let Some(body) = class.child_by_field_name("body") else { return HashSet::new() };
        let assigned =
            parts(body).into_iter().flat_map(parts).filter_map(|part| part.child_by_field_name("left"));
        let assigned = assigned.map(|name| text_of(name, self.text));
        definitions(body, &self.marks).iter().map(|definition| definition.name).chain(assigned).collect()
    }

    /// A class of tests says so in the name of a base, or its base is one of this file.
    fn is_unittest(&self, class: Node<'t>) -> bool {
        let bases = class.child_by_field_name("superclasses").map(parts).unwrap_or_default();
        bases.into_iter().filter(|base| base.kind() != "keyword_argument").any(|base| {
            let name = text_of(base, self.text).rsplit('.').next().unwrap_or_default();
            name.contains("TestCase")
                || name.ends_with("Tests")
                || (name.ends_with("Test") && !name.starts_with("Test"))
                || self.unittest_classes.contains(name)
        })
    }

    /// pytest does not collect classes with a constructor.
    fn is_constructed(&self, body: Node<'t>) -> bool {
        let functions =
            parts(body).into_iter().map(undecorated).filter(|part| part.kind() == "function_definition");
        functions
            .filter_map(|function| function.child_by_field_name("name"))
            .any(|name| matches!(text_of(name, self.text), "__init__" | "__new__"))
    }

    fn read_function(&mut self, function: &Definition<'t>, scope: Scope) {
        const NO_TESTS: &[&str] = &["fixture", "yield_fixture", "property", "cached_property"];
        let Some(body) = function.bare().child_by_field_name("body") else { return };
        if !function.name.starts_with("test") || self.marks.has_decorator(function.node, NO_TESTS) {
            return;
        }
        let wrapping = self.wrapping(function, &scope);
        self.found.push(FoundTest {
            name: scope.names,
            ordinal: 0,
            line: line_of(function.node),
            span: function.node.byte_range(),
            body: statements(body, self.text),
            disabled: scope.disabled.or_else(|| self.skips_at_once(body)),
            characterization: false,
            dynamic: false,
            tokens: tokens(function.node, self.text),
            body_tokens: tokens(body, self.text),
            wrapping,
            mentions: identifiers(function.node, self.text),
            quoted: quoted_names(function.node, self.text),
        });
    }

    /// Classes, decorators, `async`.
    fn wrapping(&self, function: &Definition<'t>, scope: &Scope) -> Vec<String> {
        let outer = scope.names.split_last().map(|(_, outer)| outer.to_vec()).unwrap_or_default();
        let decorators = parts(function.node).into_iter().filter(|part| part.kind() == "decorator");
        let names = decorators.filter_map(|decorator| {
            let whole = parts(decorator).into_iter().next()?;
            Some(words(whole.child_by_field_name("function").unwrap_or(whole), self.text))
        });
        let first = function.bare().child(0).filter(|first| first.kind() == "async");
        let is_async = first.map(|first| words(first, self.text));
        outer.into_iter().chain(names).chain(is_async).collect()
    }

    fn skips_at_once(&self, body: Node<'t>) -> Option<Disabled> {
        let is_text = |node: &Node<'t>| {
            node.kind() == "expression_statement"
                && parts(*node).first().is_some_and(|e| e.kind() == "string")
        };
        let first = parts(body).into_iter().find(|statement| !is_text(statement))?;
        self.marks.skips(first)
    }
}
