//! How did the change treat a base test?

use super::{Answer, Inquiry, all};
use crate::{
    domain::{Cell, Cells, Side, TestNo, Treatment, Why, World},
    judge::tables,
};
use std::collections::BTreeSet;

impl Inquiry<'_> {
    /// The treatment of the test, asking of its four cells only those that the table still needs; `None` if the
    /// base has no such test, or has it disabled.
    pub fn treatment(&self, test: TestNo) -> Answer<Option<Treatment>> {
        if self.test(test).site(Side::Base).is_none_or(|site| site.disabled.is_some()) {
            return Ok(None);
        }
        let (cells, treatment) = self.row(test)?;
        if matches!(treatment, Treatment::CannotRun(Why::CannotRun | Why::CallsRemoved)) {
            return Ok(Some(self.by_old_names(test)?.unwrap_or(treatment)));
        }
        if treatment.convicts() {
            self.convict(test, &cells, treatment).map(Some)
        } else {
            Ok(Some(treatment))
        }
    }

    /// A test that may only miss what was renamed or moved is satisfied if it passes where that has its old name too.
    fn by_old_names(&self, test: TestNo) -> Answer<Option<Treatment>> {
        if !self.has_old_names() {
            return Ok(None);
        }
        let passes = self.cell_alone(test, World::SHIMMED)? == Cell::Pass;
        Ok(passes.then_some(Treatment::SatisfiedByShim))
    }

    /// Whether the change renamed or moved something.
    pub(crate) fn has_old_names(&self) -> bool {
        !self.case.renames.is_empty() || self.case.change.files.iter().any(|file| file.was.is_some())
    }

    /// Fills the row cell by cell until the table answers.
    fn row(&self, test: TestNo) -> Answer<(Cells, Treatment)> {
        let mut cells = Cells::new();
        let gone = self.test(test).base.as_ref().is_some_and(|site| !site.foreign.is_empty());
        loop {
            match tables::treatment(&cells, gone) {
                Ok(treatment) => return Ok((cells, treatment)),
                Err(world) => {
                    let cell = self.cell(test, world)?;
                    cells.insert(world, cell);
                }
            }
        }
    }

    /// The conviction, if it survives its controls, the cheap ones first; else what it becomes.
    fn convict(&self, test: TestNo, cells: &Cells, treatment: Treatment) -> Answer<Treatment> {
        let controls = [
            Self::built_from_it,
            Self::other_alone,
            Self::unsteady,
            Self::red_by_company,
            Self::alive_after_all,
            Self::untouched_by_it,
        ];
        for control in controls {
            if let Some(doubt) = control(self, test, cells)? {
                return Ok(doubt);
            }
        }
        Ok(treatment)
    }

    /// What was built from the change before lies in every world, so that equal readings show nothing.
    fn built_from_it(&self, test: TestNo, cells: &Cells) -> Answer<Option<Treatment>> {
        let differs = cells.get(&World::BEFORE) != cells.get(&World::EARNED);
        Ok((self.is_built_ahead(test) && !differs).then_some(Treatment::CannotRun(Why::BuiltAhead)))
    }

    /// Whoever is accused is asked alone.
    fn other_alone(&self, test: TestNo, cells: &Cells) -> Answer<Option<Treatment>> {
        let read = cells.iter().filter(|(_, cell)| calibrated(cell));
        let alone = all(read.map(|(world, cell)| Ok((cell, self.cell_alone(test, *world)?))))?;
        let differs = alone.iter().any(|(cell, alone)| *cell != alone);
        Ok(differs.then_some(Treatment::Void(Why::Unstable)))
    }

    /// An unstable reading is no baseline. That the head's version passes on the head code is claimed by others, and
    /// accuses nobody.
    fn unsteady(&self, test: TestNo, cells: &Cells) -> Answer<Option<Treatment>> {
        let accusing = cells.iter().filter(|(world, cell)| **world != World::CLAIMED && calibrated(cell));
        let mut open = BTreeSet::new();
        for (world, _) in accusing {
            match self.unstable(test, *world) {
                Ok(None) => {}
                Ok(Some(why)) => {
                    // Whether its new version is any better is told too.
                    if self.test(test).head.is_some() {
                        self.unstable(test, World::CLAIMED)?;
                    }
                    return Ok(Some(Treatment::Void(why)));
                }
                Err(trials) => open.extend(trials),
            }
        }
        if open.is_empty() { Ok(None) } else { Err(open) }
    }

    fn red_by_company(&self, test: TestNo, cells: &Cells) -> Answer<Option<Treatment>> {
        for (world, _) in cells.iter().filter(|(_, cell)| **cell == Cell::Fail) {
            if !self.needs_no_company(test, *world)? {
                return Ok(Some(Treatment::CannotRun(Why::CannotRun)));
            }
        }
        Ok(None)
    }

    /// What seems to be disabled must leave its suite green when it fails.
    fn alive_after_all(&self, test: TestNo, cells: &Cells) -> Answer<Option<Treatment>> {
        let seems_off = cells.get(&World::CLAIMED).is_some_and(|cell| !calibrated(cell));
        Ok((seems_off && self.is_alive(test)?).then_some(Treatment::CannotRun(Why::NotSelected)))
    }

    /// A test that the changed code cannot reach has nothing to do with the change. One that reads it and still does not
    /// notice garbage is a riddle.
    fn untouched_by_it(&self, test: TestNo, cells: &Cells) -> Answer<Option<Treatment>> {
        if self.code_matters(test, cells)? {
            return Ok(None);
        }
        let reads = self.reads_the_change(&self.arm(test, World::EARNED)?) == Some(true);
        let why = Why::NeverLoadsChange;
        Ok(Some(if reads { Treatment::CannotRun(why) } else { Treatment::Void(why) }))
    }

    /// The rollback control of a conviction: the same version of the test reads differently on the two codes, or its
    /// green turns red on garbage, or its head's version turned away from what the base's version reads, or, where it is
    /// red on both, the changed code was read while it ran.
    fn code_matters(&self, test: TestNo, cells: &Cells) -> Answer<bool> {
        let differ = |one: World, other: World| match (cells.get(&one), cells.get(&other)) {
            (Some(a), Some(b)) => calibrated(a) && calibrated(b) && a != b,
            _ => false,
        };
        if differ(World::BEFORE, World::EARNED) || differ(World::EVIDENCE, World::CLAIMED) {
            return Ok(true);
        }
        let reads = self.reads_the_change(&self.arm(test, World::EARNED)?) == Some(true);
        if cells.get(&World::EVIDENCE) == Some(&Cell::Pass) {
            let turned_away = reads && self.reads_the_change(&self.arm(test, World::CLAIMED)?) == Some(false);
            return Ok(self.ignores_garbage(test, World::EVIDENCE)?.is_none() || turned_away);
        }
        Ok(reads)
    }
}

fn calibrated(cell: &Cell) -> bool {
    matches!(cell, Cell::Pass | Cell::Fail)
}
