//! What Ruby tests assert: minitest, test-unit, RSpec.

use super::parse;
use crate::{
    domain::RepoPath,
    lang::{
        Assertion, Assertions, FoundTest,
        assertion::{Forms, contrary_of, of_equality},
        syntax::{parts, text_of},
    },
};
use tree_sitter::Node;

const FORMS: Forms = Forms { assertion, called };

const CONTRARIES: &[(&str, &str)] = &[
    ("assert", "refute"),
    ("assert_empty", "refute_empty"),
    ("assert_equal", "refute_equal"),
    ("assert_in_delta", "refute_in_delta"),
    ("assert_includes", "refute_includes"),
    ("assert_match", "refute_match"),
    ("assert_nil", "refute_nil"),
    ("assert_same", "refute_same"),
    ("not_to", "to"),
];

/// The assertions of a test.
pub(super) fn assertions(_: &RepoPath, text: &str, test: &FoundTest) -> Assertions {
    parse(text).map(|tree| FORMS.within(tree.root_node(), &test.body, text)).unwrap_or_default()
}

fn called<'a>(node: Node<'_>, text: &'a str) -> Option<&'a str> {
    match node.kind() {
        "call" => node.child_by_field_name("method").map(|name| text_of(name, text)),
        "identifier" if node.parent().is_none_or(|parent| parent.kind() != "call") => {
            Some(text_of(node, text))
        }
        _ => None,
    }
}

fn assertion(node: Node<'_>, text: &str) -> Option<Assertion> {
    let name = node.child_by_field_name("method").filter(|_| node.kind() == "call")?;
    let named = text_of(name, text);
    let contrary = contrary_of(named, CONTRARIES)?;
    let arguments = parts(node.child_by_field_name("arguments")?);
    let receiver = node.child_by_field_name("receiver");
    let other_value = match &arguments[..] {
        [one, other, ..] if named == "assert_equal" => of_equality(*one, *other, text),
        [matcher, ..] if named == "to" => of_matcher(receiver?, *matcher, text),
        _ => Vec::new(),
    };
    let is_expectation = receiver.is_none_or(|one| text_of(one, text).starts_with("expect"));
    let is_constant = arguments.first().is_some_and(|one| matches!(one.kind(), "true" | "false" | "nil"));
    let is_plain = matches!(named, "assert" | "refute") && is_constant;
    let contrary = if is_plain { Vec::new() } else { vec![(name.byte_range(), contrary.to_owned())] };
    is_expectation.then(|| Assertion { span: node.byte_range(), contrary, other_value })
}

/// `expect(a).to eq b`
fn of_matcher(receiver: Node<'_>, matcher: Node<'_>, text: &str) -> Vec<crate::lang::Replacement> {
    let is_equality = called(matcher, text).is_some_and(|name| matches!(name, "be" | "eq" | "eql"));
    let expected = matcher.child_by_field_name("arguments").and_then(|list| parts(list).first().copied());
    match expected.filter(|_| is_equality) {
        Some(expected) => of_equality(receiver, expected, text),
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{ruby::find, syntax::splice};

    #[test]
    fn each_has_its_contrary_and_its_other_value() {
        let text = "require 'minitest/autorun'\nclass ATest < Minitest::Test\n  def test_a\n    assert_equal 'a', f\n    expect(g).to eq(3)\n    assert h\n  end\nend\n";
        let test = find::tests(&"a_test.rb".into(), text).remove(0);
        let found = assertions(&"a_test.rb".into(), text, &test);
        assert!(found.certain, "{found:?}");
        let contrary = found.found.iter().flat_map(|one| one.contrary.clone()).collect();
        assert!(
            splice(text, contrary)
                .contains("refute_equal 'a', f\n    expect(g).not_to eq(3)\n    refute h\n")
        );
        let other = found.found.iter().flat_map(|one| one.other_value.clone()).collect();
        let other = splice(text, other);
        assert!(other.contains("assert_equal 'counterproof a', f\n    expect(g).to eq(2)\n"), "{other}");
    }
}
