//! The annotations and modifiers of a declaration.

use super::last_name;
use crate::{
    domain::Disabled,
    lang::syntax::{descendants, line_of, parts, text_of, words},
};
use tree_sitter::Node;

/// What stands before a declaration.
pub(super) struct Modifiers<'t> {
    text: &'t str,
    annotations: Vec<Node<'t>>,
    keywords: Vec<Node<'t>>,
}

impl<'t> Modifiers<'t> {
    /// Those of a declaration.
    pub(super) fn of(declaration: Node<'t>, text: &'t str) -> Self {
        let modifiers =
            declaration.children(&mut declaration.walk()).find(|child| child.kind() == "modifiers");
        let all: Vec<_> = modifiers
            .iter()
            .flat_map(|modifiers| modifiers.children(&mut modifiers.walk()).collect::<Vec<_>>())
            .filter(|child| !child.is_extra())
            .collect();
        let (annotations, keywords) = all.into_iter().partition(|child| child.is_named());
        Self { text, annotations, keywords }
    }

    /// The keyword, if it is there.
    pub(super) fn keyword(&self, word: &str) -> Option<Node<'t>> {
        self.keywords.iter().copied().find(|keyword| keyword.kind() == word)
    }

    /// The annotation of this name, from whatever package.
    pub(super) fn annotation(&self, name: &str) -> Option<Annotation<'t>> {
        self.annotations().find(|annotation| annotation.name() == name)
    }

    /// All annotations.
    pub(super) fn annotations(&self) -> impl Iterator<Item = Annotation<'t>> + '_ {
        self.annotations.iter().map(|node| Annotation { node: *node, text: self.text })
    }

    /// What disables the declaration, whatever happens when it is run. Conditions are left to the run.
    pub(super) fn disabled(&self) -> Option<Disabled> {
        self.annotations().find(Annotation::disables).map(|annotation| annotation.as_written())
    }
}

/// One annotation.
pub(super) struct Annotation<'t> {
    node: Node<'t>,
    text: &'t str,
}

impl<'t> Annotation<'t> {
    /// Its name, without the package.
    pub(super) fn name(&self) -> &'t str {
        self.node.child_by_field_name("name").map_or("", |name| last_name(name, self.text))
    }

    /// Whether it makes a test of a method. Projects compose annotations of their own, which end in the same word.
    pub(super) fn makes_test(&self) -> bool {
        const PLAIN: &[&str] = &["TestFactory", "TestTemplate", "Theory"];
        const AROUND: &[&str] = &["BeforeTest", "AfterTest"];
        let name = self.name();
        PLAIN.contains(&name) || (name.ends_with("Test") && !AROUND.contains(&name))
    }

    fn disables(&self) -> bool {
        let switched_off = || self.value("enabled").is_some_and(|value| value.kind() == "false");
        matches!(self.name(), "Disabled" | "Ignore") || (self.name() == "Test" && switched_off())
    }

    /// The value of one of its elements.
    pub(super) fn value(&self, key: &str) -> Option<Node<'t>> {
        let pairs = parts(self.node.child_by_field_name("arguments")?);
        let is_key = |pair: &Node<'t>| {
            pair.child_by_field_name("key").is_some_and(|name| text_of(name, self.text) == key)
        };
        pairs.into_iter().find(is_key)?.child_by_field_name("value")
    }

    /// The names of its elements, parted by blanks.
    pub(super) fn keys(&self) -> String {
        let pairs = self.node.child_by_field_name("arguments").map(parts).unwrap_or_default();
        let keys = pairs.iter().filter_map(|pair| pair.child_by_field_name("key"));
        keys.map(|key| text_of(key, self.text)).collect::<Vec<_>>().join(" ")
    }

    /// The class literals in it.
    pub(super) fn classes(&self) -> impl Iterator<Item = Node<'t>> {
        descendants(self.node).filter(|node| node.kind() == "class_literal")
    }

    fn as_written(&self) -> Disabled {
        Disabled { by: words(self.node, self.text), line: line_of(self.node) }
    }
}
