//! What reports make of findings.

use super::*;

#[test]
fn many_findings_are_counted_and_verbose_shows_them_all() {
    assert!(many().text(PLAIN).contains("and 20 more (-v shows all)"));
    assert!(!many().text(PLAIN).contains("old_10"));
    assert!(many().text(Style { verbosity: 1, ..PLAIN }).contains("old_29"));
}

#[test]
fn findings_change_nothing_but_their_own_section() {
    for mut golden in all() {
        let (text, mut json) = (golden.text(PLAIN), json_value(&golden));
        golden.run.findings.clear();
        let section = text.split_once("\nIn the text of the change").map(|(_, rest)| rest.split_once("\n\n"));
        let without = match section {
            Some(Some((section, _))) => text.replace(&format!("\nIn the text of the change{section}\n"), ""),
            _ => text,
        };
        assert_eq!(without, golden.text(PLAIN));
        json["findings"] = serde_json::json!([]);
        assert_eq!(json, json_value(&golden));
    }
}

fn json_value(golden: &Golden) -> serde_json::Value {
    serde_json::from_str(&golden.json()).unwrap()
}
