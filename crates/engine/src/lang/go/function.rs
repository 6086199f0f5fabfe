//! What a function is to `go test`, by its name and its parameters, and what its body has to fail with.

use super::{statements, subtest::Subtest};
use crate::{
    domain::Disabled,
    lang::syntax::{line_of, parts, text_of, words},
};
use tree_sitter::Node;

/// What `go test` takes a function for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `func TestX(t *testing.T)`, and the function of a sub-test.
    Test,
    /// `func FuzzX(f *testing.F)`.
    Fuzz,
    /// `func ExampleX()`, with or without an output.
    Example,
    /// A method of a testify suite: `func (s *XSuite) TestX()`, and the function of `s.Run`.
    Method,
}

/// A function that is a test's body.
pub(super) struct Function<'t> {
    /// What it is.
    pub kind: Kind,
    /// Its block.
    pub body: Node<'t>,
    /// What it is given to fail with: its parameter, or its receiver.
    pub context: Context<'t>,
}

/// The parameter or the receiver of a test.
#[derive(Clone, Copy)]
pub(super) enum Context<'t> {
    /// It has none.
    None,
    /// This name, declared here or around it.
    Named(&'t str),
    /// The declaration, which has no name that can be used.
    Unnamed(Node<'t>),
}

impl<'t> Function<'t> {
    /// The function that a node is, if it is one of a test: a declaration, or a call that makes a sub-test.
    pub(super) fn read(node: Node<'t>, text: &'t str) -> Option<Self> {
        match node.kind() {
            "function_declaration" => Self::declared(node, text),
            "method_declaration" => Self::method(node, text),
            _ => Subtest::read(node, text).map(|subtest| subtest.function),
        }
    }

    fn declared(node: Node<'t>, text: &'t str) -> Option<Self> {
        let name = text_of(node.child_by_field_name("name")?, text);
        let body = node.child_by_field_name("body")?;
        let kind = match (kind(name)?, parameter_type(node, text)) {
            (Kind::Test, Some("T")) => Kind::Test,
            (Kind::Fuzz, Some("F")) => Kind::Fuzz,
            (Kind::Example, None) if parameters(node).is_empty() => Kind::Example,
            _ => return None,
        };
        let context = parameters(node).first().map_or(Context::None, |one| context(*one, text));
        (!has_result(node)).then_some(Self { kind, body, context })
    }

    /// A method by whose name and parameters testify would run it.
    fn method(node: Node<'t>, text: &'t str) -> Option<Self> {
        let name = text_of(node.child_by_field_name("name")?, text);
        let body = node.child_by_field_name("body")?;
        let is_test = name.starts_with("Test") && parameters(node).is_empty() && !has_result(node);
        let receiver = parts(node.child_by_field_name("receiver")?).first().copied()?;
        is_test.then_some(Self { kind: Kind::Method, body, context: context(receiver, text) })
    }

    /// What its first statement disables it by, whatever the others do. Calls of the context that do nothing else than
    /// to say how the test runs may come before it.
    pub(super) fn skips_at_once(&self, text: &str) -> Option<Disabled> {
        const HARMLESS: &[&str] = &["Parallel", "Helper", "Log", "Logf", "Setenv"];
        let Context::Named(context) = self.context else { return None };
        let own = match self.kind {
            Kind::Method => format!("{context}.T()"),
            _ => context.to_owned(),
        };
        for statement in statements(self.body) {
            let (called, by) = called(statement, text)?;
            let (object, method) = called.rsplit_once('.')?;
            match method {
                "Skip" | "Skipf" | "SkipNow" if object == own => return Some(by),
                harmless if object == own && HARMLESS.contains(&harmless) => {}
                _ => return None,
            }
        }
        None
    }

    /// The statements of its own, not those of functions inside it, that are of this kind.
    pub(super) fn own(&self, kind: &str) -> Vec<Node<'t>> {
        let mut found = Vec::new();
        let mut waiting = vec![self.body];
        while let Some(node) = waiting.pop() {
            if node.kind() == kind {
                found.push(node);
            } else if node.kind() != "func_literal" {
                waiting.extend(parts(node));
            }
        }
        found
    }
}

