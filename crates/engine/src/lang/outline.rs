//! What a file of code does: its functions, and what it does besides. Walks a tree by the shape of its language.

use super::syntax::{descendants, identifiers, parts, text_of, tokens};
use std::{collections::BTreeSet, ops::Range};
use tree_sitter::Node;

/// What a file of code does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Its functions that are not inside of others, in order of their place.
    pub functions: Vec<FoundFunction>,
    /// Everything else in it that may have an effect, each as its tokens.
    pub rest: Vec<Piece>,
}

/// A function found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFunction {
    /// The scopes around it and its own name, outermost first.
    pub name: Vec<String>,
    /// The tokens of everything but the body.
    pub head: Vec<String>,
    /// The inside of its body, in bytes.
    pub body: Range<usize>,
    /// The tokens of its body.
    pub body_tokens: Vec<String>,
    /// What stands in place of the body so that it does nothing and gives the neutral value of its type; `None` where no
    /// such value is known.
    pub hollow: Option<String>,
    /// The identifiers its body mentions.
    pub mentions: BTreeSet<String>,
}

/// Something with an effect outside of functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it lies, in bytes.
    pub span: Range<usize>,
    /// Its tokens, without the insides of functions in it.
    pub tokens: Vec<String>,
}

/// How a language is laid out, by the kinds of its nodes.
pub(super) struct Shape {
    /// Functions. Their `body` may be missing: then they are declarations, and do nothing.
    pub(super) functions: &'static [&'static str],
    /// What has a name, or a head, and functions inside: classes, modules.
    pub(super) scopes: &'static [&'static str],
    /// What is nothing but what is inside of it.
    pub(super) through: &'static [&'static str],
    /// What binds a function to a name: its kind, the field of the name, the field of the function.
    pub(super) bindings: &'static [(&'static str, &'static str, &'static str)],
    /// Whether a node has no effect of its own: imports, comments, types.
    pub(super) inert: fn(Node<'_>, &str) -> bool,
    /// Whether the head of a scope has an effect: a base class.
    pub(super) telling_head: fn(Node<'_>, &str) -> bool,
    /// The inside of a function's body.
    pub(super) inside: fn(Node<'_>, &str) -> Range<usize>,
    /// What stands there when it is hollow, see [`FoundFunction::hollow`].
    pub(super) hollow: fn(Node<'_>, &str) -> Option<String>,
}

impl Shape {
    /// The outline of a tree.
    pub(super) fn outline(&self, root: Node<'_>, text: &str) -> Outline {
        let mut walk = Walk { shape: self, text, outline: Outline::default() };
        walk.inside(root, &[]);
        walk.outline
    }

    fn is_function(&self, node: Node<'_>) -> bool {
        self.functions.contains(&node.kind())
    }
}

struct Walk<'a> {
    shape: &'a Shape,
    text: &'a str,
    outline: Outline,
}

impl Walk<'_> {
    fn inside(&mut self, node: Node<'_>, around: &[String]) {
        for child in parts(node) {
            self.visit(child, around);
        }
    }

    fn visit(&mut self, node: Node<'_>, around: &[String]) {
        let shape = self.shape;
        if (shape.inert)(node, self.text) {
            return;
        }
        if shape.is_function(node) {
            self.function(node, named(around, node.child_by_field_name("name"), self.text));
        } else if shape.scopes.contains(&node.kind()) {
            self.scope(node, around);
        } else if shape.through.contains(&node.kind()) {
            self.inside(node, around);
        } else if let Some((name, function)) = self.bound(node) {
            self.function(function, named(around, Some(name), self.text));
        } else {
            self.piece(node, around);
        }
    }

    fn bound<'t>(&self, node: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
        let (_, name, value) = self.shape.bindings.iter().find(|(kind, ..)| *kind == node.kind())?;
        let function = node.child_by_field_name(value).filter(|value| self.shape.is_function(*value))?;
        Some((node.child_by_field_name(name)?, function))
    }

    /// A scope is named by its head: of several blocks for one type, each is its own.
    fn scope(&mut self, node: Node<'_>, around: &[String]) {
        let Some(body) = node.child_by_field_name("body") else { return };
        let head = self.text[node.start_byte()..body.start_byte()].split_whitespace().collect::<Vec<_>>();
        let name = node.child_by_field_name("name");
        let name = name.map_or_else(|| head.join(" "), |name| text_of(name, self.text).to_owned());
        if (self.shape.telling_head)(node, self.text) {
            let span = node.start_byte()..body.start_byte();
            let tokens = head.iter().map(|word| (*word).to_owned()).collect();
            self.outline.rest.push(Piece { span, tokens });
        }
        self.inside(body, &[around, &[name]].concat());
    }

    fn function(&mut self, node: Node<'_>, name: Vec<String>) {
        let Some(body) = node.child_by_field_name("body") else { return };
        let outer = node.parent().filter(|parent| parent.kind() == "decorated_definition").unwrap_or(node);
        self.outline.functions.push(FoundFunction {
            name,
            head: without(outer, &[body], self.text),
            body: (self.shape.inside)(node, self.text),
            body_tokens: tokens(body, self.text),
            hollow: (self.shape.hollow)(node, self.text),
            mentions: identifiers(body, self.text),
        });
    }

    /// What is not known to be anything else. Functions given in it are hollowed like others.
    fn piece(&mut self, node: Node<'_>, around: &[String]) {
        let mut functions: Vec<Node<'_>> = Vec::new();
        for inner in descendants(node).filter(|inner| self.shape.is_function(*inner)) {
            if functions.last().is_none_or(|last| inner.start_byte() >= last.end_byte()) {
                functions.push(inner);
            }
        }
        let bodies: Vec<_> =
            functions.iter().filter_map(|function| function.child_by_field_name("body")).collect();
        let tokens = without(node, &bodies, self.text);
        let name: Vec<String> = tokens.iter().take(4).cloned().collect();
        for function in functions {
            self.function(function, [around, &[name.join(" ")]].concat());
        }
        self.outline.rest.push(Piece { span: node.byte_range(), tokens });
    }
}

fn named(around: &[String], name: Option<Node<'_>>, text: &str) -> Vec<String> {
    let own = name.map(|name| text_of(name, text).to_owned()).unwrap_or_default();
    around.iter().cloned().chain([own]).collect()
}

/// The tokens of a node that are in none of these.
fn without(node: Node<'_>, left_out: &[Node<'_>], text: &str) -> Vec<String> {
    if left_out.contains(&node) {
        return Vec::new();
    }
    let is_around =
        |one: &Node<'_>| node.start_byte() <= one.start_byte() && one.end_byte() <= node.end_byte();
    if !left_out.iter().any(is_around) {
        return tokens(node, text);
    }
    let children: Vec<_> = node.children(&mut node.walk()).filter(|child| !child.is_extra()).collect();
    children.into_iter().flat_map(|child| without(child, left_out, text)).collect()
}
