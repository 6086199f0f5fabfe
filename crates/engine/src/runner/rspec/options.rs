//! What of a project's `.rspec` may stay in a command of ours.

use crate::{
    domain::RepoPath,
    runner::{Project, text, words},
};
use globset::GlobBuilder;

/// Options that load things: all specs may need them.
const LOADING: [(&str, &str); 2] = [("-r", "--require"), ("-I", "-I")];

/// Options that select among the tests of the files that are named.
const SELECTING: [(&str, &str); 2] = [("-t", "--tag"), ("-e", "--example")];

/// The options of a package's `.rspec`, a template whose filled-in lines are not read.
pub(super) fn of_package(project: &dyn Project, package: &RepoPath) -> Vec<String> {
    let written = text(project, &package.join(".rspec")).unwrap_or_default();
    let lines = written.lines().filter(|line| !line.trim_start().starts_with('#') && !line.contains("<%"));
    lines.filter_map(words::split).flatten().collect()
}

/// What may stay when many tests are asked.
pub(super) fn for_many(options: &[String]) -> Vec<String> {
    keep(options, &[LOADING, SELECTING].concat())
}

/// What may stay when one test is asked.
pub(super) fn for_one(options: &[String]) -> Vec<String> {
    keep(options, &LOADING)
}

/// Whether RSpec would run a file, relative to the package, if it were not named.
pub(super) fn runs(options: &[String], file: &RepoPath) -> bool {
    let of = |names| -> Vec<String> {
        let lists = values(options, names);
        lists.iter().flat_map(|globs| globs.split(',')).map(str::to_owned).collect()
    };
    let (patterns, excluded) = (of(("-P", "--pattern")), of(("--exclude-pattern", "--exclude-pattern")));
    let default = || file.name().ends_with(b"_spec.rb");
    let is_meant = if patterns.is_empty() { default() } else { any_matches(&patterns, file) };
    is_meant && !any_matches(&excluded, file)
}

fn any_matches(globs: &[String], file: &RepoPath) -> bool {
    globs.iter().any(|glob| {
        let built = GlobBuilder::new(glob.trim_start_matches("./")).empty_alternates(true).build();
        built.is_ok_and(|glob| glob.compile_matcher().is_match(file.to_os()))
    })
}

/// The options of these names, with their values, each written as two words or as one.
fn keep(options: &[String], names: &[(&str, &str)]) -> Vec<String> {
    let kept = names.iter().flat_map(|(short, long)| {
        let values = values(options, (*short, *long)).into_iter();
        values.flat_map(move |value| [(*long).to_owned(), value])
    });
    kept.collect()
}

/// The values of an option, however it is written.
fn values(options: &[String], (short, long): (&str, &str)) -> Vec<String> {
    let mut values = Vec::new();
    let mut options = options.iter().peekable();
    while let Some(option) = options.next() {
        if option == short || option == long {
            values.extend(options.next().cloned());
        } else if let Some(value) = option.strip_prefix(long).and_then(|rest| rest.strip_prefix('=')) {
            values.push(value.to_owned());
        } else if let Some(value) = option.strip_prefix(short).filter(|_| !option.starts_with("--")) {
            values.push(value.to_owned());
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::testing::Files;

    fn read(written: &str) -> Vec<String> {
        of_package(&Files::of(&[(".rspec", written)]), &RepoPath::default())
    }

    #[test]
    fn what_loads_stays_and_what_selects_goes_for_one() {
        let options = read(
            "# c\n--require spec_helper\n--color --format doc\n-I lib -Iext -rfoo\n--require=bar\n--tag ~slow\n\
             --failure-exit-code 0\n--dry-run\n--example zzz\n--fail-fast\n--<%= x %>\n--order rand\n",
        );
        let loading =
            ["--require", "spec_helper", "--require", "foo", "--require", "bar", "-I", "lib", "-I", "ext"];
        assert_eq!(for_one(&options), loading);
        assert_eq!(for_many(&options)[loading.len()..], ["--tag", "~slow", "--example", "zzz"]);
    }

    #[test]
    fn patterns_say_which_files_are_run() {
        let runs = |written: &str, file: &str| runs(&read(written), &RepoPath::new(file));
        assert!(runs("", "spec/a_spec.rb") && !runs("", "spec/support/shared.rb"));
        let written = "--pattern spec/**/*_check.rb,x/*.rb --exclude-pattern 'spec/slow/**/*'";
        assert!(runs(written, "spec/a/b_check.rb") && runs(written, "x/a.rb"));
        assert!(!runs(written, "spec/a_spec.rb") && !runs(written, "spec/slow/b_check.rb"));
    }
}
