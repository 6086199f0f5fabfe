use super::*;
use crate::runner::testing::{Files, site, suite};

const TEST: &str = "package p; class ATest { @Test void a() {} @Nested class In { @Test void b() {} } }";

fn claimed(files: &[(&str, &str)], path: &str) -> Option<Claim> {
    claim(&Files::of(files).with_programs(&["gradle"]), &RepoPath::from(path), TEST)
}

fn package(files: &[(&str, &str)], path: &str) -> Option<String> {
    claimed(files, path).map(|claim| claim.package.to_string())
}

#[test]
fn a_test_file_belongs_to_the_nearest_project() {
    let files = [("build.gradle", ""), ("a/build.gradle.kts", "")];
    assert_eq!(package(&files, "a/src/test/java/p/ATest.java").as_deref(), Some("a"));
    assert_eq!(package(&files, "src/test/java/p/ATest.java").as_deref(), Some(""));
    assert_eq!(package(&[], "src/test/java/p/ATest.java"), None);
    let claim = claimed(&files, "a/src/test/java/p/ATest.java").unwrap();
    assert_eq!(claim.because, "`a/build.gradle.kts` is the nearest build file");
    assert_eq!(claim.facts["program.base"], "gradle");
}

#[test]
fn a_project_without_a_build_file_is_one_that_the_settings_name() {
    let files = |settings: &'static str| [("build.gradle", ""), ("settings.gradle", settings)];
    let path = "libs/core/src/test/java/p/ATest.java";
    assert_eq!(package(&files("include ':libs:core'"), path).as_deref(), Some("libs/core"));
    assert_eq!(package(&files("include ':libs:core-api'"), path), None);
    let claim = claimed(&files("include ':libs:core'"), path).unwrap();
    assert_eq!(claim.because, "`settings.gradle` is the nearest build file");
}

#[test]
fn other_source_sets_and_projects_that_tests_work_on_are_not_claimed() {
    let files = [("build.gradle", ""), ("src/test/resources/x/build.gradle", "")];
    assert_eq!(package(&files, "src/integrationTest/java/p/ATest.java"), None);
    assert_eq!(package(&files, "src/test/resources/x/src/test/java/p/ATest.java"), None);
    assert_eq!(package(&files, "src/test/resources/y/p/ATest.java"), None);
}

fn asked(facts: &[(&str, &str)], question: &Question<'_>) -> String {
    let command = command(&suite("gradle", "a", facts), Side::Base, question);
    assert_eq!(command.folder, RepoPath::new("a"));
    let words = command.argv.into_iter().map(|word| word.into_string().unwrap());
    words.filter(|word| !FLAGS.contains(&word.as_str())).collect::<Vec<_>>().join(" ")
}

const IN_A: (&str, &str) = ("a/ATest.java.base", r#"["p.ATest","p.ATest$In"]"#);

#[test]
fn one_test_is_asked_by_class_and_method_with_its_parameters() {
    let test = site("a/ATest.java", &["p.ATest", "In", "b"]);
    assert_eq!(
        asked(&[], &Question::Test(&test)),
        "gradle cleanTest test --tests p.ATest$In.b --tests p.ATest$In.b[*"
    );
    let mut inherited = site("a/Base.java", &["p.Base", "größe"]);
    inherited.dynamic = true;
    assert_eq!(
        asked(&[], &Question::Test(&inherited)),
        "gradle cleanTest test --tests *.gr**e --tests *.gr**e[*"
    );
}

#[test]
fn a_file_is_all_its_classes_and_a_suite_everything() {
    let file = RepoPath::from("a/ATest.java");
    let classes = "--tests p.ATest --tests p.ATest$In";
    assert_eq!(asked(&[IN_A], &Question::File(&file)), format!("gradle cleanTest test {classes}"));
    let files = [file];
    assert_eq!(asked(&[IN_A], &Question::Suite(&files)), "gradle cleanTest test");
    let narrowed = asked(&[IN_A, (NARROWED, "yes"), ("args", r#"["--info"]"#)], &Question::Suite(&files));
    assert_eq!(narrowed, format!("gradle --info cleanTest test {classes}"));
}

#[test]
fn the_root_of_several_projects_is_asked_alone() {
    let files = [("build.gradle", ""), ("settings.gradle", "include 'a'")];
    let claim = claimed(&files, "src/test/java/p/ATest.java").unwrap();
    assert_eq!(claim.facts["root.base"], "yes");
    assert_eq!(asked(&[("root.base", "yes")], &Question::Suite(&[])), "gradle :cleanTest :test");
}
