//! Checks that may fail now, or that leave something out.

use super::{Rule, Sides, Spot, sides::File, test_mode::is_comment};
use crate::domain::{RepoPath, Severity};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use regex::Regex;
use std::{collections::BTreeMap, sync::LazyLock};

pub(super) const WEAKENED_CI: Rule = Rule { name: "weakened_ci", severity: Severity::Look, find };

/// Files that say what is run.
static RUNNING: LazyLock<GlobSet> = LazyLock::new(|| {
    globs(&[
        ".github/workflows/**",
        ".github/actions/**",
        ".gitlab-ci.yml",
        ".circleci/**",
        ".travis.yml",
        "{azure-pipelines.yml,appveyor.yml,Jenkinsfile,.drone.yml}",
        "**/{Makefile,justfile,Justfile,Rakefile,package.json,tox.ini,noxfile.py,composer.json,pom.xml}",
        "**/{pytest.ini,conftest.py,setup.cfg,pyproject.toml,Cargo.toml,.mocharc.*,phpunit.xml,phpunit.xml.dist}",
        "**/{jest,vitest}.config.*",
        "**/build.gradle{,.kts}",
        ".ci/**",
        "scripts/*test*",
    ])
});

/// What lets a failing check pass, or makes it check less.
static WEAKENING: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let may_fail = "a check may fail now";
    let less = "tests are left out";
    [
        (r"continue-on-error:\s*true", may_fail),
        (r"allow_failure:\s*true", may_fail),
        (r"\|\|\s*(true|:|exit 0|echo)\b", may_fail),
        (r";\s*exit 0\b", may_fail),
        (r"\bif:\s*(\$\{\{\s*)?(false|'false')", "a check is switched off"),
        (r"testFailureIgnore>\s*true|ignoreFailures\s*=\s*true|maven\.test\.failure\.ignore", may_fail),
        (r#""test"\s*:\s*"(echo|true|:|exit 0)\b"#, "the test script runs no tests"),
        (r"--passWithNoTests|passWithNoTests:\s*true", "no tests at all would pass"),
        (r"\bpytest\b.*(\s-k\s|--deselect|--ignore)|addopts.*(-k\s|--deselect|--ignore|--co\b)", less),
        (r"testPathIgnorePatterns|--testPathIgnorePatterns|collect_ignore|norecursedirs", less),
        (r"^(harness|autotests|test)\s*=\s*false\b", less),
        (r"\b(skipTests|maven\.test\.skip)(>|=)\s*true", less),
        (r"^\s*(set \+e|- set \+e)\s*$", may_fail),
        (r"^-?\s*paths(-ignore)?:", "a check runs for some paths only"),
    ]
    .map(|(pattern, what)| (Regex::new(pattern).expect("a pattern of the table"), what))
    .into()
});

/// Paths left out that hold no code.
static PROSE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^-?\s*paths-ignore:\s*\[[^\]]*(docs|\.md|\.rst)[^\]]*\]$").expect("a fixed pattern")
});

/// What runs tests.
static TESTING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(pytest|tox|nox|cargo( \+\S+)?( hack)? (test|nextest)|go test|node --test|ava|(npm|yarn|pnpm)( run)? test|jest|vitest|mocha|rspec|rake test|phpunit|mvn (test|verify)|gradlew? (test|check)|make (test|check))\b")
        .expect("a fixed pattern")
});

/// The globs of a rule.
pub(super) fn globs(patterns: &[&str]) -> GlobSet {
    let mut builder = GlobSetBuilder::new();
    for pattern in patterns {
        let glob = GlobBuilder::new(pattern).literal_separator(true).empty_alternates(true).build();
        builder.add(glob.expect("a pattern of the table"));
    }
    builder.build().expect("the patterns of the table")
}

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    let is_new = |file: &File| !file.base.exists && file.path.name() != b"conftest.py";
    let running = sides.files.iter().filter(|file| RUNNING.is_match(file.path.to_os()) && !is_new(file));
    running.flat_map(in_file).collect()
}

