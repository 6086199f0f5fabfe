//! `go test`.

use crate::kit::{Judged, judge};
use counterproof_testkit::RepoBuilder;

const OLD: &str = "package voice\n\nimport \"strings\"\n\nfunc Shout(s string) string { return s }\n\n\
    func Same(s string) string { return strings.Clone(s) }\n";
const ASKS: &str =
    "func TestAsks(t *testing.T) {\n\tif Shout(\"a\") != \"A\" {\n\t\tt.Fatal(Shout(\"a\"))\n\t}\n}\n";
const GUILTY: &str =
    "func TestGuilty(t *testing.T) {\n\tif Same(\"b\") != \"b\" {\n\t\tt.Fatal(Same(\"b\"))\n\t}\n}\n";

/// The code in which `Shout` is repaired.
fn new() -> String {
    OLD.replace("string { return s }", "string { return strings.ToUpper(s) }")
}

/// A test file that imports these packages besides `testing`.
fn tests(imports: &str, text: &str) -> String {
    let old = "func TestOld(t *testing.T) {\n\tif Same(\"a\") != \"a\" {\n\t\tt.Fatal()\n\t}\n}\n";
    format!("package voice\n\nimport (\n\t\"testing\"\n{imports})\n\n{old}\n{text}")
}

fn module() -> RepoBuilder {
    RepoBuilder::new().both("go.mod", "module example.com/voice\n\ngo 1.21\n")
}

/// A package whose head repairs `Shout`, with these tests.
fn package(code: [&str; 2], texts: [&str; 2]) -> RepoBuilder {
    module()
        .base("voice.go", code[0])
        .head("voice.go", code[1])
        .base("voice_test.go", tests("", texts[0]))
        .head("voice_test.go", tests("", texts[1]))
}

fn judged(texts: [&str; 2]) -> Judged {
    judge(&package([OLD, &new()], texts).build())
}

#[track_caller]
fn is(texts: [&str; 2], verdict: &str, expected: &[(&str, &str)]) {
    judged(texts).is(verdict, expected);
}

#[test]
fn a_repair_with_a_test_that_needs_it_is_earned() {
    is(["", ASKS], "EARNED", &[("voice_test.go::TestAsks", "alibi -")]);
}

#[test]
fn a_test_that_passes_without_the_repair_has_no_alibi() {
    let both = format!("{ASKS}{GUILTY}");
    is(
        ["", &both],
        "EARNED",
        &[("voice_test.go::TestAsks", "alibi -"), ("voice_test.go::TestGuilty", "no_alibi -")],
    );
}

#[test]
fn a_test_that_the_change_breaks_and_removes_is_missed() {
    let breaks = ASKS.replace("\"A\"", "\"a\"");
    is([&breaks, ""], "UNEARNED", &[("voice_test.go::TestAsks", "- removed")]);
}

#[test]
fn a_test_that_the_change_breaks_and_skips_is_missed_however_it_is_skipped() {
    let breaks = ASKS.replace("\"A\"", "\"a\"");
    let skips = breaks.replace("\tif", "\tt.Skip(\"flaky\")\n\tif");
    is([&breaks, &skips], "UNEARNED", &[("voice_test.go::TestAsks", "- disabled")]);
    for (constraint, file) in [("//go:build never\n\n", "asks_test.go"), ("", "asks_windows_test.go")] {
        let own = format!("package voice\n\nimport \"testing\"\n\n{breaks}");
        let repo = package([OLD, &new()], ["", ""])
            .base("asks_test.go", own.clone())
            .head(file, format!("{constraint}{own}"));
        let repo = if file == "asks_test.go" { repo } else { repo.gone("asks_test.go") };
        let found = judge(&repo.build());
        found.is("UNEARNED", &[(&format!("{file}::TestAsks"), "- disabled")]);
    }
}

