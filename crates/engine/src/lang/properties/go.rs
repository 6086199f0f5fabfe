//! Go files, generated.

use super::{every_edit_holds, indented, layout};
use proptest::{prelude::*, sample::select};

fn go_parses(text: &str) -> bool {
    let tree = crate::lang::syntax::parse(&tree_sitter_go::LANGUAGE.into(), text).unwrap();
    !tree.root_node().has_error()
}

fn go_statement() -> impl Strategy<Value = &'static str> {
    select(vec![
        "x := f(y)",
        "x, err := f(); _ = x",
        "if err != nil { t.Fatal(err) }",
        "if x {\n>return\n} else {\n>f()\n}",
        "// only a comment }",
        "/* } */",
        "for _, v := range xs {\n>if v { continue }\n}",
        "for i := 0; i < 3; i++ { f() }",
        "defer f()",
        "defer func() {\n>_ = recover()\n}()",
        "go func() { return }()",
        "switch x := y.(type) {\ncase int, *T:\n>return\ndefault:\n>f(x)\n}",
        "select {\ncase v := <-c:\n>_ = v\ndefault:\n}",
        "label:\n>for {\n>>break label\n>}",
        "goto end",
        "var a, b = 1, \"}\"",
        "const c = `raw }`",
        "type local struct{ a int }",
        "want := map[string][]int{\n>\"a\": {1, 2},\n}",
        "f(func() error { return nil }, 'x', '\\'')",
        "x.y[1:2], *p = z, 1",
        "c <- 1",
        "i++",
        "return",
        "t.Run(\"sub\", func(t *testing.T) {\n>f(want)\n})",
        "t.Run(tt.name, func(t *testing.T) { f(); return })",
        "func() { f() }()",
        ";",
    ])
}

fn go_body() -> impl Strategy<Value = String> {
    let end = select(vec!["return", "f()", "f() // c", "end:", "// c", "{ f() }", "f();"]);
    let block = (prop::collection::vec(go_statement(), 0..6), end)
        .prop_map(|(lines, end)| format!("{{\n{}}}", indented(&format!("{}\n{end}", lines.join("\n")))));
    let tight = select(vec![
        "{}",
        "{ f() }",
        "{ f(); }",
        "{ return }",
        "{ f() /* ; */ }",
        "{ // c\n}",
        "{ x := 1; _ = x }",
    ]);
    prop_oneof![3 => block, 1 => tight.prop_map(str::to_owned)]
}

fn go_test() -> impl Strategy<Value = String> {
    let head = select(vec![
        "func TestA(t *testing.T) ",
        "func TestB(*testing.T) ",
        "func TestC(_ *testing.T) ",
        "// Doc.\nfunc FuzzD(f *testing.F) ",
        "func (s *S) TestE() ",
        "func (S) TestF() ",
    ]);
    let example = select(vec!["// Output: a", "// Unordered output:\n>// a\n>//  b", "/* Output: \"a\" */"]);
    let example = (go_body(), example).prop_map(|(body, output)| {
        format!("func ExampleG() {{\n>{}\n>{output}\n}}\n", indented(&body).trim_start())
    });
    prop_oneof![4 => (head, go_body()).prop_map(|(head, body)| format!("{head}{body}\n")), 1 => example]
}

fn go_file() -> impl Strategy<Value = String> {
    let first = select(vec![
        "package p",
        "//go:build linux\n\npackage p_test // c",
        "/* c */ package p; import \"x/y\"",
    ]);
    let imports =
        select(vec!["import \"testing\"", "import (\n>\"strings\"\n\n>a \"b/c\"; . \"d\"\n>_ \"e\"\n)"]);
    let suite = "type S struct{ suite.Suite }\n";
    (first, imports, prop::collection::vec(go_test(), 1..4), layout()).prop_map(
        move |(first, imports, tests, layout)| {
            let imports = format!("{first}\n\n{imports}\nimport \"x/suite\"\n// behind imports\n");
            layout.apply(&format!("{imports}{suite}{}", tests.join("\n")))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_edit_of_a_go_test_keeps_the_rest_of_the_file_and_parses(text in go_file()) {
        every_edit_holds("a_test.go", &text, go_parses);
    }
}
