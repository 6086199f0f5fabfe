//! With what the package's own script gives to tape a file is run.

use counterproof_conformance::{Toy, tool};
use std::path::Path;

#[test]
fn what_the_script_loads_first_is_loaded_in_the_packages_folder() {
    let files = [
        (
            "a/package.json",
            r#"{"scripts": {"test": "MODE=x nyc tape -r ./made.js 'test/**/*.js'"}, "devDependencies": {"tape": "*"}}"#,
        ),
        ("a/made.js", "global.made = 1\n"),
        (
            "a/test/x.js",
            "var test = require('tape');\ntest('x', function (t) { t.deepEqual([process.env.MODE, global.made], ['x', 1]); t.end(); });\n",
        ),
        ("a/test/y.js", "var test = require('tape');\ntest('y', function (t) { t.fail(); t.end(); });\n"),
    ];
    let toy = Toy::new(&files).linked(Path::new("node_modules"), &tool("tape-5.10.2").join("node_modules"));
    assert_eq!(toy.test("tape", "a/test/x.js", &["x"]), 0);
    assert_eq!(toy.file("tape", "a/test/x.js"), 0);
    assert_eq!(toy.suite("tape", "a/test/x.js"), 1);
}
