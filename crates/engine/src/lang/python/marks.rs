//! What disables a Python test by its text.

use crate::{
    domain::Disabled,
    lang::syntax::{descendants, line_of, parts, text_of, words},
};
use std::collections::HashMap;
use tree_sitter::Node;

/// The marks of a file. Marks that were given a name of their own are known by it.
pub(super) struct Marks<'t> {
    text: &'t str,
    aliases: HashMap<&'t str, Node<'t>>,
}

impl<'t> Marks<'t> {
    /// The marks of the file with this tree.
    pub(super) fn new(root: Node<'t>, text: &'t str) -> Self {
        let aliases = descendants(root).filter_map(|node| match node.kind() {
            "assignment" => Some((node.child_by_field_name("left")?, node.child_by_field_name("right")?)),
            "aliased_import" => Some((node.child_by_field_name("alias")?, node.child_by_field_name("name")?)),
            _ => None,
        });
        let aliases = aliases.map(|(name, value)| (text_of(name, text), value)).collect();
        Self { text, aliases }
    }

    /// Whether one of its decorators disables a definition.
    pub(super) fn of_decorators(&self, decorated: Node<'t>) -> Option<Disabled> {
        let decorators = parts(decorated).into_iter().filter(|part| part.kind() == "decorator");
        decorators
            .filter_map(|decorator| parts(decorator).first().copied())
            .find_map(|mark| self.disabling(mark))
    }

    /// True if a decorator of this (last) name is there.
    pub(super) fn has_decorator(&self, decorated: Node<'t>, names: &[&str]) -> bool {
        let decorators = parts(decorated).into_iter().filter(|part| part.kind() == "decorator");
        decorators
            .filter_map(|decorator| parts(decorator).first().copied())
            .any(|mark| names.contains(&self.last_name(mark)))
    }

    /// Whether the statements of a module or class disable all that is in it.
    pub(super) fn of_scope(&self, statements: &[Node<'t>]) -> Option<Disabled> {
        statements.iter().find_map(|statement| {
            self.skips(*statement).or_else(|| {
                let assignment = parts(*statement).into_iter().find(|part| part.kind() == "assignment")?;
                let value = assignment.child_by_field_name("right")?;
                match text_of(assignment.child_by_field_name("left")?, self.text) {
                    "pytestmark" if matches!(value.kind(), "list" | "tuple") => {
                        parts(value).into_iter().find_map(|mark| self.disabling(mark))
                    }
                    "pytestmark" => self.disabling(value),
                    "__test__" if self.truth(value) == Some(false) => Some(self.by(assignment)),
                    _ => None,
                }
            })
        })
    }

    /// Whether a statement skips, whatever happens.
    pub(super) fn skips(&self, statement: Node<'t>) -> Option<Disabled> {
        let expression = *parts(statement).first()?;
        let is_skip = match statement.kind() {
            "expression_statement" if expression.kind() == "call" => {
                matches!(self.dotted(expression).as_str(), "pytest.skip" | "pytest.xfail" | "self.skipTest")
            }
            "raise_statement" => {
                let raised = self.dotted(expression);
                raised.ends_with("SkipTest") || raised == "pytest.skip.Exception"
            }
            _ => false,
        };
        is_skip.then(|| self.by(statement))
    }

    /// A branch that is never taken.
    pub(super) fn never(&self, condition: Node<'t>) -> Disabled {
        Disabled { by: format!("if {}", words(condition, self.text)), line: line_of(condition) }
    }

    fn by(&self, node: Node<'t>) -> Disabled {
        Disabled { by: words(node, self.text), line: line_of(node) }
    }

    fn disabling(&self, mark: Node<'t>) -> Option<Disabled> {
        let meant = self.resolved(mark);
        let is_disabled = match self.last_name(meant) {
            "skip" | "expectedFailure" | "nottest" => true,
            "xfail" => self.argument(meant, 0, "condition").is_none_or(|when| self.truth(when) == Some(true)),
            "skipif" | "skipIf" => {
                self.argument(meant, 0, "condition").and_then(|when| self.truth(when)) == Some(true)
            }
            "skipUnless" => {
                self.argument(meant, 0, "condition").and_then(|when| self.truth(when)) == Some(false)
            }
            "parametrize" => {
                self.argument(meant, 1, "argvalues").is_some_and(|values| self.gives_nothing(values))
            }
            _ => false,
        };
        is_disabled.then(|| self.by(mark))
    }

    /// No values at all, or only disabled ones.
    fn gives_nothing(&self, values: Node<'t>) -> bool {
        let is_off = |value: Node<'t>| {
            self.argument(value, usize::MAX, "marks").is_some_and(|marks| match marks.kind() {
                "list" | "tuple" => parts(marks).into_iter().any(|mark| self.disabling(mark).is_some()),
                _ => self.disabling(marks).is_some(),
            })
        };
        matches!(values.kind(), "list" | "tuple") && parts(values).into_iter().all(is_off)
    }

    /// An argument of a call, by its place or its name.
    fn argument(&self, call: Node<'t>, place: usize, name: &str) -> Option<Node<'t>> {
        let arguments = parts(call.child_by_field_name("arguments")?);
        let by_name = arguments.iter().find(|argument| {
            argument.child_by_field_name("name").is_some_and(|given| text_of(given, self.text) == name)
        });
        match by_name {
            Some(argument) => argument.child_by_field_name("value"),
            None => arguments.into_iter().filter(|argument| argument.kind() != "keyword_argument").nth(place),
        }
    }

    /// What a name stands for, where it was given to a mark. Names in circles end somewhere.
    fn resolved(&self, mark: Node<'t>) -> Node<'t> {
        (0..4).fold(mark, |mark, _| match mark.kind() {
            "identifier" => *self.aliases.get(text_of(mark, self.text)).unwrap_or(&mark),
            _ => mark,
        })
    }

    fn dotted(&self, mark: Node<'t>) -> String {
        let callee = mark.child_by_field_name("function").unwrap_or(mark);
        text_of(callee, self.text).split_whitespace().collect()
    }

    fn last_name(&self, mark: Node<'t>) -> &'t str {
        let callee = mark.child_by_field_name("function").unwrap_or(mark);
        let callee = self.resolved(callee);
        text_of(callee, self.text).rsplit('.').next().unwrap_or_default().trim()
    }

    /// The truth of a condition, where its text alone decides it.
    pub(super) fn truth(&self, condition: Node<'t>) -> Option<bool> {
        let written = text_of(condition, self.text);
        match condition.kind() {
            "true" => Some(true),
            "false" | "none" => Some(false),
            "integer" => Some(!written.trim_matches(['0', '_']).is_empty()),
            "identifier" | "attribute" if written.ends_with("TYPE_CHECKING") => Some(false),
            "parenthesized_expression" => self.truth(*parts(condition).first()?),
            "not_operator" => Some(!self.truth(condition.child_by_field_name("argument")?)?),
            "boolean_operator" => {
                let is_and = condition.child_by_field_name("operator")?.kind() == "and";
                let left = self.truth(condition.child_by_field_name("left")?);
                let right = self.truth(condition.child_by_field_name("right")?);
                match (left, right) {
                    (Some(one), _) | (_, Some(one)) if one != is_and => Some(one),
                    (Some(_), Some(_)) => Some(is_and),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
