//! Assertions that may come after their test has ended.

use super::{Rule, Sides, Spot, sides::File};
use crate::domain::Severity;

pub(super) const UNAWAITED_ASSERTION: Rule =
    Rule { name: "unawaited_assertion", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    sides.files.iter().flat_map(|file| in_file(sides, file)).collect()
}

fn in_file(sides: &Sides<'_>, file: &File) -> Vec<Spot> {
    let Some([_, after]) = file.readings() else { return Vec::new() };
    let edited = sides.edited(file).into_iter().map(|test| test.head);
    let lines = edited.chain(sides.added(file)).flat_map(|test| after.unawaited(&test.span));
    let new = lines.filter(|line| file.head.owns(*line));
    new.map(|line| file.spot(line, "nobody waits for this assertion".into())).collect()
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    fn found(path: &str, head: &str) -> Vec<String> {
        Pair::new().head(path, head).found("unawaited_assertion")
    }

    #[test]
    fn an_assertion_of_a_dropped_promise_is_shown() {
        assert_eq!(
            found("a.test.js", "test('a', () => {\n  expect(f(1)).resolves.toBe(2);\n});\n"),
            ["a.test.js:2 nobody waits for this assertion"]
        );
        assert_eq!(
            found(
                "a.test.js",
                "test('a', () => {\n  f(1).then((x) => {\n    expect(x).toBe(2);\n  });\n});\n"
            )
            .len(),
            1
        );
        let timer =
            "test('a', () => {\n  setTimeout(() => {\n    expect(f(1)).toBe(2);\n  }, 9).unref();\n});\n";
        assert_eq!(found("a.test.js", timer).len(), 1);
        let thread = "#[test]\nfn a() {\n    std::thread::spawn(|| assert_eq!(f(1), 2));\n}\n";
        assert_eq!(found("tests/a.rs", thread).len(), 1);
    }

    #[test]
    fn what_is_awaited_returned_or_called_back_is_fine() {
        for body in [
            "async () => {\n  await expect(f(1)).resolves.toBe(2);\n}",
            "() => {\n  return f(1).then((x) => { expect(x).toBe(2); });\n}",
            "(done) => {\n  f(1).then((x) => { expect(x).toBe(2); done(); });\n}",
            "async () => {\n  await new Promise((end) => { setTimeout(() => { expect(f(1)).toBe(2); end(); }, 5); });\n}",
        ] {
            assert_eq!(found("a.test.js", &format!("test('a', {body});\n")), [""; 0], "{body}");
        }
    }
}
