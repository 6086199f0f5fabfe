//! The tests of a text report, in sections: what decided first, what is only counted last.

use super::super::{
    Style,
    page::{Ink, Page},
    wire::{Cell, Test, TestVerdict, Touched, Treatment, Verdict},
};

/// Where a test stands in the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// The verdict hangs on it.
    Decided,
    /// Worth a look, though the verdict stands without it.
    Notable,
    /// Evidence for the change.
    Credited,
    /// Nothing to say about it.
    Quiet,
}

impl Section {
    pub(super) const ALL: &[Self] = &[Self::Decided, Self::Notable, Self::Credited, Self::Quiet];

    fn title(self) -> &'static str {
        match self {
            Self::Decided => "What decided it",
            Self::Notable => "Worth a look",
            Self::Credited => "Evidence for the change",
            Self::Quiet => "Nothing to say about",
        }
    }

    /// How many tests are shown when nobody asked for all of them.
    fn limit(self) -> usize {
        match self {
            Self::Decided => 20,
            Self::Notable | Self::Credited => 10,
            Self::Quiet => 0,
        }
    }
}

/// The section a test belongs to under a verdict.
pub(super) fn section_of(test: &Test, verdict: Verdict) -> Section {
    let decided = match verdict {
        Verdict::Unearned => convicts(test),
        Verdict::NotGreen => matches!(test.cells.claimed, Cell::Fail | Cell::Timeout),
        Verdict::Inconclusive => is_open(test),
        Verdict::Earned => is_no_evidence(test),
    };
    let is_cleared = test.signed_off && test.signoff.is_none();
    if decided && !is_cleared {
        Section::Decided
    } else if convicts(test) || is_open(test) || is_no_evidence(test) || is_weak(test) {
        Section::Notable
    } else if test.verdict == Some(TestVerdict::Alibi) {
        Section::Credited
    } else {
        Section::Quiet
    }
}

fn convicts(test: &Test) -> bool {
    use Treatment::*;
    matches!(test.treatment, Some(EditedToGreen | NeverSatisfied | Weakened | Removed | Disabled))
}

fn is_open(test: &Test) -> bool {
    let void = test.treatment == Some(Treatment::Void) && test.touched != Touched::Untouched;
    void || matches!(test.treatment, Some(Treatment::ContractChanged | Treatment::CannotRun))
        || test.verdict == Some(TestVerdict::Unanswered)
}

fn is_no_evidence(test: &Test) -> bool {
    matches!(test.verdict, Some(TestVerdict::NoAlibi | TestVerdict::Vacuous))
}

fn is_weak(test: &Test) -> bool {
    matches!(test.verdict, Some(TestVerdict::Provisional | TestVerdict::Characterization))
}

/// Writes a section, if it has tests.
pub(super) fn section(page: &mut Page, section: Section, tests: &[&Test], style: Style) {
    let shown = if style.verbosity > 0 { tests.len() } else { tests.len().min(section.limit()) };
    if shown == 0 {
        return;
    }
    let width = tests.iter().take(shown).map(|test| judgement(test).len()).max().unwrap_or(0);
    let column = 4 + width + 3;
    page.gap().shout(Ink::Strong, section.title());
    header(page, column);
    let mut laid = None;
    for test in &tests[..shown] {
        row(page, column, test);
        laid = recipe(page, test, laid);
        if let Some(command) = &test.signoff {
            page.tab(4).put(Ink::Dim, "if it was meant: ").put(Ink::Plain, command).end();
        }
    }
    if shown < tests.len() {
        page.tab(2).put(Ink::Dim, &format!("and {} more (-v shows all)", tests.len() - shown)).end();
    }
}

/// The width of a cell's column.
const CELL: usize = 11;

fn header(page: &mut Page, column: usize) {
    let column = column.max(Section::Credited.title().len() + 2);
    for (at, world) in ["before", "evidence", "earned", "claimed"].iter().enumerate() {
        page.tab(column + at * CELL).put(Ink::Dim, world);
    }
    page.end();
}

/// Name and place, then judgement and cells, then why.
fn row(page: &mut Page, column: usize, test: &Test) {
    let column = column.max(Section::Credited.title().len() + 2);
    page.tab(2).put(Ink::Plain, &format!("{}:{}", test.file, test.line)).put(Ink::Plain, "  ");
    page.put(Ink::Strong, &test.name.join(" > "));
    if test.dynamic {
        page.put(Ink::Dim, "  (asked with its group)");
    }
    page.end().tab(4).put(Ink::Plain, &judgement(test));
    let cells = [test.cells.before, test.cells.evidence, test.cells.earned, test.cells.claimed];
    for (at, cell) in cells.into_iter().enumerate() {
        page.tab(column + at * CELL).put(ink(cell), &cell_words(cell));
    }
    page.end();
    if !test.reason.is_empty() {
        page.words(4, Ink::Plain, &test.reason);
    }
}

/// How to see it by hand: the line that puts the world together, unless the test before had the same, and the line that
/// asks the test there. Gives the former.
fn recipe<'a>(page: &mut Page, test: &'a Test, laid: Option<&'a str>) -> Option<&'a str> {
    let Some(recipe) = &test.reproduce else { return laid };
    let world = recipe.lines().next().filter(|_| recipe.lines().count() > 1);
    for line in recipe.lines().filter(|line| world != Some(*line) || laid != Some(*line)) {
        page.tab(4).put(Ink::Dim, "$ ").put(Ink::Plain, line).end();
    }
    world.or(laid)
}

/// What was judged of a test, in words: its treatment where that says more than "satisfied", and its verdict.
fn judgement(test: &Test) -> String {
    let treatment = test.treatment.filter(|one| *one != Treatment::Satisfied).map(Treatment::name);
    let words: Vec<_> = treatment.into_iter().chain(test.verdict.map(TestVerdict::name)).collect();
    match words.is_empty() {
        true => test.treatment.map_or(test.touched.name(), Treatment::name).to_owned(),
        false => words.join(", ").replace('_', " "),
    }
}

fn cell_words(cell: Cell) -> String {
    match cell {
        Cell::NotRunnable => "cannot run".to_owned(),
        Cell::NotAsked => "-".to_owned(),
        other => other.name().to_owned(),
    }
}

fn ink(cell: Cell) -> Ink {
    match cell {
        Cell::Pass => Ink::Good,
        Cell::Fail => Ink::Bad,
        Cell::Absent | Cell::NotAsked => Ink::Dim,
        _ => Ink::Doubt,
    }
}
