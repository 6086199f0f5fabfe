//! What minitest's cases read.

use counterproof_conformance::table::{Case, Reads::*, Table, Version};

pub(super) const TABLE: Table = Table {
    runner: "minitest",
    versions: &[Version::on_path("5.17 on Ruby 3.1")],
    files: &[
        (
            "Rakefile",
            "Rake::TestTask.new do |t|\n  t.libs << 'ext'\n  t.pattern = 'test/**/*_test.rb'\nend\n",
        ),
        ("test/test_helper.rb", "require 'minitest/autorun'\nrequire 'thing'\n"),
        ("ext/thing.rb", "ONE = 1\n"),
    ],
    cases: CASES,
    without: &[
        ("expected failure", "minitest has no such thing"),
        ("another one is focused", "minitest has no such thing"),
    ],
};

/// The test `test_it` of a class `ThingTest` with this text in it.
macro_rules! it {
    ($text:expr) => {
        Case {
            files: &[(
                "test/thing_test.rb",
                concat!("require 'test_helper'\nclass ThingTest < Minitest::Test\n", $text, "\nend\n"),
            )],
            test: ("test/thing_test.rb", &["ThingTest", "test_it"]),
            ..Case::NONE
        }
    };
}

/// A test of a file with this text, by its names.
macro_rules! named {
    ($text:expr, $names:expr) => {
        Case {
            files: &[("test/thing_test.rb", concat!("require 'test_helper'\n", $text))],
            test: ("test/thing_test.rb", $names),
            ..Case::NONE
        }
    };
}

/// What Rails makes of `test "…" do`.
macro_rules! rails {
    ($text:expr) => {
        concat!(
            "def Object.test(text, &body) = define_method(\"test_#{text.gsub(/\\s+/, '_')}\", &body)\n",
            "class ThingTest < Minitest::Test\n",
            $text,
            "\nend\n"
        )
    };
}

const ODD: &str = "a (b) [c] {d} ^e$ *f* +? | \\ / \" é 🙂 -x /.*/";

