//! What a trial is called on the screen, in logs and in errors.

use crate::domain::{Alteration, Ask, BodyEdit, Case, Probe, Support, Trial, Turn};

/// One line: the world, what is asked there, and what was altered before.
pub fn label(case: &Case, trial: &Trial) -> String {
    let mut label = format!("{} world, {}", trial.world.name(), asked(case, &trial.ask));
    let (mut passing, mut ending, mut marked, mut turned) = (0, 0, 0, 0);
    let (mut inverted, mut valued) = (0, 0);
    for alteration in &trial.alterations {
        match alteration {
            Alteration::Probe(_, Probe::Inverted | Probe::ValueInverted) => inverted += 1,
            Alteration::Probe(_, Probe::OtherValue) => valued += 1,
            Alteration::Without(Support::Ignored) => label.push_str(", without what git ignores"),
            Alteration::Without(Support::Harness) => label.push_str(", with the old harness"),
            Alteration::BreakSource => label.push_str(", changed code broken"),
            Alteration::Body(_, BodyEdit::FailAtEnd) => label.push_str(", failing at its end"),
            Alteration::Body(_, BodyEdit::ExitAtEnd) => label.push_str(", exiting at its end"),
            Alteration::Body(_, BodyEdit::ExitAtOnce) => label.push_str(", exiting at once"),
            Alteration::Body(_, BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce) => passing += 1,
            Alteration::Body(_, BodyEdit::MustEnd) => ending += 1,
            Alteration::Witnessed(_, Turn::AsItIs) => marked += 1,
            Alteration::Witnessed(_, Turn::Inverted) => turned += 1,
        }
    }
    match passing {
        0 => {}
        1 => label.push_str(", passing at once"),
        n => label.push_str(&format!(", {n} bodies passing at once")),
    }
    match ending {
        0 => {}
        1 => label.push_str(", bound to get to its end"),
        n => label.push_str(&format!(", {n} bodies bound to get to their ends")),
    }
    let counts = [
        (marked, "watched"),
        (turned, "turned into their contrary"),
        (inverted, "with their assertions inverted"),
        (valued, "with other expected values"),
    ];
    for (count, what) in counts {
        if count > 0 {
            label.push_str(&format!(", {count} bodies {what}"));
        }
    }
    if trial.attempt > 0 {
        label.push_str(&format!(", again ({})", trial.attempt));
    }
    label
}

fn asked(case: &Case, ask: &Ask) -> String {
    match ask {
        Ask::Suite(suite) => format!("the whole {} suite", case.suites[suite.0].runner),
        Ask::File(_, file) => file.to_string(),
        Ask::Test(test) => case.tests[test.0].id.clone(),
    }
}
