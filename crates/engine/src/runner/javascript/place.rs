//! What the names and folders of test files have in common.

use crate::domain::RepoPath;

/// Folders for tests.
const FOLDERS: [&[u8]; 5] = [b"test", b"tests", b"spec", b"specs", b"__tests__"];

/// `x.test.js`, `x_spec.js` and their kin, and all that lies in a folder for tests.
pub(in crate::runner) fn is_named_as_test(file: &RepoPath) -> bool {
    let name = String::from_utf8_lossy(file.name()).into_owned();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).to_lowercase();
    let ends = ["test", "tests", "spec", "specs"].iter().any(|end| stem.ends_with(end));
    ends || file.components().any(|folder| FOLDERS.contains(&folder))
}
