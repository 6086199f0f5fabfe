//! From which folder a test file is imported.

use crate::{
    domain::RepoPath,
    runner::{Project, nearest, recipes, words},
};

/// A line in the project's own files that runs unittest.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Recipe {
    /// Where it stands.
    pub(super) file: &'static str,
    /// Where it looks for tests, and from where it imports them, if it says so.
    discovers: Option<(RepoPath, RepoPath)>,
}

/// Where such lines stand, besides the usual places.
const PLACES: &[&str] = &[
    "tox.ini",
    "noxfile.py",
    "pyproject.toml",
    "setup.cfg",
    "README.md",
    "README.rst",
    "README",
    "CONTRIBUTING.md",
    "CONTRIBUTING.rst",
];

/// The nearest line that runs unittest.
pub(super) fn recipe(project: &dyn Project, file: &RepoPath) -> Option<Recipe> {
    let line = |line: &str| {
        let (_, behind) = line.split_once("-m unittest")?;
        Some(behind.trim_end_matches(['`', '"', '\'', ']']).to_owned())
    };
    let (folder, (file, behind)) = nearest(file, |folder| recipes::first(project, folder, PLACES, line))?;
    let below = |path: String| folder.join(path.trim_start_matches("./").trim_end_matches('/'));
    let discovers = discovery(&behind).map(|(start, top)| {
        let start = below(start);
        (start.clone(), top.map_or(start, below))
    });
    Some(Recipe { file, discovers })
}

/// The start and the top folder of `discover …`, where a start is named.
fn discovery(line: &str) -> Option<(String, Option<String>)> {
    let words = words::split(line)?;
    let words = words.split(|word| ["&&", "||", "|", ";"].contains(&word.as_str())).next()?;
    let (first, options) = words.split_first()?;
    if first != "discover" {
        return None;
    }
    let (mut start, mut top, mut loose) = (None, None, Vec::new());
    let mut words = options.iter().cloned();
    while let Some(word) = words.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (word, None),
        };
        match name.as_str() {
            "-s" | "--start-directory" => start = value.or_else(|| words.next()),
            "-t" | "--top-level-directory" => top = value.or_else(|| words.next()),
            "-p" | "--pattern" | "-k" => drop(value.or_else(|| words.next())),
            option if option.starts_with('-') => {}
            _ => loose.push(name),
        }
    }
    let mut loose = loose.into_iter();
    let start = start.or_else(|| loose.next())?;
    Some((start, top.or_else(|| loose.nth(1))))
}

/// The folder that a file is imported from: that of the discovery which finds it, else the nearest above that is no
/// package itself.
pub(super) fn of(project: &dyn Project, file: &RepoPath, recipe: Option<&Recipe>) -> RepoPath {
    let discovered = recipe.and_then(|recipe| recipe.discovers.clone());
    if let Some((_, top)) = discovered.filter(|(start, top)| file.is_within(start) && file.is_within(top)) {
        return top;
    }
    let is_no_package = |folder: &RepoPath| project.read(&folder.join("__init__.py")).is_none().then_some(());
    nearest(file, is_no_package).map(|(folder, ())| folder).unwrap_or_default()
}
