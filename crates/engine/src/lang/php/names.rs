//! The names that a piece of PHP mentions.

use crate::lang::syntax::{descendants, text_of};
use std::collections::BTreeSet;
use tree_sitter::Node;

/// The names below a node of all but variables: those of classes, functions, members, constants.
pub(super) fn mentioned(node: Node<'_>, text: &str) -> BTreeSet<String> {
    let is_variable = |name: &Node<'_>| {
        let parent = name.parent().filter(|parent| parent.kind() == "variable_name");
        let around = parent.and_then(|parent| parent.parent());
        parent.is_some() && around.is_none_or(|around| around.kind() != "scoped_property_access_expression")
    };
    let names = descendants(node).filter(|node| node.kind() == "name" && !is_variable(node));
    names.map(|name| text_of(name, text).to_owned()).collect()
}

/// The words of all strings below a node that may be names: `'A\\Name::method'`.
pub(super) fn quoted(node: Node<'_>, text: &str) -> BTreeSet<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let strings = descendants(node).filter(|node| matches!(node.kind(), "string" | "encapsed_string"));
    let inside = strings.map(|node| text_of(node, text).trim_matches(['\'', '"']));
    let paths = inside.filter(|text| text.chars().all(|c| is_name(c) || "\\./:#->".contains(c)));
    let names = paths.flat_map(|path| path.split(move |c| !is_name(c)));
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}
