use super::{marks::Marks, parse, undecorated};
use crate::{
    domain::{Disabled, RepoPath},
    lang::{
        FoundTest,
        syntax::{identifiers, line_of, numbered, parts, text_of, tokens},
    },
};
use std::{collections::HashSet, ops::Range};
use tree_sitter::Node;

/// The tests of a file. Parametrized ones are found once: they are asked as a group.
pub(super) fn tests(_: &RepoPath, text: &str) -> Vec<FoundTest> {
    let Some(tree) = parse(text) else { return Vec::new() };
    let marks = Marks::new(tree.root_node(), text);
    let mut finder = Finder { text, marks, unittest_classes: HashSet::new(), found: Vec::new() };
    let module = Scope { names: Vec::new(), kind: Kind::Module, disabled: None };
    finder.read(tree.root_node(), &module);
    numbered(finder.found)
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

/// A function or class of a scope.
struct Definition<'t> {
    /// With its decorators.
    node: Node<'t>,
    name: &'t str,
    /// The conditional blocks around it, outermost first.
    branches: Vec<usize>,
    /// Set if one of them is never entered.
    disabled: Option<Disabled>,
}

struct Finder<'t> {
    text: &'t str,
    marks: Marks<'t>,
    unittest_classes: HashSet<&'t str>,
    found: Vec<FoundTest>,
}

impl<'t> Finder<'t> {
    fn read(&mut self, body: Node<'t>, scope: &Scope) {
        let disabled = scope.disabled.clone().or_else(|| self.marks.of_scope(&parts(body)));
        let mut definitions = Vec::new();
        self.gather(body, (&[], None), &mut definitions);
        for (at, definition) in definitions.iter().enumerate() {
            let shadowed = definitions[at + 1..].iter().find(|later| shadows(later, definition));
            let disabled = disabled
                .clone()
                .or_else(|| definition.disabled.clone())
                .or_else(|| self.marks.of_decorators(definition.node))
                .or_else(|| shadowed.map(|later| shadowed_by(later)));
            let names = scope.names.iter().map(String::as_str).chain([definition.name]).map(str::to_owned);
            let inner = Scope { names: names.collect(), kind: scope.kind, disabled };
            match undecorated(definition.node).kind() {
                "class_definition" => self.read_class(definition, inner),
                _ => self.read_function(definition, inner),
            }
        }
    }

    /// The definitions of a block and of the blocks inside that are not scopes of their own.
    fn gather(&self, block: Node<'t>, place: (&[usize], Option<&Disabled>), into: &mut Vec<Definition<'t>>) {
        for statement in parts(block) {
            match statement.kind() {
                "function_definition" | "class_definition" | "decorated_definition" => {
                    let Some(name) = undecorated(statement).child_by_field_name("name") else { continue };
                    into.push(Definition {
                        node: statement,
                        name: text_of(name, self.text),
                        branches: place.0.to_vec(),
                        disabled: place.1.cloned(),
                    });
                }
                "if_statement" | "while_statement" => self.gather_branches(statement, place, into),
                "block" => {
                    let branches: Vec<_> = place.0.iter().copied().chain([statement.id()]).collect();
                    self.gather(statement, (&branches, place.1), into);
                }
                // The body of `with` is entered whenever the statement is.
                "with_statement" => {
                    statement
                        .child_by_field_name("body")
                        .iter()
                        .for_each(|body| self.gather(*body, place, into));
                }
                kind if kind.ends_with("_statement") || kind.ends_with("_clause") => {
                    self.gather(statement, place, into);
                }
                _ => {}
            }
        }
    }

    /// The definitions in the branches of an `if` or `while`; a branch that is never taken disables them.
    fn gather_branches(
        &self,
        statement: Node<'t>,
        place: (&[usize], Option<&Disabled>),
        into: &mut Vec<Definition<'t>>,
    ) {
        let mut taken = None;
        let clauses = std::iter::once(statement)
            .chain(statement.children_by_field_name("alternative", &mut statement.walk()))
            .collect::<Vec<_>>();
        for clause in clauses {
            let condition = clause.child_by_field_name("condition");
            let truth = condition.and_then(|condition| self.marks.truth(condition));
            let never = taken.or(condition.filter(|_| truth == Some(false)));
            let disabled = place.1.cloned().or_else(|| never.map(|condition| self.marks.never(condition)));
            let block = clause.child_by_field_name("consequence").or(clause.child_by_field_name("body"));
            if let Some(block) = block {
                let branches: Vec<_> = place.0.iter().copied().chain([block.id()]).collect();
                self.gather(block, (&branches, disabled.as_ref()), into);
            }
            taken = taken.or(condition.filter(|_| truth == Some(true)));
        }
    }

    fn read_class(&mut self, class: &Definition<'t>, scope: Scope) {
        let node = undecorated(class.node);
        let Some(body) = node.child_by_field_name("body") else { return };
        if scope.kind == Kind::Unittest {
            return; // neither unittest nor pytest looks inside of these
        }
        if self.is_unittest(node) {
            self.unittest_classes.insert(class.name);
            self.read(body, &Scope { kind: Kind::Unittest, ..scope });
        } else if class.name.starts_with("Test") && !self.is_constructed(body) {
            self.read(body, &Scope { kind: Kind::Pytest, ..scope });
        }
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
        parts(body).into_iter().map(undecorated).any(|part| {
            part.kind() == "function_definition"
                && part
                    .child_by_field_name("name")
                    .is_some_and(|name| matches!(text_of(name, self.text), "__init__" | "__new__"))
        })
    }

    fn read_function(&mut self, function: &Definition<'t>, scope: Scope) {
        const NO_TESTS: &[&str] = &["fixture", "yield_fixture", "property", "cached_property"];
        let Some(body) = undecorated(function.node).child_by_field_name("body") else { return };
        if !function.name.starts_with("test") || self.marks.has_decorator(function.node, NO_TESTS) {
            return;
        }
        self.found.push(FoundTest {
            name: scope.names,
            ordinal: 0,
            line: line_of(function.node),
            span: function.node.byte_range(),
            body: statements(body, self.text),
            disabled: scope.disabled.or_else(|| self.skips_at_once(body)),
            dynamic: false,
            tokens: tokens(function.node, self.text),
            body_tokens: tokens(body, self.text),
            mentions: identifiers(function.node, self.text),
        });
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

/// A later definition of the same name that is made whenever the earlier one is.
fn shadows(later: &Definition<'_>, earlier: &Definition<'_>) -> bool {
    later.name == earlier.name && earlier.branches.starts_with(&later.branches)
}

fn shadowed_by(later: &Definition<'_>) -> Disabled {
    Disabled {
        by: "shadowed by a later definition of the same name".to_owned(),
        line: line_of(undecorated(later.node)),
    }
}
