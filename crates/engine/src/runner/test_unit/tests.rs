use super::*;
use crate::runner::testing::{Files, site, suite};

fn asked(question: &Question<'_>) -> Vec<String> {
    let facts = [("libs.head", r#"["test/lib"]"#), ("args", r#"["--order=defined"]"#)];
    let command = command(&suite("test-unit", "", &facts), Side::Head, question);
    command.argv.into_iter().map(|word| word.into_string().unwrap()).collect()
}

#[test]
fn only_its_own_files_are_claimed() {
    let files = Files::of(&[]);
    let of = |source: &str| claim(&files, &RepoPath::new("test/test_a.rb"), source);
    assert_eq!(of("require 'test/unit'\n").unwrap().because, "`test/test_a.rb` requires `test/unit`");
    assert!(of("require 'minitest/autorun'\n").is_none());
}

#[test]
fn a_test_is_asked_by_case_and_name() {
    let test = site("test/test_a.rb", &["A", "b c", "the text"]);
    let want = [
        "ruby",
        "-Ilib",
        "-Itest",
        "-Itest/lib",
        "test/test_a.rb",
        "-t",
        r"/\AA::b\x20c\z/",
        "-n",
        r"/\A(?:test\x3a\x20)?the\x20text\z/",
        "--order=defined",
    ];
    assert_eq!(asked(&Question::Test(&test)), want);
}

#[test]
fn many_files_are_loaded_in_one_process() {
    let files = [RepoPath::new("test/a.rb"), RepoPath::new("test/b.rb")];
    assert_eq!(
        asked(&Question::Suite(&files))[6..],
        ["--", "2", "test/a.rb", "test/b.rb", "--order=defined"]
    );
}
