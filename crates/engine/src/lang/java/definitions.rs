//! The names a Java file defines.

use super::parse;
use crate::{
    domain::RepoPath,
    lang::syntax::{descendants, parts, text_of},
};
use std::collections::BTreeSet;
use tree_sitter::Node;

/// The types, methods, fields, constants and record components of a file. Where Lombok is used, the methods it may make
/// of fields too.
pub(super) fn definitions(_: &RepoPath, text: &str) -> BTreeSet<String> {
    let Some(tree) = parse(text) else { return BTreeSet::new() };
    let mut names = BTreeSet::new();
    let uses_lombok = text.contains("lombok");
    for node in descendants(tree.root_node()) {
        names.extend(declared(node).map(|name| text_of(name, text).to_owned()));
        for field in fields(node).into_iter().filter_map(|field| field.child_by_field_name("name")) {
            let name = text_of(field, text);
            names.insert(name.to_owned());
            if uses_lombok {
                names.extend(accessors(name));
            }
        }
    }
    names
}

fn declared(node: Node<'_>) -> Option<Node<'_>> {
    let declares = matches!(
        node.kind(),
        "class_declaration"
            | "interface_declaration"
            | "enum_declaration"
            | "record_declaration"
            | "annotation_type_declaration"
            | "annotation_type_element_declaration"
            | "method_declaration"
            | "enum_constant"
    );
    node.child_by_field_name("name").filter(|_| declares)
}

fn fields(node: Node<'_>) -> Vec<Node<'_>> {
    match node.kind() {
        "field_declaration" | "constant_declaration" => {
            node.children_by_field_name("declarator", &mut node.walk()).collect()
        }
        // The components of a record are methods of it.
        "record_declaration" => node.child_by_field_name("parameters").map(parts).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn accessors(field: &str) -> Vec<String> {
    let mut letters = field.chars();
    let upper: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    ["get", "set", "is", "with"].map(|start| format!("{start}{upper}")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        definitions(&RepoPath::from("A.java"), text).into_iter().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn types_methods_fields_constants_and_components_are_definitions() {
        let text = "package p;
class A<T> { int b, c = 1; A(int no) { int nor; } <U> void d(int not) { int neither; } class E {} }
interface F { int G = 1; void h(); }
enum I { J, K { void l() {} }; void m() {} }
record N(int o, String p) { N {} static void q() {} }
@interface R { int s() default 1; }
";
        assert_eq!(of(text), "A E F G I J K N R b c d h l m o p q s");
    }

    #[test]
    fn what_lombok_makes_of_fields_is_defined() {
        let text = "import lombok.Data;\n@Data class A { boolean ready; }";
        assert_eq!(of(text), "A getReady isReady ready setReady withReady");
        assert_eq!(of("class A { boolean ready; }"), "A ready");
    }
}
