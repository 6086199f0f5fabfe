//! What all languages share of reading syntax trees: tokens, identifiers, places, splices.

use super::{FoundTest, marker};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};
use tree_sitter::{Language, Node, Parser, Tree};

/// The tree of a text. `None` only if the grammar and the library do not fit together.
pub(super) fn parse(grammar: &Language, text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(grammar).ok()?;
    parser.parse(text, None)
}

/// The node that covers exactly this range.
pub(super) fn node_at<'t>(tree: &'t Tree, range: &Range<usize>) -> Option<Node<'t>> {
    let node = tree.root_node().descendant_for_byte_range(range.start, range.end)?;
    (node.byte_range() == *range).then_some(node)
}

/// The text of a node.
pub(super) fn text_of<'a>(node: Node<'_>, text: &'a str) -> &'a str {
    &text[node.byte_range()]
}

/// A node's words as written, on one line.
pub(super) fn words(node: Node<'_>, text: &str) -> String {
    text_of(node, text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The line a node begins in, from 1.
pub(super) fn line_of(node: Node<'_>) -> usize {
    node.start_position().row + 1
}

/// The children of a node that mean something: named ones, without comments.
pub(super) fn parts<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    node.named_children(&mut node.walk()).filter(|child| !child.is_extra()).collect()
}

/// The node itself and all nodes below it, parents before children.
pub(super) fn descendants(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let mut waiting = vec![node];
    std::iter::from_fn(move || {
        let next = waiting.pop()?;
        let children: Vec<_> = next.children(&mut next.walk()).collect();
        waiting.extend(children.into_iter().rev());
        Some(next)
    })
}

/// The identifiers below a node, of whatever kind.
pub(super) fn identifiers(node: Node<'_>, text: &str) -> BTreeSet<String> {
    descendants(node)
        .filter(|node| node.child_count() == 0 && node.kind().ends_with("identifier"))
        .map(|node| text_of(node, text).to_owned())
        .collect()
}

/// The words of all strings below a node that may be paths of names: `"package.module.name"`.
pub(super) fn quoted_names(node: Node<'_>, text: &str) -> BTreeSet<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    const STRINGS: &[&str] = &[
        "string_content",
        "string_fragment",
        "interpreted_string_literal_content",
        "raw_string_literal_content",
    ];
    let strings = descendants(node).filter(|node| STRINGS.contains(&node.kind()));
    let paths = strings
        .map(|node| text_of(node, text))
        .filter(|text| text.chars().all(|c| is_name(c) || "./:#-".contains(c)));
    let names = paths.flat_map(|path| path.split(move |c| !is_name(c)));
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The inside of a block in braces, in bytes.
pub(super) fn inside_braces(block: Node<'_>) -> Range<usize> {
    block.start_byte() + 1..block.end_byte().saturating_sub(1).max(block.start_byte() + 1)
}

/// All runs of letters, digits and underscores: more than the identifiers.
pub(crate) fn all_words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).map(str::to_owned)
}

/// The tokens of a node without layout and comments. Blocks made by indentation alone get braces, and statements that
/// line breaks may part semicolons, so that other nesting is other tokens.
pub(super) fn tokens(node: Node<'_>, text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut steps = vec![Step::Enter(node)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Say(word) => tokens.push(word.to_owned()),
            Step::Enter(node) if is_token(node) => tokens.push(text_of(node, text).to_owned()),
            Step::Enter(node) => steps.extend(steps_into(node).into_iter().rev()),
        }
    }
    tokens.retain(|token| !token.is_empty());
    tokens
}

