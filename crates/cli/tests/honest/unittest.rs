//! unittest and Django's test command.

use crate::{
    kit::{Judge, Judged, path_with},
    python::{NEW, OLD},
};
use counterproof_testkit::RepoBuilder;

const KEPT: &str = "    def test_kept(self):\n        self.assertEqual(len(shout('')), 0)\n\n";
const OLD_TEST: &str = "    def test_same(self):\n        self.assertEqual(same('a'), 'a')\n\n";
const ASKS: &str = "    def test_asks(self):\n        self.assertEqual(shout('a'), 'A')\n\n";
const GUILTY: &str = "    def test_guilty(self):\n        self.assertEqual(same('b'), 'b')\n\n";
/// Green without ever being run.
const COROUTINE: &str = "    async def test_coroutine(self):\n        self.assertEqual(same('b'), 'c')\n\n";

/// How a runner's tests begin, what its project has besides, and the tool that has it.
struct Kind {
    begin: &'static str,
    files: &'static [(&'static str, &'static str)],
    tool: &'static str,
}

const UNITTEST: Kind = Kind {
    begin: "import unittest\nfrom voice import same, shout\n\nclass Voice(unittest.TestCase):\n",
    files: &[("Makefile", "test:\n\tpython3 -m unittest\n")],
    tool: "unittest",
};

const DJANGO: Kind = Kind {
    begin: "from django.test import SimpleTestCase\nfrom voice import same, shout\n\nclass Voice(SimpleTestCase):\n",
    files: &[
        (
            "manage.py",
            "import os, sys\nfrom django.core.management import execute_from_command_line\nos.environ['DJANGO_SETTINGS_MODULE'] = 'settings'\nexecute_from_command_line(sys.argv)\n",
        ),
        ("settings.py", "SECRET_KEY = 'x'\n"),
    ],
    tool: "django-5.2.19",
};

/// Judges a change of `shout` and of the tests.
fn judged(kind: &Kind, code: &str, base: &[&str], head: &[&str]) -> Judged {
    let text = |tests: &[&str]| kind.begin.to_owned() + &tests.concat();
    let mut repo = RepoBuilder::new().base("voice.py", OLD).head("voice.py", code);
    for (path, text) in kind.files {
        repo = repo.both(path, *text);
    }
    let repo = repo.base("test_voice.py", text(base)).head("test_voice.py", text(head)).build();
    Judge::new(&repo).path(path_with(kind.tool)).run()
}

#[test]
fn a_fix_with_its_test_is_earned_and_tests_that_pass_without_it_have_no_alibi() {
    for kind in [UNITTEST, DJANGO] {
        judged(&kind, NEW, &[KEPT], &[KEPT, ASKS, GUILTY]).is(
            "EARNED",
            &[
                ("test_voice.py::Voice::test_asks", "alibi -"),
                ("test_voice.py::Voice::test_guilty", "no_alibi -"),
            ],
        );
    }
}

#[test]
fn a_test_that_the_change_broke_and_took_away_is_missed() {
    let broken = NEW.replace("def same(s):\n    return s", "def same(s):\n    return s + s");
    for kind in [UNITTEST, DJANGO] {
        judged(&kind, &broken, &[KEPT, OLD_TEST], &[KEPT])
            .is("UNEARNED", &[("test_voice.py::Voice::test_same", "- removed")]);
    }
}

#[test]
fn a_coroutine_that_nobody_awaits_is_no_evidence_and_no_guilt() {
    judged(&UNITTEST, NEW, &[KEPT], &[KEPT, ASKS, COROUTINE]).is(
        "INCONCLUSIVE",
        &[
            ("test_voice.py::Voice::test_asks", "alibi -"),
            ("test_voice.py::Voice::test_coroutine", "unanswered -"),
        ],
    );
}

#[test]
fn a_project_that_comes_to_use_pytest_accuses_nobody() {
    let text = |tests: &[&str]| UNITTEST.begin.to_owned() + &tests.concat();
    let repo = RepoBuilder::new().base("voice.py", OLD).head("voice.py", NEW);
    let repo = repo.both("Makefile", UNITTEST.files[0].1).head("pytest.ini", "[pytest]\n");
    let repo = repo
        .base("test_voice.py", text(&[KEPT, OLD_TEST]))
        .head("test_voice.py", text(&[KEPT, OLD_TEST, ASKS]))
        .build();
    Judge::new(&repo).run().accuses_nobody();
}
