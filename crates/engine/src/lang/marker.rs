//! The comment by which the people of a project say that a test holds on to behaviour that was there before.

use super::{
    FoundTest,
    syntax::{descendants, text_of},
};
use std::ops::Range;
use tree_sitter::Node;

/// What a line of such a comment begins with: our words, and those of tests that were written for another tool.
const SPELLINGS: &[&str] = &["counterproof:", "alibi:", "@"];

/// What follows.
const WORD: &str = "characterization";

/// Marks the tests that a comment says it of: one inside of the test, behind it on its last line, or directly above it.
/// Each comment is said of one definition.
pub(super) fn mark(tests: &mut [FoundTest], root: Node<'_>, text: &str) {
    if !text.contains(WORD) {
        return;
    }
    for comment in descendants(root).filter(|node| node.kind().ends_with("comment")) {
        if text_of(comment, text).lines().any(says_it)
            && let Some(span) = meant(tests, comment, text)
        {
            tests.iter_mut().filter(|test| test.span == span).for_each(|test| test.characterization = true);
        }
    }
}

fn says_it(line: &str) -> bool {
    let bare = line.trim_start_matches(|c: char| c.is_whitespace() || "#/*!-".contains(c));
    let said = SPELLINGS.iter().find_map(|spelling| bare.strip_prefix(spelling));
    let rest = said.and_then(|said| said.trim_start().strip_prefix(WORD));
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// The definition that a comment is about: the one below it, else the innermost around it, else the one before it.
fn meant(tests: &[FoundTest], comment: Node<'_>, text: &str) -> Option<Range<usize>> {
    let at = comment.byte_range();
    let around = |test: &&FoundTest| test.span.start <= at.start && at.end <= test.span.end;
    let inside = || tests.iter().filter(around).min_by_key(|test| test.span.len());
    let behind = || tests.iter().find(|test| is_behind(&at, test, text));
    below(tests, comment, text).or_else(inside).or_else(behind).map(|test| test.span.clone())
}

/// Whether only punctuation lies between a test and the comment in one line.
fn is_behind(comment: &Range<usize>, test: &FoundTest, text: &str) -> bool {
    let between = text.get(test.span.end..comment.start);
    between.is_some_and(|text| text.chars().all(|c| ");,} \t".contains(c)))
}

/// The first test of the line that the comments end above, all of them in lines of their own and as far to the right.
fn below<'a>(tests: &'a [FoundTest], comment: Node<'_>, text: &str) -> Option<&'a FoundTest> {
    let indent = indent_of(comment.start_byte(), text)?;
    let mut last = comment;
    while let Some(next) = last.next_sibling().filter(|next| next.kind().ends_with("comment")) {
        if end_row(last) + 1 != next.start_position().row
            || indent_of(next.start_byte(), text) != Some(indent)
        {
            break;
        }
        last = next;
    }
    let line = text.split_inclusive('\n').take(end_row(last) + 1).map(str::len).sum::<usize>();
    let end = line + text.get(line..)?.find('\n').unwrap_or(text.len() - line);
    let first = tests
        .iter()
        .filter(|test| (line..end).contains(&test.span.start))
        .min_by_key(|test| test.span.start)?;
    (indent_at(line, text) == indent).then_some(first)
}

/// The row of a node's last character: some comments end behind their line break.
fn end_row(node: Node<'_>) -> usize {
    let end = node.end_position();
    if end.column == 0 && end.row > node.start_position().row { end.row - 1 } else { end.row }
}

/// The white space before a place, if there is nothing else in its line before it.
fn indent_of(place: usize, text: &str) -> Option<&str> {
    let line = text[..place].rfind('\n').map_or(0, |at| at + 1);
    Some(&text[line..place]).filter(|before| before.trim().is_empty())
}

fn indent_at(line: usize, text: &str) -> &str {
    let rest = &text[line..];
    &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()]
}

#[cfg(test)]
mod tests {
    use crate::{domain::RepoPath, lang::of};

    /// The own names of the marked tests.
    fn marked(file: &str, text: &str) -> Vec<String> {
        let path = RepoPath::from(file);
        let tests = (of(&path).unwrap().tests)(&path, text);
        let marked = tests.into_iter().filter(|test| test.characterization);
        marked.filter_map(|test| test.name.last().cloned()).collect()
    }

    const NONE: [&str; 0] = [];

