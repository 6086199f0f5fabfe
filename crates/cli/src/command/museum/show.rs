//! The museum on the screen: the list, a page, a row, the count.

use super::judge::{Found, Judged, Outcome};
use crate::{
    args::{GlobalArgs, MuseumArgs},
    term::{self, prose},
};
use counterproof_museum::{Exhibit, Expected, SourceFile};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The columns that the names need.
pub(super) fn width(exhibits: &[&Exhibit]) -> usize {
    exhibits.iter().map(|exhibit| exhibit.name.len()).max().unwrap_or_default()
}

/// All exhibits, a line each: kind, name, runner, the verdict it should have, what decides it.
pub(super) fn list(exhibits: &[&Exhibit], args: &MuseumArgs) -> String {
    let width = width(exhibits);
    let line = |exhibit: &&Exhibit| match args.json() {
        true => format!("{}\n", facts(exhibit)),
        false => {
            let page = &exhibit.page;
            let (kind, verdict) = (exhibit.kind.name(), verdict(&Found::told(page)));
            format!(
                "{kind:<7} {:<width$}  {:<9} {verdict:<12}  {}\n",
                exhibit.name,
                page.runner,
                page.decided_by.name()
            )
        }
    };
    exhibits.iter().map(line).collect()
}

/// The page as a terminal shows it: words, then files.
pub(super) fn page(exhibit: &Exhibit, global: &GlobalArgs) -> String {
    let page = &exhibit.page;
    let (width, colours) = (term::width(), term::colours_on_stdout(global.color));
    let limit = page.limit.iter().map(|limit| format!("\n\n**Limit:** {limit}"));
    let text =
        format!("# {} ({})\n\n{}{}\n", page.title, exhibit.name, page.prose, limit.collect::<String>());
    let files: String = page.files.iter().map(file).collect();
    format!("{}\n{files}", prose::shown(&text, width, colours))
}

fn file(file: &SourceFile) -> String {
    let lines: String = file.text.lines().map(|line| format!("    {line}\n")).collect();
    format!("{}/{}\n{lines}\n", file.place.name(), file.path)
}

/// An exhibit that was judged.
pub(super) fn row(judged: &Judged<'_>, args: &MuseumArgs, width: usize) -> String {
    match (args.json(), args.all) {
        (true, _) => format!("{}\n", as_json(judged)),
        (false, true) => line(judged, width),
        (false, false) => format!("{}\n{}\n", judged.report, line(judged, width)),
    }
}

/// `as told  NAME  UNEARNED`, and where it differs, how.
fn line(judged: &Judged<'_>, width: usize) -> String {
    let told = Found::told(&judged.exhibit.page);
    let name = format!("{:<width$}", judged.exhibit.name);
    match &judged.outcome {
        Outcome::AsTold => format!("as told  {name}  {}\n", verdict(&told)),
        Outcome::Differs(found) => {
            let differences: String =
                differences(&told, found).iter().map(|one| format!("         {one}\n")).collect();
            format!("DIFFERS  {name}  {}, told {}\n{differences}", verdict(found), verdict(&told))
        }
        Outcome::Missing(what) => format!("NOT RUN  {name}  {what}\n"),
        Outcome::Interrupted => format!("NOT RUN  {name}  interrupted\n"),
    }
}

/// `EARNED`, or `EARNED (1)` where the status says more than the verdict.
fn verdict(found: &Found) -> String {
    let name = found.verdict.name().replace('_', " ");
    if found.exit == 1 { format!("{name} (1)") } else { name }
}

/// The tests that are not as told.
fn differences(told: &Found, found: &Found) -> Vec<String> {
    let words =
        |of: &Found, id: &str| of.tests.get(id).map_or("not in the report".to_owned(), Expected::words);
    let ids: BTreeSet<_> = told.tests.keys().chain(found.tests.keys()).collect();
    let differ = ids.into_iter().filter(|id| told.tests.get(*id) != found.tests.get(*id));
    let tests = differ.map(|id| format!("{id}: {}, told {}", words(found, id), words(told, id)));
    let asked = |of: &Found| of.runners.iter().cloned().collect::<Vec<_>>().join(", ");
    let runners =
        (told.runners != found.runners).then(|| format!("runner: {}, told {}", asked(found), asked(told)));
    runners.into_iter().chain(tests).collect()
}

/// How many came out as told.
pub(super) fn count(rows: &[Judged<'_>]) -> String {
    let of = |wanted: fn(&Outcome) -> bool| rows.iter().filter(|row| wanted(&row.outcome)).count();
    let told = of(|outcome| *outcome == Outcome::AsTold);
    let differ = of(|outcome| matches!(outcome, Outcome::Differs(_)));
    let missing = of(|outcome| matches!(outcome, Outcome::Missing(_)));
    let rest = [(differ, "differ"), (missing, "not run")];
    let rest = rest.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!(", {count} {word}"));
    format!("{told} of {} came out as told{}\n", rows.len(), rest.collect::<String>())
}

fn as_json(judged: &Judged<'_>) -> Value {
    let told = Found::told(&judged.exhibit.page);
    let mut row = facts(judged.exhibit);
    let (found, missing) = match &judged.outcome {
        Outcome::AsTold => (Some(&told), None),
        Outcome::Differs(found) => (Some(found), None),
        Outcome::Missing(what) => (None, Some(what.as_str())),
        Outcome::Interrupted => (None, Some("interrupted")),
    };
    row["as_told"] = json!(judged.outcome == Outcome::AsTold);
    row["found"] = found.map_or(Value::Null, found_json);
    row["not_run"] = json!(missing);
    row
}

fn facts(exhibit: &Exhibit) -> Value {
    let page = &exhibit.page;
    json!({
        "name": exhibit.name, "kind": exhibit.kind.name(), "title": page.title, "taxonomy": page.taxonomy,
        "runner": page.runner, "decided_by": page.decided_by.name(), "limit": page.limit,
        "told": found_json(&Found::told(page)),
    })
}

fn found_json(found: &Found) -> Value {
    let tests: BTreeMap<_, _> = found.tests.iter().map(|(id, words)| (id, words.words())).collect();
    json!({ "verdict": found.verdict.name(), "exit_code": found.exit, "runners": found.runners, "tests": tests })
}
