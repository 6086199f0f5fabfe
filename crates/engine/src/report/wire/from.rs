//! How what was judged is put into the public words.

use super::{
    Cell, Cells, Change, Claim, Effect, File, Finding, Outcome, SCHEMA, Severity, SignOff, Summary, Test,
    TestVerdict, Tool, Touched, Treatment, Trials, Verdict, Version, Wire,
};
use crate::{
    domain,
    report::{LIMITS, RunFacts},
};

/// The public form of a report.
pub fn wire(report: &domain::Report, run: &RunFacts) -> Wire {
    Wire {
        schema: SCHEMA,
        tool: Tool {
            version: run.version.clone(),
            backend: run.backend.clone(),
            jobs: run.jobs,
            run: run.run.clone(),
            elapsed_s: seconds(run.elapsed_ms),
        },
        change: Change::from(&report.case.change),
        verdict: report.verdict.into(),
        exit_code: report.exit_code,
        reasons: report.reasons.clone(),
        summary: Summary::from(report),
        tests: report.tests.iter().filter_map(|one| test(report, run, one)).collect(),
        gaps: report.case.gaps.iter().chain(&run.not_asked).cloned().collect(),
        signoffs: report.signoffs.iter().map(SignOff::from).collect(),
        claims: report.claims.iter().map(Claim::from).collect(),
        limits: (report.verdict == domain::Verdict::Earned).then(|| LIMITS.to_owned()),
        findings: run.findings.iter().map(Finding::from).collect(),
        trials: trials(report, run),
    }
}

fn trials(report: &domain::Report, run: &RunFacts) -> Trials {
    Trials {
        run: report.trials_run,
        cached: run.trials_cached,
        calibrations: run.controls.calibrations,
        rollbacks: run.controls.rollbacks,
        repetitions: run.controls.repetitions,
        cpu_s: seconds(report.cpu_ms),
        wall_s: seconds(report.wall_ms),
    }
}

/// `None` for a test that neither side has, which no case holds.
fn test(report: &domain::Report, run: &RunFacts, found: &domain::TestReport) -> Option<Test> {
    let test = report.case.tests.get(found.test.0)?;
    let site = test.shown()?;
    Some(Test {
        id: test.id.clone(),
        file: site.file.to_string(),
        line: site.line,
        name: site.name.clone(),
        runner: report.case.suites.get(test.suite.0).map(|suite| suite.runner.clone()).unwrap_or_default(),
        dynamic: site.dynamic,
        touched: test.touched.into(),
        cells: Cells::from(&found.cells),
        verdict: found.verdict.as_ref().map(TestVerdict::from),
        treatment: found.treatment.as_ref().map(Treatment::from),
        reason: found.reason.clone(),
        reproduce: run.reproduce.get(&found.test).cloned(),
        signed_off: !report.signed_off(found.test).is_empty(),
        signoff: run.sign_off.get(&found.test).cloned(),
    })
}

/// Seconds with three digits behind the point.
fn seconds(milliseconds: u64) -> f64 {
    milliseconds as f64 / 1000.0
}

impl From<&domain::Change> for Change {
    fn from(change: &domain::Change) -> Self {
        Self {
            base: Version::from(&change.base),
            head: Version::from(&change.head),
            reason: change.origin.reason.clone(),
            files: change.files.iter().map(File::from).collect(),
        }
    }
}

impl From<&domain::Version> for Version {
    fn from(version: &domain::Version) -> Self {
        Self { label: version.label.clone(), tree: version.tree.clone(), commit: version.commit.clone() }
    }
}

impl From<&domain::ChangedFile> for File {
    fn from(file: &domain::ChangedFile) -> Self {
        Self {
            path: file.path.to_string(),
            was: file.was.as_ref().map(ToString::to_string),
            roles: file.roles.iter().map(|role| role.name()).collect(),
        }
    }
}

impl From<&domain::Finding> for Finding {
    fn from(finding: &domain::Finding) -> Self {
        Self {
            rule: finding.rule.clone(),
            severity: finding.severity.into(),
            file: finding.file.to_string(),
            line: finding.line,
            message: finding.message.clone(),
        }
    }
}

impl From<domain::Severity> for Severity {
    fn from(severity: domain::Severity) -> Self {
        match severity {
            domain::Severity::Look => Self::Look,
            domain::Severity::Note => Self::Note,
        }
    }
}

impl From<&domain::Report> for Summary {
    fn from(report: &domain::Report) -> Self {
        let mut sum = Self { base_tests_asked: report.base_tests_asked, ..Self::default() };
        for one in &report.tests {
            let signed = report.signed_off(one.test);
            sum.signed_off += usize::from(!signed.is_empty());
            if !signed.contains(&domain::SignOffKind::Removal) {
                sum.count_treatment(one.treatment.as_ref());
            }
            sum.count_verdict(one.verdict.as_ref().map(TestVerdict::from));
        }
        sum
    }
}

impl Summary {
    fn count_treatment(&mut self, treatment: Option<&domain::Treatment>) {
        match treatment {
            Some(treatment) if treatment.convicts() => self.convicting += 1,
            Some(domain::Treatment::ContractChanged) => self.contract_changed += 1,
            Some(domain::Treatment::CannotRun(_)) => self.cannot_run += 1,
            Some(domain::Treatment::Void(_)) => self.void += 1,
            _ => {}
        }
    }

    fn count_verdict(&mut self, verdict: Option<TestVerdict>) {
        match verdict {
            Some(TestVerdict::Alibi) => self.alibi += 1,
            Some(TestVerdict::NoAlibi) => self.no_alibi += 1,
            Some(TestVerdict::Provisional) => self.provisional += 1,
            Some(TestVerdict::Vacuous) => self.vacuous += 1,
            Some(TestVerdict::Characterization) => self.characterization += 1,
            Some(TestVerdict::Unanswered) => self.unanswered += 1,
            None => {}
        }
    }
}