fn in_file(file: &File) -> Vec<Spot> {
    let is_workflow = file.path.is_within(&RepoPath::from(".github/workflows"));
    let mut spots = Vec::new();
    for line in file.head.own.iter().filter(|line| !is_comment(&line.text)) {
        let weak =
            WEAKENING.iter().find(|(pattern, _)| pattern.is_match(&line.text) && !PROSE.is_match(&line.text));
        spots.extend(weak.map(|(_, what)| file.spot(line.number, format!("{what}: `{}`", line.text))));
    }
    if is_workflow && file.head.exists {
        let (was, now) = (jobs(&file.base.text), jobs(&file.head.text));
        let gone = was.iter().filter(|(name, steps)| TESTING.is_match(steps) && !now.contains_key(*name));
        spots.extend(
            gone.filter(|_| now.len() < was.len())
                .map(|(name, _)| file.spot(1, format!("the job `{name}` is gone"))),
        );
    }
    spots.extend(no_more_tests(file));
    spots
}

/// A workflow's jobs: the keys two columns below `jobs:`, and what stands under each.
fn jobs(text: &str) -> BTreeMap<&str, String> {
    let behind = text.lines().skip_while(|line| line.trim_end() != "jobs:").skip(1);
    let within = behind.take_while(|line| line.is_empty() || line.starts_with([' ', '#']));
    let mut jobs: BTreeMap<&str, String> = BTreeMap::new();
    let mut current = None;
    for line in within {
        let key = line.strip_prefix("  ").and_then(|line| line.trim_end().strip_suffix(':'));
        current = key.filter(|name| !name.starts_with([' ', '#', '-'])).or(current);
        if let Some(name) = current {
            jobs.entry(name).or_default().extend([line, "\n"]);
        }
    }
    jobs
}

/// A line that ran tests, in a file that runs none any more. (A script is called as it likes: `npm test` says no more.)
fn no_more_tests(file: &File) -> Option<Spot> {
    let gone = file.base.own.iter().find(|line| TESTING.is_match(&line.text) && !is_comment(&line.text))?;
    let is_about_running = !matches!(file.path.extension().as_str(), "toml" | "cfg" | "ini" | "xml" | "json");
    let still = file.head.text.lines().any(|line| TESTING.is_match(line) && !is_comment(line.trim()));
    (is_about_running && !still && file.head.exists)
        .then(|| file.spot(1, format!("no line runs tests any more, as `{}` did", gone.text)))
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    const BASE: &str = "on: push\njobs:\n  lint:\n    steps:\n      - run: make lint\n  test:\n    steps:\n      - run: pytest\n";

    fn found(head: &str) -> Vec<String> {
        let path = ".github/workflows/ci.yml";
        Pair::new().base(path, BASE).head(path, head).found("weakened_ci")
    }

    #[test]
    fn a_check_that_may_fail_is_shown() {
        assert_eq!(
            found(&BASE.replace("run: pytest", "run: pytest || true")),
            [".github/workflows/ci.yml:8 a check may fail now: `- run: pytest || true`"]
        );
        assert_eq!(found(&BASE.replace("  test:\n", "  test:\n    continue-on-error: true\n")).len(), 1);
        assert_eq!(found(&BASE.replace("  test:\n", "  test:\n    if: false\n")).len(), 1);
    }

    #[test]
    fn a_job_that_is_gone_is_shown() {
        assert_eq!(
            found(&BASE[..BASE.find("  test:").unwrap()]),
            [
                ".github/workflows/ci.yml:1 no line runs tests any more, as `- run: pytest` did",
                ".github/workflows/ci.yml:1 the job `test` is gone"
            ]
        );
    }

    #[test]
    fn another_version_or_a_renamed_job_is_fine() {
        assert_eq!(found(&BASE.replace("pytest", "pytest -q")), [""; 0]);
        assert_eq!(found(&BASE.replace("  test:", "  tests:")), [""; 0]);
    }
}
