//! Examples: what their last comment says they print. Without such a comment they are compiled, but not run.

use crate::lang::syntax::{descendants, text_of};
use std::ops::Range;
use tree_sitter::Node;

/// The output an example promises.
pub(super) struct Output {
    /// The text.
    pub text: String,
    /// Where the comment lies.
    pub span: Range<usize>,
}

/// The output of an example, given its block: that of the last group of comments in it.
pub(super) fn output(block: Node<'_>, text: &str) -> Option<Output> {
    let group = last_group(block);
    let (first, last) = (group.first()?, group.last()?);
    let lines: Vec<String> = group.iter().flat_map(|comment| uncommented(text_of(*comment, text))).collect();
    let said = without_blank_runs(&lines);
    let promised = promised(&said)?;
    Some(Output { text: promised.to_owned(), span: first.start_byte()..last.end_byte() })
}

/// Comments on following lines with nothing between them. One that stands behind code on its line is joined only by
/// others there.
fn last_group(block: Node<'_>) -> Vec<Node<'_>> {
    let mut group: Vec<Node<'_>> = Vec::new();
    let (mut row, mut is_open, mut reach) = (block.start_position().row, false, 0);
    for leaf in descendants(block).filter(|node| node.child_count() == 0 && node.kind() != "\n") {
        let begins = leaf.start_position().row;
        if leaf.kind() == "comment" {
            if !is_open || begins > row + reach {
                reach = usize::from(begins != row);
                group.clear();
            }
            group.push(leaf);
        }
        is_open = leaf.kind() == "comment";
        row = leaf.end_position().row;
    }
    group
}

/// The lines of a comment without its marks, as Go's documentation has them; none for directives.
fn uncommented(comment: &str) -> Vec<String> {
    let inside = match comment.strip_prefix("//") {
        Some(line) if !line.starts_with(' ') && is_directive(line) => return Vec::new(),
        Some(line) => line.strip_prefix(' ').unwrap_or(line),
        None => comment.trim_start_matches("/*").trim_end_matches("*/"),
    };
    inside.split('\n').map(|line| line.trim_end_matches([' ', '\t', '\r']).to_owned()).collect()
}

/// `//go:noinline` and its like.
fn is_directive(line: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let starts = ["line ", "extern ", "export "].iter().any(|word| line.starts_with(word));
    starts
        || line.split_once(':').is_some_and(|(before, after)| {
            !before.is_empty() && before.chars().all(is_letter) && after.starts_with(is_letter)
        })
}

/// The lines with blank ones at the start left out and each run of blank ones made one, each line ended.
fn without_blank_runs(lines: &[String]) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for line in lines {
        if !line.is_empty() || kept.last().is_some_and(|last| !last.is_empty()) {
            kept.push(line);
        }
    }
    kept.iter().map(|line| format!("{line}\n")).collect()
}

/// What stands behind `Output:` or `Unordered output:`.
fn promised(said: &str) -> Option<&str> {
    let said = said.trim_start();
    let cut = |text: &str, word: &str| {
        text.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word)).map(str::len)
    };
    let unordered = cut(said, "unordered ").unwrap_or_default();
    let marked = &said[unordered..];
    let rest = marked[cut(marked, "output:")?..].trim_start_matches(' ');
    Some(rest.strip_prefix('\n').unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::go::parse;

    fn of(body: &str) -> Option<String> {
        let text = format!("package p\nfunc ExampleX() {{{body}}}\n");
        let tree = parse(&text).unwrap();
        let block = tree.root_node().named_child(1).unwrap().child_by_field_name("body").unwrap();
        output(block, &text).map(|output| output.text.trim().to_owned())
    }

    #[test]
    fn the_last_group_of_comments_says_what_is_printed() {
        assert_eq!(of("\n\tf()\n\t// Output: a\n").unwrap(), "a");
        assert_eq!(of("\n\t// Output: no\n\tf()\n\t// Output:\n\t// a\n\t//  b\n").unwrap(), "a\n b");
        assert_eq!(of("\n\tf()\n\t// unordered OUTPUT: b\n\t//\n\t//\n\t// a\n").unwrap(), "b\n\na");
        assert_eq!(of("\n\tf()\n\t/* Output:\n a */\n").unwrap(), "a");
        assert_eq!(of(" f() // Output: a\n").unwrap(), "a");
        assert_eq!(of("\n\tif x {\n\t\tf()\n\t\t// Output: a\n\t}\n").unwrap(), "a");
        assert_eq!(of("\n\tf()\n\t// Output:\n").unwrap(), "");
        assert_eq!(of("\n\t// Output: a\n\tf()\n").unwrap(), "a", "where there is no other, code may follow");
    }

    #[test]
    fn what_is_followed_by_other_comments_or_says_something_else_is_no_output() {
        assert_eq!(of("\n\tf() // Output: a\n\t// more\n"), None);
        assert_eq!(of("\n\tf()\n\t// Output: a\n\n\t// more\n"), None);
        assert_eq!(of("\n\tf()\n\t// The Output: a\n"), None);
        assert_eq!(of("\n\tf()\n"), None);
    }
}
