//! The names a JavaScript or TypeScript file defines.

use crate::lang::syntax::{descendants, parts, text_of};
use std::collections::BTreeSet;
use tree_sitter::{Node, Tree};

/// The functions, classes, members and types of a file, what is declared or exported in it outside of functions, and
/// the members of objects there.
pub(super) fn definitions(tree: Option<Tree>, text: &str) -> BTreeSet<String> {
    let Some(tree) = tree else { return BTreeSet::new() };
    let mut names = BTreeSet::new();
    names.extend(
        descendants(tree.root_node()).filter_map(|node| declared(node)).map(|name| plain(name, text)),
    );
    let mut waiting = vec![tree.root_node()];
    while let Some(node) = waiting.pop() {
        names.extend(set_outside_of_functions(node).into_iter().map(|name| plain(name, text)));
        let is_function_body = node.kind() == "statement_block" && !node.parent().is_some_and(is_plain);
        if !is_function_body {
            waiting.extend(parts(node));
        }
    }
    names.remove("exports");
    names
}

/// Names that are definitions wherever they are.
fn declared(node: Node<'_>) -> Option<Node<'_>> {
    let is_declaration = matches!(
        node.kind(),
        "function_declaration"
            | "generator_function_declaration"
            | "function_signature"
            | "class_declaration"
            | "abstract_class_declaration"
            | "method_definition"
            | "method_signature"
            | "abstract_method_signature"
            | "public_field_definition"
            | "property_signature"
            | "interface_declaration"
            | "type_alias_declaration"
            | "enum_declaration"
            | "internal_module"
    );
    if node.kind() == "field_definition" {
        return node.child_by_field_name("property");
    }
    node.child_by_field_name("name").filter(|_| is_declaration)
}

/// Names that are definitions only outside of functions.
fn set_outside_of_functions(node: Node<'_>) -> Vec<Node<'_>> {
    match node.kind() {
        "variable_declarator" => node.child_by_field_name("name").map(bound).unwrap_or_default(),
        "export_specifier" => {
            node.child_by_field_name("alias").or(node.child_by_field_name("name")).into_iter().collect()
        }
        "enum_body" => {
            parts(node).into_iter().map(|part| part.child_by_field_name("name").unwrap_or(part)).collect()
        }
        "assignment_expression" => node
            .child_by_field_name("left")
            .and_then(|left| left.child_by_field_name("property"))
            .into_iter()
            .collect(),
        "object" => parts(node).into_iter().filter_map(member).collect(),
        _ => Vec::new(),
    }
}

/// The key of an object's member that is a function, or of one by the name of what it is.
fn member(part: Node<'_>) -> Option<Node<'_>> {
    match part.kind() {
        "shorthand_property_identifier" => Some(part),
        "pair" => {
            let value = part.child_by_field_name("value")?;
            let is_known =
                value.kind() == "identifier" || super::is_function(value) || value.kind() == "class";
            part.child_by_field_name("key").filter(|_| is_known)
        }
        _ => None,
    }
}

/// The names that a declaration binds.
fn bound(pattern: Node<'_>) -> Vec<Node<'_>> {
    match pattern.kind() {
        "identifier" | "shorthand_property_identifier_pattern" => vec![pattern],
        "pair_pattern" => pattern.child_by_field_name("value").map(bound).unwrap_or_default(),
        "assignment_pattern" | "object_assignment_pattern" => {
            pattern.child_by_field_name("left").map(bound).unwrap_or_default()
        }
        _ => parts(pattern).into_iter().flat_map(bound).collect(),
    }
}

/// What has a block that is not a function's body.
fn is_plain(parent: Node<'_>) -> bool {
    ["program", "_statement", "module", "_clause"].iter().any(|end| parent.kind().ends_with(end))
}

fn plain(name: Node<'_>, text: &str) -> String {
    text_of(name, text).trim_matches(['"', '\'']).to_owned()
}

#[cfg(test)]
mod tests {
    use crate::{domain::RepoPath, lang::javascript::TYPESCRIPT};

    fn of(text: &str) -> Vec<String> {
        (TYPESCRIPT.definitions)(&RepoPath::from("a.ts"), text).into_iter().collect()
    }

    #[test]
    fn functions_classes_members_and_types_are_definitions() {
        let text = "\
export default function a() { const no = 1; function b() {} }
class C { d = 1; static e() {} get f() { return 1 } }
interface G { h: string }
type I = string;
enum J { K, L = 2 }
namespace M { export const n = 1 }
";
        let want = ["C", "G", "I", "J", "K", "L", "M", "a", "b", "d", "e", "f", "h", "n"];
        assert_eq!(of(text), want);
    }

    #[test]
    fn what_is_declared_or_exported_outside_of_functions_is_a_definition() {
        let text = "\
const { a, b: c, d = 1 } = x, [e] = y;
if (z) { var f = () => { let no }; }
exports.g = 1;
module.exports = { h, i() {}, j: () => {}, no: 1 };
export { k, l as m } from 'n';
O.prototype.p = function () { this.no = 1 };
";
        assert_eq!(of(text), ["a", "c", "d", "e", "f", "g", "h", "i", "j", "k", "m", "p"]);
    }
}
