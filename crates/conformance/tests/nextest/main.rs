//! cargo-nextest as it is installed.
#![allow(missing_docs)]

mod cases;
mod commands;

use cases::TABLE;
use counterproof_conformance::page;

#[test]
fn every_case_reads_as_the_table_says() {
    TABLE.hold("0.9.148");
}

#[test]
fn the_table_is_whole_and_the_page_is_made_from_it() {
    page::holds(&TABLE);
}
