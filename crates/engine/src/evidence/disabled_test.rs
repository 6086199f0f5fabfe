//! Tests that no longer run.

use super::{Rule, Sides, Spot};
use crate::domain::{RepoPath, Severity, Touched};
use std::collections::BTreeMap;

pub(super) const DISABLED_TEST: Rule = Rule { name: "disabled_test", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    let switched = |touched| matches!(touched, Touched::Disabled | Touched::Added);
    let tests = sides.case.tests.iter().filter(|test| switched(test.touched));
    let mut by_mark: BTreeMap<(&RepoPath, usize, &str), Vec<String>> = BTreeMap::new();
    for site in tests.filter_map(|test| test.head.as_ref()) {
        if let Some(disabled) = &site.disabled {
            let mark = (&site.file, disabled.line, disabled.by.as_str());
            by_mark.entry(mark).or_default().push(site.name.join(" > "));
        }
    }
    let spot = |((file, line, by), names): ((&RepoPath, usize, &str), Vec<String>)| {
        let message = match &names[..] {
            [name] => format!("`{name}` does not run: `{by}`"),
            names => format!("{} tests do not run: `{by}`", names.len()),
        };
        Spot { file: file.clone(), line, message }
    };
    by_mark.into_iter().map(spot).collect()
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
    fn what_disables_many_tests_is_told_once() {
        let tests = "def test_a():\n    assert f(1) == 2\n\ndef test_b():\n    assert f(2) == 3\n";
        let pair = Pair::new().base("test_a.py", tests);
        let pair =
            pair.head("test_a.py", &format!("import pytest\npytestmark = pytest.mark.skip\n\n{tests}"));
        assert_eq!(pair.found("disabled_test"), ["test_a.py:2 2 tests do not run: `pytest.mark.skip`"]);
    }

    #[test]
    fn a_test_that_was_disabled_before_is_not_reported() {
        let skipped = "import pytest\n\n@pytest.mark.skip\ndef test_a():\n    assert f(1) == 2\n";
        let pair = Pair::new().base("test_a.py", skipped);
        let pair = pair.head("test_a.py", &skipped.replace("== 2", "== 3"));
        assert_eq!(pair.found("disabled_test"), [""; 0]);
    }
}
