//! What nextest's cases read.

use counterproof_conformance::table::{Case, Reads::*, Table, Version};

pub(super) const TABLE: Table = Table {
    runner: "nextest",
    versions: &[Version { path: &[("nextest-0.9.148", "bin")], ..Version::on_path("0.9.148") }],
    files: &[
        ("Cargo.toml", "[package]\nname = \"toy\"\nversion = \"0.1.0\"\nedition = \"2021\"\n"),
        (".config/nextest.toml", ""),
    ],
    cases: CASES,
    without: &[
        ("parametrized", "Rust has no such thing; what a macro makes of one function is asked together"),
        ("todo", "Rust has no such thing: the macro of this name panics"),
        ("another one is focused", "Rust has no such thing"),
    ],
};

/// The test `test_it` in the library with this text.
macro_rules! it {
    ($text:expr) => {
        Case { files: &[("src/lib.rs", $text)], test: ("src/lib.rs", &["test_it"]), ..Case::NONE }
    };
}

/// The same where the default profile has this setting.
macro_rules! configured {
    ($setting:expr, $text:expr) => {
        Case {
            files: &[
                (".config/nextest.toml", concat!("[profile.default]\n", $setting, "\n")),
                ("src/lib.rs", $text),
            ],
            test: ("src/lib.rs", &["test_it"]),
            ..Case::NONE
        }
    };
}

