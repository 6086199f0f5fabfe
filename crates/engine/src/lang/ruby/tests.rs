use super::RUBY;
use crate::{domain::BodyEdit, domain::RepoPath, lang::FoundTest};

fn found(text: &str) -> Vec<FoundTest> {
    (RUBY.tests)(&RepoPath::from("test/a_test.rb"), text)
}

fn names(text: &str) -> Vec<String> {
    found(text).iter().map(|test| test.name.join(" > ")).collect()
}

/// The names of the tests that are not disabled.
fn live(text: &str) -> Vec<String> {
    let tests = found(text);
    tests.iter().filter(|test| test.disabled.is_none()).map(|test| test.name.join(" > ")).collect()
}

fn dynamic(text: &str) -> Vec<bool> {
    found(text).iter().map(|test| test.dynamic).collect()
}

/// What disables the only test of a text.
fn disabled(text: &str) -> Option<String> {
    let tests = found(text);
    assert_eq!(tests.len(), 1, "{text}");
    tests[0].disabled.as_ref().map(|disabled| disabled.by.clone())
}

fn edited(text: &str, edit: BodyEdit) -> String {
    RUBY.edit_body(text, &found(text)[0], edit)
}

#[test]
fn examples_are_found_under_their_groups() {
    let text = "
RSpec.describe Foo::Bar, '#call', type: :model do
  it 'a' do end
  context \"when b\", :slow do
    specify('c') { x }
    example 'd', :fast do end
    its(:size) { should eq 1 }
    fit('e') { }
  end
  feature 'f' do scenario 'g' do end end
end
";
    let want = ["a", "when b > c", "when b > d", "when b > size", "when b > e", "f > g"];
    assert_eq!(names(text), want.map(|name| format!("Foo::Bar > #call > {name}")));
}

#[test]
fn examples_without_a_name_are_named_after_what_they_do() {
    let text = "describe 'x' do\n  it { is_expected.to\n    eq 1 }\n  specify do\n    a\n  end\nend\n";
    assert_eq!(names(text), ["x > is_expected.to eq 1", "x > a"]);
    assert_eq!(dynamic(text), [true, true]);
}

#[test]
fn methods_of_classes_are_found_under_their_full_names() {
    let text = "
module A
  class BTest < Minitest::Test
    def setup; end
    def test_a; end
    def test_b? = assert(1)
    def helper; end
    class C::DTest < Base
      def test_c(row) end
    end
    class ::E < F
      def test_d; end
    end
  end
end
G = Class.new(Minitest::Test) do
  def test_e; end
end
def test_no; end
class << self
  def test_no; end
end
";
    let want = [
        "A > BTest > test_a",
        "A > BTest > test_b?",
        "A > BTest > C > DTest > test_c",
        "E > test_d",
        "G > test_e",
    ];
    assert_eq!(names(text), want);
    assert_eq!(dynamic(text), [false; 5]);
}

#[test]
fn methods_that_cannot_be_called_from_outside_are_not_tests() {
    let text = "class A < T\n  private\n  def test_no; end\n  public\n  def test_a; end\n  private def test_b; end\nend\n";
    assert_eq!(names(text), ["A > test_a"]);
}

#[test]
fn tests_of_classes_may_have_texts_for_names() {
    let text = "
class ATest < ActiveSupport::TestCase
  test 'a b' do end
  test \"c\" do assert 1 end
  test
  def other; end
  define_method('test_d') { }
  define_method(:e) { }
  describe 'f' do
    it 'g' do end
    describe '#h' do it('i') { } end
    def test_j; end
  end
  it 'k' do end
end
";
    let want =
        ["ATest > a b", "ATest > c", "ATest > test_d", "f > g", "f > #h > i", "f > test_j", "ATest > k"];
    assert_eq!(names(text), want);
}

#[test]
fn cases_inside_of_a_test_units_case_are_classes_of_their_own() {
    let text = "
require 'test/unit'
class ATest < Test::Unit::TestCase
  def testA; end
  sub_test_case 'b c' do
    def test_d; end
    test 'e' do end
  end
end
";
    assert_eq!(names(text), ["ATest > testA", "ATest > b c > test_d", "ATest > b c > e"]);
}

