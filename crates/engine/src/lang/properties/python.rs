//! Python files, generated.

use super::{every_edit_holds, indented, layout};
use proptest::{prelude::*, sample::select};

fn python_parses(text: &str) -> bool {
    let tree = crate::lang::syntax::parse(&tree_sitter_python::LANGUAGE.into(), text).unwrap();
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_edit_of_a_python_test_keeps_the_rest_of_the_file_and_parses(text in python_file()) {
        every_edit_holds("test_a.py", &text, python_parses);
    }
}
