//! Can a new or changed test fail at all? Its assertions are changed so that it must, and it is run as it was claimed.
//!
//! A pass then accuses where it shows that no assertion counts: all of them inverted, in a body in which nothing else
//! checks anything, and no alibi that says otherwise; or the expected values changed, in assertions that are seen to be
//! reached, since the test fails with just these inverted. A failure of a whole family is read from its marks.

use super::{
    Answer, Inquiry, all,
    cell::pass_at_once,
    family::{LEAST, says},
};
use crate::domain::{
    Alteration, Cell, Mark, Marks, Probe, Probes, Reading, Side, TestNo, TestVerdict, Trial, Turn, World,
};
use std::collections::BTreeSet;

/// What may always be spent on probes, in trials.
const AT_LEAST: usize = 20;

impl Inquiry<'_> {
    /// The probe that shows the test to be vacuous; `None` if none does.
    pub fn vacuous(&self, test: TestNo) -> Answer<Option<Probe>> {
        let probes = self.probes(test);
        if probes.is_empty() || self.cell(test, World::CLAIMED)? != Cell::Pass {
            return Ok(None);
        }
        let has_alibi = self.evidence(test)? == Some(TestVerdict::Alibi);
        if probes.contains(&Probe::Inverted) && !has_alibi && self.withstands(test, Probe::Inverted)? {
            return self.confirmed(test, Probe::Inverted);
        }
        if probes.contains(&Probe::OtherValue)
            && self.withstands(test, Probe::OtherValue)?
            && !self.withstands(test, Probe::ValueInverted)?
        {
            return self.confirmed(test, Probe::OtherValue);
        }
        Ok(None)
    }

    /// The tests that are probed: those that can be, as far as that costs no more than what the policy spends. Those that
    /// have nothing to show for them come first.
    pub fn probed(&self) -> BTreeSet<TestNo> {
        if self.claim_in_doubt() || !self.red_when_claimed().is_empty() {
            return BTreeSet::new();
        }
        let is_probe = |one: &Alteration| matches!(one, Alteration::Probe(..));
        let mut budget = match self.case.policy.probes {
            Probes::None => return BTreeSet::new(),
            Probes::Some => {
                let others = self.seen.iter().filter(|one| !one.trial.alterations.iter().any(is_probe));
                others.count().max(AT_LEAST)
            }
            Probes::All => usize::MAX,
        };
        let mut ranked: Vec<TestNo> = self.touched().filter(|test| !self.probes(*test).is_empty()).collect();
        ranked.sort_by_key(|test| self.evidence(*test) == Ok(Some(TestVerdict::Alibi)));
        let mut probed = BTreeSet::new();
        for test in ranked {
            let Some(rest) = budget.checked_sub(self.cost(test)) else { break };
            budget = rest;
            probed.insert(test);
        }
        probed
    }

    /// How many new and changed tests could be probed and are not.
    pub fn left_unprobed(&self) -> usize {
        let probed = self.probed();
        self.touched().filter(|test| !self.probes(*test).is_empty() && !probed.contains(test)).count()
    }

    /// How many processes of its own the test may take. Families share theirs.
    fn cost(&self, test: TestNo) -> usize {
        let probes = self.probes(test).into_iter().filter(|probe| *probe != Probe::ValueInverted);
        probes.filter(|probe| self.peers(test, *probe).len() < LEAST).count()
    }

    fn probes(&self, test: TestNo) -> BTreeSet<Probe> {
        self.test(test).site(Side::Head).map(|site| site.probes.clone()).unwrap_or_default()
    }

    /// Whether the test passes although the probe says otherwise.
    fn withstands(&self, test: TestNo, probe: Probe) -> Answer<bool> {
        if self.fails_in_family(test, probe)? {
            return Ok(false);
        }
        Ok(self.reading(&self.probing(test, probe)?)? == Reading::Green)
    }

    fn probing(&self, test: TestNo, probe: Probe) -> Answer<Trial> {
        Ok(self.arm(test, World::CLAIMED)?.with(Alteration::Probe(test, probe)))
    }

    /// The tests of its family that can be put to the probe.
    fn peers(&self, test: TestNo, probe: Probe) -> Vec<TestNo> {
        let mut peers = self.family(test, World::CLAIMED);
        peers.retain(|peer| self.probes(*peer).contains(&probe));
        if peers.contains(&test) { peers } else { Vec::new() }
    }

    fn fails_in_family(&self, test: TestNo, probe: Probe) -> Answer<bool> {
        let peers = self.peers(test, probe);
        if peers.len() < LEAST {
            return Ok(false);
        }
        let mut trial = self.all_passing(test, World::CLAIMED);
        for peer in peers {
            trial.alterations.remove(&pass_at_once(peer));
            trial
                .alterations
                .extend([Alteration::Witnessed(peer, Turn::Inverted), Alteration::Probe(peer, probe)]);
        }
        self.reading(&trial)?;
        let nothing = Marks::new();
        let marks = self.seen.get(&trial).map_or(&nothing, |seen| &seen.marks);
        Ok(says(marks, test, Mark::Failed))
    }

    /// The accusation, if the test is sound when it is asked alone, and passes the probe whenever that is repeated.
    fn confirmed(&self, test: TestNo, probe: Probe) -> Answer<Option<Probe>> {
        let probing = self.probing(test, probe)?;
        let again = (0..self.case.policy.repetitions).map(|attempt| self.reading(&probing.again(attempt)));
        let withstands = all(again)?.into_iter().all(|reading| reading == Reading::Green);
        let is_sound = self.cell_alone(test, World::CLAIMED)? == Cell::Pass;
        Ok((withstands && is_sound).then_some(probe))
    }
}
