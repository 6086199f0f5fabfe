//! The classes and modules of a file: a class has the tests of its superclass and of its modules too.

use crate::lang::FoundTest;
use std::collections::{BTreeMap, BTreeSet};

/// A class or module, by all that the file says of it.
#[derive(Default)]
pub(super) struct Class {
    /// It is a module: its tests are run only where it is included.
    pub(super) is_module: bool,
    /// The superclass, as it is written.
    pub(super) superclass: Option<String>,
    /// The modules it includes, as they are written.
    pub(super) modules: Vec<String>,
    /// Its own tests, with the names of the methods that they are.
    pub(super) tests: Vec<(String, FoundTest)>,
}

/// The classes and modules of a file, by their full names.
pub(super) struct Classes {
    by_path: BTreeMap<Vec<String>, Class>,
    inherit: bool,
}

impl Classes {
    /// None yet. `inherit` says whether a class runs the tests of its superclass too.
    pub(super) fn new(inherit: bool) -> Self {
        Self { by_path: BTreeMap::new(), inherit }
    }

    /// The class of a name, made if it is not there.
    pub(super) fn of(&mut self, path: &[String]) -> &mut Class {
        self.by_path.entry(path.to_vec()).or_default()
    }

    /// The tests of all classes: their own, and those that they have from others of this file.
    pub(super) fn tests(&self) -> Vec<FoundTest> {
        let classes = self.by_path.iter().filter(|(_, class)| !class.is_module);
        classes.flat_map(|(path, class)| self.tests_of(path, class)).collect()
    }

    fn tests_of(&self, path: &[String], class: &Class) -> Vec<FoundTest> {
        let mut tests: Vec<FoundTest> = class.tests.iter().map(|(_, test)| test.clone()).collect();
        let mut known: BTreeSet<&String> = class.tests.iter().map(|(method, _)| method).collect();
        let mut visited = BTreeSet::from([path]);
        let mut waiting = self.ancestors(path, class);
        while let Some(ancestor) = waiting.pop() {
            let Some((path_of_ancestor, class)) = self.by_path.get_key_value(&ancestor) else { continue };
            if !visited.insert(path_of_ancestor) {
                continue;
            }
            for (_, test) in class.tests.iter().filter(|(method, _)| !known.contains(method)) {
                let own = test.name.last().cloned();
                let name = path.iter().cloned().chain(own).collect();
                tests.push(FoundTest { name, ..test.clone() });
            }
            known.extend(class.tests.iter().map(|(method, _)| method));
            waiting.extend(self.ancestors(path_of_ancestor, class));
        }
        tests
    }

    /// The full names of the ancestors that are of this file, the one asked first at the end.
    fn ancestors(&self, path: &[String], class: &Class) -> Vec<Vec<String>> {
        let superclass = class.superclass.iter().filter(|_| self.inherit);
        superclass.chain(&class.modules).filter_map(|written| self.resolve(path, written)).collect()
    }

    /// The class that a name means inside of another: the innermost there is.
    fn resolve(&self, within: &[String], written: &str) -> Option<Vec<String>> {
        let words: Vec<String> = segments(written);
        let from = if written.starts_with("::") { 0 } else { within.len() };
        let full = (0..=from).rev().map(|depth| [&within[..depth], &words].concat());
        full.filter(|path| path.as_slice() != within).find(|path| self.by_path.contains_key(path))
    }
}

/// The constants of `A::B::C`.
pub(super) fn segments(written: &str) -> Vec<String> {
    written.split("::").map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
