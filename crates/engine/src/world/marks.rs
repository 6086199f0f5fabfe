//! The folder in which witnessed bodies leave their marks: the world's own, gone with it.

#![allow(clippy::disallowed_methods, reason = "it makes and lists a folder in a world")]

use super::trouble::{Trouble, While};
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

/// Makes the folder, where temporary files of the environment go.
pub(crate) fn folder(env: &[(OsString, OsString)]) -> Result<PathBuf, Trouble> {
    let temporary = env.iter().find(|(name, _)| name == "TMPDIR").map(|(_, folder)| PathBuf::from(folder));
    let folder = temporary.unwrap_or_else(|| "/tmp".into()).join("counterproof-marks");
    fs::create_dir_all(&folder).doing(|| "make a folder for marks".into())?;
    Ok(folder)
}

/// What was left there, in order.
pub(crate) fn left_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}
