//! Where the tested code comes from: source layouts, namespace packages, copies that were installed, links between packages.

use crate::{
    kit::{Judge, judge, prepare, program},
    python::{NEW, OLD, OLD_TEST},
};
use counterproof_testkit::{Repo, RepoBuilder};
use std::os::unix::fs::symlink;

const SETUP: &str = "from setuptools import find_namespace_packages, setup\n\
    setup(name='voice', version='1', package_dir={'': 'src'}, packages=find_namespace_packages('src'))\n";
const PYTHONPATH: &str = "[tool.pytest.ini_options]\npythonpath = [\"src\"]\n";

/// A project with `shout` in the module `choir.voice`, repaired by the head, an alibi and a test without one.
fn choir(folder: &str) -> RepoBuilder {
    let code = format!("{folder}choir/voice.py");
    let old = format!("from choir.voice import same, shout\n\n{OLD_TEST}");
    let new = format!(
        "{old}\ndef test_asks():\n    assert shout('a') == 'A'\n\ndef test_guilty():\n    assert same('b') == 'b'\n"
    );
    let repo = RepoBuilder::new().base(&code, OLD).head(&code, NEW);
    repo.base("tests/test_voice.py", old).head("tests/test_voice.py", new)
}

const TOLD_APART: [(&str, &str); 2] =
    [("tests/test_voice.py::test_asks", "alibi -"), ("tests/test_voice.py::test_guilty", "no_alibi -")];

/// A virtual environment in the repository that has the pytest of the interpreter around it.
fn environment(repo: &Repo) {
    prepare(repo, &["python3", "-m", "venv", "--system-site-packages", ".venv"]);
}

#[test]
fn a_source_layout_is_told_apart() {
    let repo = choir("src/").both("src/choir/__init__.py", "").both("pyproject.toml", PYTHONPATH).build();
    judge(&repo).is("EARNED", &TOLD_APART);
}

#[test]
fn a_namespace_package_is_told_apart() {
    let repo = choir("src/").both("pyproject.toml", PYTHONPATH).both("src/choir/other.py", "").build();
    judge(&repo).is("EARNED", &TOLD_APART);
    judge(&choir("").build()).is("EARNED", &TOLD_APART);
}

#[test]
fn an_editable_install_is_told_apart() {
    let repo = choir("src/").both(".gitignore", ".venv\n*.egg-info\n").both("setup.py", SETUP).build();
    environment(&repo);
    prepare(&repo, &[".venv/bin/python", "setup.py", "--quiet", "develop", "--no-deps"]);
    judge(&repo).is("EARNED", &TOLD_APART);
}

#[test]
fn a_plain_install_answers_for_itself_and_nobody_is_accused() {
    let repo = choir("src/").both(".gitignore", ".venv\nbuild\n*.egg-info\n").both("setup.py", SETUP).build();
    environment(&repo);
    let install =
        [".venv/bin/python", "setup.py", "--quiet", "install", "--single-version-externally-managed"];
    prepare(&repo, &[&install[..], &["--root", "/"]].concat());
    judge(&repo).is(
        "INCONCLUSIVE",
        &[
            ("tests/test_voice.py::test_asks", "unanswered -"),
            ("tests/test_voice.py::test_guilty", "unanswered -"),
        ],
    );
}

#[test]
fn an_environment_without_pytest_says_so_and_accuses_nobody() {
    let repo = choir("").both(".gitignore", ".venv\n").build();
    prepare(&repo, &["python3", "-m", "venv", "--without-pip", ".venv"]);
    judge(&repo).because("INCONCLUSIVE", "cannot be run");
}

