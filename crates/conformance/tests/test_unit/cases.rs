//! What test-unit's cases read.

use counterproof_conformance::table::{Case, Reads::*, Table, Version};

pub(super) const TABLE: Table = Table {
    runner: "test-unit",
    versions: &[Version::on_path("3.5 on Ruby 3.1")],
    files: &[("test/helper.rb", "require 'test/unit'\nrequire 'thing'\n"), ("lib/thing.rb", "ONE = 1\n")],
    cases: CASES,
    without: &[
        ("todo", "test-unit has no such thing"),
        ("another one is focused", "test-unit has no such thing"),
    ],
};

/// The test `test_it` of a class `ThingTest` with this text in it.
macro_rules! it {
    ($text:expr) => {
        named!($text, &["ThingTest", "test_it"])
    };
}

/// A test of a class `ThingTest` with this text in it, by its names.
macro_rules! named {
    ($text:expr, $names:expr) => {
        Case {
            files: &[(
                "test/test_thing.rb",
                concat!(
                    "require_relative 'helper'\nclass ThingTest < Test::Unit::TestCase\n",
                    $text,
                    "\nend\n"
                ),
            )],
            test: ("test/test_thing.rb", $names),
            ..Case::NONE
        }
    };
}

const CASES: &[Case] = &[
    Case { question: "passes", ..it!("def test_it = assert_equal(1, ONE)") },
    Case {
        question: "passes",
        note: "a test with a text",
        ..named!("test('is one') { assert ONE }\ntest('is other') { flunk }", &["ThingTest", "is one"])
    },
    Case { question: "fails", reads: Fail, ..it!("def test_it; assert_equal 2, ONE; end") },
    Case {
        question: "fails",
        note: "in `cleanup`",
        reads: NotRunnable,
        ..it!("def teardown = flunk\ndef test_it; end")
    },
    Case { question: "raises", reads: Fail, ..it!("def test_it; raise 'x'; end") },
    Case { question: "cannot load", reads: NotRunnable, ..it!("require 'not_there'\ndef test_it; end") },
    Case { question: "selects nothing", reads: NotRunnable, ..it!("def test_other; end") },
    Case {
        question: "selects nothing",
        note: "its method is not public",
        reads: NeverEntered,
        ..it!("def test_it; end\nprivate :test_it")
    },
    Case {
        question: "name with every metacharacter",
        ..named!(
            "test('a (b) [c] {d} ^e$ *f* +? | \\\\ / \" é 🙂 -x /.*/i') { }\ntest('a') { raise }",
            &["ThingTest", "a (b) [c] {d} ^e$ *f* +? | \\ / \" é 🙂 -x /.*/i"]
        )
    },
    Case {
        question: "same name twice in a file",
        note: "the first of them, which the second replaces",
        reads: NeverEntered,
        ..it!("def test_it; end\ndef test_it; flunk; end")
    },
    Case {
        question: "same name twice in a file",
        note: "in two classes",
        ..it!("def test_it; end\nend\nclass OtherThingTest < Test::Unit::TestCase\n  def test_it; flunk; end")
    },
    Case {
        question: "same name in two files",
        files: &[
            (
                "test/test_thing.rb",
                "require 'helper'\nclass ThingTest < Test::Unit::TestCase\n  def test_it; end\nend\n",
            ),
            (
                "test/test_more.rb",
                "require 'helper'\nclass ThingTest < Test::Unit::TestCase\n  def test_it; flunk; end\nend\n",
            ),
        ],
        test: ("test/test_thing.rb", &["ThingTest", "test_it"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        ..it!("data('a b' => 1, 'c' => 1)\ndef test_it(n) = assert_equal(1, n)\ndef test_it_not = flunk")
    },
    Case {
        question: "parametrized",
        note: "one of the rows fails",
        reads: Fail,
        ..it!("data('a b', 1)\ndata('c', 2)\ndef test_it(n)\n  assert_equal(1, n)\nend")
    },
    Case {
        question: "nested",
        ..named!(
            "sub_test_case('when b') do\n  sub_test_case('c') { test('it') { } }\n  test('it') { flunk }\nend",
            &["ThingTest", "when b", "c", "it"]
        )
    },
    Case {
        question: "nested",
        note: "a test of the superclass is not one of the class",
        reads: NotRunnable,
        ..named!(
            "def test_it; end\n  class InnerTest < ThingTest\n  end",
            &["ThingTest", "InnerTest", "test_it"]
        )
    },
    Case {
        question: "skipped",
        note: "by its class",
        reads: NeverEntered,
        ..it!("def setup = omit('x')\ndef test_it; flunk; end")
    },
    Case {
        question: "expected failure",
        note: "`pend`",
        reads: NeverEnds,
        ..it!("def test_it; pend('x'); flunk; end")
    },
    Case {
        question: "expected failure",
        note: "`pend` with a block that fails, as expected",
        ..it!("def test_it; pend('x') { flunk }; end")
    },
    Case { question: "skipped at run time", reads: NeverEnds, ..it!("def test_it; omit('x'); flunk; end") },
    Case {
        question: "skipped at run time",
        note: "by what it calls",
        reads: NeverEnds,
        ..it!("def quietly = omit_if(true)\ndef test_it = quietly")
    },
    Case { question: "exits 0 in the test", reads: NeverEnds, ..it!("def test_it; exit!(0); end") },
    Case {
        question: "exits 0 in the test",
        note: "by `exit`",
        reads: NeverEnds,
        ..it!("def test_it; exit(0); end")
    },
    Case { question: "exits 0 when loaded", reads: NeverEntered, ..it!("exit!(0)\ndef test_it; flunk; end") },
    Case {
        question: "exits 0 at exit",
        reads: Swallowed,
        ..it!("Test::Unit.at_exit { exit!(0) }\ndef test_it; end")
    },
    Case {
        question: "hook that swallows failures",
        reads: Swallowed,
        ..it!("def self.shutdown = exit!(0)\ndef test_it; end")
    },
    Case { question: "times out", reads: Timeout, ..it!("def test_it; sleep; end") },
    Case { question: "leaves a child behind", ..it!("def test_it; spawn 'sleep 30'; end") },
    Case {
        question: "variables of another run around it",
        env: &[("TESTOPTS", "-n zzz"), ("RUBYOPT", "-rnot_there")],
        reads: Fail,
        ..it!("def test_it; flunk; end")
    },
];
