//! What every edit of every test must keep, over generated files.

use super::{FoundTest, Language, of};
use crate::domain::{BodyEdit, RepoPath};
use proptest::{prelude::*, sample::select};

const EDITS: [BodyEdit; 5] =
    [BodyEdit::FailAtEnd, BodyEdit::ExitAtEnd, BodyEdit::ExitAtOnce, BodyEdit::PassAtOnce, BodyEdit::MustEnd];

/// How a generated file is laid out.
#[derive(Clone, Debug)]
struct Layout {
    indent: &'static str,
    newline: &'static str,
    ends_in_newline: bool,
}

fn layout() -> impl Strategy<Value = Layout> {
    (select(vec!["    ", "  ", "\t", " "]), select(vec!["\n", "\r\n"]), any::<bool>())
        .prop_map(|(indent, newline, ends_in_newline)| Layout { indent, newline, ends_in_newline })
}

impl Layout {
    /// The text with its line breaks and its indentation (`>` at the beginning of lines) as the layout has them.
    fn apply(&self, text: &str) -> String {
        let lines = text.trim_end_matches('\n').split('\n').map(|line| {
            let bare = line.trim_start_matches('>');
            self.indent.repeat(line.len() - bare.len()) + bare
        });
        let end = if self.ends_in_newline { self.newline } else { "" };
        lines.collect::<Vec<_>>().join(self.newline) + end
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!(">{line}\n") }).collect()
}

/// The tests that are not inside of this one.
fn outside_of(tests: &[FoundTest], one: &FoundTest) -> Vec<(Vec<String>, usize)> {
    let is_inside = |test: &FoundTest| test.name.len() > one.name.len() && test.name.starts_with(&one.name);
    tests.iter().filter(|test| !is_inside(test)).map(|test| (test.name.clone(), test.ordinal)).collect()
}

fn every_edit_holds(file: &str, text: &str, parses: fn(&str) -> bool) {
    let path = RepoPath::from(file);
    let language: &Language = of(&path).unwrap();
    assert!(parses(text), "the generator makes only files that parse:\n{text}");
    let tests = (language.tests)(&path, text);
    assert!(!tests.is_empty(), "no test in:\n{text}");
    for test in &tests {
        assert!(test.span.start <= test.body.start && test.body.end <= test.span.end);
        for edit in EDITS {
            let edited = language.edit_body(text, test, edit);
            assert!(parses(&edited), "{edit:?} of {:?} breaks\n{text}\ninto\n{edited}", test.name);
            assert!(edited.starts_with(&text[..test.span.start]), "{edit:?} changes what is before");
            assert!(edited.ends_with(&text[test.span.end..]), "{edit:?} changes what is behind");
            assert!(
                edited != text
                    || edit == BodyEdit::PassAtOnce
                    || edit == BodyEdit::MustEnd && !language.ends_quietly,
                "{edit:?} of {:?} does nothing",
                test.name
            );
            let again = (language.tests)(&path, &edited);
            assert_eq!(
                outside_of(&again, test),
                outside_of(&tests, test),
                "{edit:?} of\n{text}\nis\n{edited}"
            );
        }
    }
}

fn python_parses(text: &str) -> bool {
    let tree = super::syntax::parse(&tree_sitter_python::LANGUAGE.into(), text).unwrap();
    !tree.root_node().has_error()
}

