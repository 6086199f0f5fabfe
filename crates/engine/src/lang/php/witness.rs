//! Bodies of PHP tests that leave marks.

use super::{
    edit::{Body, FAIL, Replacements, SKIPS},
    marks::EXPECTS,
    parse,
};
use crate::{
    domain::{Mark, Turn},
    lang::{WITNESS, Witnessed, syntax::splice},
};

/// The file with bodies that leave marks. A test that passes by throwing cannot be turned into its contrary.
pub(super) fn witness(text: &str, witnessed: &[Witnessed<'_>]) -> Option<String> {
    let tree = parse(text)?;
    let replacements = witnessed.iter().map(|one| {
        let body = Body::of(&tree, text, one.test)?;
        let expects = one.test.wrapping.iter().any(|word| word == EXPECTS);
        match one.turn {
            Turn::AsItIs => Some(marked(&body, one.number, expects)),
            Turn::Inverted => (!expects && !body.never_returns()).then(|| turned(&body, one.number)),
        }
    });
    Some(splice(text, replacements.collect::<Option<Vec<_>>>()?.concat()))
}

/// The statement that leaves a mark.
fn mark(number: usize, mark: Mark) -> String {
    format!(r"\touch(\getenv('{WITNESS}') . '/{number}.{}');", mark.name())
}

/// What is thrown goes on as ever. Where that is expected, it is an end.
fn marked(body: &Body<'_>, number: usize, expects: bool) -> Replacements {
    let [entered, ended, failed] = Mark::ALL.map(|one| mark(number, one));
    let (thrown, give) = (if expects { &ended } else { &failed }, body.give());
    let behind = format!(
        r" {ended}{give} }} catch ({SKIPS} $counterproof) {{ {failed} throw $counterproof; }} catch (\Throwable $counterproof) {{ {thrown} throw $counterproof; }} "
    );
    body.tried(&entered, &behind)
}

/// It passes if the body throws, and fails if the body gets to its end. What skips does so as ever.
fn turned(body: &Body<'_>, number: usize) -> Replacements {
    let [entered, ended, failed] = Mark::ALL.map(|one| mark(number, one));
    let passing = body.passing();
    let pass = if passing.contains(" return ") { passing } else { format!("{passing} return;") };
    let behind = format!(
        r" {ended} }} catch ({SKIPS} $counterproof) {{ throw $counterproof; }} catch (\Throwable $counterproof) {{ {failed} {pass} }} {FAIL} "
    );
    body.tried(&entered, &behind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{domain::RepoPath, lang::php::PHP};

    fn all(methods: &str, turn: Turn) -> Option<String> {
        let text = format!("<?php class ATest extends TestCase {{ {methods} }}");
        let tests = (PHP.tests)(&RepoPath::from("ATest.php"), &text);
        let witnessed: Vec<_> =
            tests.iter().enumerate().map(|(number, test)| Witnessed { test, turn, number }).collect();
        let new = witness(&text, &witnessed)?;
        assert!(!parse(&new).unwrap().root_node().has_error(), "{new}");
        Some(new)
    }

    /// Whether these stand in this order.
    fn in_order(text: &str, wanted: &[&str]) -> bool {
        let mut rest = text;
        wanted.iter().all(|what| {
            let found = rest.split_once(what).map(|(_, behind)| behind);
            rest = found.unwrap_or_default();
            found.is_some()
        })
    }

    #[test]
    fn a_body_as_it_is_is_marked_before_its_first_statement_and_behind_its_last() {
        let text = all("function testA() { x(); return y(); }", Turn::AsItIs).unwrap();
        let order = ["0.entered", "try {", "x()", "y()", "0.ended", "return $counterproofValue"];
        assert!(in_order(&text, &order), "{text}");
        assert!(in_order(&text, &["SkippedTest", "0.failed", "Throwable", "0.failed", "throw"]), "{text}");
    }

    #[test]
    fn an_exception_that_is_expected_is_an_end_but_for_a_skip() {
        let text = all("function testA() { $this->expectExceptionCode(1); x(); }", Turn::AsItIs).unwrap();
        assert!(in_order(&text, &["SkippedTest", "0.failed", "Throwable", "0.ended", "throw"]), "{text}");
    }

    #[test]
    fn an_inverted_body_passes_where_it_throws_and_fails_where_it_ends() {
        let text = all("function testA(): int { x(); }", Turn::Inverted).unwrap();
        let order = ["0.entered", "x()", "0.ended", "SkippedTest", "0.failed", "return 0;", "throw"];
        assert!(in_order(&text, &order), "{text}");
        assert!(all("function testA() { x(); }", Turn::Inverted).unwrap().contains("return; }"));
    }

    #[test]
    fn what_passes_by_throwing_or_never_returns_is_not_inverted() {
        for method in
            ["function testA() { $this->expectException(X::class); }", "function testA(): never { x(); }"]
        {
            assert_eq!(all(method, Turn::Inverted), None, "{method}");
        }
    }
}
