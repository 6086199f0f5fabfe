use super::{PHP, selection};
use crate::{
    domain::{BodyEdit, RepoPath},
    lang::FoundTest,
};

fn found(text: &str) -> Vec<FoundTest> {
    found_in("tests/ATest.php", text)
}

fn found_in(path: &str, text: &str) -> Vec<FoundTest> {
    (PHP.tests)(&RepoPath::from(path), text)
}

/// A test case with these members.
fn case(members: &str) -> String {
    format!("<?php\nclass ATest extends TestCase\n{{\n{members}\n}}\n")
}

fn names(text: &str) -> Vec<String> {
    found(text).iter().map(|test| test.name.join("::")).collect()
}

fn one(members: &str) -> FoundTest {
    let mut all = found(&case(members));
    assert_eq!(all.len(), 1, "{members}");
    all.remove(0)
}

#[track_caller]
fn edited(members: &str, edit: BodyEdit) -> String {
    let text = case(members);
    let edited = PHP.edit_body(&text, &found(&text)[0], edit);
    let inside = edited.strip_prefix("<?php\nclass ATest extends TestCase\n{\n");
    inside.and_then(|rest| rest.strip_suffix("\n}\n")).unwrap().to_owned()
}

#[test]
fn tests_are_public_methods_by_name_annotation_or_attribute() {
    let text = case(
        "function testA() {}
public function testB(): void {}
/** @test */ public function c() {}
/**
 * Does it.
 *
 * @test
 */
#[Group('x')]
public static function d() {}
#[Test] function e() {}
#[Attributes\\Test, Group('x')] final public function f() {}
private function testNo() {}
protected function testNor() {}
abstract function testNeither();
function help() {}
/** Is no @test of course. */ function prose() {}
",
    );
    let want = ["testA", "testB", "c", "d", "e", "f"].map(|name| format!("ATest::{name}"));
    assert_eq!(names(&text), want);
}

#[test]
fn a_class_is_a_test_case_by_its_name_or_its_base() {
    for head in [
        "class ATest extends TestCase",
        "final class ATest extends \\PHPUnit\\Framework\\TestCase",
        "class ATest extends Setup",
        "class Checks extends KernelTestCase",
        "class Checks extends BaseTest",
        "abstract class X extends TestCase {} class Checks extends X",
    ] {
        assert_eq!(found(&format!("<?php {head} {{ function testA() {{}} }}")).len(), 1, "{head}");
    }
    for head in ["class ATest", "class Checks extends Base", "interface ATest", "enum ATest"] {
        assert_eq!(found(&format!("<?php {head} {{ function testA() {{}} }}")), [], "{head}");
    }
}

#[test]
fn names_have_their_namespace_however_it_is_written() {
    let one = "<?php\ndeclare(strict_types=1);\nnamespace A\\B;\nclass ATest extends TestCase { function testA() {} }";
    assert_eq!(names(one), ["A\\B::ATest::testA".replacen("::", "\\", 1)]);
    let block =
        "<?php namespace A { class X {} } namespace { class ATest extends TestCase { function testA() {} } }";
    assert_eq!(names(block), ["ATest::testA"]);
    let guarded = "<?php namespace A; if (true) { class ATest extends TestCase { function testA() {} } }";
    assert_eq!(names(guarded), ["A\\ATest::testA"]);
}

#[test]
fn of_several_classes_the_one_named_as_the_file_is_run_and_all_where_none_is() {
    let two = "<?php class Other extends TestCase { function testO() {} } class aTest extends TestCase { function testA() {} }";
    assert_eq!(names(two), ["aTest::testA"]);
    let all: Vec<_> = found_in("tests/both.php", two).into_iter().map(|test| test.name[1].clone()).collect();
    assert_eq!(all, ["testO", "testA"]);
}

#[test]
fn tests_that_a_class_has_from_others_of_its_file_are_its_own() {
    let text = "<?php namespace N;
abstract class Base extends TestCase { function testB() { b(); } function testBoth() { no(); } }
trait Checks { function testC() {} }
class ATest extends Base { use Checks, Elsewhere; function testBoth() { yes(); } }";
    let tests = found(text);
    let names: Vec<_> = tests.iter().map(|test| test.name.join("::")).collect();
    assert_eq!(names, ["N\\ATest::testB", "N\\ATest::testC", "N\\ATest::testBoth"]);
    assert!(tests.iter().all(|test| !test.dynamic));
    assert!(tests[2].mentions.contains("yes"));
}

#[test]
fn tests_of_abstract_classes_and_traits_are_asked_of_all_that_have_them() {
    for head in ["abstract class ATest extends TestCase", "trait MailTests"] {
        let text = format!("<?php namespace N; {head} {{ function testA() {{}} }}");
        let tests = found(&text);
        assert_eq!((tests.len(), tests[0].dynamic), (1, true), "{head}");
        let selection = selection(&RepoPath::from("tests/ATest.php"), &text);
        assert_eq!((selection.classes.len(), selection.shared.contains("testA")), (0, true));
    }
    assert_eq!(found("<?php trait Mail { function testA() {} }"), []);
}

