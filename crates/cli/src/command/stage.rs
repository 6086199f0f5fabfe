//! Small repositories for `demo` and `museum`: one state committed, another laid over it, in a folder of ours.
#![allow(clippy::disallowed_methods, reason = "the shell: makes a repository in a temp folder of its own")]

use crate::error::CliError;
use std::{collections::BTreeMap, fs, io, path::Path, process::Command};

/// The files of a state, by path.
pub(super) type Files<'a> = BTreeMap<&'a str, &'a str>;

/// What git does not see in any of these repositories: programs that are laid in beside the files.
pub(super) const PACKAGES: &str = "node_modules";

/// Makes a repository whose commit is `base` and whose working tree is `head`.
pub(super) fn set(repository: &Path, base: &Files<'_>, head: &Files<'_>) -> Result<(), CliError> {
    put(repository, base)?;
    git(repository, &["init", "--quiet", "--initial-branch=main"])?;
    write(repository, ".git/info/exclude", &format!("/{PACKAGES}\n"))?;
    git(repository, &["add", "--all"])?;
    git(repository, &["commit", "--quiet", "--allow-empty", "--message=Before the change"])?;
    for gone in base.keys().filter(|path| !head.contains_key(*path)) {
        fs::remove_file(repository.join(gone))?;
    }
    Ok(put(repository, head)?)
}

fn put(repository: &Path, files: &Files<'_>) -> io::Result<()> {
    files.iter().try_for_each(|(path, text)| write(repository, path, text))
}

fn write(repository: &Path, path: &str, text: &str) -> io::Result<()> {
    let file = repository.join(path);
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, text)
}

/// Runs git on this repository alone: no configuration, hooks, signatures or variables of the user's.
fn git(repository: &Path, args: &[&str]) -> Result<(), CliError> {
    let mut command = Command::new("git");
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_")) {
        command.env_remove(name);
    }
    let output = command
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .args(["-c", "user.name=counterproof", "-c", "user.email=counterproof@localhost"])
        .args(args)
        .current_dir(repository)
        .output()?;
    match output.status.success() {
        true => Ok(()),
        false => {
            Err(CliError::usage(format!("git {}: {}", args[0], String::from_utf8_lossy(&output.stderr))))
        }
    }
}

/// Whether a program answers a question with 0.
pub(super) fn runs(program: &str, question: &[&str]) -> bool {
    Command::new(program).args(question).output().is_ok_and(|output| output.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository(
        base: &[(&'static str, &'static str)],
        head: &[(&'static str, &'static str)],
    ) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let files = |some: &[(&'static str, &'static str)]| some.iter().copied().collect();
        set(folder.path(), &files(base), &files(head)).unwrap();
        folder
    }

    #[test]
    fn the_commit_has_the_one_state_and_the_tree_the_other() {
        let folder = repository(&[("a/b", "1"), ("gone", "")], &[("a/b", "2"), ("new", "")]);
        assert_eq!(fs::read_to_string(folder.path().join("a/b")).unwrap(), "2");
        assert!(!folder.path().join("gone").exists());
        assert!(folder.path().join("new").exists());
        git(folder.path(), &["stash", "--quiet", "--include-untracked"]).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("a/b")).unwrap(), "1");
        assert!(folder.path().join("gone").exists());
    }

    #[test]
    fn the_repository_is_made_without_the_users_configuration() {
        let folder = repository(&[("a", "1")], &[("a", "1")]);
        assert!(git(folder.path(), &["diff", "--quiet", "HEAD"]).is_ok());
        assert!(git(folder.path(), &["diff", "--quiet", "no-such-revision"]).is_err());
    }

    #[test]
    fn a_program_runs_or_does_not() {
        assert!(runs("git", &["--version"]));
        assert!(!runs("git", &["--no-such-option"]));
        assert!(!runs("no-such-program", &[]));
    }
}
