//! The names a PHP file defines.

use super::parse;
use crate::{
    domain::RepoPath,
    lang::syntax::{descendants, parts, text_of},
};
use std::collections::BTreeSet;
use tree_sitter::Node;

/// The functions, methods, classes and their kin, constants, cases and properties of a file.
pub(super) fn definitions(_: &RepoPath, text: &str) -> BTreeSet<String> {
    let Some(tree) = parse(text) else { return BTreeSet::new() };
    let names = descendants(tree.root_node()).filter_map(|node| defined(node, text));
    names.map(|name| name.trim_matches(['$', '\'', '"']).to_owned()).collect()
}

fn defined<'a>(node: Node<'_>, text: &'a str) -> Option<&'a str> {
    let name = match node.kind() {
        "function_definition"
        | "method_declaration"
        | "class_declaration"
        | "interface_declaration"
        | "trait_declaration"
        | "enum_declaration"
        | "enum_case"
        | "property_element"
        | "property_promotion_parameter" => node.child_by_field_name("name"),
        "const_element" => parts(node).first().copied(),
        "function_call_expression" => constant(node, text),
        _ => None,
    };
    name.map(|name| text_of(name, text))
}

/// The constant that `define('NAME', …)` makes.
fn constant<'t>(call: Node<'t>, text: &str) -> Option<Node<'t>> {
    let function = call.child_by_field_name("function")?;
    (text_of(function, text).trim_start_matches('\\') == "define").then_some(())?;
    let first = *parts(call.child_by_field_name("arguments")?).first()?;
    parts(first).first().copied().filter(|name| matches!(name.kind(), "string" | "encapsed_string"))
}
