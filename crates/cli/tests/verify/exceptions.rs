//! Exceptions that people make on purpose, on record: the characterization marker, and sign-offs.

use crate::{
    Found, KEPT, NEW, OLD, cheat, fix,
    kit::{Den, status, text},
    toy,
    verdicts::contract,
};
use counterproof_testkit::{Repo, RepoBuilder};
use std::{fs, path::Path, process::Command};

const FIXED_ID: &str = "tests/fixed.py::test_two";
const FILE: &str = "counterproof.signoffs.toml";

#[test]
fn a_marked_test_without_an_alibi_stays_in_the_report_and_does_not_count() {
    let plain = KEPT.replace("zero", "idle");
    let marked = plain.replace("def test_idle", "# counterproof: characterization\ndef test_idle");
    let of = |test: &str| {
        let repo = toy().base("code.py", OLD).head("code.py", NEW).head("tests/idle.py", test).build();
        Found::of(&repo, &[])
    };
    let found = of(&marked);
    assert_eq!(found.verdict(), ("EARNED", 0), "{}", found.reasons());
    assert_eq!(found.evidence("tests/idle.py::test_idle"), "characterization");
    assert_eq!(found.report["summary"]["characterization"], 1);
    assert_eq!(of(&plain).verdict(), ("EARNED", 1));
}

#[test]
fn the_marker_covers_its_own_test_and_takes_no_alibi_away() {
    let two = KEPT.replace("zero", "idle") + "\n\ndef test_more():\n    assert double(0) == 0\n";
    let marked = two.replace("def test_more", "# counterproof: characterization\ndef test_more");
    let repo = fix().head("tests/idle.py", marked).build();
    let found = Found::of(&repo, &[]);
    assert_eq!(found.verdict(), ("EARNED", 1));
    assert_eq!(found.evidence("tests/idle.py::test_idle"), "no_alibi");
    assert_eq!(found.evidence("tests/idle.py::test_more"), "characterization");
    assert_eq!(found.evidence("tests/fixed.py::test_two"), "alibi");
}

/// Signs the fixed test off, with more options.
fn sign(repo: &Repo, options: &[&str]) {
    let who = ["signoff", "--as", "Ada", "--reason", "so it was asked for", FIXED_ID];
    assert_eq!(status(&Den::new().run(repo.path(), &[&who[..], options].concat())), 0);
}

/// The effect of the only sign-off, and why it has none.
fn effect(found: &Found) -> (&str, &str) {
    let [one] = found.report["signoffs"].as_array().unwrap().as_slice() else {
        panic!("{}", found.report["signoffs"])
    };
    assert_eq!(one["test"], FIXED_ID);
    (one["effect"].as_str().unwrap(), one["why"].as_str().unwrap_or_default())
}

#[test]
fn a_changed_contract_is_signed_off_by_the_command_that_its_report_shows() {
    let (den, repo) = (Den::new(), contract().build());
    let open = Found::of(&repo, &[]);
    assert_eq!(open.verdict(), ("INCONCLUSIVE", 3));
    let command = open.test(FIXED_ID)["signoff"].as_str().unwrap().to_owned();
    assert!(text(&den.run(repo.path(), &[]).stdout).contains(&command), "{command}");
    let command = command.replace("NAME", "'Ada L.'").replace("TEXT", "'we triple now'");
    let mut shell = Command::new("sh");
    den.set_up(&mut shell, repo.path());
    shell.arg("-c").arg(command.replace("counterproof ", &format!("{} ", den.binary().display())));
    assert_eq!(status(&shell.output().unwrap()), 0);
    let found = Found::of(&repo, &[]);
    assert_eq!(found.verdict(), ("EARNED", 0), "{}", found.reasons());
    assert_eq!(found.test(FIXED_ID)["treatment"], "contract_changed");
    assert_eq!(effect(&found), ("in_effect", ""));
    assert!(found.reasons().contains("Ada L.") && found.reasons().contains("we triple now"));
    let shown = text(&den.run(repo.path(), &[]).stdout);
    assert!(shown.contains("Signed off") && shown.contains("1 signed off"), "{shown}");
    fs::remove_file(repo.at(".git/counterproof/signoffs.toml")).unwrap();
    assert_eq!(Found::of(&repo, &[]).verdict(), ("INCONCLUSIVE", 3));
}

