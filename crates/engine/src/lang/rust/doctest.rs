//! Code blocks in doc comments that rustdoc runs as tests.

use super::syntax::is_inner_doc;
use std::ops::Range;
use tree_sitter::Node;

/// One doc comment: of an item, or of the scope it is in.
pub(super) struct Doc {
    /// How it is written: `///`, `//!`, `/**` or `/*!`.
    pub(super) style: &'static str,
    /// Its code blocks, fences included, in whole lines.
    pub(super) blocks: Vec<Range<usize>>,
    /// Where a line behind its last line would begin; `None` where that would be outside of the comment.
    pub(super) end: Option<usize>,
}

/// A line of a doc comment.
struct Line<'a> {
    /// From the line's begin to the next one's.
    range: Range<usize>,
    /// What rustdoc reads of it.
    content: &'a str,
    /// It can be taken out without breaking the comment.
    whole: bool,
}

/// Reads a doc comment from its nodes; `None` if there are none.
pub(super) fn read(comments: &[Node], text: &str) -> Option<Doc> {
    let first = comments.first()?;
    let style = match (first.kind(), is_inner_doc(*first)) {
        ("line_comment", false) => "///",
        ("line_comment", true) => "//!",
        (_, false) => "/**",
        (_, true) => "/*!",
    };
    let lines: Vec<Line> = comments.iter().flat_map(|comment| lines(*comment, text)).collect();
    let end = lines.last().filter(|line| line.whole).map(|line| line.range.end);
    Some(Doc { style, blocks: blocks(&lines), end })
}

fn lines<'a>(comment: Node, text: &'a str) -> Vec<Line<'a>> {
    let is_block = comment.kind() == "block_comment";
    let (start, end) = (comment.start_byte(), comment.end_byte());
    let mut lines = Vec::new();
    let mut at = start;
    for (number, line) in text[start..end].split_inclusive('\n').enumerate() {
        let content = if number == 0 { line.get(3..).unwrap_or("") } else { line.trim_start() };
        let content = if number > 0 { content.strip_prefix('*').unwrap_or(content) } else { content };
        let begin = if number == 0 { line_begin(text, at) } else { Some(at) };
        let edge = is_block && (number == 0 || at + line.len() == end);
        lines.push(Line {
            range: begin.unwrap_or(at)..at + line.len(),
            content: content.trim_end(),
            whole: begin.is_some() && !edge && line.ends_with('\n'),
        });
        at += line.len();
    }
    lines
}

/// Where the line of `at` begins, if only blanks are before it.
fn line_begin(text: &str, at: usize) -> Option<usize> {
    let begin = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    text[begin..at].trim().is_empty().then_some(begin)
}

/// The ranges of the fenced blocks that hold Rust.
fn blocks(lines: &[Line]) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut rest = lines;
    while let Some(open) = rest.iter().position(|line| fence(line.content).is_some()) {
        let (mark, info) = fence(rest[open].content).unwrap_or_default();
        let inside = &rest[open + 1..];
        let closes =
            |line: &Line| fence(line.content).is_some_and(|(m, i)| m.starts_with(mark) && i.is_empty());
        let Some(length) = inside.iter().position(closes) else { break };
        let block = &rest[open..open + length + 2];
        let touching = block.windows(2).all(|pair| pair[0].range.end == pair[1].range.start);
        if is_rust(info) && touching && block.iter().all(|line| line.whole) {
            blocks.push(block[0].range.start..block[length + 1].range.end);
        }
        rest = &inside[length + 1..];
    }
    blocks
}

/// The fence of a line and what stands behind it.
fn fence(content: &str) -> Option<(&str, &str)> {
    let content = content.trim();
    let mark = content.chars().next().filter(|first| matches!(first, '`' | '~'))?;
    let info = content.trim_start_matches(mark);
    let fence = &content[..content.len() - info.len()];
    (fence.len() >= 3).then_some((fence, info.trim()))
}

/// Rustdoc takes a block without words, or with only its own words, for Rust.
fn is_rust(info: &str) -> bool {
    let mut words = info.split([',', ' ', '\t']).filter(|word| !word.is_empty());
    words.all(|word| {
        let word = word.trim_matches(['{', '}']);
        matches!(word, "rust" | "ignore" | "no_run" | "should_panic" | "compile_fail" | "test_harness")
            || ["ignore-", "edition", "standalone"].iter().any(|begin| word.starts_with(begin))
            || word
                .strip_prefix('E')
                .is_some_and(|code| code.len() == 4 && code.bytes().all(|b| b.is_ascii_digit()))
    })
}
