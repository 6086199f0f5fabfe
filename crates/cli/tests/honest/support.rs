//! Files that the green hangs on and that are no part of what the base has.

use crate::kit::judge;
use crate::python::{OLD_TEST, voice};

const ASKS: &str = "\ndef test_asks(loud):\n    assert shout('a') == loud\n";
const FIXTURE: &str = "import pytest\n\n@pytest.fixture\ndef loud():\n    return 'A'\n";

#[test]
fn a_green_that_hangs_on_what_git_ignores_is_not_earned() {
    let repo = voice(OLD_TEST, &format!("{OLD_TEST}{ASKS}"))
        .both(".gitignore", "conftest.py\nnotes_test.py\n")
        .build();
    std::fs::write(repo.at("conftest.py"), FIXTURE).unwrap();
    judge(&repo).because("INCONCLUSIVE", "green only with files that git ignores: `conftest.py`");
}

#[test]
fn what_git_ignores_and_nobody_needs_does_not_matter() {
    let test = "\ndef test_asks():\n    assert shout('a') == 'A'\n";
    let repo = voice(OLD_TEST, &format!("{OLD_TEST}{test}")).both(".gitignore", "conftest.py\n").build();
    std::fs::write(repo.at("conftest.py"), FIXTURE).unwrap();
    judge(&repo).is("EARNED", &[("test_voice.py::test_asks", "alibi -")]);
}

#[test]
fn a_green_that_hangs_on_a_new_harness_is_said_to() {
    let repo = voice(OLD_TEST, &format!("{OLD_TEST}{ASKS}")).head("conftest.py", FIXTURE).build();
    judge(&repo).because("EARNED", "green only with the harness as the change left it: `conftest.py`");
}