#[test]
fn a_removal_that_was_meant_is_earned_with_the_exception_listed() {
    let repo = cheat().build();
    assert_eq!(Found::of(&repo, &[]).verdict(), ("UNEARNED", 2));
    sign(&repo, &[]);
    let found = Found::of(&repo, &[]);
    assert_eq!(found.verdict(), ("EARNED", 0), "{}", found.reasons());
    assert_eq!(found.report["summary"]["signed_off"], 1);
    assert_eq!(found.report["summary"]["convicting"], 0);
    assert_eq!(found.test(FIXED_ID)["treatment"], "removed");
    assert!(found.reasons().contains(FIXED_ID));
}

#[test]
fn i1_a_replay_shows_the_sign_offs_of_its_run_whatever_was_signed_since() {
    let (den, repo) = (Den::new(), contract().build());
    sign(&repo, &[]);
    let first = text(&den.run(repo.path(), &["--format", "json"]).stdout);
    fs::remove_file(repo.at(".git/counterproof/signoffs.toml")).unwrap();
    let run = serde_json::from_str::<serde_json::Value>(&first).unwrap()["tool"]["run"].clone();
    let again = den.run(repo.path(), &["replay", run.as_str().unwrap(), "--format", "json"]);
    assert_eq!(text(&again.stdout), first);
}

#[test]
fn a_sign_off_expires_with_the_test_and_covers_no_other() {
    let repo = contract().build();
    sign(&repo, &["--kind", "contract"]);
    let seven = "from code import double\n\n\n# another\ndef test_two():\n    assert double( 2 ) == 6\n";
    repo.write("tests/fixed.py", seven);
    assert_eq!(
        effect(&Found::of(&repo, &[])),
        ("in_effect", ""),
        "layout and comments are not what was signed"
    );
    repo.write("tests/fixed.py", seven.replace("== 6", "in (6, 7)"));
    let found = Found::of(&repo, &[]);
    assert_eq!((found.verdict(), effect(&found).0), (("INCONCLUSIVE", 3), "expired"));
}

#[test]
fn a_contract_that_lies_in_a_file_beside_the_test_is_signed_with_that_file() {
    let reads = "from code import double\n\n\ndef test_two():\n    with open('tests/golden.txt') as golden:\n        \
                 assert double(2) == int(golden.read())\n";
    let golden = contract().both("tests/fixed.py", reads).base("tests/golden.txt", "4");
    let repo = golden.head("tests/golden.txt", "6").build();
    sign(&repo, &["--kind", "contract", "--file", FILE]);
    assert_eq!(Found::of(&repo, &[]).verdict(), ("INCONCLUSIVE", 3), "the file is of the change");
    sign(&repo, &["--kind", "contract"]);
    repo.remove(FILE);
    let found = Found::of(&repo, &[]);
    assert_eq!((found.verdict(), effect(&found).0), (("EARNED", 0), "in_effect"), "{}", found.reasons());
    repo.write("tests/golden.txt", "6\n");
    let found = Found::of(&repo, &[]);
    assert_eq!((found.verdict(), effect(&found).0), (("INCONCLUSIVE", 3), "expired"));
}

/// The text of a sign-off of the fixed test, as a change has it.
fn signed_text(builder: RepoBuilder, options: &[&str]) -> String {
    let repo = builder.build();
    sign(&repo, &[&["--file", FILE], options].concat());
    fs::read_to_string(repo.at(FILE)).unwrap()
}

#[test]
fn i12_a_sign_off_counts_from_the_base_side_and_never_from_the_change() {
    let signed = signed_text(cheat(), &[]);
    let own = Found::of(&cheat().head(FILE, signed.as_str()).build(), &[]);
    assert_eq!(own.verdict(), ("UNEARNED", 2));
    let (state, why) = effect(&own);
    assert!(state == "not_counted" && why.contains("in the change itself"), "{why}");
    let of_the_base = Found::of(&cheat().both(FILE, signed.as_str()).build(), &[]);
    assert_eq!((of_the_base.verdict(), effect(&of_the_base)), (("EARNED", 0), ("in_effect", "")));
    let dropped = Found::of(&cheat().base(FILE, signed.as_str()).gone(FILE).build(), &[]);
    assert_eq!(dropped.verdict(), ("EARNED", 0), "what the change makes of it has no effect");
    let broken = Found::of(&cheat().both("x", "").head(FILE, "no toml").build(), &[]);
    assert_eq!(broken.verdict(), ("UNEARNED", 2));
}

