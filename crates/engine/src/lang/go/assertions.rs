//! What Go tests assert: conditions under which they fail, and the functions of testify.

use super::parse;
use crate::{
    domain::RepoPath,
    lang::{
        Assertion, Assertions, FoundTest, Replacement,
        assertion::{Forms, by_name, negated, of_equality},
        syntax::{descendants, parts, text_of},
    },
};
use tree_sitter::Node;

const FORMS: Forms = Forms { assertion, called };

const CONTRARIES: &[(&str, &str)] = &[
    ("Contains", "NotContains"),
    ("Empty", "NotEmpty"),
    ("Equal", "NotEqual"),
    ("Error", "NoError"),
    ("False", "True"),
    ("Nil", "NotNil"),
    ("NotPanics", "Panics"),
];

/// The assertions of a test.
pub(super) fn assertions(_: &RepoPath, text: &str, test: &FoundTest) -> Assertions {
    parse(text).map(|tree| FORMS.within(tree.root_node(), &test.body, text)).unwrap_or_default()
}

fn called<'a>(node: Node<'_>, text: &'a str) -> Option<&'a str> {
    let function = node.child_by_field_name("function").filter(|_| node.kind() == "call_expression")?;
    let name = text_of(function, text).rsplit('.').next()?;
    // `t.Error` alone is one of [`super::edit`]'s ways to fail.
    (name != "Error" || text_of(function, text).contains('.'))
        .then_some(if name.starts_with("Error") || name.starts_with("Fatal") { "fail" } else { name })
}

fn assertion(node: Node<'_>, text: &str) -> Option<Assertion> {
    match node.kind() {
        "if_statement" => of_guard(node, text),
        "call_expression" => of_testify(node, text),
        _ => None,
    }
}

/// `if got != want { t.Error(…) }`
fn of_guard(node: Node<'_>, text: &str) -> Option<Assertion> {
    let body = node.child_by_field_name("consequence")?;
    let is_failure = |node: Node<'_>| {
        let function = node.child_by_field_name("function").filter(|_| node.kind() == "call_expression");
        let name = function.and_then(|function| text_of(function, text).rsplit('.').next());
        matches!(name, Some("Error" | "Errorf" | "Fatal" | "Fatalf" | "Fail" | "FailNow"))
    };
    let fails = descendants(body).any(is_failure);
    let condition = node.child_by_field_name("condition")?;
    if !fails || node.child_by_field_name("alternative").is_some() {
        return None;
    }
    let contrary = negated(condition, ["!(", ")"]);
    Some(Assertion { span: node.byte_range(), contrary, other_value: other_value(condition, text) })
}

fn other_value(condition: Node<'_>, text: &str) -> Vec<Replacement> {
    let operator = condition.child_by_field_name("operator").map(|sign| text_of(sign, text));
    let sides = (condition.child_by_field_name("left"), condition.child_by_field_name("right"));
    match (operator, sides) {
        (Some("!="), (Some(one), Some(other))) => of_equality(one, other, text),
        _ => Vec::new(),
    }
}

fn of_testify(node: Node<'_>, text: &str) -> Option<Assertion> {
    let function = node.child_by_field_name("function").filter(|one| one.kind() == "selector_expression")?;
    let package = text_of(function.child_by_field_name("operand")?, text);
    let name = function.child_by_field_name("field")?;
    if !matches!(package, "assert" | "require") {
        return None;
    }
    let arguments = parts(node.child_by_field_name("arguments")?);
    let equal = match arguments[..] {
        [_, one, other, ..] if text_of(name, text) == "Equal" => Some([one, other]),
        _ => None,
    };
    by_name(node, (name, CONTRARIES), equal, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{go::find, syntax::splice};

    fn of(body: &str) -> (Assertions, String) {
        let text = format!("package p\nfunc TestA(t *testing.T) {{\n{body}\n}}\n");
        let test = find::tests(&text).remove(0);
        (assertions(&"a_test.go".into(), &text, &test), text)
    }

    #[test]
    fn each_has_its_contrary_and_its_other_value() {
        let (found, text) = of(
            "if got := f(); got != 6 {\nt.Fatal(got)\n}\nfor _, x := range g() {\nassert.Equal(t, \"a\", x)\n}",
        );
        assert!(found.certain, "{found:?}");
        let contrary = found.found.iter().flat_map(|one| one.contrary.clone()).collect();
        assert_eq!(
            splice(&text, contrary),
            "package p\nfunc TestA(t *testing.T) {\nif got := f(); !(got != 6) {\nt.Fatal(got)\n}\nfor _, x := range g() {\nassert.NotEqual(t, \"a\", x)\n}\n}\n"
        );
        let other = found.found.iter().flat_map(|one| one.other_value.clone()).collect();
        assert_eq!(
            splice(&text, other),
            "package p\nfunc TestA(t *testing.T) {\nif got := f(); got != 7 {\nt.Fatal(got)\n}\nfor _, x := range g() {\nassert.Equal(t, \"counterproof a\", x)\n}\n}\n"
        );
    }

    #[test]
    fn what_may_check_something_else_is_not_certain() {
        for body in [
            "if a { f() } else { t.Fatal() }",
            "if a() != 1 { t.Fatal() }\ncheck(t, b)",
            "t.Error()",
            "switch a {\ncase 1:\nt.Fatal()\n}",
        ] {
            assert!(!of(body).0.certain, "{body}");
        }
    }
}
