//! Snapshots and golden files that were recorded again.

use super::{
    Rule, Sides, Spot,
    pairing::{pairing, shown},
    sides::File,
    weakened_ci::globs,
};
use crate::domain::{Role, Severity};
use globset::GlobSet;
use std::sync::LazyLock;

pub(super) const RECORDED_SNAPSHOT: Rule = Rule { name: "recorded_snapshot", severity: Severity::Look, find };

static RECORDED: LazyLock<GlobSet> = LazyLock::new(|| {
    globs(&[
        "**/__snapshots__/**",
        "**/*.snap",
        "**/{snapshots,cassettes,vcr_cassettes,golden,goldens,goldenfiles}/**",
        "**/*.{golden,approved.txt}",
        "**/testdata/**/*.{golden,want,expected}",
        "**/*.ambr",
    ])
});

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    let both = sides.files.iter().filter(|file| file.base.exists && file.head.exists);
    let is_read = |file: &&File| file.roles == [Role::Fixture] || RECORDED.is_match(file.path.to_os());
    let files = both.filter(is_read).filter_map(recorded);
    let gone = sides.files.iter().filter(|file| !file.head.exists && RECORDED.is_match(file.path.to_os()));
    let gone = gone.map(|file| {
        file.spot(1, "what was recorded is gone; it may be recorded anew, from the new code".into())
    });
    files.chain(gone).chain(sides.files.iter().flat_map(|file| inline(sides, file))).collect()
}

/// A file in which something that was recorded is another now. What is only new was not there to be compared with.
fn recorded(file: &File) -> Option<Spot> {
    let gone = file.base.own.first()?;
    let line = file.head.own.first().map_or(1, |line| line.number);
    let first = short(&gone.text);
    let message = match file.base.own.len() {
        1 => format!("what was recorded differs: it was `{first}`"),
        more => format!("{more} lines of what was recorded differ, the first was `{first}`"),
    };
    Some(file.spot(line, message))
}

fn short(line: &str) -> String {
    match line.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

/// Snapshots that are written in the test itself.
fn inline(sides: &Sides<'_>, file: &File) -> Vec<Spot> {
    let Some(readings) = file.readings() else { return Vec::new() };
    let tests = sides.edited(file);
    let altered = tests.iter().flat_map(|test| pairing(&readings, test).altered);
    let is_inline = |matcher: &str| matcher.contains("InlineSnapshot") || matcher.contains("assert_snapshot");
    let recorded = altered.filter(|(_, new)| is_inline(&new.matcher));
    recorded
        .map(|(_, new)| file.spot(new.line, format!("an inline snapshot differs: `{}`", shown(&new.tokens))))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    #[test]
    fn a_snapshot_with_other_content_is_shown() {
        let path = "src/__snapshots__/a.test.js.snap";
        let pair = Pair::new().base(path, "exports[`a 1`] = `6`;\n").head(path, "exports[`a 1`] = `3`;\n");
        assert_eq!(
            pair.found("recorded_snapshot"),
            ["src/__snapshots__/a.test.js.snap:1 what was recorded differs: it was `exports[`a 1`] = `6`;`"]
        );
    }

    #[test]
    fn a_snapshot_of_a_new_test_is_fine() {
        let path = "src/__snapshots__/a.test.js.snap";
        let pair = Pair::new().base(path, "exports[`a 1`] = `6`;\n");
        let pair = pair.head(path, "exports[`a 1`] = `6`;\n\nexports[`b 1`] = `7`;\n");
        assert_eq!(pair.found("recorded_snapshot"), [""; 0]);
    }

    #[test]
    fn a_snapshot_that_is_gone_is_shown() {
        let pair = Pair::new().base("src/__snapshots__/a.test.js.snap", "exports[`a 1`] = `6`;\n");
        assert_eq!(
            pair.found("recorded_snapshot"),
            [
                "src/__snapshots__/a.test.js.snap:1 what was recorded is gone; it may be recorded anew, from the new code"
            ]
        );
    }

    #[test]
    fn an_inline_snapshot_with_other_content_is_shown() {
        let base = "test('a', () => {\n  expect(f(1)).toMatchInlineSnapshot(`6`);\n});\n";
        let pair = Pair::new().base("a.test.js", base).head("a.test.js", &base.replace('6', "3"));
        assert_eq!(pair.found("recorded_snapshot").len(), 1);
    }
}
