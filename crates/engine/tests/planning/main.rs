//! Planning and judging against a model: a fake lab that answers from what it knows each test to do.

mod families;
mod model;
mod record;

use counterproof_engine::{
    domain::*,
    investigate::{Lab, LabError, investigate},
    judge, plan,
};
use model::{
    Does::*, Model, Modelled, added, any_tests, behaves, bystander, edited, hollowed, model, removed, rename,
    verdict_of,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

#[test]
fn a_fix_with_a_test_that_fails_without_it_is_earned() {
    let report = model(vec![added(Fail, Pass), bystander()]).judged();
    assert_eq!((report.verdict, report.exit_code), (Verdict::Earned, 0));
    assert_eq!(report.tests[0].verdict, Some(TestVerdict::Alibi));
}

#[test]
fn a_new_test_that_passes_on_the_old_code_has_no_alibi() {
    let report = model(vec![added(Pass, Pass), bystander()]).judged();
    assert_eq!((report.verdict, report.exit_code), (Verdict::Earned, 1));
    assert_eq!(report.tests[0].verdict, Some(TestVerdict::NoAlibi));
}

/// A model whose first test is marked as characterization on the head's side.
fn marked(tests: Vec<Modelled>) -> Model {
    let mut model = model(tests);
    model.case.tests[0].head.as_mut().expect("only for tests that the head has").characterization = true;
    model
}

#[test]
fn a_test_without_an_alibi_that_is_marked_is_a_characterization_and_does_not_count() {
    let report = marked(vec![added(Pass, Pass), bystander()]).judged();
    assert_eq!((report.verdict, report.exit_code), (Verdict::Earned, 0));
    assert_eq!(report.tests[0].verdict, Some(TestVerdict::Characterization));
    let beside = marked(vec![added(Pass, Pass), added(Pass, Pass)]).judged();
    assert_eq!((beside.verdict, beside.exit_code), (Verdict::Earned, 1), "it is said of one test only");
}

#[test]
fn a_test_without_an_alibi_whose_base_version_was_marked_is_accused() {
    let mut model = model(vec![edited(Pass, Pass, Pass, Pass), bystander()]);
    model.case.tests[0].base.as_mut().unwrap().characterization = true;
    let report = model.judged();
    assert_eq!((report.tests[0].verdict.as_ref(), report.exit_code), (Some(&TestVerdict::NoAlibi), 1));
}

#[test]
fn a_test_that_never_loads_the_change_is_no_characterization_of_it() {
    let mut test = added(Pass, Pass);
    test.loads_change = false;
    let report = marked(vec![test, bystander()]).judged();
    assert_eq!(report.tests[0].verdict, Some(TestVerdict::Unanswered(Why::NeverLoadsChange)));
}

#[test]
fn a_new_test_that_never_loads_the_change_is_not_accused() {
    let mut test = added(Pass, Pass);
    test.loads_change = false;
    let report = model(vec![test, bystander()]).judged();
    assert_eq!(report.tests[0].verdict, Some(TestVerdict::Unanswered(Why::NeverLoadsChange)));
    assert_eq!((report.verdict, report.exit_code), (Verdict::Inconclusive, 3));
}

#[test]
fn a_new_test_that_cannot_load_on_the_old_code_is_provisional() {
    assert_eq!(
        model(vec![added(NoLoad, Pass), bystander()]).judged().tests[0].verdict,
        Some(TestVerdict::Provisional)
    );
}

#[test]
fn what_cannot_load_on_the_old_code_is_asked_of_the_hollow_code() {
    let judged = |hollow, left: &[&str]| {
        let mut test = added(NoLoad, Pass);
        test.does.insert(World::HOLLOW, hollow);
        let mut model = model(vec![test, bystander()]);
        model.case.hollowing =
            Hollowing { functions: 1, left: left.iter().map(|one| (*one).to_owned()).collect() };
        let report = model.judged();
        (report.exit_code, report.tests[0].verdict.clone().unwrap())
    };
    assert_eq!(judged(Fail, &["`LIMIT = 3`"]), (0, TestVerdict::Alibi));
    assert_eq!(judged(Pass, &[]), (1, TestVerdict::NoAlibi));
    assert_eq!(judged(Pass, &["`LIMIT = 3`"]), (0, TestVerdict::Provisional));
    assert_eq!(judged(NoLoad, &[]), (0, TestVerdict::Provisional));
    assert_eq!(judged(Skip, &[]), (0, TestVerdict::Provisional));
}

#[test]
fn a_test_that_passes_whatever_it_asserts_is_vacuous_unless_it_has_an_alibi() {
    let judged = |evidence, blind, probes| {
        let probed = [Probe::Inverted].into();
        let mut model = model(vec![Modelled { probes: probed, blind, ..added(evidence, Pass) }, bystander()]);
        model.case.policy.probes = probes;
        let report = model.judged();
        (report.exit_code, report.tests[0].verdict.clone().unwrap())
    };
    assert_eq!(judged(NoLoad, true, Probes::Some), (1, TestVerdict::Vacuous(Probe::Inverted)));
    assert_eq!(judged(NoLoad, false, Probes::Some), (0, TestVerdict::Provisional));
    assert_eq!(judged(NoLoad, true, Probes::None), (0, TestVerdict::Provisional));
    assert_eq!(judged(Pass, true, Probes::Some), (1, TestVerdict::Vacuous(Probe::Inverted)));
    assert_eq!(judged(Fail, true, Probes::Some), (0, TestVerdict::Alibi));
}

#[test]
fn a_base_test_that_only_misses_the_old_name_is_satisfied_by_a_shim() {
    let judged = |shimmed, renamed: &[Rename]| {
        let mut test = edited(Pass, NoLoad, NoLoad, Pass);
        test.does.insert(World::SHIMMED, shimmed);
        let mut beside = bystander();
        beside.does.insert(World::SHIMMED, Pass);
        let mut model = model(vec![test, beside]);
        model.case.renames = renamed.to_vec();
        let report = model.judged();
        (report.verdict, report.tests[0].treatment.clone().unwrap())
    };
    let cannot_run = Treatment::CannotRun(Why::CannotRun);
    assert_eq!(judged(Pass, &[rename()]), (Verdict::Earned, Treatment::SatisfiedByShim));
    assert_eq!(judged(Fail, &[rename()]), (Verdict::Inconclusive, cannot_run.clone()));
    assert_eq!(judged(NoLoad, &[rename()]), (Verdict::Inconclusive, cannot_run.clone()));
    assert_eq!(judged(Pass, &[]), (Verdict::Inconclusive, cannot_run));
}

#[test]
fn what_is_spent_on_probes_is_bounded_and_what_was_not_asked_is_said() {
    let many = |probes| {
        let alone = |at: usize| Modelled {
            probes: [Probe::Inverted].into(),
            // Each with another decorator, so that none is in a family.
            touched: if at.is_multiple_of(2) { Touched::Added } else { Touched::Edited },
            ..edited(Pass, Pass, Pass, Pass)
        };
        let mut model = model((0..90).map(alone).collect());
        for (number, test) in model.case.tests.iter_mut().enumerate() {
            test.head
                .iter_mut()
                .chain(&mut test.base)
                .for_each(|site| site.wrapping = vec![number.to_string()]);
        }
        model.case.policy.probes = probes;
        let seen = model.seen();
        let is_probe =
            |one: &&Observation| one.trial.alterations.iter().any(|one| matches!(one, Alteration::Probe(..)));
        let probes = seen.iter().filter(is_probe).count();
        (probes, seen.len() - probes, judge::judge(&model.case, &seen).reasons.join("\n"))
    };
    let (probes, others, reasons) = many(Probes::All);
    assert!(probes == 90 && others > 90 && !reasons.contains("can fail"), "{probes} {others} {reasons}");
    assert!(many(Probes::Some).0 <= others);
    assert_eq!(many(Probes::None).0, 0);
    assert!(
        many(Probes::None).2.contains("whether 90 new or changed tests can fail"),
        "{}",
        many(Probes::None).2
    );
}

#[test]
fn a_failure_that_may_be_a_missing_name_is_provisional_and_no_alibi() {
    let mut test = added(Fail, Pass);
    test.foreign = true;
    assert_eq!(model(vec![test, bystander()]).judged().tests[0].verdict, Some(TestVerdict::Provisional));
}

#[test]
fn a_broken_test_that_was_removed_is_unearned() {
    assert_eq!(verdict_of(vec![removed(Pass, Fail), bystander()]), (Verdict::Unearned, 2));
}

#[test]
fn a_removed_test_that_the_head_code_still_satisfies_is_earned() {
    assert_eq!(verdict_of(vec![removed(Pass, Pass), bystander()]), (Verdict::Earned, 0));
}

#[test]
fn each_convicting_row_is_unearned() {
    for row in [
        edited(Fail, Pass, Fail, Pass),
        edited(Fail, Fail, Fail, Pass),
        edited(Pass, Pass, Fail, Pass),
        removed(Fail, Fail),
    ] {
        assert_eq!(verdict_of(vec![row.clone(), bystander()]), (Verdict::Unearned, 2), "{row:?}");
    }
}

#[test]
fn a_changed_contract_is_for_a_person_to_decide() {
    assert_eq!(verdict_of(vec![edited(Pass, Fail, Fail, Pass), bystander()]), (Verdict::Inconclusive, 3));
}

#[test]
fn a_test_whose_new_version_is_never_entered_was_disabled() {
    let report = model(vec![edited(Pass, Skip, Fail, Skip), bystander()]).judged();
    assert_eq!(report.tests[0].treatment, Some(Treatment::Disabled));
    assert_eq!(report.verdict, Verdict::Unearned);
}

#[test]
fn a_test_that_is_red_on_both_sides_and_does_not_reach_the_change_convicts_nobody() {
    let mut row = removed(Fail, Fail);
    row.loads_change = false;
    assert_eq!(verdict_of(vec![row, bystander()]), (Verdict::Earned, 0));
}

/// What happens to be known by then depends on the order in which the lab answered.
#[test]
fn where_the_claimed_world_is_red_nothing_is_said_about_how_base_tests_were_treated() {
    let report = model(vec![edited(Fail, Fail, Fail, Fail), edited(Pass, Fail, Fail, Pass)]).judged();
    assert_eq!((report.verdict, report.exit_code), (Verdict::NotGreen, 4));
    assert!(report.tests.iter().all(|test| test.treatment.is_none()));
}

/// A head that brings a stand-in for the source: its test never loads what the base's version does.
#[test]
fn a_red_test_that_is_green_since_it_turned_away_from_the_change_was_edited_to_green() {
    let row = Modelled { turns_away: true, ..edited(Fail, Pass, Fail, Pass) };
    let report = model(vec![row, bystander()]).judged();
    assert_eq!(report.tests[0].treatment, Some(Treatment::EditedToGreen));
    assert_eq!((report.verdict, report.exit_code), (Verdict::Unearned, 2));
}

#[test]
fn a_red_test_that_was_edited_to_green_and_never_reached_the_change_convicts_nobody() {
    let row = Modelled { loads_change: false, ..edited(Fail, Pass, Fail, Pass) };
    let report = model(vec![row, bystander()]).judged();
    assert_eq!(report.tests[0].treatment, Some(Treatment::Void(Why::NeverLoadsChange)));
}

/// A source that raises a skip leaves the suite green, and a healthy neighbour can turn it red.
#[test]
fn a_base_test_that_the_head_code_cuts_short_is_never_called_satisfied() {
    let cut = Modelled { does: behaves(Pass, Pass, EndEarly, EndEarly), ..bystander() };
    let report = model(vec![bystander(), cut, bystander(), bystander()]).judged();
    assert_eq!((report.verdict, report.exit_code), (Verdict::Inconclusive, 3));
    let named: Vec<_> = report.tests.iter().map(|test| (test.test, test.treatment.clone())).collect();
    assert_eq!(named, [(TestNo(1), Some(Treatment::CannotRun(Why::NeverEnds)))]);
}

#[test]
fn a_base_test_that_was_always_cut_short_is_void_and_held_against_nobody() {
    let skips = Modelled { does: behaves(EndEarly, EndEarly, EndEarly, EndEarly), ..bystander() };
    let report = model(vec![bystander(), bystander(), skips]).judged();
    assert_eq!((report.verdict, report.exit_code), (Verdict::Earned, 0));
    assert_eq!(report.tests[0].treatment, Some(Treatment::Void(Why::NeverEnds)));
    assert_eq!(report.base_tests_asked, 2, "what has no baseline was not asked");
}

#[test]
fn a_conviction_stands_where_every_test_of_the_suite_was_disabled() {
    let mut model = model(vec![edited(Pass, Skip, Fail, Skip)]);
    let test = &mut model.case.tests[0];
    test.touched = Touched::Disabled;
    test.head.as_mut().unwrap().disabled = Some(Disabled { by: "skip".into(), line: 1 });
    assert_eq!(model.judged().verdict, Verdict::Unearned);
}

#[test]
fn a_red_claimed_world_is_not_green() {
    assert_eq!(verdict_of(vec![added(Fail, Fail), bystander()]), (Verdict::NotGreen, 4));
}

#[test]
fn while_a_red_claim_is_looked_into_nothing_else_is() {
    let mut model = model(vec![added(Fail, Fail), removed(Pass, Fail), bystander()]);
    let seen = model.seen();
    let before = seen.iter().filter(|one| one.trial.world == World::BEFORE).count();
    assert_eq!(before, 0, "whether the removed test has a baseline cannot matter any more: {seen:?}");
}

#[test]
fn a_test_that_was_red_before_is_said_to_have_been() {
    let mut old = bystander();
    old.does = behaves(Fail, Fail, Fail, Fail);
    let report = model(vec![old, bystander()]).judged();
    assert_eq!(report.verdict, Verdict::NotGreen);
    assert!(report.reasons[1].contains("before the change too: `t.py::test_0`"), "{:?}", report.reasons);
    assert_eq!(report.tests[0].reason, "fails with the change in place");
    assert_eq!((report.tests[0].test, &report.tests[0].treatment), (TestNo(0), &None));
}

#[test]
fn an_untouched_test_that_the_base_harness_still_asks_and_the_head_code_fails_is_found() {
    let mut quiet = bystander();
    quiet.does = behaves(Pass, Skip, Fail, Skip);
    let report = model(vec![added(Fail, Pass), quiet, bystander()]).judged();
    assert_eq!(report.verdict, Verdict::Unearned);
    assert!(
        report.tests.iter().any(|test| test.test == TestNo(1) && test.treatment == Some(Treatment::Disabled))
    );
}

#[test]
fn a_claimed_world_that_cannot_turn_red_is_never_earned() {
    let mut mute = bystander();
    mute.does = behaves(Pass, Skip, Pass, Skip);
    assert_eq!(verdict_of(vec![mute]), (Verdict::Inconclusive, 3));
}

#[test]
fn a_change_without_any_test_is_inconclusive() {
    assert_eq!(verdict_of(vec![]), (Verdict::Inconclusive, 3));
}

#[test]
fn an_unstable_reading_accuses_nobody() {
    let mut flaky = model(vec![added(Pass, Pass), bystander()]);
    let case = flaky.case.clone();
    let mut seen = flaky.seen();
    let again = Trial::arm(World::EVIDENCE, Ask::Test(TestNo(0))).again(1);
    let mut other = seen.get(&again).unwrap().clone();
    other.exit = Exit::Code(1);
    seen.extend([other]);
    let report = judge::judge(&case, &seen);
    assert_eq!(report.tests[0].verdict, Some(TestVerdict::Unanswered(Why::Unstable)));
}

#[test]
fn of_an_unstable_test_it_is_told_how_often_it_fails_before_and_after() {
    let mut flaky = model(vec![edited(Fail, Pass, Fail, Pass), bystander()]);
    let case = flaky.case.clone();
    let mut seen = flaky.seen();
    let again = Trial::arm(World::BEFORE, Ask::Test(TestNo(0))).again(1);
    let mut other = seen.get(&again).unwrap().clone();
    other.exit = Exit::Code(0);
    seen.extend([other]);
    let more = plan::next(&case, &seen);
    assert!(more.contains(&Trial::arm(World::CLAIMED, Ask::Test(TestNo(0))).again(2)), "{more:?}");
    seen.extend(flaky.run(&more).unwrap());
    let report = judge::judge(&case, &seen);
    assert_eq!(report.verdict, Verdict::Earned);
    assert_eq!(report.tests[0].treatment, Some(Treatment::Void(Why::Unstable)));
    assert!(
        report.tests[0].reason.contains("(it fails 2 of 3 times; as the change has it, 0 of 3)"),
        "{}",
        report.tests[0].reason
    );
}

/// How good a verdict is for whoever made the change.
fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Earned => 3,
        Verdict::Inconclusive => 2,
        Verdict::NotGreen => 1,
        Verdict::Unearned => 0,
    }
}

