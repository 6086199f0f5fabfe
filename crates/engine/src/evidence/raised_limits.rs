//! Retries and time limits of tests that were raised.

use super::{Rule, Sides, Spot, sides::File, test_mode::is_comment};
use crate::domain::{Role, Severity};
use regex::Regex;
use std::sync::LazyLock;

pub(super) const RAISED_LIMITS: Rule = Rule { name: "raised_limits", severity: Severity::Look, find };

/// What runners take as a number of retries.
static RETRIES: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)\b(retries|reruns|retryTimes|retry-?count|max[_-]?retries|maxRetries|flaky\((?:max_runs|reruns)|rerunFailingTestsCount|RepeatedIfExceptionsTest\(repeats|nretry|--retry)\b["']?\s*[(=:>\s]\s*["']?(\d+)"#,
    )
});

/// What runners take as a time limit.
static TIMEOUTS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)\b(this\.timeout|jest\.setTimeout|mark\.timeout|testTimeout|hookTimeout|test[_-]timeout|default_timeout|timeout-minutes|--timeout|-timeout|slow-timeout)\b["']?\s*[(=:\s]\s*["']?(\d+)"#,
    )
});

/// Files in which any retry is one of tests; elsewhere only code of tests is looked at.
fn is_about_tests(role: Role) -> bool {
    matches!(role, Role::Harness | Role::Test)
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern of the table")
}

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    sides.files.iter().flat_map(in_file).collect()
}

fn in_file(file: &File) -> Vec<Spot> {
    let mut spots = Vec::new();
    for line in file.head.own.iter().filter(|line| is_about_tests(line.role) && !is_comment(&line.text)) {
        if let Some((key, new)) = limit(&RETRIES, &line.text) {
            let old = before(file, &RETRIES, &key).unwrap_or(0);
            spots.extend((new > old).then(|| {
                file.spot(line.number, format!("retries went from {old} to {new}: `{}`", line.text))
            }));
        }
        if let Some((key, new)) = limit(&TIMEOUTS, &line.text)
            && let Some(old) = before(file, &TIMEOUTS, &key)
            && (new > old || new == 0 && old > 0)
        {
            spots.push(
                file.spot(line.number, format!("a time limit went from {old} to {new}: `{}`", line.text)),
            );
        }
    }
    spots
}

/// The name of a limit and its number.
fn limit(pattern: &Regex, line: &str) -> Option<(String, u64)> {
    let found = pattern.captures(line)?;
    Some((found[1].to_lowercase(), found[2].parse().ok()?))
}

/// The number under the same name in a line that is gone.
fn before(file: &File, pattern: &Regex, key: &str) -> Option<u64> {
    let gone = file.base.own.iter().filter_map(|line| limit(pattern, &line.text));
    gone.into_iter().find(|(name, _)| name == key).map(|(_, number)| number)
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    fn found(path: &str, base: &str, head: &str) -> Vec<String> {
        Pair::new().base(path, base).head(path, head).found("raised_limits")
    }

    #[test]
    fn retries_that_are_new_or_more_are_shown() {
        assert_eq!(
            found("a.test.js", "\n", "jest.retryTimes(3);\n"),
            ["a.test.js:1 retries went from 0 to 3: `jest.retryTimes(3);`"]
        );
        assert_eq!(
            found(
                "jest.config.js",
                "module.exports = { retries: 1 };\n",
                "module.exports = { retries: 5 };\n"
            )
            .len(),
            1
        );
    }

    #[test]
    fn a_time_limit_that_is_longer_or_gone_is_shown() {
        let base = "test('a', function () {\n  this.timeout(100);\n});\n";
        assert_eq!(
            found("a.test.js", base, &base.replace("100", "9000")),
            ["a.test.js:2 a time limit went from 100 to 9000: `this.timeout(9000);`"]
        );
        assert_eq!(found("a.test.js", base, &base.replace("100", "0")).len(), 1);
    }

    #[test]
    fn a_shorter_limit_or_one_of_the_code_is_fine() {
        let base = "test('a', function () {\n  this.timeout(100);\n});\n";
        assert_eq!(found("a.test.js", base, &base.replace("100", "50")), [""; 0]);
        assert_eq!(found("calc.js", "\n", "const retries = 5;\n"), [""; 0]);
    }
}
