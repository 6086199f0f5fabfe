//! Reading a change from real repositories in temporary folders.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests build repositories on disk")]

mod errors;
mod kit;
mod reading;
mod selecting;
mod snapshots;
mod untouched;
