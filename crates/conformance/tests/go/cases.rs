//! What the cases of `go test` read.

use counterproof_conformance::table::{Case, Reads::*, Table, Version};

/// Testify, vendored by its install script.
const VENDORED: &[(&str, (&str, &str))] = &[("vendor", ("testify-1.9.0", "vendor"))];

pub(super) const TABLE: Table = Table {
    runner: "go",
    versions: &[
        Version { path: &[("go-1.27.3", "go/bin")], links: VENDORED, ..Version::on_path("1.27.3") },
        Version { path: &[("go-1.21.13", "go/bin")], links: VENDORED, ..Version::on_path("1.21.13") },
    ],
    files: &[
        (
            "go.mod",
            "module toy\n\ngo 1.17\n\nrequire github.com/stretchr/testify v1.9.0\n\nrequire (\n\
             \tgithub.com/davecgh/go-spew v1.1.1 // indirect\n\tgithub.com/pmezard/go-difflib v1.0.0 // indirect\n\
             \tgopkg.in/yaml.v3 v3.0.1 // indirect\n)\n",
        ),
        ("p/lib.go", "package p\n\nfunc One() int { return 1 }\n"),
    ],
    cases: CASES,
    without: &[
        ("todo", "Go has no such thing"),
        ("expected failure", "Go has no such thing"),
        ("another one is focused", "Go has no such thing"),
    ],
};

/// The test `TestIt` in a file that imports these packages and has this text.
macro_rules! it {
    ($imports:expr, $text:expr) => {
        it!(["TestIt"] in $imports, $text)
    };
    ([$($name:expr),+] in $imports:expr, $text:expr) => {
        Case {
            files: &[("p/it_test.go", concat!("package p\n\nimport (", $imports, ")\n\n", $text, "\n"))],
            test: ("p/it_test.go", &[$($name),+]),
            ..Case::NONE
        }
    };
}

