//! What can be asked of the assertions of new and changed tests.

use super::Sources;
use crate::{
    domain::{Probe, RepoPath, Side, Test, Touched},
    lang::{self, Assertions, FoundTest, Language},
};
use std::collections::{BTreeMap, BTreeSet};

/// Words before a body that passes by failing, in whatever language.
const PASSING_BY_FAILING: &[&str] = &[
    "expected",
    "expectFail",
    "expect_fail",
    "failing",
    "fails",
    "raises",
    "should_panic",
    "shouldFail",
    "xfail",
];

/// Writes down at each new or changed test which probes it can be put to.
pub(super) fn tell(tests: &mut [Test], sources: &dyn Sources) {
    let mut read: BTreeMap<RepoPath, Option<(String, Vec<FoundTest>)>> = BTreeMap::new();
    for test in tests.iter_mut().filter(|test| matches!(test.touched, Touched::Added | Touched::Edited)) {
        let Some(site) = test.head.as_mut().filter(|site| site.disabled.is_none()) else { continue };
        let file = read.entry(site.file.clone()).or_insert_with(|| read_tests(sources, &site.file));
        let Some((text, found)) = file else { continue };
        let own = found.iter().find(|one| one.name == site.name && one.ordinal == site.ordinal);
        let assertions =
            lang::of(&site.file).zip(own).map(|(language, own)| asserted(language, &site.file, (text, own)));
        site.probes = assertions.map(|assertions| probes(&assertions)).unwrap_or_default();
    }
}

/// What the test asserts. One that passes by failing checks that too.
fn asserted(language: &Language, path: &RepoPath, (text, test): (&str, &FoundTest)) -> Assertions {
    let head = &text[test.span.start..test.body.start];
    let passes_by_failing = PASSING_BY_FAILING.iter().any(|word| head.contains(word));
    let assertions = (language.assertions)(path, text, test);
    Assertions { certain: assertions.certain && !passes_by_failing, ..assertions }
}

fn read_tests(sources: &dyn Sources, path: &RepoPath) -> Option<(String, Vec<FoundTest>)> {
    let content = sources.content(Side::Head, path)?;
    let (text, language) = (content.text()?, lang::of(path)?);
    Some((text.to_owned(), (language.tests)(path, text)))
}

/// A test whose assertions are inverted must fail only if nothing else may check something.
fn probes(assertions: &Assertions) -> BTreeSet<Probe> {
    let mut probes = BTreeSet::new();
    if assertions.certain && !assertions.found.is_empty() {
        probes.insert(Probe::Inverted);
    }
    let has_value = |one: &lang::Assertion| !one.other_value.is_empty() && !one.contrary.is_empty();
    if assertions.found.iter().any(has_value) {
        probes.extend([Probe::OtherValue, Probe::ValueInverted]);
    }
    probes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Assertion;

    #[test]
    fn what_passes_by_failing_is_not_certain() {
        let of = |attribute: &str| {
            let (path, text) =
                (RepoPath::from("a.rs"), format!("#[test]\n{attribute}fn a() {{ assert!(b()) }}\n"));
            let language = lang::of(&path).unwrap();
            let test = (language.tests)(&path, &text).remove(0);
            asserted(language, &path, (&text, &test)).certain
        };
        assert!(of("") && !of("#[should_panic]\n"));
    }

    #[test]
    fn what_is_not_certain_is_not_inverted() {
        let assertion = Assertion { span: 0..1, contrary: vec![(0..1, "b".into())], other_value: Vec::new() };
        let of = |found: &[Assertion], certain| probes(&Assertions { found: found.to_vec(), certain });
        assert!(of(&[], true).is_empty());
        assert!(of(std::slice::from_ref(&assertion), false).is_empty());
        assert_eq!(of(std::slice::from_ref(&assertion), true), [Probe::Inverted].into());
        let valued = Assertion { other_value: vec![(0..1, "c".into())], ..assertion };
        assert_eq!(of(&[valued], false), [Probe::OtherValue, Probe::ValueInverted].into());
    }
}
