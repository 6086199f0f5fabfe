//! What mocha's commands select, in which package, and with what the package's own script gives to it.

use super::cases::TABLE;
use counterproof_conformance::{Toy, tool};
use counterproof_engine::domain::Cell;
use std::path::Path;

const MANIFEST: (&str, &str) = ("package.json", r#"{"devDependencies": {"mocha": "*"}}"#);

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
    for (named, other, exit) in [("throw 1", "", 11), ("", "throw 1", 0)] {
        let test = |name: &&str| format!("it({name:?}, () => {{ {named} }})\n");
        let source =
            format!("it('other a', () => {{ {other} }})\n") + &names.iter().map(test).collect::<String>();
        let toy = toy(&[MANIFEST, ("test/x.js", &source)]);
        for name in names {
            assert_eq!(toy.test("mocha", "test/x.js", &[name]), exit.min(1), "{name:?}");
        }
        assert_eq!(toy.file("mocha", "test/x.js"), exit.max(1), "all of them");
    }
}

#[test]
fn odd_file_names_are_asked_alone_and_in_the_suite() {
    let (green, red) = ("it('x', () => {})\n", "it('x', () => { throw 1 })\n");
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
            let toy = toy(&[MANIFEST, (path, source), ("ok.test.js", green)]);
            assert_eq!(toy.test("mocha", path, &["x"]), exit, "{path}");
            assert_eq!(toy.suite("mocha", path), exit, "{path}");
        }
    }
}

#[test]
fn the_packages_own_flags_and_variables_are_used_from_its_folder() {
    let script = r#"{"type": "module", "scripts": {"test": "cross-env MODE=x c8 mocha --config own.json --reporter dot --forbid-pending 'checks/*.js'"}}"#;
    let test = "import { one } from '../lib.js'\nit('x', () => { if (process.env.MODE !== 'x' || one !== 1 || !global.made) throw 1 })\nit.skip('y', () => {})\n";
    let files = [
        ("package.json", r#"{"devDependencies": {"mocha": "*"}}"#),
        ("a/package.json", script),
        ("a/own.json", r#"{"require": ["./made.js"], "spec": ["red/*.js"]}"#),
        ("a/made.js", "global.made = true\n"),
        ("a/red/x.js", "it('x', () => { throw 1 })\n"),
        ("a/checks/x.js", test),
        ("a/lib.js", "export const one = 1\n"),
    ];
    for version in TABLE.versions {
        let toy = installed(&files, version.name);
        assert_eq!(toy.test("mocha", "a/checks/x.js", &["x"]), 0, "{}", version.name);
        assert_eq!(toy.file("mocha", "a/checks/x.js"), 0, "{}", version.name);
        assert_eq!(toy.suite("mocha", "a/checks/x.js"), 1, "{}", version.name);
    }
}

#[test]
fn typescript_is_read_through_what_the_project_loads() {
    let test = "import { one } from '../lib'\nit('x', (): void => { if (one as number !== 1) throw 1 })\nit('y', () => { if (one === 1) throw 1 })\n";
    let source = ("lib.ts", "export const one: number = 1\n");
    let types = (
        "tsconfig.json",
        r#"{"compilerOptions": {"strict": true, "module": "commonjs", "types": ["mocha"], "esModuleInterop": true}}"#,
    );
    let checked = [
        MANIFEST,
        types,
        source,
        ("test/x.ts", test),
        (".mocharc.json", r#"{"require": "ts-node/register", "extension": ["ts"]}"#),
    ];
    let loaded = [
        ("package.json", r#"{"scripts": {"test": "mocha --import=tsx --extension ts test/*.ts"}}"#),
        source,
        ("test/x.ts", test),
    ];
    let babel = [
        ("package.json", r#"{"scripts": {"test": "nyc mocha -r ./register.js --extension=ts"}}"#),
        ("register.js", "require('@babel/register')({ extensions: ['.js', '.ts'], cache: false })\n"),
        (
            "babel.config.js",
            "module.exports = { presets: [['@babel/preset-env', { targets: { node: 'current' } }], '@babel/preset-typescript'] }\n",
        ),
        source,
        ("test/x.ts", test),
    ];
    for (files, version) in [(&checked[..], "10.8.2"), (&loaded[..], "11.8.0"), (&babel[..], "12.0.3")] {
        let toy = installed(files, version);
        for (name, reads) in [("x", Cell::Pass), ("y", Cell::Fail)] {
            let (cell, told) = toy.cell("mocha", "test/x.ts", &[name]);
            assert_eq!(cell, reads, "{version} {name}\n{told}");
        }
    }
}
