//! `node --test` as it is installed.
#![allow(missing_docs)]

mod commands;
