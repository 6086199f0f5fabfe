//! The runners that the tests need: installed, pinned, by the scripts that `scripts/test.sh` sources.

use std::{env, path::PathBuf};

/// The folder that an install script filled, by its name there (`vitest-3.2.4`).
///
/// # Panics
/// If it is not there.
#[must_use]
pub fn tool(name: &str) -> PathBuf {
    let folder = tools().join(name);
    assert!(folder.is_dir(), "{} is not installed: `bash scripts/test.sh` does it", folder.display());
    folder
}

/// Where all of them are.
fn tools() -> PathBuf {
    let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/test-tools"));
    env::var_os("COUNTERPROOF_TOOLS").map_or_else(default, PathBuf::from)
}
