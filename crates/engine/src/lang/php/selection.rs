//! What a runner must know of a file, besides the names of its tests, to select them.

use super::{
    annotation::{Annotation, last_segment},
    class::Classes,
    find::{Suite, name_of},
    parse,
};
use crate::domain::RepoPath;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What a runner must know of a file to select its tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Selection {
    /// The classes whose tests are run, with namespaces.
    pub classes: Vec<String>,
    /// The tests of abstract classes and traits, which classes of other files have.
    pub shared: BTreeSet<String>,
    /// By class and test, what tests must run before it: `method`, or `Class::method` of another class.
    pub needs: BTreeMap<String, BTreeSet<String>>,
}

impl Selection {
    /// True if the file has one test case, of the file's own name: then its path selects it.
    pub(crate) fn is_named_as(&self, file: &RepoPath) -> bool {
        let name = String::from_utf8_lossy(file.name()).into_owned();
        let stem = name.split('.').next().unwrap_or(&name);
        matches!(&self.classes[..], [one] if last_segment(one).eq_ignore_ascii_case(stem))
    }
}

/// The selection of a file.
pub(crate) fn selection(path: &RepoPath, text: &str) -> Selection {
    let Some(tree) = parse(text) else { return Selection::default() };
    let classes = Classes::read(tree.root_node(), text);
    let run = classes.run(path);
    let mut selection = Selection::default();
    for class in &run {
        selection.classes.push(class.full.clone());
        let suite = Suite::of(&classes, class, text);
        let tests = suite.test_methods();
        let direct: BTreeMap<&str, BTreeSet<String>> =
            tests.iter().map(|(method, said)| (name_of(*method, text), needs(said, &class.full))).collect();
        let with_needs = direct.keys().filter(|name| !direct[*name].is_empty());
        let all = with_needs.map(|name| (format!("{}::{name}", class.full), closure(name, &direct)));
        selection.needs.extend(all);
    }
    for class in classes.shared(&run) {
        let suite = Suite::of(&classes, class, text);
        let tests = suite.test_methods();
        selection.shared.extend(tests.iter().map(|(method, _)| name_of(*method, text).to_owned()));
    }
    selection
}

/// All that a test needs, and what that needs.
fn closure(test: &str, direct: &BTreeMap<&str, BTreeSet<String>>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut waiting: Vec<&String> = direct[test].iter().collect();
    while let Some(next) = waiting.pop() {
        if all.insert(next.clone()) {
            waiting.extend(direct.get(next.as_str()).into_iter().flatten());
        }
    }
    all
}

/// What is said that a test depends on.
fn needs(said: &[Annotation], class: &str) -> BTreeSet<String> {
    said.iter().filter_map(|one| need(one, class)).collect()
}

fn need(said: &Annotation, class: &str) -> Option<String> {
    let (other, method) = match said.name.as_str() {
        "@depends" => {
            let target = said.values.first()?.split_whitespace().rfind(|word| !word.ends_with("lone"))?;
            target.rsplit_once("::").map_or((None, target), |(other, method)| (Some(other), method))
        }
        name if name.starts_with("DependsExternal") => {
            (said.values.first().map(String::as_str), said.values.get(1)?.as_str())
        }
        name if name.starts_with("DependsOnClass") => (said.values.first().map(String::as_str), "class"),
        name if name.starts_with("Depends") => (None, said.values.first()?.as_str()),
        _ => return None,
    };
    let other = other.map(|other| last_segment(other.trim_end_matches("::class")));
    match other.filter(|other| *other != last_segment(class)) {
        // Of a whole class: any method.
        Some(other) if method == "class" => Some(format!("{other}::")),
        Some(other) => Some(format!("{other}::{method}")),
        None => Some(method.to_owned()),
    }
}
