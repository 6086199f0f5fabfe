//! Names that only one side's code knows. A test that mentions one cannot be asked of the other side: its failure
//! there may be the missing name's. This only ever takes weight from a reading, never adds to it.

use super::Sources;
use crate::{
    domain::{Change, ChangedFile, Role, Side},
    lang::{self, FoundTest, syntax::all_words},
};
use std::collections::{BTreeMap, BTreeSet};

/// For each side, the names defined by its changed code that the other side's changed code does not even mention.
pub(super) struct Foreign {
    names: BTreeMap<Side, BTreeSet<String>>,
    /// What changed test files of the base define, if what is no test in them mentions a foreign name: helpers.
    helpers: BTreeSet<String>,
}

impl Foreign {
    pub(super) fn of(change: &Change, sources: &dyn Sources) -> Self {
        let base = Names::of(change, sources, Side::Base);
        let head = Names::of(change, sources, Side::Head);
        let only = |one: &Names, other: &Names| one.defined.difference(&other.mentioned).cloned().collect();
        let names = BTreeMap::from([(Side::Base, only(&base, &head)), (Side::Head, only(&head, &base))]);
        Self { helpers: helpers(change, sources, &names[&Side::Base]), names }
    }

    /// Those of them that the test mentions. What the base's tests reach through helpers or by quoted names counts too:
    /// it protects from being convicted, while on the head's side it would only cost alibis.
    pub(super) fn of_test(&self, side: Side, test: &FoundTest) -> Vec<String> {
        let own = test.name.iter().collect::<BTreeSet<_>>();
        let mut found: BTreeSet<&String> = self.names[&side].intersection(&test.mentions).collect();
        if side == Side::Base {
            found.extend(self.names[&side].intersection(&test.quoted));
            found.extend(self.helpers.intersection(&test.mentions));
        }
        found.into_iter().filter(|name| !own.contains(name)).cloned().collect()
    }
}

/// The names that changed test files of the base define beside tests, where these mention a name that is gone. Files that
/// hold code too are left out: they are compiled, and do not load where a name is gone.
fn helpers(change: &Change, sources: &dyn Sources, gone: &BTreeSet<String>) -> BTreeSet<String> {
    let is_helper = |file: &&ChangedFile| {
        !gone.is_empty() && file.roles.contains(&Role::Test) && !file.roles.contains(&Role::Code)
    };
    let mut names = BTreeSet::new();
    for file in change.files.iter().filter(is_helper) {
        let path = file.was.as_ref().unwrap_or(&file.path);
        let content = sources.content(Side::Base, path);
        let Some((language, text)) = lang::of(path).zip(content.as_ref().and_then(|one| one.text())) else {
            continue;
        };
        let outside = outside(text, &(language.tests)(path, text));
        if all_words(&outside).any(|word| gone.contains(&word)) {
            names.extend((language.definitions)(path, text));
        }
    }
    names
}

/// A text without its tests, which may lie in each other.
fn outside(text: &str, tests: &[FoundTest]) -> String {
    let mut spans: Vec<_> = tests.iter().map(|test| test.span.clone()).collect();
    spans.sort_by_key(|span| span.start);
    let (mut outside, mut end) = (String::new(), 0);
    for span in spans {
        outside.push_str(text.get(end..span.start).unwrap_or_default());
        outside.push('\n');
        end = end.max(span.end);
    }
    outside + &text[end..]
}

#[derive(Default)]
struct Names {
    defined: BTreeSet<String>,
    mentioned: BTreeSet<String>,
}

impl Names {
    fn of(change: &Change, sources: &dyn Sources, side: Side) -> Self {
        let mut names = Self::default();
        for file in change.files.iter().filter(|file| file.roles.contains(&Role::Code)) {
            let path = match (side, &file.was) {
                (Side::Base, Some(was)) => was,
                _ => &file.path,
            };
            let content = sources.content(side, path);
            let Some((language, text)) = lang::of(path).zip(content.as_ref().and_then(|one| one.text()))
            else {
                continue;
            };
            names.defined.extend((language.definitions)(path, text));
            names.mentioned.extend(all_words(text));
        }
        names
    }
}
