//! Reading a change: git in, two pinned trees and what differs between them out. Everything is tree against
//! tree, the working tree too, so that nothing downstream has to know where a state came from.
//!
//! What git executes for us: no hook, no fsmonitor, no pager, no textconv, no external diff, no fetch. The
//! only programs of the user's that git may start are the `clean` and `smudge` filters that *the user's own
//! configuration* defines, for the files whose attributes name them: `clean` for files that differ from the
//! index, `smudge` for files whose contents are asked for. A change can choose among these filters through
//! `.gitattributes`, but it cannot define one.

mod diff;
mod error;
mod git;
mod manifest;
mod objects;
pub mod parts;
mod repository;
pub mod role;
mod select;
pub mod snapshot;
mod store;
mod worktree;

pub use diff::{Entry, diff};
pub use error::ChangeError;
pub use objects::{Blob, Tree};
pub use repository::Repository;
pub use select::{Selected, Wanted, select};
