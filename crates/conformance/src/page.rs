//! A runner's page in the docs, made from its table.

use crate::table::{Case, Table};
use counterproof_engine::runner;
use std::{env, fmt::Write, fs, path::PathBuf};

/// Set to write the pages instead of comparing them.
const BLESS: &str = "COUNTERPROOF_BLESS";

/// What parts what a person wrote from what is made.
const MARK: &str = "<!-- Made from the table in crates/conformance; do not edit below. -->";

/// Checks that the table is whole, and that the page in the docs is made from it.
///
/// # Panics
/// If a question is not answered, or the page differs: `COUNTERPROOF_BLESS=1` writes it anew.
pub fn holds(table: &Table) {
    assert_eq!(table.unanswered(), [""; 0], "questions that the table of {} leaves open", table.runner);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/runners").join(table.runner);
    let path = path.with_extension("md");
    let old = fs::read_to_string(&path).unwrap_or_default();
    let prose = old.split_once(MARK).map_or(old.as_str(), |(prose, _)| prose);
    let new = format!("{}\n\n{}", prose.trim_end(), made(table));
    if env::var_os(BLESS).is_some() {
        fs::write(&path, &new).expect("the docs can be written");
    }
    assert!(old == new || env::var_os(BLESS).is_some(), "{} is not up to date: {BLESS}=1", path.display());
    assert!(prose.starts_with(&format!("# {}\n", table.runner)), "{} has no title", path.display());
}

fn made(table: &Table) -> String {
    let runner = runner::named(table.runner).expect("a table is of a runner of the engine");
    let versions: Vec<&str> = table.versions.iter().map(|version| version.name).collect();
    let mut page = format!(
        "{MARK}\n\nLanguages: {}. Tried with: {}.\n\n",
        runner.languages.join(", "),
        versions.join(", ")
    );
    if !runner.harness.is_empty() {
        let globs: Vec<String> = runner.harness.iter().map(|glob| format!("`{glob}`")).collect();
        let _ =
            writeln!(page, "Files that decide what it runs travel with the tests: {}.\n", globs.join(", "));
    }
    page.push_str(
        "## What each case reads\n\nEvery reading is calibrated, and taken from the real runner.\n\n",
    );
    page.push_str("| case | reads |\n|---|---|\n");
    for case in table.cases {
        let _ = writeln!(page, "| {} | {} |", named(case), reads(case));
    }
    for (question, why) in table.without {
        let _ = writeln!(page, "| {question} | {why} |");
    }
    page
}

fn named(case: &Case) -> String {
    if case.note.is_empty() { case.question.into() } else { format!("{}: {}", case.question, case.note) }
}

fn reads(case: &Case) -> String {
    let others = case.but.iter().map(|(version, reads)| format!("; in {version}: {}", reads.words()));
    case.reads.words().to_owned() + &others.collect::<String>()
}