#[test]
fn a_row_of_a_table_is_evidence_of_its_test() {
    let table = |more: &str| {
        format!(
            "func TestTable(t *testing.T) {{\n\tfor _, row := range []struct{{ in, out string }}{{\n\t\t{{\"A\", \"A\"}},\n{more}\t}} {{\n\
             \t\tt.Run(row.in, func(t *testing.T) {{\n\t\t\tif Shout(row.in) != row.out {{\n\t\t\t\tt.Error()\n\t\t\t}}\n\t\t}})\n\t}}\n}}\n"
        )
    };
    is(
        [&table(""), &table("\t\t{\"a\", \"A\"},\n")],
        "EARNED",
        &[("voice_test.go::TestTable", "alibi satisfied")],
    );
}

#[test]
fn subtests_are_judged_each_for_itself() {
    let sub = |name: &str, call: &str, out: &str| {
        format!(
            "\tt.Run(\"{name}\", func(t *testing.T) {{\n\t\tif got := {call}; got != {out} {{\n\t\t\tt.Error(got)\n\t\t}}\n\t}})\n"
        )
    };
    let test = |subs: &str| format!("func TestAll(t *testing.T) {{\n\ta := \"a\"\n\tt.Log(a)\n{subs}}}\n");
    let old = sub("old one", "Same(a)", "a");
    let more = old.clone() + &sub("asks it", "Shout(a)", "\"A\"") + &sub("guilty", "Same(a)", "\"a\"");
    is(
        [&test(&old), &test(&more)],
        "EARNED",
        &[
            ("voice_test.go::TestAll", "alibi satisfied"),
            ("voice_test.go::TestAll::asks_it", "alibi -"),
            ("voice_test.go::TestAll::guilty", "no_alibi -"),
        ],
    );
}

#[test]
fn tests_that_do_not_compile_on_the_old_code_void_nobody() {
    let newer = new() + "\nfunc Whisper(s string) string { return strings.ToLower(s) }\n";
    let calls = "func TestWhisper(t *testing.T) {\n\tif Whisper(\"A\") != \"a\" {\n\t\tt.Fatal()\n\t}\n}\n";
    let other = "package voice_test\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/voice\"\n)\n\nfunc ExampleWhisper() {\n\
        \tfmt.Println(voice.Whisper(\"A\"))\n\t// Output: a\n}\n";
    let texts = ["".to_owned(), format!("{calls}{ASKS}{GUILTY}")];
    let repo = package([OLD, &newer], [&texts[0], &texts[1]]).head("example_test.go", other);
    judge(&repo.build()).is(
        "EARNED",
        &[
            ("example_test.go::ExampleWhisper", "alibi -"),
            ("voice_test.go::TestAsks", "alibi -"),
            ("voice_test.go::TestGuilty", "no_alibi -"),
            ("voice_test.go::TestWhisper", "alibi -"),
        ],
    );
}

#[test]
fn examples_and_fuzz_targets_are_evidence_too() {
    let fuzz = |name: &str, call: &str| {
        format!(
            "func Fuzz{name}(f *testing.F) {{\n\tf.Add(\"a\")\n\tf.Fuzz(func(t *testing.T, s string) {{\n\t\tif {call} != strings.ToUpper(s) {{\n\
             \t\t\tt.Fatal(s)\n\t\t}}\n\t}})\n}}\n"
        )
    };
    let example = |name: &str, call: &str, out: &str| {
        format!("func Example{name}() {{\n\tfmt.Println({call})\n\t// Output: {out}\n}}\n")
    };
    let texts = fuzz("Asks", "Shout(s)")
        + &fuzz("Guilty", "strings.ToUpper(Same(s))")
        + &example("Shout", "Shout(\"a\")", "A")
        + &example("Same", "Same(\"a\")", "a");
    let repo =
        module().base("voice.go", OLD).head("voice.go", new()).both("old_test.go", tests("", "")).head(
            "new_test.go",
            format!("package voice\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n\t\"testing\"\n)\n\n{texts}"),
        );
    judge(&repo.build()).is(
        "EARNED",
        &[
            ("new_test.go::ExampleSame", "no_alibi -"),
            ("new_test.go::ExampleShout", "alibi -"),
            ("new_test.go::FuzzAsks", "alibi -"),
            ("new_test.go::FuzzGuilty", "no_alibi -"),
        ],
    );
}

