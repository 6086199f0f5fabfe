//! Rust. Tests and code share files: a file is cut by item.
//!
//! Limits, on purpose: what a macro makes is not seen, so `proptest! { #[test] fn … }` and `quickcheck! { … }` are not
//! found as tests (nor are items inside of `cfg_if!` and its like cut). Doc tests are parts with the role test, but not
//! found as tests: cargo cannot select one exactly. Code blocks that are only indented, and those of `#[doc = "…"]`,
//! are left with the code.

mod alias;
mod assertions;
mod attribute;
mod clues;
mod doctest;
mod edit;
mod find;
mod graft;
mod module;
mod outline;
mod parts;
mod switch;
mod syntax;

use super::Language;
pub use module::{possible_registrars, registered_test_modules};

/// The row of Rust.
pub(super) const RUST: Language = Language {
    name: "Rust",
    extensions: &["rs"],
    tests: find::tests,
    definitions: find::definitions,
    assertions: assertions::assertions,
    outline: outline::outline,
    edit_bodies: edit::edit_bodies,
    witness: super::no_witness,
    switch: Some(switch::switch),
    ends_quietly: true,
    compiled: true,
    break_source: edit::break_source,
    hides_tests: |_| true,
    cut: Some(parts::cut),
    alias: Some(alias::alias),
    stand_in: None,
    graft: Some(graft::graft),
    clues: clues::CLUES,
};
