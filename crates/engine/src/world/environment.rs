//! The environment of every trial: the user's own, without what would make a runner lie, with what keeps it quiet.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
};

/// Variables that outer runners leave behind or that change what an inner one runs or returns. A `*` at an end stands for
/// anything. The effect of each was measured: they turn failing tests green, select nothing, or write into the tree.
const STRIPPED: &[&str] = &[
    // Outer runners and launchers.
    "NODE_TEST_* JEST_WORKER_ID VITEST* TINYPOOL_* PLAYWRIGHT_* TEST_WORKER_INDEX TEST_PARALLEL_INDEX TAP TAP_*",
    "_TAPJS_* AVA_* PYTEST_* NEXTEST* npm_* INIT_CWD NODE COLOR MAKEFLAGS MFLAGS MAKELEVEL _",
    // Node.
    "NODE_OPTIONS NODE_ENV NODE_V8_COVERAGE VSCODE_INSPECTOR_OPTIONS",
    // Python. The last is a cache beside the tree, in which stale byte code could not be hidden.
    "PYTHONWARNINGS PYTHONHASHSEED PYTHONOPTIMIZE PYTHONSTARTUP PYTHONINSPECT COV_CORE_* COVERAGE_PROCESS_*",
    "PYTHONPYCACHEPREFIX",
    // Rust.
    "CARGO CARGO_MANIFEST_* CARGO_PKG_* CARGO_BIN_* CARGO_CRATE_NAME CARGO_PRIMARY_PACKAGE CARGO_MAKEFLAGS",
    "CARGO_BUILD_TARGET CARGO_TARGET_*_RUNNER RUST_RECURSION_COUNT RUST_TEST_* RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER SCCACHE_* LLVM_PROFILE_FILE",
    // Snapshot libraries.
    "INSTA_* UPDATE_EXPECT UPDATE_SNAPSHOT UPDATE_SNAPSHOTS SNAPSHOT_UPDATE TRYBUILD",
    // Other languages.
    "GOFLAGS GOOS GOARCH GOCOVERDIR SPEC_OPTS RUBYOPT TEST TESTOPTS N PHP_INI_SCAN_DIR MAVEN_OPTS MAVEN_ARGS",
    "JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS GTEST_* PERL5OPT MIX_EXS MIX_ENV TESTINGPLATFORM_*",
    // The system: private or told anew in each world.
    "LD_PRELOAD DYLD_INSERT_LIBRARIES TMPDIR TMP TEMP PWD OLDPWD GIT_* GITHUB_* DOCKER_HOST",
    // Programs under test take them for a wish, whatever their value (`PY_COLORS=0` turns rich's colours on in typer).
    // Nor is there a wish for no colours: a project's own tests may ask for them, and no trial has a terminal anyway.
    "NO_COLOR FORCE_COLOR CLICOLOR_FORCE DEBUG_COLORS PY_COLORS",
];

/// What cargo sets for its children; a user may have set them for reasons of their own otherwise.
const STRIPPED_UNDER_CARGO: &[&str] = &["RUSTUP_TOOLCHAIN LD_LIBRARY_PATH OUT_DIR"];

/// What vitest sets for its tests; a user may have set them for reasons of their own otherwise.
const STRIPPED_UNDER_VITEST: &[&str] = &["MODE DEV PROD SSR BASE_URL"];

/// The same in every world.
const SET: &[(&str, &str)] = &[
    ("CI", "true"),
    ("INSTA_UPDATE", "no"),
    ("CARGO_TERM_COLOR", "never"),
    ("NX_DAEMON", "false"),
    // Empty, not absent: that overrules a wrapper of cargo's configuration, whose daemon answers from the real tree.
    ("RUSTC_WRAPPER", ""),
];

