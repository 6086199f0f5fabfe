//! Suites of testify: types whose methods are run by a test function that calls `suite.Run`.

use super::{
    function::{Function, Kind},
    import::imports,
    parse,
};
use crate::lang::syntax::{descendants, parts, text_of};
use std::collections::{BTreeMap, BTreeSet};
use tree_sitter::Node;

/// What a file says of suites.
#[derive(Default)]
pub(super) struct Suites<'t> {
    /// The test function that runs a type, by the type's name.
    runs: BTreeMap<&'t str, &'t str>,
    /// What each type of this file embeds.
    embedded: BTreeMap<&'t str, Vec<&'t str>>,
    /// The name of testify's package here.
    package: Option<String>,
}

/// The test functions of a file that run suites, by the names of the suites' types.
pub fn suites_run(text: &str) -> BTreeMap<String, String> {
    let Some(tree) = parse(text).filter(|_| text.contains("/suite\"")) else { return BTreeMap::new() };
    let runs = Suites::read(tree.root_node(), text).runs;
    runs.into_iter().map(|(name, function)| (name.to_owned(), function.to_owned())).collect()
}

impl<'t> Suites<'t> {
    pub(super) fn read(root: Node<'t>, text: &'t str) -> Self {
        let package = imports(root, text).into_iter().find(|one| one.path.ends_with("/suite"));
        let Some(package) = package.and_then(|one| one.names().into_iter().next()) else {
            return Self { embedded: embedded(root, text), ..Self::default() };
        };
        let mut suites =
            Self { embedded: embedded(root, text), package: Some(package.clone()), ..Self::default() };
        let mut unknown = Vec::new();
        for (function, argument) in runs(root, text, &package) {
            match type_of(argument, text) {
                Some(name) => drop(suites.runs.entry(name).or_insert(function)),
                None => unknown.push(function),
            }
        }
        suites.take_the_only_one(root, text, &unknown);
        suites
    }

    /// The test functions that run the methods of a type, itself or as what another type embeds.
    pub(super) fn functions(&self, name: &str) -> Vec<&'t str> {
        let running = self.runs.iter().filter(|(suite, _)| **suite == name || self.embeds(suite, name));
        running.map(|(_, function)| *function).collect()
    }

    /// Whether a type's methods may be run by a test function of another file.
    pub(super) fn may_be_one(&self, name: &str, method: Node<'_>, text: &str) -> bool {
        let embeds_one = self.package.as_ref().is_some_and(|package| {
            self.embedded.get(name).is_some_and(|types| {
                types.iter().any(|one| one.split_once('.').is_some_and(|(of, _)| of == package))
            })
        });
        embeds_one || fails_by_suite(method, text)
    }

    fn embeds(&self, suite: &str, name: &str) -> bool {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![suite];
        while let Some(one) = waiting.pop() {
            let inner = self.embedded.get(one).into_iter().flatten().copied();
            waiting.extend(inner.filter(|inner| seen.insert(*inner)));
        }
        seen.contains(name)
    }

    /// A suite made by a function is not known by its type; if just one type of the file is left, it is that.
    fn take_the_only_one(&mut self, root: Node<'t>, text: &'t str, unknown: &[&'t str]) {
        let types: BTreeSet<&'t str> = methods(root, text).map(|(name, _)| name).collect();
        let free: Vec<_> = types.into_iter().filter(|name| self.functions(name).is_empty()).collect();
        if let ([function], [name]) = (unknown, &free[..]) {
            self.runs.insert(name, function);
        }
    }
}

/// The methods of a file that testify would run, each with its receiver's type.
pub(super) fn methods<'t>(root: Node<'t>, text: &'t str) -> impl Iterator<Item = (&'t str, Node<'t>)> {
    let of = move |node: Node<'t>| {
        let is_test = node.kind() == "method_declaration" && Function::read(node, text).is_some();
        is_test.then(|| Some((receiver_type(node, text)?, node))).flatten()
    };
    parts(root).into_iter().filter_map(of)
}

