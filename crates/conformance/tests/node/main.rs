//! `node --test` as it is installed.
#![allow(missing_docs)]

mod cases;
mod commands;

use cases::TABLE;
use counterproof_conformance::page;

#[test]
fn every_case_reads_as_the_table_says_in_node_20() {
    TABLE.hold("20.20.2");
}

#[test]
fn every_case_reads_as_the_table_says_in_node_22() {
    TABLE.hold("22.23.3");
}

#[test]
fn every_case_reads_as_the_table_says_in_node_24() {
    TABLE.hold("24.21.0");
}

#[test]
fn the_table_is_whole_and_the_page_is_made_from_it() {
    page::holds(&TABLE);
}
