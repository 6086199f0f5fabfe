//! What the tests of counterproof share: a builder of small repositories, a toy runner that answers in milliseconds,
//! a fingerprint that shows whether a tree was touched, and the tidy checks of the source.
//!
//! A fixture that cannot be made is a broken machine, not a finding: everything here panics and says why.
#![allow(clippy::disallowed_methods, reason = "fixtures live on a real disk and are made by the real git")]

mod fingerprint;
mod repo;
pub mod tidy;
mod toy;

pub use fingerprint::Fingerprint;
pub use repo::{Entry, Repo, RepoBuilder};
