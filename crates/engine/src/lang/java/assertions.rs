//! What Java tests assert, by the methods of JUnit.

use super::parse;
use crate::{
    domain::RepoPath,
    lang::{
        Assertion, Assertions, FoundTest,
        assertion::{Forms, by_name},
        syntax::{parts, text_of},
    },
};
use tree_sitter::Node;

const FORMS: Forms = Forms { assertion, called };

const CONTRARIES: &[(&str, &str)] = &[
    ("assertEquals", "assertNotEquals"),
    ("assertFalse", "assertTrue"),
    ("assertNotNull", "assertNull"),
    ("assertNotSame", "assertSame"),
];

/// The assertions of a test.
pub(super) fn assertions(_: &RepoPath, text: &str, test: &FoundTest) -> Assertions {
    parse(text).map(|tree| FORMS.within(tree.root_node(), &test.body, text)).unwrap_or_default()
}

fn called<'a>(node: Node<'_>, text: &'a str) -> Option<&'a str> {
    let name = node.child_by_field_name("name").filter(|_| node.kind() == "method_invocation")?;
    Some(text_of(name, text))
}

fn assertion(node: Node<'_>, text: &str) -> Option<Assertion> {
    let name = node.child_by_field_name("name").filter(|_| node.kind() == "method_invocation")?;
    let arguments = parts(node.child_by_field_name("arguments")?);
    let equal = match arguments[..] {
        [one, other] if text_of(name, text) == "assertEquals" => Some([one, other]),
        _ => None,
    };
    by_name(node, (name, CONTRARIES), equal, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{java::find, syntax::splice};

    #[test]
    fn each_has_its_contrary_and_its_other_value() {
        let text = "import org.junit.jupiter.api.*;\nclass ATest {\n  @Test void a() { assertEquals(3, f()); Assertions.assertTrue(g()); }\n}\n";
        let test = find::tests(&"ATest.java".into(), text).remove(0);
        let found = assertions(&"ATest.java".into(), text, &test);
        assert!(found.certain, "{found:?}");
        let contrary = found.found.iter().flat_map(|one| one.contrary.clone()).collect();
        assert!(splice(text, contrary).contains("{ assertNotEquals(3, f()); Assertions.assertFalse(g()); }"));
        let other = found.found.iter().flat_map(|one| one.other_value.clone()).collect();
        assert!(splice(text, other).contains("{ assertEquals(2, f()); Assertions.assertTrue(g()); }"));
    }
}
