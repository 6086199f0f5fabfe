//! pytest.

use crate::kit::{Judge, judge};
use counterproof_testkit::RepoBuilder;

/// A function that the head repairs: it shouts.
pub(crate) const OLD: &str = "def shout(s):\n    return s\n\ndef same(s):\n    return s\n";
pub(crate) const NEW: &str = "def shout(s):\n    return s.upper()\n\ndef same(s):\n    return s\n";

pub(crate) const OLD_TEST: &str = "def test_old():\n    assert same('a') == 'a'\n";

/// A project whose head repairs `shout` and has these tests, before and after.
pub(crate) fn voice(base: &str, head: &str) -> RepoBuilder {
    let test = |text: &str| format!("import pytest\nfrom voice import same, shout\n\n{text}");
    let repo = RepoBuilder::new().base("voice.py", OLD).head("voice.py", NEW);
    repo.base("test_voice.py", test(base)).head("test_voice.py", test(head))
}

#[test]
fn names_may_be_of_any_signs() {
    let ids = r#"['a[b]', "it's", 'x::y', 'größe', '.*', '(', 'a b', '"', '\\', '$HOME', '-k', '']"#;
    let tests = format!(
        "@pytest.mark.parametrize('s', {ids})
def test_größe(s):
    assert shout(s) == s.upper()

@pytest.mark.parametrize('s', {ids})
def test_alt_größe(s):
    assert same(s) == s

@pytest.mark.parametrize('s', ['x'], ids=['(.*'])
class TestÄ:
    def test_é(self, s):
        assert shout(s) == 'X'
"
    );
    let tests = format!("from voice import same, shout\nimport pytest\n{tests}");
    let repo = voice(OLD_TEST, OLD_TEST);
    let repo = repo.head("tests/it's \"odd\" $x (é)/test_a b [1].py", tests.clone());
    let repo = repo
        .head("tests/[x]::y/test_more.py", tests.replace("größe", "maß").replace("TestÄ", "TestÖ"))
        .build();
    let of = |file: &str, name: &str| format!("{file}::{name}");
    let [one, two] = ["tests/it's \"odd\" $x (é)/test_a b [1].py", "tests/[x]::y/test_more.py"];
    judge(&repo).is(
        "EARNED",
        &[
            (&of(one, "test_größe"), "alibi -"),
            (&of(one, "test_alt_größe"), "no_alibi -"),
            (&of(one, "TestÄ::test_é"), "alibi -"),
            (&of(two, "test_maß"), "alibi -"),
            (&of(two, "test_alt_maß"), "no_alibi -"),
            (&of(two, "TestÖ::test_é"), "alibi -"),
        ],
    );
}

#[test]
fn a_name_that_is_the_start_of_another_or_stands_in_two_classes_is_one_test() {
    let tests = "
class TestA:
    def test_it(self):
        assert shout('a') == 'A'

class TestB:
    def test_it(self):
        assert same('b') == 'b'

def test_it():
    assert same('') == ''

def test_it_too():
    assert shout('') + shout('x') == 'X'
";
    judge(&voice("", tests).build()).is(
        "EARNED",
        &[
            ("test_voice.py::TestA::test_it", "alibi -"),
            ("test_voice.py::TestB::test_it", "no_alibi -"),
            ("test_voice.py::test_it", "no_alibi -"),
            ("test_voice.py::test_it_too", "alibi -"),
        ],
    );
}

#[test]
fn a_test_that_skips_or_returns_on_its_way_is_not_accused() {
    let tests = "
def test_skips():
    pytest.skip('not here')
    assert same('a') == 'a'

def test_skips_on_the_old_code():
    if shout('a') == 'a':
        pytest.skip('not supported')
    assert shout('b') == 'B'

def test_returns():
    if not hasattr(str, 'no_such_method'):
        return
    assert same('a') == 'a'

def test_asks():
    assert shout('a') == 'A'

def test_guilty():
    if same('a') != 'a':
        pytest.skip('never')
    assert same('a') == 'a'
";
    judge(&voice(OLD_TEST, &format!("{OLD_TEST}{tests}")).build()).is(
        "INCONCLUSIVE",
        &[
            ("test_voice.py::test_skips", "- -"),
            ("test_voice.py::test_skips_on_the_old_code", "unanswered -"),
            ("test_voice.py::test_returns", "unanswered -"),
            ("test_voice.py::test_asks", "alibi -"),
            ("test_voice.py::test_guilty", "no_alibi -"),
        ],
    );
}

/// What `pytest-cov` does with its options, and a gate of the project's own: both fail a session of few tests.
const GATE: &str = "
import pytest

