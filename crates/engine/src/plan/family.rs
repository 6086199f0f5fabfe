//! Whole families at once: many touched tests of a file in one process that leave marks, instead of several processes
//! for each.
//!
//! A family reads what its tests would read one by one, and only where that speaks for the change: passing on the head
//! code, failing on the base code. Whatever accuses is asked alone. What the marks cannot show, that a failure of a body
//! reaches the exit status, is shown by one member asked alone: nothing else stands between the others' bodies and the
//! runner than what stands between its own. Where anything disagrees, the tests are asked one by one.

use super::{Answer, Inquiry, cell::pass_at_once};
use crate::domain::{Alteration, Cell, Mark, Marks, Reading, RepoPath, Role, Site, TestNo, Turn, World};
use std::collections::{BTreeMap, BTreeSet};

/// From how many members on a family costs less than its members.
pub(super) const LEAST: usize = 4;

/// How many members are asked alone before the family is given up.
const LEADERS: usize = 3;

/// What a family is asked in a world, and what its members read if they agree.
struct Expected {
    turn: Turn,
    mark: Mark,
    cell: Cell,
}

/// Passing where the head code is, failing on the base code with the head's tests.
fn expected(world: World) -> Option<Expected> {
    match world {
        World::CLAIMED | World::EARNED => {
            Some(Expected { turn: Turn::AsItIs, mark: Mark::Ended, cell: Cell::Pass })
        }
        World::EVIDENCE | World::HOLLOW => {
            Some(Expected { turn: Turn::Inverted, mark: Mark::Failed, cell: Cell::Fail })
        }
        _ => None,
    }
}

impl Inquiry<'_> {
    /// What the test reads as one of its family; `None` if it must be asked alone.
    pub(crate) fn in_family(&self, test: TestNo, world: World) -> Answer<Option<Cell>> {
        let Some(expected) = expected(world) else { return Ok(None) };
        let family = self.family(test, world);
        if family.len() < LEAST || !family.contains(&test) {
            return Ok(None);
        }
        let Some(leader) = self.leader(&family, world, &expected)? else { return Ok(None) };
        if family.iter().position(|member| *member == test) <= Some(leader) {
            return Ok(None);
        }
        if expected.turn == Turn::Inverted && self.reading(&self.all_passing(test, world))? != Reading::Green
        {
            return Ok(None);
        }
        let agreeing = self.agreeing(&family[leader + 1..], world, &expected)?;
        Ok(agreeing.contains(&test).then_some(expected.cell))
    }

    /// The touched tests of the test's file that have the same around their bodies, in order. Where the change touches
    /// the harness, a failure may get through for one of them and not for the other.
    pub(super) fn family(&self, test: TestNo, world: World) -> Vec<TestNo> {
        let Some(site) = self.test(test).site(world.tests) else { return Vec::new() };
        if self.case.change.touches(Role::Harness) {
            return Vec::new();
        }
        let entangled = entangled(&self.active_sites(&site.file, world));
        let mut family = self.touched_in(&site.file, world.tests);
        family.retain(|number| {
            let own = self.test(*number).site(world.tests);
            own.is_some_and(|own| own.wrapping == site.wrapping) && !entangled.contains(number)
        });
        family
    }

    fn active_sites(&self, file: &RepoPath, world: World) -> Vec<(TestNo, &Site)> {
        let active = self.active_in(file, world.tests).into_iter();
        active.filter_map(|test| Some((test, self.test(test).site(world.tests)?))).collect()
    }

    /// Which of the first members reads, alone, what is expected of all.
    fn leader(&self, family: &[TestNo], world: World, expected: &Expected) -> Answer<Option<usize>> {
        for (at, member) in family.iter().take(LEADERS).enumerate() {
            if self.cell_alone(*member, world)? == expected.cell {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// The members whose marks say what is expected, in one process that ended well. Those that do not are left out, once;
    /// the other tests of the file pass at once.
    fn agreeing(&self, members: &[TestNo], world: World, expected: &Expected) -> Answer<BTreeSet<TestNo>> {
        let mut members: BTreeSet<TestNo> = members.iter().copied().collect();
        for _ in 0..2 {
            let Some(first) = members.first().filter(|_| members.len() + 1 >= LEAST) else { break };
            let mut trial = self.all_passing(*first, world);
            for member in &members {
                trial.alterations.remove(&pass_at_once(*member));
                trial.alterations.insert(Alteration::Witnessed(*member, expected.turn));
            }
            let reading = self.reading(&trial)?;
            let nothing = Marks::new();
            let marks = self.seen.get(&trial).map_or(&nothing, |seen| &seen.marks);
            members.retain(|member| says(marks, *member, expected.mark));
            if reading == Reading::Green {
                return Ok(members);
            }
        }
        Ok(BTreeSet::new())
    }
}

/// Whether the marks say that the body was entered and came to this, and to nothing else.
pub(super) fn says(marks: &Marks, test: TestNo, mark: Mark) -> bool {
    let left: BTreeSet<Mark> =
        marks.iter().filter(|(number, _)| *number == test).map(|(_, mark)| *mark).collect();
    left == BTreeSet::from([Mark::Entered, mark])
}

/// The tests of a file that share a body with another, are inside of another, or have another inside. Planning asks this
/// for every test, so that each is held against what its name begins with, and not against all others.
fn entangled(sites: &[(TestNo, &Site)]) -> BTreeSet<TestNo> {
    let (mut by_line, mut by_name) = (BTreeMap::<_, Vec<TestNo>>::new(), BTreeMap::<_, Vec<TestNo>>::new());
    for (number, site) in sites {
        by_line.entry(site.line).or_default().push(*number);
        by_name.entry(site.name.as_slice()).or_default().push(*number);
    }
    let mut entangled: BTreeSet<TestNo> =
        by_line.into_values().filter(|same| same.len() > 1).flatten().collect();
    for (name, inner) in &by_name {
        for outer in (0..name.len()).filter_map(|length| by_name.get(&name[..length])) {
            entangled.extend(inner.iter().chain(outer));
        }
    }
    entangled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::testing::site;

    #[test]
    fn tests_in_each_other_or_of_one_body_are_entangled_and_others_of_the_same_suite_are_not() {
        let names: [&[&str]; 6] = [&["a"], &["a", "s", "b"], &["c"], &["d", "e"], &["d", "f"], &["g"]];
        let mut sites: Vec<Site> = names.iter().map(|name| site("t.js", name)).collect();
        sites.iter_mut().enumerate().for_each(|(number, site)| site.line = number);
        sites[5].line = 2;
        let numbered: Vec<_> =
            sites.iter().enumerate().map(|(number, site)| (TestNo(number), site)).collect();
        assert_eq!(entangled(&numbered), [0, 1, 2, 5].map(TestNo).into());
    }
}
