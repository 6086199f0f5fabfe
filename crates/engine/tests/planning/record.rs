//! What sign-offs clear, and what claims come to, on the model.

use crate::model::{Does::*, Model, Modelled, added, any_test, bystander, edited, model, removed};
use counterproof_engine::{claims, domain::*, judge, signoff};
use proptest::prelude::*;

/// A sign-off of the model's test as it is.
fn signoff(model: &Model, test: usize, kind: SignOffKind) -> Recorded {
    let test = &model.case.tests[test];
    let signoff = SignOff {
        kind,
        test: test.id.clone(),
        name: "Ada".into(),
        reason: "so it was asked for".into(),
        date: "2026-12-01".into(),
        digest: signoff::of_test(kind, test, &model.case.record.around),
        signature: None,
    };
    Recorded { signoff, found_in: "here".into(), standing: Standing::Counts { signer: None } }
}

/// The report on tests of which the first is signed off.
fn signed(tests: Vec<Modelled>, kind: SignOffKind) -> Report {
    let mut model = model(tests);
    model.case.record.signoffs = vec![signoff(&model, 0, kind)];
    model.judged()
}

fn outcome(report: &Report) -> (Verdict, u8) {
    (report.verdict, report.exit_code)
}

#[test]
fn a_signed_contract_change_is_not_open_any_more_and_stays_what_it_is() {
    let report = signed(vec![edited(Pass, Fail, Fail, Pass), bystander()], SignOffKind::Contract);
    assert_eq!(outcome(&report), (Verdict::Earned, 0));
    assert_eq!(report.tests[0].treatment, Some(Treatment::ContractChanged));
    assert_eq!(report.signoffs[0].effect, Effect::InEffect);
    assert!(
        report.tests[0].reason.ends_with("signed off as contract by Ada, 2026-12-01: so it was asked for")
    );
    assert!(report.reasons.iter().any(|reason| reason.contains("Ada")), "{:?}", report.reasons);
}

#[test]
fn a_signed_removal_or_disabling_convicts_nobody() {
    let report = signed(vec![removed(Pass, Fail), bystander()], SignOffKind::Removal);
    assert_eq!(outcome(&report), (Verdict::Earned, 0));
    assert_eq!(report.tests[0].treatment, Some(Treatment::Removed));
    let never = signed(vec![removed(Fail, Fail), bystander()], SignOffKind::Removal);
    assert_eq!(
        (outcome(&never), never.tests[0].treatment.clone()),
        ((Verdict::Earned, 0), Some(Treatment::NeverSatisfied))
    );
    let disabled = signed(vec![edited(Pass, Skip, Fail, Skip), bystander()], SignOffKind::Removal);
    assert_eq!(disabled.tests[0].treatment, Some(Treatment::Disabled));
    assert_eq!(disabled.signoffs[0].effect, Effect::InEffect);
    assert_ne!(disabled.verdict, Verdict::Unearned);
}

#[test]
fn a_signed_test_without_an_answer_keeps_nothing_open() {
    let mut test = added(Pass, Pass);
    test.loads_change = false;
    let report = signed(vec![test.clone(), bystander()], SignOffKind::Unvalidatable);
    assert_eq!(outcome(&report), (Verdict::Earned, 0));
    assert!(matches!(report.tests[0].verdict, Some(TestVerdict::Unanswered(_))), "it stays unanswered");
    assert_eq!(outcome(&signed(vec![test, bystander()], SignOffKind::Contract)), (Verdict::Inconclusive, 3));
}

#[test]
fn what_is_edited_to_green_weakened_or_without_an_alibi_cannot_be_signed_off() {
    for kind in SignOffKind::ALL {
        for test in
            [edited(Fail, Pass, Fail, Pass), edited(Pass, Pass, Fail, Pass), edited(Fail, Fail, Fail, Pass)]
        {
            let report = signed(vec![test, bystander()], kind);
            assert_eq!(outcome(&report), (Verdict::Unearned, 2), "{kind:?}");
            assert!(matches!(report.signoffs[0].effect, Effect::None(_)));
        }
        let idle = signed(vec![added(Pass, Pass), bystander()], kind);
        assert_eq!(outcome(&idle), (Verdict::Earned, 1), "{kind:?}");
        let red = signed(vec![added(Fail, Fail), bystander()], kind);
        assert_eq!(outcome(&red), (Verdict::NotGreen, 4), "{kind:?}");
    }
}

