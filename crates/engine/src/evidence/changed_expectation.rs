//! Assertions that now ask for another value.

use super::{
    Rule, Sides, Spot,
    pairing::{pairing, shown, shown_apart, swaps},
    sides::{Edited, File},
    widened_tolerance,
};
use crate::{
    domain::Severity,
    lang::clues::{Reading, is_literal},
};

pub(super) const CHANGED_EXPECTATION: Rule =
    Rule { name: "changed_expectation", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    sides.files.iter().flat_map(|file| in_file(sides, file)).collect()
}

fn in_file(sides: &Sides<'_>, file: &File) -> Vec<Spot> {
    let Some(readings) = file.readings() else { return Vec::new() };
    let mut spots = Vec::new();
    for test in sides.edited(file) {
        for (old, new) in pairing(&readings, &test).altered {
            if widened_tolerance::widened(file, &old, &new).is_none()
                && let Some(values) = other_values(&old.tokens, &new.tokens)
            {
                spots.push(file.spot(new.line, format!("{values} in `{}`", shown(&new.tokens))));
            }
        }
        spots.extend(named(&readings, &test).into_iter().map(|(line, message)| file.spot(line, message)));
    }
    spots
}

/// The values that differ, if nothing else does: "`6` became `3`".
pub(super) fn other_values(old: &[String], new: &[String]) -> Option<String> {
    let swaps = swaps(old, new);
    let said = |tokens: &[String]| tokens.iter().any(|token| is_literal(token));
    let only_values = |tokens: &[String]| tokens.iter().all(|token| is_literal(token) || is_between(token));
    let fits = swaps.iter().all(|swap| only_values(swap.old) && only_values(swap.new));
    if swaps.is_empty() || !fits || !swaps.iter().any(|swap| said(swap.old) || said(swap.new)) {
        return None;
    }
    let pairs: Vec<String> = swaps
        .iter()
        .take(3)
        .map(|swap| match (swap.old.is_empty(), swap.new.is_empty()) {
            (true, _) => format!("`{}` was added", shown(swap.new)),
            (_, true) => format!("`{}` was dropped", shown(swap.old)),
            _ => {
                let (old, new) = shown_apart(swap.old, swap.new);
                format!("`{old}` became `{new}`")
            }
        })
        .collect();
    Some(pairs.join(", "))
}

fn is_between(token: &str) -> bool {
    matches!(token, "-" | "+" | "," | ":" | "=>" | "[" | "]" | "(" | ")" | "{" | "}")
}

/// Values of what is named after its purpose: `expected = 6`, `want: 6`.
fn named([before, after]: &[Reading<'_>; 2], test: &Edited<'_>) -> Vec<(usize, String)> {
    let old: Vec<String> = before.tokens(&test.base.span).into_iter().map(|(_, token)| token).collect();
    let (lines, new): (Vec<usize>, Vec<String>) = after.tokens(&test.head.span).into_iter().unzip();
    let is_name = |token: &String| {
        let lower = token.to_lowercase();
        lower.starts_with("expect") || lower.starts_with("want") || lower == "exp"
    };
    let differing = swaps(&old, &new).into_iter().filter(|swap| {
        let is_value = |tokens: &[String]| tokens.len() == 1 && is_literal(&tokens[0]);
        let is_given =
            |at: usize| matches!(new[at - 1].as_str(), "=" | ":" | ":=" | "=>") && is_name(&new[at - 2]);
        is_value(swap.old) && is_value(swap.new) && swap.at > 1 && is_given(swap.at)
    });
    let message = |old: &[String], new: &[String]| {
        let (old, new) = shown_apart(old, new);
        format!("`{old}` was expected, now `{new}`")
    };
    differing.map(|swap| (lines[swap.at], message(swap.old, swap.new))).collect()
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    fn found(path: &str, base: &str, head: &str) -> Vec<String> {
        Pair::new().base(path, base).head(path, head).found("changed_expectation")
    }

    #[test]
    fn the_old_and_the_new_value_are_shown() {
        let base = "def test_a():\n    assert total([1, 2, 3]) == 6\n";
        assert_eq!(
            found("test_a.py", base, &base.replace("== 6", "== 3")),
            ["test_a.py:2 `6` became `3` in `total([1, 2, 3]) == 3`"]
        );
        let base = "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tif got := f(1); got != 6 {\n\t\tt.Errorf(\"got %d\", got)\n\t}\n}\n";
        assert_eq!(
            found("a_test.go", base, &base.replace("!= 6", "!= 3")),
            ["a_test.go:6 `6` became `3` in `got := f(1); got != 3`"]
        );
        let base = "#[test]\nfn a() {\n    assert_eq!(f(1), \"x\", \"it is x\");\n}\n";
        assert_eq!(
            found("tests/a.rs", base, &base.replace("\"x\"", "\"y\"")),
            ["tests/a.rs:3 `\"x\"` became `\"y\"` in `f(1), \"y\"`"]
        );
    }

    #[test]
    fn a_value_with_the_name_of_an_expectation_is_one() {
        let base = "def test_a():\n    expected = 6\n    assert total([1, 2, 3]) == expected\n";
        assert_eq!(
            found("test_a.py", base, &base.replace("= 6", "= 3")),
            ["test_a.py:2 `6` was expected, now `3`"]
        );
    }

    #[test]
    fn a_renamed_call_is_no_other_expectation() {
        let base = "def test_a():\n    assert total([1, 2, 3]) == 6\n";
        assert_eq!(found("test_a.py", base, &base.replace("total", "sum_of")), [""; 0]);
    }
}
