//! What is said of a class or method in its doc comment (`@name value`) or in attributes (`#[Name(value)]`).

use crate::lang::syntax::{descendants, parts, text_of, words};
use tree_sitter::Node;

/// One annotation or attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Annotation {
    /// Its name: that of an attribute without its namespace, as `DataProvider`; that of an annotation as `@dataProvider`.
    pub name: String,
    /// What follows an annotation, on one line; the texts of an attribute's arguments.
    pub values: Vec<String>,
}

impl Annotation {
    /// True if it has one of these names.
    pub(super) fn is(&self, names: &[&str]) -> bool {
        names.contains(&self.name.as_str())
    }
}

/// The annotations and attributes of a definition.
pub(super) fn of(definition: Node<'_>, text: &str) -> Vec<Annotation> {
    let comment = doc_comment(definition, text).map(|comment| text_of(comment, text));
    let annotations = comment.map(in_comment).unwrap_or_default();
    let list = definition.child_by_field_name("attributes");
    let attributes = list.into_iter().flat_map(descendants).filter(|node| node.kind() == "attribute");
    annotations.into_iter().chain(attributes.filter_map(|node| attribute(node, text))).collect()
}

/// The doc comment of a definition: the last one before its name.
pub(super) fn doc_comment<'t>(definition: Node<'t>, text: &str) -> Option<Node<'t>> {
    let is_doc = |node: &Node<'_>| text_of(*node, text).starts_with("/**");
    let inside = definition.children(&mut definition.walk()).filter(|node| node.kind() == "comment").last();
    let before = std::iter::successors(definition.prev_sibling(), Node::prev_sibling)
        .take_while(|node| node.kind() == "comment");
    inside.into_iter().chain(before).find(is_doc)
}

/// The annotations of a comment. A value goes on to the next annotation.
fn in_comment(comment: &str) -> Vec<Annotation> {
    let inside = comment.trim_start_matches("/**").trim_end_matches("*/");
    let mut found: Vec<(String, String)> = Vec::new();
    for line in inside.lines().map(|line| line.trim().trim_start_matches('*').trim()) {
        match (line.strip_prefix('@'), found.last_mut()) {
            (Some(rest), _) => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
                let (name, value) = rest.split_at(end.unwrap_or(rest.len()));
                found.push((format!("@{name}"), value.trim().to_owned()));
            }
            (None, Some((_, value))) if !line.is_empty() => *value = format!("{value} {line}"),
            (None, _) => {}
        }
    }
    found.into_iter().map(|(name, value)| Annotation { name, values: vec![value] }).collect()
}

fn attribute(node: Node<'_>, text: &str) -> Option<Annotation> {
    let name = last_segment(text_of(*parts(node).first()?, text)).to_owned();
    let arguments = node.child_by_field_name("parameters").map(parts).unwrap_or_default();
    let value = |argument: &Node<'_>| {
        let value = parts(*argument).last().copied().unwrap_or(*argument);
        words(value, text).trim_matches(['\'', '"']).to_owned()
    };
    Some(Annotation { name, values: arguments.iter().map(value).collect() })
}

/// The last part of a name with namespaces.
pub(super) fn last_segment(name: &str) -> &str {
    name.rsplit('\\').next().unwrap_or(name)
}
