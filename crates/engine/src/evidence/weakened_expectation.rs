//! Tests that ask less than before: fewer assertions, or looser ones.

use super::{
    Rule, Sides, Spot,
    pairing::{Pairing, pairing, shown},
    sides::{Edited, File},
};
use crate::{
    domain::Severity,
    lang::clues::{Check, Reading, is_literal},
};

pub(super) const WEAKENED_EXPECTATION: Rule =
    Rule { name: "weakened_expectation", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    sides.files.iter().flat_map(|file| in_file(sides, file)).collect()
}

fn in_file(sides: &Sides<'_>, file: &File) -> Vec<Spot> {
    let Some(readings) = file.readings() else { return Vec::new() };
    let mut spots = Vec::new();
    for test in sides.edited(file) {
        let pairing = pairing(&readings, &test);
        let looser = pairing.altered.iter().filter(|(old, new)| is_looser(file, old, new));
        spots.extend(looser.map(|(old, new)| {
            file.spot(
                new.line,
                format!("`{}` became the looser `{}`", shown(&old.tokens), shown(&new.tokens)),
            )
        }));
        spots.extend(fewer(file, &readings, &test, &pairing));
    }
    spots
}

fn is_looser(file: &File, old: &Check, new: &Check) -> bool {
    let Some(clues) = file.language.map(|language| &language.clues) else { return false };
    let has =
        |check: &Check, words: &[&str]| check.tokens.iter().any(|token| words.contains(&token.as_str()));
    let of_truth = new.matcher.to_lowercase().contains("tru") || new.matcher == "ok";
    let looser =
        clues.is_looser(&new.matcher, &old.matcher) && !(of_truth && has(new, &["==", "===", "equals"]));
    let of_a_part = old.matcher == new.matcher && has(new, clues.reducing) && !has(old, clues.reducing);
    looser || of_a_part
}

