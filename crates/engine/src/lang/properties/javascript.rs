//! JavaScript and TypeScript files, generated.

use super::{every_edit_holds, indented, layout};
use proptest::{prelude::*, sample::select};

fn script_parses(text: &str) -> bool {
    let tree = crate::lang::syntax::parse(&tree_sitter_javascript::LANGUAGE.into(), text).unwrap();
    !tree.root_node().has_error()
}

fn typed_parses(text: &str) -> bool {
    let tree = crate::lang::syntax::parse(&tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(), text).unwrap();
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_edit_of_a_javascript_test_keeps_the_rest_of_the_file_and_parses(text in script_file()) {
        every_edit_holds("a.test.js", &text, script_parses);
    }

    #[test]
    fn every_edit_of_a_typescript_test_keeps_the_rest_of_the_file_and_parses(text in script_file()) {
        every_edit_holds("a.test.ts", &text, typed_parses);
    }
}
