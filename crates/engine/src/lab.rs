//! The lab.
pub mod journal;
pub mod label;