const CASES: &[Case] = &[
    Case {
        question: "passes",
        ..it!("\"testing\"", "func TestIt(t *testing.T) { if One() != 1 { t.Fatal(One()) } }")
    },
    Case {
        question: "passes",
        note: "having recovered the panic it asks for",
        ..it!(
            "\"testing\"",
            "func TestIt(t *testing.T) {\n\tdefer func() { if recover() == nil { t.Fatal() } }()\n\tpanic(1)\n}"
        )
    },
    Case {
        question: "passes",
        note: "as a fuzz target with its seeds",
        ..it!(["FuzzIt"] in "\"testing\"", "func FuzzIt(f *testing.F) { f.Add(\"x\"); f.Fuzz(func(t *testing.T, s string) {}) }")
    },
    Case {
        question: "passes",
        note: "as an example, by what it prints",
        ..it!(["ExampleIt"] in "\"fmt\"", "func ExampleIt() {\n\tfmt.Println(\"a\")\n\tfmt.Println(\"b\")\n\t// Output:\n\t// a\n\t// b\n}")
    },
    Case {
        question: "passes",
        note: "as a method of a testify suite",
        ..it!(["TestIt", "TestMethod"] in "\"testing\"; \"github.com/stretchr/testify/suite\"",
            "type S struct{ suite.Suite }\nfunc (s *S) TestMethod() { s.Equal(1, One()) }\nfunc (s *S) TestOther() { s.Fail(\"x\") }\n\
             func TestIt(t *testing.T) { suite.Run(t, new(S)) }")
    },
    Case {
        question: "fails",
        reads: Fail,
        ..it!("\"testing\"", "func TestIt(t *testing.T) { if One() != 2 { t.Error(One()) } }")
    },
    Case {
        question: "fails",
        note: "as a fuzz target, for one of its seeds",
        reads: Fail,
        ..it!(["FuzzIt"] in "\"testing\"",
            "func FuzzIt(f *testing.F) { f.Add(\"x\"); f.Fuzz(func(t *testing.T, s string) { if s == \"x\" { t.Fail() } }) }")
    },
    Case {
        question: "fails",
        note: "as an example that prints something else",
        reads: Fail,
        ..it!(["ExampleIt"] in "\"fmt\"", "func ExampleIt() {\n\tfmt.Println(\"a\")\n\t// Output: \"b\"\n}")
    },
    Case {
        question: "fails",
        note: "as a method of a testify suite",
        reads: Fail,
        ..it!(["TestIt", "TestMethod"] in "\"testing\"; \"github.com/stretchr/testify/suite\"",
            "type S struct{ suite.Suite }\nfunc (s *S) TestMethod() { s.Equal(2, One()) }\n\
             func TestIt(t *testing.T) { suite.Run(t, new(S)) }")
    },
    Case {
        question: "raises",
        reads: Fail,
        ..it!("\"testing\"", "func TestIt(t *testing.T) { panic(\"x\") }")
    },
    Case {
        question: "raises",
        note: "in a goroutine",
        reads: Fail,
        ..it!("\"testing\"", "func TestIt(t *testing.T) { go panic(\"x\"); select {} }")
    },
    Case {
        question: "cannot load",
        note: "what surrounds it does not compile",
        reads: NotRunnable,
        ..it!("\"testing\"", "var x = notThere\nfunc TestIt(t *testing.T) {}")
    },
    Case {
        question: "cannot load",
        note: "its package panics",
        reads: NotRunnable,
        ..it!("\"testing\"", "func init() { panic(\"x\") }\nfunc TestIt(t *testing.T) {}")
    },
    Case {
        question: "selects nothing",
        reads: NotRunnable,
        ..it!("\"testing\"", "func TestOther(t *testing.T) {}")
    },
    Case {
        question: "selects nothing",
        note: "a lower-case letter follows `Test`",
        reads: NotRunnable,
        ..it!(["Testit"] in "\"testing\"", "func Testit(t *testing.T) {}")
    },
    Case {
        question: "name with every metacharacter",
        ..it!(["TestIt", "a_(b)_[c]_{d}_^e$_*f*_+?_|_\\_'_\"_::_é_-x"] in "\"testing\"",
            "func TestIt(t *testing.T) {\n\tt.Run(`a (b) [c] {d} ^e$ *f* +? | \\ ' \" :: é -x`, func(t *testing.T) {})\n\
             \tt.Run(\"other\", func(t *testing.T) { t.Fail() })\n}")
    },
    Case {
        question: "same name twice in a file",
        note: "the second of two sub-tests",
        ..it!(["TestIt", "a#01"] in "\"testing\"",
            "func TestIt(t *testing.T) {\n\tt.Run(\"a\", func(t *testing.T) { t.Fail() })\n\tt.Run(\"a\", func(t *testing.T) {})\n}")
    },
    Case {
        question: "same name in two files",
        note: "of two packages",
        files: &[
            ("p/it_test.go", "package p\n\nimport \"testing\"\n\nfunc TestIt(t *testing.T) {}\n"),
            ("q/it_test.go", "package q\n\nimport \"testing\"\n\nfunc TestIt(t *testing.T) { t.Fail() }\n"),
        ],
        test: ("p/it_test.go", &["TestIt"]),
        ..Case::NONE
    },
    Case {
        question: "parametrized",
        ..it!(
            "\"testing\"",
            "func TestIt(t *testing.T) { for _, x := range []string{\"a\", \"b\"} { t.Run(x, func(t *testing.T) {}) } }"
        )
    },
    Case {
        question: "parametrized",
        note: "one of the rows fails",
        reads: Fail,
        ..it!(
            "\"testing\"",
            "func TestIt(t *testing.T) { for _, x := range []string{\"a\", \"b\"} { t.Run(x, func(t *testing.T) { if x == \"b\" { t.Fail() } }) } }"
        )
    },
    Case {
        question: "nested",
        ..it!(["TestIt", "a", "b"] in "\"testing\"",
            "func TestIt(t *testing.T) {\n\tt.Run(\"a\", func(t *testing.T) {\n\t\tt.Run(\"b\", func(t *testing.T) { t.Parallel() })\n\
             \t\tt.Run(\"c\", func(t *testing.T) { t.Fail() })\n\t})\n}")
    },
    Case {
        question: "nested",
        note: "with a variable that only it uses",
        reads: Fail,
        ..it!(["TestIt", "a"] in "\"testing\"",
            "func TestIt(t *testing.T) {\n\tone := One()\n\tt.Run(\"a\", func(t *testing.T) { if one != 2 { t.Fail() } })\n}")
    },
    Case {
        question: "skipped",
        note: "by its build constraint",
        files: &[(
            "p/it_test.go",
            "//go:build never\n\npackage p\n\nimport \"testing\"\n\nfunc TestIt(t *testing.T) { t.Fail() }\n",
        )],
        test: ("p/it_test.go", &["TestIt"]),
        reads: NeverEntered,
        ..Case::NONE
    },
    Case {
        question: "skipped at run time",
        reads: NeverEnds,
        ..it!("\"testing\"", "func TestIt(t *testing.T) { t.Skip(\"x\"); t.Fail() }")
    },
    Case {
        question: "skipped at run time",
        note: "by what it calls",
        reads: NeverEnds,
        ..it!(
            "\"testing\"",
            "func need(t *testing.T) { t.SkipNow() }\nfunc TestIt(t *testing.T) { need(t); t.Fail() }"
        )
    },
    Case {
        question: "skipped at run time",
        note: "by the set-up of its suite",
        reads: NeverEntered,
        ..it!(["TestIt", "TestMethod"] in "\"testing\"; \"github.com/stretchr/testify/suite\"",
            "type S struct{ suite.Suite }\nfunc (s *S) SetupTest() { s.T().Skip() }\nfunc (s *S) TestMethod() { s.Fail(\"x\") }\n\
             func TestIt(t *testing.T) { suite.Run(t, new(S)) }")
    },
    Case {
        question: "exits 0 in the test",
        note: "which `testing` takes for a panic",
        reads: Fail,
        ..it!("\"os\"; \"testing\"", "func TestIt(t *testing.T) { os.Exit(0) }")
    },
    Case {
        question: "exits 0 in the test",
        note: "past `testing`",
        reads: NeverEnds,
        ..it!("\"syscall\"; \"testing\"", "func TestIt(t *testing.T) { syscall.Exit(0) }")
    },
    Case {
        question: "exits 0 when loaded",
        reads: NeverEntered,
        ..it!("\"os\"; \"testing\"", "func init() { os.Exit(0) }\nfunc TestIt(t *testing.T) { t.Fail() }")
    },
    Case {
        question: "exits 0 at exit",
        note: "by `TestMain`",
        reads: Swallowed,
        ..it!(
            "\"os\"; \"testing\"",
            "func TestMain(m *testing.M) { m.Run(); os.Exit(0) }\nfunc TestIt(t *testing.T) {}"
        )
    },
    Case {
        question: "hook that swallows failures",
        note: "`TestMain`, and the test fails",
        reads: Swallowed,
        ..it!(
            "\"os\"; \"testing\"",
            "func TestMain(m *testing.M) { m.Run(); os.Exit(0) }\nfunc TestIt(t *testing.T) { t.Fail() }"
        )
    },
    Case {
        question: "hook that swallows failures",
        note: "`TestMain`, and the example prints something else",
        reads: Swallowed,
        ..it!(["ExampleIt"] in "\"os\"; \"testing\"",
            "func TestMain(m *testing.M) { m.Run(); os.Exit(0) }\nfunc ExampleIt() {\n\tprintln(\"a\")\n\t// Output: b\n}")
    },
    Case {
        question: "times out",
        reads: Timeout,
        ..it!("\"testing\"", "func TestIt(t *testing.T) { for {} }")
    },
    Case {
        question: "leaves a child behind",
        ..it!(
            "\"os/exec\"; \"testing\"",
            "func TestIt(t *testing.T) { if err := exec.Command(\"sleep\", \"30\").Start(); err != nil { t.Fatal(err) } }"
        )
    },
    Case {
        question: "variables of another run around it",
        env: &[("GOFLAGS", "-run=^none$"), ("GOOS", "windows"), ("GOCOVERDIR", "/nowhere")],
        reads: Fail,
        ..it!("\"testing\"", "func TestIt(t *testing.T) { t.Fail() }")
    },
    Case {
        question: "variables of another run around it",
        note: "written down by `go env -w`",
        files: &[
            ("goenv", "GOFLAGS=-run=^none$ -exec=true\n"),
            ("p/it_test.go", "package p\n\nimport \"testing\"\n\nfunc TestIt(t *testing.T) { t.Fail() }\n"),
        ],
        test: ("p/it_test.go", &["TestIt"]),
        env: &[("GOENV", "goenv")],
        reads: Fail,
        ..Case::NONE
    },
];
