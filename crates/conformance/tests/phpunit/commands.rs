//! Commands for files and suites, and odd places.

use counterproof_conformance::{Toy, assert_exits, tool};

const VERSIONS: [&str; 2] = ["", "phpunit-11.5.19"];

fn on_every_version(files: &[(&str, &str)], check: impl Fn(&Toy)) {
    for version in VERSIONS {
        let toy = Toy::new(files);
        check(&if version.is_empty() { toy } else { toy.with_programs_of(&tool(version).join("bin")) });
    }
}

fn case(class: &str, members: &str) -> String {
    format!("<?php\nclass {class} extends \\PHPUnit\\Framework\\TestCase {{ {members} }}\n")
}

const GREEN: &str = "function testIt() { $this->assertTrue(true); }";
const RED: &str = "function testIt() { $this->fail(); }";
const SETTINGS: &str = "<phpunit><testsuites><testsuite name=\"a\"><directory>tests</directory></testsuite></testsuites></phpunit>";

#[test]
fn one_test_has_the_exit_status_of_its_outcome() {
    let main = case(
        "MainTest",
        "function testPasses() { $this->assertTrue(true); }
        function testFails() { $this->fail(); }
        function testRaises() { throw new Exception('x'); }
        function testExits() { exit(96); }
        function testPrefix() { $this->assertTrue(true); }
        function testPrefixLonger() { $this->fail(); }",
    );
    on_every_version(&[("tests/MainTest.php", &main)], |toy| {
        assert_exits(
            toy,
            "phpunit",
            "tests/MainTest.php",
            &[
                ("passes", &["MainTest", "testPasses"], 0),
                ("fails", &["MainTest", "testFails"], 1),
                ("raises", &["MainTest", "testRaises"], 2),
                ("exits", &["MainTest", "testExits"], 96),
                ("is not there", &["MainTest", "testZzz"], 1),
                ("not the one it is the start of", &["MainTest", "testPrefix"], 0),
                ("of another class", &["NainTest", "testPasses"], 1),
            ],
        );
    });
}

#[test]
fn a_file_that_cannot_load_is_red_for_test_file_and_suite() {
    let broken = case("BTest", "use NotThere; function testIt() { }");
    let fine = case("ATest", GREEN);
    on_every_version(&[("tests/BTest.php", &broken), ("tests/ATest.php", &fine)], |toy| {
        assert_ne!(toy.test("phpunit", "tests/BTest.php", &["BTest", "testIt"]), 0);
        assert_ne!(toy.file("phpunit", "tests/BTest.php"), 0);
        assert_ne!(toy.suite("phpunit", "tests/BTest.php"), 0);
        assert_eq!(toy.test("phpunit", "tests/ATest.php", &["ATest", "testIt"]), 0);
    });
}

#[test]
fn a_suite_runs_all_that_the_settings_say_or_else_all_files() {
    let (green, red) = (case("ATest", GREEN), case("BTest", RED));
    for (settings, status) in [(Some(SETTINGS), 1), (None, 1), (Some("<phpunit/>"), 1)] {
        let mut files = vec![("tests/ATest.php", green.as_str()), ("tests/deep/BTest.php", red.as_str())];
        files.extend(settings.map(|settings| ("phpunit.xml", settings)));
        on_every_version(&files, |toy| {
            assert_eq!(toy.suite("phpunit", "tests/ATest.php"), status, "{settings:?}");
            assert_eq!(toy.file("phpunit", "tests/ATest.php"), 0);
            assert_eq!(toy.file("phpunit", "tests/deep/BTest.php"), 1);
        });
    }
}

#[test]
fn files_in_several_folders_are_run_one_by_one_and_dependencies_not_at_all() {
    let (green, red) = (case("ATest", GREEN), case("BTest", RED));
    let vendored = case("VTest", "function testIt() { exit(3); }");
    let files =
        [("a/ATest.php", green.as_str()), ("b/BTest.php", &red), ("vendor/x/tests/VTest.phpx", &vendored)];
    on_every_version(&files, |toy| assert_eq!(toy.suite("phpunit", "a/ATest.php"), 1));
    on_every_version(&[("a/ATest.php", green.as_str()), ("b/CTest.php", &case("CTest", GREEN))], |toy| {
        assert_eq!(toy.suite("phpunit", "a/ATest.php"), 0);
    });
}

#[test]
fn settings_that_stop_early_measure_or_shuffle_change_nothing() {
    let settings = "<phpunit executionOrder=\"random\" stopOnFailure=\"true\" cacheResult=\"true\"><testsuites><testsuite name=\"a\"><directory>tests</directory></testsuite></testsuites>\
        <logging><junit outputFile=\"/nowhere/x.xml\"/></logging></phpunit>";
    let text =
        case("ATest", "function testA() { $this->assertTrue(true); } function testB() { $this->fail(); }");
    on_every_version(&[("phpunit.xml", settings), ("tests/ATest.php", &text)], |toy| {
        assert_eq!(toy.test("phpunit", "tests/ATest.php", &["ATest", "testA"]), 0);
        assert_eq!(toy.test("phpunit", "tests/ATest.php", &["ATest", "testB"]), 1);
        assert_eq!(toy.suite("phpunit", "tests/ATest.php"), 1);
    });
}

#[test]
fn commands_run_in_the_package_and_under_its_settings() {
    let settings = "<phpunit bootstrap=\"tests/start.php\"><php><env name=\"MODE\" value=\"x\"/></php><testsuites><testsuite name=\"a\"><directory>tests</directory></testsuite></testsuites></phpunit>";
    let text = case(
        "ATest",
        "function testIt() { $this->assertSame('x', getenv('MODE') . file_get_contents('data.txt')); }",
    );
    let files = [
        ("a/phpunit.xml.dist", settings),
        ("a/tests/start.php", "<?php define('STARTED', 1);"),
        ("a/data.txt", ""),
        ("a/tests/ATest.php", &text),
    ];
    on_every_version(&files, |toy| {
        assert_eq!(toy.test("phpunit", "a/tests/ATest.php", &["ATest", "testIt"]), 0);
        assert_eq!(toy.suite("phpunit", "a/tests/ATest.php"), 0);
    });
}

#[test]
fn odd_paths_are_asked_exactly() {
    for folder in ["-k", "a b", "é's $x", "{x,y}", "(a)*?", "@a"] {
        for (members, status) in [(GREEN, 0), (RED, 1)] {
            let path = format!("{folder}/ATest.php");
            let text = case("ATest", members);
            on_every_version(&[(path.as_str(), text.as_str())], |toy| {
                assert_eq!(toy.test("phpunit", &path, &["ATest", "testIt"]), status, "{path}");
                assert_eq!(toy.file("phpunit", &path), status, "{path}");
                assert_eq!(toy.suite("phpunit", &path), status, "{path}");
            });
        }
    }
}

#[test]
fn classes_of_other_names_than_their_files_are_found_by_the_versions_that_run_them() {
    let text = case("FirstCase", GREEN)
        + "class SecondCase extends FirstCase { function testMore() { $this->fail(); } }";
    let toy = Toy::new(&[("tests/cases.php", text.as_str()), ("tests/ATest.php", &case("ATest", GREEN))]);
    assert_eq!(toy.test("phpunit", "tests/cases.php", &["FirstCase", "testIt"]), 0);
    assert_eq!(toy.test("phpunit", "tests/cases.php", &["SecondCase", "testMore"]), 1);
    assert_eq!(toy.file("phpunit", "tests/cases.php"), 1);
    assert_eq!(toy.suite("phpunit", "tests/ATest.php"), 1);
}
