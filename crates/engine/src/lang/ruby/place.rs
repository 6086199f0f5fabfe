//! The place of a node among classes, suites and branches.

use crate::domain::Disabled;

/// What is known of the place a node is in.
#[derive(Clone, Default)]
pub(super) struct Place {
    /// The constants of the classes and modules around it.
    pub(super) constants: Vec<String>,
    /// The suites that a test here is in: a class, or what `describe` says.
    pub(super) names: Vec<String>,
    /// What kind of suite that is.
    pub(super) suite: Suite,
    /// What disables all that is here.
    pub(super) disabled: Option<Disabled>,
    /// What is here may be run under other names, several times or never.
    pub(super) dynamic: bool,
    /// What is here may not be run at all.
    pub(super) conditional: bool,
}

/// What tests are in.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Suite {
    /// None: nothing here is a test.
    #[default]
    None,
    /// A class, or a module.
    Class,
    /// What a block says that `describe` is given.
    Group,
}

impl Place {
    /// The same inside of what may be run several times or never.
    pub(super) fn repeated(&self) -> Self {
        Self { dynamic: true, conditional: true, ..self.clone() }
    }

    /// The inside of a class of this name.
    pub(super) fn of_class(&self, path: Vec<String>) -> Self {
        Self { constants: path.clone(), names: path, suite: Suite::Class, ..self.clone() }
    }
}
