//! Static evidence: what the text of a change shows, for a person to look at. One file and one row of [`RULES`] per rule.
//!
//! Rules inform and never decide: the judge cannot see what they find. A false alarm costs more trust than a miss, so a
//! rule that is not sure says nothing, and only what the change added or altered is reported.

mod changed_expectation;
mod constant_assertion;
mod deleted_test;
mod disabled_test;
mod edited_policy;
mod mocked_subject;
mod pairing;
mod patched_assertions;
mod raised_limits;
mod reads_fixtures;
mod recorded_snapshot;
mod sides;
mod silenced_gate;
mod startup_code;
mod stubbed_dependency;
mod swallowed_failure;
mod table_rows;
mod test_literals;
mod test_mode;
mod test_without_assertion;
mod unawaited_assertion;
mod weakened_ci;
mod weakened_expectation;
mod widened_tolerance;

#[cfg(test)]
mod testing;

pub use sides::{Parts, Sides};

use crate::{
    case::Sources,
    domain::{Case, Finding, RepoPath, Severity},
};

/// Something to look for in a change.
pub struct Rule {
    /// Its name in reports and in `docs/findings.md`.
    pub name: &'static str,
    /// How much its findings matter.
    pub severity: Severity,
    /// The places where it is found.
    pub find: fn(&Sides<'_>) -> Vec<Spot>,
}

/// A place, and what is to be seen there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The file.
    pub file: RepoPath,
    /// The line, from 1.
    pub line: usize,
    /// One plain sentence.
    pub message: String,
}

/// All rules.
pub static RULES: &[Rule] = &[
    deleted_test::DELETED_TEST,
    disabled_test::DISABLED_TEST,
    weakened_expectation::WEAKENED_EXPECTATION,
    changed_expectation::CHANGED_EXPECTATION,
    table_rows::TABLE_ROWS,
    widened_tolerance::WIDENED_TOLERANCE,
    swallowed_failure::SWALLOWED_FAILURE,
    constant_assertion::CONSTANT_ASSERTION,
    unawaited_assertion::UNAWAITED_ASSERTION,
    mocked_subject::MOCKED_SUBJECT,
    test_literals::TEST_LITERALS,
    test_mode::TEST_MODE,
    reads_fixtures::READS_FIXTURES,
    raised_limits::RAISED_LIMITS,
    weakened_ci::WEAKENED_CI,
    recorded_snapshot::RECORDED_SNAPSHOT,
    edited_policy::EDITED_POLICY,
    test_without_assertion::TEST_WITHOUT_ASSERTION,
    startup_code::STARTUP_CODE,
    stubbed_dependency::STUBBED_DEPENDENCY,
    patched_assertions::PATCHED_ASSERTIONS,
    silenced_gate::SILENCED_GATE,
];

/// What the rules find in a change: what is worth a look first, then in the order of the table, then by place.
pub fn findings(case: &Case, sources: &dyn Sources, parts: Parts<'_>) -> Vec<Finding> {
    let sides = Sides::of(case, sources, parts);
    let mut findings: Vec<Finding> = RULES.iter().flat_map(|rule| found(rule, &sides)).collect();
    findings.sort_by_key(|finding| finding.severity);
    findings
}

fn found(rule: &Rule, sides: &Sides<'_>) -> Vec<Finding> {
    let mut spots = (rule.find)(sides);
    spots.sort();
    spots.dedup();
    let finding = |Spot { file, line, message }| Finding {
        rule: rule.name.to_owned(),
        severity: rule.severity,
        file,
        line,
        message,
    };
    spots.into_iter().map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const PAGE: &str = include_str!("../../../docs/findings.md");

    #[test]
    fn every_rule_has_a_section_and_every_section_a_rule() {
        let sections: Vec<_> = PAGE.split("\n## ").skip(1).collect();
        let titles: Vec<_> = sections.iter().map(|section| section.lines().next().unwrap()).collect();
        let names: Vec<_> = RULES.iter().map(|rule| rule.name).collect();
        assert_eq!(titles, names);
        for (rule, section) in RULES.iter().zip(sections) {
            let begins = section.lines().nth(2).unwrap().to_lowercase();
            assert!(begins.starts_with(&format!("{}. ", rule.severity.name())), "{}", rule.name);
        }
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    }
}
