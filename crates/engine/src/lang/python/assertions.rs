//! What Python tests assert: `assert`, and the methods of unittest.

use super::parse;
use crate::{
    domain::RepoPath,
    lang::{
        Assertion, Assertions, FoundTest,
        assertion::{Forms, Replacement, by_name, negated, of_equality},
        syntax::{parts, text_of},
    },
};
use tree_sitter::Node;

const FORMS: Forms = Forms { assertion, called };

const CONTRARIES: &[(&str, &str)] = &[
    ("assertAlmostEqual", "assertNotAlmostEqual"),
    ("assertEqual", "assertNotEqual"),
    ("assertGreater", "assertLessEqual"),
    ("assertIn", "assertNotIn"),
    ("assertIs", "assertIsNot"),
    ("assertIsInstance", "assertNotIsInstance"),
    ("assertIsNone", "assertIsNotNone"),
    ("assertLess", "assertGreaterEqual"),
    ("assertRegex", "assertNotRegex"),
    ("assertTrue", "assertFalse"),
];

/// The assertions of a test.
pub(super) fn assertions(_: &RepoPath, text: &str, test: &FoundTest) -> Assertions {
    parse(text).map(|tree| FORMS.within(tree.root_node(), &test.body, text)).unwrap_or_default()
}

fn called<'a>(node: Node<'_>, text: &'a str) -> Option<&'a str> {
    let function = node.child_by_field_name("function").filter(|_| node.kind() == "call")?;
    text_of(function, text).rsplit('.').next()
}

fn assertion(node: Node<'_>, text: &str) -> Option<Assertion> {
    if node.kind() != "assert_statement" {
        return of_method(node, text);
    }
    let condition = *parts(node).first()?;
    // `assert False` says that it must not be reached.
    let is_constant = matches!(condition.kind(), "false" | "true" | "integer" | "none" | "string");
    let contrary = if is_constant { Vec::new() } else { negated(condition, ["not (", ")"]) };
    Some(Assertion { span: node.byte_range(), contrary, other_value: other_value(condition, text) })
}

/// Every equality that the condition is made of, as long as each of them must hold.
fn other_value(condition: Node<'_>, text: &str) -> Vec<Replacement> {
    match condition.kind() {
        "comparison_operator" => match (&parts(condition)[..], condition.child(1).map(|sign| sign.kind())) {
            ([one, other], Some("==")) => of_equality(*one, *other, text),
            _ => Vec::new(),
        },
        "boolean_operator" if condition.child(1).is_none_or(|sign| sign.kind() != "and") => Vec::new(),
        "boolean_operator" | "parenthesized_expression" | "tuple" => {
            parts(condition).into_iter().flat_map(|part| other_value(part, text)).collect()
        }
        _ => Vec::new(),
    }
}

fn of_method(node: Node<'_>, text: &str) -> Option<Assertion> {
    let name = node.child_by_field_name("function")?.child_by_field_name("attribute")?;
    let arguments = parts(node.child_by_field_name("arguments")?);
    let equal = match arguments[..] {
        [one, other, ..] if text_of(name, text) == "assertEqual" => Some([one, other]),
        _ => None,
    };
    by_name(node, (name, CONTRARIES), equal, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{python::find, syntax::splice};

    fn of(body: &str) -> (Assertions, String) {
        let text = format!("def test_a():\n{body}");
        let test = find::tests(&"test_a.py".into(), &text).remove(0);
        (assertions(&"test_a.py".into(), &text, &test), text)
    }

    #[test]
    fn each_has_its_contrary_and_its_other_value() {
        let (found, text) = of("    assert f() == [1, 2], 'm'\n    assert (f() == 'a', 'm')\n    \
            self.assertEqual(f(), {'a': 1})\n    assert a and 3 == b\n    assert 1 == 1\n");
        assert!(found.certain);
        let contrary = found.found.iter().flat_map(|one| one.contrary.clone()).collect();
        assert_eq!(
            splice(&text, contrary),
            "def test_a():\n    assert not (f() == [1, 2]), 'm'\n    assert not ((f() == 'a', 'm'))\n    \
             self.assertNotEqual(f(), {'a': 1})\n    assert not (a and 3 == b)\n    assert not (1 == 1)\n"
        );
        let other = found.found.iter().flat_map(|one| one.other_value.clone()).collect();
        assert_eq!(
            splice(&text, other),
            "def test_a():\n    assert f() == [0, 2], 'm'\n    assert (f() == 'counterproof a', 'm')\n    \
             self.assertEqual(f(), {'counterproof a': 1})\n    assert a and 2 == b\n    assert 1 == 1\n"
        );
    }

    #[test]
    fn what_may_check_something_else_is_not_certain() {
        for body in [
            "    if a: assert b\n",
            "    assert a\n    with pytest.raises(E): f()\n",
            "    try:\n        f()\n        assert False\n    except E: pass\n",
            "    assert a\n    check_it(b)\n",
            "    assert a\n    raise E\n",
            "    mock.assert_called_once_with(1)\n    assert a\n",
        ] {
            assert!(!of(body).0.certain, "{body}");
        }
        assert!(of("    for a in f():\n        assert a == 1\n").0.certain);
    }
}