fn python_statement() -> impl Strategy<Value = &'static str> {
    select(vec![
        "assert x == 1",
        "assert x  # c \\",
        "# only a comment",
        "x = 1; y = 2;",
        "pass",
        "...",
        "'''doc\n> string\n'''",
        "x = '''\nno indent\n'''",
        "if x:\n>return 1\n>># deep\nelse:\n>pass",
        "if x: return",
        "for a in b:\n>if a:\n>>continue  # c",
        "while True:\n>break\nelse:\n>x = f(\n1,\n>>2)",
        "with a as b, c:\n>assert b\n\n\n># behind",
        "try:\n>f()\nexcept (A, B) as e:\n>raise\nfinally:\n>g()",
        "match x:\n>case [1, *_]:\n>>assert x\n>case {'a': 1}: pass",
        "def inner():\n>return 1",
        "@deco\nclass Inner:\n>def test_inner(self): pass",
        "x = (1 +\n2)",
        "assert x, \\\n>'continued'",
        "f'{x!r:>{y}}' 'b' rb'\\''",
        "lambda: (yield)",
        "nonlocal_ = [\n]",
        "return",
        "return x, y",
        "return (\n>x\n)  # c",
        "return [*a, *b] if c else d",
        "raise ValueError('x') from None",
        "global z",
        "async_ = await_ = 1",
        "del x[1:2], y",
        "print(x, file=y) ;",
    ])
}

fn python_body() -> impl Strategy<Value = String> {
    let lines = prop::collection::vec(python_statement(), 1..6);
    (
        lines,
        select(vec!["assert done", "return done", "if done:\n>pass  # c", "'''doc'''", "done()  # c", "x;"]),
    )
        .prop_map(|(lines, last)| format!("\n{}", indented(&(lines.join("\n") + "\n" + last))))
}

fn python_test() -> impl Strategy<Value = String> {
    let one_line = select(vec![
        " assert x",
        " pass;",
        " x = 1; return x # c",
        " return",
        " \\\n>>return x, 1",
        " '''a\nb'''",
    ]);
    let body = prop_oneof![3 => python_body(), 1 => one_line.prop_map(|line| format!("{line}\n"))];
    let head = select(vec![
        "def test_a():",
        "async def test_b(x, *, y=1) -> None:  # c",
        "@deco\n# c\n@pytest.mark.parametrize('x', [\n>1,\n])\ndef test_c(\n>x,\n): ",
        "def test_d(self):",
        "def test_a(x: 'a' = {1: 2}, /):",
    ]);
    (head, body).prop_map(|(head, body)| match body.starts_with('\n') {
        true => format!("{head}{body}"),
        false => format!("{}{body}", head.trim_end_matches("  # c")),
    })
}

fn python_file() -> impl Strategy<Value = String> {
    let around =
        select(vec!["", "class TestX(Base):\n", "if x:\n", "try:\n", "class TestX:\n>'''doc'''\n\n"]);
    let test = (around, python_test()).prop_map(|(around, test)| match around {
        "" => test,
        "try:\n" => format!("try:\n{}except E: pass\n", indented(&test)),
        _ => format!("{around}{}", indented(&test)),
    });
    (prop::collection::vec(test, 1..4), layout())
        .prop_map(|(tests, layout)| layout.apply(&(format!("import x\n\n{}", tests.join("\n")))))
}

fn script_parses(text: &str) -> bool {
    let tree = super::syntax::parse(&tree_sitter_javascript::LANGUAGE.into(), text).unwrap();
    !tree.root_node().has_error()
}

fn typed_parses(text: &str) -> bool {
    let tree = super::syntax::parse(&tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(), text).unwrap();
    !tree.root_node().has_error()
}

fn script_statement() -> impl Strategy<Value = &'static str> {
    select(vec![
        "expect(x).toBe(1)",
        "expect(x).toBe(1);",
        "const y = `a ${b} }`",
        "// only a comment }",
        "/* } */",
        "if (x) return",
        "if (x) { return 1 } else f()",
        "for (const a of b) { continue }",
        "do f()\nwhile (x)",
        "let z = { a, b() {}, ['c']: 1 }",
        "label: for (;;) { break label }",
        "try { f() } catch { g() } finally {}",
        "switch (x) { case 1: f(); default: }",
        "function helper() { return 1 }",
        "class A { static b = 1 }",
        "const re = /}[/]\"/",
        ";(() => {})()",
        ";[1, 2].map(String)",
        "throw new Error('x')",
        "return",
        "return f() // c",
        "return x, y;",
        "return (\n>x // c\n)",
        "return { a: 1 }",
        "x\n++y",
        "var a = 1, b",
        "f(\n>1,\n)",
        "t.test('sub', () => { expect(1) })",
    ])
}

