//! Tests that went from one suite to another. Each suite has rows of its own, but what arrives in one is not new, and
//! what left the other was not taken away.

use super::find::Found;
use crate::domain::{Side, Site, Test, Touched};
use std::collections::BTreeSet;

/// What a test is known by wherever it goes: its own name and its body.
type Identity<'a> = (&'a str, &'a [String]);

/// Marks the tests that are in another suite now. The rows of those that left stay, without weight: where they were,
/// they may fail only for what went with them.
pub(super) fn across_suites(tests: &mut [Test], base: &Found, head: &Found) {
    let of = |tests: &[Test], found, touched| -> BTreeSet<Identity<'_>> {
        let these = tests.iter().filter(|test| test.touched == touched);
        these.filter_map(|test| identity(found, test.site(found.side)?)).collect()
    };
    let (left, arrived) = (of(tests, base, Touched::Removed), of(tests, head, Touched::Added));
    let moved: BTreeSet<Identity<'_>> = left.intersection(&arrived).copied().collect();
    let is_moved = |found, site: Option<&Site>| {
        site.and_then(|site| identity(found, site)).is_some_and(|identity| moved.contains(&identity))
    };
    for test in tests {
        match test.touched {
            Touched::Added if is_moved(head, test.head.as_ref()) => test.touched = Touched::Moved,
            Touched::Removed if is_moved(base, test.base.as_ref()) => {
                let name = test.site(Side::Base).and_then(|site| site.name.last().cloned());
                test.base.iter_mut().for_each(|site| site.foreign.extend(name.clone()));
            }
            _ => {}
        }
    }
}

fn identity<'a>(found: &'a Found, site: &Site) -> Option<Identity<'a>> {
    let mut tests = found.files.get(&site.file)?.tests.iter();
    let test = tests.find(|test| test.name == site.name && test.ordinal == site.ordinal)?;
    Some((test.name.last()?.as_str(), &test.body_tokens))
}
