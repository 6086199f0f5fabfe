use super::JAVA;
use crate::{domain::BodyEdit, domain::RepoPath, lang::FoundTest};

fn found(text: &str) -> Vec<FoundTest> {
    (JAVA.tests)(&RepoPath::from("src/test/java/p/ATest.java"), text)
}

fn names(text: &str) -> Vec<String> {
    found(text).iter().map(|test| test.name.join("::")).collect()
}

/// What disables the only test of a text.
fn disabled(text: &str) -> Option<String> {
    let tests = found(text);
    assert_eq!(tests.len(), 1, "{text}");
    tests[0].disabled.as_ref().map(|disabled| disabled.by.clone())
}

/// The body of the first test of a class after an edit.
fn edited(members: &str, edit: BodyEdit) -> String {
    let text = format!("class A {{ {members} }}");
    let edited = JAVA.edit_body(&text, &found(&text)[0], edit);
    assert!(!super::parse(&edited).unwrap().root_node().has_error(), "{edited}");
    let body = found(&text)[0].body.clone();
    let tail = text.len() - body.end;
    assert_eq!(
        (&edited[..body.start], &edited[edited.len() - tail..]),
        (&text[..body.start], &text[body.end..])
    );
    edited[body.start..edited.len() - tail].to_owned()
}

#[test]
fn every_mark_that_makes_a_test_is_known_by_its_last_name() {
    let text = "package p.q;
class ATest {
  @Test void a() {}
  @org.junit.Test public void b() {}
  @ParameterizedTest(name = \"{0}\") @ValueSource(ints = {1, 2}) void c(int i) {}
  @RepeatedTest(3) void d() {}
  @TestFactory Stream<DynamicTest> e() { return s; }
  @TestTemplate void f() {}
  @Theory public void g(int i) {}
  @RetryingTest(3) void h() {}
  @BeforeEach void no() {}
  @BeforeTest void nor() {}
  @VisibleForTesting void neither() {}
  void helper() {}
  @Test abstract void without();
}
class Other { @Test void a() {} }
";
    let want = "a b c d e f g h".split(' ').map(|name| format!("p.q.ATest::{name}"));
    assert_eq!(names(text), want.chain(["p.q.Other::a".into()]).collect::<Vec<_>>());
}

#[test]
fn a_class_without_a_package_has_its_plain_name() {
    assert_eq!(names("class ATest { @Test void a() {} }"), ["ATest::a"]);
    assert_eq!(names("package /* c */ a . b;\nrecord ATest() { @Test void a() {} }"), ["a.b.ATest::a"]);
}

#[test]
fn classes_inside_are_looked_into_if_they_are_run() {
    let text = "class ATest {
  @Nested class In { @Test void a() {} @Nested class Deep { @Test void b() {} } }
  static class Not { @Test void no() {} }
  static abstract class Base { @Test void c() {} }
  interface Face { @Test default void d() {} }
}
@RunWith(Enclosed.class) class BTest { public static class In { @Test public void e() {} } }
@RunWith(Other.class) class CTest { public static class In { @Test public void no() {} } }
";
    let tests = found(text);
    let seen: Vec<_> = tests.iter().map(|test| (test.name.join("::"), test.dynamic)).collect();
    let want = [
        ("ATest::In::a", false),
        ("ATest::In::Deep::b", false),
        ("ATest::Base::c", true),
        ("ATest::Face::d", true),
        ("BTest::In::e", false),
    ];
    assert_eq!(seen, want.map(|(name, dynamic)| (name.to_owned(), dynamic)));
}

#[test]
fn test_cases_of_junit_3_go_by_name() {
    let text = "import junit.framework.TestCase;
public class ATest extends TestCase {
  public void testA() {}
  public void testB(int i) {}
  void testC() {}
  public int testD() { return 1; }
  public void helper() {}
}
class BTest extends ATest { public void testE() {} }
class CTest extends Other { public void testF() {} }
class DTest extends p.OtherTestCase { public void testG() {} }
class ETest extends ETest { public void testH() {} }
";
    assert_eq!(names(text), ["ATest::testA", "BTest::testE", "DTest::testG"]);
    let marked = "import org.junit.Test;\nclass A extends FooTestCase { @Test public void a() {} public void testB() {} }";
    assert_eq!(names(marked), ["A::a"]);
}

