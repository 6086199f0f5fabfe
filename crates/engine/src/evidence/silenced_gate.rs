//! Compilers, linters and gates that are told to be quiet.

use super::{
    Rule, Sides, Spot,
    sides::{File, Line},
};
use crate::domain::{Role, Severity};
use regex::Regex;
use std::sync::LazyLock;

pub(super) const SILENCED_GATE: Rule = Rule { name: "silenced_gate", severity: Severity::Note, find };

/// Settings that fail a build; gone, it fails no more.
static STRICT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)filterwarnings.*error|^["']?error["']?,?$|-Werror\b|-D\s*warnings|deny\(warnings\)|"(strict|noImplicitAny|strictNullChecks)"\s*:\s*true|\bxfail_strict\s*=\s*true|--strict\b|failOn\w+="true""#)
        .expect("a fixed pattern")
});

/// Numbers that coverage must reach.
static COVERAGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)\b(fail[_-]under|cov-fail-under|minimum_coverage|branches|functions|lines|statements|threshold)\b["']?\s*[=:\s]\s*["']?(\d+(?:\.\d+)?)"#)
        .expect("a fixed pattern")
});

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    sides
        .files
        .iter()
        .flat_map(|file| silenced(file).into_iter().chain(loosened(file)).collect::<Vec<_>>())
        .collect()
}

/// Tests may well do what a linter would not have.
fn is_hit(line: &Line, word: &str) -> bool {
    line.role == Role::Code && line.text.contains(word)
}

fn silenced(file: &File) -> Vec<Spot> {
    let Some(language) = file.language else { return Vec::new() };
    let words = language.clues.silencing;
    let count = |lines: &[Line], word: &str| lines.iter().filter(|line| is_hit(line, word)).count();
    let mut spots = Vec::new();
    for word in words {
        let more = count(&file.head.own, word).saturating_sub(count(&file.base.own, word));
        let lines = file.head.own.iter().filter(|line| is_hit(line, word)).take(more);
        spots.extend(
            lines.map(|line| file.spot(line.number, format!("a check is told to be quiet: `{}`", line.text))),
        );
    }
    spots
}

/// Settings of checks that ask for less than before.
fn loosened(file: &File) -> Vec<Spot> {
    let is_setting = |role: Role| matches!(role, Role::Harness | Role::Code);
    if file.language.is_some_and(|language| language.name != "JavaScript")
        || !file.head.exists
        || !file.base.exists
    {
        return Vec::new();
    }
    let lines = || file.base.own.iter().filter(|line| is_setting(line.role));
    let gone = lines().filter(|line| {
        STRICT.is_match(&line.text) && !file.head.text.contains(line.text.trim_end_matches(','))
    });
    let mut spots: Vec<Spot> = gone
        .map(|line| file.spot(1, format!("a check is no longer strict: `{}` is gone", line.text)))
        .collect();
    for line in lines() {
        let Some(old) = COVERAGE.captures(&line.text) else { continue };
        let now = file.head.own.iter().find_map(|line| {
            Some((line, COVERAGE.captures(&line.text)?)).filter(|(_, new)| new[1] == old[1])
        });
        if let Some((line, new)) = now.filter(|(_, new)| new[2].parse::<f64>().ok() < old[2].parse().ok()) {
            spots.push(
                file.spot(line.number, format!("the required coverage went from {} to {}", &old[2], &new[2])),
            );
        }
    }
    spots
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    #[test]
    fn a_check_that_is_told_to_be_quiet_is_shown() {
        for (path, line) in [
            ("a.py", "x: int = f()  # type: ignore"),
            ("a.ts", "// @ts-ignore"),
            ("src/a.rs", "#[allow(dead_code)]"),
        ] {
            let pair = Pair::new().base(path, "\n").head(path, &format!("{line}\n"));
            assert_eq!(
                pair.found("silenced_gate"),
                [format!("{path}:1 a check is told to be quiet: `{line}`")]
            );
        }
    }

    #[test]
    fn a_gate_that_asks_for_less_is_shown() {
        let pair = Pair::new().base(".coveragerc", "[report]\nfail_under = 90\n");
        let pair = pair.head(".coveragerc", "[report]\nfail_under = 50\n");
        assert_eq!(pair.found("silenced_gate"), [".coveragerc:2 the required coverage went from 90 to 50"]);
        let pair = Pair::new().base("pytest.ini", "[pytest]\nfilterwarnings = error\n");
        assert_eq!(
            pair.found("silenced_gate"),
            ["pytest.ini:1 a check is no longer strict: `filterwarnings = error` is gone"]
        );
    }

    #[test]
    fn a_quiet_line_that_only_moved_is_fine() {
        let pair =
            Pair::new().base("a.py", "x = f()  # noqa\ny = 1\n").head("a.py", "y = 1\nx = f(2)  # noqa\n");
        assert_eq!(pair.found("silenced_gate"), [""; 0]);
    }
}
