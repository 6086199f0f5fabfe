//! The syntax tree of a Rust file, and its items with what belongs to them.

use std::ops::Range;
use tree_sitter::{Node, Parser, Tree};

/// The tree of a text. A text that is not Rust has a tree with errors in it.
pub(super) fn parse(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_rust::LANGUAGE.into())
        .expect("the grammar fits the library it is built with");
    parser.parse(text, None).expect("a parser with a language and no time limit gives a tree")
}

/// The children of a node.
pub(super) fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    node.children(&mut node.walk()).collect()
}

/// True for comments of every kind.
pub(super) fn is_comment(node: Node) -> bool {
    matches!(node.kind(), "line_comment" | "block_comment")
}

/// True for `///` and `/**`.
pub(super) fn is_outer_doc(node: Node) -> bool {
    is_comment(node) && node.child_by_field_name("outer").is_some()
}

/// True for `//!` and `/*!`.
pub(super) fn is_inner_doc(node: Node) -> bool {
    is_comment(node) && node.child_by_field_name("inner").is_some()
}

fn is_plain_comment(node: Node) -> bool {
    is_comment(node) && !is_outer_doc(node) && !is_inner_doc(node)
}

/// An item of a scope, with its attributes, doc comments and the plain comments that touch it.
pub(super) struct Item<'t> {
    /// The item itself.
    pub(super) node: Node<'t>,
    /// Its outer attributes, in order.
    pub(super) attributes: Vec<Node<'t>>,
    /// Its outer doc comments, in order.
    pub(super) docs: Vec<Node<'t>>,
    /// From the first attribute or doc comment to its end.
    pub(super) span: Range<usize>,
    /// The span with the plain comments that stand directly above it, or behind it on its last line.
    pub(super) reach: Range<usize>,
}

/// The items of a file or of the braces of a module, impl or trait.
pub(super) fn items<'t>(scope: Node<'t>) -> Vec<Item<'t>> {
    let mut found: Vec<Item> = Vec::new();
    let mut above = Above::default();
    for node in children(scope) {
        if is_plain_comment(node) {
            match found.last_mut() {
                Some(item) if above.is_empty() && trails(item.node, node) => item.reach.end = node.end_byte(),
                _ => above.comment(node),
            }
        } else if node.kind() == "attribute_item" || is_outer_doc(node) {
            above.belonging(node);
        } else if node.is_named() && node.kind() != "inner_attribute_item" && !is_comment(node) {
            found.push(above.take(node));
        } else {
            above = Above { last_row: Some(last_row(node)), ..Above::default() };
        }
    }
    found
}

/// The row a node's last character is in: doc comments end behind their line break.
fn last_row(node: Node) -> usize {
    let end = node.end_position();
    if end.column == 0 && end.row > node.start_position().row { end.row - 1 } else { end.row }
}

fn trails(item: Node, comment: Node) -> bool {
    comment.kind() == "line_comment" && comment.start_position().row == item.end_position().row
}

/// What stands above the next item and belongs to it.
#[derive(Default)]
struct Above<'t> {
    comments: Option<usize>,
    attributes: Vec<Node<'t>>,
    docs: Vec<Node<'t>>,
    last_row: Option<usize>,
}

impl<'t> Above<'t> {
    fn is_empty(&self) -> bool {
        self.comments.is_none() && self.attributes.is_empty() && self.docs.is_empty()
    }

    /// A comment belongs to the item if no blank line parts them and nothing else is on its line.
    fn comment(&mut self, node: Node) {
        let row = node.start_position().row;
        let alone = self.last_row.is_none_or(|last| last < row);
        self.part_at_blank_line(row);
        if alone && self.comments.is_none() && self.attributes.is_empty() && self.docs.is_empty() {
            self.comments = Some(node.start_byte());
        }
        self.last_row = Some(last_row(node));
    }

    fn belonging(&mut self, node: Node<'t>) {
        self.part_at_blank_line(node.start_position().row);
        if is_comment(node) {
            self.docs.push(node)
        } else {
            self.attributes.push(node)
        }
        self.last_row = Some(last_row(node));
    }

    fn part_at_blank_line(&mut self, row: usize) {
        if self.last_row.is_some_and(|last| last + 1 < row)
            && self.attributes.is_empty()
            && self.docs.is_empty()
        {
            self.comments = None;
        }
    }

    fn take(&mut self, node: Node<'t>) -> Item<'t> {
        self.part_at_blank_line(node.start_position().row);
        let above = std::mem::take(self);
        self.last_row = Some(last_row(node));
        let firsts = [above.attributes.first(), above.docs.first()];
        let start =
            firsts.iter().flatten().map(|first| first.start_byte()).min().unwrap_or(node.start_byte());
        Item {
            node,
            attributes: above.attributes,
            docs: above.docs,
            span: start..node.end_byte(),
            reach: above.comments.unwrap_or(start)..node.end_byte(),
        }
    }
}

/// The name an item is known by, if it has one.
pub(super) fn name<'a>(node: Node, text: &'a str) -> Option<&'a str> {
    node.child_by_field_name("name").map(|name| &text[name.byte_range()])
}

/// Calls `visit` with every token below `node`, in order: comments left out, string literals whole.
pub(super) fn each_leaf<'t>(node: Node<'t>, mut visit: impl FnMut(Node<'t>)) {
    let mut cursor = node.walk();
    loop {
        let here = cursor.node();
        if !is_comment(here) {
            if !here.kind().ends_with("string_literal") && cursor.goto_first_child() {
                continue;
            }
            visit(here);
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

/// The tokens below a node. Layout, comments and the trailing commas that a formatter adds make no difference.
pub(super) fn tokens(node: Node, text: &str) -> Vec<String> {
    let mut leaves = Vec::new();
    each_leaf(node, |leaf| leaves.push(leaf));
    leaves.retain(|leaf| !leaf.byte_range().is_empty());
    let next = leaves.iter().skip(1).map(Some).chain([None]);
    let kept = leaves
        .iter()
        .zip(next)
        .filter(|(leaf, next)| !next.is_some_and(|next| is_formatters_comma(**leaf, *next)));
    kept.map(|(leaf, _)| text[leaf.byte_range()].to_owned()).collect()
}

/// A comma before a closing bracket says nothing, unless it is what makes a tuple: `(x,)`.
fn is_formatters_comma(leaf: Node, next: Node) -> bool {
    if leaf.kind() != "," || !matches!(next.kind(), ")" | "]" | "}" | ">") {
        return false;
    }
    let Some(parent) = leaf.parent() else { return false };
    !could_be_tuple(parent) || children(parent).iter().filter(|child| child.kind() == ",").count() > 1
}

/// In the tokens of a macro only round brackets behind a name are known to be a call.
fn could_be_tuple(list: Node) -> bool {
    let is_call = |before: Node| matches!(before.kind(), "identifier" | "!" | ">");
    match list.kind() {
        "token_tree" => {
            list.child(0).is_some_and(|open| open.kind() == "(") && !list.prev_sibling().is_some_and(is_call)
        }
        kind => kind.starts_with("tuple_"),
    }
}
