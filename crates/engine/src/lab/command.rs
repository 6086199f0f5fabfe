//! From a trial to the command that asks it.

use crate::{
    domain::{Ask, Case, Side, Suite, SuiteNo, Trial},
    runner::{self, Command, Question, Runner},
};

/// The suite a trial asks, or asks something of.
pub(super) fn suite(case: &Case, trial: &Trial) -> SuiteNo {
    match &trial.ask {
        Ask::Suite(suite) | Ask::File(suite, _) => *suite,
        Ask::Test(test) => case.tests[test.0].suite,
    }
}

/// The runner of the trial's suite.
pub(super) fn runner(case: &Case, trial: &Trial) -> Option<&'static Runner> {
    runner::named(&case.suites[suite(case, trial).0].runner)
}

/// The command that a runner makes of the trial's question; `None` if the side has no such test.
pub(super) fn command(
    case: &Case,
    trial: &Trial,
    make: fn(&Suite, Side, &Question<'_>) -> Command,
) -> Option<Command> {
    let side = trial.world.tests;
    let suite = &case.suites[suite(case, trial).0];
    let question = match &trial.ask {
        Ask::Suite(_) => Question::Suite(suite.files(side)),
        Ask::File(_, file) => Question::File(file),
        Ask::Test(test) => Question::Test(case.tests[test.0].site(side)?),
    };
    Some(make(suite, side, &question))
}