#[test]
fn a_skip_as_the_first_statement_disables() {
    for (statement, is_disabled) in [
        ("$this->markTestSkipped('later');", true),
        ("/* c */ self::markTestIncomplete();", true),
        ("throw new \\PHPUnit\\Framework\\SkippedTestError('x');", true),
        ("throw new SkippedWithMessageException('x');", true),
        ("throw new \\Exception('x');", false),
        ("if ($x) { $this->markTestSkipped(); }", false),
        ("a(); $this->markTestSkipped();", false),
        ("$this->assertTrue(1); // $this->markTestSkipped()", false),
    ] {
        let test = one(&format!("function testA() {{ {statement} }}"));
        assert_eq!(test.disabled.is_some(), is_disabled, "{statement}");
    }
    let test = one("function setUp(): void { $this->markTestSkipped('x'); }\nfunction testA() { a(); }");
    let disabled = test.disabled.unwrap();
    assert_eq!((disabled.by.as_str(), disabled.line), ("$this->markTestSkipped('x');", 4));
}

#[test]
fn the_span_begins_with_the_doc_comment_and_the_body_lies_between_the_braces() {
    let text =
        case("/* no */\n/**\n * @test\n */\n// c\n#[X]\npublic function a(int $x): void // d\n{\n  a();\n}");
    let test = &found(&text)[0];
    assert!(
        text[test.span.clone()].starts_with("/**\n * @test") && text[test.span.clone()].ends_with("a();\n}")
    );
    assert_eq!(&text[test.body.clone()], "\n  a();\n");
    assert_eq!(test.line, 5);
}

#[test]
fn layout_and_prose_make_no_other_test_and_what_decides_how_it_runs_does() {
    let tokens = |members: &str| found(&case(members))[0].tokens.clone();
    let plain = tokens("/** Prose. @param x */ function testA() { a([1, 2]); }");
    assert_eq!(plain, tokens("/** Other. */\nfunction testA()\n{\n // c\n a([1, 2,]); }"));
    for other in [
        "/** @dataProvider x */ function testA() { a([1, 2]); }",
        "/** @depends testB */ function testA() { a([1, 2]); }",
        "#[Depends('testB')] function testA() { a([1, 2]); }",
        "function testA() { a([1,  3]); }",
    ] {
        assert_ne!(plain, tokens(other), "{other}");
    }
    assert_ne!(tokens("function testA() { a('b  c'); }"), tokens("function testA() { a('b c'); }"));
    assert_ne!(tokens("function testA() { a(\"$b  c\"); }"), tokens("function testA() { a(\"$b c\"); }"));
    assert_ne!(
        tokens("function testA() { a(<<<A\n  b\n A); }"),
        tokens("function testA() { a(<<<A\n    b\n A); }")
    );
}

#[test]
fn another_row_of_its_provider_makes_another_test_of_the_same_body() {
    for said in ["/** @dataProvider rows */", "#[DataProvider('rows')]", "/**\n * @dataProvider rows\n */"] {
        let with = |rows: &str| {
            let text = case(&format!(
                "{said} function testA($x) {{ a($x); }}\nstatic function rows() {{ return [{rows}]; }}"
            ));
            found(&text).remove(0)
        };
        let (one, two) = (with("[1]"), with("[1], [Fresh::B]"));
        assert_ne!(one.tokens, two.tokens, "{said}");
        assert_eq!(one.body_tokens, two.body_tokens);
        assert!(two.mentions.contains("Fresh") && two.mentions.contains("B"));
        assert_eq!(with("[1,],").tokens, one.tokens);
    }
    let inline = |rows: &str| one(&format!("/**\n * @testWith {rows}\n */\nfunction testA($x) {{ }}")).tokens;
    assert_ne!(inline("[1]\n *  [2]"), inline("[1]"));
}

#[test]
fn mentions_are_names_of_all_but_variables() {
    let test = one(
        "#[Covers(Thing::class)] function testA() { $no = new \\A\\B(); b($no)->c::$d . E::F . $no->g; 'H\\I::j'; \"k.l m\"; }",
    );
    for name in ["Thing", "A", "B", "b", "c", "d", "E", "F", "g"] {
        assert!(test.mentions.contains(name), "{name}");
    }
    assert!(!test.mentions.contains("no"));
    assert_eq!(test.quoted.into_iter().collect::<Vec<_>>(), ["H", "I", "j"]);
}

