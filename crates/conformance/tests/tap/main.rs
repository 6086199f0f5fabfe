//! node-tap as it is installed.
#![allow(missing_docs)]

mod cases;
mod commands;

use cases::TABLE;
use counterproof_conformance::page;

#[test]
fn every_case_reads_as_the_table_says_in_tap_21() {
    TABLE.hold("21.8.0");
}

#[test]
fn every_case_reads_as_the_table_says_in_tap_18() {
    TABLE.hold("18.8.0");
}

#[test]
fn every_case_reads_as_the_table_says_in_tap_16() {
    TABLE.hold("16.3.10");
}

#[test]
fn the_table_is_whole_and_the_page_is_made_from_it() {
    page::holds(&TABLE);
}
