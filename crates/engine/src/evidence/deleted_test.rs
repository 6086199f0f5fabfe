//! Tests that are gone.

use super::{Rule, Sides, Spot};
use crate::domain::{Severity, Touched};

pub(super) const DELETED_TEST: Rule = Rule { name: "deleted_test", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    let gone = sides.case.tests.iter().filter(|test| test.touched == Touched::Removed);
    let spot = |site: &crate::domain::Site| Spot {
        file: site.file.clone(),
        line: site.line,
        message: format!("the test `{}` is gone", site.name.join(" > ")),
    };
    gone.filter_map(|test| test.base.as_ref()).map(spot).collect()
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    #[test]
    fn a_test_without_successor_is_deleted() {
        let pair = Pair::new()
            .base("test_a.py", "def test_a():\n    assert f(1) == 2\n\ndef test_b():\n    assert g() == 3\n");
        let pair = pair.head("test_a.py", "def test_b():\n    assert g() == 3\n");
        assert_eq!(pair.found("deleted_test"), ["test_a.py:1 the test `test_a` is gone"]);
    }

    #[test]
    fn a_renamed_test_is_not_deleted() {
        let pair = Pair::new().base("test_a.py", "def test_a():\n    assert f(1, 2) == 2\n");
        let pair = pair.head("test_a.py", "def test_of_f():\n    assert f(1, 2) == 2\n");
        assert_eq!(pair.found("deleted_test"), [""; 0]);
    }
}
