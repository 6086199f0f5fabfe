use super::*;
use crate::{
    domain::{BodyEdit, RepoPath},
    lang::FoundTest,
};

fn found(text: &str) -> Vec<FoundTest> {
    (GO.tests)(&RepoPath::from("a_test.go"), text)
}

fn names(text: &str) -> Vec<String> {
    let mark = |test: &FoundTest| if test.dynamic { "~" } else { "" };
    found(text).iter().map(|test| format!("{}{}", mark(test), test.name.join("/"))).collect()
}

/// The edit of the test of this name, on one line.
fn edited(text: &str, name: &str, edit: BodyEdit) -> String {
    let tests = found(text);
    let test = tests.iter().find(|test| test.name.join("/") == name).unwrap_or_else(|| panic!("no {name}"));
    let edited = (GO.edit_bodies)(text, &[(test, edit)]);
    assert_eq!(edited.matches('\n').count(), text.matches('\n').count(), "lines moved in\n{edited}");
    edited.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn has(edited: &str, words: &str) {
    assert!(edited.contains(words), "no `{words}` in\n{edited}");
}

#[test]
fn functions_are_tests_by_their_names_and_parameters() {
    let text = "package p\n\
        func TestA(t *testing.T) {}\nfunc Test(t *T) {}\nfunc Test_b(_ *tt.T) {}\nfunc TestÉ(*testing.T) {}\n\
        func Testc(t *testing.T) {}\nfunc TestMain(m *testing.M) {}\nfunc TestD(t *testing.T, x int) {}\n\
        func TestE(t testing.T) {}\nfunc TestF() {}\nfunc TestG(t *testing.T) error { return nil }\n\
        func FuzzA(f *testing.F) {}\nfunc FuzzB(f *testing.T) {}\nfunc BenchmarkA(b *testing.B) {}\n\
        func (x *X) TestH(t *testing.T) {}\nfunc testI(t *testing.T) {}\nfunc TestJ(a, b *testing.T) {}\n\
        func TestMainly(t *testing.T) {}\n";
    assert_eq!(names(text), ["TestA", "Test", "Test_b", "TestÉ", "FuzzA", "TestMainly"]);
}

#[test]
fn examples_are_tests_if_they_say_what_they_print() {
    let text = "package p\nfunc Example() {\n\tf()\n\t// Output: a\n}\nfunc ExampleT_m() { f()\n/* unordered output: */ }\n\
        func ExampleNo() { f() }\nfunc Examplelower() {\n\t// Output: a\n}\nfunc ExampleP(x int) {\n\t// Output: a\n}\n";
    assert_eq!(names(text), ["Example", "ExampleT_m"]);
    let other = text.replace("Output: a", "Output: b");
    assert_ne!(found(text)[0].tokens, found(&other)[0].tokens, "what it promises is a part of it");
    assert_ne!(found(text)[0].body_tokens, found(&other)[0].body_tokens);
}

#[test]
fn subtests_are_tests_of_their_own_under_the_names_they_run_by() {
    let text = "package p\nfunc TestA(t *testing.T) {\n\
        \tt.Run(\"a b\", func(t *testing.T) {\n\t\tt.Run(`c`+\"d\", func(tt *testing.T) { tt.Run(\"x/y\", func(*testing.T) {}) })\n\t})\n\
        \tt.Run(\"a b\", func(t *testing.T) {})\n\tt.Run(\"\", func(t *testing.T) {})\n\
        \tif x { t.Run(\"in if\", func(t *testing.T) {}) }\n\
        \tfunc() { t.Run(\"once\", func(t *testing.T) {}) }()\n}\n";
    assert_eq!(
        names(text),
        [
            "TestA",
            "TestA/a_b",
            "TestA/a_b/cd",
            "TestA/a_b/cd/x/y",
            "TestA/a_b#01",
            "TestA/#00",
            "TestA/in_if",
            "TestA/once"
        ]
    );
}

#[test]
fn rows_of_tables_are_one_test_whose_name_is_not_known() {
    let text = "package p\nfunc TestA(t *testing.T) {\n\
        \tfor _, tt := range tests { t.Run(tt.name, func(t *testing.T) { t.Run(\"in\", func(t *testing.T) {}) }) }\n\
        \tfor i := 0; i < 2; i++ { t.Run(\"lit\", func(t *testing.T) {}) }\n\
        \tt.Run(name, func(t *testing.T) {})\n\
        \trun := func() { t.Run(\"kept\", func(t *testing.T) {}) }\n\
        \tt.Run(\"by\", helper)\n\tother.Run(\"o\", func(t *testing.T) {})\n\tb.Run(\"b\", func(b *testing.B) {})\n}\n";
    assert_eq!(
        names(text),
        [
            "TestA",
            "~TestA/<tt.name>",
            "~TestA/<tt.name>/<\"in\">",
            "~TestA/<\"lit\">",
            "~TestA/<name>",
            "~TestA/<\"kept\">"
        ]
    );
}

const SUITE: &str = "package p\nimport \"github.com/stretchr/testify/suite\"\ntype S struct { suite.Suite }\n\
    func (s *S) TestA() { s.Run(\"sub x\", func() { s.Equal(1, 1) }); s.T().Run(\"t\", func(t *testing.T) {}) }\n\
    func (s *S) SetupTest() {}\nfunc (s *S) TestWith(x int) {}\nfunc (S) TestB() {}\n";

#[test]
fn methods_of_a_suite_are_tests_under_the_function_that_runs_it() {
    let run = |how: &str| format!("{SUITE}func TestS(t *testing.T) {{ {how} }}\n");
    for how in [
        "suite.Run(t, new(S))",
        "suite.Run(t, &S{})",
        "s := &S{x: 1}\nsuite.Run(t, s)",
        "var s S\nsuite.Run(t, &s)",
        "suite.Run(t, makeS())",
    ] {
        let all = ["TestS/TestA", "TestS/TestA/sub_x", "TestS/TestA/t", "TestS/TestB", "TestS"];
        assert_eq!(names(&run(how)), all, "{how}");
    }
    assert_eq!(
        suites_run(&run("suite.Run(t, new(S))")).into_iter().collect::<Vec<_>>(),
        [("S".to_owned(), "TestS".to_owned())]
    );
}

#[test]
fn methods_of_a_suite_that_another_file_runs_are_named_by_their_type() {
    let own = "package p\nfunc (s *S) TestA() { s.Require().Nil(x) }\nfunc (o *Other) TestNo() { o.x() }\n";
    assert_eq!(names(own), ["S/TestA"]);
    assert_eq!(names(SUITE), ["S/TestA", "S/TestA/sub_x", "S/TestA/t", "S/TestB"]);
}

#[test]
fn methods_that_several_suites_embed_are_tests_of_each() {
    let text = format!(
        "{}type A struct {{ S }}\ntype B struct {{ *S }}\nfunc TestA(t *testing.T) {{ suite.Run(t, new(A)) }}\n\
         func TestB(t *testing.T) {{ suite.Run(t, new(B)) }}\n",
        SUITE.replace("func (S) TestB() {}\n", "")
    );
    let own: Vec<_> = names(&text).into_iter().filter(|name| name.ends_with("/TestA")).collect();
    assert_eq!(own, ["TestA/TestA", "TestB/TestA"]);
}

fn disabled(body: &str) -> Option<String> {
    let text = format!("package p\nfunc TestA(t *testing.T) {{\n{body}\n}}\n");
    found(&text)[0].disabled.as_ref().map(|disabled| format!("{}:{}", disabled.line, disabled.by))
}

#[test]
fn a_skip_that_comes_first_disables_and_one_that_depends_does_not() {
    assert_eq!(disabled("\tt.Skip(\"a\")\n\tf()").unwrap(), "3:t.Skip(\"a\")");
    assert_eq!(disabled("\tt.Parallel()\n\tt.SkipNow()").unwrap(), "4:t.SkipNow()");
    assert_eq!(disabled("\tif true { t.Skipf(\"%d\", 1) }").unwrap(), "3:t.Skipf(\"%d\", 1)");
    for body in
        ["\tif testing.Short() { t.Skip() }", "\tf()\n\tt.Skip()", "\tx.Skip()", "\tif t.Skip() {}", ""]
    {
        assert_eq!(disabled(body), None, "{body}");
    }
}

#[test]
fn what_disables_a_test_disables_those_inside() {
    let text = "package p\nfunc TestA(t *testing.T) { t.Skip(); t.Run(\"a\", func(t *testing.T) {}) }\n\
        func TestB(t *testing.T) { t.Run(\"b\", func(t *testing.T) { t.SkipNow() }) }\n";
    let disabled: Vec<_> = found(text).iter().map(|test| test.disabled.is_some()).collect();
    assert_eq!(disabled, [true, true, false, true]);
    let suite = format!("{SUITE}func TestS(t *testing.T) {{ t.Skip(); suite.Run(t, new(S)) }}\n");
    assert!(found(&suite).iter().all(|test| test.disabled.is_some()));
    let method = SUITE.replace("s.Run(\"sub", "s.T().Skip(); s.Run(\"sub");
    assert_eq!(found(&method)[0].disabled.as_ref().unwrap().by, "s.T().Skip()");
}

#[test]
fn layout_comments_and_trailing_commas_change_no_tokens_and_strings_do() {
    let tokens = |body: &str| {
        found(&format!("package p\nfunc TestA(t *testing.T) {{{body}}}\n"))[0].body_tokens.clone()
    };
    assert_eq!(
        tokens("\n\tx := T{a, b}\n\tf(x) // c\n"),
        tokens("\n\n\tx := T{\n\t\ta,\n\t\tb,\n\t}\n\n\t// c\n\tf(\n\t\tx,\n\t)\n\n")
    );
    assert_eq!(tokens(" a(); b() "), tokens("\n\ta()\n\tb()\n"));
    assert_ne!(tokens(" a(b) "), tokens("\n\ta\n\t(b)\n"));
    assert_ne!(tokens(" f(\"a b\") "), tokens(" f(\"a  b\") "));
    assert_ne!(tokens(" f(`a\n`) "), tokens(" f(`a\n\n`) "));
}

#[test]
fn a_test_mentions_names_and_quotes_them() {
    let test = &found("package p\nfunc TestA(t *testing.T) { x.F(T{g: p.C}); f(\"a.Be\", `C`) }\n")[0];
    for name in ["x", "F", "T", "g", "p", "C", "TestA"] {
        assert!(test.mentions.contains(name), "{name}");
    }
    assert_eq!(test.quoted.iter().map(String::as_str).collect::<Vec<_>>(), ["Be", "C", "a"]);
}

const PLAIN: &str =
    "package p // c\nimport \"testing\"\nfunc TestA(t *testing.T) {\n\tif x {\n\t\treturn\n\t}\n\tf()\n}\n";

#[test]
fn a_failure_at_the_end_is_the_tests_own_and_not_reached_by_a_return() {
    has(&edited(PLAIN, "TestA", BodyEdit::FailAtEnd), "return } f() t.Error(\"counterproof\") }");
    let last = PLAIN.replace("\tf()\n", "\tf()\n\treturn\n");
    has(&edited(&last, "TestA", BodyEdit::FailAtEnd), "f() { } t.Error(\"counterproof\") }");
    let line = "package p\nfunc TestA(*testing.T) { f() /* ; */ }\n";
    has(
        &edited(line, "TestA", BodyEdit::FailAtEnd),
        "func TestA(counterproofT *testing.T) { f() /* ; */ ; counterproofT.Error(\"counterproof\") }",
    );
    let blank = "package p\nfunc TestA(_ *testing.T) {}\n";
    has(&edited(blank, "TestA", BodyEdit::FailAtEnd), "(counterproofT *testing.T) { counterproofT.Error(");
}

#[test]
fn where_something_is_deferred_the_end_is_behind_it() {
    let text = "package p\nfunc TestA(t *testing.T) {\n\tdefer func() { recover() }()\n\tif x { return }\n\tf(func() { return })\n}\n";
    has(
        &edited(text, "TestA", BodyEdit::FailAtEnd),
        "{ counterproofEarly := false; func() { defer func() { recover() }() if x { { counterproofEarly = true; return } } \
         f(func() { return }) }(); if !counterproofEarly { t.Error(\"counterproof\") } }",
    );
    has(
        &edited(text, "TestA", BodyEdit::MustEnd),
        "{ counterproofEnded, counterproofEarly := false, false; defer func() { if !counterproofEnded { \
         counterproofOS.Exit(97) } }(); func() {",
    );
    has(&edited(text, "TestA", BodyEdit::MustEnd), "}(); counterproofEnded = !counterproofEarly }");
}

#[test]
fn an_exit_imports_what_it_needs_on_the_line_of_the_package() {
    let exit = edited(PLAIN, "TestA", BodyEdit::ExitAtOnce);
    has(&exit, "package p; import counterproofOS \"os\" // c import \"testing\"");
    has(&exit, "func TestA(t *testing.T) { counterproofOS.Exit(97); if x {");
    has(&edited(PLAIN, "TestA", BodyEdit::ExitAtEnd), "f() counterproofOS.Exit(97) }");
    let again = (GO.edit_bodies)(PLAIN, &[(&found(PLAIN)[0], BodyEdit::ExitAtOnce)]);
    let again = edited(&again, "TestA", BodyEdit::ExitAtOnce);
    assert_eq!(again.matches("import counterproofOS").count(), 1, "once is enough");
    let bound = edited(PLAIN, "TestA", BodyEdit::MustEnd);
    has(&bound, "{ counterproofEnded := false; defer func() { if !counterproofEnded {");
    has(&bound, "if x { return } f() counterproofEnded = true }");
}

#[test]
fn a_row_of_a_table_and_a_body_that_fails_at_last_may_return() {
    let text = "package p\nfunc TestA(t *testing.T) { for x { t.Run(n, func(t *testing.T) { if y { return }; f() }) } }\n";
    has(
        &edited(text, "TestA/<n>", BodyEdit::MustEnd),
        "if y { { counterproofEnded = true; return } }; f() ; counterproofEnded = true }",
    );
    let text = "package p\nfunc TestA(t *testing.T) {\n\tfor x {\n\t\treturn\n\t}\n\tt.Fatal(1)\n}\n";
    has(
        &edited(text, "TestA", BodyEdit::FailAtEnd),
        "for x { { t.Error(\"counterproof\"); return } } t.Fatal(1) t.Error(\"counterproof\") }",
    );
    let text = text.replace("for x", "defer f()\n\tfor x");
    has(
        &edited(&text, "TestA", BodyEdit::FailAtEnd),
        "for x { return } t.Fatal(1) }(); if !counterproofEarly {",
    );
}

#[test]
fn a_body_that_passes_leaves_nothing_unused_behind() {
    let text = "package p\nimport (\n\t\"strings\"\n\t\"testing\"\n)\nfunc TestA(t *testing.T) {\n\tsrv := f()\n\tn := 1\n\
        \tt.Run(\"a\", func(t *testing.T) {\n\t\tsrv.Get(strings.X)\n\t})\n}\n";
    let sub = edited(text, "TestA/a", BodyEdit::PassAtOnce);
    has(&sub, "import ( _ \"strings\" \"testing\" )");
    has(&sub, "t.Run(\"a\", func(t *testing.T) { _ = srv; }) }");
    has(&edited(text, "TestA", BodyEdit::PassAtOnce), "func TestA(t *testing.T) { }");
}

#[test]
fn examples_fuzz_targets_and_methods_have_their_own_ways_to_fail_and_to_pass() {
    let example = "package p\nfunc ExampleA() {\n\tf()\n\t// Output: a \"b\"\n\t// c\n}\n";
    has(
        &edited(example, "ExampleA", BodyEdit::PassAtOnce),
        "counterproofOS.Stdout.WriteString(\"a \\\"b\\\"\\nc\\n\") // Output: a \"b\" // c }",
    );
    assert_eq!(
        names(&(GO.edit_bodies)(example, &[(&found(example)[0], BodyEdit::PassAtOnce)])),
        ["ExampleA"]
    );
    has(
        &edited(example, "ExampleA", BodyEdit::FailAtEnd),
        "// c if _, err := counterproofOS.Stdout.WriteString(\"\\ncounterproof",
    );
    let fuzz = "package p\nfunc FuzzA(f *testing.F) {\n\tf.Fuzz(func(t *testing.T, s string) { f(s) })\n}\n";
    has(&edited(fuzz, "FuzzA", BodyEdit::PassAtOnce), "{ f.Skip() }");
    has(&edited(fuzz, "FuzzA", BodyEdit::FailAtEnd), "f(s) }) f.Error(\"counterproof\") }");
    has(&edited(SUITE, "S/TestA", BodyEdit::FailAtEnd), "; s.T().Error(\"counterproof\") }");
    has(
        &edited(SUITE, "S/TestA/sub_x", BodyEdit::FailAtEnd),
        "s.Equal(1, 1) ; s.T().Error(\"counterproof\") }",
    );
    let run = format!("{SUITE}func TestS(t *testing.T) {{ suite.Run(t, new(S)) }}\n");
    has(
        &edited(&run, "TestS/TestB", BodyEdit::FailAtEnd),
        "func (counterproofT S) TestB() { counterproofT.T().Error(",
    );
}

#[test]
fn a_broken_source_keeps_its_build_constraint() {
    let broken = (GO.break_source)("//go:build never\n\npackage p\n");
    assert!(broken.starts_with("//go:build never\n\npackage p\n"));
    assert!(parse(&broken).unwrap().root_node().has_error());
}
