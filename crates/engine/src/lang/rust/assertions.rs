//! What Rust tests assert, by the macros of the standard library. What is inside of a macro is no more than tokens.

use super::syntax::{children, parse};
use crate::{
    domain::RepoPath,
    lang::{
        Assertion, Assertions, FoundTest, Replacement,
        assertion::{Forms, contrary_of, of_equality},
        syntax::text_of,
    },
};
use tree_sitter::Node;

const FORMS: Forms = Forms { assertion, called };

/// The assertions of a test.
pub(super) fn assertions(_: &RepoPath, text: &str, test: &FoundTest) -> Assertions {
    FORMS.within(parse(text).root_node(), &test.body, text)
}

fn called<'a>(node: Node<'_>, text: &'a str) -> Option<&'a str> {
    let name = match node.kind() {
        "call_expression" => node.child_by_field_name("function")?,
        "macro_invocation" => node.child_by_field_name("macro")?,
        // In a macro's tokens a call is a name.
        "identifier" if node.parent().is_some_and(|parent| parent.kind() == "token_tree") => node,
        _ => return None,
    };
    text_of(name, text).rsplit(['.', ':']).next()
}

fn assertion(node: Node<'_>, text: &str) -> Option<Assertion> {
    let name = node.child_by_field_name("macro").filter(|_| node.kind() == "macro_invocation")?;
    let arguments = children(node).into_iter().find(|child| child.kind() == "token_tree")?;
    let arguments = arguments_of(arguments);
    let first = arguments.first()?;
    let (contrary, other_value) = match text_of(name, text) {
        "assert" => (negated(first, text), Vec::new()),
        equality @ ("assert_eq" | "assert_ne") => {
            let contrary = contrary_of(equality, &[("assert_eq", "assert_ne")])?;
            let other = match (&first[..], arguments.get(1).map(Vec::as_slice)) {
                _ if equality == "assert_ne" => Vec::new(),
                (one, Some(&[other])) if !matches!(one, [_]) => one_side(other, text),
                (&[one], Some(other)) if !matches!(other, [_]) => one_side(one, text),
                (&[one], Some(&[other])) => of_equality(one, other, text),
                _ => Vec::new(),
            };
            (vec![(name.byte_range(), contrary.to_owned())], other)
        }
        _ => return None,
    };
    Some(Assertion { span: node.byte_range(), contrary, other_value })
}

/// The value of a side whose other one is made of several tokens, so that it is not just written out.
fn one_side(value: Node<'_>, text: &str) -> Vec<Replacement> {
    of_equality(value, value.parent().unwrap_or(value), text)
}

fn negated(condition: &[Node<'_>], text: &str) -> Vec<Replacement> {
    let (Some(first), Some(last)) = (condition.first(), condition.last()) else { return Vec::new() };
    if matches!(text_of(*first, text), "true" | "false") {
        return Vec::new();
    }
    let (start, end) = (first.start_byte(), last.end_byte());
    vec![(start..start, "!(".to_owned()), (end..end, ")".to_owned())]
}

/// The tokens between the commas.
fn arguments_of(tokens: Node<'_>) -> Vec<Vec<Node<'_>>> {
    let inner = children(tokens);
    let inner = &inner[1..inner.len().saturating_sub(1).max(1)];
    let arguments = inner.split(|token| token.kind() == ",").map(<[Node<'_>]>::to_vec);
    arguments.filter(|argument| !argument.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{rust::find, syntax::splice};

    fn of(body: &str) -> (Assertions, String) {
        let text = format!("#[test]\nfn a() {{ {body} }}\n");
        let test = find::tests(&"a.rs".into(), &text).remove(0);
        (assertions(&"a.rs".into(), &text, &test), text)
    }

    #[test]
    fn each_has_its_contrary_and_its_other_value() {
        let (found, text) = of(
            "assert!(f(1, 2), \"m\"); assert_eq!(f(1), 3); assert_eq!(\"a\", g()); assert_ne!(x, 4); assert_eq!(x, 5);",
        );
        assert!(found.certain, "{found:?}");
        let contrary = found.found.iter().flat_map(|one| one.contrary.clone()).collect();
        assert_eq!(
            splice(&text, contrary),
            "#[test]\nfn a() { assert!(!(f(1, 2)), \"m\"); assert_ne!(f(1), 3); assert_ne!(\"a\", g()); assert_eq!(x, 4); assert_ne!(x, 5); }\n"
        );
        let other = found.found.iter().flat_map(|one| one.other_value.clone()).collect();
        assert_eq!(
            splice(&text, other),
            "#[test]\nfn a() { assert!(f(1, 2), \"m\"); assert_eq!(f(1), 2); assert_eq!(\"counterproof a\", g()); assert_ne!(x, 4); assert_eq!(x, 4); }\n"
        );
    }

    #[test]
    fn what_may_check_something_else_is_not_certain() {
        for body in [
            "if a { assert!(b) }",
            "assert!(a); check(b);",
            "assert!(a); f().expect(\"b\");",
            "assert!(false)",
            "panic!()",
        ] {
            assert!(!of(body).0.certain, "{body}");
        }
        assert!(of("for a in f() { assert_eq!(a, 1); }").0.certain);
    }
}
