//! What the source must keep to, checked by reading it: closed tables, the budgets of files and functions, no leftovers.
//! Each check returns what it found wrong, one sentence a place; nothing wrong is an empty list.

mod functions;
mod rules;
mod source;
mod tables;

pub use functions::{Function, Lengths, functions};
pub use rules::{leftovers, long_files, long_functions, machine_paths, undescribed, untested_invariants};
pub use source::{Source, workspace};
pub use tables::{TABLES, Table, unlisted};
