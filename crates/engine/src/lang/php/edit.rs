//! Edits of the bodies of PHP tests.

use super::{annotation, find::statements, parse};
use crate::{
    domain::BodyEdit,
    lang::{
        FoundTest,
        syntax::{node_at, parts, splice, text_of},
    },
};
use std::ops::Range;
use tree_sitter::{Node, Tree};

/// What a skip throws. It is no end of a body, so it is never caught.
pub(super) const SKIPS: &str = r"\PHPUnit\Framework\SkippedTest | \PHPUnit\Framework\IncompleteTest";

/// A failure that no expected exception is mistaken for: PHPUnit compares its own exceptions only with expectations of
/// its own, and then another kind is thrown.
pub(super) const FAIL: &str = r"throw ($counterproof ?? null) instanceof \PHPUnit\Framework\Exception ? new \Error('counterproof') : new \PHPUnit\Framework\Exception('counterproof');";

/// Another program takes the process over, so that neither shutdown functions nor PHPUnit decide about its status. What
/// is not built in everywhere has a next best behind it.
const EXIT: &str = r"if (\function_exists('pcntl_exec')) { @\pcntl_exec('/bin/sh', ['-c', 'exit 97']); } if (\function_exists('posix_kill')) { \posix_kill(\getmypid(), 9); } exit(97);";

pub(super) type Replacements = Vec<(Range<usize>, String)>;

/// The file with the bodies of tests edited.
pub(super) fn edit_bodies(text: &str, edits: &[(&FoundTest, BodyEdit)]) -> String {
    let Some(tree) = parse(text) else { return text.to_owned() };
    let of_test = |(test, edit): &(&FoundTest, BodyEdit)| Some(Body::of(&tree, text, test)?.edited(*edit));
    splice(text, edits.iter().filter_map(of_test).flatten().collect())
}

/// The body of a test.
pub(super) struct Body<'t> {
    text: &'t str,
    method: Node<'t>,
    inside: Range<usize>,
}

impl<'t> Body<'t> {
    pub(super) fn of(tree: &'t Tree, text: &'t str, test: &FoundTest) -> Option<Self> {
        let block = node_at(tree, &(test.body.start - 1..test.body.end + 1))?;
        Some(Self { text, method: block.parent()?, inside: test.body.clone() })
    }

    /// True if it may not return at all.
    pub(super) fn never_returns(&self) -> bool {
        self.method.child_by_field_name("return_type").is_some_and(|kind| kind.kind() == "bottom_type")
    }

    fn edited(&self, edit: BodyEdit) -> Replacements {
        match edit {
            BodyEdit::FailAtEnd => self.ended_by(FAIL),
            BodyEdit::ExitAtEnd => self.ended_by(EXIT),
            BodyEdit::ExitAtOnce => vec![(self.inside.start..self.inside.start, format!(" {EXIT} "))],
            BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce => {
                vec![(self.inside.clone(), format!(" {} ", self.passing()))]
            }
            BodyEdit::MustEnd => self.watched(),
        }
    }

    /// The body with something behind it that is reached also where the body throws, since tests that expect an
    /// exception end so.
    fn ended_by(&self, ending: &str) -> Replacements {
        let behind = format!(
            r" }} catch ({SKIPS} $counterproof) {{ throw $counterproof; }} catch (\Throwable $counterproof) {{ }} {ending} "
        );
        self.tried("", &behind)
    }

    /// The body with an object in it that ends the process when it is let go before the end is reached: by a return, by
    /// a skip, or because the process ends.
    fn watched(&self) -> Replacements {
        let guard = format!(
            "$counterproof = new class {{ public $ended = false; public function __destruct() {{ if (!$this->ended) {{ {EXIT} }} }} }};"
        );
        let give = self.give();
        let behind = format!(
            r" $counterproof->ended = true;{give} }} catch ({SKIPS} $counterproofCaught) {{ throw $counterproofCaught; }} catch (\Throwable $counterproofCaught) {{ $counterproof->ended = true; throw $counterproofCaught; }} "
        );
        self.tried(&guard, &behind)
    }

    /// What still returns the value that the last statement of a body in a `try` block no longer does.
    pub(super) fn give(&self) -> &'static str {
        let value = self.last_return().and_then(|(_, value)| value);
        if value.is_some() { " return $counterproofValue;" } else { "" }
    }

    /// The body in a `try` block, which `behind` closes. Its last statement no longer returns if it did.
    pub(super) fn tried(&self, before: &str, behind: &str) -> Replacements {
        let Range { start, end } = self.inside;
        let mut replacements =
            vec![(start..start, format!(" {before} try {{")), (end..end, behind.to_owned())];
        if let Some((keyword, value)) = self.last_return() {
            let kept = if value.is_some() { "$counterproofValue =" } else { "" };
            replacements.push((keyword, kept.to_owned()));
        }
        replacements
    }

    /// The `return` that is the last statement, and its value.
    fn last_return(&self) -> Option<(Range<usize>, Option<Node<'_>>)> {
        let is_hoisted = |part: &Node<'_>| matches!(part.kind(), "function_definition" | "class_declaration");
        let last = statements(self.method).into_iter().rfind(|part| !is_hoisted(part))?;
        (last.kind() == "return_statement").then(|| {
            let keyword = last.start_byte()..last.start_byte() + "return".len();
            (keyword, parts(last).first().copied())
        })
    }

    /// A body that passes: with an assertion, since a test without one may be held against it, unless it says that it
    /// has none; and with a value of the type that is promised.
    pub(super) fn passing(&self) -> String {
        let said = annotation::of(self.method, self.text);
        let asserts_nothing =
            said.iter().any(|one| one.is(&["@doesNotPerformAssertions", "DoesNotPerformAssertions"]));
        let assert = if asserts_nothing { "" } else { r"\PHPUnit\Framework\Assert::assertTrue(true);" };
        match self.method.child_by_field_name("return_type") {
            Some(_) if self.never_returns() => {
                r"\PHPUnit\Framework\Assert::markTestSkipped('counterproof');".to_owned()
            }
            Some(kind) => match value_of(text_of(kind, self.text)) {
                Some(value) => format!("{assert} return {value};"),
                None => assert.to_owned(),
            },
            None => assert.to_owned(),
        }
    }
}

/// A value of a type as it is written; `None` for `void`. A class's own object is made without its constructor.
fn value_of(kind: &str) -> Option<String> {
    let kind = kind.trim();
    let lower = kind.to_ascii_lowercase();
    let mut members = lower.split('|').map(str::trim);
    if kind.starts_with('?') || members.any(|member| member == "null" || member == "mixed") {
        return Some("null".to_owned());
    }
    let first = kind.split('|').next().unwrap_or(kind).trim();
    let value = match first.to_ascii_lowercase().as_str() {
        "void" => return None,
        "int" => "0",
        "float" => "0.0",
        "string" => "''",
        "bool" | "true" => "true",
        "false" => "false",
        "array" | "iterable" => "[]",
        "callable" => "'strlen'",
        "object" => "new \\stdClass",
        "self" | "static" => "new static('counterproof')",
        _ => {
            return Some(format!("(new \\ReflectionClass({first}::class))->newInstanceWithoutConstructor()"));
        }
    };
    Some(value.to_owned())
}
