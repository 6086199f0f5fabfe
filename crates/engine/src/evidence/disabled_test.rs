//! Tests that no longer run.

use super::{Rule, Sides, Spot};
use crate::domain::{Severity, Touched};

pub(super) const DISABLED_TEST: Rule = Rule { name: "disabled_test", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    let switched = |touched| matches!(touched, Touched::Disabled | Touched::Added);
    let tests = sides.case.tests.iter().filter(|test| switched(test.touched));
    let spots = tests.filter_map(|test| {
        let site = test.head.as_ref()?;
        let disabled = site.disabled.as_ref()?;
        let message = format!("`{}` does not run: `{}`", site.name.join(" > "), disabled.by);
        Some(Spot { file: site.file.clone(), line: disabled.line, message })
    });
    spots.collect()
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    #[test]
    fn the_words_that_disable_a_test_are_shown() {
        let pair = Pair::new().base("test_a.py", "def test_a():\n    assert f(1) == 2\n");
        let pair = pair.head(
            "test_a.py",
            "import pytest\n\n@pytest.mark.skip('later')\ndef test_a():\n    assert f(1) == 2\n",
        );
        let found = pair.found("disabled_test");
        assert_eq!(found, ["test_a.py:3 `test_a` does not run: `pytest.mark.skip('later')`"]);
    }

    #[test]
    fn a_test_that_was_disabled_before_is_not_reported() {
        let skipped = "import pytest\n\n@pytest.mark.skip\ndef test_a():\n    assert f(1) == 2\n";
        let pair = Pair::new().base("test_a.py", skipped);
        let pair = pair.head("test_a.py", &skipped.replace("== 2", "== 3"));
        assert_eq!(pair.found("disabled_test"), [""; 0]);
    }
}
