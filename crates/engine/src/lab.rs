//! The lab: the only step that touches the world. It turns trials into jobs, runs as many at a time as it may, and
//! brings back observations.

mod bench;
mod builds;
mod command;
pub mod journal;
pub mod label;
pub(crate) mod process;

pub use bench::{Bench, Event, Setup};