#[test]
fn what_was_built_before_answers_in_every_world_and_nobody_is_accused() {
    let code = |says: &str| format!("export const shout = (s: string) => {says}\n");
    let test = |loud: &str| {
        format!(
            "import test from 'node:test'\nimport assert from 'node:assert'\nimport {{ shout }} from './dist.mjs'\n\
             import {{ version }} from './version.mjs'\ntest('old', () => assert.ok(version))\n\
             test('shouts', () => assert.equal(shout('a'), '{loud}'))\n"
        )
    };
    let repo = RepoBuilder::new()
        .both(".gitignore", "dist.mjs\n")
        .base("version.mjs", "export const version = 1\n")
        .head("version.mjs", "export const version = 2\n")
        .base("shout.ts", code("s"))
        .head("shout.ts", code("s.toUpperCase()"))
        .base("shout.test.mjs", test("a"))
        .head("shout.test.mjs", test("A"))
        .build();
    repo.write("dist.mjs", "export const shout = (s) => s.toUpperCase()\n");
    judge(&repo).is("INCONCLUSIVE", &[("shout.test.mjs::shouts", "unanswered cannot_run")]);
}

/// A search path with the tools of the system that are no runners.
fn bare_path() -> (tempfile::TempDir, std::ffi::OsString) {
    let folder = tempfile::tempdir().unwrap();
    for name in ["git", "sh", "cat", "rm", "mkdir", "ls"] {
        symlink(program(name), folder.path().join(name)).unwrap();
    }
    let path = folder.path().into();
    (folder, path)
}

#[test]
fn a_runner_that_is_not_installed_is_named_and_nobody_is_accused() {
    let (_folder, path) = bare_path();
    let python = choir("").build();
    Judge::new(&python).path(&path).run().because("INCONCLUSIVE", "python");
    let test = |body: &str| format!("import test from 'node:test'\nimport a from './a.mjs'\n{body}");
    let node = RepoBuilder::new().base("a.mjs", "export default 1\n").head("a.mjs", "export default 2\n");
    let node = node.base("a.test.mjs", test("test('old', () => {})\n"));
    let node = node
        .head("a.test.mjs", test("test('old', () => {})\ntest('new', () => { if (a != 2) throw 1 })\n"))
        .build();
    Judge::new(&node).path(&path).run().because("INCONCLUSIVE", "node");
    let rust = RepoBuilder::new().both("Cargo.toml", "[package]\nname = \"a\"\nversion = \"0.1.0\"\n");
    let rust = rust.base("src/lib.rs", "#[test]\nfn old() {}\n");
    let rust = rust.head("src/lib.rs", "pub fn a() {}\n#[test]\nfn old() { assert!(true) }\n").build();
    Judge::new(&rust).path(&path).run().because("INCONCLUSIVE", "cargo");
}

#[test]
fn packages_of_a_workspace_are_linked_to_their_sources_in_every_world() {
    let manifest = |name: &str, more: &str| {
        format!(
            r#"{{"name": "{name}", "version": "1.0.0", "type": "module", "scripts": {{"test": "node --test"}}{more}}}"#
        )
    };
    let test = |more: &str| {
        format!(
            "import {{ test }} from 'node:test'\nimport assert from 'node:assert'\nimport {{ shout, same }} from '@choir/voice'\n\
             test('old', () => assert.equal(same('a'), 'a'))\n{more}"
        )
    };
    let code = |shout: &str| format!("export const shout = (s) => {shout}\nexport const same = (s) => s\n");
    let more = "test('asks', () => assert.equal(shout('a'), 'A'))\ntest('guilty', () => assert.equal(same('b'), 'b'))\n";
    let repo = RepoBuilder::new()
        .both(".gitignore", "node_modules\n")
        .both("package.json", r#"{"name": "choir", "private": true, "workspaces": ["packages/*"]}"#)
        .both("packages/voice/package.json", manifest("@choir/voice", r#", "exports": "./index.js""#))
        .both(
            "packages/stage/package.json",
            manifest("@choir/stage", r#", "dependencies": {"@choir/voice": "*"}"#),
        )
        .base("packages/voice/index.js", code("s"))
        .head("packages/voice/index.js", code("s.toUpperCase()"))
        .base("packages/stage/stage.test.js", test(""))
        .head("packages/stage/stage.test.js", test(more))
        .build();
    prepare(&repo, &["npm", "install", "--offline", "--no-audit", "--no-fund", "--no-package-lock"]);
    judge(&repo).is(
        "EARNED",
        &[
            ("packages/stage/stage.test.js::asks", "alibi -"),
            ("packages/stage/stage.test.js::guilty", "no_alibi -"),
        ],
    );
}
