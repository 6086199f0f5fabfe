//! Files with a structure that say what a package is (code) and how it is tested (harness).
//!
//! What is harness is listed per kind of file, as paths of keys; what a path leads to is harness whole. A file that
//! cannot be read is code whole, and a graft of one is the code side's text: every such file is mostly code.

pub(super) mod ini;
pub(super) mod json;
pub(super) mod script;
pub(super) mod toml;
pub(super) mod xml;

use serde_json::Value;

/// Keys parted by dots; the last letter of a key may be `*`.
pub(super) type Patterns = &'static [&'static str];

/// `package.json`: what runs and configures tests, and what is installed to run them.
pub(super) const PACKAGE_JSON: Patterns = &[
    "scripts.test*",
    "scripts.pretest*",
    "scripts.posttest*",
    "devDependencies",
    "jest",
    "mocha",
    "ava",
    "vitest",
    "nyc",
    "c8",
    "tap",
    "jasmine",
];

/// `composer.json`: the same of PHP.
pub(super) const COMPOSER: Patterns =
    &["require-dev", "autoload-dev", "scripts.test*", "scripts.phpunit*", "scripts-descriptions.test*"];

/// `pyproject.toml`.
pub(super) const PYPROJECT: Patterns = &[
    "tool.pytest*",
    "tool.coverage*",
    "tool.tox",
    "tool.hatch.envs",
    "tool.poetry.group.test*",
    "tool.poetry.group.dev",
    "tool.poetry.dev-dependencies",
    "tool.pdm.dev-dependencies",
    "tool.uv.dev-dependencies",
    "dependency-groups.test*",
    "dependency-groups.dev",
    "project.optional-dependencies.test*",
    "project.optional-dependencies.dev",
];

/// `Cargo.toml`.
pub(super) const CARGO: Patterns = &[
    "test",
    "dev-dependencies",
    "target.*.dev-dependencies",
    "lib.test",
    "lib.harness",
    "lib.doctest",
    "package.autotests",
    "profile.test",
];

/// The sections of `setup.cfg`.
pub(super) const SETUP_CFG: Patterns = &["tool:pytest", "coverage:*", "tox:*", "testenv*"];

/// Maven's `pom.xml`, in the words of [`xml`].
pub(super) const POM: Patterns = &[
    "plugin?artifactId=maven-surefire-plugin",
    "plugin?artifactId=maven-failsafe-plugin",
    "plugin?artifactId=jacoco-maven-plugin",
    "dependency?scope=test",
    "dependency?artifactId=junit-bom",
    "build/testSourceDirectory",
    "build/testResources",
    "properties/maven.test.*",
    "properties/surefire*",
    "properties/failsafe*",
    "properties/jacoco*",
    "properties/junit*",
    "properties/mockito*",
    "properties/assertj*",
    "properties/hamcrest*",
    "properties/skipTests",
    "properties/skipITs",
    "properties/skipUnitTests",
    "properties/argLine",
    "properties/groups",
    "properties/excludedGroups",
];

/// `vite.config.*`: how the code is built, and how vitest runs its tests. Were all of it harness, code that needs a new
/// plugin or alias could not be loaded with the base's; were all of it code, a change could leave its tests out.
pub(super) const VITE_CONFIG: Patterns = &["test"];

/// A way to a value: keys, outermost first.
type KeyPath = Vec<String>;

fn matches(pattern: &str, path: &[String]) -> bool {
    let keys: Vec<_> = pattern.split('.').collect();
    keys.len() == path.len() && keys.iter().zip(path).all(|(pattern, key)| key_matches(pattern, key))
}

fn key_matches(pattern: &str, key: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == key, |begin| key.starts_with(begin))
}

/// The ways to what is harness.
fn harness_paths(value: &Value, patterns: Patterns) -> Vec<KeyPath> {
    let mut paths = Vec::new();
    collect_paths(value, patterns, &mut KeyPath::new(), &mut paths);
    paths
}

fn collect_paths(value: &Value, patterns: Patterns, here: &mut KeyPath, paths: &mut Vec<KeyPath>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        here.push(key.clone());
        if patterns.iter().any(|pattern| matches(pattern, here)) {
            paths.push(here.clone());
        } else {
            collect_paths(value, patterns, here, paths);
        }
        here.pop();
    }
}

/// A file's code and harness, in a form in which layout makes no difference.
fn split(value: &Value, patterns: Patterns) -> (Value, Value) {
    let (mut code, mut harness) = (value.clone(), Value::Object(Default::default()));
    for path in harness_paths(value, patterns) {
        let _ = get(value, &path).and_then(|part| json::set(&mut harness, &path, part.clone()));
        json::remove(&mut code, &path);
    }
    (code, harness)
}

fn get<'a>(value: &'a Value, path: &[String]) -> Option<&'a Value> {
    path.iter().try_fold(value, |value, key| value.get(key))
}

/// What must be done to make a file of one side's code and another's harness.
enum Plan {
    /// The harness is the same: the code side's file serves.
    Code,
    /// The code is the same: the tests side's file serves.
    Tests,
    /// Out of the code side's file these are taken, and these are put in from the tests side's.
    Mix { out: Vec<KeyPath>, from_tests: Vec<KeyPath> },
}

fn plan(code: &Value, tests: &Value, patterns: Patterns) -> Plan {
    let (ours, theirs) = (split(code, patterns), split(tests, patterns));
    if ours.1 == theirs.1 {
        return Plan::Code;
    }
    if ours.0 == theirs.0 {
        return Plan::Tests;
    }
    let from_tests = harness_paths(tests, patterns);
    let out = harness_paths(code, patterns).into_iter().filter(|path| !from_tests.contains(path)).collect();
    Plan::Mix { out, from_tests }
}
