//! What a Ruby file does.

use super::parse;
use crate::{
    domain::RepoPath,
    lang::{Outline, outline::Shape, syntax::text_of},
};
use tree_sitter::Node;

const SHAPE: Shape = Shape {
    functions: &["method", "singleton_method"],
    scopes: &["class", "module", "singleton_class"],
    through: &["body_statement"],
    bindings: &[],
    inert,
    telling_head: |class, _| class.child_by_field_name("superclass").is_some(),
    inside: |function, _| {
        function.child_by_field_name("body").map_or(function.byte_range(), |body| body.byte_range())
    },
    hollow: |_, _| Some("nil".to_owned()),
};

/// The outline of a file.
pub(super) fn outline(_: &RepoPath, text: &str) -> Outline {
    parse(text).map(|tree| SHAPE.outline(tree.root_node(), text)).unwrap_or_default()
}

/// Loading others, and who may call what.
fn inert(node: Node<'_>, text: &str) -> bool {
    let called = match node.kind() {
        "identifier" => text_of(node, text),
        "call" => node.child_by_field_name("method").map_or("", |method| text_of(method, text)),
        _ => return false,
    };
    matches!(called, "require" | "require_relative" | "autoload" | "private" | "protected" | "public")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_and_what_classes_do_when_they_load() {
        let text = "require 'a'\nmodule B\n  class C < D\n    attr_reader :x\n    def e(y)\n      y + 1\n    end\n    \
            private\n    def self.f = 2\n  end\nend\n";
        let outline = outline(&"a.rb".into(), text);
        let names: Vec<_> = outline.functions.iter().map(|one| one.name.join(".")).collect();
        assert_eq!(names, ["B.C.e", "B.C.f"]);
        assert_eq!(&text[outline.functions[0].body.clone()], "y + 1");
        let rest: Vec<_> = outline.rest.iter().map(|piece| piece.tokens.join(" ")).collect();
        assert_eq!(rest, ["class C < D", "attr_reader :x"]);
    }
}
