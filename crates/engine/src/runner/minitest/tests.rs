use super::*;
use crate::runner::testing::{Files, site, suite};

fn asked(facts: &[(&str, &str)], question: &Question<'_>) -> Vec<String> {
    let command = command(&suite("minitest", "pkg", facts), Side::Head, question);
    assert_eq!(command.folder, RepoPath::new("pkg"));
    assert_eq!(command.env["MT_CPU"], "1");
    command.argv.into_iter().map(|word| word.into_string().unwrap()).collect()
}

fn selected(names: &[&str]) -> String {
    selector(&site("test/a_test.rb", names))
}

#[test]
fn files_are_claimed_with_what_their_tasks_say() {
    let rakefile = "Rake::TestTask.new do |t|\n  t.libs << 'ext'\n  t.pattern = 'test/**/*_test.rb'\nend\n";
    let files = Files::of(&[("Rakefile", rakefile)]);
    let claimed = claim(&files, &RepoPath::new("test/a_test.rb"), "class A < Minitest::Test\n").unwrap();
    assert_eq!(claimed.because, "it says `Minitest::`");
    assert_eq!(claimed.facts["libs.base"], r#"["ext"]"#);
    assert!(claim(&files, &RepoPath::new("test/bench.rb"), "class A < Minitest::Test\n").is_none());
    assert!(claim(&files, &RepoPath::new("test/a_test.rb"), "class A < Test::Unit::TestCase\n").is_none());
}

#[test]
fn a_test_is_asked_by_class_and_method() {
    let test = site("pkg/test/a_test.rb", &["A", "B", "test_x"]);
    let facts = [("libs.head", r#"["test","ext"]"#), ("bundle.head", "yes"), ("autorun.head", "yes")];
    let want = [
        "ruby",
        "-rbundler/setup",
        "-Ilib",
        "-Itest",
        "-Iext",
        "-rminitest/autorun",
        "test/a_test.rb",
        "-n",
        r"/\AA::B#test_x\z/",
        "--seed",
        "0",
    ];
    assert_eq!(asked(&facts, &Question::Test(&test)), want);
}

#[test]
fn specs_and_texts_are_asked_by_the_methods_that_are_made_of_them() {
    assert_eq!(
        selected(&["Foo", "#bar", "adds two"]),
        r"/\A(?:\w+::)*Foo::\x23bar#test_(?:\d+_(?:adds\x20two)|adds_two)\z/"
    );
    assert_eq!(selected(&["bar", "a/b"]), r"/\Abar#test_(?:\d+_(?:a\x2fb)|a\x2fb)\z/");
    let mut looped = site("a", &["x", "n #{i}"]);
    looped.dynamic = true;
    assert_eq!(selector(&looped), r"/\Ax#test_(?:\d+_(?:n\x20.*|anonymous)|n_.*)\z/");
}

#[test]
fn many_files_are_loaded_in_one_process() {
    let files = [RepoPath::new("pkg/test/a b_test.rb"), RepoPath::new("pkg/-c_test.rb")];
    let asked_of = |files: &[RepoPath]| asked(&[], &Question::Suite(files));
    let all = asked_of(&files);
    assert_eq!(all[..4], ["ruby", "-Ilib", "-Itest", "-e"]);
    assert_eq!(all[5..], ["--", "2", "test/a b_test.rb", "./-c_test.rb", "--seed", "0"]);
    assert_eq!(asked_of(&files[..1]), ["ruby", "-Ilib", "-Itest", "test/a b_test.rb", "--seed", "0"]);
}

#[test]
fn rails_is_asked_by_its_own_command() {
    let rails = Files::of(&[("bin/rails", ""), ("config/application.rb", ""), ("Gemfile", "gem 'rails'\n")]);
    let claimed = claim(&rails, &RepoPath::new("test/a_test.rb"), "require 'test_helper'\n").unwrap();
    assert_eq!(claimed.facts["rails"], "yes");
    let test = site("pkg/test/a_test.rb", &["ATest", "saves it"]);
    let suite = suite("minitest", "pkg", &[("rails", "yes")]);
    let command = command(&suite, Side::Head, &Question::Test(&test));
    let selector = r"/\A(?:\w+::)*ATest#test_(?:\d+_(?:saves\x20it)|saves_it)\z/";
    assert_eq!(command.argv, ["ruby", "bin/rails", "test", "test/a_test.rb", "-n", selector, "--seed", "0"]);
    assert_eq!((command.env["RAILS_ENV"].as_str(), command.env["DISABLE_SPRING"].as_str()), ("test", "1"));
}

#[test]
fn a_coverage_gate_is_kept_from_starting() {
    let gated = asked(&[("gated.head", "yes")], &Question::File(&RepoPath::new("pkg/test/a_test.rb")));
    assert!(
        gated[4].contains("simplecov") && gated[4].ends_with("require File.expand_path(file) }"),
        "{gated:?}"
    );
    assert_eq!(gated[5..], ["--", "1", "test/a_test.rb", "--seed", "0"]);
    let rails =
        asked(&[("gated.head", "yes"), ("rails", "yes")], &Question::File(&RepoPath::new("pkg/a_test.rb")));
    assert_eq!(rails[3..], ["--", "bin/rails", "test", "a_test.rb", "--seed", "0"]);
}
