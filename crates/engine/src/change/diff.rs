//! What differs between two trees, file by file.

use super::{Blob, ChangeError, Repository};
use crate::domain::{RepoPath, Version};

/// A file that differs between two versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path on the head side; on the base side, if it was deleted.
    pub path: RepoPath,
    /// Its path on the base side, if git sees a rename.
    pub was: Option<RepoPath>,
    /// What the base has; `None`: no such file.
    pub base: Option<Blob>,
    /// What the head has; `None`: no such file.
    pub head: Option<Blob>,
}

/// The flags are all explicit, so that no configuration of the user's can change what a change is: neither
/// how much alike a rename must be, nor how many files are compared, nor which submodules are left out. Empty
/// files are never paired: one `__init__.py` is not another one that was moved.
const FLAGS: &[&str] = &[
    "diff-tree",
    "-r",
    "-z",
    "--raw",
    "--full-index",
    "-M50%",
    "-l2000",
    "--no-rename-empty",
    "--no-textconv",
    "--no-ext-diff",
    "--ignore-submodules=none",
];

/// What differs between two versions, by path.
///
/// # Errors
/// A tree cannot be read.
pub fn diff(repository: &Repository, base: &Version, head: &Version) -> Result<Vec<Entry>, ChangeError> {
    let args: Vec<&str> = FLAGS.iter().copied().chain([base.tree.as_str(), head.tree.as_str()]).collect();
    let mut entries = parse(&repository.git.read(&args)?);
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(entries)
}

/// `:mode mode oid oid STATUS NUL path NUL`, with a second path after renames.
fn parse(raw: &[u8]) -> Vec<Entry> {
    let mut fields = raw.split(|b| *b == 0);
    std::iter::from_fn(|| {
        let head = std::str::from_utf8(fields.next()?).ok()?.strip_prefix(':')?;
        let words: Vec<&str> = head.split(' ').collect();
        let [base_mode, head_mode, base_oid, head_oid, status] = words[..] else { return None };
        let first = RepoPath::new(fields.next()?);
        let (was, path) = match status.starts_with('R') {
            true => (Some(first), RepoPath::new(fields.next()?)),
            false => (None, first),
        };
        Some(Entry { path, was, base: blob(base_mode, base_oid), head: blob(head_mode, head_oid) })
    })
    .collect()
}

/// Mode 0 stands for no file.
fn blob(mode: &str, oid: &str) -> Option<Blob> {
    let mode = u32::from_str_radix(mode, 8).ok()?;
    (mode != 0).then(|| Blob { oid: oid.to_owned(), mode })
}
