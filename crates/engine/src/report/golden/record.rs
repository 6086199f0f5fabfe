//! What reports make of sign-offs and claims.

use super::*;
use crate::claims;

/// An inconclusive report with a sign-off of each effect, and claims.
fn on_record() -> Golden {
    let mut golden = inconclusive();
    let id = golden.report.case.tests[0].id.clone();
    let ruling = |kind, effect| SignOffRuling {
        recorded: Recorded {
            signoff: SignOff {
                kind,
                test: id.clone(),
                name: "Ada".into(),
                reason: "prices are with tax now".into(),
                date: "2026-11-30".into(),
                digest: "sha256:0".into(),
                signature: None,
            },
            found_in: "counterproof.signoffs.toml".into(),
            standing: Standing::Counts { signer: Some("ada@localhost".into()) },
        },
        effect,
    };
    golden.report.signoffs = vec![
        ruling(SignOffKind::Contract, Effect::InEffect),
        ruling(SignOffKind::Removal, Effect::Expired),
        ruling(SignOffKind::Unvalidatable, Effect::None("it is unsigned".into())),
    ];
    let outcomes = [ClaimOutcome::Proven, ClaimOutcome::False, ClaimOutcome::Unproven];
    let read = claims::read("- [fix] the rounding\n- [tests] two\n- [perf] faster \u{1b}[2J\n");
    golden.report.claims = read
        .into_iter()
        .zip(outcomes)
        .map(|(claim, outcome)| ClaimRuling { claim, outcome, why: "So it was found.".into() })
        .collect();
    golden.run.sign_off.insert(TestNo(1), "counterproof signoff --kind contract --as NAME".into());
    golden
}

#[test]
fn what_is_on_record_is_shown() {
    insta::assert_snapshot!(on_record().text(PLAIN));
}

#[test]
fn what_is_on_record_is_in_the_json_by_the_schema() {
    let schema: serde_json::Value = serde_json::from_str(&json::schema()).unwrap();
    let report: serde_json::Value = serde_json::from_str(&on_record().json()).unwrap();
    assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&report));
    let effects: Vec<_> = report["signoffs"].as_array().unwrap().iter().map(|one| &one["effect"]).collect();
    assert_eq!(effects, ["in_effect", "expired", "not_counted"]);
    assert_eq!(report["claims"][1]["outcome"], "false");
    assert_eq!(report["summary"]["signed_off"], 1);
}

#[test]
fn every_earned_report_and_no_other_has_its_limits() {
    for golden in all() {
        let report: serde_json::Value = serde_json::from_str(&golden.json()).unwrap();
        assert_eq!(report["limits"].is_string(), report["verdict"] == "EARNED");
    }
}
