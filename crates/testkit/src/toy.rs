//! A runner in thirty lines of Python, for cases that are not about a runner. It starts in a few milliseconds, selects
//! by name, and has the manners of the real ones: a name that matches nothing exits 0, a skip exits 0, a file that does
//! not load exits 2.

use crate::repo::{Entry, RepoBuilder};
use std::{process::Command, sync::OnceLock};

const CONFIG: &str = include_str!("toy/counterproof.toml");
const RUNNER: &str = include_str!("toy/run.py");

/// Adds the runner and its configuration to both sides.
pub(crate) fn add(builder: RepoBuilder) -> RepoBuilder {
    let start = format!("#!/bin/sh\nexec '{}' -S -B toy/run.py \"$@\"\n", python());
    builder
        .both("counterproof.toml", CONFIG)
        .both("toy/run", Entry::executable(start))
        .both("toy/run.py", RUNNER)
}

/// The interpreter itself: a version manager's shim in front of it costs a hundred milliseconds a start.
fn python() -> &'static str {
    static PYTHON: OnceLock<String> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        let output = asked.expect("python3 is needed by the toy runner");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    })
}

#[cfg(test)]
mod tests {
    use crate::{Repo, RepoBuilder};
    use std::process::Command;

    const TESTS: &str = "\
from code import double

def test_good():
    assert double(2) == 4

def test_bad():
    assert double(2) == 5

class TestGroup:
    def test_inner(self):
        assert double(3) == 6

class SkipTest(Exception):
    pass

def test_skipped():
    raise SkipTest('not here')

def test_ends_the_process():
    __import__('os')._exit(97)
";

    fn toy() -> Repo {
        let code = "def double(x):\n    return 2 * x\n";
        RepoBuilder::new().toy_runner().both("code.py", code).both("tests/checks.py", TESTS).build()
    }

    fn run(repo: &Repo, args: &[&str]) -> i32 {
        let status =
            Command::new("sh").arg("toy/run").args(args).current_dir(repo.path()).output().unwrap().status;
        status.code().unwrap()
    }

    #[test]
    fn one_test_is_selected_by_its_name() {
        let repo = toy();
        assert_eq!(run(&repo, &["tests/checks.py", "test_good"]), 0);
        assert_eq!(run(&repo, &["tests/checks.py", "test_bad"]), 1);
        assert_eq!(run(&repo, &["tests/checks.py", "TestGroup::test_inner"]), 0);
        assert_eq!(run(&repo, &["tests/checks.py", "test_ends_the_process"]), 97);
    }

    #[test]
    fn it_says_green_where_real_runners_do_so_without_reason() {
        let repo = toy();
        assert_eq!(run(&repo, &["tests/checks.py", "test_skipped"]), 0);
        assert_eq!(run(&repo, &["tests/checks.py", "no_such_test"]), 0);
    }

    #[test]
    fn a_file_or_the_suite_is_red_if_one_test_is() {
        let repo = toy();
        repo.write("tests/checks.py", TESTS.replace("_exit(97)", "getpid()"));
        assert_eq!(run(&repo, &["tests/checks.py"]), 1);
        assert_eq!(run(&repo, &[]), 1);
    }

    #[test]
    fn a_file_that_does_not_load_is_red_whatever_is_asked() {
        let repo = toy();
        repo.write("code.py", "def double(:\n");
        assert_eq!(run(&repo, &["tests/checks.py", "test_good"]), 2);
    }
}
