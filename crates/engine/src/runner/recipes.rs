//! Where projects write down how they are tested.

use super::{Project, text};
use crate::domain::RepoPath;

/// A folder cannot be listed here, so workflows are looked for by the names that are usual.
const RECIPES: &[&str] = &[
    "Makefile",
    "makefile",
    "GNUmakefile",
    "justfile",
    "Justfile",
    ".justfile",
    ".gitlab-ci.yml",
    ".travis.yml",
    ".circleci/config.yml",
    "azure-pipelines.yml",
    "appveyor.yml",
    ".github/workflows/build.yml",
    ".github/workflows/check.yml",
    ".github/workflows/ci.yaml",
    ".github/workflows/ci.yml",
    ".github/workflows/main.yml",
    ".github/workflows/python-app.yml",
    ".github/workflows/python-package.yml",
    ".github/workflows/rust.yml",
    ".github/workflows/test.yaml",
    ".github/workflows/test.yml",
    ".github/workflows/tests.yaml",
    ".github/workflows/tests.yml",
];

/// The first answer for a line of a folder's recipes, `more` of them before the usual ones, and the file it is from.
/// Comments are no recipe.
pub(super) fn first<T>(
    project: &dyn Project,
    folder: &RepoPath,
    more: &[&'static str],
    answer: impl Fn(&str) -> Option<T>,
) -> Option<(&'static str, T)> {
    more.iter().chain(RECIPES).find_map(|file| {
        let text = text(project, &folder.join(file))?;
        let mut lines = text.lines().map(str::trim).filter(|line| !line.starts_with(['#', '/']));
        Some((*file, lines.find_map(&answer)?))
    })
}
