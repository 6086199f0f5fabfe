//! What a Python file does.

use super::{find::statements, parse};
use crate::{
    domain::RepoPath,
    lang::{
        Outline,
        outline::Shape,
        syntax::{parts, text_of},
    },
};
use tree_sitter::Node;

const SHAPE: Shape = Shape {
    functions: &["function_definition"],
    scopes: &["class_definition"],
    through: &["decorated_definition"],
    bindings: &[],
    inert,
    telling_head: |class, _| {
        let bases = class.child_by_field_name("superclasses");
        bases.is_some_and(|bases| !parts(bases).is_empty())
    },
    inside: |function, text| {
        let body = function.child_by_field_name("body").unwrap_or(function);
        statements(body, text)
    },
    hollow: |_, _| Some("return None".to_owned()),
};

/// Decorators that change how a function is called, and do nothing of their own.
const PLAIN_DECORATORS: &[&str] = &[
    "abstractmethod",
    "cache",
    "cached_property",
    "classmethod",
    "contextmanager",
    "deleter",
    "final",
    "lru_cache",
    "override",
    "property",
    "setter",
    "staticmethod",
];

/// The outline of a file.
pub(super) fn outline(_: &RepoPath, text: &str) -> Outline {
    parse(text).map(|tree| SHAPE.outline(tree.root_node(), text)).unwrap_or_default()
}

fn inert(node: Node<'_>, text: &str) -> bool {
    match node.kind() {
        "import_statement" | "import_from_statement" | "future_import_statement" | "pass_statement" => true,
        "expression_statement" => parts(node).iter().all(|part| part.kind() == "string"),
        "decorator" => {
            let called = text_of(node, text).trim_start_matches('@');
            let called = called.split('(').next().unwrap_or_default().trim();
            PLAIN_DECORATORS.contains(&called.rsplit('.').next().unwrap_or(called))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_methods_and_everything_else_with_an_effect() {
        let text = "\"\"\"Doc.\"\"\"\nimport os\nLIMIT = 3\n@property\ndef a(x):\n    return x\n\n\
            @register\nclass B(Base):\n    \"\"\"Doc.\"\"\"\n    size = 1\n    async def c(self):\n        def inner(): pass\n        return inner\n";
        let outline = outline(&"a.py".into(), text);
        let names: Vec<_> = outline.functions.iter().map(|one| one.name.join(".")).collect();
        assert_eq!(names, ["a", "B.c"]);
        assert_eq!(&text[outline.functions[0].body.clone()], "return x");
        let rest: Vec<_> = outline.rest.iter().map(|piece| piece.tokens.join(" ")).collect();
        assert_eq!(rest, ["LIMIT = 3", "@ register", "class B(Base):", "size = 1"]);
    }
}
