//! The names a Python file defines.

use super::parse;
use crate::{
    domain::RepoPath,
    lang::syntax::{descendants, parts, text_of},
};
use std::collections::BTreeSet;
use tree_sitter::Node;

/// The functions, methods and classes of a file, and what is assigned in it outside of functions.
pub(super) fn definitions(_: &RepoPath, text: &str) -> BTreeSet<String> {
    let Some(tree) = parse(text) else { return BTreeSet::new() };
    let named = descendants(tree.root_node())
        .filter(|node| matches!(node.kind(), "function_definition" | "class_definition"))
        .filter_map(|node| node.child_by_field_name("name"))
        .map(|name| text_of(name, text).to_owned());
    named.chain(assigned(tree.root_node(), text)).collect()
}

fn assigned(root: Node<'_>, text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        match node.kind() {
            "function_definition" | "lambda" => continue,
            "assignment" | "type_alias_statement" => {
                names.extend(node.child_by_field_name("left").iter().flat_map(|left| targets(*left, text)));
            }
            _ => {}
        }
        waiting.extend(parts(node));
    }
    names
}

/// The plain names of a target; `a.b = …` and `a[b] = …` define no name.
fn targets(left: Node<'_>, text: &str) -> Vec<String> {
    match left.kind() {
        "identifier" => vec![text_of(left, text).to_owned()],
        "attribute" | "subscript" | "generic_type" => {
            let name = parts(left).into_iter().next().filter(|_| left.kind() == "generic_type");
            name.map(|name| text_of(name, text).to_owned()).into_iter().collect()
        }
        _ => parts(left).into_iter().flat_map(|part| targets(part, text)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        definitions(&RepoPath::from("a.py"), text).into_iter().collect()
    }

    #[test]
    fn functions_classes_methods_attributes_and_assignments_are_definitions() {
        let text = "\
A, (B, *C) = 1, (2, 3)
D: int = 4
class E:
    f: str
    g = 1
    async def h(self):
        self.no = 1
        nor = 2
@deco
def i(): pass
if True:
    J = K = 1
";
        assert_eq!(of(text), ["A", "B", "C", "D", "E", "J", "K", "f", "g", "h", "i"]);
    }

    #[test]
    fn a_type_alias_is_a_definition() {
        assert_eq!(of("type Pair = tuple[int, int]\ntype Box[T] = list[T]\n"), ["Box", "Pair"]);
    }

    #[test]
    fn what_is_set_on_another_object_is_not_a_definition() {
        assert!(of("a.b = 1\nc[d] = 2\n").is_empty());
    }
}
