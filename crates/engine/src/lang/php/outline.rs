//! What a PHP file does.

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
    functions: &["function_definition", "method_declaration"],
    scopes: &["class_declaration", "enum_declaration", "interface_declaration", "trait_declaration"],
    through: &["namespace_definition", "compound_statement"],
    bindings: &[],
    inert,
    telling_head: |class, _| {
        parts(class).iter().any(|part| matches!(part.kind(), "base_clause" | "class_interface_clause"))
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
        "php_tag" | "namespace_use_declaration" | "namespace_name" | "declare_statement" => true,
        "property_declaration" => {
            !descendants(node).any(|inner| inner.child_by_field_name("default_value").is_some())
        }
        _ => false,
    }
}

/// PHP holds a function to the type it says it gives.
fn hollow(function: Node<'_>, text: &str) -> Option<String> {
    let Some(of_type) = function.child_by_field_name("return_type") else {
        return Some(" return null; ".into());
    };
    let of_type = text_of(of_type, text).to_lowercase();
    let is_nullable = of_type.starts_with('?') || of_type.split('|').any(|one| one.trim() == "null");
    let value = match of_type.as_str() {
        "void" => "",
        _ if is_nullable => "null",
        "mixed" | "null" => "null",
        "int" => "0",
        "float" => "0.0",
        "string" => "''",
        "bool" | "false" => "false",
        "array" | "iterable" => "[]",
        _ => return None,
    };
    Some(format!(" return {value}; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_give_what_their_types_allow() {
        let text = "<?php\nnamespace P;\nuse Q\\R;\nclass A extends R {\n  private $b;\n  private $c = 1;\n\
            function d() { return 1; }\n  function e(): ?self { return $this; }\n  function f(): self { return $this; }\n\
            function g(): void { h(); }\n}\ndefine('X', 1);\n";
        let outline = outline(&"A.php".into(), text);
        let hollow: Vec<_> = outline.functions.iter().map(|one| one.hollow.as_deref()).collect();
        assert_eq!(hollow, [Some(" return null; "), Some(" return null; "), None, Some(" return ; ")]);
        let rest: Vec<_> = outline.rest.iter().map(|piece| piece.tokens.join(" ")).collect();
        assert_eq!(rest, ["class A extends R", "private $ c = 1 ;", "define ( 'X' , 1 ) ;"]);
    }
}
