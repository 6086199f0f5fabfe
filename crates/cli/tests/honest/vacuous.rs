//! Tests that cannot fail, and honest ones that look like it.

use crate::{
    kit::{Judge, Judged, judge},
    python::{NEW, OLD_TEST, voice},
};
use counterproof_testkit::RepoBuilder;

/// A change that repairs `shout`, with these tests beside the old one.
#[track_caller]
fn with(tests: &str) -> Judged {
    judge(&voice(OLD_TEST, &format!("{OLD_TEST}{tests}")).build())
}

/// New tests of code that the change leaves alone.
#[track_caller]
fn of_old_code(tests: &str) -> Judged {
    judge(&voice(OLD_TEST, &format!("{OLD_TEST}{tests}")).base("voice.py", NEW).build())
}

#[test]
fn a_test_whose_assertions_are_never_reached_is_vacuous() {
    let tests = "
def test_nothing_to_loop_over():
    for one in []:
        assert shout(one) == 'A'

def test_sound():
    assert shout('a') == 'A'
";
    let idle = ("test_voice.py::test_nothing_to_loop_over", "vacuous -");
    of_old_code(tests).is("EARNED", &[idle, ("test_voice.py::test_sound", "- -")]);
    with(tests).is("EARNED", &[idle, ("test_voice.py::test_sound", "alibi -")]);
}

/// It fails on the old code, and passes whatever value it expects.
#[test]
fn an_object_that_equals_everything_is_vacuous_though_it_has_an_alibi() {
    let code = "class Any:\n    def __eq__(self, other): return True\n\ndef shout(s):\n    return Any()\n\ndef same(s):\n    return s\n";
    let test = "\ndef test_shouts():\n    assert shout('a') == 'A'\n";
    let repo = voice(OLD_TEST, &format!("{OLD_TEST}{test}")).head("voice.py", code).build();
    judge(&repo).is("EARNED", &[("test_voice.py::test_shouts", "vacuous -")]);
}

#[test]
fn a_tuple_is_always_true() {
    let test = "\ndef test_shouts():\n    assert (shout('a') == 'B', 'it shouts')\n";
    of_old_code(test).is("EARNED", &[("test_voice.py::test_shouts", "vacuous -")]);
}

#[test]
fn honest_tests_are_not_vacuous() {
    let tests = "
import sys

def test_smoke():
    shout('a')

def test_raises():
    with pytest.raises(AttributeError):
        shout(None)
        assert False, 'not reached'

def test_must_not_get_there():
    try:
        shout(None)
        assert False
    except AttributeError:
        pass

def test_elsewhere():
    if sys.platform == 'win32':
        assert shout('a') == 'B'
    assert shout('a') == 'A'

def test_only_elsewhere():
    if sys.platform == 'win32':
        assert shout('a') == 'A'

def test_helper():
    for one in []:
        assert one == 1
    check(shout('a'))

def check(s):
    assert s == 'A'
";
    of_old_code(tests).accuses_nobody();
}

#[test]
fn many_are_probed_at_once() {
    let tests: String =
        (0..12).map(|at| format!("\ndef test_{at}():\n    assert shout('a{at}') == 'A{at}'\n")).collect();
    let tests = tests + "\ndef test_idle():\n    for one in []:\n        assert one == 'A'\n";
    let repo = voice(OLD_TEST, &format!("{OLD_TEST}{tests}")).base("voice.py", NEW).build();
    let judged = judge(&repo);
    let guilty: Vec<_> =
        judged.tests().into_iter().filter(|(_, words)| words != "- -").map(|(id, _)| id).collect();
    assert_eq!(guilty, ["test_voice.py::test_idle"], "{judged}");
    let without = Judge::new(&repo).args(&["--probes", "none"]).run();
    without.accuses_nobody();
    assert!(judged.trials() <= without.trials() + 20, "{} and {} trials", judged.trials(), without.trials());
}

