//! What PHP tests assert, by the methods of PHPUnit.

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
    ("assertArrayHasKey", "assertArrayNotHasKey"),
    ("assertContains", "assertNotContains"),
    ("assertCount", "assertNotCount"),
    ("assertEmpty", "assertNotEmpty"),
    ("assertEquals", "assertNotEquals"),
    ("assertInstanceOf", "assertNotInstanceOf"),
    ("assertNotNull", "assertNull"),
    ("assertNotSame", "assertSame"),
    ("assertFalse", "assertNotFalse"),
    ("assertTrue", "assertNotTrue"),
];

/// The assertions of a test.
pub(super) fn assertions(_: &RepoPath, text: &str, test: &FoundTest) -> Assertions {
    parse(text).map(|tree| FORMS.within(tree.root_node(), &test.body, text)).unwrap_or_default()
}

fn called<'a>(node: Node<'_>, text: &'a str) -> Option<&'a str> {
    const CALLS: &[&str] = &["function_call_expression", "member_call_expression", "scoped_call_expression"];
    let name = node.child_by_field_name("name").or_else(|| node.child_by_field_name("function"));
    name.filter(|_| CALLS.contains(&node.kind())).map(|name| text_of(name, text))
}

fn assertion(node: Node<'_>, text: &str) -> Option<Assertion> {
    called(node, text)?;
    let name = node.child_by_field_name("name")?;
    let arguments = parts(node.child_by_field_name("arguments")?);
    let equal = match arguments[..] {
        [one, other, ..] if matches!(text_of(name, text), "assertEquals" | "assertSame") => {
            Some([one, other])
        }
        _ => None,
    };
    by_name(node, (name, CONTRARIES), equal, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{php::find, syntax::splice};

    #[test]
    fn each_has_its_contrary_and_its_other_value() {
        let text = "<?php\nuse PHPUnit\\Framework\\TestCase;\nclass ATest extends TestCase {\n  function testA() { $this->assertSame('a', f()); self::assertTrue(g()); }\n}\n";
        let test = find::tests(&"ATest.php".into(), text).remove(0);
        let found = assertions(&"ATest.php".into(), text, &test);
        assert!(found.certain, "{found:?}");
        let contrary = found.found.iter().flat_map(|one| one.contrary.clone()).collect();
        assert!(
            splice(text, contrary).contains("{ $this->assertNotSame('a', f()); self::assertNotTrue(g()); }")
        );
        let other = found.found.iter().flat_map(|one| one.other_value.clone()).collect();
        assert!(
            splice(text, other)
                .contains("{ $this->assertSame('counterproof a', f()); self::assertTrue(g()); }")
        );
    }
}
