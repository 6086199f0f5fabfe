//! The commands in a package's own scripts that run its tests: what is set in front of them, what they are given.

use crate::runner::words;
use serde_json::Value;
use std::collections::BTreeMap;

/// What a package's script gives to its runner and to the node below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::runner) struct Invocation {
    /// The word that names the program, without its folder.
    pub(in crate::runner) program: String,
    /// Flags of node.
    pub(in crate::runner) node: Vec<String>,
    /// Flags of the runner.
    pub(in crate::runner) flags: Vec<String>,
    /// The variables set in front of the command.
    pub(in crate::runner) env: BTreeMap<String, String>,
}

/// The flags of a runner that go along, since they say what its tests run in. What selects, measures, reports or watches
/// is not among them. Names are compared without dashes and case.
pub(in crate::runner) struct Carried {
    /// Followed by a value.
    pub(in crate::runner) valued: &'static [&'static str],
    /// Followed by values up to the next flag.
    pub(in crate::runner) listed: &'static [&'static str],
    /// Without a value, or with `true` or `false`.
    pub(in crate::runner) plain: &'static [&'static str],
}

/// Words that start what stands behind them.
const LAUNCHERS: &[&str] = &[
    "npx",
    "pnpx",
    "bunx",
    "pnpm",
    "yarn",
    "npm",
    "bun",
    "node",
    "cross-env",
    "cross-env-shell",
    "env",
    "env-cmd",
    "dotenv",
    "dotenvx",
    "c8",
    "nyc",
    "time",
    "timeout",
    "nice",
    "xvfb-run",
];

/// Words behind which packages are named, not programs.
const INSTALLING: &[&str] =
    &["add", "install", "i", "remove", "uninstall", "update", "upgrade", "why", "link"];

/// The flags of node whose value may be the next word.
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

/// Flags of node that never go along, `*` standing for any rest.
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

/// The commands in the scripts that may run tests, the likeliest first. A script whose name does not begin with `test`
/// is one if `sign` stands in it.
pub(in crate::runner) fn commands(manifest: &Value, sign: &str) -> Vec<Vec<String>> {
    lines(manifest, sign).into_iter().flat_map(|line| split(line, 0)).collect()
}

fn lines<'m>(manifest: &'m Value, sign: &str) -> Vec<&'m str> {
    let Some(scripts) = manifest["scripts"].as_object() else { return Vec::new() };
    let mut lines: Vec<(u8, &str)> = scripts
        .iter()
        .filter_map(|(name, line)| Some((name, line.as_str()?)))
        .filter(|(name, line)| name.starts_with("test") || line.contains(sign))
        .map(|(name, line)| (if name == "test" { 0 } else { 1 + u8::from(!name.starts_with("test")) }, line))
        .collect();
    lines.sort_by_key(|(rank, _)| *rank);
    lines.into_iter().map(|(_, line)| line).collect()
}

/// The commands in a line, those inside quotes included (`glob -c "node --test" …`).
fn split(line: &str, depth: u8) -> Vec<Vec<String>> {
    let words = words::split(line).unwrap_or_default();
    let parts = words.split(|word| ["&&", "||", "|", ";", "&"].contains(&word.as_str()));
    let mut commands: Vec<_> = parts.map(<[String]>::to_vec).collect();
    if depth < 3 {
        let quoted = words.iter().filter(|word| word.contains(char::is_whitespace));
        commands.extend(quoted.flat_map(|word| split(word, depth + 1)));
    }
    commands
}

/// The variables that are set among these words.
pub(in crate::runner) fn variables(words: &[String]) -> BTreeMap<String, String> {
    let set = words.iter().filter_map(|word| word.split_once('=')).filter(|(name, _)| is_variable(name));
    set.map(|(name, value)| (name.into(), value.into())).collect()
}

fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|char| char.is_ascii_alphanumeric() || char == '_')
}

/// Where a command has the word that starts one of these programs: first, or behind words that start others.
pub(in crate::runner) fn program(words: &[String], programs: &[&str]) -> Option<usize> {
    let at = words.iter().position(|word| programs.contains(&base(word)))?;
    let mut before = words[..at].iter().filter(|word| !is_assignment(word)).map(|word| base(word)).peekable();
    let is_started = before.peek().is_none_or(|first| LAUNCHERS.contains(first));
    (is_started && !before.any(|word| INSTALLING.contains(&word))).then_some(at)
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| is_variable(name))
}

