//! What a world must keep in and keep out, tried on this system with every backend that works here.
//!
//! Run as root, the tests run as root; the last one then runs the others again as a user without privileges.

#![allow(clippy::disallowed_methods, reason = "it is about disks and processes")]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]
#![cfg(target_os = "linux")]

#[path = "world/again.rs"]
mod again;
#[path = "world/isolation.rs"]
mod isolation;
#[path = "world/kept.rs"]
mod kept;
#[path = "world/layout.rs"]
mod layout;
#[path = "world/process.rs"]
mod process;
#[path = "world/support.rs"]
mod support;
