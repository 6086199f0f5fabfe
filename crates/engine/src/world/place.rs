//! The place that worlds cover.

use std::path::PathBuf;

/// Where a repository lies, and where worlds may put what does not fit into memory.
#[derive(Clone, Debug)]
pub struct Place {
    /// The top level of the working tree, canonical.
    pub top: PathBuf,
    /// Its git directory (`git rev-parse --absolute-git-dir`).
    pub git_dir: PathBuf,
    /// The git directory it shares with other working trees (`--git-common-dir`), absolute.
    pub common_dir: PathBuf,
    /// A folder of ours outside of the tree. It is made when it is first needed.
    pub scratch: PathBuf,
}
