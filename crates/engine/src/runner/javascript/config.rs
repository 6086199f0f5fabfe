//! What a runner's configuration says of its test files, as far as that can be read without running it.

use crate::{
    domain::RepoPath,
    lang::javascript::{REST, exported},
};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use serde_json::Value;

/// A configuration as it is written.
pub(in crate::runner) struct Config(Value);

/// What a configuration says of one thing.
#[derive(Debug, PartialEq)]
pub(in crate::runner) enum Setting<'c> {
    /// Nothing.
    Absent,
    /// Something that only a run can tell.
    Unknown,
    /// This.
    Known(&'c Value),
}

impl Config {
    /// Reads a configuration file.
    pub(in crate::runner) fn read(path: &RepoPath, text: &str) -> Self {
        match path.extension().as_str() {
            "json" => Self(serde_json::from_str(text).unwrap_or_default()),
            _ => Self(exported(text)),
        }
    }

    /// What is written for a way of keys.
    pub(in crate::runner) fn get(&self, keys: &[&str]) -> Setting<'_> {
        let mut value = &self.0;
        for key in keys {
            let Some(members) = value.as_object() else { return Setting::Unknown };
            value = match members.get(*key) {
                Some(inner) => inner,
                None if members.contains_key(REST) => return Setting::Unknown,
                None => return Setting::Absent,
            };
        }
        if value.is_null() { Setting::Unknown } else { Setting::Known(value) }
    }
}

impl From<Value> for Config {
    fn from(value: Value) -> Self {
        Self(value)
    }
}

/// The texts of a list, or of one alone; `None` if one of them is not written out.
pub(in crate::runner) fn texts(value: &Value) -> Option<Vec<&str>> {
    match value {
        Value::String(text) => Some(vec![text]),
        Value::Array(values) => values.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

/// The globs, matched against paths below the package; `None` if one of them says more than ours can.
pub(in crate::runner) fn globs(patterns: &[&str]) -> Option<GlobSet> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        let below = ["<rootDir>/", "./", "/"].iter().find_map(|start| pattern.strip_prefix(start));
        let plain = without_extensions(below.unwrap_or(pattern))?;
        set.add(GlobBuilder::new(&plain).literal_separator(true).empty_alternates(true).build().ok()?);
    }
    set.build().ok()
}

/// A glob with `?(a|b)`, `@(a|b)` and `+(a|b)` as alternatives in braces. That `+` may repeat them is not told: no name
/// is `x.testtest.js`.
fn without_extensions(glob: &str) -> Option<String> {
    let (mut plain, mut open) = (String::new(), Vec::new());
    let mut rest = glob.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '!' => return None,
            '*' if rest.peek() == Some(&'(') => return None,
            '?' | '@' | '+' if rest.next_if_eq(&'(').is_some() => {
                plain.push_str(if c == '?' { "{," } else { "{" });
                open.push(')');
            }
            '(' => {
                plain.push('{');
                open.push(')');
            }
            ')' => {
                open.pop()?;
                plain.push('}');
            }
            '|' if !open.is_empty() => plain.push(','),
            other => plain.push(other),
        }
    }
    open.is_empty().then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, path: &str) -> Option<bool> {
        Some(globs(&[pattern])?.is_match(path))
    }

    #[test]
    fn globs_of_javascript_tools_are_understood() {
        let vitest = "**/*.{test,spec}.?(c|m)[jt]s?(x)";
        let jest = "**/?(*.)+(spec|test).[jt]s?(x)";
        for path in ["a.test.ts", "a/b.spec.mjs", "a/b.test.jsx"] {
            assert_eq!(matches(vitest, path), Some(true), "{path}");
        }
        for path in ["a/test.js", "a.test.js", "b/spec.tsx"] {
            assert_eq!(matches(jest, path), Some(true), "{path}");
        }
        assert_eq!(matches(vitest, "a/test.ts"), Some(false));
        assert_eq!(matches("<rootDir>/src/**/*.js", "src/a.js"), Some(true));
        assert_eq!(matches("./test/*.ts", "test/a/b.ts"), Some(false));
        assert_eq!(matches("**/!(a).js", "b.js"), None);
    }

    #[test]
    fn what_is_not_written_out_is_unknown_and_not_absent() {
        let config = Config::read(
            &"a.ts".into(),
            "export default defineConfig({ ...base, test: { include: ['a'], exclude: f() } })",
        );
        assert!(matches!(config.get(&["test", "include"]), Setting::Known(_)));
        assert_eq!(config.get(&["test", "exclude"]), Setting::Unknown);
        assert_eq!(config.get(&["test", "projects"]), Setting::Absent);
        assert_eq!(config.get(&["root"]), Setting::Unknown);
        assert_eq!(Config::read(&"a.json".into(), "{").get(&["x"]), Setting::Unknown);
    }
}
