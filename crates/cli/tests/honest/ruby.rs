//! RSpec and minitest.

use crate::kit::judge;
use counterproof_testkit::RepoBuilder;

const OLD: &str = "module Voice\n  def self.shout(s) = s\n  def self.same(s) = s\nend\n";
const NEW: &str = "module Voice\n  def self.shout(s) = s.upcase\n  def self.same(s) = s\nend\n";

const OLD_SPEC: &str = "  it('is old') { expect(Voice.same('a')).to eq 'a' }\n";
const OLD_TEST: &str = "  def test_old = assert_equal('a', Voice.same('a'))\n";

/// A project with specs whose head repairs `shout`.
fn specs(base: &str, head: &str) -> RepoBuilder {
    let spec = |text: &str| format!("require 'voice'\n\nRSpec.describe Voice do\n{OLD_SPEC}{text}end\n");
    let repo = RepoBuilder::new().both(".rspec", "--require spec_helper\n").both("spec/spec_helper.rb", "");
    let repo = repo.base("lib/voice.rb", OLD).head("lib/voice.rb", NEW);
    repo.base("spec/voice_spec.rb", spec(base)).head("spec/voice_spec.rb", spec(head))
}

/// The same with minitest.
fn methods(base: &str, head: &str) -> RepoBuilder {
    let test = |text: &str| {
        format!("require 'test_helper'\n\nclass VoiceTest < Minitest::Test\n{OLD_TEST}{text}end\n")
    };
    let helper = "require 'minitest/autorun'\nrequire 'voice'\n";
    let repo =
        RepoBuilder::new().both("Rakefile", "Rake::TestTask.new\n").both("test/test_helper.rb", helper);
    let repo = repo.base("lib/voice.rb", OLD).head("lib/voice.rb", NEW);
    repo.base("test/voice_test.rb", test(base)).head("test/voice_test.rb", test(head))
}

/// The fixture is judged like this: the tests by their names below `prefix`.
#[track_caller]
fn is(repo: RepoBuilder, verdict: &str, (prefix, tests): (&str, &[(&str, &str)])) {
    let tests: Vec<_> = tests.iter().map(|(name, words)| (format!("{prefix}::{name}"), *words)).collect();
    let tests: Vec<_> = tests.iter().map(|(id, words)| (id.as_str(), *words)).collect();
    judge(&repo.build()).is(verdict, &tests);
}

const SPEC: &str = "spec/voice_spec.rb::Voice";
const TEST: &str = "test/voice_test.rb::VoiceTest";

#[test]
fn an_honest_fix_has_its_alibi_and_an_idle_test_has_none() {
    let specs_of = "  it('asks') { expect(Voice.shout('a')).to eq 'A' }
  it 'is idle' do
    expect(Voice.same('b')).to eq 'b'
  end
  it { expect(Voice.shout('b')).to eq 'B' }
";
    let expected =
        [("asks", "alibi -"), ("is idle", "no_alibi -"), ("expect(Voice.shout('b')).to eq 'B'", "alibi -")];
    is(specs("", specs_of), "EARNED", (SPEC, &expected));
    let tests = "  def test_asks = assert_equal('A', Voice.shout('a'))
  def test_is_idle
    assert_equal 'b', Voice.same('b')
  end
";
    let expected = [("test_asks", "alibi -"), ("test_is_idle", "no_alibi -")];
    is(methods("", tests), "EARNED", (TEST, &expected));
}

#[test]
fn a_failing_test_that_was_removed_disabled_or_weakened_is_found() {
    let spec = |says: &str| format!("  it 'is calm' do\n    expect(Voice.shout('a')).to {says}\n  end\n");
    is(specs(&spec("eq 'a'"), ""), "UNEARNED", (SPEC, &[("is calm", "- removed")]));
    is(specs(&spec("eq 'a'"), &spec("match(/a/i)")), "UNEARNED", (SPEC, &[("is calm", "no_alibi weakened")]));
    let skipped = spec("eq 'a'").replace("    expect", "    skip 'later'\n    expect");
    is(specs(&spec("eq 'a'"), &skipped), "UNEARNED", (SPEC, &[("is calm", "- disabled")]));
    is(
        specs(&spec("eq 'a'"), &spec("eq 'a'").replace("it", "xit")),
        "UNEARNED",
        (SPEC, &[("is calm", "- disabled")]),
    );
    let test = "  def test_calm\n    assert_equal 'a', Voice.shout('a')\n  end\n";
    is(methods(test, ""), "UNEARNED", (TEST, &[("test_calm", "- removed")]));
    is(
        methods(test, &test.replace("    assert", "    skip\n    assert")),
        "UNEARNED",
        (TEST, &[("test_calm", "- disabled")]),
    );
    is(
        methods(test, &test.replace("test_calm", "check_calm")),
        "UNEARNED",
        (TEST, &[("test_calm", "- removed")]),
    );
}

#[test]
fn an_expectation_that_moved_with_the_code_accuses_nobody() {
    let spec = |says: &str| format!("  it('shouts') {{ expect(Voice.shout('a')).to eq '{says}' }}\n");
    is(specs(&spec("a"), &spec("A")), "INCONCLUSIVE", (SPEC, &[("shouts", "alibi contract_changed")]));
    let test = |says: &str| format!("  def test_shouts = assert_equal('{says}', Voice.shout('a'))\n");
    is(methods(&test("a"), &test("A")), "INCONCLUSIVE", (TEST, &[("test_shouts", "alibi contract_changed")]));
}

