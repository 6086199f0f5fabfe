//! Bodies of Java tests that leave marks.

use super::{
    edit::{FAIL, Method, is_aborting},
    parse,
};
use crate::{
    domain::{Mark, Turn},
    lang::{
        WITNESS, Witnessed,
        syntax::{node_at, splice},
    },
};

/// The file with bodies that leave marks. A body that gives something, or passes by throwing, cannot.
pub(super) fn witness(text: &str, witnessed: &[Witnessed<'_>]) -> Option<String> {
    let tree = parse(text)?;
    let replacements = witnessed.iter().map(|one| {
        let method = Method::read(node_at(&tree, &one.test.span)?, one.test.body.clone(), text)?;
        let body = match one.turn {
            Turn::AsItIs => marked(&method, one.number),
            Turn::Inverted => turned(&method, one.number),
        };
        method.is_plain().then(|| (method.body.clone(), body))
    });
    Some(splice(text, replacements.collect::<Option<Vec<_>>>()?))
}

/// The statement that leaves a mark. That it is there already is no trouble: a body can run for many rows.
fn mark(number: usize, mark: Mark) -> String {
    let name = mark.name();
    format!(
        "try {{ new java.io.File(java.lang.System.getenv(\"{WITNESS}\"), \"{number}.{name}\").createNewFile(); }} \
         catch (final java.io.IOException counterproofWrong) {{ \
         throw new java.lang.IllegalStateException(counterproofWrong); }}"
    )
}

/// Marks before the first statement and behind the last one: what returns on the way does not get to its end.
fn marked(method: &Method<'_>, number: usize) -> String {
    let [entered, ended, _] = Mark::ALL.map(|one| mark(number, one));
    format!(" {entered}{} {ended} ", method.whole())
}

/// Passes if the body fails. What aborts a test does so as ever.
fn turned(method: &Method<'_>, number: usize) -> String {
    let [entered, ended, failed] = Mark::ALL.map(|one| mark(number, one));
    format!(
        " {entered} try {{{} }} catch (final java.lang.Throwable counterproofThrown) {{ \
         if ({}) throw counterproofThrown; {failed} return; }} {ended} {FAIL} ",
        method.whole(),
        is_aborting()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{domain::RepoPath, lang::java::JAVA};

    fn all(members: &str, turn: Turn) -> Option<String> {
        let text = format!("class A {{ {members} }}");
        let tests = (JAVA.tests)(&RepoPath::from("A.java"), &text);
        let witnessed: Vec<_> =
            tests.iter().enumerate().map(|(number, test)| Witnessed { test, turn, number }).collect();
        let new = (JAVA.witness)(&text, &witnessed)?;
        assert!(!parse(&new).unwrap().root_node().has_error(), "{new}");
        Some(new)
    }

    #[test]
    fn a_body_as_it_is_is_marked_before_its_first_statement_and_behind_its_last() {
        for body in ["{ x(); y(); }", "{ x(); if (z) return; y(); return; }"] {
            let text = all(&format!("@Test void a() {body}"), Turn::AsItIs).unwrap();
            let at = |what: &str| text.find(what).unwrap();
            assert!(at("0.entered") < at("x()") && at("y()") < at("0.ended"), "{text}");
        }
    }

    #[test]
    fn an_inverted_body_passes_if_it_fails() {
        let text = all("@Test void a() { x(); } @RepeatedTest(2) void b() { y(); }", Turn::Inverted).unwrap();
        let at = |what: &str| text.find(what).unwrap();
        assert!(
            at("1.entered") < at("y()") && at("y()") < at("1.failed") && at("1.failed") < at("1.ended"),
            "{text}"
        );
    }

    #[test]
    fn what_passes_by_something_else_than_its_end_leaves_no_marks() {
        for test in [
            "@Test(expected = E.class) public void a() { x(); }",
            "@TestFactory Stream<DynamicTest> a() { return x; }",
        ] {
            assert_eq!(all(test, Turn::AsItIs), None, "{test}");
        }
    }
}
