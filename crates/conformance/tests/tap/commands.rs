//! What node-tap's commands select, and with what the package's own script gives to node.

use super::cases::TABLE;
use counterproof_conformance::{Toy, tool};
use std::path::Path;

const MANIFEST: (&str, &str) = ("package.json", r#"{"devDependencies": {"tap": "*"}}"#);

fn installed(files: &[(&str, &str)], version: &str) -> Toy {
    let version = TABLE.versions.iter().find(|one| one.name == version).expect("a version of the table");
    version.links.iter().fold(Toy::new(files), |toy, (at, (folder, below))| {
        toy.linked(Path::new(at), &tool(folder).join(below))
    })
}

#[test]
fn odd_names_select_themselves_alone() {
    let names =
        ["a|b", ".*", "$", "--flag", " padded ", "/x/i", "__proto__", "a\nb", "%s", "é 🙂", "-", "a # b"];
    for (named, other, exit) in [("t.fail()", "", 1), ("", "t.fail()", 0)] {
        let test = |name: &&str| format!("t.test({name:?}, (t) => {{ {named}; t.end() }})\n");
        let source = format!("const t = require('tap')\nt.test('other a', (t) => {{ {other}; t.end() }})\n")
            + &names.iter().map(test).collect::<String>();
        for version in TABLE.versions {
            let toy = installed(&[MANIFEST, ("test/x.js", &source)], version.name);
            for name in names {
                assert_eq!(toy.test("tap", "test/x.js", &[name]), exit, "{name:?} in {}", version.name);
            }
        }
    }
}

#[test]
fn every_file_of_the_suite_runs_in_a_process_of_its_own() {
    let file = |body: &str| {
        format!(
            "const t = require('tap')\nglobal.n = (global.n || 0) + 1\nt.test('x', (t) => {{ t.equal(global.n, 1); {body}; t.end() }})\n"
        )
    };
    for (body, exit) in [("", 0), ("t.fail()", 1)] {
        let (one, other) = (file(body), file(""));
        let toy =
            installed(&[MANIFEST, ("test/a*b.js", &one), ("test/-x.js", &other)], TABLE.versions[0].name);
        assert_eq!(toy.suite("tap", "test/-x.js"), exit);
    }
}

#[test]
fn the_packages_own_flags_and_variables_are_used_from_its_folder() {
    let files = [
        ("package.json", "{}"),
        (
            "a/package.json",
            r#"{"scripts": {"test": "MODE=x tap --node-arg=--expose-gc --no-coverage"}, "devDependencies": {"tap": "*"}}"#,
        ),
        ("a/.taprc", "node-arg:\n  - --require=./made.js\n"),
        ("a/made.js", "global.made = 1\n"),
        (
            "a/test/x.js",
            "const t = require('tap')\nt.test('x', (t) => { t.same([process.env.MODE, typeof gc, global.made], ['x', 'function', 1]); t.end() })\n",
        ),
    ];
    for version in TABLE.versions {
        assert_eq!(installed(&files, version.name).test("tap", "a/test/x.js", &["x"]), 0, "{}", version.name);
    }
}