enum Step<'t> {
    Enter(Node<'t>),
    Say(&'static str),
}

/// Strings are one token: white space inside of them is not layout.
fn is_token(node: Node<'_>) -> bool {
    const STRINGS: &[&str] = &[
        "delimited_symbol",
        "encapsed_string",
        "heredoc",
        "heredoc_body",
        "interpreted_string_literal",
        "nowdoc",
        "raw_string_literal",
        "regex",
        "string",
        "template_string",
    ];
    node.child_count() == 0 || STRINGS.contains(&node.kind())
}

/// Comments. (Ruby's grammar has the lines of a heredoc wherever the line of its beginning ends.)
fn is_layout(node: Node<'_>) -> bool {
    node.is_extra() && node.kind() != "heredoc_body"
}

/// Nodes of Ruby that hold statements, parted by line breaks that are no tokens.
const STATEMENTS: &[&str] = &[
    "begin",
    "block_body",
    "body_statement",
    "do",
    "else",
    "ensure",
    "interpolation",
    "parenthesized_statements",
    "then",
];

/// Nodes of Ruby in which a semicolon or a line break may stand behind the head.
const HEADED: &[&str] = &["do_block", "method", "singleton_method"];

fn steps_into<'t>(node: Node<'t>) -> Vec<Step<'t>> {
    let children: Vec<_> = node.children(&mut node.walk()).filter(|child| !is_layout(*child)).collect();
    if STATEMENTS.contains(&node.kind()) || HEADED.contains(&node.kind()) {
        let is_list = STATEMENTS.contains(&node.kind());
        let said = children.into_iter().filter(|child| !matches!(child.kind(), ";" | "empty_statement"));
        let closed = |child: Node<'t>| Step::Say(if is_list && child.is_named() { ";" } else { "" });
        return said.flat_map(|child| [Step::Enter(child), closed(child)]).collect();
    }
    let is_braced = children.first().is_some_and(|first| first.kind() == "{");
    let (open, close) = match node.kind() {
        "block" if !is_braced => ("{", "}"),
        "statement_list" => ("", ""),
        _ => {
            let kept = |at: &usize| !is_trailing_comma(node, &children, *at);
            return (0..children.len()).filter(kept).map(|at| Step::Enter(children[at])).collect();
        }
    };
    let statements = children.into_iter().filter(|child| !matches!(child.kind(), ";" | "empty_statement"));
    let lines = statements.flat_map(|statement| [Step::Enter(statement), Step::Say(";")]);
    std::iter::once(Step::Say(open)).chain(lines).chain([Step::Say(close)]).collect()
}

/// Formatters add and drop a comma before a closing bracket when they wrap a line. (In a tuple it has a meaning.)
fn is_trailing_comma(parent: Node<'_>, children: &[Node<'_>], at: usize) -> bool {
    const LISTS: &[&str] = &[
        "argument_list",
        "arguments",
        "array",
        "array_creation_expression",
        "array_initializer",
        "dictionary",
        "element_value_array_initializer",
        "formal_parameters",
        "hash",
        "list",
        "literal_value",
        "object",
        "parameter_list",
        "parameters",
        "set",
    ];
    let closes = |node: &Node<'_>| matches!(node.kind(), ")" | "]" | "}");
    children[at].kind() == ","
        && children.get(at + 1).is_some_and(closes)
        && at > 0
        && children[at - 1].is_named()
        && LISTS.contains(&parent.kind())
}

/// The tests in order of their place, each with its number among those of its name, and with what comments say of it.
pub(super) fn numbered(mut tests: Vec<FoundTest>, root: Node<'_>, text: &str) -> Vec<FoundTest> {
    tests.sort_by_key(|test| (test.span.start, test.span.end));
    let mut seen: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for test in &mut tests {
        let count = seen.entry(test.name.clone()).or_default();
        test.ordinal = *count;
        *count += 1;
    }
    marker::mark(&mut tests, root, text);
    tests
}

/// The text with ranges of it replaced. The ranges do not overlap.
pub(crate) fn splice(text: &str, mut replacements: Vec<(Range<usize>, String)>) -> String {
    replacements.sort_by_key(|(range, _)| (range.start, range.end));
    let mut result = text.to_owned();
    for (range, new) in replacements.into_iter().rev() {
        result.replace_range(range, &new);
    }
    result
}
