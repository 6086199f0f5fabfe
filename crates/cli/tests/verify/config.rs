//! `counterproof.toml`: whose it is, and what it may say.

use crate::{
    FIXED, Found, NEW, OLD, cheat, fix,
    kit::{Den, status, text},
    toy,
};
use counterproof_testkit::RepoBuilder;
use std::fs;

/// The configuration of the toy runner with more in it, on both sides or on the head alone.
fn config() -> String {
    fs::read_to_string(toy().both("code.py", NEW).build().at("counterproof.toml")).unwrap()
}

/// Suites, files and tests that are always green, by another runner and by exclusion.
fn excuses() -> [String; 3] {
    [
        "exclude = [\"**\"]\n".to_owned() + &config(),
        "[roles]\nother = [\"**\"]\n".to_owned() + &config(),
        "[[runner.custom]]\nname = \"yes\"\nfiles = [\"tests/**/*.py\"]\nsuite = [\"true\"]\n".to_owned(),
    ]
}

#[test]
fn i12_a_change_cannot_bring_the_configuration_it_is_judged_by() {
    for excuse in excuses() {
        let found = Found::of(&cheat().head("counterproof.toml", excuse.as_str()).build(), &[]);
        assert_eq!(found.verdict(), ("UNEARNED", 2), "{excuse}");
    }
}

#[test]
fn a_configuration_that_the_change_adds_does_not_count_yet() {
    let repo = RepoBuilder::new().base("code.py", OLD).head("code.py", NEW).head("tests/fixed.py", FIXED);
    let found = Found::of(&repo.head("counterproof.toml", config()).build(), &[]);
    assert_ne!(found.report["tests"][0]["runner"], "custom");
}

#[test]
fn the_configuration_of_the_base_counts() {
    let excluded = "exclude = [\"tests/fixed.py\"]\n".to_owned() + &config();
    let found = Found::of(&fix().both("counterproof.toml", excluded).build(), &[]);
    assert_eq!(found.verdict(), ("EARNED", 0));
    assert_eq!(found.report["tests"].as_array().unwrap().len(), 0, "the new test was not to be asked");
}

#[test]
fn an_unknown_key_is_refused_with_a_pointer_into_the_file() {
    let repo = fix().both("counterproof.toml", "jobs = 2\njbos = 3\n").build();
    let output = Den::new().run(repo.path(), &[]);
    assert_eq!((status(&output), text(&output.stdout)), (64, String::new()));
    for word in ["counterproof.toml", "line 2", "jbos = 3", "^^^^", "unknown field `jbos`"] {
        assert!(text(&output.stderr).contains(word), "{word}");
    }
}
