//! Many tests of a file at once: the same answers as one by one.

use crate::kit::{Judge, judge, prepare};
use counterproof_testkit::RepoBuilder;

/// Twelve new tests of one kind, of which the seventh passes without the repair, and more of other kinds.
fn expected<'a>(kinds: &[(&'a str, usize)], odd: usize) -> Vec<(String, &'a str)> {
    let ids = kinds.iter().flat_map(|(kind, count)| (0..*count).map(move |number| (kind, number)));
    ids.map(|(kind, number)| {
        let words = if number == odd { "no_alibi -" } else { "alibi -" };
        (kind.replace('#', &number.to_string()), words)
    })
    .collect()
}

#[track_caller]
fn finds(repo: RepoBuilder, kinds: &[(&str, usize)], most_trials: u64) {
    let expected = expected(kinds, 6);
    let expected: Vec<_> = expected.iter().map(|(id, words)| (id.as_str(), *words)).collect();
    let judged = judge(&repo.build());
    judged.is("EARNED", &expected);
    assert!(judged.trials() <= most_trials, "{} trials\n{judged}", judged.trials());
}

#[test]
fn pytest_functions_methods_and_coroutines() {
    let check = |number: usize| if number == 6 { "same(2) == 2" } else { "twice(2) == 4" };
    let mut text = String::from(
        "import asyncio, unittest, pytest\nfrom lib import same, twice\n\n@pytest.fixture\ndef two(): return 2\n",
    );
    for number in 0..12 {
        text += &format!("def test_plain_{number}(two):\n    '''doc'''\n    assert {}\n", check(number));
    }
    text += "class Case(unittest.TestCase):\n    def setUp(self): self.two = 2\n";
    for number in 0..8 {
        text += &format!(
            "    def test_{number}(self):\n        if self.two:\n            assert {}\n",
            check(number)
        );
    }
    text += "class Later(unittest.IsolatedAsyncioTestCase):\n";
    for number in 0..8 {
        text += &format!(
            "    async def test_{number}(self):\n        await asyncio.sleep(0)\n        assert {}\n",
            check(number)
        );
    }
    for number in 0..8 {
        text += &format!(
            "@pytest.mark.parametrize('x', [2, 3])\ndef test_rows_{number}(x): assert {}\n",
            check(number).replace("2) == 4", "x) == 2 * x")
        );
    }
    let repo = RepoBuilder::new()
        .base("lib.py", "def twice(x): return x\ndef same(x): return x\n")
        .head("lib.py", "def twice(x): return 2 * x\ndef same(x): return x\n")
        .both("test_old.py", "import lib\ndef test_old(): assert lib.same(1) == 1\n")
        .head("test_new.py", text);
    let mut kinds = vec![("test_new.py::Case::test_#", 8), ("test_new.py::Later::test_#", 8)];
    kinds.extend([("test_new.py::test_plain_#", 12), ("test_new.py::test_rows_#", 8)]);
    finds(repo, &kinds, 80);
}

#[test]
fn node_functions_of_every_kind() {
    let check =
        |number: usize| if number == 6 { "assert.equal(same(2), 2)" } else { "assert.equal(twice(2), 4)" };
    let mut text = String::from(
        "import test, { describe, it } from 'node:test'\nimport assert from 'node:assert'\nimport { same, twice } from './lib.mjs'\n",
    );
    for number in 0..12 {
        text += &format!("test('plain {number}', () => {{ {} }})\n", check(number));
        text += &format!("test('tight {number}', async () => {})\n", check(number));
    }
    text += "describe('suite', () => {\n";
    for number in 0..8 {
        text +=
            &format!("  it('in it {number}', async function (t) {{ await 0; return {} }})\n", check(number));
    }
    text += "})\n";
    let repo = RepoBuilder::new()
        .base("lib.mjs", "export const twice = (x) => x\nexport const same = (x) => x\n")
        .head("lib.mjs", "export const twice = (x) => 2 * x\nexport const same = (x) => x\n")
        .both("old.test.mjs", "import test from 'node:test'\nimport { same } from './lib.mjs'\ntest('old', () => { if (same(1) !== 1) throw 1 })\n")
        .head("new.test.mjs", text);
    let kinds =
        [("new.test.mjs::plain #", 12), ("new.test.mjs::suite::in it #", 8), ("new.test.mjs::tight #", 12)];
    finds(repo, &kinds, 60);
}

#[test]
fn cargo_tests_of_every_kind_are_built_once_a_world() {
    let check =
        |number: usize| if number == 6 { "assert_eq!(same(2), 2)" } else { "assert_eq!(twice(2), 4)" };
    let mut text = String::from("use lib::{same, twice};\n");
    for number in 0..8 {
        let check = check(number);
        text += &format!("#[test] fn plain_{number}() {{ {check}; }}\n");
        text += &format!(
            "#[test] fn result_{number}() -> Result<(), String> {{ if true {{ {check}; }} return Ok(()); }}\n"
        );
        text += &format!(
            "mod m{number} {{ use super::*; #[test] #[should_panic] fn panics() {{ {} }} }}\n",
            check.replace("eq", "ne")
        );
    }
    let repo = RepoBuilder::new()
        .both("Cargo.toml", "[package]\nname = \"lib\"\nversion = \"0.1.0\"\nedition = \"2021\"\n")
        .base(
            "src/lib.rs",
            "pub fn twice(x: u32) -> u32 { x }\npub fn same(x: u32) -> u32 { x }\n#[test] fn old() {}\n",
        )
        .head(
            "src/lib.rs",
            "pub fn twice(x: u32) -> u32 { 2 * x }\npub fn same(x: u32) -> u32 { x }\n#[test] fn old() {}\n",
        )
        .head("tests/new.rs", text);
    let repo = repo.build();
    prepare(&repo, &["cargo", "generate-lockfile", "--offline"]);
    let kinds =
        [("tests/new.rs::m#::panics", 8), ("tests/new.rs::plain_#", 8), ("tests/new.rs::result_#", 8)];
    let expected = expected(&kinds, 6);
    let expected: Vec<_> = expected.iter().map(|(id, words)| (id.as_str(), *words)).collect();
    let judged = Judge::new(&repo).args(&["--probes", "none"]).run();
    judged.is("EARNED", &expected);
    assert_eq!(
        judged.builds(&repo),
        3,
        "one for each world, and what does not build is not among them\n{judged}"
    );
}
