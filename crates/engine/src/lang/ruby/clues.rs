//! What static rules know of Ruby.

use super::parse;
use crate::lang::{
    clues::{Clues, Mock, arguments, calls, first_name, last_name, none_unawaited},
    syntax::{line_of, text_of},
};
use tree_sitter::Node;

pub(super) const CLUES: Clues = Clues {
    tree: parse,
    asserts: |first, last| {
        ["assert", "refute", "must_", "wont_"].iter().any(|word| last.starts_with(word))
            || (matches!(first, "expect" | "is_expected") && matches!(last, "to" | "not_to" | "to_not"))
            || last == "flunk"
    },
    asserts_by_if: false,
    exact: &[
        "eq",
        "eql",
        "equal",
        "match_array",
        "contain_exactly",
        "assert_equal",
        "assert_same",
        "must_equal",
    ],
    loose: &[
        "be_truthy",
        "be_falsey",
        "be_present",
        "include",
        "match",
        "be_a",
        "be_kind_of",
        "not be_nil",
        "not eq",
        "truth",
        "assert_includes",
        "assert_match",
        "assert_instance_of",
        "not refute_nil",
        "refute_nil",
        "refute_equal",
        "must_include",
    ],
    catching: &["Exception", "Assertion", "ExpectationNotMetError"],
    reducing: &["size", "length", "count", "sort", "class"],
    wider_by_more: &["be_within", "assert_in_delta", "assert_in_epsilon", "abs"],
    wider_by_less: &["round"],
    containing: &[],
    unawaited: none_unawaited,
    mocks,
    test_mode: &[
        "Rails.env.test?",
        "'RAILS_ENV']=='test'",
        "'RACK_ENV']=='test'",
        "defined?(Minitest)",
        "defined?(RSpec)",
        "defined?(::RSpec)",
    ],
    silencing: &["# rubocop:disable", "# :nocov:", "#:nocov:"],
    patching: &[r"^\s*def\s+(assert|assert_equal|refute|must_equal)\b"],
};

/// `allow(Thing).to receive(:name).and_return(…)`.
fn mocks(node: Node<'_>, text: &str) -> Vec<Mock> {
    calls(node).filter_map(|call| mock(call, text)).collect()
}

fn mock(call: Node<'_>, text: &str) -> Option<Mock> {
    if first_name(call, text) != "allow" || last_name(call, text) != "to" {
        return None;
    }
    let place = arguments(call.child_by_field_name("receiver")?).first().map(|one| text_of(*one, text))?;
    let told = calls(*arguments(call).first()?).find(|one| last_name(*one, text) == "receive")?;
    let name = text_of(*arguments(told).first()?, text).trim_start_matches(':').to_owned();
    Some(Mock { line: line_of(call), place: place.to_owned(), name })
}
