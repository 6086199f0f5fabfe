//! What of a project's `addopts` may stay in a command of ours.

/// Options that take no value, so that a bare word behind them is a path.
const FLAGS: &[&str] = &[
    "--allow-no-tests",
    "--benchmark-disable",
    "--benchmark-only",
    "--benchmark-skip",
    "--black",
    "--cache-clear",
    "--co",
    "--collect-in-virtualenv",
    "--collect-only",
    "--continue-on-collection-errors",
    "--cov-append",
    "--cov-branch",
    "--create-db",
    "--disable-pytest-warnings",
    "--disable-socket",
    "--disable-warnings",
    "--doctest-continue-on-failure",
    "--doctest-ignore-import-errors",
    "--doctest-modules",
    "--exitfirst",
    "--failed-first",
    "--ff",
    "--flake8",
    "--full-trace",
    "--isort",
    "--keep-duplicates",
    "--last-failed",
    "--lf",
    "--mypy",
    "--new-first",
    "--nf",
    "--no-cov",
    "--no-cov-on-fail",
    "--no-header",
    "--no-migrations",
    "--no-showlocals",
    "--no-summary",
    "--noconftest",
    "--nomigrations",
    "--pdb",
    "--pyargs",
    "--quiet",
    "--random-order",
    "--reuse-db",
    "--ruff",
    "--ruff-format",
    "--runxfail",
    "--setup-only",
    "--setup-plan",
    "--setup-show",
    "--showlocals",
    "--stepwise",
    "--stepwise-skip",
    "--strict",
    "--strict-config",
    "--strict-markers",
    "--sw",
    "--sw-skip",
    "--trace",
    "--trace-config",
    "--verbose",
];

/// One-letter options that take a value.
const SHORT_WITH_VALUE: &[u8] = b"kmnpoWcr";

/// Options that never stay: gates (coverage, linters), parallel runs, earlier runs' memory, reports, questions that run
/// no test, prompts, colours. `*` at the end stands for any rest.
const NEVER: &[&str] = &[
    "--allure*",
    "--black",
    "--cache-show",
    "--clean-alluredir",
    "--co",
    "--codestyle",
    "--color",
    "--collect-only",
    "--cov*",
    "--css",
    "--csv",
    "--dist",
    "--docstyle",
    "--failed-first",
    "--ff",
    "--fixtures",
    "--fixtures-per-test",
    "--flake8",
    "--funcargs",
    "--help",
    "--html",
    "--isort",
    "--json*",
    "--junit*",
    "--last-failed*",
    "--lf",
    "--lfnf",
    "--looponfail",
    "--markers",
    "--max-worker-restart",
    "--maxprocesses",
    "--maxschedchunk",
    "--md-report*",
    "--mypy*",
    "--new-first",
    "--nf",
    "--no-cov-on-fail",
    "--numprocesses",
    "--pastebin",
    "--pdb*",
    "--picked*",
    "--pyargs",
    "--pylint*",
    "--random-order*",
    "--randomly*",
    "--report-log*",
    "--result-log",
    "--resultlog",
    "--reverse",
    "--rsyncdir",
    "--ruff*",
    "--self-contained-html",
    "--setup-only",
    "--setup-plan",
    "--stepwise*",
    "--sw*",
    "--testmon*",
    "--trace",
    "--tx",
    "--version",
    "-V",
    "-d",
    "-f",
    "-h",
    "-n",
];

/// Options that select tests or stop early.
const SELECTING: &[&str] = &[
    "--deselect",
    "--exitfirst",
    "--group",
    "--ignore*",
    "--maxfail",
    "--num-shards",
    "--shard-id",
    "--split*",
    "-k",
    "-m",
    "-x",
];

/// What may stay when many tests are asked.
pub(super) fn for_many(words: &[String]) -> Vec<String> {
    keep(words, |option| !listed(NEVER, option))
}

/// What may stay when one test is asked.
pub(super) fn for_one(words: &[String]) -> Vec<String> {
    keep(words, |option| !listed(NEVER, option) && !listed(SELECTING, option))
}