    /// Per language: a file with two tests, `HERE` where a comment above the second goes and `INSIDE` where one in it goes.
    const FILES: &[(&str, &str, &str)] = &[
        ("test_a.py", "#", "def test_a():\n    assert 1\n\nHERE\ndef test_b():\n    INSIDE\n    assert 2\n"),
        (
            "a.test.js",
            "//",
            "test('test_a', () => { f(); });\nHERE\ntest('test_b', () => {\n  INSIDE\n  g();\n});\n",
        ),
        (
            "a.test.ts",
            "//",
            "test('test_a', () => { f(); });\nHERE\ntest('test_b', () => {\n  INSIDE\n  g();\n});\n",
        ),
        ("a.rs", "//", "#[test]\nfn test_a() {}\n\nHERE\n#[test]\nfn test_b() {\n    INSIDE\n    g();\n}\n"),
        (
            "a_test.go",
            "//",
            "package a\n\nfunc TestA(t *testing.T) { f() }\n\nHERE\nfunc test_b(t *testing.T) {\n\tINSIDE\n\tg()\n}\n",
        ),
        (
            "ATest.php",
            "//",
            "<?php\nclass ATest extends TestCase {\nfunction test_a() { f(); }\nHERE\nfunction test_b() {\nINSIDE\ng(); }\n}\n",
        ),
        (
            "test_a.rb",
            "#",
            "class TestA < Minitest::Test\ndef test_a\nf\nend\nHERE\ndef test_b\nINSIDE\ng\nend\nend\n",
        ),
        (
            "ATest.java",
            "//",
            "class ATest {\n@Test void test_a() { f(); }\nHERE\n@Test void test_b() {\nINSIDE\ng(); }\n}\n",
        ),
    ];

    fn with(text: &str, here: &str, inside: &str) -> String {
        text.replace("HERE\n", here).replace("INSIDE", inside).replace("func test_b", "func Test_b")
    }

    #[test]
    fn a_comment_in_or_directly_above_a_test_marks_it_and_no_other_in_every_language() {
        for (file, sign, text) in FILES {
            let comment = format!("{sign} counterproof: characterization");
            for (here, inside) in [(format!("{comment}\n"), String::new()), (String::new(), comment.clone())]
            {
                let text = with(text, &here, &inside);
                let found = marked(file, &text);
                assert!(found.len() == 1 && found[0].eq_ignore_ascii_case("test_b"), "{found:?} in\n{text}");
            }
        }
    }

    #[test]
    fn an_empty_line_a_string_and_a_name_in_the_code_mark_nothing() {
        for (file, sign, text) in FILES {
            let comment = format!("{sign} counterproof: characterization");
            assert_eq!(marked(file, &with(text, &format!("{comment}\n\n"), "")), NONE, "{file}");
            assert_eq!(
                marked(file, &with(text, "", "f(\"counterproof: characterization\");")),
                NONE,
                "{file}"
            );
        }
        let doc = "def test_a():\n    '''\n    # counterproof: characterization\n    '''\n    assert 1\n";
        assert_eq!(marked("test_a.py", doc), NONE);
    }

    #[test]
    fn every_spelling_is_read_and_nothing_that_only_mentions_one() {
        let file = |comment: &str| format!("{comment}\ndef test_a():\n    assert 1\n");
        for comment in [
            "# counterproof: characterization",
            "# counterproof:characterization, of how dates are read",
            "# alibi: characterization",
            "# @characterization",
            "# why: the refactoring\n# counterproof: characterization\n# and more",
        ] {
            assert_eq!(marked("test_a.py", &file(comment)), ["test_a"], "{comment}");
        }
        for comment in [
            "# no counterproof: characterization",
            "# counterproof: characterizations",
            "# characterization",
            "x = 1  # counterproof: characterization",
        ] {
            assert_eq!(marked("test_a.py", &file(comment)), NONE, "{comment}");
        }
        let block =
            "/**\n * What it was.\n * counterproof: characterization\n */\ntest('a', () => { f(); });\n";
        assert_eq!(marked("a.test.js", block), ["a"]);
    }

    #[test]
    fn a_comment_in_a_test_inside_of_another_marks_the_inner_one() {
        let text = "test('outer', (t) => {\n  t.test('inner', () => {\n    // counterproof: characterization\n  });\n});\n";
        assert_eq!(marked("a.test.js", text), ["inner"]);
        let above = "test('outer', (t) => {\n  // counterproof: characterization\n  t.test('inner', () => { f(); });\n});\n";
        assert_eq!(marked("a.test.js", above), ["inner"]);
        let group =
            "// counterproof: characterization\ndescribe('all', () => {\n  test('a', () => { f(); });\n});\n";
        assert_eq!(marked("a.test.js", group), NONE);
    }

    #[test]
    fn a_comment_behind_a_test_is_of_that_test() {
        let end =
            "def test_a():\n    assert 1  # counterproof: characterization\ndef test_b():\n    assert 2\n";
        assert_eq!(marked("test_a.py", end), ["test_a"]);
        let line =
            "test('a', () => { f(); }); // counterproof: characterization\ntest('b', () => { f(); });\n";
        assert_eq!(marked("a.test.js", line), ["a"]);
        let last = "def test_a():\n    assert 1\n    # counterproof: characterization\ndef test_b():\n    assert 2\n";
        assert!(!marked("test_a.py", last).contains(&"test_b".to_owned()));
    }
}