#[test]
fn panics_that_are_asked_for_are_no_early_ends() {
    let code = |guard: &str| {
        format!(
            "package voice\n\nfunc Same(s string) string {{ return s }}\n\nfunc Shout(s string) string {{{guard} return s }}\n"
        )
    };
    let panics = "func TestPanics(t *testing.T) {\n\tdefer func() {\n\t\tif recover() == nil {\n\t\t\tt.Error(\"calm\")\n\t\t}\n\t}()\n\t_ = Shout(\"\")\n}\n";
    let repo = package([&code(""), &code(" if s == \"\" { panic(s) };")], ["", panics]);
    judge(&repo.build()).is("EARNED", &[("voice_test.go::TestPanics", "alibi -")]);
}

#[test]
fn packages_of_a_module_are_asked_together_and_blamed_alone() {
    let inner = |name: &str, text: &str| {
        format!("package {name}\n\nimport (\n\t\"testing\"\n\n\t\"example.com/voice\"\n)\n\n{text}")
    };
    let asks = |name: &str, out: &str| {
        format!(
            "func Test{name}(t *testing.T) {{\n\tif voice.Shout(\"a\") != \"{out}\" {{\n\t\tt.Fatal()\n\t}}\n}}\n"
        )
    };
    let repo = package([OLD, &new()], ["", ASKS])
        .base("stage/stage_test.go", inner("stage", &asks("Quiet", "a")))
        .head("stage/stage_test.go", inner("stage", &asks("Loud", "A")))
        .both("stage/stage.go", "package stage\n")
        .both("hall/hall_test.go", "package hall\n\nimport \"testing\"\n\nfunc TestHall(t *testing.T) {}\n");
    judge(&repo.build()).is(
        "INCONCLUSIVE",
        &[
            ("stage/stage_test.go::TestLoud", "alibi contract_changed"),
            ("voice_test.go::TestAsks", "alibi -"),
        ],
    );
}

#[test]
fn a_main_that_swallows_the_exit_status_is_not_earned() {
    let main = "package voice\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n";
    let repo = package([OLD, &new()], ["", ASKS]).both("main_test.go", main).build();
    let found = judge(&repo);
    found.accuses_nobody();
    found.because("INCONCLUSIVE", "");
}

#[test]
fn a_test_that_the_change_makes_skip_itself_is_not_called_satisfied() {
    let code = |supported: bool| format!("{OLD}\nfunc Supported() bool {{ return {supported} }}\n");
    let needs = "func need(t *testing.T) {\n\tif !Supported() {\n\t\tt.Skip()\n\t}\n}\n\n\
        func TestNeeds(t *testing.T) {\n\tneed(t)\n\tif Same(\"a\") != \"a\" {\n\t\tt.Fatal()\n\t}\n}\n";
    let repo = package([&code(true), &code(false)], [needs, needs]).build();
    let found = judge(&repo);
    found.accuses_nobody();
    found.is("INCONCLUSIVE", &[("voice_test.go::TestNeeds", "- cannot_run")]);
}

#[test]
fn a_signature_that_changed_does_not_convict() {
    let test = |name: &str, call: &str, expected: &str| {
        format!(
            "func Test{name}(t *testing.T) {{\n\tif Shout({call}) != \"{expected}\" {{\n\t\tt.Fatal()\n\t}}\n}}\n"
        )
    };
    let old = test("A", "\"b\"", "b") + &test("B", "\"c\"", "c");
    let code = new().replace("Shout(s string)", "Shout(s string, loud bool)");
    judge(&package([OLD, &code], [&old, &test("A", "\"b\", true", "B")]).build()).is(
        "INCONCLUSIVE",
        &[("voice_test.go::TestA", "alibi cannot_run"), ("voice_test.go::TestB", "- cannot_run")],
    );
}
