//! unittest's commands for files and suites.

use counterproof_conformance::{Toy, tool};

const RECIPE: (&str, &str) = ("Makefile", "test:\n\tpython -m unittest\n");

fn toy(files: &[(&str, &str)]) -> Toy {
    Toy::new(&[&[RECIPE], files].concat()).with_programs_of(&tool("unittest").join("bin"))
}

const PASS: &str = "import unittest\nclass C(unittest.TestCase):\n    def test_a(self): pass\n";
const FAIL: &str = "import unittest\nclass C(unittest.TestCase):\n    def test_a(self): self.fail()\n";

#[test]
fn files_and_suites_have_the_status_of_all_their_tests() {
    for (a, b, suite) in [(PASS, PASS, 0), (PASS, FAIL, 1), (FAIL, PASS, 1)] {
        let toy = toy(&[("tests/__init__.py", ""), ("tests/test_a.py", a), ("tests/test_b.py", b)]);
        assert_eq!(toy.file("unittest", "tests/test_a.py"), i32::from(a == FAIL));
        assert_eq!(toy.file("unittest", "tests/test_b.py"), i32::from(b == FAIL));
        assert_eq!(toy.suite("unittest", "tests/test_a.py"), suite);
    }
}

#[test]
fn modules_of_one_name_in_two_folders_are_two() {
    for (a, b, suite) in [(PASS, PASS, 0), (PASS, FAIL, 1), (FAIL, PASS, 1)] {
        let toy = toy(&[("a/test_x.py", a), ("b/test_x.py", b), ("test_x.py", PASS)]);
        assert_eq!(toy.test("unittest", "a/test_x.py", &["C", "test_a"]), i32::from(a == FAIL));
        assert_eq!(toy.test("unittest", "b/test_x.py", &["C", "test_a"]), i32::from(b == FAIL));
        assert_eq!(toy.suite("unittest", "a/test_x.py"), suite);
    }
}

#[test]
fn a_discovery_that_the_project_writes_down_counts() {
    let helped = format!("import helper\n{PASS}");
    let files = [("tests/__init__.py", ""), ("tests/helper.py", ""), ("tests/test_x.py", helped.as_str())];
    let recipe = ("Makefile", "test:\n\tpython3 -m unittest discover -s tests\n");
    let with = toy(&[&[recipe], &files[..]].concat());
    assert_eq!(with.test("unittest", "tests/test_x.py", &["C", "test_a"]), 0);
    assert_eq!(with.suite("unittest", "tests/test_x.py"), 0);
    assert_eq!(toy(&files).test("unittest", "tests/test_x.py", &["C", "test_a"]), 1);
}

#[test]
fn odd_paths_are_asked_exactly() {
    for path in
        ["-v/test_x.py", "@a/-k.py", "a b/it's $x.py", "a.b/test_x.py", "é/test_(x)*?[y].py", "discover.py"]
    {
        let both = format!("{PASS}    def test_b(self): self.fail()\n");
        let toy = toy(&[(path, &both)]);
        assert_eq!(toy.test("unittest", path, &["C", "test_a"]), 0, "{path}");
        assert_eq!(toy.test("unittest", path, &["C", "test_b"]), 1, "{path}");
        assert_eq!(toy.file("unittest", path), 1, "{path}");
        assert_eq!(toy.suite("unittest", path), 1, "{path}");
    }
}

#[test]
fn a_package_below_the_top_level_is_asked_from_its_folder() {
    let text = format!("open('data.txt')\nimport lib\n{PASS}");
    let files =
        [("a/setup.py", ""), ("a/lib.py", ""), ("a/data.txt", ""), ("a/tests/test_x.py", text.as_str())];
    let toy = toy(&files);
    assert_eq!(toy.test("unittest", "a/tests/test_x.py", &["C", "test_a"]), 0);
    assert_eq!(toy.suite("unittest", "a/tests/test_x.py"), 0);
}
