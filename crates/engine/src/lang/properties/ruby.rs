//! Generated Ruby files: methods, examples, and all the ways their bodies begin and end.

use super::{every_edit_holds, indented, layout};
use crate::lang::syntax;
use proptest::{prelude::*, sample::select};

fn parses(text: &str) -> bool {
    let tree = syntax::parse(&tree_sitter_ruby::LANGUAGE.into(), text).unwrap();
    !tree.root_node().has_error()
}

fn statement() -> impl Strategy<Value = &'static str> {
    select(vec![
        "expect(x).to eq 1",
        "assert_equal 1, x # c end }",
        "# only a comment end",
        "a; b;",
        "x = <<~E\n>text #{y}\n>end }\nE",
        "f(<<-A, <<-'B')\n>a\n>A\nb\nB",
        "return if x",
        "return unless x { y }",
        "if x\n>next\nelse\n>f\nend",
        "case x\nwhen 1 then f\nelse g\nend",
        "begin\n>f\nrescue A, B => e\n>g\nensure\n>h\nend",
        "while x do break end",
        "[1].each do |n|\n>f n\nend",
        "m = ->(a) { a }",
        "def inner = 1",
        "%w[a }].map(&:to_s)",
        "x = y ? :a : {b: 1, 'c' => 2}",
        "/[}]end/ =~ x",
        "f rescue nil",
        "x.\n>y\n>.z",
        "f(\n>1,\n>2,\n)",
        "\"}#{x}\"",
        "p %q(end }), ?x",
        "x ||= 1 unless defined?(x)",
        "raise E, 'x'",
    ])
}

fn last() -> impl Strategy<Value = &'static str> {
    select(vec![
        "f",
        "f do end",
        "f # c",
        "x = <<~E\n>a\nE",
        "f <<~E\n>a\nE",
        "{}.f",
        "x\n# c",
        "f;",
        "LEAVE",
        "LEAVE f",
        "LEAVE f(1), 2",
        "LEAVE f a, b",
        "LEAVE(f)",
        "LEAVE *f",
    ])
}

fn body(leave: &'static str) -> impl Strategy<Value = String> {
    let lines = prop::collection::vec(statement(), 0..5);
    (lines, last()).prop_map(move |(lines, last)| {
        let last = last.replace("LEAVE", leave);
        indented(&(lines.join("\n") + "\n" + &last))
    })
}

fn method() -> impl Strategy<Value = String> {
    let clauses =
        select(vec!["", "", "rescue E => e\n>f\n", "ensure\n>g\n", "rescue\n>f\nelse\n>g\nensure\n>h\n"]);
    let head = select(vec!["def test_a\n", "def test_b()\n", "def test_c? # c\n", "def test_d(x, y: 1)\n"]);
    let whole = (head, body("return"), clauses)
        .prop_map(|(head, body, clauses)| format!("{head}{body}{clauses}end\n"));
    let tight = select(vec![
        "def test_e; end\n",
        "def test_f() end\n",
        "def test_g = f(1)\n",
        "def test_h() = f(1) { |x| x }\n",
        "def test_i; return f; end\n",
        "def test_j; f; rescue; g; end\n",
        "def test_k\n>\nend\n",
        "def test_l\n># c\nend\n",
        "def test_m = f(<<~E)\n>a\nE\n",
        "def test_n; f(<<~E); end\n>a\nE\n",
    ]);
    prop_oneof![3 => whole, 1 => tight.prop_map(str::to_owned)]
}

fn example() -> impl Strategy<Value = String> {
    let call = select(vec![
        "it 'a'",
        "it(\"b #{x}\", :tag)",
        "specify",
        "example 'c', slow: true",
        "its(:d)",
        "it %q(it's)",
        "xit 'e'",
        "it :sym",
        "test 'g'",
        "it 'h' \"i\"",
        "it name",
    ]);
    let tight_call = select(vec!["it('a')", "it(\"b #{x}\", :tag)", "specify", "its(:d)", "test('e')", "it"]);
    let given = select(vec!["", " |x|", " |x, y = 1|", " # c"]);
    let whole = (call.clone(), given, body("next"))
        .prop_map(|(call, given, body)| format!("{call} do{given}\n{body}end\n"));
    let block = select(vec![
        "{}",
        "{ f }",
        "{ |x| f }",
        "{ next f }",
        "{ _1.f }",
        "{ f # c\n}",
        "{ eq <<~E }\n>a\nE",
        "{\n>f\n}",
        "do end",
        "do |x| end",
        "do ; end",
        "do f; rescue; g end",
        "do f(<<~E); ensure; g end\n>a\nE",
    ]);
    let tight = (tight_call, block).prop_map(|(call, block)| format!("{call} {block}\n"));
    let elsewhere = select(vec!["it 'j', &f\n", "it('k', &:f)\n", "it 'l', :tag, &f(1) { |x| x }\n"]);
    prop_oneof![3 => whole, 2 => tight, 1 => elsewhere.prop_map(str::to_owned)]
}

fn file() -> impl Strategy<Value = String> {
    let around = select(vec![
        "class ATest < Base",
        "module A\n>class B < C",
        "describe 'x' do",
        "RSpec.describe X, :y do",
    ]);
    let suite = (around, prop::collection::vec(prop_oneof![method(), example()], 1..4));
    let suite = suite.prop_map(|(around, tests)| {
        let end = if around.starts_with("module") { ">end\nend\n" } else { "end\n" };
        format!("{around}\n{}{end}", indented(&("it('always') { f }\n".to_owned() + &tests.join("\n"))))
    });
    let last = select(vec!["", "__END__\nit 'no' do\n", "=begin\ntext\n=end\n"]);
    (prop::collection::vec(suite, 1..3), last, layout()).prop_map(|(suites, last, layout)| {
        layout.apply(&format!("# frozen_string_literal: true\nrequire 'x'\n\n{}{last}", suites.join("\n")))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_edit_of_a_ruby_test_keeps_the_rest_of_the_file_and_parses(text in file()) {
        every_edit_holds("test/a_test.rb", &text, parses);
    }
}
