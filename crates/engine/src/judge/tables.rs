//! The two truth tables of the design. Nothing else decides.

use crate::domain::{Cell, Cells, TestVerdict, Treatment, Why, World};

/// How a base test was treated, from its row of cells, or the world whose cell must be known next.
/// `gone`: it mentions names that only the base's code defines, so that its failure may be theirs.
pub fn treatment(cells: &Cells, gone: bool) -> Result<Treatment, World> {
    let earned = known(cells, World::EARNED)?;
    if *earned == Cell::Pass {
        return Ok(Treatment::Satisfied);
    }
    match known(cells, World::BEFORE)? {
        Cell::Pass | Cell::Fail if *earned != Cell::Fail => Ok(Treatment::CannotRun(why(earned))),
        Cell::Pass | Cell::Fail if gone => Ok(Treatment::CannotRun(Why::CallsRemoved)),
        Cell::Pass => broken(cells),
        Cell::Fail => red_before(cells),
        other => Ok(Treatment::Void(why(other))),
    }
}

/// P on the base code, F on the head code.
fn broken(cells: &Cells) -> Result<Treatment, World> {
    match known(cells, World::CLAIMED)? {
        Cell::Absent => Ok(Treatment::Removed),
        cell if switched_off(cell) => Ok(Treatment::Disabled),
        Cell::Pass => match known(cells, World::EVIDENCE)? {
            Cell::Pass => Ok(Treatment::Weakened),
            Cell::Fail | Cell::NotRunnable => Ok(Treatment::ContractChanged),
            other => Ok(Treatment::CannotRun(why(other))),
        },
        other => Ok(Treatment::CannotRun(why_claimed(other))),
    }
}

/// F on both codes.
fn red_before(cells: &Cells) -> Result<Treatment, World> {
    match known(cells, World::CLAIMED)? {
        Cell::Absent => Ok(Treatment::NeverSatisfied),
        cell if switched_off(cell) => Ok(Treatment::NeverSatisfied),
        Cell::Pass => match known(cells, World::EVIDENCE)? {
            Cell::Pass => Ok(Treatment::EditedToGreen),
            Cell::Fail => Ok(Treatment::NeverSatisfied),
            other => Ok(Treatment::CannotRun(why(other))),
        },
        other => Ok(Treatment::CannotRun(why_claimed(other))),
    }
}

/// What a new or changed test is worth, from its cells on the head code and on the base code. `foreign`: it mentions
/// names that only the head's code defines, so that its failure on the base proves nothing. "No alibi" still has to
/// survive its controls.
pub fn evidence(claimed: &Cell, on_base_code: &Cell, foreign: bool) -> TestVerdict {
    if *claimed != Cell::Pass {
        return TestVerdict::Unanswered(why_claimed(claimed));
    }
    match on_base_code {
        Cell::Pass => TestVerdict::NoAlibi,
        Cell::Fail if foreign => TestVerdict::Provisional,
        Cell::Fail => TestVerdict::Alibi,
        Cell::NotRunnable => TestVerdict::Provisional,
        other => TestVerdict::Unanswered(why(other)),
    }
}

fn known(cells: &Cells, world: World) -> Result<&Cell, World> {
    match cells.get(&world) {
        None | Some(Cell::NotAsked) => Err(world),
        Some(cell) => Ok(cell),
    }
}

/// Disabled by its text, or by whatever surrounds it: it ends well, and cannot end otherwise.
fn switched_off(cell: &Cell) -> bool {
    matches!(cell, Cell::Disabled | Cell::NoAnswer(Why::NeverEntered | Why::Swallowed))
}

fn why_claimed(cell: &Cell) -> Why {
    if *cell == Cell::Fail { Why::RedWhenClaimed } else { why(cell) }
}

