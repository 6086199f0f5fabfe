//! From git to a change: what differs, and what each part of it is for.

pub mod parts;
pub mod role;

mod manifest;
