//! Where the tests of a PHP file are.

use super::{
    annotation::{self, Annotation, doc_comment},
    class::{Class, Classes, methods},
    marks,
    names::{mentioned, quoted},
    parse,
};
use crate::{
    domain::{Disabled, RepoPath},
    lang::{
        FoundTest,
        syntax::{numbered, parts, text_of, tokens},
    },
};
use std::{collections::HashSet, ops::Range};
use tree_sitter::Node;

/// Annotations that decide how a test runs; what others say is prose.
const TELLING: &[&str] = &[
    "@after",
    "@afterClass",
    "@backupGlobals",
    "@backupStaticAttributes",
    "@before",
    "@beforeClass",
    "@dataProvider",
    "@depends",
    "@doesNotPerformAssertions",
    "@group",
    "@preserveGlobalState",
    "@requires",
    "@runInSeparateProcess",
    "@runTestsInSeparateProcesses",
    "@test",
    "@testWith",
];

/// The tests of a file. Those with data sets are found once: they are asked as a group.
pub(super) fn tests(path: &RepoPath, text: &str) -> Vec<FoundTest> {
    let Some(tree) = parse(text) else { return Vec::new() };
    let classes = Classes::read(tree.root_node(), text);
    let run = classes.run(path);
    let found = run.iter().flat_map(|class| Suite::of(&classes, class, text).tests(false));
    let shared = classes.shared(&run);
    let shared = shared.iter().flat_map(|class| Suite::of(&classes, class, text).tests(true));
    numbered(found.chain(shared).collect(), tree.root_node(), text)
}

/// The test methods of a class and what else it is made of.
pub(super) struct Suite<'t> {
    class: String,
    text: &'t str,
    /// All its methods, as far as they are of this file, each name once.
    methods: Vec<Node<'t>>,
    disabled: Option<Disabled>,
}

impl<'t> Suite<'t> {
    pub(super) fn of(classes: &Classes<'t>, class: &Class<'t>, text: &'t str) -> Self {
        let mut known = HashSet::new();
        let all = classes.ancestry(class).into_iter().flat_map(methods);
        let methods: Vec<_> = all.filter(|method| known.insert(name_of(*method, text))).collect();
        let starts =
            methods.iter().filter(|method| matches!(name_of(**method, text), "setUp" | "setUpBeforeClass"));
        let disabled = starts.filter_map(|method| marks::skips_at_once(*method, text)).next();
        Self { class: class.full.clone(), text, methods, disabled }
    }

    /// The methods that are tests, each with what is said of it.
    pub(super) fn test_methods(&self) -> Vec<(Node<'t>, Vec<Annotation>)> {
        let told = self.methods.iter().map(|method| (*method, annotation::of(*method, self.text)));
        let is_test = |(method, said): &(Node<'t>, Vec<Annotation>)| {
            let by_name = name_of(*method, self.text).starts_with("test");
            (by_name || said.iter().any(|one| one.is(&["@test", "Test"])))
                && marks::is_run(*method, self.text)
        };
        told.filter(is_test).collect()
    }

    /// The full name of a test of the class.
    pub(super) fn name(&self, method: Node<'t>) -> Vec<String> {
        vec![self.class.clone(), name_of(method, self.text).to_owned()]
    }

    fn tests(&self, dynamic: bool) -> Vec<FoundTest> {
        let found = self.test_methods().into_iter();
        found.filter_map(|(method, said)| self.test(method, &said, dynamic)).collect()
    }

    fn test(&self, method: Node<'t>, said: &[Annotation], dynamic: bool) -> Option<FoundTest> {
        let text = self.text;
        let body = method.child_by_field_name("body")?;
        let providers = self.providers(said);
        let whole = || [method].into_iter().chain(providers.iter().copied());
        let mut all_tokens: Vec<String> = telling(said).chain(tokens(method, text)).collect();
        all_tokens.extend(providers.iter().flat_map(|provider| tokens(*provider, text)));
        let span = span(method, text);
        Some(FoundTest {
            name: self.name(method),
            ordinal: 0,
            line: text[..span.start].matches('\n').count() + 1,
            span,
            body: inside(body),
            disabled: self.disabled.clone().or_else(|| marks::skips_at_once(method, text)),
            characterization: false,
            dynamic,
            tokens: all_tokens,
            body_tokens: tokens(body, text),
            wrapping: self.wrapping(method, said),
            mentions: whole().flat_map(|node| mentioned(node, text)).collect(),
            quoted: whole().flat_map(|node| quoted(node, text)).collect(),
        })
    }

    /// Class, modifiers, what is said of the test, and whether it expects to throw.
    fn wrapping(&self, method: Node<'t>, said: &[Annotation]) -> Vec<String> {
        let said = said.iter().filter(|one| !one.name.starts_with('@') || one.is(TELLING));
        let modifiers = parts(method).into_iter().filter(|part| part.kind().ends_with("_modifier"));
        let modifiers = modifiers.map(|part| text_of(part, self.text).to_owned());
        let expects = marks::expects_to_throw(method, self.text).then(|| marks::EXPECTS.to_owned());
        let class = std::iter::once(self.class.clone());
        class.chain(modifiers).chain(said.map(|one| one.name.clone())).chain(expects).collect()
    }

    /// The methods of the class that a test's data sets come from: other rows are another test.
    fn providers(&self, said: &[Annotation]) -> Vec<Node<'t>> {
        let sources = said.iter().filter(|one| one.is(&["@dataProvider", "DataProvider"]));
        let names: Vec<_> = sources.filter_map(|one| one.values.first()?.split([' ', '(']).next()).collect();
        let own =
            |name: &str| self.methods.iter().copied().find(|method| name_of(*method, self.text) == name);
        names.into_iter().filter_map(own).collect()
    }
}

fn telling(said: &[Annotation]) -> impl Iterator<Item = String> + '_ {
    let telling = said.iter().filter(|one| one.is(TELLING));
    telling.flat_map(|one| std::iter::once(&one.name).chain(&one.values)).cloned()
}

/// A method's name.
pub(super) fn name_of<'a>(method: Node<'_>, text: &'a str) -> &'a str {
    method.child_by_field_name("name").map_or("", |name| text_of(name, text))
}

/// A method with its doc comment.
fn span(method: Node<'_>, text: &str) -> Range<usize> {
    let comment = doc_comment(method, text).map(|comment| comment.start_byte());
    comment.unwrap_or(usize::MAX).min(method.start_byte())..method.end_byte()
}

/// The inside of a block.
fn inside(block: Node<'_>) -> Range<usize> {
    block.start_byte() + 1..block.end_byte().saturating_sub(1).max(block.start_byte() + 1)
}

/// The statements of a method's body.
pub(super) fn statements(method: Node<'_>) -> Vec<Node<'_>> {
    method.child_by_field_name("body").map(parts).unwrap_or_default()
}
