//! What was renamed or moved: base tests that only miss the old name are asked by it.

use crate::kit::judge;
use counterproof_testkit::RepoBuilder;

const CODE: &str = "def shout(s):\n    return s.upper() + '!' * len(s)\n";
const TEST: &str = "from voice import shout\n\ndef test_a():\n    assert shout('a') == 'A!'\n";

#[test]
fn a_function_that_was_renamed_with_its_tests() {
    let repo = RepoBuilder::new().base("voice.py", CODE).head("voice.py", CODE.replace("shout", "cry"));
    let other = "import voice\n\ndef test_other():\n    assert voice.__name__ == 'voice'\n";
    let old = |text: &str| format!("{text}\ndef test_old():\n    assert 'x'.upper() == 'X'\n");
    let repo = repo.both("test_other.py", other).base("test_voice.py", old(TEST));
    let repo = repo.head("test_voice.py", old(&TEST.replace("shout", "cry"))).build();
    let judged = judge(&repo);
    judged.is("EARNED", &[("test_voice.py::test_a", "alibi satisfied")]);
    judged.because("EARNED", "1 base test is satisfied under old names alone: `shout` is `cry` now");
}

#[test]
fn a_function_that_was_renamed_and_broken_is_not_satisfied() {
    let broken = CODE.replace("shout", "cry").replace("'!'", "'?'");
    let repo = RepoBuilder::new().base("voice.py", CODE).head("voice.py", broken);
    let head = TEST.replace("shout", "cry").replace('!', "?");
    let repo = repo.base("test_voice.py", TEST).head("test_voice.py", head).build();
    judge(&repo).is("INCONCLUSIVE", &[("test_voice.py::test_a", "alibi cannot_run")]);
}

#[test]
fn a_module_that_was_moved() {
    let repo =
        RepoBuilder::new().both("tools/__init__.py", "").base("tools/voice.py", CODE).gone("tools/voice.py");
    let repo = repo.head("tools/sound/voice.py", CODE).head("tools/sound/__init__.py", "");
    let test = |module: &str| TEST.replace("from voice", &format!("from {module}"));
    let repo = repo
        .base("test_voice.py", test("tools.voice"))
        .head("test_voice.py", test("tools.sound.voice"))
        .build();
    judge(&repo).is("EARNED", &[("test_voice.py::test_a", "- satisfied")]);
}

#[test]
fn scripts_rust_and_go() {
    let script = "export const shout = (s) => s.toUpperCase() + '!'.repeat(s.length)\n";
    let test = "import { test } from 'node:test'\nimport assert from 'node:assert'\nimport { shout } from './voice.mjs'\n\
        test('a', () => { assert.equal(shout('a'), 'A!') })\n";
    let repo = RepoBuilder::new().base("voice.mjs", script).head("voice.mjs", script.replace("shout", "cry"));
    let repo = repo.base("voice.test.mjs", test).head("voice.test.mjs", test.replace("shout", "cry")).build();
    judge(&repo).is("EARNED", &[("voice.test.mjs::a", "alibi satisfied")]);

    let library = "pub fn shout(s: &str) -> String { s.to_uppercase() + \"!\" }\n\
        #[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn a() { assert_eq!(shout(\"a\"), \"A!\"); }\n}\n";
    let manifest = "[package]\nname = \"voice\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    let repo = RepoBuilder::new().both("Cargo.toml", manifest).both(".gitignore", "target\nCargo.lock\n");
    let repo = repo.base("src/lib.rs", library).head("src/lib.rs", library.replace("shout", "cry")).build();
    judge(&repo).is("EARNED", &[("src/lib.rs::tests::a", "alibi satisfied")]);

    let package = "package voice\n\nimport \"strings\"\n\nfunc Shout(s string) string { return strings.ToUpper(s) + \"!\" }\n";
    let test = "package voice\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tif Shout(\"a\") != \"A!\" {\n\t\tt.Fatal()\n\t}\n}\n";
    let repo = RepoBuilder::new().both("go.mod", "module example.com/voice\n\ngo 1.21\n");
    let repo = repo.base("voice.go", package).head("voice.go", package.replace("Shout", "Cry"));
    let repo = repo.base("voice_test.go", test).head("voice_test.go", test.replace("Shout", "Cry")).build();
    judge(&repo).is("EARNED", &[("voice_test.go::TestA", "alibi satisfied")]);
}
