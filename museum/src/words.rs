//! The words that a page may use.

use counterproof_engine::report::wire::{TestVerdict, Treatment, Verdict};
use std::collections::BTreeSet;

/// Which experiment decides an exhibit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DecidedBy(&'static str);

impl DecidedBy {
    /// All of them: the word, and what it means.
    pub const ALL: &'static [(&'static str, &'static str)] = &[
        ("claimed world", "the suite of the head, as it is"),
        ("earned world", "the new code under the tests it started with"),
        ("evidence world", "the new tests on the old code"),
        ("moved tests", "tests are known again by their bodies, wherever they went"),
        ("calibration: a failing body", "a green that cannot turn red is none"),
        ("calibration: a passing body", "a red that cannot turn green is none"),
        ("rollback control", "the changed sources made unloadable: who notices?"),
        ("repetition", "the same question again"),
        ("hollow world", "the new interface without its behaviour"),
        ("shim", "old names bound to the new ones"),
        ("probe: inverted", "every assertion turned around"),
        ("probe: literal", "the expected value changed"),
        ("probe: hollowed", "the code it calls emptied"),
        ("committed tree", "the head without the files that git ignores"),
        ("marker", "a comment where the test is written"),
        ("sign-off", "a person decides, on record"),
        ("nothing: see limits", "no experiment of ours can tell"),
    ];

    /// The word as one of ours.
    #[must_use]
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == word).map(|(known, _)| Self(known))
    }

    /// The word.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// What must be found for one test: its words in the public JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Expected(BTreeSet<&'static str>);

impl Expected {
    /// The words as a page has them: each once, parted by blanks; `nothing` for a test that is only mentioned.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text == "nothing" {
            return Some(Self::default());
        }
        let words: Option<BTreeSet<_>> = text.split(' ').map(known).collect();
        words.filter(|words| words.len() == text.split(' ').count()).map(Self)
    }

    /// The words that a report has for a test.
    #[must_use]
    pub fn of(verdict: Option<TestVerdict>, treatment: Option<Treatment>) -> Self {
        Self(verdict.map(TestVerdict::name).into_iter().chain(treatment.map(Treatment::name)).collect())
    }

    /// The words as a page has them.
    #[must_use]
    pub fn words(&self) -> String {
        match self.0.is_empty() {
            true => "nothing".to_owned(),
            false => self.0.iter().copied().collect::<Vec<_>>().join(" "),
        }
    }
}

fn known(word: &str) -> Option<&'static str> {
    let verdicts = TestVerdict::ALL.iter().map(|one| one.name());
    verdicts.chain(Treatment::ALL.iter().map(|one| one.name())).find(|known| *known == word)
}

/// The verdict of this name in the public JSON.
pub(crate) fn verdict(word: &str) -> Option<Verdict> {
    Verdict::ALL.iter().copied().find(|verdict| verdict.name() == word)
}

/// The exit statuses a verdict can end in.
pub(crate) fn exits(verdict: Verdict) -> &'static [u8] {
    match verdict {
        Verdict::Earned => &[0, 1],
        Verdict::Unearned => &[2],
        Verdict::Inconclusive => &[3],
        Verdict::NotGreen => &[4],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_expected_in_the_words_of_the_public_json_and_in_no_others() {
        let both = Expected::of(Some(TestVerdict::Alibi), Some(Treatment::Satisfied));
        assert_eq!(Expected::read("alibi satisfied"), Some(both.clone()));
        assert_eq!(Expected::read("satisfied alibi"), Some(both));
        assert_eq!(Expected::read("nothing"), Some(Expected::of(None, None)));
        for text in ["", "good", "alibi alibi", "alibi  satisfied", "alibi nothing"] {
            assert_eq!(Expected::read(text), None, "{text}");
        }
    }

    #[test]
    fn the_words_are_read_as_they_are_written() {
        for text in ["alibi satisfied", "no_alibi weakened", "nothing"] {
            assert_eq!(Expected::read(text).map(|one| one.words()).as_deref(), Some(text));
        }
    }

    #[test]
    fn only_experiments_of_ours_decide() {
        assert_eq!(DecidedBy::read("earned world").map(DecidedBy::name), Some("earned world"));
        assert_eq!(DecidedBy::read("a feeling"), None);
    }
}
