//! The block under the title: `- key: value`, one a line, longer values on lines that stand in by two blanks.

use super::{Page, PageError, SourceFile};
use crate::words::{self, DecidedBy, Expected};
use counterproof_engine::report::wire::Verdict;
use counterproof_engine::runner;
use std::collections::BTreeMap;

/// The keys that stand once.
const KEYS: [&str; 6] = ["taxonomy", "runner", "verdict", "exit", "decided by", "limit"];

/// The key of a line that says what must be found for one test.
const TEST: &str = "test";

/// A value and its line, from 1.
type Value = (usize, String);

/// What stands in the block.
#[derive(Debug, Default)]
pub(super) struct HeadBlock {
    values: BTreeMap<&'static str, Value>,
    tests: Vec<Value>,
    last: usize,
}

impl HeadBlock {
    /// Reads the block, and tells the index of the line behind it.
    pub(super) fn read(lines: &[&str]) -> Result<(Self, usize), PageError> {
        let mut block = Self::default();
        let mut at = 1;
        while lines.get(at).is_some_and(|line| line.is_empty()) {
            at += 1;
        }
        while let Some(entry) = lines.get(at).and_then(|line| line.strip_prefix("- ")) {
            let line = at + 1;
            let mut text = entry.to_owned();
            at += 1;
            while let Some(more) = lines.get(at).and_then(|line| line.strip_prefix("  ")) {
                text = format!("{text} {}", more.trim());
                at += 1;
            }
            block.put(line, &text)?;
        }
        block.last = at;
        Ok((block, at))
    }

    fn put(&mut self, line: usize, entry: &str) -> Result<(), PageError> {
        let (key, value) =
            entry.split_once(": ").ok_or_else(|| PageError::new(line, "write `- key: value`"))?;
        let value = (line, value.trim().to_owned());
        if key == TEST {
            self.tests.push(value);
            return Ok(());
        }
        let known = KEYS.iter().find(|known| **known == key);
        let known = known.ok_or_else(|| PageError::new(line, format!("`{key}` is no key of a page")))?;
        match self.values.insert(known, value) {
            None => Ok(()),
            Some(_) => Err(PageError::new(line, format!("`{key}` stands twice"))),
        }
    }

    /// The page that has this block.
    pub(super) fn page(&self, title: &str, prose: String, files: Vec<SourceFile>) -> Result<Page, PageError> {
        let verdict = self.read_as("verdict", "no verdict", words::verdict)?;
        let page = Page {
            title: title.to_owned(),
            taxonomy: self.read_as("taxonomy", "no list of numbers as T05 or H01", taxonomy)?,
            runner: self.read_as("runner", "no runner", |name| Some(runner::named(name)?.name.to_owned()))?,
            verdict,
            exit: self.read_as("exit", "no exit status of this verdict", |text| exit(verdict, text))?,
            tests: self.tests()?,
            decided_by: self.read_as("decided by", "no experiment", DecidedBy::read)?,
            limit: self.values.get("limit").map(|(_, text)| text.clone()),
            prose,
            files,
        };
        self.argued(page)
    }

    /// What nothing decides has an argument, and nothing else has.
    fn argued(&self, page: Page) -> Result<Page, PageError> {
        let line = |key: &str| self.values.get(key).map_or(self.last, |(line, _)| *line);
        match (page.decided_by.name() == "nothing: see limits", &page.limit) {
            (true, None) => {
                Err(PageError::new(line("decided by"), "say under `limit` why nothing decides it"))
            }
            (false, Some(_)) => Err(PageError::new(line("limit"), "a limit is for what nothing decides")),
            _ => Ok(page),
        }
    }

    fn read_as<T>(&self, key: &str, not: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, PageError> {
        let missing = || PageError::new(self.last, format!("`{key}` is missing"));
        let (line, text) = self.values.get(key).ok_or_else(missing)?;
        read(text).ok_or_else(|| PageError::new(*line, format!("`{text}` is {not}")))
    }

    fn tests(&self) -> Result<BTreeMap<String, Expected>, PageError> {
        let mut tests = BTreeMap::new();
        for (line, text) in &self.tests {
            let (id, words) = test(text).ok_or_else(|| {
                PageError::new(*line, "write `- test: ``id`` words`, with the words of the public JSON")
            })?;
            if tests.insert(id.to_owned(), words).is_some() {
                return Err(PageError::new(*line, format!("`{id}` stands twice")));
            }
        }
        Ok(tests)
    }
}

/// The name in its quotes, and its words.
fn test(text: &str) -> Option<(&str, Expected)> {
    let quotes = text.len() - text.trim_start_matches('`').len();
    let (id, words) = text.get(quotes..)?.split_once(&format!("{} ", text.get(..quotes)?))?;
    (quotes > 0).then_some(())?;
    Some((id.trim(), Expected::read(words)?))
}

fn taxonomy(text: &str) -> Option<Vec<String>> {
    let number = |word: &str| {
        let digits = word.strip_prefix(['T', 'H'])?;
        (digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| word.to_owned())
    };
    text.split(", ").map(number).collect()
}

fn exit(verdict: Verdict, text: &str) -> Option<u8> {
    text.parse().ok().filter(|status| words::exits(verdict).contains(status))
}
