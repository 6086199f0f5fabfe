use super::*;
use crate::runner::testing::{Files, site, suite};

const SPEC: &str = "RSpec.describe 'x' do\nend\n";

fn asked(facts: &[(&str, &str)], question: &Question<'_>) -> String {
    let command = command(&suite("rspec", "pkg", facts), Side::Head, question);
    assert_eq!(command.folder, RepoPath::new("pkg"));
    command.argv.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[test]
fn specs_are_claimed_from_their_package() {
    let files = Files::of(&[("gems/x/.rspec", "--require spec_helper\n")]);
    let claimed = claim(&files, &RepoPath::new("gems/x/spec/a_spec.rb"), SPEC).unwrap();
    assert_eq!((claimed.package, claimed.because.as_str()), (RepoPath::new("gems/x"), "it says `RSpec.`"));
    assert_eq!(claimed.facts["options.base"], r#"["--require","spec_helper"]"#);
    assert!(claim(&files, &RepoPath::new("gems/x/spec/support/shared.rb"), SPEC).is_none());
    assert!(claim(&files, &RepoPath::new("spec/a_spec.rb"), "class A < Minitest::Test\n").is_none());
    assert!(claim(&files, &RepoPath::new("spec/a_spec.py"), SPEC).is_none());
}

#[test]
fn one_test_is_asked_by_its_line_with_what_the_project_loads() {
    let options = r#"["--require","spec_helper","--color","--tag","~slow","--failure-exit-code","0"]"#;
    let mut test = site("pkg/spec/a_spec.rb", &["x", "it's \"odd\""]);
    test.line = 7;
    assert_eq!(
        asked(&[("options.head", options), ("options.base", "[]")], &Question::Test(&test)),
        "rspec -O /dev/null --require spec_helper --order defined --failure-exit-code 1 spec/a_spec.rb:7"
    );
}

#[test]
fn many_are_asked_with_what_the_project_selects() {
    let files = [RepoPath::new("pkg/spec/a_spec.rb"), RepoPath::new("pkg/-b_spec.rb")];
    let facts = [("options.head", r#"["-t","~slow"]"#), ("args", r#"["--warnings"]"#)];
    let head = "rspec -O /dev/null --tag ~slow --order defined --failure-exit-code 1 --warnings";
    assert_eq!(asked(&facts, &Question::Suite(&files)), format!("{head} spec/a_spec.rb ./-b_spec.rb"));
    assert_eq!(asked(&facts, &Question::File(&files[0])), format!("{head} spec/a_spec.rb"));
}

#[test]
fn a_bundle_and_another_interpreter_are_used() {
    let file = RepoPath::new("pkg/a_spec.rb");
    let begin = |facts: &[(&str, &str)]| {
        let asked = asked(facts, &Question::File(&file));
        asked.split(" -O").next().unwrap().to_owned()
    };
    assert_eq!(begin(&[("bundle.head", "yes")]), "bundle exec rspec");
    assert_eq!(begin(&[("bundle.base", "yes")]), "rspec");
    assert_eq!(begin(&[("bundle.head", "yes"), ("ruby", "/opt/ruby")]), "/opt/ruby -S bundle exec rspec");
}

#[test]
fn a_coverage_gate_is_kept_from_starting() {
    let facts = [("gated.head", "yes"), ("bundle.head", "yes")];
    let asked = asked(&facts, &Question::File(&RepoPath::new("pkg/a_spec.rb")));
    assert!(
        asked.starts_with("ruby -rbundler/setup -e begin; require \"simplecov/no_defaults\";"),
        "{asked}"
    );
    assert!(asked.contains("RSpec::Core::Runner.invoke -- -O /dev/null"), "{asked}");
}
