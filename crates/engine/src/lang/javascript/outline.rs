//! What a file of JavaScript or TypeScript does.

use crate::lang::{
    Outline,
    outline::Shape,
    syntax::{descendants, inside_braces, parts, text_of},
};
use std::ops::Range;
use tree_sitter::{Node, Tree};

/// JavaScript, and TypeScript where nobody checks its types.
const SCRIPT: Shape = Shape {
    functions: &[
        "arrow_function",
        "function_declaration",
        "function_expression",
        "generator_function",
        "generator_function_declaration",
        "method_definition",
    ],
    scopes: &["class_declaration", "abstract_class_declaration"],
    through: &[
        "export_statement",
        "expression_statement",
        "lexical_declaration",
        "object",
        "variable_declaration",
    ],
    bindings: &[
        ("variable_declarator", "name", "value"),
        ("assignment_expression", "left", "right"),
        ("field_definition", "property", "value"),
        ("public_field_definition", "name", "value"),
        ("pair", "key", "value"),
    ],
    inert,
    telling_head: |class, _| parts(class).iter().any(|part| part.kind() == "class_heritage"),
    inside,
    hollow: |function, text| Some(hollow(function, text, "")),
};

/// TypeScript, whose types may be checked.
const TYPED: Shape =
    Shape { hollow: |function, text| Some(hollow(function, text, "return undefined as any;")), ..SCRIPT };

/// The outline of a file of JavaScript.
pub(super) fn of_script(tree: Option<Tree>, text: &str) -> Outline {
    tree.map(|tree| SCRIPT.outline(tree.root_node(), text)).unwrap_or_default()
}

/// The outline of a file of TypeScript.
pub(super) fn of_typed(tree: Option<Tree>, text: &str) -> Outline {
    tree.map(|tree| TYPED.outline(tree.root_node(), text)).unwrap_or_default()
}

fn inert(node: Node<'_>, text: &str) -> bool {
    match node.kind() {
        "import_statement" | "interface_declaration" | "type_alias_declaration" | "export_clause" => true,
        "identifier" | "shorthand_property_identifier" => true,
        "expression_statement" => parts(node).iter().all(|part| part.kind() == "string"),
        "variable_declarator" => {
            let value = node.child_by_field_name("value");
            value.is_some_and(|value| text_of(value, text).starts_with("require("))
        }
        // Names that are given away.
        "assignment_expression" => {
            let given = node.child_by_field_name("left").map_or("", |left| text_of(left, text));
            let what = node.child_by_field_name("right");
            given.contains("exports") && what.is_some_and(|what| is_names(what))
        }
        _ => false,
    }
}

fn is_names(node: Node<'_>) -> bool {
    let is_name = |node: Node<'_>| matches!(node.kind(), "identifier" | "shorthand_property_identifier");
    let is_renamed =
        |node: Node<'_>| node.kind() == "pair" && node.child_by_field_name("value").is_some_and(is_name);
    is_name(node)
        || node.kind() == "object" && parts(node).into_iter().all(|part| is_name(part) || is_renamed(part))
}

fn inside(function: Node<'_>, _: &str) -> Range<usize> {
    let Some(body) = function.child_by_field_name("body") else { return function.byte_range() };
    if body.kind() == "statement_block" {
        return inside_braces(body);
    }
    body.byte_range()
}

fn hollow(function: Node<'_>, text: &str, leaving: &str) -> String {
    let Some(body) = function.child_by_field_name("body") else { return String::new() };
    if body.kind() != "statement_block" {
        return if leaving.is_empty() { "undefined".into() } else { "(undefined as any)".into() };
    }
    let name = function.child_by_field_name("name").map_or("", |name| text_of(name, text));
    if name != "constructor" {
        return leaving.to_owned();
    }
    // A derived class has no `this` until its base class was called.
    let is_super = |node: &Node<'_>| {
        node.kind() == "expression_statement" && descendants(*node).any(|inner| inner.kind() == "super")
    };
    parts(body).into_iter().find(is_super).map(|call| text_of(call, text).to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::javascript::{script, typed};

    #[test]
    fn functions_however_they_are_written() {
        let text = "import a from 'a';\nexport function b() { return 1; }\nconst c = (x) => x, d = 4;\n\
            exports.e = function () { return 2; };\nmodule.exports = { b, c };\n\
            class F extends G { constructor() { super(1); this.x = 2; } h() { return 3; } }\n\
            app.get('/', () => { send(); });\n";
        let outline = of_script(script(text), text);
        let names: Vec<_> = outline.functions.iter().map(|one| one.name.join(" ")).collect();
        assert_eq!(names, ["b", "c", "exports.e", "F constructor", "F h", "app . get ("]);
        assert_eq!(outline.functions[3].hollow.as_deref(), Some("super(1);"));
        let rest: Vec<_> = outline.rest.iter().map(|piece| piece.tokens.join(" ")).collect();
        assert_eq!(rest, ["d = 4", "class F extends G", "app . get ( '/' , ( ) => )"]);
    }

    #[test]
    fn a_typed_function_gives_what_fits_every_type() {
        let text =
            "export const a = (x: number): string => `${x}`;\nexport function b(): number { return 1; }\n";
        let outline = of_typed(typed(text), text);
        let hollow: Vec<_> = outline.functions.iter().map(|one| one.hollow.as_deref().unwrap()).collect();
        assert_eq!(hollow, ["(undefined as any)", "return undefined as any;"]);
    }
}