#[test]
fn overloads_are_told_apart_by_their_order() {
    let tests = found("class A { @Test void a() { x(); } @Test void a(TestInfo i) { y(); } }");
    assert_eq!(tests.iter().map(|test| test.ordinal).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn the_span_begins_at_the_first_mark_and_the_body_is_inside_of_the_braces() {
    let text = "class A {\n  /** Docs. */\n  @Test\n  @Tag(\"x\")\n  void a() throws E {\n    b();\n  }\n}";
    let test = &found(text)[0];
    assert_eq!((test.line, &text[test.body.clone()]), (3, "\n    b();\n  "));
    assert!(text[test.span.clone()].starts_with("@Test") && text[test.span.clone()].ends_with("}"));
}

#[test]
fn marks_and_first_statements_that_disable_are_found_in_every_scope() {
    for text in [
        "class A { @Test @Disabled void a() {} }",
        "class A { @Disabled(\"x\") @Test void a() {} }",
        "class A { @org.junit.Ignore @Test void a() {} }",
        "@Ignore(\"x\") class A { @Test void a() {} }",
        "@Disabled class A { @Nested class B { @Nested class C { @Test void a() {} } } }",
        "class A { @Nested @Disabled class B { @Test void a() {} } }",
        "class A { @Test(enabled = false) void a() {} }",
        "class A { @Test private void a() {} }",
        "class A { @Test static void a() {} }",
        "class A { @Test void a() { assumeTrue(false); b(); } }",
        "class A { @Test void a() { /* c */ Assume.assumeTrue(\"x\", (!true)); } }",
        "class A { @Test void a() { Assumptions.assumeFalse(true, () -> \"x\"); } }",
        "class A { @Test void a() { Assumptions.abort(); } }",
        "import static org.junit.jupiter.api.Assumptions.*;\nclass A { @Test void a() { abort(\"x\"); } }",
        "class A { @Test void a() { throw new org.opentest4j.TestAbortedException(); } }",
        "class A { @Test void a() { throw new SkipException(\"x\"); } }",
    ] {
        assert!(disabled(text).is_some(), "{text}");
    }
}

#[test]
fn conditions_that_only_a_run_can_decide_do_not_disable() {
    for text in [
        "class A { @Test @DisabledOnOs(OS.WINDOWS) void a() {} }",
        "class A { @Test @EnabledIfEnvironmentVariable(named = \"X\", matches = \"y\") void a() {} }",
        "@EnabledOnJre(JRE.JAVA_17) class A { @Test void a() {} }",
        "class A { @Test void a() { assumeTrue(x); } }",
        "class A { @Test void a() { assumeTrue(true); } }",
        "class A { @Test void a() { b(); assumeTrue(false); } }",
        "class A { @Test void a() { abort(); } }",
        "class A { @Test(timeout = 5) void a() { throw new IllegalStateException(); } }",
        "class A { @Test @DisplayName(\"@Disabled\") void a() {} // @Disabled\n }",
    ] {
        assert_eq!(disabled(text), None, "{text}");
    }
}

#[test]
fn what_disables_is_told_as_written() {
    let text = "class A {\n  @Test\n  @Disabled(\n    \"x\")\n  void a() {}\n}";
    let by = found(text)[0].disabled.clone().unwrap();
    assert_eq!((by.by.as_str(), by.line), ("@Disabled( \"x\")", 3));
}

#[test]
fn layout_and_comments_change_no_tokens_and_strings_do() {
    let tokens =
        |body: &str| found(&format!("class A {{ @Test void a() {{ {body}\n }} }}"))[0].body_tokens.clone();
    assert_eq!(tokens("f(a, b); // c"), tokens("f(\n  a,\n  b /* d */\n);"));
    assert_eq!(tokens("int[] a = {1, 2};"), tokens("int[] a = {\n  1,\n  2,\n};"));
    assert_ne!(tokens("f(\"a b\");"), tokens("f(\"a  b\");"));
    assert_ne!(tokens("f(\"a\");"), tokens("f(\" a\");"));
    assert_ne!(tokens("f(\"\"\"\n a\"\"\");"), tokens("f(\"\"\"\n  a\"\"\");"));
}

#[test]
fn names_and_the_names_in_strings_are_mentioned() {
    let test = &found("class A { @Test void a() throws B { C.d(e.f, g::h); D.class(\"p.q.R\"); } }")[0];
    for name in ["B", "C", "d", "e", "f", "g", "h"] {
        assert!(test.mentions.contains(name), "{name}");
    }
    assert!(test.quoted.contains("R"));
}

const FAIL: &str = "throw new java.lang.AssertionError(\"counterproof\");";
const EXIT: &str = "java.lang.Runtime.getRuntime().halt(97);";

#[test]
fn an_ending_goes_behind_a_body_whatever_way_it_ends() {
    let fail = |body: &str| edited(&format!("@Test void a() {{{body}}}"), BodyEdit::FailAtEnd);
    assert_eq!(fail("b(); // c\n"), format!(" if (true) {{b(); // c\n\n}} {FAIL} "));
    assert_eq!(fail(" throw new E(); "), format!(" if (true) {{ throw new E(); \n}} {FAIL} "));
    assert_eq!(fail(" b(); return; "), format!(" if (true) {{ b();  \n}} {FAIL} "));
    assert_eq!(fail(""), format!(" if (true) {{\n}} {FAIL} "));
    let exit = edited("@Test void a() { b(); }", BodyEdit::ExitAtEnd);
    assert_eq!(exit, format!(" if (true) {{ b(); \n}} {EXIT} "));
}

#[test]
fn what_a_last_return_gives_is_still_evaluated() {
    let factory = "@TestFactory Stream<DynamicTest> a() { return b(c); // d\n }";
    let kept = "Stream<DynamicTest> counterproofGiven = b(c);";
    assert_eq!(edited(factory, BodyEdit::FailAtEnd), format!(" if (true) {{ {kept} // d\n \n}} {FAIL} "));
    assert_eq!(
        edited(factory, BodyEdit::ExitAtEnd),
        format!(" if (true) {{ {kept} // d\n \n}} {EXIT} {FAIL}")
    );
    assert!(
        edited(factory, BodyEdit::MustEnd)
            .contains(&format!("{kept} counterproofEnded = true; return counterproofGiven; // d\n"))
    );
}

#[test]
fn an_exit_goes_before_the_first_statement() {
    assert_eq!(edited("@Test void a() { b(); }", BodyEdit::ExitAtOnce), format!(" {EXIT}  b(); "));
}

#[test]
fn a_body_that_must_end_is_left_only_by_its_end() {
    let bound = edited("@Test void a() { if (b) return; c(); }", BodyEdit::MustEnd);
    assert_eq!(
        bound,
        format!(
            " boolean counterproofEnded = false; try {{ if (true) {{ if (b) return; c(); \n}} counterproofEnded = true; }}  finally {{ if (!counterproofEnded) {EXIT} }} "
        )
    );
}

#[test]
fn a_test_that_passes_by_throwing_fails_by_getting_to_its_end() {
    let test = "@Test(expected = IOException.class) public void a() throws Exception { b(); }";
    let fail = edited(test, BodyEdit::FailAtEnd);
    assert!(fail.contains("catch (final java.lang.Throwable") && !fail.contains("AssertionError"), "{fail}");
    assert!(edited(test, BodyEdit::ExitAtEnd).trim_end().ends_with(EXIT));
    assert!(edited(test, BodyEdit::PassAtOnce).contains("raise(IOException.class);"));
    assert!(edited(test, BodyEdit::MustEnd).contains("counterproofEnded = !("));
    let many = "@Test(expectedExceptions = {A.class, B.class}) public void a() { b(); }";
    assert!(edited(many, BodyEdit::PassAtOnce).contains("raise(A.class);"));
}

#[test]
fn a_test_that_tells_a_rule_what_it_throws_fails_by_getting_to_its_end() {
    let rule = "@Rule public final ExpectedException thrown = ExpectedException.none();";
    let told = format!("@Test public void a() {{ thrown.expectMessage(\"x\"); b(); }} {rule}");
    assert!(!edited(&told, BodyEdit::FailAtEnd).contains("AssertionError"));
    assert_eq!(edited(&told, BodyEdit::PassAtOnce), "");
    let untold = format!("@Test public void a() {{ b(); }} {rule}");
    assert!(edited(&untold, BodyEdit::FailAtEnd).contains("AssertionError"));
}

#[test]
fn a_passing_body_gives_what_its_type_promises() {
    let passing = |head: &str| edited(&format!("{head} {{ b(); return c; }}"), BodyEdit::PassAtOnce);
    assert_eq!(edited("@Test void a() { b(); }", BodyEdit::PassAtOnce), "");
    assert_eq!(passing("@Test boolean a()"), " return false; ");
    assert_eq!(passing("@Test char a()"), " return 0; ");
    assert_eq!(passing("@Test Future<?> a()"), " return null; ");
    for (returns, value) in [
        ("java.util.stream.Stream<? extends DynamicNode>", "Stream.of("),
        ("Collection<DynamicTest>", "singletonList("),
        ("Set<DynamicTest>", "singleton("),
        ("Iterator<DynamicTest>", ".iterator()"),
        ("DynamicContainer", "dynamicContainer("),
        ("DynamicTest[]", "new DynamicTest[] { "),
    ] {
        assert!(passing(&format!("@TestFactory {returns} a()")).contains(value), "{returns}");
    }
}

#[test]
fn a_broken_file_does_not_parse_and_keeps_its_text() {
    let broken = (JAVA.break_source)("class A {}");
    assert!(super::parse(&broken).unwrap().root_node().has_error());
    assert!(broken.starts_with("class A {}\n"));
}
