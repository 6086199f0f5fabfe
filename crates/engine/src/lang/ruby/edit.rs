//! Edits of the bodies of Ruby tests. No edit moves a line: RSpec finds tests by their lines.

use super::{
    find::{inside, last_child},
    heredoc_bodies, heredocs_behind, parse,
};
use crate::{
    domain::BodyEdit,
    lang::{
        FoundTest,
        syntax::{node_at, parts, splice, text_of},
    },
};
use std::ops::Range;
use tree_sitter::Node;

const FAIL: &str = "::Kernel.raise(\"counterproof\")";

/// `exit!` runs no exit handlers: minitest and test-unit run all tests in one.
const EXIT: &str = "::Process.exit!(97)";

/// A handler of our own ends the process, whatever status it was to end with. It comes before those that were there,
/// and is not one of the processes that the test starts.
const ENTER: &str = "counterproof_end = ::Process.pid; \
                     ::Kernel.at_exit { ::Process.exit!(97) if counterproof_end == ::Process.pid }";
const LEAVE: &str = "counterproof_end = nil";

type Replacements = Vec<(Range<usize>, String)>;

/// The file with the bodies of tests edited.
pub(super) fn edit_bodies(text: &str, edits: &[(&FoundTest, BodyEdit)]) -> String {
    let Some(tree) = parse(text) else { return text.to_owned() };
    let heredocs = heredoc_bodies(tree.root_node());
    let of_test = |(test, edit): &(&FoundTest, BodyEdit)| {
        let node = node_at(&tree, &test.span)?;
        let body = Body { text, node, has_lines_behind: !heredocs_behind(node, &heredocs).is_empty() };
        Some(body.edited(*edit))
    };
    splice(text, edits.iter().filter_map(of_test).flatten().collect())
}

/// The body of a test.
struct Body<'t> {
    text: &'t str,
    /// The whole definition.
    node: Node<'t>,
    /// Lines of a heredoc of it lie behind it.
    has_lines_behind: bool,
}

impl<'t> Body<'t> {
    fn edited(&self, edit: BodyEdit) -> Replacements {
        let block = self.node.child_by_field_name("block");
        let holder = block.unwrap_or(self.node);
        let is_closed = last_child(holder).is_some_and(|last| matches!(last.kind(), "end" | "}"));
        match holder.kind() {
            "method" if !is_closed => self.of_expression(edit),
            "method" | "block" | "do_block" => self.of_statements(holder, edit),
            _ => self.of_reference(edit).into_iter().collect(),
        }
    }

    /// `def test_x = expression`
    fn of_expression(&self, edit: BodyEdit) -> Replacements {
        let Range { start, end } = inside(self.node);
        let (first, last) = match edit {
            BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce => ("return; ", ""),
            _ => around(edit),
        };
        let opened =
            if first.is_empty() || first.ends_with(' ') { first.to_owned() } else { format!("{first}; ") };
        let closed = if last.is_empty() { String::new() } else { format!("; {last}") };
        vec![(start..start, format!("({opened}")), (end..end, format!("{closed})"))]
    }

    fn of_statements(&self, holder: Node<'t>, edit: BodyEdit) -> Replacements {
        let Range { start, end } = inside(self.node);
        let body = holder.child_by_field_name("body");
        let is_guarded = body.is_some_and(has_clauses);
        if matches!(edit, BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce) {
            return self.passing(holder, start..end, is_guarded);
        }
        let (first, last) = around(edit);
        let mut replacements = Vec::new();
        if !first.is_empty() {
            replacements.push((start..start, format!(";{first}; ")));
        }
        if !last.is_empty() {
            // What comes behind `rescue` and `ensure` comes behind all of them.
            let (opened, closed) = if is_guarded { ("begin; ", ";end") } else { ("", "") };
            replacements.push((start..start, opened.to_owned()));
            replacements.extend(body.map(|body| self.evaluated(body)).unwrap_or_default());
            replacements.push((end..end, format!("{closed};{last}; ")));
        }
        replacements
    }

    /// The body goes, but its lines stay. It stays itself where lines of it lie behind the test.
    fn passing(&self, holder: Node<'t>, body: Range<usize>, is_guarded: bool) -> Replacements {
        if !self.has_lines_behind {
            let written = &self.text[body.clone()];
            let indentation = &written[written.rfind('\n').map_or(written.len(), |at| at + 1)..];
            let lines: String = written.chars().filter(|c| matches!(c, '\r' | '\n')).collect();
            return vec![(body, lines + indentation)];
        }
        let leave = if holder.kind() == "method" { "return" } else { "next" };
        let (opened, closed) = if is_guarded { (";begin; ", ";end; ") } else { ("; ", "") };
        vec![(body.start..body.start, format!(";{leave}{opened}")), (body.end..body.end, closed.to_owned())]
    }

    /// What a last `return` or `next` gives, evaluated without leaving.
    fn evaluated(&self, body: Node<'t>) -> Replacements {
        let last = parts(body).into_iter().rfind(|part| !is_clause(*part));
        let Some(last) = last.filter(|last| matches!(last.kind(), "return" | "next")) else {
            return Vec::new();
        };
        let keyword =
            last.start_byte()..last.start_byte() + last.child(0).map_or(0, |word| word.byte_range().len());
        let Some(given) = parts(last).first().copied() else { return vec![(keyword, "nil".to_owned())] };
        if text_of(given, self.text).starts_with('(')
            && parts(last).len() == 1
            && given.kind() == "argument_list"
        {
            return vec![(keyword, String::new())];
        }
        let values = parts(given);
        let is_one = values.len() == 1 && values[0].kind() != "splat_argument";
        let (opening, closing) = if is_one { ("(", ")") } else { ("[", "]") };
        let before = keyword.start..given.start_byte();
        vec![(before, opening.to_owned()), (given.end_byte()..given.end_byte(), closing.to_owned())]
    }

    /// `it "…", &body`: a block around the one that is written elsewhere.
    fn of_reference(&self, edit: BodyEdit) -> Option<(Range<usize>, String)> {
        let arguments = parts(self.node.child_by_field_name("arguments")?);
        let reference = arguments.into_iter().find(|argument| argument.kind() == "block_argument")?;
        let body = text_of(*parts(reference).first()?, self.text);
        let (first, last) = around(edit);
        let called = match edit {
            BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce | BodyEdit::ExitAtOnce => String::new(),
            _ => format!("instance_exec(*counterproof_given, &({body}))"),
        };
        let block = format!("&::Kernel.proc {{ |*counterproof_given| {first};{called};{last} }}");
        Some((reference.byte_range(), block))
    }
}

/// What comes first and what comes last.
fn around(edit: BodyEdit) -> (&'static str, &'static str) {
    match edit {
        BodyEdit::FailAtEnd => ("", FAIL),
        BodyEdit::ExitAtEnd => ("", EXIT),
        BodyEdit::ExitAtOnce => (EXIT, ""),
        BodyEdit::MustEnd => (ENTER, LEAVE),
        BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce => ("", ""),
    }
}

fn is_clause(part: Node<'_>) -> bool {
    matches!(part.kind(), "rescue" | "else" | "ensure")
}

fn has_clauses(body: Node<'_>) -> bool {
    parts(body).into_iter().any(is_clause)
}
