//! Java files, generated.

use super::{every_edit_holds, indented, layout};
use proptest::{prelude::*, sample::select};

fn java_parses(text: &str) -> bool {
    let tree = crate::lang::syntax::parse(&tree_sitter_java::LANGUAGE.into(), text).unwrap();
    !tree.root_node().has_error()
}

fn java_statement() -> impl Strategy<Value = &'static str> {
    select(vec![
        "assertEquals(1, x);",
        "assertEquals(1, x); // c }",
        "/* } */",
        "int y = 1, z[] = {1, 2,};",
        "final var s = \"}\\\"\";",
        "String t = \"\"\"\n>} no \\\"\"\"\n>\"\"\";",
        "char c = '}';",
        "if (x) return;",
        "if (x) { return; } else throw new E();",
        "for (int i : l) { continue; }",
        "while (true) { break; }",
        "do f(); while (x);",
        "label: for (;;) { break label; }",
        "try (var r = open()) { f(); } catch (A | B e) { throw e; } finally { g(); }",
        "switch (x) { case 1: f(); break; default: }",
        "int v = switch (x) { case A, B -> 1; default -> { yield 2; } };",
        "synchronized (x) { f(); }",
        "class Local { @Test void inner() {} }",
        "record Pair(int a, int b) {}",
        "Runnable r = () -> { return; };",
        "new Object() { @Test void inner() { f(); } };",
        "assertThrows(E.class, () -> f());",
        "List<Map<String, ?>> l = new ArrayList<>();",
        "if (x instanceof A(int a) && a > 1) f(A::new);",
        "assert x : \"no\";",
        ";",
    ])
}

fn java_test() -> impl Strategy<Value = String> {
    let marks = select(vec![
        "@Test\n",
        "@Test ",
        "@Test(timeout = 5)\n",
        "@Test(expected = E.class)\n",
        "@ParameterizedTest\n@ValueSource(ints = {\n>1,\n})\n",
        "@Test // c\n@Disabled\n",
    ]);
    let heads = select(vec![
        "void a() ",
        "public void b() throws E, F ",
        "final <T> void c(final int x, T... y)\n",
        "void größe() ",
    ]);
    let last = select(vec!["", "return;", "f(); // c", "throw new E();", "return; // c", "while (true) {}"]);
    let given = select(vec![
        ("@TestFactory\nStream<DynamicTest> d() ", "return f(() -> {}); // c"),
        ("@TestFactory DynamicTest[] e() ", "return new DynamicTest[] {};"),
        ("@Test boolean f() ", "throw new E();"),
    ]);
    let heads = (marks, heads, last).prop_map(|(marks, head, last)| (format!("{marks}{head}"), last));
    let heads = prop_oneof![4 => heads, 1 => given.prop_map(|(head, last)| (head.to_owned(), last))];
    let lines = prop::collection::vec(java_statement(), 0..6);
    (heads, lines, any::<bool>()).prop_map(|((head, last), lines, tight)| {
        let tight = tight && lines.is_empty() && !last.contains("//");
        if tight {
            return format!("{head}{{{last}}}\n");
        }
        format!("{head}{{\n{}}}\n", indented(&(lines.join("\n") + "\n" + last)))
    })
}

fn java_file() -> impl Strategy<Value = String> {
    let member = (any::<bool>(), java_test()).prop_map(|(is_nested, test)| match is_nested {
        true => format!("@Nested class In {{\n{}}}\n", indented(&test)),
        false => test,
    });
    let rule = select(vec!["", "@Rule public ExpectedException x = none();\n"]);
    let first = select(vec!["", "package p.q;\n\nimport static p.A.*;\n"]);
    (first, rule, prop::collection::vec(member, 1..4), layout()).prop_map(|(first, rule, members, layout)| {
        let inside = indented(&format!("{rule}{}", members.join("\n")));
        layout.apply(&format!("{first}class ATest extends B<C> {{\n{inside}}}\n"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_edit_of_a_java_test_keeps_the_rest_of_the_file_and_parses(text in java_file()) {
        every_edit_holds("src/test/java/ATest.java", &text, java_parses);
    }
}
