//! What the text of the change shows: grouped by rule, what is worth a look first.

use super::super::{
    Style,
    page::{Ink, Page},
    wire::{Finding, Severity},
};

/// How many findings are shown when nobody asked for all of them.
const LIMIT: usize = 10;

/// Writes the section, if there are findings.
pub(super) fn section(page: &mut Page, findings: &[Finding], style: Style) {
    if findings.is_empty() {
        return;
    }
    page.gap().shout(Ink::Strong, "In the text of the change").put(Ink::Plain, "  ");
    page.put(Ink::Dim, "(to look at; it decides nothing)").end();
    let shown = if style.verbosity > 0 { findings.len() } else { findings.len().min(LIMIT) };
    for group in findings[..shown].chunk_by(|one, next| one.rule == next.rule) {
        page.tab(2).put(ink(group[0].severity), &group[0].rule.replace('_', " ")).end();
        for finding in group {
            page.words(4, Ink::Plain, &format!("{}:{}  {}", finding.file, finding.line, finding.message));
        }
    }
    if shown < findings.len() {
        page.tab(2).put(Ink::Dim, &format!("and {} more (-v shows all)", findings.len() - shown)).end();
    }
}

fn ink(severity: Severity) -> Ink {
    match severity {
        Severity::Look => Ink::Doubt,
        Severity::Note => Ink::Plain,
    }
}