#[test]
fn a_vacuous_test_is_cleared_neither_by_a_sign_off_nor_by_a_mark() {
    for kind in SignOffKind::ALL {
        let vacuous = Modelled { probes: [Probe::Inverted].into(), blind: true, ..added(Pass, Pass) };
        let mut model = model(vec![vacuous, bystander()]);
        model.case.policy.probes = Probes::Some;
        model.case.tests[0].head.as_mut().expect("it is new").characterization = true;
        model.case.record.signoffs = vec![signoff(&model, 0, kind)];
        let report = model.judged();
        assert_eq!(outcome(&report), (Verdict::Earned, 1));
        assert_eq!(report.tests[0].verdict, Some(TestVerdict::Vacuous(Probe::Inverted)));
    }
}

#[test]
fn a_sign_off_expires_when_either_version_of_the_test_changes_and_is_listed() {
    for side in [Side::Base, Side::Head] {
        let mut model = model(vec![edited(Pass, Fail, Fail, Pass), bystander()]);
        model.case.record.signoffs = vec![signoff(&model, 0, SignOffKind::Contract)];
        let test = &mut model.case.tests[0];
        let site = if side == Side::Base { test.base.as_mut() } else { test.head.as_mut() };
        site.expect("it is on both sides").digest = "edited".into();
        let report = model.judged();
        assert_eq!(outcome(&report), (Verdict::Inconclusive, 3), "{side:?}");
        assert_eq!(report.signoffs[0].effect, Effect::Expired);
    }
}

#[test]
fn a_sign_off_covers_no_other_test_and_no_other_kind() {
    let contract = || edited(Pass, Fail, Fail, Pass);
    assert_eq!(
        outcome(&signed(vec![contract(), contract()], SignOffKind::Contract)),
        (Verdict::Inconclusive, 3)
    );
    assert_eq!(
        outcome(&signed(vec![contract(), bystander()], SignOffKind::Removal)),
        (Verdict::Inconclusive, 3)
    );
}

#[test]
fn i12_a_sign_off_that_may_not_count_has_no_effect_and_is_listed_with_the_reason() {
    for (standing, part) in [
        (Standing::OfTheChange, "written in the change itself"),
        (Standing::Ignored("it is unsigned".into()), "unsigned"),
    ] {
        let mut model = model(vec![removed(Pass, Fail), bystander()]);
        let recorded = Recorded { standing, ..signoff(&model, 0, SignOffKind::Removal) };
        model.case.record.signoffs = vec![recorded];
        let report = model.judged();
        assert_eq!(outcome(&report), (Verdict::Unearned, 2));
        assert!(matches!(&report.signoffs[0].effect, Effect::None(why) if why.contains(part)));
    }
}

#[test]
fn a_sign_off_of_what_is_not_judged_here_is_not_listed() {
    let mut model = model(vec![added(Fail, Pass), bystander()]);
    model.case.record.signoffs = vec![signoff(&model, 1, SignOffKind::Contract)];
    assert_eq!(model.judged().signoffs, []);
}

#[test]
fn i5_what_was_not_asked_cannot_be_signed_off() {
    let mut model = model(vec![added(Pass, Pass), bystander()]);
    model.case.record.signoffs = vec![signoff(&model, 0, SignOffKind::Unvalidatable)];
    let seen = model.seen();
    for observation in seen.iter() {
        let less = judge::judge(&model.case, &seen.without(&observation.trial));
        assert_ne!(less.exit_code, 0, "without {:?}", observation.trial);
    }
}

fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Earned => 3,
        Verdict::Inconclusive => 2,
        Verdict::NotGreen => 1,
        Verdict::Unearned => 0,
    }
}

fn any_signoffs() -> impl Strategy<Value = Vec<(usize, SignOffKind)>> {
    prop::collection::vec((0..4_usize, prop::sample::select(SignOffKind::ALL.to_vec())), 0..6)
}

fn recorded(model: &Model, wanted: &[(usize, SignOffKind)]) -> Vec<Recorded> {
    let there = wanted.iter().filter(|(test, _)| *test < model.tests.len());
    there.map(|(test, kind)| signoff(model, *test, *kind)).collect()
}

