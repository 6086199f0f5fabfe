//! One call that runs a sub-test: `t.Run("name", func(t *testing.T) { … })`, or a suite's `s.Run("name", func() { … })`.

use super::{
    function::{Context, Function, Kind, context, contexts, parameter_type, receiver},
    name::{literal, rewritten},
};
use crate::lang::syntax::{parts, text_of, words};
use tree_sitter::Node;

/// A call that runs a sub-test whose function is written in place.
pub(super) struct Subtest<'t> {
    /// Its name as it is when it runs; `None` if that is only known then.
    pub name: Option<String>,
    /// Its name as it is written.
    pub written: String,
    /// Its function.
    pub function: Function<'t>,
}

impl<'t> Subtest<'t> {
    /// The sub-test that a call runs. Only what is surely asked to run it counts: a parameter of a function around it, or
    /// the receiver of a suite's method.
    pub(super) fn read(node: Node<'t>, text: &'t str) -> Option<Self> {
        let callee =
            node.child_by_field_name("function").filter(|one| one.kind() == "selector_expression")?;
        if text_of(callee.child_by_field_name("field")?, text) != "Run" {
            return None;
        }
        let [name, literal] = parts(node.child_by_field_name("arguments")?)[..] else { return None };
        if literal.kind() != "func_literal" {
            return None;
        }
        let runner = words(callee.child_by_field_name("operand")?, text);
        let (kind, context) = given(node, literal, (&runner, text))?;
        let body = literal.child_by_field_name("body")?;
        Some(Self {
            name: self::literal(name, text).map(|name| rewritten(&name)),
            written: words(name, text),
            function: Function { kind, body, context },
        })
    }
}

/// What the function is and what it has to fail with.
fn given<'t>(
    call: Node<'t>,
    literal: Node<'t>,
    (runner, text): (&str, &'t str),
) -> Option<(Kind, Context<'t>)> {
    let own = receiver(call, text);
    let parameters = parts(literal.child_by_field_name("parameters")?);
    match parameters.first() {
        None => own.filter(|own| runner == *own).map(|own| (Kind::Method, Context::Named(own))),
        Some(one) => {
            let is_context = contexts(call, text).contains(&runner)
                || own.is_some_and(|own| runner == format!("{own}.T()"));
            (is_context && parameter_type(literal, text) == Some("T"))
                .then(|| (Kind::Test, context(*one, text)))
        }
    }
}
