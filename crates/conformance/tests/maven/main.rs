//! Maven and Surefire as they are installed.
#![allow(missing_docs)]

mod cases;
mod commands;
mod edits;

use cases::{NEWEST, TABLE};
use counterproof_conformance::page;

#[test]
fn every_case_reads_as_the_table_says_in_surefire_3() {
    TABLE.hold(NEWEST);
}

#[test]
fn the_table_is_whole_and_the_page_is_made_from_it() {
    page::holds(&TABLE);
}
