//! Attributes: what they say of tests, and which conditions hold in a test build.

use super::syntax::{Item, children, each_leaf};
use crate::domain::Disabled;
use tree_sitter::Node;

/// An attribute that is in force, those inside of `cfg_attr` included.
pub(super) struct Attribute<'a> {
    meta: Meta<'a>,
    /// It stands inside of a `cfg_attr` whose condition may not hold.
    perhaps: bool,
    words: &'a str,
    line: usize,
}

/// `path`, `path = …` or `path(args)`.
struct Meta<'a> {
    path: Vec<&'a str>,
    args: Vec<Meta<'a>>,
    /// The literal behind `=`.
    value: Option<&'a str>,
}

/// The outer attributes of an item, and the inner ones of its braces.
pub(super) fn of_item<'a>(item: &Item, text: &'a str) -> Vec<Attribute<'a>> {
    let inner = item.node.child_by_field_name("body").map(|body| of_scope(body, text)).unwrap_or_default();
    item.attributes.iter().flat_map(|node| read(*node, text)).chain(inner).collect()
}

/// The inner attributes of a file or of braces.
pub(super) fn of_scope<'a>(scope: Node, text: &'a str) -> Vec<Attribute<'a>> {
    let inner = children(scope).into_iter().filter(|child| child.kind() == "inner_attribute_item");
    inner.flat_map(|node| read(node, text)).collect()
}

fn read<'a>(node: Node, text: &'a str) -> Vec<Attribute<'a>> {
    let mut tokens = Vec::new();
    let attribute = children(node).into_iter().find(|child| child.kind() == "attribute");
    each_leaf(attribute.unwrap_or(node), |leaf| tokens.push(&text[leaf.byte_range()]));
    let mut metas = vec![(Meta::parse(&mut &tokens[..]), false)];
    let mut read = Vec::new();
    while let Some((meta, perhaps)) = metas.pop() {
        match (meta.is("cfg_attr"), meta.args.first().and_then(Meta::holds)) {
            (true, Some(false)) => {}
            (true, holds) => {
                metas.extend(meta.args.into_iter().skip(1).map(|m| (m, perhaps || holds.is_none())))
            }
            (false, _) => {
                let line = node.start_position().row + 1;
                read.push(Attribute { meta, perhaps, words: &text[node.byte_range()], line });
            }
        }
    }
    read
}

impl<'a> Attribute<'a> {
    /// The last name of its path: `test` for `#[tokio::test]`.
    pub(super) fn name(&self) -> &'a str {
        self.meta.path.last().copied().unwrap_or_default()
    }

    /// It makes a test of a function.
    pub(super) fn makes_test(&self) -> bool {
        self.name().ends_with("test") || self.makes_several()
    }

    /// It makes several tests of one function, with names of its own.
    pub(super) fn makes_several(&self) -> bool {
        matches!(self.name(), "test_case" | "test_matrix" | "rstest_parametrize" | "parameterized_test")
    }

    /// What it marks is only there in test builds.
    pub(super) fn is_for_tests(&self) -> bool {
        !self.perhaps && self.meta.is("cfg") && self.meta.args.first().is_some_and(Meta::implies_test)
    }

    /// It keeps tests from running.
    pub(super) fn disables(&self) -> Option<Disabled> {
        let never = self.meta.is("cfg") && self.meta.args.first().and_then(Meta::holds) == Some(false);
        let disables = !self.perhaps && (never || self.meta.is("ignore"));
        disables.then(|| Disabled { by: self.words.to_owned(), line: self.line })
    }

    /// The literal of `#[path = "…"]`, without its quotes.
    pub(super) fn path(&self) -> Option<&'a str> {
        let literal = self.meta.value.filter(|_| self.meta.is("path"))?;
        Some(literal.trim_matches(['r', '#']).trim_matches('"'))
    }

    /// `#[should_panic]`: the literal a panic's message must contain, the empty literal if any will do.
    pub(super) fn should_panic(&self) -> Option<&'a str> {
        let named = self.meta.args.iter().find(|arg| arg.is("expected")).and_then(|arg| arg.value);
        self.meta.is("should_panic").then(|| named.or(self.meta.value).unwrap_or("\"\""))
    }
}

impl<'a> Meta<'a> {
    fn is(&self, name: &str) -> bool {
        self.path == [name]
    }

    /// Reads one, up to the next comma or closing bracket at its level.
    fn parse(tokens: &mut &[&'a str]) -> Self {
        let mut meta = Self { path: Vec::new(), args: Vec::new(), value: None };
        let mut named = true;
        while let Some((token, rest)) = tokens.split_first() {
            match *token {
                "," | ")" | "]" | "}" => break,
                "(" | "[" | "{" => {
                    *tokens = rest;
                    let args = Self::parse_list(tokens);
                    if named {
                        meta.args = args;
                    }
                    named = false;
                    continue;
                }
                "::" => {}
                "=" => named = false,
                word if named => meta.path.push(word),
                value => meta.value = meta.value.or(Some(value)),
            }
            *tokens = rest;
        }
        meta
    }

    /// Reads metas parted by commas, and the bracket that closes them.
    fn parse_list(tokens: &mut &[&'a str]) -> Vec<Self> {
        let mut list = Vec::new();
        while let Some((token, rest)) = tokens.split_first() {
            match *token {
                ")" | "]" | "}" => {
                    *tokens = rest;
                    break;
                }
                "," => *tokens = rest,
                _ => list.push(Self::parse(tokens)),
            }
        }
        list
    }

    /// As a condition: it can only hold in test builds (`doctest` counts as one).
    fn implies_test(&self) -> bool {
        match self.path[..] {
            ["test" | "doctest"] => self.args.is_empty(),
            ["all"] => self.args.iter().any(Self::implies_test),
            ["any"] => !self.args.is_empty() && self.args.iter().all(Self::implies_test),
            _ => false,
        }
    }

    /// As a condition in a test build: whether it holds; `None` if that hangs on the platform, features or flags.
    fn holds(&self) -> Option<bool> {
        match self.path[..] {
            ["test" | "true"] => Some(true),
            ["false" | "FALSE" | "never" | "doctest"] => Some(false),
            ["not"] => self.args.first()?.holds().map(|holds| !holds),
            ["all"] => self.all_are(true).or_else(|| self.any_is(false).then_some(false)),
            ["any"] => self.all_are(false).or_else(|| self.any_is(true).then_some(true)),
            _ => None,
        }
    }

    /// `Some(value)` if all arguments have this value.
    fn all_are(&self, value: bool) -> Option<bool> {
        self.args.iter().all(|arg| arg.holds() == Some(value)).then_some(value)
    }

    fn any_is(&self, value: bool) -> bool {
        self.args.iter().any(|arg| arg.holds() == Some(value))
    }
}
