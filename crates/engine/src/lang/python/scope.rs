//! The functions and classes of a Python scope, in whatever blocks of it they are made.

use super::{marks::Marks, undecorated};
use crate::{
    domain::Disabled,
    lang::syntax::{line_of, parts},
};
use tree_sitter::Node;

/// A function or class of a scope.
pub(super) struct Definition<'t> {
    /// With its decorators.
    pub node: Node<'t>,
    /// Its name.
    pub name: &'t str,
    place: Place,
}

/// The conditional blocks around a statement.
#[derive(Clone, Default)]
struct Place {
    /// Which ones, outermost first.
    branches: Vec<usize>,
    /// Set if one of them is never entered.
    disabled: Option<Disabled>,
}

impl<'t> Definition<'t> {
    /// The function or class inside of its decorators.
    pub(super) fn bare(&self) -> Node<'t> {
        undecorated(self.node)
    }

    /// True for a class.
    pub(super) fn is_class(&self) -> bool {
        self.bare().kind() == "class_definition"
    }

    /// What disables it where it is written: a branch that is never taken, or a decorator.
    pub(super) fn disabled(&self, marks: &Marks<'t>) -> Option<Disabled> {
        self.place.disabled.clone().or_else(|| marks.of_decorators(self.node))
    }

    /// That one of the definitions behind it has its name, and is made whenever this one is.
    pub(super) fn shadowed(&self, later: &[Definition<'t>]) -> Option<Disabled> {
        let shadows = |later: &&Definition<'t>| {
            later.name == self.name && self.place.branches.starts_with(&later.place.branches)
        };
        let line = line_of(later.iter().find(shadows)?.bare());
        Some(Disabled { by: "shadowed by a later definition of the same name".to_owned(), line })
    }
}

/// The definitions of a module's or class's body.
pub(super) fn definitions<'t>(body: Node<'t>, marks: &Marks<'t>) -> Vec<Definition<'t>> {
    let mut reader = Reader { marks, found: Vec::new() };
    reader.read(body, &Place::default());
    reader.found
}

struct Reader<'m, 't> {
    marks: &'m Marks<'t>,
    found: Vec<Definition<'t>>,
}

impl<'t> Reader<'_, 't> {
    /// The definitions of a block and of the blocks inside that are not scopes of their own.
    fn read(&mut self, block: Node<'t>, place: &Place) {
        for statement in parts(block) {
            match statement.kind() {
                "function_definition" | "class_definition" | "decorated_definition" => {
                    let Some(name) = undecorated(statement).child_by_field_name("name") else { continue };
                    let name = self.marks.text_of(name);
                    self.found.push(Definition { node: statement, name, place: place.clone() });
                }
                "if_statement" | "while_statement" => self.read_branches(statement, place),
                // The body of `with` is entered whenever the statement is.
                "with_statement" => {
                    if let Some(body) = statement.child_by_field_name("body") {
                        self.read(body, place);
                    }
                }
                "block" => self.read(statement, &place.inside(statement)),
                kind if kind.ends_with("_statement") || kind.ends_with("_clause") => {
                    self.read(statement, place)
                }
                _ => {}
            }
        }
    }

    /// The definitions in the branches of an `if` or `while`; a branch that is never taken disables them.
    fn read_branches(&mut self, statement: Node<'t>, place: &Place) {
        let mut taken = None;
        let alternatives: Vec<_> =
            statement.children_by_field_name("alternative", &mut statement.walk()).collect();
        for clause in std::iter::once(statement).chain(alternatives) {
            let condition = clause.child_by_field_name("condition");
            let truth = condition.and_then(|condition| self.marks.truth(condition));
            let never = taken.or(condition.filter(|_| truth == Some(false)));
            let block = clause.child_by_field_name("consequence").or(clause.child_by_field_name("body"));
            if let Some(block) = block {
                let mut inner = place.inside(block);
                inner.disabled =
                    inner.disabled.or_else(|| never.map(|condition| self.marks.never(condition)));
                self.read(block, &inner);
            }
            taken = taken.or(condition.filter(|_| truth == Some(true)));
        }
    }
}

impl Place {
    fn inside(&self, block: Node<'_>) -> Self {
        let mut inner = self.clone();
        inner.branches.push(block.id());
        inner
    }
}
