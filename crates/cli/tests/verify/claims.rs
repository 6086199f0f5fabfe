//! What the author of a change claims, judged by what was found.

use crate::{
    Found, cheat, fix,
    kit::{Den, status, text},
};
use std::fs;

const LEDGER: &str = "\
# What I did

- [fix] doubles what was halved
- [tests] one for it
- [pass] all of it
- [safe] nothing else changes
- [perf] and it is fast
- [magic] really
A line without a tag.
";

/// What became of each claim, in order.
fn outcomes(found: &Found) -> Vec<&str> {
    let claims = found.report["claims"].as_array().unwrap().iter();
    claims.map(|claim| claim["outcome"].as_str().unwrap()).collect()
}

#[test]
fn each_claim_of_an_honest_change_is_proven_as_far_as_it_can_be() {
    let (den, repo) = (Den::new(), fix().build());
    let ledger = den.path().join("claims.md");
    fs::write(&ledger, LEDGER).unwrap();
    let ledger = ledger.to_str().unwrap();
    let found = Found::of(&repo, &["--claims", ledger]);
    assert_eq!(found.verdict(), ("EARNED", 0));
    assert_eq!(outcomes(&found), ["proven", "proven", "proven", "proven", "unproven", "unproven"]);
    assert_eq!(found.report["claims"][0]["line"], 3);
    let shown = text(&den.run(repo.path(), &["--claims", ledger]).stdout);
    assert!(shown.contains("Claims") && shown.contains("[magic] is not a tag"), "{shown}");
}

#[test]
fn the_claims_of_a_cheat_are_false_and_change_nothing() {
    let (den, repo) = (Den::new(), cheat().build());
    let ledger = den.path().join("claims.md");
    fs::write(&ledger, LEDGER).unwrap();
    let found = Found::of(&repo, &["--claims", ledger.to_str().unwrap()]);
    assert_eq!(found.verdict(), ("UNEARNED", 2));
    assert_eq!(outcomes(&found), ["false", "unproven", "proven", "false", "unproven", "unproven"]);
}

#[test]
fn the_ledger_that_the_base_names_is_read_as_the_head_has_it() {
    let config = fs::read_to_string(crate::toy().build().at("counterproof.toml")).unwrap();
    let config = format!("{config}\n[claims]\nfile = \"CLAIMS.md\"\n");
    let named = fix().both("counterproof.toml", config);
    assert_eq!(outcomes(&Found::of(&named.head("CLAIMS.md", "- [fix] it\n").build(), &[])), ["proven"]);
    assert_eq!(outcomes(&Found::of(&fix().head("CLAIMS.md", "- [fix] it\n").build(), &[])), [""; 0]);
}

#[test]
fn a_ledger_that_cannot_be_read_is_a_usage_error() {
    let output = Den::new().run(fix().build().path(), &["--claims", "no-such-file"]);
    assert_eq!(status(&output), 64);
    assert!(text(&output.stderr).contains("no-such-file cannot be used"));
}
