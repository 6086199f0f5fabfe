//! Tests of what the change added: the old code cannot answer for them, the new code without what it does can.

use crate::kit::judge;
use counterproof_testkit::RepoBuilder;

/// Beside an old test, one test that needs what the new function does, and one that does not, are judged so.
#[track_caller]
fn is(repo: RepoBuilder, [needs, idle]: [&str; 2]) {
    judge(&repo.build()).is("EARNED", &[(needs, "alibi -"), (idle, "no_alibi -")]);
}

fn python(code: &str, tests: &str) -> RepoBuilder {
    let head = format!(
        "import pytest\nfrom voice import same, whisper\n\ndef test_old():\n    assert same('a') == 'a'\n{tests}"
    );
    let repo = RepoBuilder::new().base("voice.py", "def same(s):\n    return s\n");
    let repo = repo.head("voice.py", format!("def same(s):\n    return s\n{code}"));
    repo.base("test_voice.py", "from voice import same\n\ndef test_old():\n    assert same('a') == 'a'\n")
        .head("test_voice.py", head)
}

const NEEDS: &str = "def test_needs():\n    assert whisper('A') == 'a'\n";
const IDLE: &str = "def test_idle():\n    whisper('A')\n    assert same('b') == 'b'\n";

#[test]
fn python_functions() {
    let code = "\ndef whisper(s):\n    '''Doc.'''\n    return s.lower()\n";
    is(python(code, &format!("{NEEDS}{IDLE}")), ["test_voice.py::test_needs", "test_voice.py::test_idle"]);
}

#[test]
fn a_whole_family_of_new_tests() {
    let code = "\ndef whisper(s):\n    return s.lower()\n";
    let needs: String = (0..6)
        .map(|at| format!("def test_needs_{at}():\n    assert whisper('A{at}') == 'a{at}'\n"))
        .collect();
    let judged = judge(&python(code, &needs).build());
    let ids: Vec<_> = (0..6).map(|at| format!("test_voice.py::test_needs_{at}")).collect();
    judged.is("EARNED", &ids.iter().map(|id| (id.as_str(), "alibi -")).collect::<Vec<_>>());
    assert!(judged.trials() < 20, "{} trials", judged.trials());
}

/// What is no function stays in place, and a test may pass because of it.
#[test]
fn a_test_that_may_pass_because_of_what_stays_is_not_accused() {
    let code = "\nVOICES = ['soft']\n\ndef whisper(s):\n    return s.lower()\n";
    let idle = "def test_idle():\n    from voice import VOICES\n    assert VOICES == ['soft']\n";
    judge(&python(code, &format!("{NEEDS}{idle}")).build()).is(
        "EARNED",
        &[("test_voice.py::test_needs", "alibi -"), ("test_voice.py::test_idle", "provisional -")],
    );
}

#[test]
fn a_change_of_data_alone_leaves_nothing_to_hollow() {
    let idle = "def test_idle():\n    assert whisper == 1\n";
    judge(&python("\nwhisper = 1\n", idle).build())
        .is("EARNED", &[("test_voice.py::test_idle", "provisional -")]);
}

#[test]
fn scripts() {
    let test = |names: &str, more: &str| {
        format!(
            "import {{ test }} from 'node:test'\nimport assert from 'node:assert'\nimport {{ {names} }} from './voice.mjs'\n\
             test('old', () => assert.equal(same('a'), 'a'))\n{more}"
        )
    };
    let same = "export const same = (s) => s\n";
    let tests =
        "test('needs', () => assert.equal(whisper('A'), 'a'))\ntest('idle', () => { whisper('A') })\n";
    let repo = RepoBuilder::new().base("voice.mjs", same).base("voice.test.mjs", test("same", ""));
    let repo = repo.head("voice.mjs", format!("{same}export const whisper = (s) => s.toLowerCase()\n"));
    let repo = repo.head("voice.test.mjs", test("same, whisper", tests));
    is(repo, ["voice.test.mjs::needs", "voice.test.mjs::idle"]);
}

#[test]
fn rust() {
    let text = |code: &str, tests: &str| {
        format!(
            "pub fn same(s: &str) -> &str {{ s }}\n{code}\n#[cfg(test)]\nmod tests {{\n    use super::*;\n    \
             #[test]\n    fn old() {{ assert_eq!(same(\"a\"), \"a\"); }}\n{tests}}}\n"
        )
    };
    let code = "pub fn whisper(s: &str) -> Result<String, String> { Ok(s.to_lowercase()) }\n";
    let tests = "    #[test]\n    fn needs() { assert_eq!(whisper(\"A\").unwrap(), \"a\"); }\n    \
        #[test]\n    fn idle() { assert!(whisper(\"A\").is_ok()); }\n";
    let manifest = "[package]\nname = \"voice\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    let repo = RepoBuilder::new().both("Cargo.toml", manifest).both(".gitignore", "target\nCargo.lock\n");
    let repo = repo.base("src/lib.rs", text("", "")).head("src/lib.rs", text(code, tests));
    is(repo, ["src/lib.rs::tests::needs", "src/lib.rs::tests::idle"]);
}

#[test]
fn go() {
    let test = |more: &str| {
        format!(
            "package voice\n\nimport \"testing\"\n\nfunc TestOld(t *testing.T) {{\n\tif Same(\"a\") != \"a\" {{\n\t\tt.Fatal()\n\t}}\n}}\n{more}"
        )
    };
    let same = "func Same(s string) string { return s }\n";
    let code = format!(
        "package voice\n\nimport \"strings\"\n\n{same}\ntype Box struct{{ s string }}\n\n\
         func Whisper(s string) (string, error) {{\n\tlow := strings.ToLower(s)\n\treturn low, nil\n}}\n"
    );
    let tests = "func TestNeeds(t *testing.T) {\n\tif got, _ := Whisper(\"A\"); got != \"a\" {\n\t\tt.Fatal(got)\n\t}\n}\n\
        func TestIdle(t *testing.T) {\n\tif _, err := Whisper(\"A\"); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n";
    let repo = RepoBuilder::new().both("go.mod", "module example.com/voice\n\ngo 1.21\n");
    let repo = repo.base("voice.go", format!("package voice\n\n{same}")).head("voice.go", code);
    let repo = repo.base("voice_test.go", test("")).head("voice_test.go", test(tests));
    is(repo, ["voice_test.go::TestNeeds", "voice_test.go::TestIdle"]);
}

#[test]
fn ruby() {
    let test = |more: &str| {
        format!(
            "require 'minitest/autorun'\nrequire 'voice'\n\nclass VoiceTest < Minitest::Test\n  \
             def test_old = assert_equal('a', Voice.same('a'))\n{more}end\n"
        )
    };
    let code = |more: &str| format!("module Voice\n  def self.same(s) = s\n{more}end\n");
    let tests = "  def test_needs = assert_equal('a', Voice.whisper('A'))\n  \
        def test_idle\n    Voice.whisper('A')\n    assert true\n  end\n";
    let whisper = "  def self.whisper(s)\n    s.downcase\n  end\n";
    let repo = RepoBuilder::new().both("Rakefile", "Rake::TestTask.new\n");
    let repo = repo.base("lib/voice.rb", code("")).head("lib/voice.rb", code(whisper));
    let repo = repo.base("test/voice_test.rb", test("")).head("test/voice_test.rb", test(tests));
    is(repo, ["test/voice_test.rb::VoiceTest::test_needs", "test/voice_test.rb::VoiceTest::test_idle"]);
}
