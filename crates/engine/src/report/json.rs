//! The report for a machine.

use super::{RunFacts, Style, is_unsafe, wire};
use crate::domain::Report;

/// The report as JSON, in fixed order, with a newline at its end. The style changes nothing.
pub fn render(report: &Report, run: &RunFacts, _: Style) -> String {
    to_text(&wire::wire(report, run))
}

/// The JSON schema of [`render`]'s output.
pub fn schema() -> String {
    to_text(&schemars::schema_for!(wire::Wire))
}

/// JSON that is also safe to look at: what could steer a terminal is escaped, which means the same to a parser.
fn to_text(value: &impl serde::Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("only maps with text keys are written");
    text.push('\n');
    text.chars().map(|c| if is_unsafe(c) && c != '\n' { unicode_escape(c) } else { c.to_string() }).collect()
}

fn unicode_escape(c: char) -> String {
    format!("\\u{:04x}", c as u32)
}