/// A program's name without its folder and the endings that scripts have.
pub(in crate::runner) fn base(word: &str) -> &str {
    let name = word.rsplit('/').next().unwrap_or(word);
    [".mjs", ".cjs", ".js", ".cmd"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

/// What a command gives to the program that its word at `at` starts.
pub(in crate::runner) fn invocation(words: &[String], at: usize, carried: &Carried) -> Invocation {
    let node = words[..at].iter().position(|word| base(word) == "node");
    Invocation {
        program: base(&words[at]).into(),
        node: node.map(|node| node_flags(&words[node + 1..at])).unwrap_or_default(),
        flags: carried.of(&words[at + 1..]),
        env: variables(&words[..at]),
    }
}

impl Carried {
    fn of(&self, words: &[String]) -> Vec<String> {
        let mut kept = Vec::new();
        let mut words = words.iter().take_while(|word| *word != "--").peekable();
        while let Some(word) = words.next() {
            let Some(name) = flag_name(word) else { continue };
            let one = self.valued.contains(&name.as_str());
            let many = self.listed.contains(&name.as_str());
            if !one && !many && !self.plain.contains(&name.as_str()) {
                continue;
            }
            kept.push(word.clone());
            if word.contains('=') {
                continue;
            }
            while let Some(value) = words.next_if(|next| !next.starts_with('-')) {
                let is_value = one || many || ["true", "false"].contains(&value.as_str());
                kept.extend(is_value.then(|| value.clone()));
                if !many {
                    break;
                }
            }
        }
        kept
    }
}

/// The name of a flag, without dashes and in lower case; `None` for what is no flag.
pub(in crate::runner) fn flag_name(word: &str) -> Option<String> {
    let name = word.strip_prefix('-')?.split('=').next()?;
    Some(name.replace('-', "").to_lowercase())
}

/// The value of the first flag that has one of these names.
pub(in crate::runner) fn value_of(flags: &[String], names: &[&str]) -> Option<String> {
    let named = |flag: &String| flag_name(flag).is_some_and(|name| names.contains(&name.as_str()));
    let at = flags.iter().position(named)?;
    let value = flags[at].split_once('=').map(|(_, value)| value.to_owned());
    value.or_else(|| flags.get(at + 1).cloned())
}

/// The flags of node that go along; files and globs do not.
pub(in crate::runner) fn node_flags(words: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter().take_while(|word| *word != "--").peekable();
    while let Some(word) = words.next() {
        let name = word.split('=').next().unwrap_or(word);
        if !word.starts_with('-') || (is_listed(NEVER, name) && !is_listed(ALWAYS, name)) {
            continue;
        }
        kept.push(word.clone());
        if VALUED.contains(&word.as_str()) {
            kept.extend(words.next_if(|next| !next.starts_with('-')).cloned());
        }
    }
    kept
}

fn is_listed(patterns: &[&str], flag: &str) -> bool {
    patterns.iter().any(|pattern| match pattern.strip_suffix('*') {
        Some(start) => flag.starts_with(start),
        None => flag == *pattern,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const CARRIED: Carried =
        Carried { valued: &["config", "c"], listed: &["projects"], plain: &["globals", "noisolate"] };

    fn of(line: &str) -> Option<Invocation> {
        let manifest = json!({ "scripts": { "test": line } });
        let commands = commands(&manifest, "run");
        commands.iter().find_map(|words| Some(invocation(words, program(words, &["run"])?, &CARRIED)))
    }

    fn flags(line: &str) -> Vec<String> {
        of(line).unwrap().flags
    }

    #[test]
    fn a_program_is_found_behind_what_launches_it() {
        for line in [
            "run",
            "A=b run x",
            "npx run",
            "lint && pnpm exec run",
            "cross-env A=b c8 run",
            "node --x ./node_modules/.bin/run",
            "node node_modules/run/run.mjs",
            "concurrently \"tsc -w\" 'yarn run'",
        ] {
            assert!(of(line).is_some(), "{line}");
        }
        for line in
            ["echo run", "npm install run", "pnpm add -D run", "rm -rf run", "runner", "npm run test:x"]
        {
            assert_eq!(of(line).is_some(), line == "npm run test:x", "{line}");
        }
    }

    #[test]
    fn only_flags_that_say_what_tests_run_in_go_along() {
        assert_eq!(
            flags("run --config a.ts --coverage --globals x.test.ts -t name --no-isolate"),
            ["--config", "a.ts", "--globals", "--no-isolate"]
        );
        assert_eq!(flags("run -c=a --projects a b --watch c"), ["-c=a", "--projects", "a", "b"]);
        assert_eq!(flags("run --globals false --globals x"), ["--globals", "false", "--globals"]);
        assert_eq!(flags("run --unknown value -- --config x"), [""; 0]);
    }

    #[test]
    fn variables_and_flags_of_node_go_along() {
        let found =
            of("A=1 cross-env B='x y' node --experimental-vm-modules --inspect bin/run.js --config c")
                .unwrap();
        assert_eq!(found.env, BTreeMap::from([("A".into(), "1".into()), ("B".into(), "x y".into())]));
        assert_eq!(
            (found.node, found.flags),
            (vec!["--experimental-vm-modules".to_owned()], vec!["--config".to_owned(), "c".to_owned()])
        );
    }

    #[test]
    fn the_script_named_test_comes_first_and_others_need_the_sign() {
        let manifest =
            json!({ "scripts": { "ci": "run c", "lint": "x", "test:a": "run a", "test": "run b" } });
        let words = commands(&manifest, "run");
        assert_eq!(words, [["run", "b"], ["run", "a"], ["run", "c"]]);
    }
}
