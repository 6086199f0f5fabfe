//! Several packages, languages and runners in one repository.

use crate::kit::{Judge, judge, prepare};
use counterproof_testkit::RepoBuilder;

const NODE_TEST: &str = "import test from 'node:test'\nimport assert from 'node:assert'\n";

/// Two workspaces of npm: `b` imports `a` through a link in `node_modules`, as npm lays it.
fn workspaces() -> RepoBuilder {
    let package = |name: &str| {
        format!(
            r#"{{"name": "{name}", "type": "module", "exports": "./index.js", "scripts": {{"test": "node --test"}}}}"#
        )
    };
    let b = package("@x/b").replace("\"type\"", "\"dependencies\": {\"@x/a\": \"*\"}, \"type\"");
    RepoBuilder::new()
        .both(".gitignore", "node_modules\n")
        .both("package.json", r#"{"private": true, "workspaces": ["packages/*"]}"#)
        .both("packages/a/package.json", package("@x/a"))
        .both("packages/b/package.json", b)
        .both("packages/c/package.json", package("@x/c"))
        .both("packages/c/c.test.js", format!("{NODE_TEST}test('c', () => {{}})\n"))
        .both("packages/b/index.js", "export { twice } from '@x/a'\n")
}

fn linked(repo: &counterproof_testkit::Repo) {
    prepare(repo, &["mkdir", "-p", "node_modules/@x"]);
    for name in ["a", "b", "c"] {
        let to = format!("../../packages/{name}");
        prepare(repo, &["ln", "-s", &to, &format!("node_modules/@x/{name}")]);
    }
}

const BROKEN: &str = "export const twice = (x) => x\nexport const same = (x) => x\n";
const RIGHT: &str = "export const twice = (x) => 2 * x\nexport const same = (x) => x\n";

#[test]
fn a_test_of_one_workspace_is_an_alibi_for_the_other_that_it_imports_by_name() {
    let test =
        format!("{NODE_TEST}import {{ twice }} from '@x/b'\ntest('new', () => assert.equal(twice(2), 4))\n");
    let repo = workspaces()
        .base("packages/a/index.js", BROKEN)
        .head("packages/a/index.js", RIGHT)
        .head("packages/b/b.test.js", test)
        .build();
    linked(&repo);
    judge(&repo).is("EARNED", &[("packages/b/b.test.js::new", "alibi -")]);
}

#[test]
fn a_break_is_found_in_the_package_that_depends_on_the_touched_one() {
    let test =
        format!("{NODE_TEST}import {{ twice }} from '@x/b'\ntest('old', () => assert.equal(twice(2), 4))\n");
    let repo = workspaces()
        .base("packages/a/index.js", RIGHT)
        .head("packages/a/index.js", BROKEN)
        .both("packages/b/b.test.js", test)
        .build();
    linked(&repo);
    judge(&repo).because("NOT_GREEN", "`packages/b/b.test.js::old` fails");
}

#[test]
fn python_tests_beside_a_package_json_at_the_top_are_not_run_with_node() {
    let repo = RepoBuilder::new()
        .both("package.json", r#"{"scripts": {"test": "node --test && jest"}, "devDependencies": {"jest": "*", "vitest": "*"}}"#)
        .base("lib.py", "def twice(x): return x\n")
        .head("lib.py", "def twice(x): return 2 * x\n")
        .both("tests/test_old.py", "def test_old(): pass\n")
        .head("tests/test_new.py", "from lib import twice\ndef test_new(): assert twice(2) == 4\n")
        .both("pytest.ini", "[pytest]\npythonpath = .\n")
        .build();
    judge(&repo).is("EARNED", &[("tests/test_new.py::test_new", "alibi -")]);
}

#[test]
fn each_language_of_a_repository_is_asked_with_its_own_runner() {
    let repo = RepoBuilder::new()
        .both("server/pyproject.toml", "[tool.pytest.ini_options]\npythonpath = ['.']\n")
        .base("server/lib.py", "def twice(x): return x\n")
        .head("server/lib.py", "def twice(x): return 2 * x\n")
        .head("server/test_new.py", "from lib import twice\ndef test_new(): assert twice(2) == 4\n")
        .both("server/test_old.py", "def test_old(): pass\n")
        .both("client/package.json", r#"{"type": "module", "scripts": {"test": "node --test"}}"#)
        .base("client/lib.js", BROKEN)
        .head("client/lib.js", RIGHT)
        .both("client/old.test.js", format!("{NODE_TEST}test('old', () => {{}})\n"))
        .head(
            "client/new.test.js",
            format!(
                "{NODE_TEST}import {{ same }} from './lib.js'\ntest('new', () => assert.equal(same(2), 2))\n"
            ),
        )
        .build();
    judge(&repo).is(
        "EARNED",
        &[("client/new.test.js::new", "no_alibi -"), ("server/test_new.py::test_new", "alibi -")],
    );
}

/// The one of the sub-project stands nearer than that of the top level, and has a plugin that the other one lacks.
#[test]
fn a_sub_project_is_asked_with_its_own_environment() {
    let repo = RepoBuilder::new()
        .both(".gitignore", ".venv\n")
        .both("sub/pyproject.toml", "[tool.pytest.ini_options]\npythonpath = ['.']\n")
        .base("sub/lib.py", "def twice(x): return x\n")
        .head("sub/lib.py", "def twice(x): return 2 * x\n")
        .both("sub/test_old.py", "def test_old(own): assert own\n")
        .head("sub/test_new.py", "from lib import twice\ndef test_new(own): assert twice(own) == 4\n")
        .build();
    let plugin = "import pytest\n@pytest.fixture\ndef own(): return 2\n";
    prepare(&repo, &["python3", "-m", "venv", "--without-pip", "sub/.venv"]);
    // It has the pytest of the environment around it, and a plugin that this one lacks.
    let write = format!(
        "import pathlib, pytest; at = next(pathlib.Path('sub/.venv/lib').glob('python*')) / 'site-packages'; \
         (at / 'outer.pth').write_text(str(pathlib.Path(pytest.__file__).parent.parent)); \
         (at / 'own_plugin.py').write_text({plugin:?})"
    );
    prepare(&repo, &["python3", "-c", &write]);
    Judge::new(&repo)
        .args(&["--env", "PYTEST_PLUGINS=own_plugin"])
        .run()
        .is("EARNED", &[("sub/test_new.py::test_new", "alibi -")]);
}
