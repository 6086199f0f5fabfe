use super::*;
use crate::{
    domain::Side,
    runner::{
        Question,
        testing::{Files, site, suite},
    },
};

#[test]
fn what_tape_loads_first_node_loads_first() {
    let manifest = r#"{"scripts": {"test": "nyc tape -r dotenv/config --require ./setup 'test/**/*.js'"}}"#;
    let project = Files::of(&[("package.json", manifest)]);
    let claim = (RUNNER.claim)(&project, &"test/a.js".into(), "var test = require('tape');").unwrap();
    assert_eq!(claim.facts["flags.base"], r#"["-r","dotenv/config","--require","./setup"]"#);
    assert_eq!(claim.because, "it imports `tape`");
}

#[test]
fn one_test_is_asked_with_all_of_its_file() {
    let suite = suite("tape", "p", &[("flags.base", r#"["-r","x"]"#)]);
    let command = (RUNNER.command)(&suite, Side::Base, &Question::Test(&site("p/test/a.js", &["x"])));
    assert_eq!(command.argv, ["node", "-r", "x", "test/a.js"]);
    assert!(command.env.is_empty());
}
