//! Comparisons that let more through than before.

use super::{
    Rule, Sides, Spot,
    pairing::{pairing, shown, swaps},
    sides::File,
};
use crate::{domain::Severity, lang::clues::Check};

pub(super) const WIDENED_TOLERANCE: Rule = Rule { name: "widened_tolerance", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    sides.files.iter().flat_map(|file| in_file(sides, file)).collect()
}

fn in_file(sides: &Sides<'_>, file: &File) -> Vec<Spot> {
    let Some(readings) = file.readings() else { return Vec::new() };
    let tests = sides.edited(file);
    let altered = tests.iter().flat_map(|test| pairing(&readings, test).altered);
    let wider = altered.filter_map(|(old, new)| {
        let (from, to) = widened(file, &old, &new)?;
        Some(file.spot(
            new.line,
            format!("the tolerance went from `{from}` to `{to}` in `{}`", shown(&new.tokens)),
        ))
    });
    wider.collect()
}

/// The tolerance before and after, if it lets more through.
pub(super) fn widened(file: &File, old: &Check, new: &Check) -> Option<(String, String)> {
    let clues = &file.language?.clues;
    let names = |words: &[&str]| new.tokens.iter().any(|token| words.contains(&token.as_str()));
    let (more, less) = (names(clues.wider_by_more), names(clues.wider_by_less));
    let swaps = swaps(&old.tokens, &new.tokens);
    let [swap] = &swaps[..] else { return None };
    let ([from], [to]) = (swap.old, swap.new) else { return None };
    let (was, is) = (number(from)?, number(to)?);
    let wider = if less { is < was } else { more && is > was };
    (wider && is_tolerance(&new.tokens, swap.at)).then(|| (from.clone(), to.clone()))
}

/// Whether the value at this place is how much may differ, rather than what is expected: the last of several, given by
/// name, or the end of a comparison.
fn is_tolerance(tokens: &[String], at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |before| tokens[before].as_str());
    let is_last = !tokens[at + 1..].iter().any(|token| number(token).is_some());
    let others = tokens[..at].iter().filter(|token| number(token).is_some()).count();
    matches!(before, "=" | "<" | "<=" | ">" | ">=" | ":")
        || (before == "," && is_last && others > 0)
        || before == "("
            && is_last
            && tokens.iter().any(|token| matches!(token.as_str(), "be_within" | "within" | "offset"))
}

fn number(token: &str) -> Option<f64> {
    let digits = token.replace('_', "");
    let end = digits.trim_end_matches(|c: char| c.is_ascii_alphabetic() && !"eE".contains(c));
    end.starts_with(|c: char| c.is_ascii_digit()).then(|| end.parse().ok())?
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    fn found(path: &str, base: &str, head: &str) -> Vec<String> {
        Pair::new().base(path, base).head(path, head).found("widened_tolerance")
    }

    #[test]
    fn a_greater_tolerance_is_shown_with_the_old_one() {
        let base = "def test_a():\n    assert f(1) == approx(1.5, rel=1e-6)\n";
        assert_eq!(
            found("test_a.py", base, &base.replace("1e-6", "1e-1")),
            ["test_a.py:2 the tolerance went from `1e-6` to `1e-1` in `f(1) == approx(1.5, rel = 1e-1)`"]
        );
        let base = "test('a', () => {\n  expect(f(1)).toBeCloseTo(1.5, 5);\n});\n";
        assert_eq!(found("a.test.js", base, &base.replace(", 5)", ", 1)")).len(), 1);
        let base = "package a\n\nimport (\n\t\"math\"\n\t\"testing\"\n)\n\nfunc TestA(t *testing.T) {\n\tif math.Abs(f(1)-6) > 1e-9 {\n\t\tt.Error()\n\t}\n}\n";
        assert_eq!(found("a_test.go", base, &base.replace("1e-9", "1.0")).len(), 1);
    }

    #[test]
    fn a_smaller_tolerance_or_another_value_is_not_wider() {
        let base = "def test_a():\n    assert f(1) == approx(1.5, rel=1e-6)\n";
        assert_eq!(found("test_a.py", base, &base.replace("1e-6", "1e-9")), [""; 0]);
        assert_eq!(found("test_a.py", base, &base.replace("1.5", "2.5")), [""; 0]);
    }
}