/// Assertions that are gone, unless they seem to have moved: into a helper, a loop, a table, another test.
fn fewer(file: &File, readings: &[Reading<'_>; 2], test: &Edited<'_>, pairing: &Pairing) -> Option<Spot> {
    let gone = pairing.lost.len().checked_sub(pairing.gained.len()).filter(|gone| *gone > 0)?;
    let [before, after] = readings.each_ref().map(|reading| reading.checks(&(0..usize::MAX)));
    let count = |all: &[Check], one: &Check| all.iter().filter(|other| other.tokens == one.tokens).count();
    let is_lost = |one: &&Check| count(&after, one) < count(&before, one) && !is_still_said(one, test);
    let lost: Vec<&Check> = pairing.lost.iter().filter(is_lost).collect();
    if lost.is_empty()
        || calls_a_new_helper(file, test)
        || says_as_much(pairing)
        || repeats_more(readings, test)
        || pairing.altered.is_empty() && pairing.gained.len() > 1
    {
        return None;
    }
    let first = shown(&lost[0].tokens);
    let message = match gone.min(lost.len()) {
        1 => format!("an assertion is gone: `{first}`"),
        more => format!("{more} assertions are gone, the first: `{first}`"),
    };
    Some(file.spot(test.head.line, message))
}

/// Whether the test still has all values of a check, if it has any, in the same order: something else checks them then.
fn is_still_said(check: &Check, test: &Edited<'_>) -> bool {
    let mut said = test.head.body_tokens.iter();
    let mut values = check.tokens.iter().filter(|token| is_literal(token)).peekable();
    values.peek().is_some() && values.all(|value| said.any(|token| token == value)) && calls_more(test)
}

/// Whether the test calls or takes something that it did not before.
fn calls_more(test: &Edited<'_>) -> bool {
    test.head.mentions.difference(&test.base.mentions).next().is_some()
}

/// Whether as many values are written out as before: some checks then say what others said.
fn says_as_much(pairing: &Pairing) -> bool {
    let values = |check: &Check| check.tokens.iter().filter(|token| is_literal(token)).count();
    let old = pairing.lost.iter().chain(pairing.altered.iter().map(|(old, _)| old)).map(values);
    let new = pairing.gained.iter().chain(pairing.altered.iter().map(|(_, new)| new)).map(values);
    let (old, new) = (old.sum::<usize>(), new.sum::<usize>());
    new > 0 && new >= old
}

fn calls_a_new_helper(file: &File, test: &Edited<'_>) -> bool {
    const CHECKING: &[&str] =
        &["assert", "check", "verify", "expect", "ensure", "should", "must", "validate"];
    let mut new = test.head.mentions.difference(&test.base.mentions).peekable();
    if new.peek().is_none() {
        return false;
    }
    let defined = file.language.map(|language| (language.definitions)(&file.path, &file.head.text));
    new.any(|name| {
        let lower = name.to_lowercase();
        CHECKING.iter().any(|word| lower.contains(word))
            || defined.as_ref().is_some_and(|defined| defined.contains(name))
    })
}

/// Whether a test has more loops, cases or errors of its own than before.
fn repeats_more([before, after]: &[Reading<'_>; 2], test: &Edited<'_>) -> bool {
    const LOOPS: &[&str] = &["for", "each", "forEach", "every", "all", "map", "while"];
    let loops = |tokens: &[String]| tokens.iter().filter(|token| LOOPS.contains(&token.as_str())).count();
    let rows = |reading: &Reading<'_>| reading.tables().iter().map(|table| table.rows.len()).sum::<usize>();
    let throws =
        |tokens: &[String]| tokens.iter().filter(|token| matches!(token.as_str(), "throw" | "raise")).count();
    loops(&test.head.tokens) > loops(&test.base.tokens)
        || throws(&test.head.tokens) > throws(&test.base.tokens)
        || rows(after) > rows(before)
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    fn found(path: &str, base: &str, head: &str) -> Vec<String> {
        Pair::new().base(path, base).head(path, head).found("weakened_expectation")
    }

    #[test]
    fn a_looser_matcher_is_shown_with_the_one_it_replaces() {
        let base = "def test_a():\n    assert f(1) == [1, 2]\n";
        assert_eq!(
            found("test_a.py", base, &base.replace(" == [1, 2]", "")),
            ["test_a.py:2 `f(1) == [1, 2]` became the looser `f(1)`"]
        );
        let base = "test('a', () => {\n  expect(f(1)).toEqual([1]);\n});\n";
        assert_eq!(
            found("a.test.js", base, &base.replace("toEqual([1])", "toBeTruthy()")),
            ["a.test.js:2 `expect(f(1)).toEqual([1])` became the looser `expect(f(1)).toBeTruthy()`"]
        );
        let base = "#[test]\nfn a() {\n    assert_eq!(f(1), 2);\n}\n";
        assert_eq!(
            found("tests/a.rs", base, &base.replace("assert_eq!(f(1), 2)", "assert!(f(1) > 0)")).len(),
            1
        );
        let base = "<?php\nclass ATest extends PHPUnit\\Framework\\TestCase {\n  function testA() {\n    $this->assertSame(3, f(1));\n  }\n}\n";
        assert_eq!(
            found("tests/ATest.php", base, &base.replace("assertSame(3, ", "assertNotNull(")).len(),
            1
        );
    }

    #[test]
    fn an_assertion_that_is_gone_is_shown() {
        let base = "def test_a():\n    x = f(1)\n    assert x.a == 1\n    assert x.b == 2\n";
        assert_eq!(
            found("test_a.py", base, &base.replace("    assert x.b == 2\n", "")),
            ["test_a.py:1 an assertion is gone: `x.b == 2`"]
        );
    }

    #[test]
    fn an_assertion_of_a_part_is_looser() {
        let base = "def test_a():\n    assert f(['b', 'a']) == ['a', 'b']\n";
        assert_eq!(
            found("test_a.py", base, &base.replace("f(['b', 'a'])", "sorted(f(['b', 'a']))")),
            [
                "test_a.py:2 `f(['b', 'a']) == ['a', 'b']` became the looser `sorted(f(['b', 'a'])) == ['a', 'b']`"
            ]
        );
    }

    #[test]
    fn assertions_that_went_into_a_fixture_or_another_test_are_not_gone() {
        let base = "def test_a():\n    assert f([1, 2]) == 3\n    assert f([5]) == 5\n";
        assert_eq!(
            found("test_a.py", base, "def test_a(sums):\n    sums([1, 2], 3)\n    sums([5], 5)\n"),
            [""; 0]
        );
        let split = "def test_a():\n    assert f([1, 2]) == 3\n\ndef test_b():\n    assert f([5]) == 5\n";
        assert_eq!(found("test_a.py", base, split), [""; 0]);
    }

    #[test]
    fn one_assertion_that_says_what_two_said_is_no_less() {
        let base = "def test_a():\n    x = f(1)\n    assert x['a'] == 1\n    assert x['b'] == 2\n";
        let head = "def test_a():\n    assert f(1) == {'a': 1, 'b': 2}\n";
        assert_eq!(found("test_a.py", base, head), [""; 0]);
    }

    #[test]
    fn assertions_that_went_into_a_helper_or_a_table_are_not_gone() {
        let base = "def test_a():\n    x = f(1)\n    assert x.a == 1\n    assert x.b == 2\n";
        let helper = "def same(x, a, b):\n    assert x.a == a\n    assert x.b == b\n\ndef test_a():\n    x = f(1)\n    same(x, 1, 2)\n";
        assert_eq!(found("test_a.py", base, helper), [""; 0]);
        let each = "def test_a():\n    x = f(1)\n    for k, v in {'a': 1, 'b': 2}.items():\n        assert getattr(x, k) == v\n";
        assert_eq!(found("test_a.py", base, each), [""; 0]);
    }
}
