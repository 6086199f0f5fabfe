//! Failures of assertions that go nowhere.

use super::{Rule, Sides, Spot, sides::File};
use crate::{domain::Severity, lang::clues::Swallow};

pub(super) const SWALLOWED_FAILURE: Rule = Rule { name: "swallowed_failure", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    sides.files.iter().flat_map(|file| in_file(sides, file)).collect()
}

fn in_file(sides: &Sides<'_>, file: &File) -> Vec<Spot> {
    let Some([before, after]) = file.readings() else { return Vec::new() };
    let mut found: Vec<Swallow> = Vec::new();
    for test in sides.edited(file) {
        let now = after.swallows(&test.head.span);
        let more = now.len().saturating_sub(before.swallows(&test.base.span).len());
        found.extend(now.into_iter().filter(|one| file.head.owns(one.line)).take(more));
    }
    found.extend(sides.added(file).into_iter().flat_map(|test| after.swallows(&test.span)));
    let spot = |Swallow { line, by }| file.spot(line, format!("`{by}` keeps a failed assertion to itself"));
    found.into_iter().map(spot).collect()
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    fn found(path: &str, base: &str, head: &str) -> Vec<String> {
        Pair::new().base(path, base).head(path, head).found("swallowed_failure")
    }

    #[test]
    fn a_handler_that_takes_every_failure_is_shown() {
        let base = "def test_a():\n    assert f(1) == 2\n";
        let head = "def test_a():\n    try:\n        assert f(1) == 2\n    except Exception:\n        pass\n";
        assert_eq!(
            found("test_a.py", base, head),
            ["test_a.py:4 `except Exception` keeps a failed assertion to itself"]
        );
        let base = "test('a', () => {\n  expect(f(1)).toBe(2);\n});\n";
        let head = "test('a', () => {\n  try {\n    expect(f(1)).toBe(2);\n  } catch (e) {\n    console.log(e);\n  }\n});\n";
        assert_eq!(found("a.test.js", base, head).len(), 1);
        let base = "#[test]\nfn a() {\n    assert_eq!(f(1), 2);\n}\n";
        let head = "#[test]\nfn a() {\n    let _ = std::panic::catch_unwind(|| assert_eq!(f(1), 2));\n}\n";
        assert_eq!(found("tests/a.rs", base, head).len(), 1);
        let base = "class ATest < Minitest::Test\n  def test_a\n    assert_equal 2, f(1)\n  end\nend\n";
        let head = "class ATest < Minitest::Test\n  def test_a\n    assert_equal 2, f(1)\n  rescue Exception\n    nil\n  end\nend\n";
        assert_eq!(found("test/a_test.rb", base, head).len(), 1);
    }

    #[test]
    fn a_handler_that_asserts_throws_or_takes_something_else_is_fine() {
        let base = "def test_a():\n    assert f(1) == 2\n";
        let other =
            "def test_a():\n    try:\n        assert f(1) == 2\n    except ValueError:\n        pass\n";
        assert_eq!(found("test_a.py", base, other), [""; 0]);
        let again =
            "def test_a():\n    try:\n        assert f(1) == 2\n    except Exception:\n        raise\n";
        assert_eq!(found("test_a.py", base, again), [""; 0]);
        let base = "test('a', () => {\n  expect(f(1)).toBe(2);\n});\n";
        let head = "test('a', () => {\n  try {\n    f(1);\n    expect.fail();\n  } catch (e) {\n    expect(e.message).toBe('x');\n  }\n});\n";
        assert_eq!(found("a.test.js", base, head), [""; 0]);
    }
}
