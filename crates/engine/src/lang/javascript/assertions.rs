//! What tests in JavaScript and TypeScript assert: `expect(…)`, and the functions of `assert`.

use crate::lang::{
    Assertion, Assertions, FoundTest,
    assertion::{Forms, by_name, negated, of_equality},
    syntax::{descendants, parts, text_of},
};
use tree_sitter::{Node, Tree};

const FORMS: Forms = Forms { assertion, called };

const CONTRARIES: &[(&str, &str)] = &[
    ("deepEqual", "notDeepEqual"),
    ("deepStrictEqual", "notDeepStrictEqual"),
    ("doesNotMatch", "match"),
    ("doesNotReject", "rejects"),
    ("doesNotThrow", "throws"),
    ("equal", "notEqual"),
    ("isFalse", "isTrue"),
    ("notStrictEqual", "strictEqual"),
];

/// What expects something to equal a value.
const EQUALITIES: &[&str] = &[
    "deepEqual",
    "deepStrictEqual",
    "eql",
    "equal",
    "equals",
    "strictEqual",
    "toBe",
    "toEqual",
    "toStrictEqual",
];

/// The assertions of a test.
pub(super) fn assertions(tree: Option<Tree>, text: &str, test: &FoundTest) -> Assertions {
    tree.map(|tree| FORMS.within(tree.root_node(), &test.body, text)).unwrap_or_default()
}

fn called<'a>(node: Node<'_>, text: &'a str) -> Option<&'a str> {
    let function = node.child_by_field_name("function").filter(|_| node.kind() == "call_expression")?;
    text_of(function, text).rsplit('.').next()
}

fn assertion(node: Node<'_>, text: &str) -> Option<Assertion> {
    let function = node.child_by_field_name("function").filter(|_| node.kind() == "call_expression")?;
    let arguments = parts(node.child_by_field_name("arguments")?);
    match function.kind() {
        "identifier" if text_of(function, text) == "assert" => of_condition(node, &arguments, text),
        "member_expression" => {
            let subject = subject(function, text);
            match subject {
                Some(subject) => of_expectation(node, function, (subject, arguments.first().copied()), text),
                None => of_function(node, function, &arguments, text),
            }
        }
        _ => None,
    }
}

fn of_condition(node: Node<'_>, arguments: &[Node<'_>], text: &str) -> Option<Assertion> {
    let condition = *arguments.first()?;
    let is_constant = matches!(text_of(condition, text), "true" | "false" | "0" | "1");
    let contrary = if is_constant { Vec::new() } else { negated(condition, ["!(", ")"]) };
    Some(Assertion { span: node.byte_range(), contrary, other_value: Vec::new() })
}

/// `assert.equal(a, b)`
fn of_function(node: Node<'_>, function: Node<'_>, arguments: &[Node<'_>], text: &str) -> Option<Assertion> {
    let object = text_of(function.child_by_field_name("object")?, text);
    let name = function.child_by_field_name("property")?;
    let named = text_of(name, text);
    if !matches!(object, "assert" | "assert.strict" | "t.assert") {
        return None;
    }
    if named == "ok" {
        return of_condition(node, arguments, text);
    }
    let equal = match arguments {
        [one, other, ..] if EQUALITIES.contains(&named) => Some([*one, *other]),
        _ => None,
    };
    by_name(node, (name, CONTRARIES), equal, text)
}

/// What `expect` is given, below a chain of properties.
fn subject<'t>(chain: Node<'t>, text: &str) -> Option<Node<'t>> {
    let mut object = chain;
    while object.kind() == "member_expression" {
        object = object.child_by_field_name("object")?;
    }
    let function = object.child_by_field_name("function").filter(|_| object.kind() == "call_expression")?;
    let given = object.child_by_field_name("arguments")?;
    (text_of(function, text) == "expect").then(|| parts(given).first().copied())?
}

/// `expect(a).toBe(b)`, `expect(a).to.equal(b)`
fn of_expectation<'t>(
    node: Node<'t>,
    chain: Node<'t>,
    (subject, expected): (Node<'t>, Option<Node<'t>>),
    text: &str,
) -> Option<Assertion> {
    let name = chain.child_by_field_name("property")?;
    let is_not = |node: &Node<'_>| node.kind() == "property_identifier" && text_of(*node, text) == "not";
    let not = descendants(chain).filter(|node| node.start_byte() >= subject.end_byte()).find(is_not);
    let contrary = match not {
        // With the point behind it.
        Some(not) => (not.start_byte()..not.end_byte() + 1, String::new()),
        None => (name.start_byte()..name.start_byte(), "not.".to_owned()),
    };
    let is_equality = not.is_none() && EQUALITIES.contains(&text_of(name, text));
    let other_value = match expected {
        Some(expected) if is_equality => of_equality(subject, expected, text),
        _ => Vec::new(),
    };
    let is_constant = matches!(text_of(subject, text), "true" | "false");
    let contrary = if is_constant { Vec::new() } else { vec![contrary] };
    Some(Assertion { span: node.byte_range(), contrary, other_value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{
        javascript::{find, script},
        syntax::splice,
    };

    fn of(body: &str) -> (Assertions, String) {
        let text = format!("test('a', async () => {{\n{body}}});\n");
        let test = find::tests(script(&text), &text).remove(0);
        (assertions(script(&text), &text, &test), text)
    }

    #[test]
    fn each_has_its_contrary_and_its_other_value() {
        let (found, text) = of(
            "expect(f()).toBe(1);\nexpect(f()).not.toEqual(2);\nawait expect(g()).resolves.toEqual({a: 'x'});\n\
            expect(f()).to.equal('c');\nassert.strictEqual(f(), true);\nassert(h());\n",
        );
        assert!(found.certain, "{found:?}");
        let contrary = found.found.iter().flat_map(|one| one.contrary.clone()).collect();
        assert_eq!(
            splice(&text, contrary),
            "test('a', async () => {\nexpect(f()).not.toBe(1);\nexpect(f()).toEqual(2);\n\
             await expect(g()).resolves.not.toEqual({a: 'x'});\nexpect(f()).to.not.equal('c');\n\
             assert.notStrictEqual(f(), true);\nassert(!(h()));\n});\n"
        );
        let other = found.found.iter().flat_map(|one| one.other_value.clone()).collect();
        assert_eq!(
            splice(&text, other),
            "test('a', async () => {\nexpect(f()).toBe(0);\nexpect(f()).not.toEqual(2);\n\
             await expect(g()).resolves.toEqual({a: 'counterproof x'});\nexpect(f()).to.equal('counterproof c');\n\
             assert.strictEqual(f(), false);\nassert(h());\n});\n"
        );
    }

    #[test]
    fn what_may_check_something_else_is_not_certain() {
        for body in [
            "if (a) { expect(b).toBe(1) }",
            "expect(a).toBe(1); expect.hasAssertions()",
            "try { f(); assert.fail() } catch {}",
            "expect(true).toBe(false)",
            "throw x",
            "verify(a)",
        ] {
            assert!(!of(body).0.certain, "{body}");
        }
        assert!(of("xs.forEach(x => expect(x).toBe(1))").0.certain);
    }
}