/// The calls `suite.Run(t, X)` of a file's test functions: the function's name and `X`.
fn runs<'t>(root: Node<'t>, text: &'t str, package: &str) -> Vec<(&'t str, Node<'t>)> {
    let run = format!("{package}.Run");
    let mut found = Vec::new();
    for function in parts(root) {
        let is_test = Function::read(function, text).is_some_and(|one| one.kind == Kind::Test);
        let Some(name) = function.child_by_field_name("name").filter(|_| is_test) else { continue };
        for call in descendants(function).filter(|node| node.kind() == "call_expression") {
            let callee = call.child_by_field_name("function").map(|callee| text_of(callee, text));
            let arguments = call.child_by_field_name("arguments").map(parts).unwrap_or_default();
            if let (true, [_, suite]) = (callee == Some(&run), &arguments[..]) {
                found.push((text_of(name, text), *suite));
            }
        }
    }
    found
}

/// The type of `new(X)`, `&X{…}`, or of a variable that one of these was given to.
fn type_of<'t>(expression: Node<'t>, text: &'t str) -> Option<&'t str> {
    match expression.kind() {
        "call_expression" => {
            let is_new = text_of(expression.child_by_field_name("function")?, text) == "new";
            let made = parts(expression.child_by_field_name("arguments")?).first().copied()?;
            is_new.then(|| text_of(made, text))
        }
        "unary_expression" => type_of(expression.child_by_field_name("operand")?, text),
        "composite_literal" => Some(text_of(expression.child_by_field_name("type")?, text)),
        "identifier" => given_to(expression, text),
        _ => None,
    }
}

fn given_to<'t>(variable: Node<'t>, text: &'t str) -> Option<&'t str> {
    let mut around = std::iter::successors(Some(variable), |node| node.parent());
    let function = around.find(|node| node.kind() == "function_declaration")?;
    let name = text_of(variable, text);
    let gives = |node: &Node<'t>| {
        let left = node.child_by_field_name("left").or(node.child_by_field_name("name"));
        left.is_some_and(|left| text_of(left, text) == name)
    };
    let given = descendants(function)
        .filter(|node| matches!(node.kind(), "short_var_declaration" | "var_spec"))
        .find(gives)?;
    let value = given.child_by_field_name("right").or(given.child_by_field_name("value"));
    let first = value.and_then(|values| parts(values).first().copied());
    match first {
        Some(value) if value.kind() != "identifier" => type_of(value, text),
        Some(_) => None,
        None => Some(text_of(given.child_by_field_name("type")?, text).trim_start_matches('*')),
    }
}

/// The name of the type that a method belongs to.
fn receiver_type<'t>(method: Node<'t>, text: &'t str) -> Option<&'t str> {
    let receiver = parts(method.child_by_field_name("receiver")?).first().copied()?;
    let written = text_of(receiver.child_by_field_name("type")?, text);
    written.trim_start_matches(['*', '(', ' ']).split(['[', ')', ' ']).next()
}

fn embedded<'t>(root: Node<'t>, text: &'t str) -> BTreeMap<&'t str, Vec<&'t str>> {
    let specs = parts(root)
        .into_iter()
        .filter(|node| node.kind() == "type_declaration")
        .flat_map(parts)
        .filter(|spec| spec.kind() == "type_spec");
    let of = |spec: Node<'t>| {
        let structure = spec.child_by_field_name("type").filter(|one| one.kind() == "struct_type")?;
        let fields = parts(structure).into_iter().flat_map(parts);
        let nameless = fields.filter(|field| field.child_by_field_name("name").is_none());
        let types = nameless.filter_map(|field| field.child_by_field_name("type"));
        Some((
            text_of(spec.child_by_field_name("name")?, text),
            types.map(|one| text_of(one, text)).collect(),
        ))
    };
    specs.filter_map(of).collect()
}

/// Whether a method fails by what it has from testify's suite.
fn fails_by_suite(method: Node<'_>, text: &str) -> bool {
    const WAYS: &[&str] = &["T", "Require", "Assert", "Equal", "NoError", "True", "False", "Error", "Nil"];
    let Some(receiver) = super::function::receiver(method, text) else { return false };
    descendants(method).filter(|node| node.kind() == "selector_expression").any(|selector| {
        let [object, field] =
            ["operand", "field"].map(|key| selector.child_by_field_name(key).map(|node| text_of(node, text)));
        object == Some(receiver) && field.is_some_and(|field| WAYS.contains(&field))
    })
}
