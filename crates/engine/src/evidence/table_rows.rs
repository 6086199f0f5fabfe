//! Cases that a list of cases has no more, and cases that changed.

use super::{
    Rule, Sides, Spot,
    changed_expectation::other_values,
    pairing::{likeness, shown},
    sides::File,
};
use crate::{
    domain::{Role, Severity},
    lang::clues::{Row, TestTable},
};

pub(super) const TABLE_ROWS: Rule = Rule { name: "table_rows", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    let files = sides.files.iter().filter(|file| file.roles.contains(&Role::Test) && file.head.exists);
    files.flat_map(in_file).collect()
}

fn in_file(file: &File) -> Vec<Spot> {
    let Some([before, after]) = file.readings() else { return Vec::new() };
    let (old, new) = (before.tables(), after.tables());
    let rows = |tables: &[TestTable]| tables.iter().flat_map(|table| table.rows.clone()).collect::<Vec<_>>();
    let (old_rows, new_rows) = (rows(&old), rows(&new));
    let known = |rows: &[Row], row: &Row| rows.iter().any(|other| other.tokens == row.tokens);
    let mut spots = Vec::new();
    for table in old.iter().filter(|table| table.rows.len() > 1) {
        let Some(now) = successor(table, &new) else { continue };
        let gone: Vec<&Row> = table.rows.iter().filter(|row| !known(&new_rows, row)).collect();
        let mut fresh: Vec<&Row> = now.rows.iter().filter(|row| !known(&old_rows, row)).collect();
        let mut left = Vec::new();
        for row in gone {
            match closest(row, &fresh) {
                Some(at) => spots.extend(changed(file, row, fresh.remove(at))),
                None => left.push(row),
            }
        }
        if now.rows.len() < table.rows.len() {
            let message = |row: &Row| format!("a case is gone: `{}`", shown(&row.tokens));
            spots.extend(
                left.iter()
                    .take(table.rows.len() - now.rows.len())
                    .map(|row| file.spot(now.line, message(row))),
            );
        }
    }
    spots
}

/// The table of the head that has most of the rows, and at least one.
fn successor<'a>(table: &TestTable, tables: &'a [TestTable]) -> Option<&'a TestTable> {
    let common = |other: &&TestTable| {
        table.rows.iter().filter(|row| other.rows.iter().any(|one| one.tokens == row.tokens)).count()
    };
    tables.iter().filter(|other| common(other) > 0).max_by_key(common)
}

fn closest(row: &Row, others: &[&Row]) -> Option<usize> {
    let alike = others.iter().map(|other| likeness(&row.tokens, &other.tokens)).enumerate();
    let best = alike.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    best.filter(|(_, alike)| *alike >= 0.5).map(|(at, _)| at)
}

/// Nothing for a row in which more than values differ: its form changed.
fn changed(file: &File, old: &Row, new: &Row) -> Option<Spot> {
    let values = other_values(&old.tokens, &new.tokens)?;
    Some(file.spot(new.line, format!("{values} in the case `{}`", shown(&new.tokens))))
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    const BASE: &str = "import pytest\n\n@pytest.mark.parametrize('x, y', [\n    (1, 2),\n    (3, 4),\n    (5, 7),\n])\ndef test_a(x, y):\n    assert f(x) == y\n";

    fn found(path: &str, base: &str, head: &str) -> Vec<String> {
        Pair::new().base(path, base).head(path, head).found("table_rows")
    }

    #[test]
    fn a_case_that_is_gone_is_shown() {
        assert_eq!(
            found("test_a.py", BASE, &BASE.replace("    (5, 7),\n", "")),
            ["test_a.py:3 a case is gone: `(5, 7)`"]
        );
        let base = "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tcases := []struct{ x, y int }{\n\t\t{1, 2},\n\t\t{3, 4},\n\t}\n\tfor _, c := range cases {\n\t\tif f(c.x) != c.y {\n\t\t\tt.Error()\n\t\t}\n\t}\n}\n";
        assert_eq!(
            found("a_test.go", base, &base.replace("\t\t{3, 4},\n", "")),
            ["a_test.go:6 a case is gone: `{3, 4}`"]
        );
    }

    #[test]
    fn a_case_with_another_value_is_shown() {
        assert_eq!(
            found("test_a.py", BASE, &BASE.replace("(5, 7)", "(5, 6)")),
            ["test_a.py:6 `7` became `6` in the case `(5, 6)`"]
        );
    }

    #[test]
    fn a_case_that_is_in_another_table_now_is_not_gone() {
        let more = "\n@pytest.mark.parametrize('x, y', [\n    (5, 7),\n    (8, 9),\n])\ndef test_b(x, y):\n    assert f(x) == y\n";
        assert_eq!(found("test_a.py", BASE, &(BASE.replace("    (5, 7),\n", "") + more)), [""; 0]);
        assert_eq!(found("test_a.py", BASE, &BASE.replace("(3, 4)", "(3, 4),\n    (9, 9)")), [""; 0]);
    }
}