def pytest_addoption(parser):
    parser.addoption('--cov', action='append', nargs='?')
    parser.addoption('--cov-fail-under', type=int, default=0)

def pytest_sessionfinish(session):
    needed = session.config.getoption('--cov-fail-under') // 50
    if session.testscollected < needed:
        session.exitstatus = 2
";

#[test]
fn a_coverage_gate_of_the_options_is_no_failure_of_the_tests() {
    let tests = "
def test_asks():
    assert shout('a') == 'A'

def test_guilty():
    assert same('a') == 'a'
";
    let repo = voice(OLD_TEST, &format!("{OLD_TEST}{tests}"));
    let repo = repo.both("conftest.py", GATE);
    let repo = repo.both("pytest.ini", "[pytest]\naddopts = --cov=voice --cov-fail-under=100\n").build();
    judge(&repo).is(
        "EARNED",
        &[("test_voice.py::test_asks", "alibi -"), ("test_voice.py::test_guilty", "no_alibi -")],
    );
}

#[test]
fn a_gate_that_cannot_be_switched_off_leaves_tests_unanswered() {
    let tests = "
def test_asks():
    assert shout('a') == 'A'

def test_guilty():
    assert same('a') == 'a'
";
    let repo = voice(OLD_TEST, &format!("{OLD_TEST}{tests}"));
    let repo = repo
        .both("conftest.py", GATE.replace("session.config.getoption('--cov-fail-under') // 50", "2"))
        .build();
    judge(&repo).is(
        "INCONCLUSIVE",
        &[
            ("test_voice.py::test_asks", "unanswered -"),
            ("test_voice.py::test_guilty", "unanswered -"),
            ("test_voice.py::test_old", "- void"),
        ],
    );
}

#[test]
fn a_test_that_is_red_on_both_sides_is_not_green_and_nobody_is_accused() {
    let red = "def test_red():\n    assert same('a') == 'b'\n";
    let repo = voice(red, &format!("{red}\ndef test_new():\n    assert shout('a') == 'A'\n")).build();
    judge(&repo).because("NOT_GREEN", "test_red");
}

#[test]
fn a_red_test_of_its_own_that_goes_convicts_only_who_could_have_changed_it() {
    let old = OLD_TEST;
    let red = "def test_red():\n    assert 1 == 2\n";
    let asking = "def test_red():\n    assert shout('a') == 'AA'\n";
    judge(&voice(&format!("{old}\n{asking}"), old).build())
        .is("UNEARNED", &[("test_voice.py::test_red", "- never_satisfied")]);
    let apart = voice(old, old).base("test_apart.py", red).gone("test_apart.py").build();
    judge(&apart).is("EARNED", &[("test_apart.py::test_red", "- void")]);
}

#[test]
fn a_fixed_port_is_free_in_every_world() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let bind = format!(
        "
import socket, time

def bound():
    s = socket.socket()
    s.bind(('127.0.0.1', {port}))
    s.listen()
    time.sleep(0.2)
    return s
"
    );
    let old = format!(
        "{bound}\ndef test_old():\n    with bound():\n        assert same('a') == 'a'\n",
        bound = bind
    );
    let new = "
def test_asks():
    with bound():
        assert shout('a') == 'A'

def test_guilty():
    with bound():
        assert same('b') == 'b'
";
    let repo = voice(&old, &format!("{old}{new}")).build();
    Judge::new(&repo).args(&["--jobs", "4"]).run().is(
        "EARNED",
        &[("test_voice.py::test_asks", "alibi -"), ("test_voice.py::test_guilty", "no_alibi -")],
    );
}

#[test]
fn ignored_files_are_there_in_every_world_and_missing_ones_accuse_nobody() {
    let old = "
def secret():
    return open('.env').read()

def test_old():
    assert secret() == 'KEY=1'
";
    let new = "
def test_asks():
    assert shout(secret()[:1].lower()) == 'K'

def test_guilty():
    assert same(secret()) == 'KEY=1'
";
    let fixture = || voice(old, &format!("{old}{new}")).both(".gitignore", ".env\n").build();
    let repo = fixture();
    judge(&repo).because("NOT_GREEN", "with the change in place");
    repo.write(".env", "KEY=1");
    let found = [("test_voice.py::test_asks", "alibi -"), ("test_voice.py::test_guilty", "no_alibi -")];
    judge(&repo).is("EARNED", &found);
    repo.commit("Head");
    Judge::new(&repo).args(&["--base", "HEAD~1", "--head", "HEAD"]).run().is("EARNED", &found);
}