/// The environment of a trial: `user`'s, cleaned, and `own` on top.
pub fn environment(
    user: impl IntoIterator<Item = (OsString, OsString)>,
    own: &BTreeMap<String, String>,
) -> BTreeMap<OsString, OsString> {
    let mut all: BTreeMap<_, _> = user.into_iter().collect();
    let has = |name: &str| all.contains_key(OsStr::new(name));
    let under_cargo = if has("CARGO") { STRIPPED_UNDER_CARGO } else { &[] };
    let under_vitest = if has("VITEST") { STRIPPED_UNDER_VITEST } else { &[] };
    let stripped = [STRIPPED, under_cargo, under_vitest].concat().join(" ");
    all.retain(|name, _| !stripped.split(' ').any(|pattern| matches(pattern, &name.to_string_lossy())));
    all.extend(SET.iter().map(|(name, value)| (name.into(), value.into())));
    all.extend(own.iter().map(|(name, value)| (name.into(), value.into())));
    all
}

/// Whether a name is meant by a pattern with at most one `*`.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => name == pattern,
        Some((start, end)) => {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(user: &[(&str, &str)], own: &[(&str, &str)]) -> BTreeMap<String, String> {
        let user = user.iter().map(|(name, value)| (name.into(), value.into()));
        let own = own.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let text = |text: OsString| text.into_string().unwrap();
        environment(user, &own).into_iter().map(|(name, value)| (text(name), text(value))).collect()
    }

    #[test]
    fn what_makes_runners_lie_is_stripped() {
        let liars = "NODE_TEST_CONTEXT NODE_OPTIONS PYTEST_ADDOPTS GOFLAGS CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER \
            NEXTEST_NO_TESTS INSTA_FORCE_PASS UPDATE_EXPECT GTEST_FILTER GTEST_TOTAL_SHARDS SPEC_OPTS GIT_DIR \
            GIT_INDEX_FILE TMPDIR LD_PRELOAD npm_config_cache FORCE_COLOR GITHUB_OUTPUT SCCACHE_DIR UPDATE_SNAPSHOT";
        let user: Vec<_> = liars.split(' ').map(|name| (name, "x")).collect();
        let env = cleaned(&user, &[]);
        assert_eq!(liars.split(' ').find(|name| env.contains_key(*name)), None);
    }

    #[test]
    fn what_a_project_needs_stays() {
        let needed = "PATH HOME LANG TZ CARGO_HOME CARGO_TARGET_DIR CARGO_INCREMENTAL VIRTUAL_ENV RUSTFLAGS PYTHONPATH";
        let user: Vec<_> = needed.split(' ').map(|name| (name, "x")).collect();
        let env = cleaned(&user, &[]);
        assert_eq!(needed.split(' ').find(|name| !env.contains_key(*name)), None);
    }

    #[test]
    fn every_world_is_a_quiet_ci() {
        let env = cleaned(&[("CI", "0"), ("RUSTC_WRAPPER", "sccache"), ("INSTA_UPDATE", "always")], &[]);
        assert_eq!(env["CI"], "true");
        assert_eq!(env["INSTA_UPDATE"], "no");
        assert_eq!(env["RUSTC_WRAPPER"], "");
    }

    #[test]
    fn no_world_has_a_variable_whose_zero_some_programs_take_for_a_yes() {
        let env = cleaned(&[("PY_COLORS", "1"), ("FORCE_COLOR", "0")], &[]);
        assert!(!env.contains_key("PY_COLORS") && !env.contains_key("FORCE_COLOR"));
        assert_eq!(env.values().find(|value| *value == "0"), None);
    }

    #[test]
    fn the_commands_own_variables_win() {
        let env =
            cleaned(&[("A", "user")], &[("A", "own"), ("NODE_OPTIONS", "--test-only"), ("CI", "false")]);
        assert_eq!(
            (env["A"].as_str(), env["NODE_OPTIONS"].as_str(), env["CI"].as_str()),
            ("own", "--test-only", "false")
        );
    }

    #[test]
    fn common_words_are_stripped_only_under_the_runner_that_sets_them() {
        assert!(cleaned(&[("MODE", "x")], &[]).contains_key("MODE"));
        assert!(!cleaned(&[("MODE", "x"), ("VITEST", "true")], &[]).contains_key("MODE"));
        assert!(cleaned(&[("RUSTUP_TOOLCHAIN", "nightly")], &[]).contains_key("RUSTUP_TOOLCHAIN"));
        assert!(
            !cleaned(&[("RUSTUP_TOOLCHAIN", "x"), ("CARGO", "/c")], &[]).contains_key("RUSTUP_TOOLCHAIN")
        );
    }
}
