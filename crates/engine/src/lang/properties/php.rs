//! PHP files, generated.

use super::{every_edit_holds, indented, layout};
use proptest::{prelude::*, sample::select};

fn php_parses(text: &str) -> bool {
    let tree = crate::lang::syntax::parse(&tree_sitter_php::LANGUAGE_PHP.into(), text).unwrap();
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
    fn every_edit_of_a_php_test_keeps_the_rest_of_the_file_and_parses(text in php_file()) {
        every_edit_holds("ATest.php", &text, php_parses);
    }
}
