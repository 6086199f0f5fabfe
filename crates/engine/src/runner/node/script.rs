//! How a package's own scripts call node: the loaders and settings its tests cannot run without.

use crate::runner::words;
use std::collections::BTreeMap;

/// What the package's test script gives to node.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Invocation {
    /// A script runs `node --test` (or `tsx --test`).
    pub(super) runs_tests: bool,
    /// The flags that do not choose tests, measure or watch.
    pub(super) flags: Vec<String>,
    /// The variables set in front of the command.
    pub(super) env: BTreeMap<String, String>,
}

/// Flags whose value may be the next word.
const VALUED: &[&str] = &[
    "--conditions",
    "--env-file",
    "--env-file-if-exists",
    "--experimental-default-type",
    "--experimental-loader",
    "--import",
    "--input-type",
    "--loader",
    "--require",
    "--test-concurrency",
    "-C",
    "-r",
];

/// Flags that never go along, `*` standing for any rest.
const NEVER: &[&str] = &[
    "--check",
    "--cpu-prof*",
    "--eval",
    "--experimental-test-coverage",
    "--heap-prof*",
    "--inspect*",
    "--print",
    "--run",
    "--test",
    "--test-*",
    "--watch*",
    "-c",
    "-e",
    "-p",
];

/// Exceptions from these: what keeps tests from disturbing each other, or from hanging when they are done.
const ALWAYS: &[&str] = &["--test-concurrency", "--test-force-exit"];

/// Flags that load code before the tests, by their start.
const LOADERS: &[&str] =
    &["--import", "--loader", "--experimental-loader", "--require", "-r", "--experimental-strip-types"];

/// How the scripts of a `package.json` call node for their tests; nothing if they do not.
pub(super) fn invocation(manifest: &str) -> Invocation {
    let manifest: serde_json::Value = serde_json::from_str(manifest).unwrap_or_default();
    let calls = scripts(&manifest).into_iter().flat_map(|line| calls(line, 0));
    let mut found = calls.fold(None, |best: Option<Invocation>, call| match best {
        Some(best) if best.runs_tests || !call.runs_tests => Some(best),
        _ => Some(call),
    });
    let invocation = found.get_or_insert_default();
    let loads = invocation.flags.iter().any(|flag| LOADERS.iter().any(|loader| flag.starts_with(loader)));
    if !loads && depends(&manifest, "tsx") {
        invocation.flags.push("--import=tsx".into());
    }
    found.unwrap_or_default()
}

/// The script lines that may run tests, the likeliest first.
fn scripts(manifest: &serde_json::Value) -> Vec<&str> {
    let Some(scripts) = manifest["scripts"].as_object() else { return Vec::new() };
    let mut lines: Vec<(u8, &str)> = scripts
        .iter()
        .filter_map(|(name, line)| Some((name, line.as_str()?)))
        .filter(|(name, line)| name.starts_with("test") || line.contains("--test"))
        .map(|(name, line)| (if name == "test" { 0 } else { 1 + u8::from(!name.starts_with("test")) }, line))
        .collect();
    lines.sort_by_key(|(rank, _)| *rank);
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Whether a `package.json` depends on a package, for use or for development.
pub(super) fn depends_on(manifest: &str, name: &str) -> bool {
    depends(&serde_json::from_str(manifest).unwrap_or_default(), name)
}

fn depends(manifest: &serde_json::Value, name: &str) -> bool {
    ["dependencies", "devDependencies"].iter().any(|table| manifest[*table].get(name).is_some())
}

/// The calls of node in a command line, those inside quotes included (`glob -c "node --test" …`).
fn calls(line: &str, depth: u8) -> Vec<Invocation> {
    let words = words::split(line).unwrap_or_default();
    let parts = words.split(|word| ["&&", "||", "|", ";", "&"].contains(&word.as_str()));
    let mut calls: Vec<Invocation> = parts.filter_map(call).collect();
    if depth < 3 {
        let quoted = words.iter().filter(|word| word.contains(char::is_whitespace));
        calls.extend(quoted.flat_map(|word| self::calls(word, depth + 1)));
    }
    calls
}

fn call(words: &[String]) -> Option<Invocation> {
    let at = words.iter().position(|word| word == "node" || word == "tsx")?;
    let rest = &words[at + 1..];
    let mut invocation =
        Invocation { runs_tests: rest.iter().any(|word| word == "--test"), ..Invocation::default() };
    if words[at] == "tsx" {
        invocation.flags.push("--import=tsx".into());
    }
    for (name, value) in
        words[..at].iter().filter_map(|word| word.split_once('=')).filter(|(name, _)| is_variable(name))
    {
        match name {
            "NODE_OPTIONS" => invocation.flags.extend(carried(&words::split(value)?)),
            _ => drop(invocation.env.insert(name.into(), value.into())),
        }
    }
    invocation.flags.extend(carried(rest));
    Some(invocation)
}

fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|char| char.is_ascii_alphanumeric() || char == '_')
}