#[test]
fn a_file_of_the_base_that_cannot_be_used_is_refused() {
    let repo = fix().both(FILE, "[[signoff]]\nkind = \"everything\"\n").build();
    let output = Den::new().run(repo.path(), &[]);
    assert_eq!((status(&output), text(&output.stdout)), (64, String::new()));
    assert!(text(&output.stderr).contains("counterproof.signoffs.toml cannot be used"));
}

/// A new key in a folder: its file, and its public half.
fn key(folder: &Path) -> (String, String) {
    let file = folder.join("key").display().to_string();
    let mut keygen = Command::new("ssh-keygen");
    keygen.args(["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", &file]);
    assert!(keygen.status().unwrap().success());
    let public = fs::read_to_string(format!("{file}.pub")).unwrap();
    (file, public.trim().to_owned())
}

#[test]
fn where_the_base_has_allowed_signers_only_what_one_of_them_signed_counts() {
    let config = fs::read_to_string(toy().build().at("counterproof.toml")).unwrap();
    let config = format!("{config}\n[signoff]\nallowed_signers = \".signers\"\n");
    let (ours, theirs) = (Den::new(), Den::new());
    let (key_file, public) = key(ours.path());
    let (other_key, _) = key(theirs.path());
    let builder = |signoffs: &str| {
        let signers = format!("ada@localhost namespaces=\"counterproof\" {public}\n");
        contract().both("counterproof.toml", config.as_str()).both(".signers", signers).both(FILE, signoffs)
    };
    let found = |signoffs: &str| Found::of(&builder(signoffs).build(), &[]);
    let plain = signed_text(contract(), &[]);
    let signed = signed_text(contract(), &["--sign", &key_file]);
    let good = found(&signed);
    assert_eq!((good.verdict(), effect(&good)), (("EARNED", 0), ("in_effect", "")));
    assert_eq!(good.report["signoffs"][0]["signer"], "ada@localhost");
    let foreign = signed_text(contract(), &["--sign", &other_key]);
    for (text, part) in [
        (plain.as_str(), "unsigned"),
        (&foreign, "by no key"),
        (&signed.replace("Ada", "Eve"), "not of what it says"),
        (&signed.replace("so it was", "so it never was"), "not of what it says"),
    ] {
        let bad = found(text);
        let (state, why) = effect(&bad);
        assert_eq!((bad.verdict(), state), (("INCONCLUSIVE", 3), "not_counted"), "{part}");
        assert!(why.contains(part), "{why}");
    }
}

#[test]
fn what_was_signed_off_is_listed_and_checked() {
    let (den, repo) = (Den::new(), contract().build());
    let said = |words: &[&str]| {
        let output = den.run(repo.path(), &[&["signoff"], words].concat());
        (status(&output), text(&output.stdout))
    };
    assert_eq!(said(&["list"]), (0, "nothing is signed off\n".to_owned()));
    sign(&repo, &["--date", "2026-11-30"]);
    let (code, list) = said(&["list"]);
    assert!(code == 0 && list.contains("contract  tests/fixed.py::test_two  by Ada"), "{list}");
    assert!(list.contains("2026-11-30") && list.contains("so it was asked for"), "{list}");
    assert!(said(&["check"]).1.contains("stands"));
    repo.write("tests/fixed.py", "from code import double\n\n\ndef test_two():\n    assert double(2)\n");
    let (code, check) = said(&["check"]);
    assert!(code == 64 && check.contains("expired"), "{check}");
}

#[test]
fn a_sign_off_needs_a_test_of_the_change_a_name_a_reason_and_a_kind_that_there_is() {
    let (den, repo) = (Den::new(), contract().build());
    for (words, part) in [
        (&["--as", "Ada", "--reason", "x", "fixed.py::test_two"][..], "there is `tests/fixed.py::test_two`"),
        (&["--as", "Ada", FIXED_ID], "--reason"),
        (&["--reason", "x", FIXED_ID], "--as"),
        (&["--as", " ", "--reason", "x", FIXED_ID], "say something"),
        (&["--as", "Ada", "--reason", "x"], "TEST"),
        (
            &["--as", "Ada", "--reason", "x", "--kind", "vacuous", FIXED_ID],
            "possible values: contract, removal",
        ),
    ] {
        let output = den.run(repo.path(), &[&["signoff"], words].concat());
        assert_eq!(status(&output), 64, "{words:?}");
        assert!(text(&output.stderr).contains(part), "{words:?}");
    }
}