/// What a statement that is a call calls, as written; a call below `if true` counts as well.
fn called(statement: Node<'_>, text: &str) -> Option<(String, Disabled)> {
    let always = statement.kind() == "if_statement"
        && statement.child_by_field_name("condition").is_some_and(|condition| condition.kind() == "true");
    let statement = match always {
        true => statements(statement.child_by_field_name("consequence")?).first().copied()?,
        false => statement,
    };
    let call = Some(statement).filter(|one| one.kind() == "expression_statement")?.named_child(0)?;
    let function = call.child_by_field_name("function")?;
    let by = Disabled { by: words(call, text), line: line_of(call) };
    Some((words(function, text), by))
}

/// What `go test` would take a function for by its name. A lower-case letter behind the first word makes another word.
fn kind(name: &str) -> Option<Kind> {
    let kinds = [("Test", Kind::Test), ("Fuzz", Kind::Fuzz), ("Example", Kind::Example)];
    let is_of = |prefix: &str| {
        let rest = name.strip_prefix(prefix)?;
        (!rest.starts_with(char::is_lowercase)).then_some(())
    };
    kinds.into_iter().find_map(|(prefix, kind)| is_of(prefix).map(|()| kind))
}

fn parameters(function: Node<'_>) -> Vec<Node<'_>> {
    function.child_by_field_name("parameters").map(parts).unwrap_or_default()
}

fn has_result(function: Node<'_>) -> bool {
    let result = function.child_by_field_name("result");
    result.is_some_and(|result| result.kind() != "parameter_list" || !parts(result).is_empty())
}

/// The last name of the type that the only parameter points to: `T` for `*testing.T`, whatever `testing` is imported as.
pub(super) fn parameter_type<'t>(function: Node<'t>, text: &'t str) -> Option<&'t str> {
    let [parameter] = parameters(function)[..] else { return None };
    let names = parameter.children_by_field_name("name", &mut parameter.walk()).count();
    let pointer = parameter.child_by_field_name("type").filter(|one| one.kind() == "pointer_type")?;
    let last = text_of(pointer, text).rsplit(['*', '.']).next()?.trim();
    (names < 2).then_some(last)
}

/// The name that a declaration gives.
pub(super) fn context<'t>(declaration: Node<'t>, text: &'t str) -> Context<'t> {
    match declaration.child_by_field_name("name").map(|name| text_of(name, text)) {
        Some(name) if name != "_" => Context::Named(name),
        _ => Context::Unnamed(declaration),
    }
}

/// The names of all parameters around a node that are of the type `*T`: what sub-tests are run by.
pub(super) fn contexts<'t>(node: Node<'t>, text: &'t str) -> Vec<&'t str> {
    let functions = std::iter::successors(Some(node), |node| node.parent());
    let of = |function: Node<'t>| {
        let first = parameters(function).first().copied()?;
        let Context::Named(name) = context(first, text) else { return None };
        (parameter_type(function, text) == Some("T")).then_some(name)
    };
    functions.filter_map(of).collect()
}

/// The receiver of the method around a node.
pub(super) fn receiver<'t>(node: Node<'t>, text: &'t str) -> Option<&'t str> {
    let mut around = std::iter::successors(Some(node), |node| node.parent());
    let method = around.find(|node| node.kind() == "method_declaration")?;
    match context(parts(method.child_by_field_name("receiver")?).first().copied()?, text) {
        Context::Named(name) => Some(name),
        _ => None,
    }
}

/// `func() { … }()`.
pub(super) fn is_called_at_once(function: Node<'_>) -> bool {
    let mut node = function;
    while let Some(parent) = node.parent() {
        match parent.kind() {
            "parenthesized_expression" => node = parent,
            "call_expression" => return parent.child_by_field_name("function") == Some(node),
            _ => return false,
        }
    }
    false
}
