//! The exit statuses of `go test`, asked by our commands.

use counterproof_conformance::{Toy, assert_exits, tool};
use counterproof_engine::{domain::RepoPath, lang};

const MODULE: (&str, &str) = ("m/go.mod", "module example.com/m\n\ngo 1.21\n");

/// The newest version the tests install, and the oldest.
fn on_every_go(files: &[(&str, &str)], check: impl Fn(&Toy)) {
    for version in VERSIONS {
        check(&toy(files, version));
    }
}

const VERSIONS: [&str; 2] = ["go-1.27.3", "go-1.21.13"];

fn toy(files: &[(&str, &str)], version: &str) -> Toy {
    let all: Vec<_> = [MODULE].iter().chain(files).copied().collect();
    Toy::new(&all).with_programs_of(&tool(version).join("go/bin"))
}

const MAIN: &str = r#"package p

import (
	"os"
	"testing"
)

func TestPasses(t *testing.T) {}
func TestFails(t *testing.T)  { t.Fail() }
func TestPanics(t *testing.T) { panic("x") }
func TestExits(t *testing.T)  { os.Exit(97) }
func TestSkips(t *testing.T)  { t.Skip("x") }
func Testlower(t *testing.T)  { t.Fail() }

func TestPrefix(t *testing.T)       {}
func TestPrefixLonger(t *testing.T) { t.Fail() }
func TestÜnïcode(t *testing.T)      {}

func TestRows(t *testing.T) {
	for _, name := range []string{"good", "bad", "bad one"} {
		t.Run(name, func(t *testing.T) {
			if name != "good" {
				t.Fail()
			}
		})
	}
	t.Run("good", func(t *testing.T) {})
}

func FuzzPasses(f *testing.F) { f.Add("a"); f.Fuzz(func(t *testing.T, s string) {}) }
func FuzzFails(f *testing.F)  { f.Add("a"); f.Fuzz(func(t *testing.T, s string) { t.Fail() }) }

func ExamplePasses() {
	// Output:
}

func ExampleFails() {
	// Output: a
}
"#;

#[test]
fn one_test_has_the_exit_status_of_its_outcome() {
    on_every_go(&[("m/p/a_test.go", MAIN)], |toy| {
        assert_exits(
            toy,
            "go",
            "m/p/a_test.go",
            &[
                ("passes", &["TestPasses"], 0),
                ("fails", &["TestFails"], 1),
                ("panics", &["TestPanics"], 1),
                ("ends the process", &["TestExits"], 1),
                ("skips itself, which calibration must find", &["TestSkips"], 0),
                ("is not there, which calibration must find", &["TestZzz"], 0),
                ("is no test, which calibration must find", &["Testlower"], 0),
                ("not the one it is the start of", &["TestPrefix"], 0),
                ("not ASCII", &["TestÜnïcode"], 0),
                ("all rows", &["TestRows"], 1),
                ("one row", &["TestRows", "good"], 0),
                ("another row", &["TestRows", "bad_one"], 1),
                ("the second of that name", &["TestRows", "good#01"], 0),
                ("a fuzz target", &["FuzzPasses"], 0),
                ("a fuzz target that fails", &["FuzzFails"], 1),
                ("an example", &["ExamplePasses"], 0),
                ("an example that fails", &["ExampleFails"], 1),
            ],
        );
        assert_eq!(toy.dynamic_test("go", "m/p/a_test.go", &["TestRows", "<name>"]), 1);
    });
}

/// Every sub-test says that it ran; the exit status says whether one did, and which.
const COUNTED: &str = "package p\n\nimport (\n\t\"os\"\n\t\"strconv\"\n\t\"testing\"\n)\n\nvar ran []int\n\n\
    func TestMain(m *testing.M) {\n\tm.Run()\n\tif len(ran) == 1 && strconv.Itoa(ran[0]) == os.Getenv(\"WANTED\") {\n\
    \t\tos.Exit(0)\n\t}\n\tos.Exit(1)\n}\n";