impl From<&domain::SignOffRuling> for SignOff {
    fn from(ruling: &domain::SignOffRuling) -> Self {
        let domain::Recorded { signoff, found_in, standing } = &ruling.recorded;
        let (effect, why) = match &ruling.effect {
            domain::Effect::InEffect => (Effect::InEffect, None),
            domain::Effect::Expired => {
                (Effect::Expired, Some("the test is not what was signed any more".to_owned()))
            }
            domain::Effect::None(why) => (Effect::NotCounted, Some(why.clone())),
        };
        let signer = match standing {
            domain::Standing::Counts { signer } => signer.clone(),
            _ => None,
        };
        Self {
            kind: signoff.kind.name(),
            test: signoff.test.clone(),
            name: signoff.name.clone(),
            reason: signoff.reason.clone(),
            date: signoff.date.clone(),
            digest: signoff.digest.clone(),
            found_in: found_in.clone(),
            signer,
            effect,
            why,
        }
    }
}

impl From<&domain::ClaimRuling> for Claim {
    fn from(ruling: &domain::ClaimRuling) -> Self {
        let domain::Claim { line, tag, text } = ruling.claim.clone();
        let outcome = match ruling.outcome {
            domain::ClaimOutcome::Proven => Outcome::Proven,
            domain::ClaimOutcome::False => Outcome::False,
            domain::ClaimOutcome::Unproven => Outcome::Unproven,
        };
        Self { line, tag, text, outcome, why: ruling.why.clone() }
    }
}

impl From<domain::Verdict> for Verdict {
    fn from(verdict: domain::Verdict) -> Self {
        match verdict {
            domain::Verdict::Earned => Self::Earned,
            domain::Verdict::Unearned => Self::Unearned,
            domain::Verdict::NotGreen => Self::NotGreen,
            domain::Verdict::Inconclusive => Self::Inconclusive,
        }
    }
}

impl From<domain::Touched> for Touched {
    fn from(touched: domain::Touched) -> Self {
        match touched {
            domain::Touched::Added => Self::Added,
            domain::Touched::Edited => Self::Edited,
            domain::Touched::Removed => Self::Removed,
            domain::Touched::Disabled => Self::Disabled,
            domain::Touched::Moved => Self::Moved,
            domain::Touched::Untouched => Self::Untouched,
        }
    }
}

impl From<&domain::Cells> for Cells {
    fn from(cells: &domain::Cells) -> Self {
        let cell = |world| cells.get(&world).map_or(Cell::NotAsked, Cell::from);
        Self {
            before: cell(domain::World::BEFORE),
            evidence: cell(domain::World::EVIDENCE),
            earned: cell(domain::World::EARNED),
            claimed: cell(domain::World::CLAIMED),
            hollow: cells.get(&domain::World::HOLLOW).map(Cell::from),
            shimmed: cells.get(&domain::World::SHIMMED).map(Cell::from),
        }
    }
}

impl From<&domain::Cell> for Cell {
    fn from(cell: &domain::Cell) -> Self {
        match cell {
            domain::Cell::Pass => Self::Pass,
            domain::Cell::Fail => Self::Fail,
            domain::Cell::NotRunnable => Self::NotRunnable,
            domain::Cell::Absent => Self::Absent,
            domain::Cell::Disabled => Self::Disabled,
            domain::Cell::Unstable => Self::Unstable,
            domain::Cell::Timeout => Self::Timeout,
            domain::Cell::NotAsked => Self::NotAsked,
            domain::Cell::NoAnswer(why) => Self::from(why),
        }
    }
}

/// What a cell without an answer is shown as. Never as an answer.
impl From<&domain::Why> for Cell {
    fn from(why: &domain::Why) -> Self {
        use domain::Why::*;
        match why {
            NeverEntered | NeverEnds | Swallowed => Self::Disabled,
            NotAsked => Self::NotAsked,
            TimedOut => Self::Timeout,
            Unstable => Self::Unstable,
            NotThere => Self::Absent,
            NotStarted(_) | CannotRun | NotSelected | BuiltAhead | CallsRemoved | RedWhenClaimed => {
                Self::NotRunnable
            }
            NeverLoadsChange | RollbackUnproven | Other(_) => Self::NotRunnable,
        }
    }
}

impl From<&domain::TestVerdict> for TestVerdict {
    fn from(verdict: &domain::TestVerdict) -> Self {
        match verdict {
            domain::TestVerdict::Alibi => Self::Alibi,
            domain::TestVerdict::NoAlibi => Self::NoAlibi,
            domain::TestVerdict::Provisional => Self::Provisional,
            domain::TestVerdict::Characterization => Self::Characterization,
            domain::TestVerdict::Vacuous(_) => Self::Vacuous,
            domain::TestVerdict::Unanswered(_) => Self::Unanswered,
        }
    }
}

impl From<&domain::Treatment> for Treatment {
    fn from(treatment: &domain::Treatment) -> Self {
        match treatment {
            domain::Treatment::Satisfied | domain::Treatment::SatisfiedByShim => Self::Satisfied,
            domain::Treatment::EditedToGreen => Self::EditedToGreen,
            domain::Treatment::NeverSatisfied => Self::NeverSatisfied,
            domain::Treatment::Weakened => Self::Weakened,
            domain::Treatment::Removed => Self::Removed,
            domain::Treatment::Disabled => Self::Disabled,
            domain::Treatment::ContractChanged => Self::ContractChanged,
            domain::Treatment::CannotRun(_) => Self::CannotRun,
            domain::Treatment::Void(_) => Self::Void,
        }
    }
}
