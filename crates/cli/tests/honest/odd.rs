//! What cannot be selected, entered or loaded, whoever runs it.

use crate::{
    kit::judge,
    python::{OLD_TEST, voice},
};
use counterproof_testkit::RepoBuilder;
use std::{io::Write, net::TcpListener, thread};

#[test]
fn a_service_of_the_machine_is_reached_where_the_tests_need_it() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || listener.incoming().flatten().try_for_each(|mut one| one.write_all(b"a")));
    let served = format!(
        "import socket

def served():
    with socket.create_connection(('127.0.0.1', {port})) as s:
        return s.recv(1).decode()

def test_served():
    assert same(served()) == 'a'
"
    );
    let new = "
def test_asks():
    assert shout(served()) == 'A'

def test_guilty():
    assert same(served()) == 'a'
";
    judge(&voice(&served, &format!("{served}{new}")).build()).is(
        "EARNED",
        &[("test_voice.py::test_asks", "alibi -"), ("test_voice.py::test_guilty", "no_alibi -")],
    );
}

#[test]
fn pytest_may_skip_a_file_a_test_or_run_it_through_unittest() {
    let tests = "
@pytest.mark.skipif('True')
def test_skipped_by_condition():
    assert same('a') == 'a'

import unittest

class Case(unittest.TestCase):
    def setUp(self):
        if self.id().endswith('test_skipped'):
            self.skipTest('not here')

    def test_skipped(self):
        self.assertEqual(same('a'), 'a')

    def test_sub(self):
        for word in 'ab':
            with self.subTest(word=word):
                self.assertEqual(shout(word), word.upper())

    def test_guilty_sub(self):
        for word in 'ab':
            with self.subTest(word=word):
                self.assertEqual(same(word), word)
";
    let missing = "import pytest\npytest.importorskip('no_such_module')\nfrom voice import same\n\ndef test_a():\n    assert same('a') == 'a'\n";
    let repo = voice(OLD_TEST, &format!("{OLD_TEST}{tests}")).head("test_missing.py", missing).build();
    judge(&repo).is(
        "INCONCLUSIVE",
        &[
            ("test_missing.py::test_a", "unanswered -"),
            ("test_voice.py::test_skipped_by_condition", "unanswered -"),
            ("test_voice.py::Case::test_skipped", "unanswered -"),
            ("test_voice.py::Case::test_sub", "alibi -"),
            ("test_voice.py::Case::test_guilty_sub", "no_alibi -"),
        ],
    );
}

#[test]
fn what_calls_a_thing_that_is_gone_may_go_with_it() {
    let code =
        "def shout(s):\n    return s\n\ndef same(s):\n    return helper(s)\n\ndef helper(s):\n    return s\n";
    let without = "def shout(s):\n    return s.upper()\n\ndef same(s):\n    return s\n";
    let calls = "
def test_calls():
    import voice
    assert voice.helper('a') == 'a'
";
    let patches = "
def test_patches():
    from unittest import mock
    with mock.patch('voice.helper', return_value='b'):
        assert same('a') == 'b'
";
    let helped = "
def helped():
    import voice
    return voice.helper('a')

def test_helped():
    assert helped() == 'a'
";
    let shouts = "\ndef test_shout():\n    assert shout('a') == 'a'\n";
    let made = |tests: &str| {
        voice(&format!("{OLD_TEST}{tests}"), OLD_TEST)
            .base("voice.py", code)
            .head("voice.py", without)
            .build()
    };
    judge(&made(calls)).is("INCONCLUSIVE", &[("test_voice.py::test_calls", "- cannot_run")]);
    judge(&made(patches)).is("INCONCLUSIVE", &[("test_voice.py::test_patches", "- cannot_run")]);
    judge(&made(helped)).is("INCONCLUSIVE", &[("test_voice.py::test_helped", "- cannot_run")]);
    judge(&made(shouts)).is("UNEARNED", &[("test_voice.py::test_shout", "- removed")]);
}

#[test]
fn node_may_know_a_test_by_a_name_that_is_only_computed() {
    let test = |more: &str| {
        format!(
            "import {{ test }} from 'node:test'\nimport assert from 'node:assert'\nimport {{ same, shout }} from './voice.mjs'\n\
             test('old', () => assert.equal(same('a'), 'a'))\n{more}"
        )
    };
    let more = "
const NAME = 'by a constant'
test(NAME, () => assert.equal(same('a'), 'a'))
test('by ' + 'a sum', () => assert.equal(shout('a'), 'A'))
test(function byItsFunction() { assert.equal(same('b'), 'b') })
test(() => { assert.equal(shout('b'), 'B') })
";
    let repo = RepoBuilder::new()
        .base("voice.mjs", "export const shout = (s) => s\nexport const same = (s) => s\n")
        .head("voice.mjs", "export const shout = (s) => s.toUpperCase()\nexport const same = (s) => s\n")
        .base("voice.test.mjs", test(""))
        .head("voice.test.mjs", test(more))
        .build();
    let judged = judge(&repo);
    let words: Vec<String> = judged.tests().into_values().collect();
    let count = |word: &str| words.iter().filter(|words| *words == word).count();
    assert_eq!((count("alibi -"), count("no_alibi -"), words.len()), (2, 2, 4), "{judged}");
}

