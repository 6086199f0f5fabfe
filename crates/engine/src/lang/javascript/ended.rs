//! Tests that end when their context is told so: those of node-tap and tape. A body of theirs that does nothing is red.

use super::{bare, find::inside, is_function, parameters};
use std::ops::Range;
use tree_sitter::Node;

/// The modules that make such tests.
const MODULES: &[&str] = &["tap", "@tapjs/tap", "libtap", "tape", "tape-promise", "tape-catch", "blue-tape"];

/// Whether the tests of a file are such tests: it imports what makes them.
pub(super) fn are_in(text: &str) -> bool {
    let quoted = |module: &&str| ["'", "\"", "`"].map(|quote| format!("{quote}{module}{quote}"));
    MODULES.iter().flat_map(quoted).any(|quoted| {
        let before = text.match_indices(&quoted).map(|(at, _)| text[..at].trim_end());
        before
            .into_iter()
            .any(|before| ["from", "import", "import(", "require("].iter().any(|word| before.ends_with(word)))
    })
}

/// The edit that makes such a test pass at once. A test whose context has no name ends with a promise.
pub(super) fn passed(function: Node<'_>, text: &str) -> Option<Vec<(Range<usize>, String)>> {
    let in_place = bare(function);
    if !is_function(in_place) {
        let at = function.end_byte();
        let open = (function.start_byte()..function.start_byte(), "new Proxy(".to_owned());
        return Some(vec![open, (at..at, ", { apply: (f, self, a) => { a[0].end(); } })".to_owned())]);
    }
    let is_async = in_place.children(&mut in_place.walk()).any(|child| child.kind() == "async");
    let context = parameters(in_place, text).first().copied().flatten();
    let body = match context {
        _ if is_async => String::new(),
        Some(context) => format!(" {context}.end(); "),
        None => " return Promise.resolve(); ".to_owned(),
    };
    let block = in_place.child_by_field_name("body")?;
    Some(match block.kind() {
        "statement_block" => vec![(inside(in_place), body)],
        _ => vec![(block.byte_range(), format!("{{{body}}}"))],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{BodyEdit, RepoPath},
        lang::javascript::TYPESCRIPT,
    };

    fn passing(test: &str) -> String {
        let text = format!("import t from 'tap'\n{test}");
        let tests = (TYPESCRIPT.tests)(&RepoPath::from("a.ts"), &text);
        let new = TYPESCRIPT.edit_body(&text, &tests[0], BodyEdit::PassAtOnce);
        new.split_once('\n').unwrap().1.to_owned()
    }

    #[test]
    fn a_test_that_passes_at_once_ends_its_context() {
        for (before, after) in [
            ("t.test('x', t => { t.equal(1, 2); t.end() })", "t.test('x', t => { t.end(); })"),
            ("t.test('x', function (st) { st.plan(2) })", "t.test('x', function (st) { st.end(); })"),
            ("t.test('x', t => t.end())", "t.test('x', t => { t.end(); })"),
            ("t.test('x', async t => { t.fail() })", "t.test('x', async t => {})"),
            (
                "t.test('x', ({ end }) => { end() })",
                "t.test('x', ({ end }) => { return Promise.resolve(); })",
            ),
            (
                "t.test('x', helper)",
                "t.test('x', new Proxy(helper, { apply: (f, self, a) => { a[0].end(); } }))",
            ),
        ] {
            assert_eq!(passing(before), after);
        }
    }

    #[test]
    fn only_imports_tell_that_a_file_has_such_tests() {
        for text in ["require('tape')", "import t from \"tap\"", "import 'tap'", "await import( 'tap' )"] {
            assert!(are_in(text), "{text}");
        }
        for text in ["fire('tap')", "import { tap } from 'rxjs'", "require('tapes')"] {
            assert!(!are_in(text), "{text}");
        }
    }

    #[test]
    fn they_leave_no_marks_since_their_assertions_do_not_throw() {
        let text = "const test = require('tape')\ntest('x', t => { t.end() })\n";
        let tests = (TYPESCRIPT.tests)(&RepoPath::from("a.ts"), text);
        let turn = crate::domain::Turn::AsItIs;
        let witnessed = [crate::lang::Witnessed { test: &tests[0], turn, number: 0 }];
        assert_eq!((TYPESCRIPT.witness)(text, &witnessed), None);
    }

    #[test]
    fn a_member_of_what_is_required_makes_tests() {
        let text = "require('tap').test('x', t => { t.end() })\n";
        let tests = (TYPESCRIPT.tests)(&RepoPath::from("a.ts"), text);
        assert_eq!(tests.into_iter().map(|test| test.name).collect::<Vec<_>>(), [["x"]]);
    }

    #[test]
    fn a_failing_assertion_is_no_test() {
        let text = "const t = require('tap')\nt.test('x', t => { t.fail('no'); t.end() })\n";
        let tests = (TYPESCRIPT.tests)(&RepoPath::from("a.ts"), text);
        assert_eq!(tests.into_iter().map(|test| test.name).collect::<Vec<_>>(), [["x"]]);
    }
}
