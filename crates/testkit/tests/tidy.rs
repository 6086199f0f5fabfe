//! The source of this workspace keeps to its own rules (ARCHITECTURE.md, "Budgets for beauty"; I9).

use counterproof_testkit::tidy;

/// Nothing found wrong.
const NOTHING: [&str; 0] = [];

#[test]
fn i9_every_table_is_closed() {
    let sources = tidy::workspace();
    let found: Vec<_> = tidy::TABLES.iter().flat_map(|table| tidy::unlisted(table, &sources)).collect();
    assert_eq!(found, NOTHING);
}

#[test]
fn no_file_is_over_its_budget() {
    assert_eq!(tidy::long_files(&tidy::workspace()), NOTHING);
}

#[test]
fn no_function_is_over_its_budget() {
    let functions: Vec<_> = tidy::workspace().iter().flat_map(tidy::functions).collect();
    assert_eq!(tidy::long_functions(&functions), NOTHING);
}

#[test]
fn functions_fit_in_a_glance() {
    let functions: Vec<_> = tidy::workspace().iter().flat_map(tidy::functions).collect();
    let lengths = tidy::Lengths::of(&functions);
    assert!(lengths.median <= 9 && lengths.nine_tenths <= 35, "{lengths}");
}

#[test]
fn every_invariant_has_a_test_of_its_name() {
    assert_eq!(tidy::untested_invariants(&tidy::workspace()), NOTHING);
}

#[test]
fn nothing_is_put_off() {
    assert_eq!(tidy::leftovers(&tidy::workspace()), NOTHING);
}

#[test]
fn no_path_of_a_machine_is_in_the_source() {
    assert_eq!(tidy::machine_paths(&tidy::workspace()), NOTHING);
}

#[test]
fn every_file_begins_with_what_it_is_about() {
    assert_eq!(tidy::undescribed(&tidy::workspace()), NOTHING);
}
