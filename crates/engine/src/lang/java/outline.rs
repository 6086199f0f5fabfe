//! What a Java file does.

use super::{edit::nothing_of, parse};
use crate::{
    domain::RepoPath,
    lang::{
        Outline,
        outline::Shape,
        syntax::{descendants, inside_braces, text_of},
    },
};
use tree_sitter::Node;

const SHAPE: Shape = Shape {
    functions: &["method_declaration", "constructor_declaration", "compact_constructor_declaration"],
    scopes: &["class_declaration", "interface_declaration", "enum_declaration"],
    through: &["enum_body_declarations"],
    bindings: &[],
    inert,
    telling_head: |class, _| {
        ["superclass", "interfaces"].iter().any(|field| class.child_by_field_name(field).is_some())
    },
    inside: |function, _| function.child_by_field_name("body").map_or(function.byte_range(), inside_braces),
    hollow,
};

/// The outline of a file.
pub(super) fn outline(_: &RepoPath, text: &str) -> Outline {
    parse(text).map(|tree| SHAPE.outline(tree.root_node(), text)).unwrap_or_default()
}

fn inert(node: Node<'_>, _: &str) -> bool {
    match node.kind() {
        "package_declaration" | "import_declaration" | "enum_constant" => true,
        "field_declaration" => !descendants(node).any(|inner| inner.child_by_field_name("value").is_some()),
        _ => false,
    }
}

/// The body behind a `return` of what Java itself begins with. A constructor must give a value to each final field, and
/// is left as it is.
fn hollow(function: Node<'_>, text: &str) -> Option<String> {
    if function.kind() != "method_declaration" {
        return None;
    }
    let body = &text[inside_braces(function.child_by_field_name("body")?)];
    let of_type = function.child_by_field_name("type").filter(|node| node.kind() != "void_type");
    let value = of_type.map(|node| nothing_of(text_of(node, text))).unwrap_or_default();
    Some(format!(" if (true) return {value}; {body}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_give_what_java_begins_with() {
        let text = "package p;\nimport q.*;\nclass A extends B {\n  int c;\n  int d = 1;\n  A() { c = 2; }\n\
            int e() { return 3; }\n  String f() { return \"\"; }\n  void g() { h(); }\n}\n";
        let outline = outline(&"A.java".into(), text);
        let hollow: Vec<_> = outline.functions.iter().map(|one| one.hollow.as_deref()).collect();
        assert_eq!(hollow[0], None);
        assert!(hollow[1].unwrap().starts_with(" if (true) return 0; "), "{hollow:?}");
        assert!(hollow[2].unwrap().starts_with(" if (true) return null; "), "{hollow:?}");
        assert!(hollow[3].unwrap().starts_with(" if (true) return ; "), "{hollow:?}");
        let rest: Vec<_> = outline.rest.iter().map(|piece| piece.tokens.join(" ")).collect();
        assert_eq!(rest, ["class A extends B", "int d = 1 ;"]);
    }
}