fn why(cell: &Cell) -> Why {
    match cell {
        Cell::NoAnswer(why) => why.clone(),
        Cell::Timeout => Why::TimedOut,
        Cell::Unstable => Why::Unstable,
        Cell::Absent => Why::NotThere,
        Cell::NotRunnable => Why::CannotRun,
        Cell::Disabled => Why::NeverEntered,
        Cell::NotAsked => Why::NotAsked,
        Cell::Pass | Cell::Fail => Why::Other("it was read".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_cell() -> Vec<Cell> {
        use Cell::*;
        let mut all = vec![Pass, Fail, NotRunnable, Absent, Disabled, Unstable, Timeout, NotAsked];
        let whys =
            [Why::NeverEntered, Why::NeverEnds, Why::Swallowed, Why::CannotRun, Why::NotStarted("x".into())];
        all.extend(whys.map(NoAnswer));
        all
    }

    fn every_row() -> impl Iterator<Item = Cells> {
        let cells = every_cell();
        (0..cells.len().pow(4)).map(move |mut number| {
            let mut row = Cells::new();
            for world in World::ALL {
                row.insert(world, cells[number % cells.len()].clone());
                number /= cells.len();
            }
            row
        })
    }

    /// The table as the design prints it, row by row, with no code in common with the one above.
    fn as_printed(row: &Cells) -> Option<Treatment> {
        let letter = |world| match &row[&world] {
            Cell::Pass => 'P',
            Cell::Fail => 'F',
            Cell::Absent => '-',
            Cell::Disabled | Cell::NoAnswer(Why::NeverEntered | Why::Swallowed) => 'd',
            _ => 'E',
        };
        let [before, evidence, earned, claimed] = World::ALL.map(letter);
        Some(match (before, earned, evidence, claimed) {
            ('P' | 'F', 'P', _, _) => Treatment::Satisfied,
            ('F', 'F', 'P', 'P') => Treatment::EditedToGreen,
            ('F', 'F', 'F', 'P') | ('F', 'F', _, '-' | 'd') => Treatment::NeverSatisfied,
            ('P', 'F', 'P', 'P') => Treatment::Weakened,
            ('P', 'F', _, '-') => Treatment::Removed,
            ('P', 'F', _, 'd') => Treatment::Disabled,
            ('P', 'F', 'F', 'P') => Treatment::ContractChanged,
            _ => return None,
        })
    }

    #[test]
    fn every_row_of_the_printed_table_is_treated_as_printed() {
        let mut rows = 0;
        for row in every_row() {
            if let Some(expected) = as_printed(&row) {
                assert_eq!(treatment(&row, false), Ok(expected), "{row:?}");
                rows += 1;
            }
        }
        assert!(rows > 400, "{rows}");
    }

    #[test]
    fn only_the_five_printed_rows_convict() {
        for row in every_row() {
            for gone in [false, true] {
                if treatment(&row, gone).is_ok_and(|treatment| treatment.convicts()) {
                    assert!(as_printed(&row).is_some_and(|printed| printed.convicts()), "{row:?}");
                    assert!(!gone, "what calls a removed name is not held against anyone: {row:?}");
                }
            }
        }
    }

    #[test]
    fn a_row_with_a_cell_taken_out_is_never_treated_better() {
        for row in every_row() {
            let Ok(whole) = treatment(&row, false) else { continue };
            for world in World::ALL {
                let mut less = row.clone();
                less.insert(world, Cell::NotAsked);
                if let Ok(rest) = treatment(&less, false) {
                    assert_eq!(rest, whole, "the cell was not needed, so the answer stays: {row:?}");
                }
            }
        }
    }

    #[test]
    fn only_two_calibrated_readings_are_an_alibi() {
        for claimed in every_cell() {
            for base in every_cell() {
                for foreign in [false, true] {
                    let verdict = evidence(&claimed, &base, foreign);
                    let alibi = claimed == Cell::Pass && base == Cell::Fail && !foreign;
                    assert_eq!(verdict == TestVerdict::Alibi, alibi, "{claimed:?} {base:?} {foreign}");
                    let accused = claimed == Cell::Pass && base == Cell::Pass;
                    assert_eq!(verdict == TestVerdict::NoAlibi, accused, "{claimed:?} {base:?}");
                }
            }
        }
    }
}
