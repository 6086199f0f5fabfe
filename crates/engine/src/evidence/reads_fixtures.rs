//! Code that reads what belongs to the tests.

use super::{Rule, Sides, Spot, sides::File, test_mode::is_comment};
use crate::{
    change::role,
    domain::{RepoPath, Role, Severity, Side},
    lang::clues::is_literal,
};
use std::collections::BTreeSet;

pub(super) const READS_FIXTURES: Rule = Rule { name: "reads_fixtures", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    let is_of_tests = |path: &&RepoPath| matches!(role::role(path), Role::Fixture | Role::Test);
    let paths: BTreeSet<String> =
        sides.list(Side::Head).filter(is_of_tests).map(ToString::to_string).collect();
    sides.files.iter().flat_map(|file| in_file(file, &paths)).collect()
}

/// New code with a string that is the path of a file of the tests, or its end.
fn in_file(file: &File, paths: &BTreeSet<String>) -> Vec<Spot> {
    let lines: Vec<_> = file.new_lines(Role::Code).filter(|line| !is_comment(&line.text)).collect();
    if lines.is_empty() || file.language.is_none() {
        return Vec::new();
    }
    let Some([_, after]) = file.readings() else { return Vec::new() };
    let new: BTreeSet<usize> = lines.iter().map(|line| line.number).collect();
    let tokens = after.tokens(&(0..file.head.text.len())).into_iter();
    let strings =
        tokens.filter(|(line, token)| new.contains(line) && is_literal(token) && token.contains('/'));
    let spot = |(line, token): (usize, String)| {
        let said = token
            .trim_matches(['"', '\'', '`'])
            .trim_start_matches("./")
            .trim_start_matches("../")
            .to_owned();
        let named = paths.iter().any(|path| *path == said || path.ends_with(&format!("/{said}")));
        (named && said.contains('/'))
            .then(|| file.spot(line, format!("code names a file of the tests: `{said}`")))
    };
    strings.filter_map(spot).collect()
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    #[test]
    fn code_that_opens_a_fixture_is_shown() {
        let pair = Pair::new().both("tests/data/expected.json", "{}").base("calc.py", "\n");
        let pair = pair.head("calc.py", "x = open('tests/data/expected.json').read()\n");
        assert_eq!(
            pair.found("reads_fixtures"),
            ["calc.py:1 code names a file of the tests: `tests/data/expected.json`"]
        );
    }

    #[test]
    fn a_path_that_is_no_file_of_the_tests_is_fine() {
        let pair = Pair::new().both("tests/data/expected.json", "{}").base("calc.py", "\n");
        let pair = pair.head("calc.py", "x = fetch('/data/other.json')\ny = '# tests/data/expected.json'\n");
        assert_eq!(pair.found("reads_fixtures"), [""; 0]);
    }
}
