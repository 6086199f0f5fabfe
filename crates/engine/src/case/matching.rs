//! Which test of the base is which test of the head: by id, else by body, else by likeness.

use super::{find::FilesOfSuite, names::Foreign};
use crate::{
    domain::{Change, RepoPath, Side, Site, SuiteNo, Test, Touched},
    lang::FoundTest,
    signoff::of_definition,
};
use similar::{Algorithm, DiffTag, capture_diff_slices};
use std::collections::{BTreeMap, BTreeSet};

/// How alike two bodies must be for the one to be taken for the other rewritten, from 0 to 1.
const ALIKE: f64 = 0.6;

/// How many tokens a body must have for an equal one elsewhere, under another name, to be the same test.
const TELLING: usize = 6;

type Key = (RepoPath, Vec<String>, usize);
type ByKey<'a> = BTreeMap<Key, &'a FoundTest>;

/// The tests of a suite, base and head matched.
pub(super) fn matched(
    suite: SuiteNo,
    sides: [FilesOfSuite<'_>; 2],
    change: &Change,
    foreign: &Foreign,
) -> Vec<Test> {
    let [base, head] = sides.map(by_key);
    let mut pairs = pair_by_id(&base, &head, change);
    pair_by_body(&mut pairs, &base, &head);
    pair_by_likeness(&mut pairs, &base, &head, change);
    let taken: BTreeSet<&Key> = pairs.values().collect();
    let alone = head.keys().filter(|key| !taken.contains(key)).map(|key| (None, Some(key)));
    let rows: Vec<_> = base.keys().map(|key| (Some(key), pairs.get(key))).chain(alone).collect();
    let make = |(one, other): (Option<&Key>, Option<&Key>)| {
        let base = one.map(|key| (key, base[key]));
        let head = other.map(|key| (key, head[key]));
        row(suite, base, head, foreign)
    };
    rows.into_iter().map(make).collect()
}

fn by_key<'a>(files: FilesOfSuite<'a>) -> ByKey<'a> {
    let mut tests = ByKey::new();
    for (path, found) in files {
        for test in found {
            tests.insert((path.clone(), test.name.clone(), test.ordinal), test);
        }
    }
    tests
}

fn pair_by_id(base: &ByKey<'_>, head: &ByKey<'_>, change: &Change) -> BTreeMap<Key, Key> {
    let mut pairs = BTreeMap::new();
    for key in base.keys() {
        let there = (now(change, &key.0), key.1.clone(), key.2);
        if let Some((found, _)) = head.get_key_value(&there).or_else(|| head.get_key_value(key)) {
            pairs.insert(key.clone(), found.clone());
        }
    }
    pairs
}

/// Where a file of the base lies on the head side.
fn now(change: &Change, path: &RepoPath) -> RepoPath {
    let renamed = change.files.iter().find(|file| file.was.as_ref() == Some(path));
    renamed.map_or_else(|| path.clone(), |file| file.path.clone())
}

