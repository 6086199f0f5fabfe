//! Tests that check nothing.

use super::{Rule, Sides, Spot, sides::File};
use crate::{
    domain::Severity,
    lang::{FoundTest, clues::Reading},
};

pub(super) const TEST_WITHOUT_ASSERTION: Rule =
    Rule { name: "test_without_assertion", severity: Severity::Note, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    sides.files.iter().flat_map(|file| in_file(sides, file)).collect()
}

fn in_file(sides: &Sides<'_>, file: &File) -> Vec<Spot> {
    let Some([_, after]) = file.readings() else { return Vec::new() };
    let mut spots = Vec::new();
    let edited = sides.edited(file).into_iter().map(|test| test.head);
    let touched: Vec<&FoundTest> =
        edited.chain(sides.added(file)).filter(|test| test.disabled.is_none()).collect();
    for test in &touched {
        let idle = after.without_matcher(&test.span).into_iter().filter(|line| file.head.owns(*line));
        spots.extend(
            idle.map(|line| file.spot(line, "this compares nothing, or nobody looks at the answer".into())),
        );
    }
    let added = sides.added(file).into_iter().filter(|test| test.disabled.is_none());
    let silent = added.filter(|test| checks_nothing(file, &after, test));
    spots.extend(silent.map(|test| file.spot(test.line, "this test asserts nothing".into())));
    spots
}

/// Whether a test has no assertion and calls nothing that may have one.
fn checks_nothing(file: &File, reading: &Reading<'_>, test: &FoundTest) -> bool {
    const CHECKING: &[&str] = &[
        "assert", "check", "verify", "expect", "ensure", "should", "must", "validate", "raise", "throw",
        "fail", "compare", "unwrap", "test", "run", "done", "error", "panic", "exit", "reject",
    ];
    let defined = file.language.map(|language| (language.definitions)(&file.path, &file.head.text));
    let may_check = |name: &String| {
        let lower = name.to_lowercase();
        CHECKING.iter().any(|word| lower.contains(word))
            || defined.as_ref().is_some_and(|defined| defined.contains(name))
    };
    let names = test.mentions.iter().filter(|name| test.name.last() != Some(name));
    let words = test.body_tokens.iter().chain(&test.wrapping);
    reading.checks(&test.span).is_empty()
        && !test.body_tokens.is_empty()
        && !names.chain(words).any(may_check)
        && !test.body_tokens.iter().any(|token| token == "?")
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    fn found(path: &str, head: &str) -> Vec<String> {
        Pair::new().head(path, head).found("test_without_assertion")
    }

    #[test]
    fn a_comparison_that_nobody_looks_at_is_shown() {
        let nothing = "this compares nothing, or nobody looks at the answer";
        assert_eq!(
            found("test_a.py", "def test_a():\n    total(x) == 6\n    assert y\n"),
            [format!("test_a.py:2 {nothing}")]
        );
        let test = "test('a', () => {\n  expect(f(1));\n  expect(f(2)).toBe(1);\n});\n";
        assert_eq!(found("a.test.js", test), [format!("a.test.js:2 {nothing}")]);
    }

    #[test]
    fn a_test_that_asserts_nothing_is_shown() {
        assert_eq!(
            found("test_a.py", "def test_a():\n    total([1, 2])\n"),
            ["test_a.py:1 this test asserts nothing"]
        );
    }

    #[test]
    fn a_test_whose_helpers_may_assert_is_fine() {
        assert_eq!(
            found("test_a.py", "def same(x):\n    assert x\n\ndef test_a():\n    same(total([1]))\n"),
            [""; 0]
        );
        assert_eq!(found("test_a.py", "def test_a(client):\n    client.check_all()\n"), [""; 0]);
        assert_eq!(found("tests/a.rs", "#[test]\nfn a() {\n    f(1).unwrap();\n}\n"), [""; 0]);
    }
}
