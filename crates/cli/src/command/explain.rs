//! `counterproof explain`: what a word of a report means, from the pages of the documentation themselves.

use crate::{
    args::GlobalArgs,
    error::CliError,
    term::{self, prose},
};

/// Pages about one word each; the word is the title.
static PAGES: &[(&str, &str)] = &[
    ("verdict", include_str!("../../../../docs/verdicts/earned.md")),
    ("verdict", include_str!("../../../../docs/verdicts/unearned.md")),
    ("verdict", include_str!("../../../../docs/verdicts/not_green.md")),
    ("verdict", include_str!("../../../../docs/verdicts/inconclusive.md")),
    ("new or changed test", include_str!("../../../../docs/tests/alibi.md")),
    ("new or changed test", include_str!("../../../../docs/tests/no_alibi.md")),
    ("new or changed test", include_str!("../../../../docs/tests/provisional.md")),
    ("new or changed test", include_str!("../../../../docs/tests/vacuous.md")),
    ("new or changed test", include_str!("../../../../docs/tests/characterization.md")),
    ("new or changed test", include_str!("../../../../docs/tests/unanswered.md")),
    ("treatment of a base test", include_str!("../../../../docs/treatments/satisfied.md")),
    ("treatment of a base test", include_str!("../../../../docs/treatments/edited_to_green.md")),
    ("treatment of a base test", include_str!("../../../../docs/treatments/never_satisfied.md")),
    ("treatment of a base test", include_str!("../../../../docs/treatments/weakened.md")),
    ("treatment of a base test", include_str!("../../../../docs/treatments/removed.md")),
    ("treatment of a base test", include_str!("../../../../docs/treatments/disabled.md")),
    ("treatment of a base test", include_str!("../../../../docs/treatments/contract_changed.md")),
    ("treatment of a base test", include_str!("../../../../docs/treatments/cannot_run.md")),
    ("treatment of a base test", include_str!("../../../../docs/treatments/void.md")),
    ("everything", include_str!("../../../../docs/limits.md")),
    ("everything", include_str!("../../../../docs/signoff.md")),
    ("everything", include_str!("../../../../docs/claims.md")),
];

/// Pages with one section for each word.
static SECTIONED: &[(&str, &str)] = &[
    ("world", include_str!("../../../../docs/worlds.md")),
    ("cell", include_str!("../../../../docs/cells.md")),
    ("exit status", include_str!("../../../../docs/exit-codes.md")),
    ("finding", include_str!("../../../../docs/findings.md")),
];

/// A word that can be looked up.
struct Topic {
    /// What kind of word it is.
    kind: &'static str,
    /// The word, as the JSON has it, lower case.
    word: String,
    /// What there is to say.
    text: &'static str,
}

impl Topic {
    /// The text under a title that says what kind of word it is.
    fn entry(&self) -> String {
        let (title, text) = self.text.split_once('\n').unwrap_or((self.text, ""));
        format!("# {title} ({})\n\n{}", self.kind, text.trim())
    }
}

/// Runs the command; the exit status.
pub(super) fn run(word: Option<&str>, global: &GlobalArgs) -> Result<u8, CliError> {
    let page = match word {
        Some(word) => prose::shown(&explained(word)?, term::width(), term::colours_on_stdout(global.color)),
        None => list(),
    };
    term::out(&page)?;
    Ok(0)
}

/// All that is said about a word: one word can name a world and a verdict.
fn explained(word: &str) -> Result<String, CliError> {
    let wanted = normal(word);
    let topics: Vec<_> = topics().into_iter().filter(|topic| topic.word == wanted).collect();
    if topics.is_empty() {
        let error = CliError::usage(format!("no word of counterproof is called `{word}`"));
        return Err(error.hint("`counterproof explain` lists all words"));
    }
    let texts: Vec<_> = topics.iter().map(Topic::entry).collect();
    Ok(texts.join("\n\n") + "\n")
}

/// All words, by kind.
fn list() -> String {
    let topics = topics();
    let kinds = topics.chunk_by(|one, next| one.kind == next.kind).map(|group| {
        let words: Vec<_> = group.iter().map(|topic| topic.word.as_str()).collect();
        format!("\n{}:\n  {}\n", group[0].kind, words.join(", "))
    });
    format!("counterproof explain WORD, where WORD is one of:\n{}", kinds.collect::<String>())
}

fn topics() -> Vec<Topic> {
    let pages = PAGES.iter().map(|(kind, page)| topic(kind, page.trim_start_matches("# ")));
    let sections = SECTIONED
        .iter()
        .flat_map(|(kind, page)| page.split("\n## ").skip(1).map(|section| topic(kind, section)));
    pages.chain(sections).collect()
}

/// A topic from a text whose first line is the word.
fn topic(kind: &'static str, text: &'static str) -> Topic {
    Topic { kind, word: normal(text.lines().next().unwrap_or_default()), text }
}

/// The word as the JSON has it: `NOT GREEN`, `not-green` and `not_green` are one.
fn normal(word: &str) -> String {
    word.trim().to_lowercase().replace([' ', '-'], "_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::EXITS;
    use counterproof_engine::{domain::World, report::wire};

    #[test]
    fn every_word_of_a_report_has_a_page() {
        let verdicts = wire::Verdict::ALL.iter().map(|one| one.name());
        let tests = wire::TestVerdict::ALL.iter().map(|one| one.name());
        let treatments = wire::Treatment::ALL.iter().map(|one| one.name());
        let cells = wire::Cell::ALL.iter().map(|one| one.name());
        let worlds = World::ALL.iter().map(|one| one.name());
        for word in verdicts.chain(tests).chain(treatments).chain(cells).chain(worlds) {
            assert!(explained(word).is_ok_and(|page| page.trim().lines().count() > 2), "{word}");
        }
    }

    #[test]
    fn every_exit_status_has_a_section() {
        for exit in EXITS {
            assert!(explained(&exit.code.to_string()).is_ok(), "{}", exit.code);
        }
    }

    #[test]
    fn a_word_is_found_however_it_is_spelt() {
        for word in ["NOT GREEN", "not-green", "not_green"] {
            assert!(explained(word).unwrap().contains("NOT GREEN"), "{word}");
        }
    }

    #[test]
    fn a_word_with_two_meanings_is_explained_twice() {
        let page = explained("earned").unwrap();
        assert!(page.contains("(verdict)") && page.contains("(world)"));
    }

    #[test]
    fn the_list_has_every_word() {
        let list = list();
        assert!(topics().iter().all(|topic| list.contains(&topic.word)));
        assert!(list.contains("\nexit status:\n  0, 1, 2, 3, 4, 64, 70, 130\n"), "{list}");
    }
}
