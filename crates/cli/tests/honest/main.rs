//! Honest changes that look odd, each with a real runner and, where there is one, with its guilty twin beside it: what
//! is true must not be accused, and what is guilty must not get away because of what looks odd.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    missing_docs,
    reason = "starts the binary on a real disk; a panic is the report of a test"
)]

mod change;
mod family;
mod go;
mod hollow;
mod installed;
mod java;
mod jest;
mod kit;
mod mocha;
mod mono;
mod nextest;
mod node;
mod odd;
mod php;
mod python;
mod renamed;
mod ruby;
mod rust;
mod support;
mod tape;
mod unittest;
mod vacuous;
mod vitest;