const CASES: &[Case] = &[
    Case {
        question: "passes",
        ..it!("pub fn one() -> i32 { 1 }\n#[test]\nfn test_it() { assert_eq!(one(), 1); }\n")
    },
    Case {
        question: "passes",
        note: "and gives a `Result`",
        ..it!("#[test]\nfn test_it() -> Result<(), String> { Ok(()) }\n")
    },
    Case {
        question: "passes",
        note: "in an integration test",
        files: &[
            ("src/lib.rs", "pub fn one() -> i32 { 1 }\n"),
            ("tests/it.rs", "#[test]\nfn test_it() { assert_eq!(toy::one(), 1); }\n"),
        ],
        test: ("tests/it.rs", &["test_it"]),
        ..Case::NONE
    },
    Case {
        question: "fails",
        reads: Fail,
        ..it!("pub fn one() -> i32 { 1 }\n#[test]\nfn test_it() { assert_eq!(one(), 2); }\n")
    },
    Case {
        question: "fails",
        note: "in the module of another file",
        files: &[
            ("src/lib.rs", "#[cfg(test)]\nmod tests;\n#[test]\nfn test_it() {}\n"),
            ("src/tests.rs", "#[test]\nfn test_it() { panic!() }\n"),
        ],
        test: ("src/tests.rs", &["test_it"]),
        reads: Fail,
        ..Case::NONE
    },
    Case {
        question: "raises",
        note: "gives an error",
        reads: Fail,
        ..it!("#[test]\nfn test_it() -> Result<(), String> { Err(\"x\".into()) }\n")
    },
    Case {
        question: "raises",
        note: "aborts",
        reads: Fail,
        ..it!("#[test]\nfn test_it() { std::process::abort() }\n")
    },
    Case {
        question: "cannot load",
        note: "another item does not compile",
        reads: NotRunnable,
        ..it!("fn other() { not_there() }\n#[test]\nfn test_it() {}\n")
    },
    Case {
        question: "cannot load",
        note: "the test itself does not compile",
        reads: NotRunnable,
        ..it!("#[test]\nfn test_it() { not_there() }\n")
    },
    Case {
        question: "selects nothing",
        note: "it is configured out",
        reads: NotRunnable,
        ..it!("#[cfg(any())]\n#[test]\nfn test_it() {}\n")
    },
    Case {
        question: "name with every metacharacter",
        note: "a keyword",
        files: &[("src/lib.rs", "#[test]\nfn r#match() {}\n#[test]\nfn r#match_2() { panic!() }\n")],
        test: ("src/lib.rs", &["r#match"]),
        ..Case::NONE
    },
    Case {
        question: "name with every metacharacter",
        note: "letters beyond ASCII",
        files: &[("src/lib.rs", "#[test]\nfn größe_測試() {}\n#[test]\nfn größe_測試_2() { panic!() }\n")],
        test: ("src/lib.rs", &["größe_測試"]),
        ..Case::NONE
    },
    Case {
        question: "same name twice in a file",
        note: "does not compile",
        reads: NotRunnable,
        ..it!("#[test]\nfn test_it() {}\n#[test]\nfn test_it() {}\n")
    },
    Case {
        question: "same name twice in a file",
        note: "in two modules, and the other one fails",
        ..it!("#[test]\nfn test_it() {}\nmod tests { #[test]\nfn test_it() { panic!() } }\n")
    },
    Case {
        question: "same name in two files",
        note: "and the other one fails",
        files: &[
            ("src/lib.rs", "#[test]\nfn test_it() {}\n"),
            ("src/main.rs", "fn main() {}\n#[test]\nfn test_it() { panic!() }\n"),
            ("tests/it.rs", "#[test]\nfn test_it() { panic!() }\n"),
        ],
        test: ("src/lib.rs", &["test_it"]),
        ..Case::NONE
    },
    Case {
        question: "nested",
        files: &[(
            "src/lib.rs",
            "mod a { mod b { #[test]\nfn test_it() {} }\n#[test]\nfn test_it() { panic!() } }\n",
        )],
        test: ("src/lib.rs", &["a", "b", "test_it"]),
        ..Case::NONE
    },
    Case {
        question: "skipped",
        reads: NotRunnable,
        ..it!("#[test]\n#[ignore]\nfn test_it() { panic!() }\n")
    },
    Case {
        question: "skipped",
        note: "by the default filter of the project, which is for many",
        ..configured!("default-filter = 'none()'", "#[test]\nfn test_it() {}\n")
    },
    Case {
        question: "expected failure",
        note: "`#[should_panic]` is a test like any other: it must panic",
        ..it!("#[test]\n#[should_panic]\nfn test_it() { panic!() }\n")
    },
    Case {
        question: "expected failure",
        note: "`#[should_panic]` that does not panic",
        reads: Fail,
        ..it!("#[test]\n#[should_panic]\nfn test_it() {}\n")
    },
    Case {
        question: "skipped at run time",
        note: "returns",
        reads: NeverEnds,
        ..it!("#[test]\nfn test_it() {\n    if std::env::var(\"NO\").is_err() { return }\n    panic!()\n}\n")
    },
    Case {
        question: "exits 0 in the test",
        reads: NeverEnds,
        ..it!("#[test]\nfn test_it() { std::process::exit(0) }\n")
    },
    Case {
        question: "exits 0 when loaded",
        note: "before `main`",
        reads: NotRunnable,
        ..it!(
            "extern \"C\" fn leave() { std::process::exit(0) }\n#[used]\n#[link_section = \".init_array\"]\nstatic LEAVE: extern \"C\" fn() = leave;\n#[test]\nfn test_it() { panic!() }\n"
        )
    },
    Case {
        question: "exits 0 at exit",
        note: "which the test registers",
        reads: NeverEnds,
        ..it!(
            "extern \"C\" { fn atexit(f: extern \"C\" fn()); fn _exit(status: i32) -> !; }\nextern \"C\" fn leave() { unsafe { _exit(0) } }\n#[test]\nfn test_it() { unsafe { atexit(leave) } }\n"
        )
    },
    Case {
        question: "hook that swallows failures",
        note: "a panic hook",
        reads: Swallowed,
        ..it!("#[test]\nfn test_it() { std::panic::set_hook(Box::new(|_| std::process::exit(0))); }\n")
    },
    Case {
        question: "hook that swallows failures",
        note: "a `runner` that runs nothing",
        files: &[
            (".cargo/config.toml", "[target.'cfg(all())']\nrunner = \"true\"\n"),
            ("src/lib.rs", "#[test]\nfn test_it() { panic!() }\n"),
        ],
        test: ("src/lib.rs", &["test_it"]),
        reads: NotRunnable,
        ..Case::NONE
    },
    Case {
        question: "hook that swallows failures",
        note: "`harness = false`",
        files: &[
            (
                "Cargo.toml",
                "[package]\nname = \"toy\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[[test]]\nname = \"it\"\nharness = false\n",
            ),
            ("tests/it.rs", "fn main() {}\n#[test]\nfn test_it() { panic!() }\n"),
        ],
        test: ("tests/it.rs", &["test_it"]),
        reads: NotRunnable,
        ..Case::NONE
    },
    Case {
        question: "hook that swallows failures",
        note: "retries, of which the second passes",
        reads: Fail,
        ..configured!(
            "retries = 3",
            "#[test]\nfn test_it() { assert!(std::env::var(\"NEXTEST_ATTEMPT\").is_ok_and(|n| n != \"1\")) }\n"
        )
    },
    Case {
        question: "hook that swallows failures",
        note: "a time limit that passes",
        reads: NeverEnds,
        ..configured!(
            "slow-timeout = { period = '1s', terminate-after = 1, on-timeout = 'pass' }",
            "#[test]\nfn test_it() { loop {} }\n"
        )
    },
    Case {
        question: "hook that swallows failures",
        note: "a set-up script that fails",
        reads: NotRunnable,
        files: &[
            (
                ".config/nextest.toml",
                "experimental = ['setup-scripts']\n[scripts.setup.no]\ncommand = 'false'\n[[profile.default.scripts]]\nfilter = 'all()'\nsetup = 'no'\n",
            ),
            ("src/lib.rs", "#[test]\nfn test_it() {}\n"),
        ],
        test: ("src/lib.rs", &["test_it"]),
        ..Case::NONE
    },
    Case {
        question: "times out",
        note: "by a limit of the project's",
        reads: Fail,
        ..configured!(
            "slow-timeout = { period = '1s', terminate-after = 1 }",
            "#[test]\nfn test_it() { loop {} }\n"
        )
    },
    Case { question: "times out", reads: Timeout, ..it!("#[test]\nfn test_it() { loop {} }\n") },
    Case {
        question: "leaves a child behind",
        ..it!(
            "#[test]\nfn test_it() { std::process::Command::new(\"sleep\").arg(\"30\").spawn().unwrap(); }\n"
        )
    },
    Case {
        question: "variables of another run around it",
        env: &[
            ("CARGO_BUILD_TARGET", "not-there"),
            ("RUST_TEST_THREADS", "0"),
            ("RUSTC_WRAPPER", "false"),
            ("NEXTEST_NO_TESTS", "pass"),
            ("NEXTEST_PROFILE", "not-there"),
            ("NEXTEST_RETRIES", "3"),
        ],
        reads: Fail,
        ..it!("#[test]\nfn test_it() { panic!() }\n")
    },
];
