//! Check libraries that are given another meaning.

use super::{Rule, Sides, Spot, sides::File, test_mode::is_comment};
use crate::domain::Severity;
use regex::Regex;

pub(super) const PATCHED_ASSERTIONS: Rule =
    Rule { name: "patched_assertions", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    sides.files.iter().flat_map(in_file).collect()
}

fn in_file(file: &File) -> Vec<Spot> {
    let Some(language) = file.language else { return Vec::new() };
    let patterns: Vec<Regex> =
        language.clues.patching.iter().filter_map(|one| Regex::new(one).ok()).collect();
    let patches = |line: &str| patterns.iter().any(|pattern| pattern.is_match(line));
    let lines = file.head.own.iter().filter(|line| !is_comment(&line.text) && patches(&line.text));
    lines
        .map(|line| file.spot(line.number, format!("an assertion gets another meaning: `{}`", line.text)))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::{evidence::testing::Pair, lang::LANGUAGES};
    use regex::Regex;

    #[test]
    fn an_assertion_with_another_meaning_is_shown() {
        for (path, line) in [
            ("test_a.py", "unittest.TestCase.assertEqual = lambda *a: None"),
            ("a.test.js", "assert.equal = () => {};"),
            ("test/a_test.rb", "def assert_equal(*) true end"),
        ] {
            let pair = Pair::new().head(path, &format!("{line}\n"));
            assert_eq!(
                pair.found("patched_assertions"),
                [format!("{path}:1 an assertion gets another meaning: `{line}`")]
            );
        }
    }

    #[test]
    fn an_assertion_that_is_only_used_is_fine() {
        let pair = Pair::new().head("a.test.js", "const same = assert.equal;\nassert.equal(a, b = 1);\n");
        assert_eq!(pair.found("patched_assertions"), [""; 0]);
    }

    #[test]
    fn every_pattern_can_be_read() {
        for pattern in LANGUAGES.iter().flat_map(|language| language.clues.patching) {
            assert!(Regex::new(pattern).is_ok(), "{pattern}");
        }
    }
}
