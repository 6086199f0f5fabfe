//! Names that only one side's code knows. A test that mentions one cannot be asked of the other side: its failure
//! there may be the missing name's. This only ever takes weight from a reading, never adds to it.

use super::Sources;
use crate::{
    domain::{Change, Role, Side},
    lang::{self, FoundTest},
};
use std::collections::{BTreeMap, BTreeSet};

/// For each side, the names defined by its changed code that the other side's changed code does not even mention.
pub(super) struct Foreign(BTreeMap<Side, BTreeSet<String>>);

impl Foreign {
    pub(super) fn of(change: &Change, sources: &dyn Sources) -> Self {
        let base = Names::of(change, sources, Side::Base);
        let head = Names::of(change, sources, Side::Head);
        let only = |one: &Names, other: &Names| one.defined.difference(&other.mentioned).cloned().collect();
        Self(BTreeMap::from([(Side::Base, only(&base, &head)), (Side::Head, only(&head, &base))]))
    }

    /// Those of them that the test mentions.
    pub(super) fn of_test(&self, side: Side, test: &FoundTest) -> Vec<String> {
        let own = test.name.iter().collect::<BTreeSet<_>>();
        self.0[&side].intersection(&test.mentions).filter(|name| !own.contains(name)).cloned().collect()
    }
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
            names.mentioned.extend(words(text));
        }
        names
    }
}

/// All runs of letters, digits and underscores: more than the identifiers, which errs on the side of "known".
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).map(str::to_owned)
}
