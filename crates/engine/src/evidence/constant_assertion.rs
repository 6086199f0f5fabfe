//! Assertions that hold whatever the code does.

use super::{Rule, Sides, Spot, sides::File};
use crate::{
    domain::Severity,
    lang::clues::{Check, Flaw},
};

pub(super) const CONSTANT_ASSERTION: Rule =
    Rule { name: "constant_assertion", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    sides.files.iter().flat_map(|file| in_file(sides, file)).collect()
}

fn in_file(sides: &Sides<'_>, file: &File) -> Vec<Spot> {
    let Some([before, after]) = file.readings() else { return Vec::new() };
    let mut found: Vec<Check> = Vec::new();
    for test in sides.edited(file) {
        let known = before.checks(&test.base.span);
        let now = after.checks(&test.head.span).into_iter();
        found.extend(now.filter(|one| !known.iter().any(|other| other.tokens == one.tokens)));
    }
    found.extend(sides.added(file).into_iter().flat_map(|test| after.checks(&test.span)));
    found.into_iter().filter_map(|one| Some(file.spot(one.line, message(&one, &file.head.text)?))).collect()
}

fn message(assertion: &Check, text: &str) -> Option<String> {
    let why = match assertion.flaw? {
        Flaw::Tuple => "asserts a tuple, which is true whatever is in it",
        Flaw::Constant => "compares what is written out",
        Flaw::Assignment => "assigns where it seems to compare",
    };
    let line = text[assertion.span.clone()].lines().next().unwrap_or_default();
    Some(format!("`{}` {why}", line.trim()))
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    fn found(path: &str, head: &str) -> Vec<String> {
        Pair::new().head(path, head).found("constant_assertion")
    }

    #[test]
    fn an_assertion_of_what_is_written_out_is_shown() {
        assert_eq!(
            found("test_a.py", "def test_a():\n    assert True\n"),
            ["test_a.py:2 `assert True` compares what is written out"]
        );
        assert_eq!(found("a.test.js", "test('a', () => {\n  expect(1).toBe(1);\n});\n").len(), 1);
        assert_eq!(found("tests/a.rs", "#[test]\nfn a() {\n    assert!(true);\n}\n").len(), 1);
        assert_eq!(
            found(
                "test/a_test.rb",
                "class ATest < Minitest::Test\n  def test_a\n    assert 3, f(1)\n  end\nend\n"
            )
            .len(),
            1
        );
    }

    #[test]
    fn an_asserted_tuple_is_shown() {
        assert_eq!(
            found("test_a.py", "def test_a():\n    assert (f(1) == 2, 'no')\n"),
            ["test_a.py:2 `assert (f(1) == 2, 'no')` asserts a tuple, which is true whatever is in it"]
        );
    }

    #[test]
    fn a_way_to_say_not_here_is_no_constant() {
        assert_eq!(found("test_a.py", "def test_a():\n    assert False, 'not here'\n"), [""; 0]);
        assert_eq!(found("a.test.js", "test('a', () => {\n  expect(true).toBe(false);\n});\n"), [""; 0]);
        assert_eq!(found("tests/a.rs", "#[test]\nfn a() {\n    panic!(\"no\");\n}\n"), [""; 0]);
    }

    #[test]
    fn a_constant_that_was_there_before_is_not_reported() {
        let base = "def test_a():\n    assert True\n    assert f(1) == 2\n";
        let pair = Pair::new().base("test_a.py", base).head("test_a.py", &base.replace("== 2", "== 3"));
        assert_eq!(pair.found("constant_assertion"), [""; 0]);
    }
}
