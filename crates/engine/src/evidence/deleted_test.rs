//! Tests that are gone.

use super::{Rule, Sides, Spot};
use crate::domain::{Severity, Site, Touched};

pub(super) const DELETED_TEST: Rule = Rule { name: "deleted_test", severity: Severity::Look, find };

/// So many tests of one file are told in one line.
const MANY: usize = 4;

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    let gone = sides.case.tests.iter().filter(|test| test.touched == Touched::Removed);
    let sites: Vec<&Site> = gone.filter_map(|test| test.base.as_ref()).collect();
    sites.chunk_by(|one, next| one.file == next.file).flat_map(|sites| of_file(sides, sites)).collect()
}

fn of_file(sides: &Sides<'_>, sites: &[&Site]) -> Vec<Spot> {
    let spot = |site: &Site, message| Spot { file: site.file.clone(), line: site.line, message };
    let first = sites[0].name.join(" > ");
    let is_gone = sides.files.iter().any(|file| file.was == sites[0].file && !file.head.exists);
    match sites.len() {
        1 if is_gone => vec![spot(sites[0], format!("the file is gone, with the test `{first}`"))],
        2.. if is_gone => vec![spot(sites[0], format!("the file is gone, with {} tests", sites.len()))],
        MANY.. => vec![spot(sites[0], format!("{} tests are gone, the first: `{first}`", sites.len()))],
        _ => sites.iter().map(|site| spot(site, one(sides, site))).collect(),
    }
}

fn one(sides: &Sides<'_>, site: &Site) -> String {
    let name = site.name.join(" > ");
    let added = sides.case.tests.iter().filter(|test| test.touched == Touched::Added);
    let namesakes =
        added.filter_map(|test| test.head.as_ref()).filter(|head| head.name.last() == site.name.last());
    match namesakes.map(|head| &head.file).next() {
        Some(file) => format!("the test `{name}` is gone; `{file}` has a new one of that name"),
        None => format!("the test `{name}` is gone"),
    }
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    #[test]
    fn a_test_without_successor_is_deleted() {
        let pair = Pair::new()
            .base("test_a.py", "def test_a():\n    assert f(1) == 2\n\ndef test_b():\n    assert g() == 3\n");
        let pair = pair.head("test_a.py", "def test_b():\n    assert g() == 3\n");
        assert_eq!(pair.found("deleted_test"), ["test_a.py:1 the test `test_a` is gone"]);
    }

    #[test]
    fn a_file_that_is_gone_is_told_in_one_line() {
        let tests: String =
            (0..9).map(|n| format!("def test_{n}():\n    assert f({n}) == {n} + {n}\n\n")).collect();
        let pair = || Pair::new().base("test_a.py", &tests);
        assert_eq!(pair().found("deleted_test"), ["test_a.py:1 the file is gone, with 9 tests"]);
        let found = pair().head("test_a.py", "def test_other():\n    pass\n").found("deleted_test");
        assert_eq!(found, ["test_a.py:1 9 tests are gone, the first: `test_0`"]);
    }

    #[test]
    fn a_new_test_of_the_same_name_elsewhere_is_named() {
        let pair =
            Pair::new().base("test_a.py", "def test_a():\n    assert f(1) == 2\n\ndef test_b(): pass\n");
        let pair =
            pair.head("test_a.py", "def test_b(): pass\n").head("test_c.py", "def test_a():\n    g()\n");
        assert_eq!(
            pair.found("deleted_test"),
            ["test_a.py:1 the test `test_a` is gone; `test_c.py` has a new one of that name"]
        );
    }

    #[test]
    fn a_renamed_test_is_not_deleted() {
        let pair = Pair::new().base("test_a.py", "def test_a():\n    assert f(1, 2) == 2\n");
        let pair = pair.head("test_a.py", "def test_of_f():\n    assert f(1, 2) == 2\n");
        assert_eq!(pair.found("deleted_test"), [""; 0]);
    }
}
