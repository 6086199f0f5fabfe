//! The variables that are known at a place of a function.

use crate::lang::syntax::{parts, text_of};
use std::collections::BTreeSet;
use tree_sitter::Node;

/// The variables declared before a node in the functions around it, parameters left out.
pub(super) fn variables<'t>(node: Node<'t>, text: &'t str) -> BTreeSet<&'t str> {
    names(node, text, false)
}

/// Whether a name at this place is one of a variable or a parameter, not of a package.
pub(super) fn is_variable(node: Node<'_>, text: &str) -> bool {
    names(node, text, true).contains(text_of(node, text))
}

fn names<'t>(node: Node<'t>, text: &'t str, with_parameters: bool) -> BTreeSet<&'t str> {
    let mut names = BTreeSet::new();
    let mut inner = node;
    while let Some(outer) = inner.parent().filter(|outer| outer.kind() != "source_file") {
        let is_body = with_parameters && outer.child_by_field_name("body") == Some(inner);
        let parameters = if is_body { parameters(outer) } else { Vec::new() };
        let declared = declared(outer, inner).into_iter().chain(parameters);
        names.extend(declared.map(|name| text_of(name, text)));
        inner = outer;
    }
    names.remove("_");
    names
}

/// What a node declares for one of its children: the statements before it, or the clause in front of its block.
fn declared<'t>(outer: Node<'t>, inner: Node<'t>) -> Vec<Node<'t>> {
    let clause = |fields: &[&str]| {
        let clauses = fields.iter().filter_map(|field| outer.child_by_field_name(field));
        clauses.filter(|clause| clause.id() != inner.id()).flat_map(bound).collect::<Vec<_>>()
    };
    match outer.kind() {
        "statement_list" => parts(outer)
            .into_iter()
            .take_while(|statement| statement.start_byte() < inner.start_byte())
            .flat_map(bound)
            .collect(),
        "for_statement" => {
            parts(outer).into_iter().filter(|part| part.id() != inner.id()).flat_map(bound).collect()
        }
        "type_switch_statement" => {
            let alias = outer.child_by_field_name("alias").map(parts).unwrap_or_default();
            clause(&["initializer"]).into_iter().chain(alias).collect()
        }
        _ => clause(&["initializer", "communication"]),
    }
}

/// The names a statement or a clause binds.
fn bound(node: Node<'_>) -> Vec<Node<'_>> {
    match node.kind() {
        "short_var_declaration" => left(node),
        "range_clause" | "receive_statement" if has(node, ":=") => left(node),
        "for_clause" => node.child_by_field_name("initializer").map(bound).unwrap_or_default(),
        "var_declaration" | "var_spec_list" => parts(node).into_iter().flat_map(bound).collect(),
        "var_spec" => node.children_by_field_name("name", &mut node.walk()).collect(),
        "labeled_statement" => parts(node).into_iter().flat_map(bound).collect(),
        _ => Vec::new(),
    }
}

fn left(node: Node<'_>) -> Vec<Node<'_>> {
    node.child_by_field_name("left").map(parts).unwrap_or_default()
}

fn has(node: Node<'_>, token: &str) -> bool {
    node.children(&mut node.walk()).any(|child| child.kind() == token)
}

fn parameters(function: Node<'_>) -> Vec<Node<'_>> {
    let lists = ["receiver", "parameters", "result"].into_iter().filter_map(|field| {
        function.child_by_field_name(field).filter(|list| list.kind() == "parameter_list")
    });
    let declarations: Vec<_> = lists.flat_map(parts).collect();
    declarations
        .into_iter()
        .flat_map(|one| one.children_by_field_name("name", &mut one.walk()).collect::<Vec<_>>())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{go::parse, syntax::descendants};

    /// The variables known at `HERE`.
    fn at_here(body: &str) -> String {
        let text = format!("package p\nvar outer int\nfunc f(parameter int) {{{body}}}\n");
        let tree = parse(&text).unwrap();
        let here = descendants(tree.root_node()).find(|node| text_of(*node, &text) == "HERE").unwrap();
        variables(here, &text).into_iter().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_was_declared_before_in_a_scope_around_is_known() {
        assert_eq!(
            at_here("a, _ := 1, 2\nvar b, c int\nvar (\nd = 1\n)\nconst no = 1\nHERE()\ne := 1"),
            "a b c d"
        );
        assert_eq!(at_here("{ no := 1; _ = no }\nif a := x; a { b := 1; HERE() }"), "a b");
        assert_eq!(at_here("for i, v := range x { func(p int) { w := 1; HERE() }(i) }"), "i v w");
        assert_eq!(at_here("for i := 0; i < 3; i++ { HERE() }"), "i");
        assert_eq!(at_here("switch a := x; b := a.(type) {\ncase int:\n c := 1\n HERE()\n}"), "a b c");
        assert_eq!(at_here("select {\ncase a := <-x:\n HERE()\n}"), "a");
        assert_eq!(at_here("a := f(HERE)"), "");
    }
}