#[test]
fn names_may_be_of_any_signs() {
    let names = [
        ("'$ ^ * + ? . | ( ) [ ] { } \\\\ /'", "$ ^ * + ? . | ( ) [ ] { } \\ /", "shout"),
        ("\"it's\"", "it's", "same"),
        ("'\"'", "\"", "shout"),
        ("\"größe \\u00e9 \\u{1F600} 👍\"", "größe é 😀 👍", "shout"),
        ("\"line\\none\"", "line\none", "same"),
        ("'--flag'", "--flag", "shout"),
        ("'/.*/i'", "/.*/i", "same"),
        ("' blank '", " blank ", "shout"),
        ("'a::b #c'", "a::b #c", "same"),
    ];
    let words = |of: &str| if of == "shout" { "alibi -" } else { "no_alibi -" };
    let expected: Vec<_> = names.iter().map(|(_, name, of)| (*name, words(of))).collect();
    let says = |of: &str| if of == "shout" { "A" } else { "a" };
    let lines: String = names
        .iter()
        .map(|(name, _, of)| format!("  it({name}) {{ expect(Voice.{of}('a')).to eq '{}' }}\n", says(of)))
        .collect();
    is(specs("", &lines), "EARNED", (SPEC, &expected));
    let lines: String = names
        .iter()
        .map(|(name, _, of)| format!("  it({name}) {{ assert_equal '{}', Voice.{of}('a') }}\n", says(of)))
        .collect();
    let spec = format!("require 'test_helper'\n\ndescribe Voice do\n{lines}end\n");
    is(methods("", "").head("test/voice_spec.rb", spec), "EARNED", ("test/voice_spec.rb::Voice", &expected));
}

#[test]
fn tests_of_loops_and_shared_examples_are_told_apart_as_groups() {
    let looped = "  %w[a b].each do |word|
    it(\"asks #{word}\") { expect(Voice.shout(word)).to eq word.upcase }
    it(\"is idle #{word}\") { expect(Voice.same(word)).to eq word }
  end
  shared_examples 'loud' do
    it('asks') { expect(Voice.shout(word)).to eq word.upcase }
    it('is idle') { expect(Voice.same(word)).to eq word }
  end
  it_behaves_like('loud') { let(:word) { 'a' } }
";
    let expected = [
        ("asks #{word}", "alibi -"),
        ("is idle #{word}", "no_alibi -"),
        ("loud::asks", "alibi -"),
        ("loud::is idle", "no_alibi -"),
    ];
    is(specs("", looped), "EARNED", (SPEC, &expected));
    let looped = "  %w[a b].each do |word|
    define_method(\"test_asks_#{word}\") { assert_equal word.upcase, Voice.shout(word) }
    define_method(\"test_idle_#{word}\") { assert_equal word, Voice.same(word) }
  end
";
    let expected = [("test_asks_#{word}", "alibi -"), ("test_idle_#{word}", "no_alibi -")];
    is(methods("", looped), "EARNED", (TEST, &expected));
}

/// Sources that skip the tests that call them.
const SKIPPING: &str = "module Voice
  def self.shout(s) = s.upcase
  def self.same(s)
    raise Minitest::Skip, 'quiet' if defined?(Minitest)
    raise RSpec::Core::Pending::SkipDeclaredInExample, 'quiet'
  end
end
";

#[test]
fn a_skip_that_the_source_raises_earns_nothing() {
    let asks = "  it('asks') { expect(Voice.shout('a')).to eq 'A' }\n";
    judge(&specs("", asks).head("lib/voice.rb", SKIPPING).build()).because("INCONCLUSIVE", "");
    let asks = "  def test_asks = assert_equal('A', Voice.shout('a'))\n";
    judge(&methods("", asks).head("lib/voice.rb", SKIPPING).build()).because("INCONCLUSIVE", "");
}

#[test]
fn a_test_that_skips_or_returns_on_its_way_is_not_accused() {
    let tests = "  def test_skips_on_the_old_code
    skip if Voice.shout('a') == 'a'
    assert_equal 'B', Voice.shout('b')
  end
  def test_returns
    return unless Voice.respond_to?(:no_such_method)
    assert_equal 'a', Voice.same('a')
  end
  def test_guilty
    skip if Voice.same('a') != 'a'
    assert_equal 'a', Voice.same('a')
  end
";
    let expected = [
        ("test_skips_on_the_old_code", "unanswered -"),
        ("test_returns", "unanswered -"),
        ("test_guilty", "no_alibi -"),
    ];
    is(methods("", tests), "INCONCLUSIVE", (TEST, &expected));
}

#[test]
fn moved_renamed_and_inherited_tests_are_the_same_tests() {
    let base = "  def test_moves\n    b = Voice.same('b')\n    assert_equal 'b', b\n  end\n";
    let head = "  class Inner < VoiceTest
    def test_renamed
      b = Voice.same('b')
      assert_equal 'b', b
    end
  end
";
    let expected = [("Inner::test_old", "no_alibi -"), ("Inner::test_renamed", "- satisfied")];
    is(methods(base, head), "EARNED", (TEST, &expected));
}

#[test]
fn a_test_of_what_was_not_there_is_asked_of_hollow_code() {
    let whisper = NEW.replace("end\n", "  def self.whisper(s) = s.downcase\nend\n");
    let test = "  def test_whispers = assert_equal('a', Voice.whisper('A'))\n";
    let repo = methods("", test).head("lib/voice.rb", whisper);
    is(repo, "EARNED", (TEST, &[("test_whispers", "alibi -")]));
}

#[test]
fn the_text_of_a_heredoc_is_part_of_the_test() {
    let spec = |says: &str| {
        format!("  it('shouts') {{ expect(Voice.shout('a')).to eq <<~E.chomp }}\n    {says}\n  E\n")
    };
    is(specs(&spec("a"), &spec("A")), "INCONCLUSIVE", (SPEC, &[("shouts", "alibi contract_changed")]));
}