#[test]
fn what_a_test_depends_on_is_selected_with_it() {
    let text = case(
        "function testA() {}
/** @depends testA */ function testB() {}
/**
 * @depends clone testB
 * @depends Other\\OtherTest::testO
 */ function testC() {}
#[Depends('testA')] #[DependsExternal(OtherTest::class, 'testO')] function testD() {}
/** @depends ATest::testA */ function testE() {}
#[DependsUsingDeepClone('testF')] function testF() {}",
    );
    let needs = selection(&RepoPath::from("tests/ATest.php"), &text).needs;
    let of =
        |test: &str| needs.get(&format!("ATest::{test}")).map(|all| all.iter().cloned().collect::<Vec<_>>());
    assert_eq!(of("testA"), None);
    assert_eq!(of("testB").unwrap(), ["testA"]);
    assert_eq!(of("testC").unwrap(), ["OtherTest::testO", "testA", "testB"]);
    assert_eq!(of("testD").unwrap(), ["OtherTest::testO", "testA"]);
    assert_eq!(of("testE").unwrap(), ["testA"]);
    assert_eq!(of("testF").unwrap(), ["testF"]);
}

#[test]
fn definitions_are_everything_with_a_name() {
    let text = "<?php namespace N; const A = 1; define('B', 2); function c($no) { $nor = fn() => 1; }
abstract class D { const E = 1, F = 2; public static ?int $g = 1; private $h, $i; function __construct(private int $j) {} abstract function k(); }
interface L { function m(); } trait O {} enum P: string { case Q = 'q'; const R = 1; }";
    let found: Vec<_> = (PHP.definitions)(&RepoPath::from("a.php"), text).into_iter().collect();
    let mut want: Vec<_> =
        "A B c D E F g h i __construct j k L m O P Q R".split(' ').map(str::to_owned).collect();
    want.sort();
    assert_eq!(found, want);
}

#[test]
fn a_failure_at_the_end_is_reached_where_an_expected_exception_is_thrown_and_not_where_a_skip_is() {
    let body = edited("function testA() { throw new X; }", BodyEdit::FailAtEnd);
    let skips = "\\PHPUnit\\Framework\\SkippedTest | \\PHPUnit\\Framework\\IncompleteTest";
    assert!(body.starts_with("function testA() {  try { throw new X;  } catch ("), "{body}");
    assert!(body.contains(&format!("catch ({skips} $counterproof) {{ throw $counterproof; }}")));
    assert!(
        body.contains("catch (\\Throwable $counterproof) { } throw ")
            && body.ends_with("('counterproof'); }")
    );
}

#[test]
fn what_a_last_return_gives_is_still_evaluated_and_still_given_where_the_body_must_end() {
    let exit = edited("function testA(): int {\n  return f(1); // c\n}", BodyEdit::ExitAtEnd);
    assert!(exit.contains("try {\n  $counterproofValue = f(1); // c\n } catch"), "{exit}");
    let bare = edited("function testA() { return; }", BodyEdit::FailAtEnd);
    assert!(bare.contains("try { ;  } catch"), "{bare}");
    let must = edited("function testA() { return f(1); }", BodyEdit::MustEnd);
    assert!(
        must.contains(
            "$counterproofValue = f(1);  $counterproof->ended = true; return $counterproofValue; } catch"
        ),
        "{must}"
    );
    let inner = edited("function testA() { if ($x) { return 1; } }", BodyEdit::FailAtEnd);
    assert!(inner.contains("{ return 1; }"), "{inner}");
}

#[test]
fn an_exit_at_once_goes_before_everything() {
    let body = edited("function testA() { // c\n  a();\n}", BodyEdit::ExitAtOnce);
    assert!(body.starts_with("function testA() { if (\\function_exists('pcntl_exec'))"), "{body}");
    assert!(body.ends_with("exit(97);  // c\n  a();\n}"), "{body}");
}

#[test]
fn a_passing_body_asserts_something_and_gives_a_value_of_the_type() {
    let assert = "\\PHPUnit\\Framework\\Assert::assertTrue(true);";
    for (kind, given) in [
        ("", ""),
        (": void", ""),
        (": int", " return 0;"),
        (": ?Foo", " return null;"),
        (": Foo|null", " return null;"),
        (": string|int", " return '';"),
        (": array", " return [];"),
        (": static", " return new static('counterproof');"),
        (": N\\Foo", " return (new \\ReflectionClass(N\\Foo::class))->newInstanceWithoutConstructor();"),
    ] {
        let body = edited(&format!("function testA(){kind} {{ a(); }}"), BodyEdit::PassAtOnce);
        assert_eq!(body, format!("function testA(){kind} {{ {assert}{given} }}"));
    }
    let never = edited("function testA(): never { a(); }", BodyEdit::PassAtOnce);
    assert!(never.contains("markTestSkipped"), "{never}");
    for said in ["/** @doesNotPerformAssertions */", "#[DoesNotPerformAssertions]"] {
        let body = edited(&format!("{said} function testA() {{ a(); }}"), BodyEdit::PassAtOnce);
        assert_eq!(body, format!("{said} function testA() {{  }}"));
    }
}

#[test]
fn a_broken_file_has_its_error_before_everything_else() {
    for text in
        ["<?php\nnamespace A;\n", "#!/usr/bin/env php\n<?php a();", "<html><?= $x ?>", "\u{feff}<?php a();"]
    {
        let broken = (PHP.break_source)(text);
        assert!(broken.starts_with("<?php )]}") && broken.ends_with(text));
        assert!(super::parse(&broken).unwrap().root_node().has_error());
    }
}