/// The values of an option, however it is written.
pub(super) fn values_of<'a>(words: &'a [String], option: &str) -> Vec<&'a str> {
    let mut values = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if word == option {
            values.extend(words.get(index + 1).map(String::as_str));
        } else if let Some(value) = word.strip_prefix(option).and_then(|rest| rest.strip_prefix('=')) {
            values.push(value);
        }
    }
    values
}

/// The options whose name passes, with their values. Paths never stay: we name our own.
fn keep(words: &[String], passes: impl Fn(&str) -> bool) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        if !is_option(word) {
            continue;
        }
        let value = if takes_next(word) { words.next_if(|next| !is_option(next)) } else { None };
        for option in singly(word).into_iter().filter(|option| passes(name(option))) {
            kept.push(option);
            kept.extend(value.cloned());
        }
    }
    kept
}

fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-')
}

fn is_short(option: &str) -> bool {
    !option.starts_with("--")
}

/// The name of an option, without a value that is written onto it.
fn name(option: &str) -> &str {
    if is_short(option) {
        option.get(..2).unwrap_or(option)
    } else {
        option.split('=').next().unwrap_or(option)
    }
}

/// Flags of one letter written together, taken apart: `-qx` is `-q -x`, but `-rA` is one option.
fn singly(option: &str) -> Vec<String> {
    let letters = option.as_bytes();
    if !is_short(option) || SHORT_WITH_VALUE.contains(&letters[1]) {
        return vec![option.into()];
    }
    option.chars().skip(1).map(|letter| format!("-{letter}")).collect()
}

fn takes_next(option: &str) -> bool {
    if is_short(option) {
        return option.len() == 2 && SHORT_WITH_VALUE.contains(&option.as_bytes()[1]);
    }
    !option.contains('=') && !FLAGS.contains(&option)
}

fn listed(patterns: &[&str], option: &str) -> bool {
    patterns.iter().any(|pattern| match pattern.strip_suffix('*') {
        Some(start) => option.starts_with(start),
        None => option == *pattern,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::words::split;

    fn many(line: &str) -> String {
        for_many(&split(line).unwrap()).join(" ")
    }

    fn one(line: &str) -> String {
        for_one(&split(line).unwrap()).join(" ")
    }

    #[test]
    fn gates_and_reports_go_with_their_values() {
        let line = "-q --cov=pkg --cov src --cov-fail-under 90 --no-cov-on-fail --junitxml out.xml --html=x --strict-markers";
        assert_eq!(many(line), "-q --strict-markers");
    }

    #[test]
    fn parallel_runs_go_however_they_are_written() {
        assert_eq!(many("-n auto --tb=short"), "--tb=short");
        assert_eq!(many("-nauto --dist loadfile -n=4 --maxprocesses=2 -v"), "-v");
    }

    #[test]
    fn what_depends_on_earlier_runs_goes() {
        assert_eq!(many("--lf --ff --nf --sw --stepwise-skip --last-failed-no-failures none --testmon"), "");
    }

    #[test]
    fn questions_that_run_no_test_go() {
        assert_eq!(many("--collect-only --co --setup-plan --fixtures -h -ra"), "-ra");
    }

    #[test]
    fn a_selection_stays_for_many_and_goes_for_one() {
        let line = "-k 'not slow' -m unit --deselect tests/a.py::b --ignore=tests/c -x --maxfail 1 -p plugin --ds=conf";
        assert_eq!(
            many(line),
            "-k not slow -m unit --deselect tests/a.py::b --ignore=tests/c -x --maxfail 1 -p plugin --ds=conf"
        );
        assert_eq!(one(line), "-p plugin --ds=conf");
    }

    #[test]
    fn letters_written_together_are_taken_apart() {
        assert_eq!(one("-qxs -rA"), "-q -s -rA");
    }

    #[test]
    fn paths_go_but_the_values_of_unknown_options_stay() {
        assert_eq!(
            many("tests --doctest-modules src --ds settings.test --import-mode importlib docs"),
            "--doctest-modules --ds settings.test --import-mode importlib"
        );
    }

    #[test]
    fn values_are_found_however_they_are_written() {
        let words = split("--ignore=a --ignore b --ignore-glob=c").unwrap();
        assert_eq!(values_of(&words, "--ignore"), ["a", "b"]);
    }
}