fn script_function() -> impl Strategy<Value = String> {
    let first = select(vec!["", "'use strict'\n", "'use strict' // c\n", "\"use strict\";\n", "// c\n"]);
    let lines = prop::collection::vec(script_statement(), 0..6);
    let block = (first, lines)
        .prop_map(|(first, lines)| format!("{{\n{}}}", indented(&format!("{first}{}", lines.join("\n")))));
    let tight = select(vec![
        "{}",
        "{ f() }",
        "{ return f() }",
        "{ 'use strict' }",
        "{ return }",
        "{ // c\n}",
        "{ if (x) y }",
    ]);
    let body = prop_oneof![3 => block, 1 => tight.prop_map(str::to_owned)];
    let head = select(vec![
        "() => ",
        "async () => ",
        "(t) => ",
        "done => ",
        "function () ",
        "async function a(t) ",
        "(t, done) => ",
        "({ page }, done) => ",
        "function* () ",
    ]);
    let expression = select(vec![
        "() => f()",
        "async () => await f()",
        "() => ({})",
        "t => [\n>t]",
        "(done) => f(done)",
        "async t => (a, b)",
        "() => a ? b : () => c",
        "() => `a ${b}`",
    ]);
    let reference = select(vec!["helper", "lib.helper", "wrap(async () => { f() })", "make(1)(2)"]);
    prop_oneof![
        5 => (head, body).prop_map(|(head, body)| format!("{head}{body}")),
        2 => expression.prop_map(str::to_owned),
        1 => reference.prop_map(str::to_owned),
    ]
}

fn script_test() -> impl Strategy<Value = String> {
    let callee = select(vec![
        "test",
        "it",
        "it.only",
        "test.concurrent.each([1])",
        "test.each`a\n${1}`",
        "specify",
        "it.skip",
    ]);
    let name = select(vec!["'a'", "\"it's\"", "`b`", "'c' + x", "`d ${x}`", "'\\u{1F600}'"]);
    let options = select(vec!["", "{ timeout: 1 }, "]);
    let end = select(vec![")", ");", ", 500);", ",\n);", ") // c"]);
    (callee, name, options, script_function(), end).prop_map(|(callee, name, options, function, end)| {
        format!("{callee}({name}, {options}{function}{end}\n")
    })
}

fn script_file() -> impl Strategy<Value = String> {
    let test = (any::<bool>(), script_test()).prop_map(|(is_inside, test)| match is_inside {
        true => format!("describe('s', () => {{\n{}}});\n", indented(&test)),
        false => test,
    });
    let first = select(vec!["", "import test from 'node:test';\n", "#!/usr/bin/env node\n"]);
    (first, prop::collection::vec(test, 1..4), layout())
        .prop_map(|(first, tests, layout)| layout.apply(&format!("{first}{}", tests.join("\n"))))
}

fn php_parses(text: &str) -> bool {
    let tree = super::syntax::parse(&tree_sitter_php::LANGUAGE_PHP.into(), text).unwrap();
    !tree.root_node().has_error()
}

