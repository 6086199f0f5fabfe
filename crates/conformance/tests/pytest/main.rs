//! pytest as it is installed.
#![allow(missing_docs)]

mod cases;
mod commands;
mod plugins;

use cases::TABLE;
use counterproof_conformance::page;

#[test]
fn every_case_reads_as_the_table_says_in_pytest_9() {
    TABLE.hold("9.2.0");
}

#[test]
fn every_case_reads_as_the_table_says_in_pytest_8() {
    TABLE.hold("8.4.2");
}

#[test]
fn the_table_is_whole_and_the_page_is_made_from_it() {
    page::holds(&TABLE);
}
