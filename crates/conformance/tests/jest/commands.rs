//! What jest's commands select, in which package, and with what the package's own script gives to it.

use super::cases::TABLE;
use counterproof_conformance::{Toy, tool};
use std::path::Path;

const MANIFEST: (&str, &str) = ("package.json", r#"{"devDependencies": {"jest": "*"}}"#);

/// The project with the newest version installed at its top.
fn toy(files: &[(&str, &str)]) -> Toy {
    installed(files, TABLE.versions[0].name)
}

fn installed(files: &[(&str, &str)], version: &str) -> Toy {
    let version = TABLE.versions.iter().find(|one| one.name == version).expect("a version of the table");
    version.links.iter().fold(Toy::new(files), |toy, (at, (folder, below))| {
        toy.linked(Path::new(at), &tool(folder).join(below))
    })
}

#[test]
fn odd_names_select_themselves_alone() {
    let names = ["a|b", ".*", "$", "--flag", " padded ", "/x/i", "__proto__", "a\nb", "%s", "é 🙂", "-"];
    for (named, other, exit) in [("throw 1", "", 1), ("", "throw 1", 0)] {
        let test = |name: &&str| format!("test({name:?}, () => {{ {named} }})\n");
        let source =
            format!("test('other a', () => {{ {other} }})\n") + &names.iter().map(test).collect::<String>();
        let toy = toy(&[MANIFEST, ("x.test.js", &source)]);
        for name in names {
            assert_eq!(toy.test("jest", "x.test.js", &[name]), exit, "{name:?}");
        }
    }
}

/// An option that takes several values once took the file's path for one of them.
#[test]
fn one_file_is_asked_alone() {
    let toy = toy(&[
        MANIFEST,
        ("a.test.js", "test('x', () => {})\n"),
        ("b.test.js", "test('x', () => { throw 1 })\n"),
    ]);
    assert_eq!((toy.file("jest", "a.test.js"), toy.file("jest", "b.test.js")), (0, 1));
}

#[test]
fn odd_file_names_are_asked_alone_and_in_the_suite() {
    let (green, red) = ("test('x', () => {})\n", "test('x', () => { throw 1 })\n");
    for path in [
        "(g)/[id]/a.test.js",
        "[...slug].test.js",
        "{x,y}.test.js",
        "a*b.test.js",
        "!(n).test.js",
        "a b.test.js",
        "-x.test.js",
        "it's.test.js",
        "#h.test.js",
        "q?.test.js",
        "$x.test.js",
    ] {
        for (source, exit) in [(green, 0), (red, 1)] {
            for version in TABLE.versions {
                let toy = installed(&[MANIFEST, (path, source), ("ok.test.js", green)], version.name);
                assert_eq!(toy.test("jest", path, &["x"]), exit, "{path} in {}", version.name);
                assert_eq!(toy.suite("jest", path), exit, "{path} in {}", version.name);
            }
        }
    }
}

#[test]
fn the_packages_own_flags_and_variables_are_used_from_its_folder() {
    let script = r#"{"type": "module", "devDependencies": {"jest": "*"}, "scripts": {"test": "cross-env MODE=x NODE_OPTIONS=--experimental-vm-modules jest --config own.json --coverage --verbose"}}"#;
    let files = [
        ("package.json", "{}"),
        ("a/package.json", script),
        (
            "a/own.json",
            r#"{"testMatch": ["**/checks/*.js"], "transform": {}, "coverageThreshold": {"global": {"lines": 100}}}"#,
        ),
        (
            "a/checks/x.js",
            "import { one } from '../lib.js'\ntest('x', () => { if (process.env.MODE !== 'x' || one !== 1) throw 1 })\n",
        ),
        ("a/lib.js", "export const one = 1\n"),
    ];
    for version in TABLE.versions {
        let toy = installed(&files, version.name);
        assert_eq!(toy.test("jest", "a/checks/x.js", &["x"]), 0, "{}", version.name);
        assert_eq!(toy.suite("jest", "a/checks/x.js"), 0, "{}", version.name);
    }
}

#[test]
fn packages_of_a_workspace_are_asked_with_the_runner_above_them() {
    let files = [
        (
            "package.json",
            r#"{"private": true, "workspaces": ["packages/*"], "devDependencies": {"jest": "*"}}"#,
        ),
        ("packages/a/package.json", r#"{"name": "a", "jest": {"rootDir": "src"}}"#),
        (
            "packages/a/src/x.test.js",
            "test('x', () => { if (!process.cwd().endsWith('/packages/a')) throw 1 })\n",
        ),
        ("packages/b/package.json", r#"{"name": "b", "jest": {}}"#),
        ("packages/b/src/x.test.js", "test('x', () => { throw 1 })\n"),
    ];
    assert_eq!(toy(&files).test("jest", "packages/a/src/x.test.js", &["x"]), 0);
}

#[test]
fn typescript_is_read_through_what_the_project_transforms_it_with() {
    let test = "import { one } from './lib'\ntest('x', (): void => { expect(one as number).toBe(1) })\ntest('y', () => { expect(one).toBe(2) })\n";
    let source = ("src/lib.ts", "export const one: number = 1\n");
    let babel = [
        MANIFEST,
        (
            "babel.config.js",
            "module.exports = { presets: [['@babel/preset-env', { targets: { node: 'current' } }], '@babel/preset-typescript'] }\n",
        ),
        source,
        ("src/lib.test.ts", test),
    ];
    let checked = [
        (
            "package.json",
            r#"{"devDependencies": {"jest": "*", "ts-jest": "*"}, "jest": {"preset": "ts-jest"}}"#,
        ),
        (
            "tsconfig.json",
            r#"{"compilerOptions": {"strict": true, "types": ["jest"], "esModuleInterop": true}}"#,
        ),
        source,
        ("src/lib.test.ts", test),
    ];
    for (files, version) in [(&babel[..], "30.5.2"), (&checked[..], "29.7.0")] {
        let toy = installed(files, version);
        assert_eq!(toy.test("jest", "src/lib.test.ts", &["x"]), 0, "{version}");
        assert_eq!(toy.test("jest", "src/lib.test.ts", &["y"]), 1, "{version}");
        let (cell, told) = toy.cell("jest", "src/lib.test.ts", &["x"]);
        assert_eq!(cell, counterproof_engine::domain::Cell::Pass, "{told}");
    }
}