fn php_statement() -> impl Strategy<Value = &'static str> {
    select(vec![
        "$this->assertSame(1, $x);",
        "$this->expectException(X::class);",
        "throw new X('}');",
        "// only a comment }",
        "# }",
        "/* } */",
        "if ($x) return;",
        "if ($x) { return 1; } else f();",
        "if ($x):\n>f();\nelseif ($y):\n>return;\nelse:\n>g();\nendif;",
        "foreach ($a as ['b' => $c]): continue; endforeach;",
        "$f = function () use (&$x): int { return 1; };",
        "$f = fn($x) => yield $x;",
        "static fn() => 1;",
        "try { f(); } catch (A | B) { throw $e; } finally { g(); }",
        "switch ($x) { case 1: f(); break; default: }",
        "$z = match (true) { $x > 1, $y => 1, default => throw new X };",
        "$s = \"a {$b['c']} } ${d}\";",
        "$s = <<<'A'\n} no $x\nA;",
        "$s = <<<A\n>{$x}\n>A;",
        "$s = `ls }`;",
        "?>\n<b>} <?= $x ?></b>\n<?php",
        "echo 1 ?> } <?php",
        "function inner() { return 1; }",
        "class Inner { public function testInner() { return 1; } }",
        "$o = new class extends X { function testAnonymous() {} };",
        "return;",
        "return f($x); // c",
        "return [\n>1, // c\n];",
        "return new class { public $a; };",
        "static $n = 1; global $g;",
        "goto end; end:",
        "unset($a, $b); [$a, $b] = [$b, $a];",
    ])
}

fn php_method() -> impl Strategy<Value = String> {
    let before = select(vec![
        "",
        "/** @test */ ",
        "/**\n * @dataProvider rows }\n */\n",
        "#[DataProvider('rows')]\n",
        "// c\n/** @depends testB */ // d\n#[X, Y(1)] // e\n",
    ]);
    let head = select(vec![
        "public function testA()",
        "function testA(int $x = 1, string ...$y): void",
        "public static function testA(?X $x): ?int // c\n",
        "final public function testÄ(\n>#[Z] $x,\n): never\n",
        "function &testA(): array",
    ]);
    let lines = prop::collection::vec(php_statement(), 0..6)
        .prop_map(|lines| format!("{{\n{}}}\n", indented(&lines.join("\n"))));
    let tight = select(vec![
        "{}",
        "{ f(); }",
        "{return f();}",
        "{ return; }",
        "{ // c\n}",
        "{ ?> a <?php }",
        "{ return 1 ?>\n<?php }",
    ]);
    let body = prop_oneof![3 => lines, 1 => tight.prop_map(|body| format!("{body}\n"))];
    (before, head, body).prop_map(|(before, head, body)| format!("{before}{head} {body}"))
}

fn php_file() -> impl Strategy<Value = String> {
    let first = select(vec![
        "<?php\n",
        "#!/usr/bin/env php\n<?php\n",
        "<html>\n<?php namespace A\\B;\n",
        "<?php declare(strict_types=1);\n",
    ]);
    let class = select(vec![
        "class ATest extends TestCase",
        "final class ATest extends Base implements I\n",
        "abstract class ATest extends TestCase",
        "trait ATests",
    ]);
    let last = select(vec!["", "?>\n} html", "function helper() {}\n", "// c"]);
    (first, class, php_method(), last, layout()).prop_map(|(first, class, method, last, layout)| {
        let other = "private $x = 1;\nfunction testOther() { g(); }\nstatic function rows() { yield [1]; }\n";
        layout.apply(&format!("{first}{class} {{\n{}}}\n{last}", indented(&format!("{method}{other}"))))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_edit_of_a_python_test_keeps_the_rest_of_the_file_and_parses(text in python_file()) {
        every_edit_holds("test_a.py", &text, python_parses);
    }

    #[test]
    fn every_edit_of_a_javascript_test_keeps_the_rest_of_the_file_and_parses(text in script_file()) {
        every_edit_holds("a.test.js", &text, script_parses);
    }

    #[test]
    fn every_edit_of_a_php_test_keeps_the_rest_of_the_file_and_parses(text in php_file()) {
        every_edit_holds("ATest.php", &text, php_parses);
    }

    #[test]
    fn every_edit_of_a_typescript_test_keeps_the_rest_of_the_file_and_parses(text in script_file()) {
        every_edit_holds("a.test.ts", &text, typed_parses);
    }
}
