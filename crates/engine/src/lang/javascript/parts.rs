//! Tests inside of source files: blocks that only vitest runs, `if (import.meta.vitest) { … }`.

use super::{script, typed};
use crate::{
    domain::{Part, Role},
    lang::syntax::{parts, splice, text_of},
};
use std::ops::Range;

/// What vitest sets where it runs the tests of a source file, and nobody else does.
const MARK: &str = "import.meta.vitest";

/// Whether a file of code has such tests.
pub(super) fn hides_tests(text: &str) -> bool {
    text.contains(MARK)
}

/// The parts of a file: its blocks of tests, and code.
pub(super) fn cut(text: &str) -> Vec<Part> {
    Part::around(&blocks(text), Role::Test, text.len())
}

/// The code of the first text with the blocks of the second, each in the place of one. Where the code has fewer, the
/// others stand behind its last one, or at its end.
pub(super) fn graft(code: &str, tests: &str) -> String {
    let (ours, theirs) = (blocks(code), blocks(tests));
    let mut texts = theirs.into_iter().map(|block| &tests[block]);
    let mut edits: Vec<(Range<usize>, String)> =
        ours.iter().map(|block| (block.clone(), texts.next().unwrap_or_default().to_owned())).collect();
    let rest: String = texts.collect();
    match edits.last_mut() {
        Some((_, last)) => last.push_str(&rest),
        None if rest.is_empty() => {}
        None => {
            let gap = if code.is_empty() || code.ends_with('\n') { "" } else { "\n" };
            edits.push((code.len()..code.len(), format!("{gap}{rest}")));
        }
    }
    splice(code, edits)
}

/// The blocks, each with the blank lines above it and to the end of its line, so that taking one out and putting it in
/// changes nothing else.
fn blocks(text: &str) -> Vec<Range<usize>> {
    if !hides_tests(text) {
        return Vec::new();
    }
    let Some(tree) = typed(text).filter(|tree| !tree.root_node().has_error()).or_else(|| script(text)) else {
        return Vec::new();
    };
    let is_block = |statement: &tree_sitter::Node<'_>| {
        let condition = statement.child_by_field_name("condition");
        statement.kind() == "if_statement" && condition.is_some_and(|one| text_of(one, text).contains(MARK))
    };
    let found = parts(tree.root_node()).into_iter().filter(is_block);
    found.map(|block| lines(text, block.byte_range())).collect()
}

fn lines(text: &str, block: Range<usize>) -> Range<usize> {
    let above = text[..block.start].trim_end();
    let gap = &text[above.len()..block.start];
    let start = match gap.find('\n') {
        _ if above.is_empty() => 0,
        Some(at) => above.len() + at + 1,
        None => block.start,
    };
    let below = &text[block.end..];
    let line = below.find('\n').map_or(below.len(), |at| at + 1);
    let end = if below[..line].trim().is_empty() { block.end + line } else { block.end };
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "export const one = 1\n";
    const BLOCK: &str =
        "\nif (import.meta.vitest) {\n  const { it } = import.meta.vitest\n  it('x', () => {})\n}\n";

    fn tests_of(text: &str) -> String {
        let parts = cut(text).into_iter().filter(|part| part.role == Role::Test);
        parts.map(|part| &text[part.range]).collect()
    }

    #[test]
    fn a_block_for_vitest_is_a_part_of_tests_and_the_rest_is_code() {
        let text = format!("{CODE}{BLOCK}");
        assert_eq!(tests_of(&text), BLOCK);
        assert_eq!(tests_of(&format!("{BLOCK}{CODE}")), BLOCK);
        assert_eq!(tests_of("if (import.meta.vitest) f()"), "if (import.meta.vitest) f()");
    }

    #[test]
    fn what_only_mentions_the_mark_is_code() {
        for text in [
            "// if (import.meta.vitest) {}\n",
            "const on = 'import.meta.vitest'",
            "export function f() { if (import.meta.vitest) {} }",
            "if (x) {}",
        ] {
            assert_eq!(tests_of(text), "", "{text}");
        }
    }

    #[test]
    fn code_of_one_version_is_joined_with_the_tests_of_another() {
        let other = BLOCK.replace("'x'", "'y'");
        let (old, new) = (format!("{CODE}{BLOCK}"), format!("export const one = 2\n{other}"));
        assert_eq!(graft(&old, &new), format!("{CODE}{other}"));
        assert_eq!(graft(&old, CODE), CODE);
        assert_eq!(graft(CODE, &old), old);
        assert_eq!(graft("a", &format!("b\n{BLOCK}{other}c")), format!("a\n{BLOCK}{other}"));
        assert_eq!(
            graft(&format!("a\n{BLOCK}b\n"), &format!("c\n{other}{BLOCK}")),
            format!("a\n{other}{BLOCK}b\n")
        );
    }

    #[test]
    fn a_version_joined_with_itself_is_itself() {
        for text in
            ["", CODE, BLOCK, "a; if (import.meta.vitest) { b } c", "x\r\n\r\nif (import.meta.vitest) {}"]
        {
            assert_eq!(graft(text, text), text);
        }
    }
}