#[test]
fn odd_names_select_themselves_alone() {
    let names = [
        "adds \"two\" (a+b) [x] $1 ^y *",
        "it's `a`",
        "a|b",
        ".*",
        "$",
        "^",
        "/x/i",
        "--flag",
        "-x",
        "a\\\\b",
        "a\\nb",
        "a\\rb",
        "a\\tb",
        " padded ",
        "two  spaces",
        "é e\\u0301",
        "🙂",
        "__proto__",
        "{x,y}",
        "[a",
        "(a",
        "a)",
        "100%",
        "\\u00a0",
        "#1",
        "a#01",
        "dup",
        "dup",
        "a/b",
        "a/",
        "//",
        "\\x00\\a\\x7f",
        "\\u00ad\\u200b",
        "\\xff",
        "",
        "",
        "'",
        "?+",
        "a.b",
        "a_b",
    ];
    let long = "x".repeat(300);
    let names: Vec<String> = names.iter().map(|name| name.replace('"', "\\\"")).chain([long]).collect();
    let run = |(at, name): (usize, &String)| {
        format!("\tt.Run(\"{name}\", func(t *testing.T) {{ ran = append(ran, {at}) }})\n")
    };
    let body = names.iter().enumerate().map(run).collect::<String>();
    let source = format!("{COUNTED}\nfunc TestOdd(t *testing.T) {{\n{body}}}\n");
    let file = RepoPath::from("m/p/a_test.go");
    let found = (lang::of(&file).expect("Go is read").tests)(&file, &source);
    assert_eq!(found.len(), names.len() + 1);
    for version in VERSIONS {
        for (at, test) in found[1..].iter().enumerate() {
            let wanted = at.to_string();
            let toy = toy(&[("m/p/a_test.go", &source)], version).under(&[("WANTED", &wanted)]);
            let name: Vec<&str> = test.name.iter().map(String::as_str).collect();
            assert_eq!(toy.test("go", "m/p/a_test.go", &name), 0, "{:?} is {name:?}", names[at]);
        }
    }
}

#[test]
fn a_package_that_does_not_compile_is_red_alone() {
    let good = "package p\n\nimport \"testing\"\n\nfunc TestIt(t *testing.T) {}\n";
    let bad = good.replace("{}", "{ notThere() }").replace("package p", "package q");
    on_every_go(
        &[("m/p/a_test.go", good), ("m/q/a_test.go", &bad), ("m/r/broken.go", "package r\n\nvar x = y\n")],
        |toy| {
            assert_eq!(
                (toy.test("go", "m/p/a_test.go", &["TestIt"]), toy.file("go", "m/p/a_test.go")),
                (0, 0)
            );
            assert_ne!(toy.file("go", "m/q/a_test.go"), 0);
            assert_ne!(toy.suite("go", "m/p/a_test.go"), 0);
        },
    );
}

#[test]
fn a_package_without_tests_or_for_other_machines_is_not_asked() {
    let good = "package p\n\nimport \"testing\"\n\nfunc TestIt(t *testing.T) {}\n";
    let files = [
        ("m/p/a_test.go", good),
        ("m/r/broken.go", "package r\n\nvar x = y\n"),
        ("m/q/a_windows_test.go", &good.replace("package p", "package q")),
        ("m/_examples/a_test.go", "package broken\n\nvar x = y\n"),
        ("m/n/go.mod", "module example.com/n\n"),
        ("m/n/a_test.go", "package n\n\nvar x = y\n"),
    ];
    on_every_go(&files, |toy| assert_eq!(toy.suite("go", "m/p/a_test.go"), 0));
}

#[test]
fn a_file_is_asked_without_the_others_of_its_package() {
    let test = |name: &str, body: &str| {
        format!(
            "package p\n\nimport \"testing\"\n\nfunc Test{name}(t *testing.T) {{ {body} }}\nfunc Example{name}() {{\n\t// Output:\n}}\n"
        )
    };
    let (a, b) = (test("A", ""), test("B", "t.Fail()"));
    on_every_go(&[("m/p/a_test.go", &a), ("m/p/b_test.go", &b)], |toy| {
        assert_eq!((toy.file("go", "m/p/a_test.go"), toy.file("go", "m/p/b_test.go")), (0, 1));
    });
}

#[test]
fn a_workspace_and_tags_are_taken_as_they_are() {
    let tagged = "//go:build special\n\npackage p\n\nimport (\n\t\"example.com/n\"\n\t\"testing\"\n)\n\n\
        func TestIt(t *testing.T) { if n.N != 1 { t.Fail() } }\nfunc TestNo(t *testing.T) { t.Fail() }\n";
    let files = [
        ("go.work", "go 1.21\n\nuse (\n\t./m\n\t./n\n)\n"),
        ("n/go.mod", "module example.com/n\n\ngo 1.21\n"),
        ("n/n.go", "package n\n\nconst N = 1\n"),
        ("m/p/a_test.go", tagged),
        ("counterproof.toml", "[runner.go]\nargs = [\"-tags=special\"]\n"),
    ];
    on_every_go(&files, |toy| {
        assert_eq!(toy.test("go", "m/p/a_test.go", &["TestIt"]), 0);
        assert_eq!(toy.test("go", "m/p/a_test.go", &["TestNo"]), 1);
        assert_eq!((toy.file("go", "m/p/a_test.go"), toy.suite("go", "m/p/a_test.go")), (1, 1));
    });
}
