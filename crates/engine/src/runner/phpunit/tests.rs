use super::{
    super::testing::{Files, site, suite},
    *,
};
use crate::domain::Site;

const CASE: &str =
    "<?php\nuse PHPUnit\\Framework\\TestCase;\nclass ATest extends TestCase { function testA() {} }\n";
const SETTINGS: &str =
    "<phpunit><testsuites><testsuite><directory>tests</directory></testsuite></testsuites></phpunit>";

fn claimed(files: &[(&str, &str)], file: &str, source: &str) -> Option<Claim> {
    claim(&Files::of(files), &RepoPath::new(file), source)
}

fn words(suite: &Suite, question: &Question<'_>) -> Vec<String> {
    let command = command(suite, Side::Base, question);
    assert_eq!(command.env["XDEBUG_MODE"], "off");
    command.argv.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// The words behind those that all commands begin with.
fn selected(suite: &Suite, question: &Question<'_>) -> Vec<String> {
    let words = words(suite, question);
    let start = ["phpunit", "--no-coverage", "--no-logging", "--order-by=default", "--colors=never"];
    assert_eq!(words[..5], start);
    words[5..].to_vec()
}

fn test(name: &[&str]) -> Site {
    site("p/tests/ATest.php", name)
}

/// A suite of a claimed file.
fn suite_of(source: &str, facts: &[(&str, &str)]) -> Suite {
    let claim = claimed(&[("p/composer.json", "{}")], "p/tests/ATest.php", source).unwrap();
    let mut suite = suite("phpunit", "p", facts);
    suite.facts.extend(claim.facts.into_iter().filter(|(name, _)| name.contains('/')));
    suite.base_files = vec![RepoPath::new("p/tests/ATest.php"), RepoPath::new("p/tests/sub/odd.php")];
    suite
}

#[test]
fn the_nearest_settings_claim_what_they_select() {
    let files = [("phpunit.xml", SETTINGS), ("p/phpunit.xml.dist", SETTINGS)];
    let claim = claimed(&files, "p/tests/ATest.php", CASE).unwrap();
    assert_eq!((claim.package, claim.facts["config.base"].as_str()), (RepoPath::new("p"), "yes"));
    assert_eq!(claim.because, "`p/phpunit.xml.dist` is PHPUnit's, and selects it");
    assert!(claimed(&files, "p/other/ATest.php", CASE).is_none());
    assert!(claimed(&files, "p/tests/A.php", CASE).is_none());
    let shared = "<?php abstract class Base extends TestCase { function testA() {} }";
    assert!(claimed(&files, "p/tests/Base.php", shared).is_some());
    assert!(claimed(&files, "tests/a.py", CASE).is_none());
}

#[test]
fn without_settings_a_test_case_is_claimed_by_what_it_says_or_its_package_depends_on() {
    let claim = claimed(&[("p/composer.json", "{}")], "p/tests/ATest.php", CASE).unwrap();
    assert_eq!((claim.package, claim.facts.get("config.base")), (RepoPath::new("p"), None));
    let bare = "<?php class ATest extends Base { function testA() {} }";
    assert!(claimed(&[("composer.json", "{}")], "tests/ATest.php", bare).is_none());
    let depends = r#"{"require-dev": {"phpunit/phpunit": "^9"}}"#;
    assert!(claimed(&[("composer.json", depends)], "tests/ATest.php", bare).is_some());
    let none = claimed(&[("phpunit.xml", "<phpunit/>")], "x/ATest.php", bare).unwrap();
    assert_eq!(none.facts.get("config.base"), None, "nothing says what a run without arguments runs");
}

#[test]
fn the_projects_own_program_goes_before_the_installed_one() {
    let program = |files: &[(&str, &str)], programs: &[&str], settings: &[(&str, &str)]| {
        let mut project = Files::of(files).with_programs(programs);
        for (key, value) in settings {
            project = project.with_setting(key, value);
        }
        let claim = claim(&project, &RepoPath::new("p/tests/ATest.php"), CASE).unwrap();
        serde_json::from_str::<Vec<String>>(&claim.facts["program"]).unwrap().join(" ")
    };
    let manifest = [("p/composer.json", "{}")];
    assert_eq!(program(&manifest, &[], &[]), "phpunit");
    assert_eq!(program(&manifest, &["p/vendor/bin/phpunit"], &[]), "php ./vendor/bin/phpunit");
    assert_eq!(program(&manifest, &["vendor/bin/phpunit"], &[]), "php ../vendor/bin/phpunit");
    let moved = [("p/composer.json", r#"{"config": {"bin-dir": "bin/"}}"#)];
    assert_eq!(program(&moved, &["p/bin/phpunit"], &[]), "php ./bin/phpunit");
    let shell = [("p/composer.json", "{}"), ("p/bin/phpunit", "#!/bin/sh\nexec x")];
    assert_eq!(program(&shell, &["p/bin/phpunit"], &[]), "./bin/phpunit");
    let vendor = &["p/vendor/bin/phpunit"];
    assert_eq!(program(&manifest, vendor, &[("program", "/opt/phpunit")]), "/opt/phpunit");
    assert_eq!(program(&manifest, vendor, &[("program", "x/phpunit.phar")]), "php ../x/phpunit.phar");
    assert_eq!(program(&manifest, vendor, &[("program", "x/php8.3")]), "../x/php8.3 ./vendor/bin/phpunit");
}

#[test]
fn an_installed_program_without_settings_loads_the_packages_classes() {
    let files = [("p/composer.json", "{}"), ("p/vendor/autoload.php", "")];
    let facts = claimed(&files, "p/tests/ATest.php", CASE).unwrap().facts;
    assert_eq!(facts["bootstrap"], "./vendor/autoload.php");
    let facts: Vec<_> = facts.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let words = words(&suite("phpunit", "p", &facts), &Question::Test(&test(&["ATest", "testA"])));
    assert_eq!(words[..2], ["phpunit", "--bootstrap=./vendor/autoload.php"]);
    let configured = [files[0], files[1], ("p/phpunit.xml", SETTINGS)];
    assert!(!claimed(&configured, "p/tests/ATest.php", CASE).unwrap().facts.contains_key("bootstrap"));
}

#[test]
fn one_test_is_selected_with_all_its_data_sets_whatever_the_settings_leave_out() {
    let asked = selected(&suite_of(CASE, &[]), &Question::Test(&test(&["N\\ATest", "testA"])));
    let strict = ["--fail-on-empty-test-suite", "--exclude-group=counterproof-none"];
    assert_eq!(asked[..2], strict);
    assert_eq!(asked[2..], ["--filter", r"/^N\\ATest::(testA)( .*)?\z/s", "tests/ATest.php"]);
}

#[test]
fn a_test_is_asked_with_what_it_depends_on() {
    let source = "<?php class ATest extends PHPUnit\\Framework\\TestCase { function testA() {}
        /** @depends testA */ function testB() {} /** @depends Other::testO */ function testC() {} }";
    let suite = suite_of(source, &[("config.base", "yes")]);
    let filter = |name: &str| {
        let all = selected(&suite, &Question::Test(&test(&["ATest", name])));
        all.into_iter().skip_while(|word| word != "--filter").collect::<Vec<_>>()
    };
    assert_eq!(filter("testA"), ["--filter", r"/^ATest::(testA)( .*)?\z/s", "tests/ATest.php"]);
    assert_eq!(filter("testB"), ["--filter", r"/^ATest::(testA|testB)( .*)?\z/s", "tests/ATest.php"]);
    assert_eq!(filter("testC"), ["--filter", r"/(^ATest::(testC)|(^|\\)(Other::testO))( .*)?\z/s"]);
}

#[test]
fn a_file_whose_classes_have_other_names_is_found_in_its_folder() {
    let source = "<?php namespace N; class X extends PHPUnit\\Framework\\TestCase { function testA() {} }
        class Y extends X {}";
    let suite = suite_of(source, &[]);
    let asked = selected(&suite, &Question::Test(&test(&["N\\X", "testA"])));
    assert_eq!(asked[2..], ["--filter", r"/^N\\X::(testA)( .*)?\z/s", "--test-suffix=ATest.php", "tests"]);
    let file = selected(&suite, &Question::File(&RepoPath::new("p/tests/ATest.php")));
    assert_eq!(file, ["--filter", r"/^(N\\X|N\\Y)::[^ ]+( .*)?\z/s", "--test-suffix=ATest.php", "tests"]);
}

#[test]
fn what_an_abstract_class_has_is_asked_of_all_that_have_it() {
    let source = "<?php abstract class ATest extends PHPUnit\\Framework\\TestCase { function testA() {} function testB() {} }";
    let mut asked = test(&["ATest", "testA"]);
    asked.dynamic = true;
    let configured = suite_of(source, &[("config.base", "yes")]);
    assert_eq!(selected(&configured, &Question::Test(&asked))[1..], ["--filter", r"/::testA( .*)?\z/s"]);
    let file = RepoPath::new("p/tests/ATest.php");
    assert_eq!(selected(&configured, &Question::File(&file)), ["--filter", r"/::(testA|testB)( .*)?\z/s"]);
    let bare = selected(&suite_of(source, &[]), &Question::Test(&asked));
    assert_eq!(bare[1..], ["--filter", r"/::testA( .*)?\z/s", "--test-suffix=Test.php,odd.php", "tests"]);
}

#[test]
fn a_suite_is_what_the_settings_say_else_a_folder_else_several() {
    let files = [RepoPath::new("p/tests/ATest.php"), RepoPath::new("p/tests/sub/odd.php")];
    let configured = suite_of(CASE, &[("config.base", "yes")]);
    assert_eq!(selected(&configured, &Question::Suite(&files)), [""; 0]);
    let folder = selected(&suite_of(CASE, &[]), &Question::Suite(&files));
    assert_eq!(folder, ["--test-suffix=Test.php,odd.php", "tests"]);
    let narrowed = suite_of(CASE, &[("config.base", "yes"), (super::super::NARROWED, "yes")]);
    assert_eq!(selected(&narrowed, &Question::Suite(&files[..1])), ["tests/ATest.php"]);
    let apart = [RepoPath::new("p/ATest.php"), RepoPath::new("p/tests/BTest.php")];
    for (suite, ends) in
        [(&narrowed, ["ATest.php", "tests/BTest.php"]), (&suite_of(CASE, &[]), ["tests", "ATest.php"])]
    {
        let each = words(suite, &Question::Suite(&apart));
        assert_eq!((each[0].as_str(), each[1].as_str(), each[3].as_str()), ("php", "-r", "--"));
        let commands: Vec<Vec<String>> = serde_json::from_str(&each[4]).unwrap();
        assert_eq!(commands.iter().map(|one| one.last().unwrap().as_str()).collect::<Vec<_>>(), ends);
        assert!(commands.iter().all(|one| one[0] == "phpunit" && one[1] == "--no-coverage"));
    }
}

#[test]
fn a_class_loader_that_may_not_fit_every_world_is_made_anew_in_each() {
    let list = |entry: &str| format!("<?php return array('A' => {entry} . '/src/A.php');");
    let start = |base: &str, head: &str, entry: &str| {
        let list = list(entry);
        let mut suite = suite("phpunit", "p/q", &[]);
        for (manifest, side) in [(base, Side::Base), (head, Side::Head)] {
            let files =
                [("p/composer.json", manifest), ("p/vendor/composer/autoload_classmap.php", list.as_str())];
            let found = autoload::facts(&Files::of(&files).of_side(side), &suite.package);
            suite.facts.extend(found);
        }
        words(&suite, &Question::Test(&test(&["ATest", "testA"])))[..4].to_vec()
    };
    let (plain, moved) =
        (r#"{"autoload": {"psr-4": {"A": "src"}}}"#, r#"{"autoload": {"psr-4": {"A": "lib"}}}"#);
    assert_eq!(start(plain, plain, "$vendorDir")[0], "phpunit");
    for (base, head, entry) in [(plain, plain, "$baseDir"), (plain, moved, "$vendorDir")] {
        let start = start(base, head, entry);
        assert_eq!((start[0].as_str(), start[1].as_str(), start[3].as_str()), ("sh", "-c", ".."));
        assert!(start[2].contains("composer dump-autoload") && start[2].ends_with("exec \"$@\""));
    }
}
