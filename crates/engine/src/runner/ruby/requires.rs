//! What a Ruby file requires, as far as its text says.

use crate::{
    domain::RepoPath,
    runner::{Project, text},
};

/// Folders that projects put on the load path of their tests.
const LOADED: [&str; 5] = ["test", "spec", "lib", "test/lib", ""];

/// The lines of a text that are no comments.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.starts_with('#'))
}

/// One `require`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Required<'a> {
    /// What is required, as it is written.
    pub(super) path: &'a str,
    /// It is looked for beside the file.
    beside: bool,
}

/// All that a file requires.
pub(super) fn of(text: &str) -> Vec<Required<'_>> {
    lines(text).filter_map(required).collect()
}

/// `require "x"`, `require_relative 'x'`, `require File.expand_path("../x", __FILE__)`, also behind `-r` and conditions.
fn required(line: &str) -> Option<Required<'_>> {
    let (_, rest) = line.split_once("require")?;
    let (rest, is_relative) = match rest.strip_prefix("_relative") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let from_file = rest.contains("__FILE__");
    let is_call = rest.starts_with([' ', '(']);
    let start = rest.find(['"', '\''])?;
    let quote = rest[start..].chars().next()?;
    let path = rest[start + 1..].split(quote).next()?;
    let path = if from_file { path.strip_prefix("../").unwrap_or(path) } else { path };
    let beside = is_relative || from_file || rest.contains("__dir__");
    is_call.then_some(Required { path: path.trim_start_matches('/'), beside })
}

impl Required<'_> {
    /// The file of the project that is required, with its text.
    pub(super) fn file(
        &self,
        project: &dyn Project,
        package: &RepoPath,
        from: &RepoPath,
    ) -> Option<(RepoPath, String)> {
        let mut folders = vec![from.parent().unwrap_or_default()];
        if !self.beside && !self.path.starts_with("./") {
            folders.extend(LOADED.iter().map(|folder| package.join(folder)));
        } else if !self.beside {
            folders = vec![package.clone()];
        }
        folders.into_iter().find_map(|folder| {
            let path = normal(&folder, self.path)?;
            let named = |name: RepoPath| Some((name.clone(), text(project, &name)?));
            named(path.clone()).filter(|(path, _)| path.extension() == "rb").or_else(|| {
                let mut with_ending = path.as_bytes().to_vec();
                with_ending.extend_from_slice(b".rb");
                named(RepoPath::new(with_ending))
            })
        })
    }
}

/// A relative path from a folder, without its dots; `None` if it leaves the top level.
fn normal(folder: &RepoPath, path: &str) -> Option<RepoPath> {
    let mut at = folder.clone();
    for name in path.split('/') {
        at = match name {
            "" | "." => at,
            ".." => at.parent()?,
            name => at.join(name),
        };
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::testing::Files;

    #[test]
    fn all_ways_to_require_are_read() {
        let text = "
require 'a'
require(\"b/c\")
require_relative \"../d\"
require File.expand_path('../e', __FILE__)
require File.join(__dir__, 'f')
require_relative('g') if x
# require 'no'
required 'no'
x = 'require'
require name
";
        let paths: Vec<_> = of(text).iter().map(|one| (one.path, one.beside)).collect();
        let want = [("a", false), ("b/c", false), ("../d", true), ("e", true), ("f", true), ("g", true)];
        assert_eq!(paths, want);
    }

    #[test]
    fn a_file_is_looked_for_beside_and_on_the_load_path() {
        let files = Files::of(&[("p/test/helper.rb", "1"), ("p/test/a/other.rb", "2"), ("p/lib/x.rb", "3")]);
        let find = |line: &str| {
            let required = required(line).unwrap();
            let found = required.file(&files, &RepoPath::new("p"), &RepoPath::new("p/test/a/b_test.rb"));
            found.map(|(path, _)| path.to_string())
        };
        assert_eq!(find("require 'helper'").as_deref(), Some("p/test/helper.rb"));
        assert_eq!(find("require_relative '../helper'").as_deref(), Some("p/test/helper.rb"));
        assert_eq!(find("require 'other.rb'").as_deref(), Some("p/test/a/other.rb"));
        assert_eq!(find("require './test/helper'").as_deref(), Some("p/test/helper.rb"));
        assert_eq!(find("require 'x'").as_deref(), Some("p/lib/x.rb"));
        assert_eq!(find("require_relative 'helper'"), None);
        assert_eq!(find("require_relative '../../../../../x'"), None);
    }
}
