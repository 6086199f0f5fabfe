use super::*;
use crate::runner::testing::{Files, site, suite};

const TEST: &str = "package p; class ATest { @Test void a() {} @Nested class In { @Test void b() {} } }";

fn claimed(files: &[(&str, &str)], path: &str, text: &str) -> Option<Claim> {
    claim(&Files::of(files).with_programs(&["mvn"]), &RepoPath::from(path), text)
}

fn package(files: &[(&str, &str)], path: &str) -> Option<String> {
    claimed(files, path, TEST).map(|claim| claim.package.to_string())
}

#[test]
fn a_test_file_belongs_to_the_nearest_module() {
    let files = [("pom.xml", "<project/>"), ("a/pom.xml", "<project/>")];
    assert_eq!(package(&files, "a/src/test/java/p/ATest.java").as_deref(), Some("a"));
    assert_eq!(package(&files, "src/test/java/p/ATest.java").as_deref(), Some(""));
    assert_eq!(package(&[], "src/test/java/p/ATest.java"), None);
    assert!(claimed(&files, "src/test/java/p/ATest.java", "class ATest {}").is_none());
    let claim = claimed(&files, "a/src/test/java/p/ATest.java", TEST).unwrap();
    assert_eq!(claim.because, "`a/pom.xml` is the nearest build file");
    assert_eq!(claim.facts["a/src/test/java/p/ATest.java.base"], r#"["p.ATest","p.ATest$In"]"#);
    assert_eq!(claim.facts["program.base"], "mvn");
}

#[test]
fn what_is_not_compiled_or_not_run_with_the_tests_is_not_claimed() {
    let plain = [("pom.xml", "<project/>")];
    assert_eq!(package(&plain, "src/it/java/p/ATest.java"), None);
    assert_eq!(package(&plain, "src/test/resources/x/p/ATest.java"), None);
    let added = [("pom.xml", "<project><source>src/it/java</source></project>")];
    assert!(package(&added, "src/it/java/p/ATest.java").is_some());
    let it = "package p; class AIT { @Test void a() {} }";
    assert!(claimed(&plain, "src/test/java/p/AIT.java", it).is_none());
    let base = "package p; abstract class Base { @Test void a() {} }";
    assert!(claimed(&plain, "src/test/java/p/Base.java", base).is_some(), "others run its tests");
}

#[test]
fn a_module_that_compiles_to_another_place_is_not_claimed() {
    let pom = |inner: &str| {
        package(
            &[("pom.xml", &format!("<project><build>{inner}</build></project>"))],
            "src/test/java/p/ATest.java",
        )
    };
    assert_eq!(pom("<directory>out</directory>"), None);
    assert!(pom("<plugins><plugin><outputDirectory>out</outputDirectory></plugin></plugins>").is_some());
}

#[test]
fn a_project_that_tests_work_on_is_not_claimed() {
    for folder in ["src/it/one", "src/test/resources/one"] {
        let inner = format!("{folder}/pom.xml");
        let files = [("pom.xml", "<project/>"), (inner.as_str(), "<project/>")];
        assert_eq!(package(&files, &format!("{folder}/src/test/java/p/ATest.java")), None);
    }
}

fn words(command: Command) -> String {
    let words: Vec<_> = command.argv.into_iter().map(|word| word.into_string().unwrap()).collect();
    words.into_iter().filter(|word| !FLAGS.contains(&word.as_str())).collect::<Vec<_>>().join(" ")
}

fn asked(facts: &[(&str, &str)], question: &Question<'_>) -> String {
    words(command(&suite("maven", "a", facts), Side::Base, question))
}

const IN_A: (&str, &str) = ("a/ATest.java.base", r#"["p.ATest","p.ATest$In"]"#);

#[test]
fn one_test_is_asked_by_class_and_method_with_its_parameters() {
    let test = site("a/ATest.java", &["p.ATest", "In", "b"]);
    assert_eq!(asked(&[], &Question::Test(&test)), "mvn test -Dtest=p.ATest$In#b+b[*]");
    let odd = site("a/ATest.java", &["p.ATest", "größe"]);
    assert_eq!(asked(&[], &Question::Test(&odd)), "mvn test -Dtest=p.ATest#gr??e+gr??e[*]");
    let mut inherited = site("a/Base.java", &["p.Base", "a"]);
    inherited.dynamic = true;
    assert_eq!(asked(&[], &Question::Test(&inherited)), "mvn test -Dtest=#a+a[*]");
}

#[test]
fn a_file_is_all_its_classes_and_a_suite_what_surefire_finds() {
    let file = RepoPath::from("a/ATest.java");
    assert_eq!(asked(&[IN_A], &Question::File(&file)), "mvn test -Dtest=p.ATest,p.ATest$In");
    let files = [file];
    assert_eq!(asked(&[IN_A], &Question::Suite(&files)), "mvn test");
    assert_eq!(
        asked(&[IN_A, (NARROWED, "yes")], &Question::Suite(&files)),
        "mvn test -Dtest=p.ATest,p.ATest$In"
    );
}

#[test]
fn a_module_of_a_larger_build_is_asked_from_its_root_with_what_it_is_made_from() {
    let files = [
        ("pom.xml", "<project><modules><module>a</module></modules></project>"),
        ("a/pom.xml", "<project/>"),
    ];
    let claim = claimed(&files, "a/src/test/java/p/ATest.java", TEST).unwrap();
    assert_eq!((claim.package.to_string(), claim.facts["root.base"].as_str()), ("a".into(), ""));
    let files = [RepoPath::from("a/ATest.java")];
    let suite = suite("maven", "a", &[IN_A, ("root.base", ""), ("args", r#"["-Pfast"]"#)]);
    let command = command(&suite, Side::Base, &Question::Suite(&files));
    assert!(command.folder.is_top());
    assert_eq!(
        words(command),
        "mvn -Pfast -pl a -am -Dsurefire.failIfNoSpecifiedTests=false -DfailIfNoTests=false test -Dtest=p.ATest,p.ATest$In"
    );
}

#[test]
fn nothing_hides_a_failure_or_objects_to_an_edit() {
    let command = command(&suite("maven", "", &[]), Side::Base, &Question::Suite(&[]));
    let argv: Vec<_> = command.argv.iter().map(|word| word.to_str().unwrap()).collect();
    for flag in ["-o", "-DskipTests=false", "-Dmaven.test.failure.ignore=false", "-Dcheckstyle.skip"] {
        assert!(argv.contains(&flag), "{flag}");
    }
    assert_eq!(command.env["MAVEN_OPTS"], "-XX:TieredStopAtLevel=1");
}
