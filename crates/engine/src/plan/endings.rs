//! Tests that neither fail nor get to their end: what they call skips them, or ends the process they are in. A green
//! run of many says nothing of them, so each test must be seen to end, or is asked on its own.

use super::{Answer, Inquiry, SuiteAnswer, all, suites::no_answer};
use crate::{
    domain::{Alteration, Ask, BodyEdit, Reading, RepoPath, Role, SuiteNo, TestNo, Touched, Trial},
    lang,
};
use std::collections::{BTreeMap, BTreeSet};

impl Inquiry<'_> {
    /// What a suite that is green, and can turn red, is worth: green if every body that is entered gets to its end;
    /// else the tests that do not are named. Only ever has more asked: what is named so is not judged by it.
    pub(crate) fn ended(&self, suite: SuiteNo, arm: &Trial) -> Answer<SuiteAnswer> {
        let tests = self.could_end_quietly(suite, arm);
        if tests.is_empty() || self.all_end(arm, &tests)? {
            return Ok(SuiteAnswer::Green);
        }
        let files = self.by_file(&tests, arm);
        if files.len() > self.case.policy.max_files {
            return Ok(no_answer(
                "not all of its tests get to their end, and it has too many files to find which",
            ));
        }
        let asked = files.iter().map(|(file, tests)| {
            let arm = Trial { ask: Ask::File(suite, (*file).clone()), ..arm.clone() };
            self.cut_short(&arm, tests)
        });
        let cut = all(asked)?.concat();
        Ok(match cut.len() {
            0 => no_answer("not all of its tests get to their end, but in each of its files they do"),
            many if many > self.case.policy.max_tests => {
                no_answer("too many of its tests never get to their end to ask them one by one")
            }
            _ => SuiteAnswer::Red(cut),
        })
    }

    /// Those of the tests that do not get to their end, found by halving.
    fn cut_short(&self, arm: &Trial, tests: &[TestNo]) -> Answer<Vec<TestNo>> {
        if self.all_end(arm, tests)? {
            return Ok(Vec::new());
        }
        if tests.len() == 1 {
            return Ok(tests.to_vec());
        }
        let (left, right) = tests.split_at(tests.len() / 2);
        Ok(all([self.cut_short(arm, left), self.cut_short(arm, right)])?.concat())
    }

    fn all_end(&self, arm: &Trial, tests: &[TestNo]) -> Answer<bool> {
        let mut bound = arm.clone();
        bound.alterations.extend(tests.iter().map(|test| Alteration::Body(*test, BodyEdit::MustEnd)));
        Ok(self.reading(&bound)? == Reading::Green)
    }

    /// The untouched tests of the suite that could end quietly. The touched ones are asked on their own anyway; where
    /// no code changed, nothing new can cut a test short. A body that several classes share is bound once.
    fn could_end_quietly(&self, suite: SuiteNo, arm: &Trial) -> Vec<TestNo> {
        if !self.case.change.touches(Role::Code) {
            return Vec::new();
        }
        let mut bodies = BTreeSet::new();
        let mine = self.tests().filter(|(_, test)| {
            let site = test.site(arm.world.tests).filter(|site| site.disabled.is_none());
            test.suite == suite
                && test.touched == Touched::Untouched
                && site.is_some_and(|site| {
                    lang::of(&site.file).is_some_and(|language| language.ends_quietly)
                        && bodies.insert((&site.file, site.line))
                })
        });
        mine.map(|(number, _)| number).collect()
    }

    fn by_file(&self, tests: &[TestNo], arm: &Trial) -> BTreeMap<&RepoPath, Vec<TestNo>> {
        let mut files: BTreeMap<_, Vec<TestNo>> = BTreeMap::new();
        for test in tests {
            if let Some(site) = self.test(*test).site(arm.world.tests) {
                files.entry(&site.file).or_default().push(*test);
            }
        }
        files
    }
}
