//! The names a Ruby file defines.

use super::{names::name_of, parse};
use crate::{
    domain::RepoPath,
    lang::syntax::{descendants, parts, text_of},
};
use std::collections::BTreeSet;
use tree_sitter::Node;

/// Calls that define methods of the names they are given.
const DEFINING: &[&str] = &[
    "alias_method",
    "attr",
    "attr_accessor",
    "attr_reader",
    "attr_writer",
    "attribute",
    "cattr_accessor",
    "cattr_reader",
    "cattr_writer",
    "class_attribute",
    "const_set",
    "def_delegator",
    "def_delegators",
    "def_instance_delegator",
    "def_instance_delegators",
    "define_method",
    "define_singleton_method",
    "delegate",
    "mattr_accessor",
    "mattr_reader",
    "mattr_writer",
    "scope",
];

/// The methods, classes, modules, constants and accessors of a file.
pub(super) fn definitions(_: &RepoPath, text: &str) -> BTreeSet<String> {
    let Some(tree) = parse(text) else { return BTreeSet::new() };
    descendants(tree.root_node()).flat_map(|node| defined(node, text)).collect()
}

fn defined(node: Node<'_>, text: &str) -> Vec<String> {
    match node.kind() {
        "method" | "singleton_method" | "class" | "module" | "alias" => {
            node.child_by_field_name("name").map(|name| last_word(name, text)).into_iter().collect()
        }
        "assignment" | "operator_assignment" => {
            node.child_by_field_name("left").map(|left| constants(left, text)).unwrap_or_default()
        }
        "call" => by_call(node, text),
        _ => Vec::new(),
    }
}

/// `B` of `A::B`, `foo` of `foo=`.
fn last_word(name: Node<'_>, text: &str) -> String {
    let last = name.child_by_field_name("name").unwrap_or(name);
    text_of(last, text).trim_start_matches([':', '@', '$']).to_owned()
}

fn constants(left: Node<'_>, text: &str) -> Vec<String> {
    match left.kind() {
        "constant" | "scope_resolution" => vec![last_word(left, text)],
        "left_assignment_list" => parts(left).into_iter().flat_map(|part| constants(part, text)).collect(),
        _ => Vec::new(),
    }
}

/// `attr_reader :a, :b`, and the members of `Struct.new(:a)` and `Data.define(:a)`.
fn by_call(call: Node<'_>, text: &str) -> Vec<String> {
    let word = |part| call.child_by_field_name(part).map(|node| text_of(node, text));
    let defines = match (word("receiver"), word("method")) {
        (Some("Struct" | "::Struct"), Some("new")) | (Some("Data" | "::Data"), Some("define")) => true,
        (_, Some(method)) => DEFINING.contains(&method),
        _ => false,
    };
    let arguments = call.child_by_field_name("arguments").filter(|_| defines).map(parts).unwrap_or_default();
    let names = arguments.into_iter().filter(|name| matches!(name.kind(), "simple_symbol" | "string"));
    names.map(|name| name_of(name, text).text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        definitions(&RepoPath::from("a.rb"), text).into_iter().collect()
    }

    #[test]
    fn methods_classes_modules_and_constants_are_definitions() {
        let text = "
module A::B
  class C < D
    E = 1
    F, G = 2
    H ||= 3
    def i; j = 4; end
    def self.k?(l) = l
    def m=(n); end
    class << self
      def o!; end
    end
    alias p i
  end
end
Q::R = 5
";
        assert_eq!(of(text), ["B", "C", "E", "F", "G", "H", "R", "i", "k?", "m", "o!", "p"]);
    }

    #[test]
    fn accessors_delegators_and_members_are_definitions() {
        let text = "
attr_reader :a, 'b'
attr_accessor(:c)
define_method(:d) { }
alias_method :e, :f
delegate :g, to: :h
Point = Struct.new(:x, :y)
Pair = Data.define(:left)
other :no
";
        assert_eq!(of(text), ["Pair", "Point", "a", "b", "c", "d", "e", "f", "g", "left", "x", "y"]);
    }
}