#[test]
fn a_script_whose_assertions_are_never_reached_is_vacuous() {
    let test = |more: &str| {
        format!(
            "import {{ test }} from 'node:test'\nimport assert from 'node:assert'\nimport {{ same }} from './voice.mjs'\n\
             test('old', () => assert.equal(same('a'), 'a'))\n{more}"
        )
    };
    let more = "test('idle', () => { [].forEach((one) => assert.equal(same(one), 'b')) })\n\
                test('sound', () => { assert.equal(same('c'), 'c') })\n";
    let repo = RepoBuilder::new().both("voice.mjs", "export const same = (s) => s\n");
    let repo = repo.base("voice.test.mjs", test("")).head("voice.test.mjs", test(more)).build();
    judge(&repo).is("EARNED", &[("voice.test.mjs::idle", "vacuous -"), ("voice.test.mjs::sound", "- -")]);
}

#[test]
fn a_rust_test_whose_assertions_are_never_reached_is_vacuous() {
    let text = |more: &str| {
        format!(
            "pub fn same(s: &str) -> &str {{ s }}\n#[cfg(test)]\nmod tests {{\n    use super::*;\n    \
             #[test]\n    fn old() {{ assert_eq!(same(\"a\"), \"a\"); }}\n{more}}}\n"
        )
    };
    let more = "    #[test]\n    fn idle() { for s in [\"\"; 0] { assert_eq!(same(s), \"b\"); } }\n    \
        #[test]\n    fn sound() { assert_eq!(same(\"c\"), \"c\"); }\n";
    let manifest = "[package]\nname = \"voice\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    let repo = RepoBuilder::new().both("Cargo.toml", manifest).both(".gitignore", "target\nCargo.lock\n");
    let repo = repo.base("src/lib.rs", text("")).head("src/lib.rs", text(more)).build();
    judge(&repo)
        .is("EARNED", &[("src/lib.rs::tests::idle", "vacuous -"), ("src/lib.rs::tests::sound", "- -")]);
}

/// One build serves for all that are put to a probe.
#[test]
fn many_rust_tests_are_probed_from_one_build() {
    let text = |more: &str| {
        format!(
            "pub fn same(s: &str) -> &str {{ s }}\n#[cfg(test)]\nmod tests {{\n    use super::*;\n    \
             #[test]\n    fn old() {{ assert_eq!(same(\"a\"), \"a\"); }}\n{more}}}\n"
        )
    };
    let more: String = (0..8)
        .map(|at| format!("    #[test]\n    fn sound_{at}() {{ assert_eq!(same(\"c{at}\"), \"c{at}\"); }}\n"))
        .collect();
    let manifest = "[package]\nname = \"voice\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    let repo = RepoBuilder::new().both("Cargo.toml", manifest).both(".gitignore", "target\nCargo.lock\n");
    let repo = repo.base("src/lib.rs", text("")).head("src/lib.rs", text(&more)).build();
    let judged = judge(&repo);
    judged.accuses_nobody();
    assert!(judged.builds(&repo) <= 4, "{} builds", judged.builds(&repo));
    assert!(judged.trials() > 16, "{} trials", judged.trials());
}

#[test]
fn a_go_test_whose_assertions_are_never_reached_is_vacuous() {
    let test = |more: &str| {
        format!(
            "package voice\n\nimport \"testing\"\n\nfunc TestOld(t *testing.T) {{\n\tif Same(\"a\") != \"a\" {{\n\t\tt.Fatal()\n\t}}\n}}\n{more}"
        )
    };
    let more = "func TestIdle(t *testing.T) {\n\tfor _, one := range []string{} {\n\t\tif Same(one) != \"b\" {\n\t\t\tt.Fatal()\n\t\t}\n\t}\n}\n\
        func TestSound(t *testing.T) {\n\tif Same(\"c\") != \"c\" {\n\t\tt.Fatal()\n\t}\n}\n";
    let repo = RepoBuilder::new().both("go.mod", "module example.com/voice\n\ngo 1.21\n");
    let repo = repo.both("voice.go", "package voice\n\nfunc Same(s string) string { return s }\n");
    let repo = repo.base("voice_test.go", test("")).head("voice_test.go", test(more)).build();
    judge(&repo)
        .is("EARNED", &[("voice_test.go::TestIdle", "vacuous -"), ("voice_test.go::TestSound", "- -")]);
}