proptest! {
    #[test]
    fn i5_an_observation_taken_away_never_makes_a_verdict_better(tests in any_tests()) {
        let mut model = hollowed(tests);
        let seen = model.seen();
        let whole = judge::judge(&model.case, &seen);
        for observation in seen.iter() {
            let less = judge::judge(&model.case, &seen.without(&observation.trial));
            let moved_to_open = less.verdict == Verdict::Inconclusive || less.verdict == whole.verdict;
            prop_assert!(moved_to_open || rank(less.verdict) < rank(whole.verdict),
                "{:?} became {:?} without {:?}", whole.verdict, less.verdict, observation.trial);
            prop_assert!(less.verdict != Verdict::Earned || whole.verdict == Verdict::Earned);
        }
    }

    #[test]
    fn i1_replaying_a_journal_gives_the_same_report(tests in any_tests()) {
        let mut model = hollowed(tests);
        let seen = model.seen();
        let mut replayed = Seen::default();
        for observation in seen.iter() {
            let line = serde_json::to_string(observation).unwrap();
            replayed.extend([serde_json::from_str::<Observation>(&line).unwrap()]);
        }
        let case: Case = serde_json::from_str(&serde_json::to_string(&model.case).unwrap()).unwrap();
        prop_assert_eq!(judge::judge(&case, &replayed), judge::judge(&model.case, &seen));
    }

    #[test]
    fn i11_no_accusation_without_calibration_rollback_control_and_repetition(tests in any_tests()) {
        let mut model = hollowed(tests);
        let seen = model.seen();
        let report = judge::judge(&model.case, &seen);
        for test in &report.tests {
            let truth = &model.tests[test.test.0];
            if test.verdict == Some(TestVerdict::NoAlibi) {
                let is_hollow = test.cells.contains_key(&World::HOLLOW);
                let world = if is_hollow { World::HOLLOW } else { World::EVIDENCE };
                prop_assert!(truth.loads(world) && truth.does[&world] == Pass && truth.does[&World::CLAIMED] == Pass);
                prop_assert!(!is_hollow || model.case.hollowing.left.is_empty());
                prop_assert!(seen.get(&Trial::arm(world, Ask::Test(test.test)).again(2)).is_some());
            }
            if test.treatment.as_ref().is_some_and(Treatment::convicts) {
                prop_assert_eq!(truth.does[&World::EARNED], Fail);
                prop_assert!(matches!(truth.does[&World::BEFORE], Pass | Fail));
                prop_assert!(seen.get(&Trial::arm(World::EARNED, Ask::Test(test.test)).again(2)).is_some());
            }
        }
    }

    #[test]
    fn the_order_in_which_a_lab_answers_does_not_change_the_verdict(tests in any_tests()) {
        let together = hollowed(tests.clone()).judged();
        let mut single = hollowed(tests);
        let case = single.case.clone();
        let mut one_by_one = OneByOne(&mut single);
        let report = investigate(&case, &mut one_by_one, Seen::default()).unwrap();
        prop_assert_eq!(report.verdict, together.verdict);
        prop_assert_eq!(report.exit_code, together.exit_code);
    }
}

/// The same lab, but it brings only the last of the wanted observations each time.
struct OneByOne<'a>(&'a mut Model);

impl Lab for OneByOne<'_> {
    fn run(&mut self, wanted: &BTreeSet<Trial>) -> Result<Vec<Observation>, LabError> {
        let last = wanted.iter().next_back().cloned();
        self.0.run(&last.into_iter().collect())
    }
}
