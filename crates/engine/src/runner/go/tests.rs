use super::*;
use crate::runner::testing::{Files, site, suite};

const SOURCE: &str = "package p\n\nimport \"github.com/stretchr/testify/suite\"\n\nfunc TestA(t *testing.T) {}\n\
    func FuzzB(f *testing.F) {}\ntype S struct{ suite.Suite }\nfunc TestS(t *testing.T) { suite.Run(t, new(S)) }\n";
const METHODS: &str = "package p\n\nfunc (s *S) TestM() { s.T() }\nfunc (s *S) TestN() { s.T() }\n";

fn claimed(files: &Files, path: &str, source: &str) -> Option<Claim> {
    claim(files, &RepoPath::new(path), source)
}

fn module() -> Files {
    Files::of(&[("m/go.mod", "module example.com/m\n\ngo 1.21\n")])
}

/// The suite of a module with a file of tests and one of methods in its folder `p`.
fn both() -> Suite {
    let mut facts = claimed(&module(), "m/p/a_test.go", SOURCE).unwrap().facts;
    facts.extend(claimed(&module(), "m/p/b_test.go", METHODS).unwrap().facts);
    Suite { facts, ..suite("go", "m", &[]) }
}

fn words(suite: &Suite, question: &Question<'_>) -> String {
    let command = command(suite, Side::Base, question);
    assert_eq!((command.env["GOPROXY"].as_str(), command.folder), ("off", suite.package.clone()));
    let words = command.argv.into_iter().map(|word| word.into_string().unwrap());
    words.collect::<Vec<_>>().join(" ").replace("go test -count=1 -vet=off -timeout=0", "go test")
}

#[test]
fn test_files_below_a_module_are_claimed_and_others_are_not() {
    let claim = claimed(&module(), "m/p/a_test.go", SOURCE).unwrap();
    assert_eq!(
        (claim.package, claim.because.as_str()),
        (RepoPath::new("m"), "it belongs to the module of `m/go.mod`")
    );
    assert_eq!(claimed(&module(), "m/p/a.go", SOURCE), None);
    assert_eq!(claimed(&module(), "a_test.go", SOURCE), None);
}

#[test]
fn a_file_that_is_not_compiled_is_claimed_with_what_keeps_it_out() {
    let tagged = format!("//go:build integration\n\n{SOURCE}");
    let by = |files: &Files, path: &str, source: &str| {
        let disabled: Option<Disabled> = claimed(files, path, source)?
            .facts
            .get(DISABLED)
            .and_then(|json| serde_json::from_str(json).ok());
        disabled.map(|disabled| disabled.by)
    };
    assert_eq!(by(&module(), "m/a_test.go", &tagged).unwrap(), "//go:build integration");
    assert_eq!(by(&module(), "m/_old/a_test.go", SOURCE).unwrap(), "_old");
    assert_eq!(by(&module(), "m/a_test.go", SOURCE), None);
    let with_tags = module().with_setting("args", r#"["-tags=integration"]"#);
    assert_eq!(by(&with_tags, "m/a_test.go", &tagged), None);
}

#[test]
fn one_test_is_asked_by_its_exact_name_in_its_package() {
    let suite = both();
    let of = |names: &[&str]| words(&suite, &Question::Test(&site("m/p/a_test.go", names)));
    assert_eq!(of(&["TestA"]), "go test -run ^TestA$ ./p");
    assert_eq!(of(&["TestA", "a.b_c", "d/e"]), "go test -run ^TestA$/^a\\x{2e}b_c$/^d$/^e$ ./p");
    assert_eq!(of(&["TestS", "TestM"]), "go test -run ^TestS$/^TestM$ ./p");
    let top = Suite { package: RepoPath::default(), ..both() };
    assert_eq!(words(&top, &Question::Test(&site("x_test.go", &["TestA"]))), "go test -run ^TestA$ .");
}

#[test]
fn a_method_whose_suite_another_file_runs_is_asked_by_the_function_there() {
    let of = |suite: &Suite, file: &str| words(suite, &Question::Test(&site(file, &["S", "TestM", "x"])));
    assert_eq!(of(&both(), "m/p/b_test.go"), "go test -run ^TestS$/^TestM$/^x$ ./p");
    assert_eq!(of(&both(), "m/q/b_test.go"), "go test -run ^S$/^TestM$/^x$ ./q");
}

#[test]
fn a_test_named_when_it_runs_is_asked_with_what_is_around_it() {
    let of = |names: &[&str]| {
        let mut test = site("m/p/a_test.go", names);
        test.dynamic = true;
        words(&both(), &Question::Test(&test))
    };
    assert_eq!(of(&["TestA", "<tt.name>"]), "go test -run ^TestA$ ./p");
    assert_eq!(of(&["TestA", "b", "<x>", "<\"c\">"]), "go test -run ^TestA$/^b$ ./p");
}

#[test]
fn a_file_is_asked_by_the_names_in_it() {
    let of = |file: &str| words(&both(), &Question::File(&RepoPath::new(file)));
    assert_eq!(of("m/p/a_test.go"), "go test -run ^(FuzzB|TestA|TestS)$ ./p");
    assert_eq!(of("m/p/b_test.go"), "go test -run ^(TestS)$/^(TestM|TestN)$ ./p");
}

#[test]
fn a_suite_is_asked_by_the_packages_that_have_tests_here() {
    let mut suite = both();
    suite.facts.extend(claimed(&module(), "m/a_test.go", SOURCE).unwrap().facts);
    let files = ["m/a_test.go", "m/p/a_test.go", "m/p/b_test.go", "m/q/a_windows_test.go"].map(RepoPath::new);
    assert_eq!(words(&suite, &Question::Suite(&files)), "go test . ./p");
    suite.facts.insert(NARROWED.into(), "yes".into());
    assert_eq!(words(&suite, &Question::Suite(&files[1..2])), "go test -run ^(FuzzB|TestA|TestS)$ ./p");
}

#[test]
fn added_arguments_stand_in_front_of_packages_and_those_for_the_binary_behind() {
    let facts = [("args", r#"["-tags=x", "-args", "-update"]"#), ("program", "go1.27")];
    let suite = suite("go", "", &facts);
    let command = command(&suite, Side::Base, &Question::Test(&site("a_test.go", &["TestA"])));
    let words = [
        "go1.27",
        "test",
        "-count=1",
        "-vet=off",
        "-timeout=0",
        "-tags=x",
        "-run",
        "^TestA$",
        ".",
        "-args",
        "-update",
    ];
    assert_eq!(command.argv, words);
}
