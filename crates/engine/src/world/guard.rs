//! Hides a folder from this process and all that it starts, with Landlock, which needs no privilege.

#![allow(clippy::disallowed_methods, reason = "it lists the folders around the hidden one")]

use super::trouble::{Trouble, While};
use landlock::{
    ABI, Access, AccessFs, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus,
    path_beneath_rules,
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Makes everything below `hidden` unreadable and unwritable, for good. It can still be seen that it is there.
pub(crate) fn hide(hidden: &Path) -> Result<(), Trouble> {
    let allowed = all_but(hidden).doing(|| "list what stays visible".into())?;
    let status = restrict(&allowed).map_err(io::Error::other).doing(|| "hide the original tree".into())?;
    match status {
        RulesetStatus::NotEnforced => {
            Err(Trouble::new("cannot hide the original tree", "this kernel has no Landlock"))
        }
        _ => Ok(()),
    }
}

fn restrict(allowed: &[PathBuf]) -> Result<RulesetStatus, RulesetError> {
    // With the right to move files between folders (version 2), or every such move would fail.
    let access = AccessFs::from_all(ABI::V5);
    let rules = Ruleset::default().handle_access(access)?.create()?;
    Ok(rules.add_rules(path_beneath_rules(allowed, access))?.restrict_self()?.ruleset)
}

/// Landlock can only allow. So allowed is everything beside the folder, and beside each folder above it. Links are left
/// out: what they lead to is allowed or not by its own place.
fn all_but(hidden: &Path) -> io::Result<Vec<PathBuf>> {
    let mut allowed = Vec::new();
    let chain: Vec<_> = hidden.ancestors().collect();
    for folder in &chain[1..] {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if !entry.file_type()?.is_symlink() && !chain.contains(&path.as_path()) {
                allowed.push(path);
            }
        }
    }
    Ok(allowed)
}
