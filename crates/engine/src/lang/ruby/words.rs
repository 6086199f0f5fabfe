//! What a Ruby file says as a whole: how often its words stand in it, which shared groups it includes.

use super::{call::Call, names::name_of};
use crate::lang::syntax::{descendants, parts, text_of};
use std::collections::BTreeMap;
use tree_sitter::Node;

/// What is said in the whole file.
pub(super) struct Words<'t> {
    counts: BTreeMap<&'t str, usize>,
    /// The names of shared groups that are included.
    included: Vec<String>,
    /// It is about test-unit.
    pub(super) is_test_unit: bool,
    /// It is about RSpec.
    pub(super) is_rspec: bool,
}

impl<'t> Words<'t> {
    pub(super) fn of(root: Node<'t>, text: &'t str) -> Self {
        const INCLUDES: &[&str] =
            &["include_examples", "it_behaves_like", "it_should_behave_like", "include_context"];
        let (mut counts, mut included) = (BTreeMap::new(), Vec::new());
        for node in descendants(root) {
            if matches!(node.kind(), "identifier" | "simple_symbol" | "constant") {
                *counts.entry(text_of(node, text).trim_start_matches(':')).or_default() += 1;
            }
            let word = node.child_by_field_name("method").map(|method| text_of(method, text));
            if word.is_some_and(|word| INCLUDES.contains(&word)) {
                let first =
                    node.child_by_field_name("arguments").and_then(|list| parts(list).first().copied());
                included.extend(first.map(|name| name_of(name, text).text));
            }
        }
        // Old minitest has a `MiniTest::Unit`.
        let is_test_unit =
            text.contains("test/unit") || text.replace("MiniTest::Unit", "").contains("Test::Unit");
        Self { counts, included, is_test_unit, is_rspec: text.contains("RSpec") }
    }

    /// How often a name stands in it.
    pub(super) fn count(&self, word: &str) -> usize {
        self.counts.get(word).copied().unwrap_or_default()
    }

    /// minitest runs `test_…`, test-unit whatever begins with `test`.
    pub(super) fn is_test(&self, method: &str) -> bool {
        method.starts_with("test_") || (self.is_test_unit && method.starts_with("test") && method != "test")
    }

    /// Whether a shared group is included in the file itself; elsewhere its tests are others'.
    pub(super) fn includes(&self, shared: &Call<'_>) -> bool {
        shared.names.iter().any(|name| !name.is_static || self.included.contains(&name.text))
    }
}
