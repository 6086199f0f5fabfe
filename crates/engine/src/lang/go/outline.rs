//! What a Go file does.

use super::parse;
use crate::{
    domain::RepoPath,
    lang::{
        Outline,
        outline::Shape,
        syntax::{descendants, inside_braces, parts, text_of},
    },
};
use tree_sitter::Node;

const SHAPE: Shape = Shape {
    functions: &["function_declaration", "method_declaration"],
    scopes: &[],
    through: &[],
    bindings: &[],
    inert,
    telling_head: |_, _| false,
    inside: |function, _| function.child_by_field_name("body").map_or(function.byte_range(), inside_braces),
    hollow: |function, text| Some(hollow(function, text)),
};

/// The outline of a file.
pub(super) fn outline(_: &RepoPath, text: &str) -> Outline {
    parse(text).map(|tree| SHAPE.outline(tree.root_node(), text)).unwrap_or_default()
}

/// A type does nothing, unless it has the methods of what is embedded in it.
fn inert(node: Node<'_>, _: &str) -> bool {
    let embeds =
        |node: Node<'_>| node.kind() == "field_declaration" && node.child_by_field_name("name").is_none();
    match node.kind() {
        "package_clause" | "import_declaration" => true,
        "type_declaration" => !descendants(node).any(embeds),
        _ => false,
    }
}

/// The body behind a `return` of zero values: it stays, since Go compiles no import and no variable that is not used.
fn hollow(function: Node<'_>, text: &str) -> String {
    let body = function.child_by_field_name("body").map_or("", |body| &text[inside_braces(body)]);
    format!(" if true {{ return {} }}; {body}", zeros(function, text))
}

fn zeros(function: Node<'_>, text: &str) -> String {
    let Some(result) = function.child_by_field_name("result") else { return String::new() };
    let zero = |of_type: Node<'_>| format!("*new({})", text_of(of_type, text));
    if result.kind() != "parameter_list" {
        return zero(result);
    }
    let declared = parts(result);
    if declared.iter().any(|one| one.child_by_field_name("name").is_some()) {
        // Named results are zero before anything is given to them.
        return String::new();
    }
    let types = declared.iter().filter_map(|one| one.child_by_field_name("type"));
    types.map(zero).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_give_zeros_of_whatever_types() {
        let text = "package p\nimport \"x\"\nvar a = 1\ntype T struct{ b int }\ntype U struct{ T }\n\
            func (t *T) C() (int, []string) { return 1, nil }\nfunc D() {}\nfunc E() (n int, err error) { n = 1; return }\n\
            func F() map[string]T { return nil }\n";
        let outline = outline(&"a.go".into(), text);
        let hollow: Vec<_> = outline.functions.iter().map(|one| one.hollow.as_deref().unwrap()).collect();
        assert!(hollow[0].starts_with(" if true { return *new(int), *new([]string) }; "), "{hollow:?}");
        assert!(hollow[1].starts_with(" if true { return  }; "), "{hollow:?}");
        assert!(hollow[2].starts_with(" if true { return  }; "), "{hollow:?}");
        assert!(hollow[3].starts_with(" if true { return *new(map[string]T) }; "), "{hollow:?}");
        let rest: Vec<_> = outline.rest.iter().map(|piece| piece.tokens.join(" ")).collect();
        assert_eq!(rest, ["var a = 1", "type U struct { T }"]);
    }
}
