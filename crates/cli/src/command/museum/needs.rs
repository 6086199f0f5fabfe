//! What the runners of the exhibits need: programs on the search path, and packages that are laid into the repository.
#![allow(clippy::disallowed_methods, reason = "the shell: looks for packages and lays them in")]

use crate::{command::stage, error::CliError};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A runner, and how to see that it runs.
struct Need {
    runner: &'static str,
    program: &'static str,
    question: &'static [&'static str],
    /// The package it is, where it does not stand on the search path.
    package: Option<&'static str>,
}

const fn need(runner: &'static str, program: &'static str, question: &'static [&'static str]) -> Need {
    Need { runner, program, question, package: None }
}

const fn package(runner: &'static str) -> Need {
    Need { runner, program: "node", question: &["--version"], package: Some(runner) }
}

/// The runners that exhibits may have.
static NEEDS: &[Need] = &[
    need("pytest", "python3", &["-m", "pytest", "--version"]),
    need("unittest", "python3", &["--version"]),
    need("node", "node", &["--version"]),
    package("vitest"),
    package("jest"),
    package("mocha"),
    need("cargo", "cargo", &["--version"]),
    need("go", "go", &["version"]),
    need("rspec", "rspec", &["--version"]),
    need("minitest", "ruby", &["-e", "require 'minitest'"]),
    need("phpunit", "phpunit", &["--version"]),
];

/// What is needed, and where packages are.
pub(super) struct Needs {
    /// Folders that may have the packages.
    from: Vec<PathBuf>,
    /// Our own copies of them.
    copies: PathBuf,
}

impl Needs {
    /// With packages of these folders; else of the one we stand in, and those above it.
    pub(super) fn new(packages: &[PathBuf], scratch: &Path) -> Self {
        let here = || std::env::current_dir().unwrap_or_default();
        let above = || here().ancestors().map(Path::to_owned).collect();
        let from = if packages.is_empty() { above() } else { packages.to_vec() };
        Self { from, copies: scratch.join("packages") }
    }

    /// What a runner needs and does not find.
    pub(super) fn missing(&self, runner: &str) -> Result<Option<String>, CliError> {
        let need = of(runner)?;
        if !stage::runs(need.program, need.question) {
            let words = need.question.join(" ");
            return Ok(Some(format!("{runner} does not run here: `{} {words}` fails", need.program)));
        }
        let missing = need.package.filter(|package| self.folder_with(package).is_none());
        Ok(missing.map(|package| {
            format!("no `node_modules/{package}` here or above; `--packages DIR` says where it is")
        }))
    }

    /// Lays the packages of a runner into a repository.
    pub(super) fn lay_in(&self, runner: &str, repository: &Path) -> Result<(), CliError> {
        let Some(folder) = of(runner)?.package.and_then(|package| self.folder_with(package)) else {
            return Ok(());
        };
        let copy = self.copies.join(runner);
        if !copy.is_dir() {
            make_like(&folder, &copy, &|from, to| fs::copy(from, to).map(drop))?;
        }
        // Links to our own copy cost nothing, and no world writes through them.
        Ok(make_like(&copy, &repository.join(stage::PACKAGES), &|from, to| fs::hard_link(from, to))?)
    }

    fn folder_with(&self, package: &str) -> Option<PathBuf> {
        let mut folders = self.from.iter().map(|folder| folder.join(stage::PACKAGES));
        folders.find(|folder| folder.join(package).is_dir())
    }
}

fn of(runner: &str) -> Result<&'static Need, CliError> {
    let found = NEEDS.iter().find(|need| need.runner == runner);
    found.ok_or_else(|| CliError::bug(format!("nobody said what {runner} needs")))
}

/// Files of packages that no run reads. Worlds that are copies copy the packages too.
fn is_idle(name: &Path) -> bool {
    let ends = [".d.ts", ".d.mts", ".d.cts", ".map", ".md"];
    ends.iter().any(|end| name.as_os_str().as_encoded_bytes().ends_with(end.as_bytes()))
}

/// Makes a folder like another, with each file that counts as `file` makes it.
fn make_like(from: &Path, to: &Path, file: &dyn Fn(&Path, &Path) -> io::Result<()>) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, path, target) = (entry.file_type()?, entry.path(), to.join(entry.file_name()));
        match kind {
            kind if kind.is_dir() => make_like(&path, &target, file)?,
            kind if kind.is_symlink() => std::os::unix::fs::symlink(fs::read_link(&path)?, &target)?,
            _ if is_idle(&path) => {}
            _ => file(&path, &target)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use counterproof_museum::exhibits;
    use std::collections::BTreeSet;

    #[test]
    fn every_exhibit_has_a_runner_whose_needs_are_known() {
        let all = exhibits().unwrap();
        let runners: BTreeSet<_> = all.iter().map(|exhibit| exhibit.page.runner.as_str()).collect();
        assert!(runners.iter().all(|runner| of(runner).is_ok()), "{runners:?}");
    }

    #[test]
    fn a_package_that_is_nowhere_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let needs = Needs::new(&[folder.path().to_owned()], folder.path());
        assert!(needs.missing("mocha").unwrap().unwrap().contains("node_modules/mocha"));
        fs::create_dir_all(folder.path().join("node_modules/mocha/bin")).unwrap();
        assert_eq!(needs.missing("mocha").unwrap(), None);
    }

    #[test]
    fn packages_are_laid_in_with_all_that_is_run() {
        let folder = tempfile::tempdir().unwrap();
        let (home, repository) = (folder.path().join("home"), folder.path().join("repository"));
        let package = home.join("node_modules/mocha");
        fs::create_dir_all(&package).unwrap();
        fs::write(package.join("index.js"), "1").unwrap();
        fs::write(package.join("index.d.ts"), "").unwrap();
        std::os::unix::fs::symlink("index.js", package.join("link.js")).unwrap();
        Needs::new(&[home], folder.path()).lay_in("mocha", &repository).unwrap();
        let laid = repository.join("node_modules/mocha");
        assert_eq!(fs::read_to_string(laid.join("link.js")).unwrap(), "1");
        assert_eq!(fs::read_link(laid.join("link.js")).unwrap(), Path::new("index.js"));
        assert!(!laid.join("index.d.ts").exists(), "nobody runs it");
    }
}
