//! How a package's own scripts call node: the loaders and settings its tests cannot run without.

use crate::runner::{
    javascript::{
        depends_on,
        script::{Invocation, base, commands, node_flags, variables},
    },
    words,
};
use serde_json::Value;

/// Flags that load code before the tests, by their start.
const LOADERS: &[&str] =
    &["--import", "--loader", "--experimental-loader", "--require", "-r", "--experimental-strip-types"];

/// The programs that run JavaScript; the second is node with a loader.
const PROGRAMS: [&str; 2] = ["node", "tsx"];

/// Where a command has the word that starts tests.
pub(super) fn tests(words: &[String]) -> Option<usize> {
    let at = words.iter().position(|word| PROGRAMS.contains(&base(word)))?;
    words[at..].iter().any(|word| word == "--test").then_some(at)
}

/// How the scripts of a `package.json` call node for their tests, else how they call it at all.
pub(super) fn invocation(manifest: &Value) -> Invocation {
    let commands = commands(manifest, "--test");
    let call = commands.iter().find(|words| tests(words).is_some()).or_else(|| {
        let calls_node = |words: &&Vec<String>| words.iter().any(|word| PROGRAMS.contains(&base(word)));
        commands.iter().find(calls_node)
    });
    let mut invocation = call.and_then(|words| read(words)).unwrap_or_default();
    let loads = invocation.flags.iter().any(|flag| LOADERS.iter().any(|loader| flag.starts_with(loader)));
    if !loads && depends_on(manifest, "tsx") {
        invocation.flags.push("--import=tsx".into());
    }
    invocation
}

fn read(words: &[String]) -> Option<Invocation> {
    let at = words.iter().position(|word| PROGRAMS.contains(&base(word)))?;
    let mut env = variables(&words[..at]);
    let loader = (base(&words[at]) == "tsx").then(|| "--import=tsx".to_owned());
    let options = env.remove("NODE_OPTIONS").map(|options| words::split(&options)).unwrap_or_default();
    let mut flags: Vec<String> = loader.into_iter().collect();
    flags.extend(node_flags(&options.unwrap_or_default()));
    flags.extend(node_flags(&words[at + 1..]));
    Some(Invocation { flags, env, ..Invocation::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::collections::BTreeMap;

    fn of_test_script(line: &str) -> Invocation {
        invocation(&json!({ "scripts": { "test": line } }))
    }

    #[test]
    fn loaders_go_along_and_what_selects_measures_or_watches_does_not() {
        let line = "c8 node --import tsx -r ./setup.js --conditions=dev --test --test-reporter spec \
             --test-name-pattern x --experimental-test-coverage --test-coverage-lines=90 --watch \
             --test-concurrency 1 'test/**/*.ts'";
        assert_eq!(
            of_test_script(line).flags,
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
        assert_eq!(of_test_script("node --no-warnings test.js").flags, ["--no-warnings"]);
    }

    #[test]
    fn tsx_is_node_with_its_loader() {
        assert_eq!(of_test_script("tsx --test test/*.ts").flags, ["--import=tsx"]);
        let depends = json!({ "scripts": { "test": "node --test" }, "devDependencies": { "tsx": "4" } });
        assert_eq!(invocation(&depends).flags, ["--import=tsx"]);
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
            &json!({ "scripts": { "test": "npm run test:unit", "test:unit": "node --expose-gc --test" } }),
        );
        assert_eq!(found.flags, ["--expose-gc"]);
    }

    #[test]
    fn other_runners_and_broken_manifests_say_nothing() {
        assert_eq!(of_test_script("vitest run"), Invocation::default());
        assert_eq!(invocation(&Value::Null), Invocation::default());
        assert_eq!(tests(&["node".into(), "build.js".into()]), None);
    }
}
