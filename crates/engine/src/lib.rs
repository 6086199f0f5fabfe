//! The engine of counterproof: it takes a change apart into code and tests, builds the worlds that did not happen,
//! runs the project's own runner there, and judges by exit statuses alone. Everything but the screen is here.

pub mod alter;
pub mod case;
pub mod change;
pub mod claims;
pub mod config;
pub mod domain;
pub mod evidence;
pub mod investigate;
pub mod judge;
pub mod lab;
pub mod lang;
pub mod plan;
pub mod report;
pub mod runner;
pub mod session;
pub mod signoff;
pub mod world;
