//! vitest as it is installed.
#![allow(missing_docs)]

mod cases;
mod commands;

use cases::TABLE;
use counterproof_conformance::page;

#[test]
fn every_case_reads_as_the_table_says_in_vitest_5() {
    TABLE.hold("5.1.2");
}

#[test]
fn every_case_reads_as_the_table_says_in_vitest_4() {
    TABLE.hold("4.1.12");
}

#[test]
fn every_case_reads_as_the_table_says_in_vitest_3() {
    TABLE.hold("3.2.7");
}

#[test]
fn the_table_is_whole_and_the_page_is_made_from_it() {
    page::holds(&TABLE);
}