proptest! {
    #[test]
    fn i5_a_sign_off_taken_away_never_makes_a_verdict_better(
        tests in prop::collection::vec(any_test(), 1..5),
        wanted in any_signoffs(),
    ) {
        let mut model = model(tests);
        model.case.record.signoffs = recorded(&model, &wanted);
        let seen = model.seen();
        let whole = judge::judge(&model.case, &seen);
        for at in 0..model.case.record.signoffs.len() {
            let mut case = model.case.clone();
            case.record.signoffs.remove(at);
            let less = judge::judge(&case, &seen);
            prop_assert!(rank(less.verdict) <= rank(whole.verdict), "{:?} became {:?}", whole.verdict, less.verdict);
        }
        let mut without = model.case.clone();
        without.record = Record::default();
        let plain = judge::judge(&without, &seen);
        prop_assert!(plain.verdict != Verdict::NotGreen || whole.verdict == Verdict::NotGreen);
        prop_assert!(whole.exit_code != 0 || whole.verdict == Verdict::Earned);
    }

    #[test]
    fn i5_an_observation_taken_away_never_makes_a_verdict_better_with_sign_offs_either(
        tests in prop::collection::vec(any_test(), 1..4),
        wanted in any_signoffs(),
    ) {
        let mut model = model(tests);
        model.case.record.signoffs = recorded(&model, &wanted);
        let seen = model.seen();
        let whole = judge::judge(&model.case, &seen);
        for observation in seen.iter() {
            let less = judge::judge(&model.case, &seen.without(&observation.trial));
            prop_assert!(less.verdict != Verdict::Earned || whole.verdict == Verdict::Earned,
                "{:?} became EARNED without {:?}", whole.verdict, observation.trial);
            prop_assert!(less.exit_code != 0 || whole.exit_code == 0, "{} became 0", whole.exit_code);
        }
    }

    #[test]
    fn claims_change_neither_verdict_nor_exit_status(tests in prop::collection::vec(any_test(), 1..4)) {
        let mut model = model(tests);
        let seen = model.seen();
        let silent = judge::judge(&model.case, &seen);
        model.case.record.claims = claims::read("- [fix] a\n- [tests]\n- [pass]\n- [safe]\n- [perf]\n- [other]\n");
        let loud = judge::judge(&model.case, &seen);
        prop_assert_eq!(loud.claims.len(), 6);
        prop_assert_eq!((loud.verdict, loud.exit_code, loud.reasons), (silent.verdict, silent.exit_code, silent.reasons));
    }
}

/// What becomes of `[tests]`, `[fix]`, `[pass]`, `[safe]`, by their first letters: p, f or u each.
fn claimed(tests: Vec<Modelled>) -> String {
    let mut model = model(tests);
    model.case.record.claims = claims::read("- [tests]\n- [fix]\n- [pass]\n- [safe]\n");
    let letter = |ruling: &ClaimRuling| match ruling.outcome {
        ClaimOutcome::Proven => 'p',
        ClaimOutcome::False => 'f',
        ClaimOutcome::Unproven => 'u',
    };
    model.judged().claims.iter().map(letter).collect()
}

#[test]
fn claims_are_judged_by_what_was_found() {
    assert_eq!(claimed(vec![added(Fail, Pass), bystander()]), "pppp");
    assert_eq!(claimed(vec![added(Pass, Pass), bystander()]), "ffpp");
    assert_eq!(claimed(vec![added(Pass, Pass), added(Fail, Pass), bystander()]), "fppp");
    assert_eq!(claimed(vec![added(NoLoad, Pass), bystander()]), "uupp");
    assert_eq!(claimed(vec![added(Fail, Pass), removed(Pass, Fail), bystander()]), "pfpf");
    assert_eq!(claimed(vec![added(Fail, Fail), bystander()]), "uffu");
    assert_eq!(claimed(vec![edited(Pass, Fail, Fail, Pass), bystander()]), "pppu");
    assert_eq!(claimed(vec![added(Fail, Pass)]), "pppu", "no base test could say that it is safe");
}

#[test]
fn speed_and_unknown_tags_are_never_proven() {
    let mut model = model(vec![added(Fail, Pass), bystander()]);
    model.case.record.claims = claims::read("- [perf] twice as fast\n- [magic] all is well\n");
    let report = model.judged();
    assert!(report.claims.iter().all(|ruling| ruling.outcome == ClaimOutcome::Unproven));
    assert!(report.claims[1].why.contains("[magic] is not a tag"));
}

#[test]
fn what_is_signed_off_is_not_safe() {
    let mut model = model(vec![removed(Pass, Fail), bystander()]);
    model.case.record.signoffs = vec![signoff(&model, 0, SignOffKind::Removal)];
    model.case.record.claims = claims::read("- [safe]\n");
    let report = model.judged();
    assert_eq!((report.verdict, report.claims[0].outcome), (Verdict::Earned, ClaimOutcome::Unproven));
}
