//! One call that makes a test or a suite: its word, its names, its block.

use super::names::{Name, name_of};
use crate::lang::syntax::{parts, text_of, words};
use tree_sitter::Node;

/// What a call makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A test.
    Test,
    /// A suite that tests may be in.
    Group,
    /// Tests that are run wherever they are included.
    Shared,
}

/// A call that makes a test or a suite.
pub(super) struct Call<'t> {
    /// The whole call.
    pub(super) node: Node<'t>,
    /// What it makes.
    pub(super) kind: Kind,
    /// The word that it is called by.
    pub(super) word: &'t str,
    /// Its names, outermost first: `describe Foo, "#bar"` has two, `it { … }` none.
    pub(super) names: Vec<Name>,
    /// What it is given.
    pub(super) arguments: Vec<Node<'t>>,
    /// The block that is its body.
    pub(super) block: Option<Node<'t>>,
    /// `&body`: a body that is written elsewhere.
    pub(super) reference: Option<Node<'t>>,
}

const GROUPS: &[&str] = &["describe", "context", "feature", "example_group"];
const SHARED: &[&str] = &["shared_examples", "shared_examples_for", "shared_context"];
const TESTS: &[&str] = &["it", "specify", "example", "scenario"];

/// Words that make a test only with a name and a block, since they mean something else without.
const NAMED_TESTS: &[&str] = &["test", "its", "skip", "pending", "focus", "define_method"];

/// What a word makes; `x` before it disables, `f` focuses.
fn kind_of(word: &str) -> Option<Kind> {
    let of = |word: &str| {
        let kinds = [(GROUPS, Kind::Group), (SHARED, Kind::Shared), (TESTS, Kind::Test)];
        kinds.into_iter().find(|(words, _)| words.contains(&word)).map(|(_, kind)| kind)
    };
    let prefixed = || word.strip_prefix(['x', 'f']).and_then(of).filter(|kind| *kind != Kind::Shared);
    match word {
        "sub_test_case" => Some(Kind::Group),
        _ if NAMED_TESTS.contains(&word) => Some(Kind::Test),
        _ => of(word).or_else(prefixed),
    }
}

impl<'t> Call<'t> {
    /// What a call makes, if it is a test or a suite.
    pub(super) fn read(node: Node<'t>, text: &'t str) -> Option<Self> {
        let word = node.child_by_field_name("method").map(|method| text_of(method, text))?;
        let kind = kind_of(word)?;
        if let Some(receiver) = node.child_by_field_name("receiver") {
            let is_rspec = matches!(text_of(receiver, text), "RSpec" | "::RSpec");
            if !is_rspec || kind == Kind::Test {
                return None;
            }
        }
        let all = node.child_by_field_name("arguments").map(parts).unwrap_or_default();
        let (references, arguments): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|argument| argument.kind() == "block_argument");
        let block = node.child_by_field_name("block");
        let names = names(kind, &arguments, text);
        let call = Self { node, kind, word, names, arguments, block, reference: references.first().copied() };
        call.is_meant().then_some(call)
    }

    /// `skip` and `test` alone are something else, and so is a variable or method called `it` or `context`.
    fn is_meant(&self) -> bool {
        let has_body = self.block.is_some() || self.reference.is_some();
        let is_named = !self.names.is_empty();
        match self.kind {
            Kind::Test if self.word == "define_method" => {
                has_body && self.names.first().is_some_and(|name| name.text.starts_with("test_"))
            }
            Kind::Test if NAMED_TESTS.contains(&self.word) => has_body && is_named,
            Kind::Test => has_body || is_named,
            Kind::Group | Kind::Shared => self.block.is_some(),
        }
    }

    /// The statements of its body.
    pub(super) fn body(&self) -> Option<Node<'t>> {
        self.block?.child_by_field_name("body")
    }

    /// Its own name; for one that has none, what it does.
    pub(super) fn own_name(&self, text: &str) -> Name {
        let written = || self.body().map(|body| words(body, text)).unwrap_or_default();
        let unnamed = || Name { text: written(), is_static: false };
        self.names.first().cloned().unwrap_or_else(unnamed)
    }
}

/// A test has one name; a suite has all that is not an option.
fn names(kind: Kind, arguments: &[Node<'_>], text: &str) -> Vec<Name> {
    let is_option =
        |node: &Node<'_>| matches!(node.kind(), "pair" | "hash" | "hash_splat_argument" | "splat_argument");
    let given = arguments.iter().take_while(|node| !is_option(node)).enumerate();
    let is_name =
        |(at, node): &(usize, &Node<'_>)| *at == 0 || (kind == Kind::Group && node.kind() != "simple_symbol");
    given.take_while(is_name).map(|(_, node)| name_of(*node, text)).collect()
}