#[test]
fn cargo_may_leave_tests_out_and_some_may_not_compile() {
    let library = |shout: &str, more: &str| {
        format!(
            "pub fn shout(s: &str) -> String {{ {shout} }}\npub fn same(s: &str) -> &str {{ s }}\n{more}
#[cfg(test)]
mod tests {{
    use super::{{same, shout}};
    #[test]
    fn old() {{ assert_eq!(same(\"a\"), \"a\"); assert_eq!(shout(\"\"), \"\"); }}
}}
"
        )
    };
    let more = "
pub fn whisper(s: &str) -> String { s.to_lowercase() }
#[cfg(test)]
mod more {
    use super::{same, whisper};
    #[test]
    fn asks_the_new_one() { assert_eq!(whisper(\"A\"), \"a\"); }
    #[test]
    fn cannot_load() { assert_eq!(same(\"a\"), \"a\"); }
}
#[cfg(all(test, windows))]
mod elsewhere {
    #[test]
    fn left_out() { assert_eq!(super::same(\"a\"), \"a\"); }
}
#[cfg(test)]
mod apart {
    #[test]
    fn asks() { assert_eq!(super::shout(\"a\"), \"A\"); }
    #[test]
    fn guilty() { assert_eq!(super::same(\"a\"), \"a\"); }
}
";
    let repo = RepoBuilder::new()
        .both("Cargo.toml", "[package]\nname = \"voice\"\nversion = \"0.1.0\"\nedition = \"2024\"\n")
        .both(".gitignore", "target\nCargo.lock\n")
        .base("src/lib.rs", library("s.to_owned()", ""))
        .head("src/lib.rs", library("s.to_uppercase()", more))
        .build();
    let judged = judge(&repo);
    let of = |name: &str| judged.tests().remove(&format!("src/lib.rs::{name}")).unwrap_or_default();
    assert_eq!(of("more::asks_the_new_one"), "alibi -", "{judged}");
    assert_eq!(of("more::cannot_load"), "no_alibi -", "{judged}");
    assert_eq!(of("elsewhere::left_out"), "unanswered -", "{judged}");
    let told = ["alibi -", "provisional -", "no_alibi -"];
    assert!(told[..2].contains(&of("apart::asks").as_str()), "{judged}");
    assert!(told[1..].contains(&of("apart::guilty").as_str()), "{judged}");
}

#[test]
fn a_test_that_cargo_knows_by_another_path_is_not_taken_for_disabled() {
    let library = |body: &str, tests: &str| {
        format!(
            "pub fn shout(s: &str) -> String {{ {body} }}\n#[cfg(test)]\n{tests}\n#[cfg(test)]\nmod more;\n"
        )
    };
    let test = |loud: &str, marks: &str| {
        format!("#[test]\n{marks}\nfn works() {{ assert_eq!(crate::shout(\"a\"), \"{loud}\"); }}\n")
    };
    let fixture = |tests: &str, head: &str| {
        RepoBuilder::new()
            .both("Cargo.toml", "[package]\nname = \"voice\"\nversion = \"0.1.0\"\nedition = \"2024\"\n")
            .both(".gitignore", "target\nCargo.lock\n")
            .both("src/more.rs", "#[test]\nfn old() { assert_eq!(crate::shout(\"\"), \"\"); }\n")
            .base("src/lib.rs", library("s.to_owned()", "mod odd;"))
            .head("src/lib.rs", library("s.to_uppercase()", tests))
            .base("src/odd.rs", test("a", ""))
            .head("src/odd.rs", head)
            .build()
    };
    let nested = "mod outer { #[path = \"../odd.rs\"] mod odd; }";
    judge(&fixture(nested, &test("A", "")))
        .is("INCONCLUSIVE", &[("src/odd.rs::works", "unanswered cannot_run")]);
    judge(&fixture("mod odd;", &test("A", "#[ignore]")))
        .is("UNEARNED", &[("src/odd.rs::works", "- disabled")]);
}

#[test]
fn what_is_disabled_in_any_way_is_convicted_if_the_code_broke_it() {
    let base = "def test_shout():\n    assert shout('a') == 'a'\n";
    let disabled = |marks: &str, first: &str| {
        voice(
            &format!("{OLD_TEST}\n{base}"),
            &format!("{OLD_TEST}\n{marks}\ndef test_shout():\n    {first}\n    assert shout('a') == 'a'\n"),
        )
    };
    let guilty = [("test_voice.py::test_shout", "- disabled")];
    judge(&disabled("@pytest.mark.skip", "pass").build()).is("UNEARNED", &guilty);
    judge(&disabled("@pytest.mark.xfail", "pass").build()).is("UNEARNED", &guilty);
    judge(&disabled("", "pytest.skip('later')").build()).is("UNEARNED", &guilty);
    let by_condition = [("test_voice.py::test_shout", "unanswered disabled")];
    judge(&disabled("@pytest.mark.skipif('True')", "pass").build()).is("UNEARNED", &by_condition);
}
