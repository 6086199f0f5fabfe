//! The ledger in which the author of a change writes what is claimed. Only the tags are read, never the sentences.

use crate::domain::{Claim, ClaimOutcome, ClaimRuling, Report, TestVerdict, Treatment, Verdict};

/// The claims in a text: lines `- [tag] words`. All other lines are none.
pub fn read(text: &str) -> Vec<Claim> {
    let lines = text.lines().enumerate();
    lines.filter_map(|(at, line)| Some(Claim { line: at + 1, ..claim(line)? })).collect()
}

fn claim(line: &str) -> Option<Claim> {
    let (tag, text) = line.trim().strip_prefix("- [")?.split_once(']')?;
    let is_tag = !tag.is_empty() && tag.chars().all(char::is_alphanumeric);
    let ends = text.is_empty() || text.starts_with(char::is_whitespace);
    (is_tag && ends).then(|| Claim { line: 0, tag: tag.to_lowercase(), text: text.trim().to_owned() })
}

/// A tag, and how it is judged.
struct Tag {
    name: &'static str,
    judge: fn(&Facts<'_>) -> (ClaimOutcome, String),
}

/// All tags.
static TAGS: &[Tag] = &[
    Tag { name: "tests", judge: tests },
    Tag { name: "fix", judge: fix },
    Tag { name: "pass", judge: pass },
    Tag { name: "safe", judge: safe },
    Tag { name: "perf", judge: perf },
];

/// What claims are judged by.
pub(crate) struct Facts<'a> {
    /// The report, all but the claims.
    pub(crate) report: &'a Report,
    /// Every suite was read in the claimed world, at least one of them with tests, and all are green.
    pub(crate) green: bool,
    /// How many base tests are not satisfied, and signed off.
    pub(crate) signed_off: usize,
}

/// What the facts say of the claims. They change nothing else.
pub(crate) fn judge(claims: &[Claim], facts: &Facts<'_>) -> Vec<ClaimRuling> {
    let judge = |claim: &Claim| {
        let tag = TAGS.iter().find(|tag| tag.name == claim.tag);
        let (outcome, why) = tag.map_or_else(|| unknown(&claim.tag), |tag| (tag.judge)(facts));
        ClaimRuling { claim: claim.clone(), outcome, why }
    };
    claims.iter().map(judge).collect()
}

fn unknown(tag: &str) -> (ClaimOutcome, String) {
    let known: Vec<String> = TAGS.iter().map(|tag| format!("[{}]", tag.name)).collect();
    (ClaimOutcome::Unproven, format!("[{tag}] is not a tag; there are {}", known.join(", ")))
}

fn perf(_: &Facts<'_>) -> (ClaimOutcome, String) {
    (ClaimOutcome::Unproven, "no experiment of counterproof measures speed".into())
}

/// Every base test was asked and is satisfied.
fn safe(facts: &Facts<'_>) -> (ClaimOutcome, String) {
    use ClaimOutcome::*;
    let report = facts.report;
    let void = |treatment: &Option<Treatment>| matches!(treatment, Some(Treatment::Void(_)));
    let void = report.tests.iter().filter(|test| void(&test.treatment)).count();
    match report.verdict {
        Verdict::Unearned => (False, "the head code breaks a base test".into()),
        Verdict::NotGreen | Verdict::Inconclusive => (Unproven, "not every base test has an answer".into()),
        Verdict::Earned if report.base_tests_asked == 0 => (Unproven, "no base test was asked".into()),
        Verdict::Earned if facts.signed_off > 0 => {
            (Unproven, format!("base tests that are signed off and not satisfied: {}", facts.signed_off))
        }
        Verdict::Earned if void > 0 => (Unproven, format!("base tests without a baseline: {void}")),
        Verdict::Earned => {
            (Proven, format!("base tests that were asked and are satisfied: {}", report.base_tests_asked))
        }
    }
}

/// The suite is green with the change in place.
fn pass(facts: &Facts<'_>) -> (ClaimOutcome, String) {
    match (facts.report.verdict, facts.green) {
        (Verdict::NotGreen, _) => (ClaimOutcome::False, "the claimed world is not green".into()),
        (_, true) => (ClaimOutcome::Proven, "every suite is green in the claimed world".into()),
        _ => (ClaimOutcome::Unproven, "not every suite could be read in the claimed world".into()),
    }
}

/// What the new and changed tests are worth, counted.
struct Worth {
    all: usize,
    alibi: usize,
    worthless: usize,
}

impl Worth {
    fn of(report: &Report) -> Self {
        let verdicts: Vec<_> = report.tests.iter().filter_map(|test| test.verdict.as_ref()).collect();
        Self {
            all: verdicts.len(),
            alibi: verdicts.iter().filter(|verdict| ***verdict == TestVerdict::Alibi).count(),
            worthless: verdicts.iter().filter(|verdict| verdict.counts_against()).count(),
        }
    }
}

/// There is a test for the change that fails without it.
fn fix(facts: &Facts<'_>) -> (ClaimOutcome, String) {
    use ClaimOutcome::*;
    let worth = Worth::of(facts.report);
    match facts.report.verdict {
        Verdict::Unearned => (False, "the head code breaks a base test".into()),
        Verdict::NotGreen => (False, "the claimed world is not green".into()),
        _ if worth.all > 0 && worth.worthless == worth.all => {
            (False, "every new or changed test has no alibi or is vacuous".into())
        }
        _ if worth.alibi > 0 && facts.green => {
            (Proven, format!("tests that fail on the old code and pass on the new: {}", worth.alibi))
        }
        _ if worth.alibi > 0 => (Unproven, "not every suite could be read in the claimed world".into()),
        _ => (Unproven, "no test is shown to fail without the change".into()),
    }
}

/// The new and changed tests are evidence for the change, each of them.
fn tests(facts: &Facts<'_>) -> (ClaimOutcome, String) {
    use ClaimOutcome::*;
    let Worth { all, alibi, worthless } = Worth::of(facts.report);
    match all {
        0 => (Unproven, "no new or changed test could be evidence".into()),
        _ if worthless > 0 => {
            (False, format!("tests that have no alibi or are vacuous: {worthless} of {all}"))
        }
        _ if alibi == all => (Proven, format!("every new or changed test has an alibi: {all}")),
        _ => (Unproven, format!("tests that have an alibi: {alibi} of {all}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_with_a_tag_are_claims() {
        let text = "# What I did\n- [fix] the rounding\n  - [Tests] two new ones\n- [x](a link)\n- [] none\n- plain\n\
                    * [pass] other bullet\n- [speed]\n- [two words] no\n";
        let found: Vec<_> = read(text).into_iter().map(|one| (one.line, one.tag, one.text)).collect();
        let expected = [(2, "fix", "the rounding"), (3, "tests", "two new ones"), (8, "speed", "")];
        assert_eq!(found, expected.map(|(line, tag, text)| (line, tag.to_owned(), text.to_owned())));
    }
}
