//! Families: the same answers as one by one, for less.

use crate::model::{Does::*, Model, Modelled, added, any_test, bystander, edited, model, removed};
use counterproof_engine::{domain::*, judge};
use proptest::prelude::*;

/// The model with the same around every body, so that touched tests are a family. What is marked as expected to fail has
/// that mark around it.
fn as_family(tests: Vec<Modelled>) -> Model {
    let mut model = model(tests);
    for (test, modelled) in model.case.tests.iter_mut().zip(&model.tests) {
        let marked = modelled.does.values().any(|does| *does == Swallow);
        let wrapping = if marked { vec!["xfail".to_owned()] } else { Vec::new() };
        for site in [&mut test.base, &mut test.head].into_iter().flatten() {
            site.wrapping.clone_from(&wrapping);
        }
    }
    model
}

fn many(test: &Modelled, count: usize) -> Vec<Modelled> {
    let mut tests = vec![test.clone(); count];
    tests.push(bystander());
    tests
}

/// What was found, without what it cost, and without cells that the other way of asking did not come by.
fn found(model: Model, other: &Report) -> (Verdict, u8, Vec<String>, Vec<TestReport>) {
    let mut report = model.judged();
    for (test, same) in report.tests.iter_mut().zip(&other.tests) {
        let not_there = |world: &World| same.cells[world] == Cell::NotAsked;
        test.cells
            .iter_mut()
            .filter(|(world, _)| not_there(world))
            .for_each(|(_, cell)| *cell = Cell::NotAsked);
    }
    (report.verdict, report.exit_code, report.reasons, report.tests)
}

fn same_by_both_ways(tests: &[Modelled]) -> bool {
    let (family, alone) = (as_family(tests.to_vec()), model(tests.to_vec()));
    let (by_family, by_one) = (as_family(tests.to_vec()).judged(), model(tests.to_vec()).judged());
    found(family, &by_one) == found(alone, &by_family)
}

fn trials(mut model: Model) -> usize {
    model.seen().len()
}

#[test]
fn fifty_new_tests_cost_little_more_than_four() {
    let four = trials(as_family(many(&added(Fail, Pass), 4)));
    let fifty = trials(as_family(many(&added(Fail, Pass), 50)));
    assert_eq!(four, fifty);
    assert!(fifty < 16, "{fifty}");
    assert!(trials(model(many(&added(Fail, Pass), 50))) > 200);
}

#[test]
fn fifty_edited_tests_cost_little_too() {
    assert!(trials(as_family(many(&edited(Pass, Fail, Pass, Pass), 50))) < 22);
}

#[test]
fn one_that_disagrees_is_asked_alone_and_the_others_stay_together() {
    let mut tests = many(&added(Fail, Pass), 30);
    tests[17] = added(Pass, Pass);
    let mut family = as_family(tests);
    let seen = family.seen();
    assert!(seen.len() < 32, "{}", seen.len());
    let report = judge::judge(&family.case, &seen);
    let accused: Vec<_> = report
        .tests
        .iter()
        .filter(|test| test.verdict == Some(TestVerdict::NoAlibi))
        .map(|test| test.test)
        .collect();
    assert_eq!(accused, [TestNo(17)]);
}

#[test]
fn nobody_is_accused_by_a_family() {
    let mut tests = many(&removed(Pass, Fail), 6);
    tests.extend(many(&added(Pass, Pass), 6));
    let mut family = as_family(tests);
    let seen = family.seen();
    let report = judge::judge(&family.case, &seen);
    assert_eq!(report.verdict, Verdict::Unearned);
    for accused in report.tests.iter().filter(|test| test.treatment == Some(Treatment::Removed)) {
        for world in [World::BEFORE, World::EARNED] {
            let arm = Trial::arm(world, Ask::Test(accused.test));
            assert!(seen.get(&arm).is_some() && seen.get(&arm.again(2)).is_some(), "{:?}", accused.test);
        }
    }
}

#[test]
fn a_harness_that_was_changed_has_every_test_asked_alone() {
    let mut family = as_family(many(&added(Fail, Pass), 8));
    family.case.change.files[1].roles.push(Role::Harness);
    let seen = family.seen();
    assert!(seen.iter().all(|one| one.marks.is_empty()));
}

proptest! {
    #[test]
    fn a_family_finds_what_its_members_would_find_one_by_one(tests in prop::collection::vec(any_test(), 4..12)) {
        prop_assert!(same_by_both_ways(&tests));
    }

    #[test]
    fn mostly_healthy_families_find_the_same_too(
        odd in prop::collection::vec(any_test(), 0..4),
        healthy in prop::collection::vec(prop_oneof![Just(added(Fail, Pass)), Just(edited(Pass, Fail, Pass, Pass))], 4..10),
    ) {
        let tests: Vec<Modelled> = healthy.into_iter().chain(odd).collect();
        prop_assert!(same_by_both_ways(&tests));
    }

    #[test]
    fn i5_a_mark_taken_away_never_makes_a_verdict_better(tests in prop::collection::vec(any_test(), 4..9)) {
        let mut family = as_family(tests);
        let seen = family.seen();
        let whole = judge::judge(&family.case, &seen);
        for observation in seen.iter().filter(|one| !one.marks.is_empty()) {
            let mut less = seen.clone();
            less.extend([Observation { marks: Marks::new(), ..observation.clone() }]);
            let less = judge::judge(&family.case, &less);
            prop_assert!(less.verdict != Verdict::Earned || whole.verdict == Verdict::Earned);
        }
    }
}
