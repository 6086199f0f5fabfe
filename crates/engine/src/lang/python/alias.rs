//! Old names in Python.

use crate::domain::{Rename, RepoPath};

/// Binds the old name to what has the new one.
pub(super) fn alias(_: &str, rename: &Rename) -> Option<String> {
    let scope: String = rename.scope.iter().map(|one| format!("{one}.")).collect();
    Some(format!("{scope}{} = {scope}{}", rename.old, rename.new))
}

/// The module is the other one. How far below a folder that modules are found in it lies, is told by its name.
pub(super) fn stand_in(was: &RepoPath, is: &RepoPath, _: &str) -> Option<String> {
    let (was, is) = (names(was)?, names(is)?);
    Some(format!(
        "import importlib, sys\n\
         counterproof_top = {} - len(__name__.split('.'))\n\
         sys.modules[__name__] = importlib.import_module('.'.join({is:?}[counterproof_top:]))\n",
        was.len(),
    ))
}

fn names(path: &RepoPath) -> Option<Vec<String>> {
    let path = path.to_string();
    let path = path.strip_suffix(".py")?;
    let path = path.strip_suffix("/__init__").unwrap_or(path);
    Some(path.split('/').map(str::to_owned).collect())
}
