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
mod installed;
mod jest;
mod kit;
mod mocha;
mod mono;
mod node;
mod odd;
mod php;
mod python;
mod rust;
mod tape;
mod vitest;
