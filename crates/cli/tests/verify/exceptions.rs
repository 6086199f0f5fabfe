//! Exceptions that people make on purpose, on record: the characterization marker.

use crate::{Found, KEPT, NEW, OLD, fix, toy};

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