fn unpaired<'a>(
    pairs: &BTreeMap<Key, Key>,
    base: &ByKey<'a>,
    head: &ByKey<'a>,
) -> [Vec<(Key, &'a FoundTest)>; 2] {
    let taken: BTreeSet<&Key> = pairs.values().collect();
    let left = base.iter().filter(|(key, _)| !pairs.contains_key(key));
    let right = head.iter().filter(|(key, _)| !taken.contains(key));
    [
        left.map(|(key, test)| (key.clone(), *test)).collect(),
        right.map(|(key, test)| (key.clone(), *test)).collect(),
    ]
}

/// Pairs what was moved (same body, same name of its own), then what was renamed too.
fn pair_by_body(pairs: &mut BTreeMap<Key, Key>, base: &ByKey<'_>, head: &ByKey<'_>) {
    let moved = |one: &FoundTest, other: &FoundTest| one.name.last() == other.name.last();
    let renamed = |one: &FoundTest, _: &FoundTest| one.body_tokens.len() >= TELLING;
    for alike in [&moved as &dyn Fn(&FoundTest, &FoundTest) -> bool, &renamed] {
        let [left, mut right] = unpaired(pairs, base, head);
        for (key, test) in left {
            let same = |other: &FoundTest| other.body_tokens == test.body_tokens && alike(test, other);
            if let Some(at) = right.iter().position(|(_, other)| same(other)) {
                pairs.insert(key, right.remove(at).0);
            }
        }
    }
}

/// Pairs what was renamed and rewritten: in the same file, the most alike first, each once.
fn pair_by_likeness(pairs: &mut BTreeMap<Key, Key>, base: &ByKey<'_>, head: &ByKey<'_>, change: &Change) {
    let [left, right] = unpaired(pairs, base, head);
    let mut candidates = Vec::new();
    for (one, test) in &left {
        let file = now(change, &one.0);
        for (other, found) in right.iter().filter(|(other, _)| other.0 == file) {
            let alike = likeness(&test.body_tokens, &found.body_tokens);
            if alike >= ALIKE {
                candidates.push((alike, one, other));
            }
        }
    }
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| (a.1, a.2).cmp(&(b.1, b.2))));
    let mut taken = BTreeSet::new();
    for (_, one, other) in candidates {
        if !pairs.contains_key(one) && taken.insert(other) {
            pairs.insert(one.clone(), other.clone());
        }
    }
}

/// The share of tokens that two bodies have in common, in order.
fn likeness(one: &[String], other: &[String]) -> f64 {
    let all = one.len() + other.len();
    if all == 0 {
        return 0.0;
    }
    let equal =
        capture_diff_slices(Algorithm::Myers, one, other).into_iter().filter(|op| op.tag() == DiffTag::Equal);
    2.0 * equal.map(|op| op.old_range().len()).sum::<usize>() as f64 / all as f64
}

fn row(
    suite: SuiteNo,
    base: Option<(&Key, &FoundTest)>,
    head: Option<(&Key, &FoundTest)>,
    foreign: &Foreign,
) -> Test {
    let site = |side: Side, found: Option<(&Key, &FoundTest)>| {
        found.map(|(key, test)| site(key, test, foreign.of_test(side, test)))
    };
    let id = head.or(base).map(|(key, _)| id(key)).unwrap_or_default();
    let touched = touched(base, head);
    Test { id, suite, touched, base: site(Side::Base, base), head: site(Side::Head, head) }
}

fn touched(base: Option<(&Key, &FoundTest)>, head: Option<(&Key, &FoundTest)>) -> Touched {
    match (base, head) {
        (None, _) => Touched::Added,
        (_, None) => Touched::Removed,
        (Some((_, old)), Some((_, new))) if old.disabled.is_none() && new.disabled.is_some() => {
            Touched::Disabled
        }
        (Some((was, old)), Some((is, new))) if old.tokens == new.tokens && old.disabled == new.disabled => {
            if was.0 == is.0 && was.1 == is.1 {
                Touched::Untouched
            } else {
                Touched::Moved
            }
        }
        (Some((was, old)), Some((is, new))) if old.body_tokens == new.body_tokens && was.1 != is.1 => {
            Touched::Moved
        }
        _ => Touched::Edited,
    }
}

/// `path::suite::name`, with `#2` behind the second of the same name.
fn id((path, name, ordinal): &Key) -> String {
    let id = format!("{path}::{}", name.join("::"));
    if *ordinal == 0 { id } else { format!("{id}#{}", ordinal + 1) }
}

fn site((file, name, ordinal): &Key, test: &FoundTest, foreign: Vec<String>) -> Site {
    Site {
        file: file.clone(),
        line: test.line,
        name: name.clone(),
        ordinal: *ordinal,
        disabled: test.disabled.clone(),
        characterization: test.characterization,
        dynamic: test.dynamic,
        wrapping: test.wrapping.clone(),
        foreign,
        probes: BTreeSet::new(),
        digest: of_definition(&test.tokens, test.disabled.as_ref()),
    }
}
