//! What the museum as a whole must keep to.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    missing_docs,
    reason = "reads and writes the page; a panic is the report of a test"
)]

use counterproof_engine::report::wire::Verdict;
use counterproof_museum::{Exhibit, Kind, UNBUILT, exhibits};
use std::{collections::BTreeSet, env, fmt::Write, fs, path::Path};

/// Set to write the page instead of comparing it.
const BLESS: &str = "COUNTERPROOF_BLESS";
/// What parts what a person wrote from what is made.
const MARK: &str = "<!-- Made from the pages; do not edit below. -->";

fn of(kind: Kind) -> Vec<Exhibit> {
    exhibits().unwrap().into_iter().filter(|exhibit| exhibit.kind == kind).collect()
}

fn numbers() -> Vec<String> {
    let ways = (1..=93).map(|number| format!("T{number:02}"));
    ways.chain((1..=36).map(|number| format!("H{number:02}"))).collect()
}

fn shown(all: &[Exhibit], number: &str) -> Vec<String> {
    let here = all.iter().filter(|exhibit| exhibit.page.taxonomy.iter().any(|one| one == number));
    let folder = |exhibit: &Exhibit| if exhibit.kind == Kind::Fake { "fakes" } else { "honest" };
    here.map(|exhibit| format!("[{0}]({1}/{0}.md)", exhibit.name, folder(exhibit))).collect()
}

#[test]
fn every_entry_of_the_catalogue_is_an_exhibit_or_says_why_not() {
    let all = exhibits().unwrap();
    for number in numbers() {
        let unbuilt = UNBUILT.iter().filter(|(one, _)| *one == number).count();
        assert_eq!(unbuilt, usize::from(shown(&all, &number).is_empty()), "{number}");
    }
    let known: BTreeSet<String> = numbers().into_iter().collect();
    assert!(UNBUILT.iter().all(|(number, _)| known.contains(*number)));
    assert!(all.iter().flat_map(|exhibit| &exhibit.page.taxonomy).all(|number| known.contains(number)));
}

#[test]
fn there_are_enough_exhibits_in_every_language() {
    assert!(of(Kind::Fake).len() >= 60);
    assert!(of(Kind::Honest).len() >= 30);
    for runner in
        ["pytest", "unittest", "node", "jest", "vitest", "mocha", "cargo", "go", "minitest", "phpunit"]
    {
        for kind in [Kind::Fake, Kind::Honest] {
            assert!(of(kind).iter().any(|exhibit| exhibit.page.runner == runner), "{runner} {kind:?}");
        }
    }
}

#[test]
fn no_fake_comes_out_earned_and_clean_without_an_argument() {
    for Exhibit { name, page, .. } in of(Kind::Fake) {
        let is_clean = page.verdict == Verdict::Earned && page.exit == 0;
        assert_eq!(is_clean, page.limit.is_some(), "{name}");
    }
}

#[test]
fn no_honest_change_is_accused_and_most_are_earned() {
    let honest = of(Kind::Honest);
    for Exhibit { name, page, .. } in &honest {
        assert!([0, 3].contains(&page.exit), "{name}");
        let words = page.tests.values().map(|words| words.words());
        let accusing = ["no_alibi", "vacuous", "edited_to_green", "never_satisfied", "weakened", "removed"];
        assert!(
            words
                .flat_map(|words| words.split(' ').map(str::to_owned).collect::<Vec<_>>())
                .all(|word| !accusing.contains(&word.as_str())),
            "{name}"
        );
    }
    let earned = honest.iter().filter(|exhibit| exhibit.page.verdict == Verdict::Earned).count();
    assert!(earned >= 25 && honest.len() - earned <= 5, "{earned} of {}", honest.len());
}

#[test]
fn no_two_pages_have_one_name() {
    let all = exhibits().unwrap();
    let names: BTreeSet<_> = all.iter().map(|exhibit| exhibit.name).collect();
    assert_eq!(names.len(), all.len());
    let titles: BTreeSet<_> =
        all.iter().map(|exhibit| (exhibit.kind, &exhibit.page.runner, &exhibit.page.title)).collect();
    assert_eq!(titles.len(), all.len());
}

fn made() -> String {
    let all = exhibits().unwrap();
    let mut page = String::from("\n| | exhibits |\n|---|---|\n");
    for number in numbers() {
        let reason =
            UNBUILT.iter().find(|(one, _)| *one == number).map(|(_, why)| format!("not built. {why}"));
        let cell = reason.unwrap_or_else(|| shown(&all, &number).join(", "));
        let _ = writeln!(page, "| {number} | {cell} |");
    }
    page
}

/// `COUNTERPROOF_BLESS=1 cargo test -p counterproof-museum` writes it anew.
#[test]
fn the_catalogue_on_the_page_is_made_from_the_exhibits() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let old = fs::read_to_string(&path).unwrap();
    let prose = old.split_once(MARK).map(|(prose, _)| prose).unwrap();
    let new = format!("{prose}{MARK}\n{}", made());
    if env::var_os(BLESS).is_some() {
        fs::write(&path, &new).unwrap();
    }
    assert!(old == new || env::var_os(BLESS).is_some(), "README.md is not up to date: {BLESS}=1");
}
