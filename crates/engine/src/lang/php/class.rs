//! The classes and traits of a file.

use super::annotation::last_segment;
use crate::{
    domain::RepoPath,
    lang::syntax::{parts, text_of},
};
use std::collections::HashSet;
use tree_sitter::Node;

/// A class or trait.
#[derive(Clone)]
pub(super) struct Class<'t> {
    /// Its whole definition.
    pub node: Node<'t>,
    /// Its name with namespaces, as `A\B\Name`.
    pub full: String,
    /// Its name alone.
    pub name: &'t str,
    /// The name of the class it extends, without namespaces.
    pub base: Option<&'t str>,
    /// The names of the traits it uses, without namespaces.
    traits: Vec<&'t str>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Concrete,
    Abstract,
    Trait,
}

/// The classes and traits of a file, in order.
pub(super) struct Classes<'t>(Vec<Class<'t>>);

impl<'t> Classes<'t> {
    /// Reads them from a file's tree.
    pub(super) fn read(root: Node<'t>, text: &'t str) -> Self {
        let mut classes = Vec::new();
        collect(root, text, &mut String::new(), &mut classes);
        Self(classes)
    }

    /// The classes whose tests PHPUnit runs when it is given the file: the one named as the file is. Where there is none,
    /// some versions take all test cases of the file.
    pub(super) fn run(&self, path: &RepoPath) -> Vec<&Class<'t>> {
        let name = String::from_utf8_lossy(path.name()).into_owned();
        let stem = name.split('.').next().unwrap_or(&name);
        let cases = || self.0.iter().filter(|class| class.kind == Kind::Concrete && self.is_test_case(class));
        match cases().find(|class| class.name.eq_ignore_ascii_case(stem)) {
            Some(own) => vec![own],
            None => cases().collect(),
        }
    }

    /// The abstract test cases and the traits of tests that none of these has its tests from: classes of other files do.
    pub(super) fn shared(&self, run: &[&Class<'t>]) -> Vec<&Class<'t>> {
        let had: HashSet<_> =
            run.iter().flat_map(|class| self.ancestry(class)).map(|class| class.node.id()).collect();
        let is_shared = |class: &&Class<'t>| match class.kind {
            Kind::Concrete => false,
            Kind::Abstract => self.is_test_case(class),
            Kind::Trait => class.name.contains("Test"),
        };
        self.0.iter().filter(is_shared).filter(|class| !had.contains(&class.node.id())).collect()
    }

    /// The class itself and what it has methods from, as far as it is of this file; who overrides comes first.
    pub(super) fn ancestry<'c>(&'c self, class: &'c Class<'t>) -> Vec<&'c Class<'t>> {
        let mut found: Vec<&Class<'t>> = Vec::new();
        let mut waiting = vec![class];
        while let Some(next) = waiting.pop() {
            if found.iter().any(|known| known.node == next.node) {
                continue;
            }
            found.push(next);
            let names = next.base.into_iter().chain(next.traits.iter().rev().copied());
            waiting.extend(names.filter_map(|name| self.0.iter().find(|other| other.name == name)));
        }
        found
    }

    /// A test case says so by its own name or its base's, or its base is a test case of this file.
    fn is_test_case(&self, class: &Class<'t>) -> bool {
        let says_so =
            |name: &str| ["Test", "Tests"].iter().any(|end| name.ends_with(end)) || name.contains("TestCase");
        let mut line = self.ancestry(class).into_iter().filter(|class| class.kind != Kind::Trait);
        line.any(|class| class.base.is_some_and(|base| says_so(base) || says_so(class.name)))
    }
}

/// The methods of a class that are written in it.
pub(super) fn methods<'t>(class: &Class<'t>) -> Vec<Node<'t>> {
    let body = class.node.child_by_field_name("body").map(parts).unwrap_or_default();
    body.into_iter().filter(|part| part.kind() == "method_declaration").collect()
}

/// The classes below a node that is no class or function itself. A namespace without a body goes on to the next.
fn collect<'t>(node: Node<'t>, text: &'t str, namespace: &mut String, found: &mut Vec<Class<'t>>) {
    for part in parts(node) {
        match part.kind() {
            "namespace_definition" => {
                let name = part.child_by_field_name("name").map_or("", |name| text_of(name, text));
                name.clone_into(namespace);
                if let Some(body) = part.child_by_field_name("body") {
                    collect(body, text, namespace, found);
                    namespace.clear();
                }
            }
            "class_declaration" | "trait_declaration" => found.extend(class(part, text, namespace)),
            "function_definition" | "expression_statement" => {}
            _ => collect(part, text, namespace, found),
        }
    }
}

fn class<'t>(node: Node<'t>, text: &'t str, namespace: &str) -> Option<Class<'t>> {
    let name = text_of(node.child_by_field_name("name")?, text);
    let full = if namespace.is_empty() { name.to_owned() } else { format!("{namespace}\\{name}") };
    let base = parts(node).into_iter().find(|part| part.kind() == "base_clause");
    let base = base.and_then(|clause| parts(clause).first().copied());
    let is_abstract = parts(node).iter().any(|part| part.kind() == "abstract_modifier");
    let body = node.child_by_field_name("body").map(parts).unwrap_or_default();
    let uses = body.into_iter().filter(|part| part.kind() == "use_declaration").flat_map(parts);
    let traits = uses.filter(|part| part.kind() != "use_list");
    Some(Class {
        node,
        full,
        name,
        base: base.map(|base| last_segment(text_of(base, text))),
        traits: traits.map(|name| last_segment(text_of(name, text))).collect(),
        kind: match node.kind() {
            "trait_declaration" => Kind::Trait,
            _ if is_abstract => Kind::Abstract,
            _ => Kind::Concrete,
        },
    })
}
