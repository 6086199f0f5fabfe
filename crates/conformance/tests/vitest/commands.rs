//! What vitest's commands select, in which package, and with what the package's own script gives to it.

use super::cases::TABLE;
use counterproof_conformance::{Toy, assert_exits, tool};
use std::path::Path;

const MANIFEST: (&str, &str) = ("package.json", r#"{"type": "module", "devDependencies": {"vitest": "*"}}"#);

/// The project with the newest version installed at its top.
fn toy(files: &[(&str, &str)]) -> Toy {
    installed(files, TABLE.versions[0].name)
}

fn installed(files: &[(&str, &str)], version: &str) -> Toy {
    let version = TABLE.versions.iter().find(|one| one.name == version).expect("a version of the table");
    let toy = version
        .path
        .iter()
        .fold(Toy::new(files), |toy, (folder, below)| toy.with_programs_of(&tool(folder).join(below)));
    version
        .links
        .iter()
        .fold(toy, |toy, (at, (folder, below))| toy.linked(Path::new(at), &tool(folder).join(below)))
}

/// A file with one test `x` that ends like this.
fn one(body: &str) -> String {
    format!("import {{ test }} from 'vitest'\ntest('x', () => {{ {body} }})\n")
}

#[test]
fn odd_names_select_themselves_alone() {
    let names =
        ["a|b", ".*", "$", "--flag", " padded ", "/x/i", "__proto__", "a\nb", "%s", "s > t", "é 🙂", "-"];
    for (named, other, exit) in [("throw 1", "", 1), ("", "throw 1", 0)] {
        let test = |name: &&str| format!("test({name:?}, () => {{ {named} }})\n");
        let source = format!("import {{ test }} from 'vitest'\ntest('other a', () => {{ {other} }})\n")
            + &names.iter().map(test).collect::<String>();
        let toy = toy(&[MANIFEST, ("x.test.js", &source)]);
        for name in names {
            assert_eq!(toy.test("vitest", "x.test.js", &[name]), exit, "{name:?}");
        }
    }
}

#[test]
fn odd_file_names_are_asked_alone_and_in_the_suite() {
    let (green, red) = (one(""), one("throw 1"));
    for path in [
        "(g)/[id]/a.test.ts",
        "[...slug].test.ts",
        "{x,y}.test.ts",
        "a*b.test.ts",
        "!(n).test.ts",
        "a b.test.ts",
        "-x.test.ts",
    ] {
        for (source, exit) in [(&green, 0), (&red, 1)] {
            let toy = toy(&[MANIFEST, (path, source), ("ok.test.ts", &green)]);
            assert_eq!(toy.test("vitest", path, &["x"]), exit, "{path}");
            assert_eq!(toy.suite("vitest", path), exit, "{path}");
        }
    }
}

#[test]
fn a_file_whose_path_is_in_anothers_is_asked_without_it() {
    let files = [
        MANIFEST,
        ("[a]/x.test.ts", &one("")),
        ("[a]/x.test.tsx", &one("throw 1")),
        ("b/[a]/x.test.ts", &one("throw 1")),
        ("[A]/X.test.ts", &one("throw 1")),
    ];
    for version in TABLE.versions {
        let toy = installed(&files, version.name);
        assert_eq!(toy.file("vitest", "[a]/x.test.ts"), 0, "{}", version.name);
        assert_eq!(toy.file("vitest", "[a]/x.test.tsx"), 1, "{}", version.name);
        assert_eq!(toy.suite("vitest", "[a]/x.test.ts"), 1, "{}", version.name);
    }
}

#[test]
fn the_packages_own_flags_and_variables_are_used_from_its_folder() {
    let script = r#"{"type": "module", "devDependencies": {"vitest": "*"}, "scripts": {"test": "tsc && cross-env MODE=x NODE_OPTIONS='--require ./preload.cjs' vitest run --config=own.config.ts --coverage --reporter=junit --globals"}}"#;
    let files = [
        ("package.json", "{}"),
        ("a/package.json", script),
        ("a/preload.cjs", "globalThis.preloaded = process.env.MODE\n"),
        (
            "a/own.config.ts",
            "export default { test: { include: ['checks/*.ts'], coverage: { thresholds: { lines: 100 } } } }\n",
        ),
        ("a/checks/x.ts", "it('x', () => { if (globalThis.preloaded !== 'x') throw 1 })\n"),
    ];
    for version in TABLE.versions {
        let toy = installed(&files, version.name);
        assert_exits(&toy, "vitest", "a/checks/x.ts", &[("x", &["x"], 0)]);
        assert_eq!(toy.suite("vitest", "a/checks/x.ts"), 0, "{}", version.name);
    }
}

#[test]
fn packages_of_a_workspace_are_asked_with_the_runner_above_them() {
    let files = [
        (
            "package.json",
            r#"{"private": true, "workspaces": ["packages/*"], "devDependencies": {"vitest": "*"}}"#,
        ),
        ("packages/a/package.json", r#"{"name": "a", "type": "module", "scripts": {"test": "vitest"}}"#),
        ("packages/a/src/x.test.ts", &one("if (!process.cwd().endsWith('/packages/a')) throw 1")),
    ];
    assert_eq!(toy(&files).test("vitest", "packages/a/src/x.test.ts", &["x"]), 0);
}

#[test]
fn projects_are_asked_from_the_root_that_lists_them() {
    let root = "export default { test: { projects: ['packages/*'] } }\n";
    let files = [
        ("package.json", r#"{"private": true, "devDependencies": {"vitest": "*"}}"#),
        ("vitest.config.mjs", root),
        ("packages/a/package.json", r#"{"name": "a", "type": "module"}"#),
        ("packages/a/vitest.config.mjs", "export default { test: { name: 'a', globals: true } }\n"),
        (
            "packages/a/src/x.test.ts",
            "test('x', () => { if (process.cwd().endsWith('/packages/a')) throw 1 })\n",
        ),
        ("packages/a/src/x.test.tsx", "test('x', () => { throw 1 })\n"),
        ("packages/b/package.json", r#"{"name": "b", "type": "module"}"#),
        ("packages/b/vitest.config.mjs", "export default { test: { name: 'b', globals: true } }\n"),
        ("packages/b/src/x.test.ts", "test('x', () => { throw 1 })\n"),
    ];
    for version in TABLE.versions {
        let toy = installed(&files, version.name);
        assert_eq!(toy.test("vitest", "packages/a/src/x.test.ts", &["x"]), 0, "{}", version.name);
        assert_eq!(toy.test("vitest", "packages/b/src/x.test.ts", &["x"]), 1, "{}", version.name);
    }
}

#[test]
fn in_source_tests_are_asked_where_the_configuration_includes_them() {
    let config = "export default { test: { includeSource: ['src/**/*.ts'] } }\n";
    let source = "export const one = 1\nif (import.meta.vitest) {\n  const { it } = import.meta.vitest\n  it('x', () => { if (one !== 1) throw 1 })\n  it('y', () => { throw 1 })\n}\n";
    let toy = toy(&[MANIFEST, ("vitest.config.ts", config), ("src/a.ts", source)]);
    assert_exits(&toy, "vitest", "src/a.ts", &[("x", &["x"], 0), ("y", &["y"], 1)]);
}
