//! What a change may be: tests moved, tests only, a branch that others have left behind.

use crate::{
    kit::{Judge, judge},
    python::{NEW, OLD, voice},
};
use counterproof_testkit::RepoBuilder;

#[test]
fn moved_renamed_and_wrapped_tests_are_the_same_tests() {
    let base = "
def test_is_renamed():
    assert same('a') == 'a'

def test_is_wrapped():
    b = same('b')
    assert b == 'b'

def test_is_moved():
    assert same('c') == 'c'

def test_short():
    assert same

class TestOut:
    def test_is_unwrapped(self):
        assert same('d') == 'd'
";
    let head = "
def test_has_another_name():
    assert same('a') == 'a'

class TestIn:
    def test_is_wrapped(self):
        b = same('b')
        assert b == 'b'

def test_is_unwrapped():
    assert same('d') == 'd'
";
    let moved = "from voice import same\n\ndef test_is_moved():\n    assert same('c') == 'c'\n\ndef test_short():\n    assert same\n";
    let repo = voice(base, head).head("test_other.py", moved).build();
    judge(&repo).is(
        "EARNED",
        &[
            ("test_voice.py::test_has_another_name", "- satisfied"),
            ("test_voice.py::TestIn::test_is_wrapped", "- satisfied"),
            ("test_voice.py::test_is_unwrapped", "- satisfied"),
            ("test_other.py::test_is_moved", "- satisfied"),
            ("test_other.py::test_short", "- satisfied"),
        ],
    );
}

#[test]
fn a_renamed_file_of_tests_has_the_same_tests() {
    let tests = "from voice import same\n\ndef test_same():\n    assert same('a') == 'a'\n";
    let repo = RepoBuilder::new().base("voice.py", OLD).head("voice.py", NEW);
    let repo = repo
        .base("test_voice.py", tests)
        .gone("test_voice.py")
        .head("tests/unit/test_sound.py", tests)
        .both("conftest.py", "");
    judge(&repo.build()).is("EARNED", &[("tests/unit/test_sound.py::test_same", "- satisfied")]);
}

#[test]
fn a_move_does_not_hide_what_the_code_broke() {
    let base =
        "def test_same():\n    assert same('a') == 'a'\n\ndef test_calm():\n    assert shout('a') == 'a'\n";
    let head = "class TestIn:\n    def test_same(self):\n        assert same('a') == 'a'\n";
    judge(&voice(base, head).build()).is(
        "UNEARNED",
        &[("test_voice.py::TestIn::test_same", "- satisfied"), ("test_voice.py::test_calm", "- removed")],
    );
}

#[test]
fn tests_alone_have_nothing_to_be_an_alibi_for() {
    let old = "def test_old():\n    assert same('a') == 'a'\n";
    let more = format!("{old}\ndef test_more():\n    assert same('b') == 'b'\n");
    let only_tests = voice(old, &more).head("voice.py", OLD).build();
    judge(&only_tests).is("EARNED", &[("test_voice.py::test_more", "- -")]);
    judge(&only_tests).because("EARNED", "touches no code");
    judge(&voice(old, &more).build()).is("EARNED", &[("test_voice.py::test_more", "no_alibi -")]);
}

#[test]
fn what_others_did_on_main_meanwhile_is_nobody_elses_change() {
    let old = "def test_old():\n    assert same('a') == 'a'\n";
    let repo = voice(old, old).build();
    repo.git(["stash", "--quiet"]);
    repo.git(["switch", "--quiet", "--create", "work"]);
    repo.git(["stash", "pop", "--quiet"]);
    let test = format!(
        "import pytest\nfrom voice import same, shout\n\n{old}\ndef test_new():\n    assert shout('a') == 'A'\n"
    );
    repo.write("test_voice.py", test);
    repo.commit("Work");
    repo.git(["switch", "--quiet", "main"]);
    repo.write("voice.py", OLD.replace("return s", "return s + '!'"));
    repo.write("test_voice.py", "from voice import same\n\ndef test_old():\n    assert same('a') == 'a!'\n");
    repo.write("test_of_main.py", "def test_of_main():\n    assert True\n");
    repo.commit("Main moves");
    repo.git(["switch", "--quiet", "work"]);
    Judge::new(&repo).args(&["--base", "main"]).run().is("EARNED", &[("test_voice.py::test_new", "alibi -")]);
    repo.write("voice.py", NEW.replace("return s\n", "return s * 2\n"));
    repo.write("test_voice.py", "from voice import shout\n\ndef test_new():\n    for word in ['a', 'bc']:\n        assert shout(word).isupper()\n");
    Judge::new(&repo)
        .args(&["--base", "main"])
        .run()
        .is("UNEARNED", &[("test_voice.py::test_new", "alibi -"), ("test_voice.py::test_old", "- removed")]);
}

#[test]
fn a_suite_in_a_package_without_a_change_is_named_as_not_asked() {
    let test =
        |says: &str| format!("from voice import shout\ndef test_shout():\n    assert shout('a') == {says}\n");
    let repo = RepoBuilder::new()
        .both("a/pyproject.toml", "[tool.pytest.ini_options]\n")
        .both("b/pyproject.toml", "[tool.pytest.ini_options]\n")
        .both("b/test_other.py", "def test_other():\n    assert True\n")
        .base("a/voice.py", OLD)
        .head("a/voice.py", NEW)
        .head("a/test_voice.py", test("'A'"))
        .build();
    judge(&repo)
        .because("EARNED", "not asked, since the change touches nothing in their packages: pytest in `b`");
}
