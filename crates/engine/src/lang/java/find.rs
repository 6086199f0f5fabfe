//! Where the tests of a Java file are.

use super::{annotation::Modifiers, last_name, parse, skip};
use crate::{
    domain::{Disabled, RepoPath},
    lang::{
        FoundTest,
        syntax::{descendants, identifiers, line_of, numbered, parts, quoted_names, text_of, tokens, words},
    },
};
use std::collections::BTreeSet;
use tree_sitter::Node;

/// The tests of a file. Parameterized and repeated ones are found once, and overloads as several tests of one name: they
/// are asked as a group. A name begins with the class's full name.
pub(super) fn tests(_: &RepoPath, text: &str) -> Vec<FoundTest> {
    let Some(tree) = parse(text) else { return Vec::new() };
    let root = tree.root_node();
    let mut finder = Finder { text, root, found: Vec::new() };
    let package = parts(root).into_iter().find(|node| node.kind() == "package_declaration");
    let package = package.and_then(|node| parts(node).pop()).map(|name| text_of(name, text));
    let package: Option<String> = package.map(|name| name.split_whitespace().collect());
    for declaration in parts(root).into_iter().filter(is_type) {
        finder.top_level(declaration, package.as_deref());
    }
    numbered(finder.found, root, text)
}

fn is_type(node: &Node<'_>) -> bool {
    matches!(node.kind(), "class_declaration" | "interface_declaration" | "record_declaration")
}

/// A class that tests are collected from.
#[derive(Clone)]
struct Scope {
    names: Vec<String>,
    disabled: Option<Disabled>,
    /// Its tests run in the classes that inherit from it.
    inherited: bool,
    /// Its tests are known by their names alone.
    by_name: bool,
}

struct Finder<'t> {
    text: &'t str,
    root: Node<'t>,
    found: Vec<FoundTest>,
}

impl<'t> Finder<'t> {
    fn top_level(&mut self, declaration: Node<'t>, package: Option<&str>) {
        let Some(name) = self.name(declaration) else { return };
        let name = package.map_or_else(|| name.to_owned(), |package| format!("{package}.{name}"));
        let scope = Scope { names: vec![name], disabled: None, inherited: false, by_name: false };
        self.class(declaration, scope);
    }

    fn name(&self, declaration: Node<'t>) -> Option<&'t str> {
        declaration.child_by_field_name("name").map(|name| text_of(name, self.text))
    }

    fn class(&mut self, declaration: Node<'t>, outer: Scope) {
        let Some(body) = declaration.child_by_field_name("body") else { return };
        let modifiers = Modifiers::of(declaration, self.text);
        let scope = Scope {
            disabled: outer.disabled.or_else(|| modifiers.disabled()),
            inherited: outer.inherited || is_inherited(declaration, &modifiers),
            by_name: self.is_test_case(declaration, &mut BTreeSet::new()),
            names: outer.names,
        };
        let encloses = modifiers.annotation("RunWith").is_some_and(|runner| {
            runner.classes().any(|class| text_of(class, self.text).contains("Enclosed"))
        });
        for member in parts(body) {
            if member.kind() == "method_declaration" {
                self.method(member, &scope);
            } else if is_type(&member) {
                self.member_class(member, &scope, encloses);
            }
        }
    }

    /// A class inside of another: it is run if it is marked so, or if others inherit from it.
    fn member_class(&mut self, declaration: Node<'t>, outer: &Scope, is_enclosed: bool) {
        let modifiers = Modifiers::of(declaration, self.text);
        let runs =
            is_enclosed || modifiers.annotation("Nested").is_some() || is_inherited(declaration, &modifiers);
        if let Some(name) = self.name(declaration).filter(|_| runs) {
            let names = outer.names.iter().cloned().chain([name.to_owned()]).collect();
            self.class(declaration, Scope { names, ..outer.clone() });
        }
    }

    fn method(&mut self, method: Node<'t>, scope: &Scope) {
        let (Some(name), Some(body)) = (self.name(method), method.child_by_field_name("body")) else {
            return;
        };
        let modifiers = Modifiers::of(method, self.text);
        let is_marked = modifiers.annotations().any(|annotation| annotation.makes_test());
        let is_test = is_marked || (scope.by_name && is_named_as_test(name, method, &modifiers));
        if !is_test {
            return;
        }
        let disabled = scope.disabled.clone().or_else(|| modifiers.disabled());
        let disabled = disabled.or_else(|| self.not_collected(&modifiers));
        self.found.push(FoundTest {
            name: scope.names.iter().cloned().chain([name.to_owned()]).collect(),
            ordinal: 0,
            line: line_of(method),
            span: method.byte_range(),
            body: body.start_byte() + 1..body.end_byte().saturating_sub(1).max(body.start_byte() + 1),
            disabled: disabled.or_else(|| skip::at_once(body, self.text)),
            characterization: false,
            dynamic: scope.inherited,
            tokens: tokens(method, self.text),
            body_tokens: tokens(body, self.text),
            wrapping: wrapping(scope, &modifiers),
            mentions: identifiers(method, self.text),
            quoted: quoted_names(method, self.text),
        });
    }

    /// No runner calls a test that is private or static.
    fn not_collected(&self, modifiers: &Modifiers<'t>) -> Option<Disabled> {
        let keyword = modifiers.keyword("private").or_else(|| modifiers.keyword("static"))?;
        Some(Disabled { by: words(keyword, self.text), line: line_of(keyword) })
    }

    /// Whether the class is a test case of JUnit 3, by the name of its superclass here or in this file. In files that use
    /// a later JUnit by name a method is no test without its mark.
    fn is_test_case(&self, declaration: Node<'t>, visited: &mut BTreeSet<usize>) -> bool {
        let later = ["org.junit.jupiter.", "import org.junit.Test;", "import org.junit.*;"];
        if later.iter().any(|import| self.text.contains(import)) || !visited.insert(declaration.id()) {
            return false;
        }
        let superclass = declaration.child_by_field_name("superclass");
        let Some(name) = superclass.and_then(|node| parts(node).into_iter().next()) else { return false };
        let name = last_name(name, self.text);
        let here = descendants(self.root)
            .filter(|node| node.kind() == "class_declaration")
            .find(|class| self.name(*class) == Some(name));
        here.map_or(name.ends_with("TestCase"), |class| self.is_test_case(class, visited))
    }
}

/// Classes, and the marks of the method.
fn wrapping(scope: &Scope, modifiers: &Modifiers<'_>) -> Vec<String> {
    let marks =
        modifiers.annotations().map(|annotation| format!("@{}({})", annotation.name(), annotation.keys()));
    scope.names.iter().cloned().chain(marks).collect()
}

/// Whether the tests of a class run only in others.
fn is_inherited(declaration: Node<'_>, modifiers: &Modifiers<'_>) -> bool {
    declaration.kind() == "interface_declaration" || modifiers.keyword("abstract").is_some()
}

/// JUnit 3: public, starts with `test`, takes and gives nothing.
fn is_named_as_test(name: &str, method: Node<'_>, modifiers: &Modifiers<'_>) -> bool {
    let takes_nothing = method.child_by_field_name("parameters").is_some_and(|list| parts(list).is_empty());
    let gives_nothing =
        method.child_by_field_name("type").is_some_and(|of_type| of_type.kind() == "void_type");
    name.starts_with("test") && takes_nothing && gives_nothing && modifiers.keyword("public").is_some()
}