/// The flags that go along; files and globs do not.
fn carried(words: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter().take_while(|word| *word != "--").peekable();
    while let Some(word) = words.next() {
        let name = word.split('=').next().unwrap_or(word);
        if !word.starts_with('-') || (listed(NEVER, name) && !listed(ALWAYS, name)) {
            continue;
        }
        kept.push(word.clone());
        if VALUED.contains(&word.as_str()) {
            kept.extend(words.next_if(|next| !next.starts_with('-')).cloned());
        }
    }
    kept
}

fn listed(patterns: &[&str], flag: &str) -> bool {
    patterns.iter().any(|pattern| match pattern.strip_suffix('*') {
        Some(start) => flag.starts_with(start),
        None => flag == *pattern,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_test_script(line: &str) -> Invocation {
        invocation(&serde_json::json!({ "scripts": { "test": line } }).to_string())
    }

    #[test]
    fn loaders_go_along_and_what_selects_measures_or_watches_does_not() {
        let found = of_test_script(
            "c8 node --import tsx -r ./setup.js --conditions=dev --test --test-reporter spec --test-name-pattern x \
             --experimental-test-coverage --test-coverage-lines=90 --watch --test-concurrency 1 'test/**/*.ts'",
        );
        assert!(found.runs_tests);
        assert_eq!(
            found.flags,
            ["--import", "tsx", "-r", "./setup.js", "--conditions=dev", "--test-concurrency", "1"]
        );
    }

    #[test]
    fn variables_in_front_go_along_and_node_options_become_flags() {
        let found = of_test_script(
            "npm run build && cross-env NODE_ENV=test NODE_OPTIONS='--import tsx' node --test",
        );
        assert_eq!(found.flags, ["--import", "tsx"]);
        assert_eq!(found.env, BTreeMap::from([("NODE_ENV".into(), "test".into())]));
    }

    #[test]
    fn the_call_that_runs_tests_is_the_one_that_counts() {
        let found = of_test_script("node --no-warnings build.js && node --enable-source-maps --test dist");
        assert_eq!(found.flags, ["--enable-source-maps"]);
    }

    #[test]
    fn tsx_is_node_with_its_loader() {
        assert_eq!(of_test_script("tsx --test test/*.ts").flags, ["--import=tsx"]);
        let depends = r#"{"scripts": {"test": "node --test"}, "devDependencies": {"tsx": "4"}}"#;
        assert_eq!(invocation(depends).flags, ["--import=tsx"]);
    }

    #[test]
    fn a_quoted_call_is_found() {
        assert_eq!(
            of_test_script("glob -c \"node --import tsx --test\" 'test/*.ts'").flags,
            ["--import", "tsx"]
        );
    }

    #[test]
    fn another_script_is_looked_through() {
        let found = invocation(
            r#"{"scripts": {"test": "npm run test:unit", "test:unit": "node --expose-gc --test"}}"#,
        );
        assert_eq!((found.runs_tests, found.flags), (true, vec!["--expose-gc".to_owned()]));
    }

    #[test]
    fn other_runners_and_broken_manifests_say_nothing() {
        assert_eq!(of_test_script("vitest run"), Invocation::default());
        assert_eq!(invocation("{"), Invocation::default());
    }
}