#[test]
fn a_class_has_the_tests_of_its_superclass_and_its_modules() {
    let text = "
module Shared
  def test_s; end
  def test_o; end
end
class Base < Minitest::Spec
  it 'b' do end
  def test_c; end
  class Inner < Base
    include Shared, Comparable
    def test_o; end
  end
end
module Unused
  def test_no; end
end
";
    let want = [
        "Base > Inner > test_s",
        "Base > b",
        "Base > Inner > b",
        "Base > test_c",
        "Base > Inner > test_c",
        "Base > Inner > test_o",
    ];
    assert_eq!(names(text), want);
    let text = "class A < Test::Unit::TestCase\n  def test_a; end\n  class B < A\n    include S\n  end\nend\nmodule S\n  def test_s; end\nend\n";
    assert_eq!(names(text), ["A > test_a", "A > B > test_s"]);
    let old = text.replace("Test::Unit", "MiniTest::Unit");
    assert_eq!(names(&old), ["A > test_a", "A > B > test_a", "A > B > test_s"]);
}

#[test]
fn what_may_run_several_times_or_never_is_dynamic() {
    let text = "
describe 'x' do
  [1, 2].each do |n|
    it \"n #{n}\" do end
  end
  it name do end
  around_it do
    it('a') { }
  end
  define_method(\"test_#{x}_y\") { }
  shared_examples 'used' do it 'b' do end end
  it_behaves_like 'used'
  def self.checks(x)
    it 'c' do end
  end
  checks 1
end
Class.new(Minitest::Test) { def test_d; end }
";
    let want =
        ["x > n #{n}", "x > #{name}", "x > a", "x > test_#{x}_y", "x > used > b", "#{Class.new} > test_d"];
    assert_eq!(names(text), want);
    assert_eq!(dynamic(text), [true; 6]);
}

#[test]
fn helpers_of_other_files_are_no_tests_of_this_one() {
    let text = "
RSpec.shared_examples 'elsewhere' do
  it 'a' do end
end
RSpec.shared_context 'also' do
  it { b }
end
def it_does(x)
  it 'c' do end
end
it.map { }
it
context = it
skip 'd'
";
    assert!(names(text).is_empty(), "{:?}", names(text));
}

#[test]
fn only_the_last_of_several_definitions_is_live() {
    let tests = found("class A < T\n  def test_a; 1 end\n  def test_a; 2 end\nend\n");
    let seen: Vec<_> = tests.iter().map(|test| (test.ordinal, test.disabled.is_some())).collect();
    assert_eq!(seen, [(0, true), (1, false)]);
    let by = tests[0].disabled.as_ref().unwrap();
    assert_eq!((by.by.as_str(), by.line), ("shadowed by a later definition of the same name", 3));
    assert_eq!(live("class A < T\n  def test_a; end\n  if X\n    def test_a; end\n  end\nend\n").len(), 2);
    assert_eq!(live("describe 'x' do\n  it('a') { }\n  it('a') { }\nend\n").len(), 2);
}

#[test]
fn marks_in_every_scope_disable() {
    for text in [
        "describe 'x' do\n  xit 'a' do end\nend\n",
        "describe 'x' do\n  xspecify { a }\nend\n",
        "describe 'x' do\n  skip 'a' do end\nend\n",
        "describe 'x' do\n  pending 'a' do end\nend\n",
        "describe 'x' do\n  it 'a'\nend\n",
        "describe 'x' do\n  it 'a', :skip do end\nend\n",
        "describe 'x' do\n  it 'a', skip: 'later' do end\nend\n",
        "describe 'x' do\n  it 'a', pending: true do end\nend\n",
        "describe 'x' do\n  it 'a', :pending => true do end\nend\n",
        "describe 'x' do\n  it 'a', if: false do end\nend\n",
        "xdescribe 'x' do\n  it 'a' do end\nend\n",
        "RSpec.xdescribe 'x' do\n  it 'a' do end\nend\n",
        "describe 'x' do\n  xcontext 'y' do\n    it 'a' do end\n  end\nend\n",
        "describe 'x', :skip do\n  it 'a' do end\nend\n",
        "describe 'x', skip: true do\n  it 'a' do end\nend\n",
        "describe 'x' do\n  it 'a' do\n    skip 'later'\n  end\nend\n",
        "describe 'x' do\n  it 'a' do\n    x = 1\n    pending\n    y\n  end\nend\n",
        "describe 'x' do\n  before { skip }\n  it 'a' do end\nend\n",
        "describe 'x' do\n  before(:each) do\n    skip 'later'\n  end\n  it 'a' do end\nend\n",
        "if false\n  describe 'x' do\n    it 'a' do end\n  end\nend\n",
        "class A < T\n  def test_a\n    skip\n    assert 1\n  end\nend\n",
        "class A < T\n  def test_a; omit('x'); end\nend\n",
        "class A < T\n  def setup\n    skip 'x'\n  end\n  def test_a; end\nend\n",
        "class A < T\n  test 'a' do pend end\nend\n",
        "class A < T\n  unless true\n    def test_a; end\n  end\nend\n",
        "class A < T\n  if X\n  elsif !1\n    def test_a; end\n  end\nend\n",
        "class A < T\n  if true\n  else\n    def test_a; end\n  end\nend\n",
        "class A < T\n  def test_a; end if false\nend\n",
    ] {
        assert!(disabled(text).is_some(), "{text}");
    }
}

#[test]
fn what_only_a_run_can_decide_does_not_disable() {
    for text in [
        "describe 'x' do\n  it 'a', skip: windows? do end\nend\n",
        "describe 'x' do\n  it 'a', skip: false, if: X do end\nend\n",
        "describe 'x' do\n  it 'a' do\n    skip 'x' if y\n  end\nend\n",
        "describe 'x' do\n  it 'a' do\n    z { skip }\n  end\nend\n",
        "describe 'x' do\n  it 'a' do\n    pend('x') { y }\n    omit_if(y)\n  end\nend\n",
        "describe 'x' do\n  before { skip if y }\n  it 'a' do end\nend\n",
        "describe 'x' do\n  before(:each, :slow) { skip }\n  it 'a' do end\nend\n",
        "class A < T\n  if X\n    def test_a; end\n  end\nend\n",
        "class A < T\n  # skip\n  def test_a; self.skip; end\nend\n",
    ] {
        assert_eq!(disabled(text), None, "{text}");
    }
}

#[test]
fn what_disables_is_told_as_written() {
    let by =
        found("describe 'x',\n  skip:   'later' do\n  it 'a' do end\nend\n")[0].disabled.clone().unwrap();
    assert_eq!((by.by.as_str(), by.line), ("skip: 'later'", 2));
}

#[test]
fn layout_and_comments_are_not_tokens() {
    let tokens = |text: &str| found(&format!("class A < T\n{text}end\n"))[0].tokens.clone();
    let plain = tokens("def test_a\n  f(a, [b], c: 1)\n  g\nend\n");
    assert_eq!(plain, tokens("def test_a; f( a,\n  [ b, ],\n c: 1, ) # c\n=begin\nc\n=end\n\n  g;; end\n"));
    assert_ne!(tokens("def test_a\n  a\n  -b\nend\n"), tokens("def test_a\n  a - b\nend\n"));
    assert_ne!(tokens("def test_a; x == 'a  b' end\n"), tokens("def test_a; x == 'a b' end\n"));
    assert_ne!(
        tokens("def test_a\n  if x\n    y\n    z\n  end\nend\n"),
        tokens("def test_a\n  if x\n    y\n  end\n  z\nend\n")
    );
}

#[test]
fn the_lines_of_a_heredoc_are_of_the_test_wherever_they_lie() {
    let one = |lines: &str| {
        let tests =
            found(&format!("describe 'x' do\n  it('a') {{ eq <<~E }}\n{lines}\n  E\n  it('b') {{ }}\nend\n"));
        assert_eq!(tests.len(), 2);
        (tests[0].tokens.clone(), tests[0].body_tokens.clone(), tests[1].tokens.clone())
    };
    let (left, right) = (one("    1"), one("    2"));
    assert!(left.0 != right.0 && left.1 != right.1 && left.2 == right.2);
    let inner =
        |lines: &str| found(&format!("class A < T\n  def test_a\n    eq <<~E\n{lines}\n    E\n  end\nend\n"));
    assert_ne!(inner("  1")[0].body_tokens, inner("  2")[0].body_tokens);
}

#[test]
fn the_rows_of_a_test_are_part_of_it() {
    let of = |row: &str| {
        found(&format!("class A < Test::Unit::TestCase\n  data('a' => {row})\n  def test_a(x); end\nend\n"))
    };
    assert_ne!(of("1")[0].tokens, of("2")[0].tokens);
    assert_eq!(of("1")[0].body_tokens, of("2")[0].body_tokens);
    assert_eq!(of("1")[0].line, 3);
    assert!(of("Foo.new")[0].mentions.contains("Foo"));
}

#[test]
fn a_test_that_is_renamed_or_moved_keeps_its_body() {
    let one = found("class A < T\n  def test_a\n    f 1\n  end\nend\n");
    let other = found("class B < T\n  def test_b() f 1; end\nend\n");
    assert_eq!(one[0].body_tokens, other[0].body_tokens);
}

#[test]
fn what_is_mentioned_is_known_without_its_marks() {
    let test =
        &found("describe 'x' do\n  it 'a' do\n    Foo.bar?(:b, c: @d, 'e.f' => %i[g]) { h! }\n  end\nend\n")
            [0];
    for word in ["Foo", "bar?", "b", "c", "d", "g", "h!"] {
        assert!(test.mentions.contains(word), "{word} is not in {:?}", test.mentions);
    }
    assert!(test.quoted.contains("e") && test.quoted.contains("f"));
}

/// Every edit of one test, in the order of the edits.
fn all_edits(text: &str) -> [String; 5] {
    use BodyEdit::*;
    [FailAtEnd, ExitAtEnd, ExitAtOnce, PassAtOnce, MustEnd].map(|edit| edited(text, edit))
}

const FAIL: &str = "::Kernel.raise(\"counterproof\")";
const EXIT: &str = "::Process.exit!(97)";
const ENTER: &str = "counterproof_end = ::Process.pid; ::Kernel.at_exit { ::Process.exit!(97) if counterproof_end == ::Process.pid }";
const LEAVE: &str = "counterproof_end = nil";

#[test]
fn statements_are_put_first_and_last_without_moving_a_line() {
    let [fail, exit, at_once, pass, must] =
        all_edits("class A < T\n  def test_a\n    # c\n    f # d\n  end\nend\n");
    let of = |body: &str| format!("class A < T\n  def test_a\n    # c\n    {body}end\nend\n");
    assert_eq!(fail, of(&format!("f # d\n  ;{FAIL}; ")));
    assert_eq!(exit, of(&format!("f # d\n  ;{EXIT}; ")));
    assert_eq!(at_once, of(&format!(";{EXIT}; f # d\n  ")));
    assert_eq!(pass, of("\n  "));
    assert_eq!(must, of(&format!(";{ENTER}; f # d\n  ;{LEAVE}; ")));
}

#[test]
fn bodies_in_one_line_and_without_statements_are_edited() {
    let [fail, _, at_once, pass, _] = all_edits("describe 'x' do it { |y| f } end");
    assert_eq!(fail, format!("describe 'x' do it {{ |y| f ;{FAIL}; }} end"));
    assert_eq!(at_once, format!("describe 'x' do it {{ |y| ;{EXIT}; f }} end"));
    assert_eq!(pass, "describe 'x' do it { |y| } end");
    let [fail, _, at_once, pass, _] = all_edits("class A < T; def test_a() end; end");
    assert_eq!(fail, format!("class A < T; def test_a() ;{FAIL}; end; end"));
    assert_eq!(at_once, format!("class A < T; def test_a() ;{EXIT}; end; end"));
    assert_eq!(pass, "class A < T; def test_a() end; end");
}

#[test]
fn a_method_that_is_one_expression_gets_statements_around_it() {
    let [fail, _, at_once, pass, must] = all_edits("class A < T\n  def test_a = assert_equal(1, 2)\nend\n");
    let of = |body: &str| format!("class A < T\n  def test_a = {body}\nend\n");
    assert_eq!(fail, of(&format!("(assert_equal(1, 2); {FAIL})")));
    assert_eq!(at_once, of(&format!("({EXIT}; assert_equal(1, 2))")));
    assert_eq!(pass, of("(return; assert_equal(1, 2))"));
    assert_eq!(must, of(&format!("({ENTER}; assert_equal(1, 2); {LEAVE})")));
}

#[test]
fn what_comes_last_comes_behind_rescue_and_ensure() {
    let [fail, _, at_once, pass, must] =
        all_edits("class A < T\n  def test_a\n    f\n  rescue E\n    g\n  ensure\n    h\n  end\nend\n");
    let of = |body: &str| format!("class A < T\n  def test_a\n    {body}end\nend\n");
    assert_eq!(fail, of(&format!("begin; f\n  rescue E\n    g\n  ensure\n    h\n  ;end;{FAIL}; ")));
    assert_eq!(at_once, of(&format!(";{EXIT}; f\n  rescue E\n    g\n  ensure\n    h\n  ")));
    assert_eq!(pass, of("\n\n\n\n\n  "));
    assert!(must.contains(&format!(";{ENTER}; begin; f\n")), "{must}");
}

#[test]
fn what_a_trailing_return_gives_is_still_evaluated() {
    let fail =
        |body: &str| edited(&format!("class A < T; def test_a; {body}; end; end"), BodyEdit::FailAtEnd);
    let want = |body: &str| format!("class A < T; def test_a; {body}; ;{FAIL}; end; end");
    for (written, kept) in [
        ("return", "nil"),
        ("return f", "(f)"),
        ("return f a, b", "(f a, b)"),
        ("return(f)", "(f)"),
        ("return f, 1", "[f, 1]"),
        ("return *f", "[*f]"),
    ] {
        assert_eq!(fail(written), want(kept), "{written}");
    }
    let text = "describe 'x' do\n  it('a') { next f }\nend\n";
    assert_eq!(edited(text, BodyEdit::FailAtEnd), text.replace("next f }", &format!("(f) ;{FAIL}; }}")));
}

#[test]
fn a_body_with_lines_behind_it_passes_without_losing_them() {
    let text = "describe 'x' do\n  it('a') { eq <<~E }\n    1\n  E\nend\n";
    assert_eq!(edited(text, BodyEdit::PassAtOnce), text.replace("{ eq <<~E }", "{ ;next; eq <<~E }"));
    assert_eq!(edited(text, BodyEdit::FailAtEnd), text.replace("<<~E }", &format!("<<~E ;{FAIL}; }}")));
}

#[test]
fn a_body_that_is_written_elsewhere_is_edited_from_outside() {
    let [fail, _, at_once, pass, _] = all_edits("describe 'x' do\n  it 'a', :slow, &body\nend\n");
    let of = |block: &str| {
        format!("describe 'x' do\n  it 'a', :slow, &::Kernel.proc {{ |*counterproof_given| {block} }}\nend\n")
    };
    assert_eq!(fail, of(&format!(";instance_exec(*counterproof_given, &(body));{FAIL}")));
    assert_eq!(at_once, of(&format!("{EXIT};;")));
    assert_eq!(pass, of(";;"));
}

#[test]
fn a_broken_file_has_its_error_before_everything_else() {
    let broken = (RUBY.break_source)("# frozen_string_literal: true\nx = 1\n");
    assert!(super::parse(&broken).unwrap().root_node().has_error());
    assert!(broken.starts_with(')') && broken.ends_with("x = 1\n"));
}