const CASES: &[Case] = &[
    Case { question: "passes", ..it!("def test_it = assert_equal(1, ONE)") },
    Case {
        question: "passes",
        note: "a spec",
        ..named!(
            "describe 'Thing' do\n  it('is other') { raise }\n  describe Array do\n    it('is one') { _(ONE).must_equal 1 }\n  end\nend\n",
            &["Thing", "Array", "is one"]
        )
    },
    Case {
        question: "passes",
        note: "a test with a text, as in Rails",
        ..named!(
            rails!("test('is one') { assert ONE }\ntest('is other') { flunk }"),
            &["ThingTest", "is one"]
        )
    },
    Case {
        question: "passes",
        note: "it ends in `return`, and rescues",
        ..it!(
            "def test_it\n  raise 'x'\nrescue RuntimeError\n  return if ONE == 2\nensure\n  assert ONE\nend"
        )
    },
    Case { question: "fails", reads: Fail, ..it!("def test_it; assert_equal 2, ONE; end") },
    Case {
        question: "fails",
        note: "in `teardown`",
        reads: NotRunnable,
        ..it!("def teardown = flunk\ndef test_it; end")
    },
    Case { question: "raises", reads: Fail, ..it!("def test_it; raise 'x'; end") },
    Case { question: "cannot load", reads: NotRunnable, ..it!("require 'not_there'\ndef test_it; end") },
    Case { question: "selects nothing", reads: NotRunnable, ..it!("def test_other; end") },
    Case {
        question: "selects nothing",
        note: "the class is no test case",
        reads: NeverEntered,
        ..named!("class Thing\n  def test_it; end\nend\n", &["Thing", "test_it"])
    },
    Case {
        question: "name with every metacharacter",
        ..named!(
            "describe 'a::b #c' do\n  it('a (b) [c] {d} ^e$ *f* +? | \\\\ / \" é 🙂 -x /.*/') { }\n  it('a') { raise }\nend\n",
            &["a::b #c", ODD]
        )
    },
    Case {
        question: "name with every metacharacter",
        note: "with a text, as in Rails",
        ..named!(
            rails!("test('a (b) [c] {d} ^e$ *f* +? | \\\\ / \" é 🙂 -x /.*/') { }\ntest('a') { raise }"),
            &["ThingTest", ODD]
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
        ..it!("def test_it; end\nend\nclass OtherThingTest < ThingTest\n  def test_it; flunk; end")
    },
    Case {
        question: "same name in two files",
        files: &[
            (
                "test/thing_test.rb",
                "require 'test_helper'\nclass ThingTest < Minitest::Test\n  def test_it; end\nend\n",
            ),
            (
                "test/more_test.rb",
                "require 'test_helper'\nclass ThingTest < Minitest::Test\n  def test_it; flunk; end\nend\n",
            ),
        ],
        test: ("test/thing_test.rb", &["ThingTest", "test_it"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        note: "by a loop",
        ..named!(
            "class ThingTest < Minitest::Test\n  [1, 1].each { |n| define_method(\"test_#{n}\") { assert_equal 1, n } }\n  def test_it = flunk\nend\n",
            &["ThingTest", "test_#{n}"]
        )
    },
    Case {
        question: "parametrized",
        note: "by a loop, and one of the rows fails",
        reads: Fail,
        ..named!(
            "describe 'Thing' do\n  [1, 2].each { |n| it(\"is #{n}\") { assert_equal 1, n } }\nend\n",
            &["Thing", "is #{n}"]
        )
    },
    Case {
        question: "nested",
        ..named!(
            "module A\n  class BTest < Minitest::Test\n    class CTest < BTest\n      def ok = true\n    end\n    def ok = false\n    def test_it = assert(ok)\n  end\nend\n",
            &["A", "BTest", "CTest", "test_it"]
        )
    },
    Case {
        question: "nested",
        note: "a test of a module, in the class that includes it",
        reads: Fail,
        ..named!(
            "module Shared\n  def test_it = assert(ok)\nend\nclass ATest < Minitest::Test\n  include Shared\n  def ok = true\nend\nclass BTest < Minitest::Test\n  include Shared\n  def ok = false\nend\n",
            &["BTest", "test_it"]
        )
    },
    Case {
        question: "skipped",
        note: "by its class",
        reads: NeverEntered,
        ..it!("def setup = skip\ndef test_it; flunk; end")
    },
    Case {
        question: "todo",
        note: "a spec without a block",
        reads: NeverEntered,
        ..named!("describe('Thing') { it 'is one' }\n", &["Thing", "is one"])
    },
    Case { question: "skipped at run time", reads: NeverEnds, ..it!("def test_it; skip; flunk; end") },
    Case {
        question: "skipped at run time",
        note: "by what it calls",
        reads: NeverEnds,
        ..it!("def quietly = raise(Minitest::Skip, 'x')\ndef test_it = quietly")
    },
    Case { question: "exits 0 in the test", reads: NeverEnds, ..it!("def test_it; exit!(0); end") },
    Case {
        question: "exits 0 in the test",
        note: "by `exit`",
        reads: Fail,
        ..it!("def test_it; exit(0); end")
    },
    Case { question: "exits 0 when loaded", reads: NeverEntered, ..it!("exit!(0)\ndef test_it; flunk; end") },
    Case {
        question: "exits 0 at exit",
        reads: Swallowed,
        ..it!("Minitest.after_run { exit!(0) }\ndef test_it; end")
    },
    Case {
        question: "hook that swallows failures",
        reads: Swallowed,
        ..it!("def after_teardown = failures.clear\ndef test_it; end")
    },
    Case {
        question: "hook that swallows failures",
        note: "and the test fails",
        reads: NeverEnds,
        ..it!("def after_teardown = failures.clear\ndef test_it; flunk; end")
    },
    Case { question: "times out", reads: Timeout, ..it!("def test_it; sleep; end") },
    Case { question: "leaves a child behind", ..it!("def test_it; spawn 'sleep 30'; end") },
    Case {
        question: "variables of another run around it",
        env: &[("TESTOPTS", "-n zzz"), ("RUBYOPT", "-rnot_there"), ("TEST", "zzz")],
        reads: Fail,
        ..it!("def test_it; flunk; end")
    },
];
