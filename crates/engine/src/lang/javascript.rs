//! JavaScript and TypeScript: `test`, `it`, `describe` and their kin, whoever runs them.

mod alias;
mod assertions;
mod call;
mod clues;
mod definitions;
mod edit;
mod ended;
mod find;
mod literal;
mod outline;
mod parts;
mod witness;
mod words;

pub(crate) use literal::{REST, exported, exported_pair};

use super::{Language, syntax};
use tree_sitter::{Node, Tree};

/// JavaScript's row.
pub(super) const JAVASCRIPT: Language = Language {
    name: "JavaScript",
    extensions: &["js", "mjs", "cjs", "jsx"],
    tests: |_, text| find::tests(script(text), text),
    definitions: |_, text| definitions::definitions(script(text), text),
    assertions: |_, text, test| assertions::assertions(script(text), text, test),
    outline: |_, text| outline::of_script(script(text), text),
    edit_bodies: |text, edits| edit::edit_bodies(script(text), text, edits),
    witness: |text, witnessed| witness::witness(&script(text)?, text, witnessed),
    switch: None,
    ends_quietly: true,
    compiled: false,
    break_source,
    hides_tests: parts::hides_tests,
    cut: Some(parts::cut),
    alias: Some(alias::alias),
    stand_in: Some(alias::stand_in),
    graft: Some(parts::graft),
    clues: clues::SCRIPT,
};

/// TypeScript's row.
pub(super) const TYPESCRIPT: Language = Language {
    name: "TypeScript",
    extensions: &["ts", "mts", "cts", "tsx"],
    tests: |_, text| find::tests(typed(text), text),
    definitions: |_, text| definitions::definitions(typed(text), text),
    assertions: |_, text, test| assertions::assertions(typed(text), text, test),
    outline: |_, text| outline::of_typed(typed(text), text),
    edit_bodies: |text, edits| edit::edit_bodies(typed(text), text, edits),
    witness: |text, witnessed| witness::witness(&typed(text)?, text, witnessed),
    switch: None,
    ends_quietly: true,
    compiled: false,
    break_source,
    hides_tests: parts::hides_tests,
    cut: Some(parts::cut),
    alias: Some(alias::alias),
    stand_in: Some(alias::stand_in),
    graft: Some(parts::graft),
    clues: clues::TYPED,
};

/// JavaScript, or what build tools also take for it: types, mostly Flow's.
fn script(text: &str) -> Option<Tree> {
    first_that_fits(
        text,
        &[tree_sitter_javascript::LANGUAGE.into(), tree_sitter_typescript::LANGUAGE_TSX.into()],
    )
}

/// TypeScript without or with JSX; `<T>x` is read in two ways, so both are tried.
fn typed(text: &str) -> Option<Tree> {
    use tree_sitter_typescript::{LANGUAGE_TSX, LANGUAGE_TYPESCRIPT};
    first_that_fits(text, &[LANGUAGE_TYPESCRIPT.into(), LANGUAGE_TSX.into()])
}

fn first_that_fits(text: &str, grammars: &[tree_sitter::Language]) -> Option<Tree> {
    let trees: Vec<_> = grammars.iter().filter_map(|grammar| syntax::parse(grammar, text)).collect();
    let fits = trees.iter().position(|tree| !tree.root_node().has_error());
    trees.into_iter().nth(fits.unwrap_or(0))
}

/// Transpilers that only drop the types let some syntax errors pass, but then what is left still throws.
fn break_source(text: &str) -> String {
    format!(")]}} throw new Error(\"counterproof broke this file on purpose\");\n{text}")
}

/// True for functions written in place.
fn is_function(node: Node<'_>) -> bool {
    matches!(node.kind(), "arrow_function" | "function_expression" | "generator_function")
}

/// The expression inside of parentheses and type assertions.
fn bare(mut node: Node<'_>) -> Node<'_> {
    while matches!(
        node.kind(),
        "parenthesized_expression"
            | "non_null_expression"
            | "as_expression"
            | "satisfies_expression"
            | "instantiation_expression"
    ) {
        let Some(inner) = syntax::parts(node).first().copied() else { break };
        node = inner;
    }
    node
}

/// The names of a function's parameters, in order; `None` where one is a pattern.
fn parameters<'a>(function: Node<'_>, text: &'a str) -> Vec<Option<&'a str>> {
    let list = match function.child_by_field_name("parameter") {
        Some(single) => vec![single],
        None => function.child_by_field_name("parameters").map(syntax::parts).unwrap_or_default(),
    };
    let name = |parameter: Node<'_>| {
        let pattern = parameter.child_by_field_name("pattern").unwrap_or(parameter);
        let is_plain = pattern.kind() == "identifier" && parameter.child_by_field_name("value").is_none();
        is_plain.then(|| syntax::text_of(pattern, text))
    };
    list.into_iter().map(name).collect()
}

#[cfg(test)]
mod tests;
