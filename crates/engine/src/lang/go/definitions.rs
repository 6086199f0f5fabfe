//! The names that a Go file defines.

use crate::lang::syntax::{descendants, parts, text_of};
use std::collections::BTreeSet;
use tree_sitter::Node;

/// Functions, methods, types, constants and variables of the package, fields of structs and methods of interfaces.
pub(super) fn definitions(text: &str) -> BTreeSet<String> {
    let Some(tree) = super::parse(text) else { return BTreeSet::new() };
    let names = parts(tree.root_node()).into_iter().flat_map(of_declaration);
    names.map(|name| text_of(name, text).to_owned()).filter(|name| name != "_").collect()
}

fn of_declaration(node: Node<'_>) -> Vec<Node<'_>> {
    match node.kind() {
        "function_declaration" | "method_declaration" => {
            node.child_by_field_name("name").into_iter().collect()
        }
        "type_declaration" | "const_declaration" | "var_declaration" => named(node),
        _ => Vec::new(),
    }
}

/// The names of all that is declared below a node, but for what functions in it declare.
fn named(node: Node<'_>) -> Vec<Node<'_>> {
    const KINDS: &[&str] =
        &["type_spec", "type_alias", "const_spec", "var_spec", "field_declaration", "method_elem"];
    let mut names = Vec::new();
    let mut waiting = vec![node];
    while let Some(node) = waiting.pop() {
        if KINDS.contains(&node.kind()) {
            names
                .extend(node.children_by_field_name("name", &mut node.walk()).filter(|name| name.is_named()));
        }
        if node.kind() == "field_declaration" && node.child_by_field_name("name").is_none() {
            names.extend(embedded(node));
        }
        if node.kind() != "func_literal" {
            waiting.extend(parts(node));
        }
    }
    names
}

/// A type that is embedded is a field of its own name.
fn embedded(field: Node<'_>) -> Option<Node<'_>> {
    let of_type = field.child_by_field_name("type")?;
    descendants(of_type).filter(|node| node.kind() == "type_identifier").last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_package_declares_is_defined_and_what_is_inside_of_functions_is_not() {
        let text = "package p\n\
            import q \"no\"\n\
            func a(no int) { no1 := 1; const no2 = 1; type no3 struct{ no4 int } }\n\
            func (no *T) b() {}\n\
            type (\n\tc struct {\n\t\td, e int\n\t\t*F\n\t\tg.H\n\t}\n\ti = int\n)\n\
            type j interface { k(no int); l() }\n\
            const (\n\tm = iota\n\tn\n)\n\
            var o, _ = func() int { no := 1; return no }(), 1\n\
            type r[T any] struct { s T }\n";
        let names = definitions(text).into_iter().collect::<Vec<_>>().join(" ");
        assert_eq!(names, "F H a b c d e i j k l m n o r s");
    }
}
