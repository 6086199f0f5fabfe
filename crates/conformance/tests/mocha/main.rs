//! mocha as it is installed.
#![allow(missing_docs)]

mod cases;
mod commands;

use cases::TABLE;
use counterproof_conformance::page;

#[test]
fn every_case_reads_as_the_table_says_in_mocha_12() {
    TABLE.hold("12.0.3");
}

#[test]
fn every_case_reads_as_the_table_says_in_mocha_11() {
    TABLE.hold("11.8.0");
}

#[test]
fn every_case_reads_as_the_table_says_in_mocha_10() {
    TABLE.hold("10.8.2");
}

#[test]
fn the_table_is_whole_and_the_page_is_made_from_it() {
    page::holds(&TABLE);
}
