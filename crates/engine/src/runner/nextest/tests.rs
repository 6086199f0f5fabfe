use super::*;
use crate::runner::testing::{Files, site, suite};

const PACKAGE: &str = "[package]\nname = 'pkg'\n";

fn project(more: &[(&str, &str)]) -> Files {
    let files = [&[("a/Cargo.toml", PACKAGE), ("a/src/lib.rs", "")], more].concat();
    Files::of(&files).with_programs(&["cargo-nextest"])
}

fn claimed(files: &Files) -> Option<Claim> {
    claim(files, &RepoPath::new("a/src/lib.rs"), "")
}

#[test]
fn a_project_that_configures_or_runs_it_is_its_own() {
    let because = |file: &str, text: &str| claimed(&project(&[(file, text)])).map(|claim| claim.because);
    for (file, text, says) in [
        (".config/nextest.toml", "", "configures it"),
        ("a/.config/nextest.toml", "", "configures it"),
        (".github/workflows/ci.yml", "  - run: cargo nextest run --workspace", "runs it"),
        ("Makefile", "test:\n\tcargo +nightly llvm-cov nextest", "runs it"),
        ("xtask/src/main.rs", "Command::new(\"cargo\").args([\"nextest\", \"run\"])", "runs it"),
    ] {
        assert_eq!(because(file, text), Some(format!("`{file}` {says}")));
    }
    for (file, text) in [
        ("b/.config/nextest.toml", ""),
        ("Makefile", "# try cargo nextest run\ntest:\n\tcargo test"),
        ("justfile", "setup:\n\tcargo install cargo-nextest --locked\n"),
        ("README.md", "cargo nextest run"),
    ] {
        assert_eq!(because(file, text), None, "{file}");
    }
}

#[test]
fn what_cargo_would_not_claim_or_cannot_run_with_it_is_not_claimed() {
    let config = (".config/nextest.toml", "");
    let files = project(&[config]);
    assert!(claim(&files, &RepoPath::new("b/src/lib.rs"), "").is_none());
    assert!(claim(&files, &RepoPath::new("a/test.py"), "").is_none());
    let files = Files::of(&[config, ("a/Cargo.toml", PACKAGE), ("a/src/lib.rs", "")]);
    assert!(claimed(&files).is_none(), "it is not installed");
}

#[test]
fn doc_tests_are_those_of_a_library_that_can_have_them() {
    let has = |lib: &str| {
        let manifest = format!("{PACKAGE}{lib}");
        let files = [(".config/nextest.toml", ""), ("a/Cargo.toml", &manifest), ("a/src/lib.rs", "")];
        let claim = claimed(&Files::of(&files).with_programs(&["cargo-nextest"])).unwrap();
        claim.facts.contains_key("doc.base")
    };
    assert!(has("") && has("[lib]\nproc-macro = true") && has("[lib]\ncrate-type = ['cdylib', 'rlib']"));
    assert!(!has("[lib]\ndoctest = false") && !has("[lib]\ncrate-type = ['cdylib']"));
    let files = [(".config/nextest.toml", ""), ("a/Cargo.toml", PACKAGE), ("a/src/main.rs", "")];
    let files = Files::of(&files).with_programs(&["cargo-nextest"]);
    let claim = claim(&files, &RepoPath::new("a/src/main.rs"), "").unwrap();
    assert!(!claim.facts.contains_key("doc.base"));
}

fn asked(facts: &[(&str, &str)], question: &Question<'_>) -> String {
    let command = command(&suite("nextest", "", facts), Side::Base, question);
    command.argv.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>().join(" ")
}

const RUN: &str = "cargo nextest run --offline --no-fail-fast --retries=0";
const IN_A: (&str, &str) = ("src/a.rs.base", r#"{"target":["--lib"],"module":"a"}"#);
const IN_X: (&str, &str) = ("tests/x.rs.base", r#"{"target":["--test","x"],"module":""}"#);

#[test]
fn one_test_is_asked_by_its_exact_path_in_its_target() {
    let one = |file: &str, name: &[&str]| asked(&[IN_A, IN_X], &Question::Test(&site(file, name)));
    let strict = "--no-tests=fail --ignore-default-filter -E";
    assert_eq!(
        one("src/a.rs", &["tests", "r#match"]),
        format!(r"{RUN} --lib {strict} test(=a::tests::r\u{{23}}match)")
    );
    assert_eq!(one("tests/x.rs", &["größe"]), format!(r"{RUN} --test x {strict} test(=gr\u{{f6}}\u{{df}}e)"));
    let made = Site { dynamic: true, ..site("tests/x.rs", &["é"]) };
    assert_eq!(asked(&[IN_X], &Question::Test(&made)), format!(r"{RUN} --test x {strict} test(/^\x{{e9}}/)"));
}

#[test]
fn a_file_is_asked_by_its_module_and_a_root_by_its_target() {
    let file = |file: &str| asked(&[IN_A, IN_X], &Question::File(&RepoPath::new(file)));
    assert_eq!(file("src/a.rs"), format!("{RUN} --lib --no-tests=pass -E test(/^a::/)"));
    assert_eq!(file("tests/x.rs"), format!("{RUN} --test x --no-tests=pass"));
}

#[test]
fn a_suite_is_followed_by_the_doc_tests_with_what_cargo_is_given() {
    let facts = [("package.base", "pkg"), ("args", r#"["--profile","it's"]"#)];
    let run = "cargo nextest run --offline -p pkg --profile it's --no-fail-fast --retries=0 --no-tests=pass";
    assert_eq!(asked(&facts, &Question::Suite(&[])), run);
    let facts = [&facts[..], &[("doc.base", r#"["--all-features"]"#)]].concat();
    assert_eq!(
        asked(&facts, &Question::Suite(&[])),
        r"sh -c 'cargo' 'nextest' 'run' '--offline' '-p' 'pkg' '--profile' 'it'\''s' '--no-fail-fast' '--retries=0' '--no-tests=pass' && exec 'cargo' 'test' '--doc' '--offline' '-p' 'pkg' '--all-features'"
    );
}

#[test]
fn a_narrowed_suite_is_the_targets_of_its_files_and_in_one_target_their_modules() {
    let facts = [(NARROWED, "yes"), IN_A, IN_X, ("doc.base", "[]")];
    let [a, x] = [RepoPath::from("src/a.rs"), RepoPath::from("tests/x.rs")];
    assert_eq!(
        asked(&facts, &Question::Suite(&[a.clone(), a.clone()])),
        format!("{RUN} --lib --no-tests=pass -E test(/^a::/) + test(/^a::/)")
    );
    assert_eq!(asked(&facts, &Question::Suite(&[a, x])), format!("{RUN} --lib --test x --no-tests=pass"));
}

#[test]
fn building_is_of_the_targets_and_runs_nothing() {
    let built = |question: &Question<'_>| {
        let command = build(&suite("nextest", "", &[IN_A, ("doc.base", "[]")]), Side::Base, question);
        command.argv.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(built(&Question::Suite(&[])), "cargo nextest run --offline --no-run");
    let test = site("src/a.rs", &["x"]);
    assert_eq!(built(&Question::Test(&test)), "cargo nextest run --offline --lib --no-run");
}
