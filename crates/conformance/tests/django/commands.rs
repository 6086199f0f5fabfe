//! Django's commands for files and suites.

use counterproof_conformance::{Toy, tool};

const MANAGE: &str = "import os, sys\nos.environ['DJANGO_SETTINGS_MODULE'] = 'settings'\nfrom django.core.management import execute_from_command_line\nexecute_from_command_line(sys.argv)\n";

fn toy(files: &[(&str, &str)]) -> Toy {
    let project = [("web/manage.py", MANAGE), ("web/settings.py", "SECRET_KEY = 'x'\n")];
    Toy::new(&[&project, files].concat()).with_programs_of(&tool("django-5.2.19").join("bin"))
}

const PASS: &str =
    "from django.test import SimpleTestCase\nclass C(SimpleTestCase):\n    def test_a(self): pass\n";
const FAIL: &str =
    "from django.test import SimpleTestCase\nclass C(SimpleTestCase):\n    def test_a(self): self.fail()\n";

#[test]
fn files_and_suites_have_the_status_of_all_their_tests() {
    for (a, b, suite) in [(PASS, PASS, 0), (PASS, FAIL, 1), (FAIL, PASS, 1)] {
        let toy = toy(&[("web/a/tests.py", a), ("web/b/__init__.py", ""), ("web/b/tests.py", b)]);
        assert_eq!(toy.file("django", "web/a/tests.py"), i32::from(a == FAIL));
        assert_eq!(toy.file("django", "web/b/tests.py"), i32::from(b == FAIL));
        assert_eq!(toy.suite("django", "web/a/tests.py"), suite);
    }
}

#[test]
fn odd_paths_are_asked_exactly() {
    for path in ["web/-v/tests.py", "web/-k.py", "web/a b/it's $x.py", "web/é/test_(x)*?[y].py"] {
        let both = format!("{PASS}    def test_b(self): self.fail()\n");
        let toy = toy(&[(path, &both)]);
        assert_eq!(toy.test("django", path, &["C", "test_a"]), 0, "{path}");
        assert_eq!(toy.test("django", path, &["C", "test_b"]), 1, "{path}");
        assert_eq!(toy.file("django", path), 1, "{path}");
        assert_eq!(toy.suite("django", path), 1, "{path}");
    }
}

#[test]
fn settings_that_the_user_names_are_used() {
    let text = format!("from django.conf import settings\nassert settings.OTHER\n{PASS}");
    let files = [("web/tests.py", text.as_str()), ("web/other.py", "SECRET_KEY = 'x'\nOTHER = True\n")];
    assert_eq!(toy(&files).test("django", "web/tests.py", &["C", "test_a"]), 1);
    let manage = MANAGE.replace("os.environ['DJANGO_SETTINGS_MODULE'] = 'settings'", "");
    let files = [&[("web/manage.py", manage.as_str())], &files[..]].concat();
    let toy = toy(&files).configured("[runner.django]\nargs = ['--settings=other']");
    assert_eq!(toy.test("django", "web/tests.py", &["C", "test_a"]), 0);
}
