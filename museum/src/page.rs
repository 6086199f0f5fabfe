//! An exhibit's page: a title, what must be found, what was done in plain words, and the files of both sides.

mod head;

use crate::words::{DecidedBy, Expected};
use counterproof_engine::report::wire::Verdict;
use head::HeadBlock;
use std::collections::{BTreeMap, BTreeSet};

/// What a page says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// A plain name for what is shown.
    pub title: String,
    /// The entries of our catalogue it belongs to: `T05`, `H01`.
    pub taxonomy: Vec<String>,
    /// The runner that is asked.
    pub runner: String,
    /// What must be found for the change.
    pub verdict: Verdict,
    /// The exit status that goes with it.
    pub exit: u8,
    /// What must be found for the tests of the report: those here and no others.
    pub tests: BTreeMap<String, Expected>,
    /// The experiment that decides.
    pub decided_by: DecidedBy,
    /// Why no experiment of ours can decide it, where that is so.
    pub limit: Option<String>,
    /// What was done, why, and what tells.
    pub prose: String,
    /// The files of both sides, as they come on the page.
    pub files: Vec<SourceFile>,
}

/// A file of an exhibit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The sides that have it.
    pub place: Place,
    /// Its path in the repository.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The sides that have a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The same on both.
    Both,
    /// Before the change.
    Base,
    /// After it.
    Head,
}

impl Place {
    /// All of them by their words.
    pub const ALL: [(&'static str, Self); 3] =
        [("both", Self::Both), ("base", Self::Base), ("head", Self::Head)];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Base => "base",
            Self::Head => "head",
        }
    }

    fn is_on(self, side: Self) -> bool {
        self == side || self == Self::Both
    }
}

/// Why a text is no page: the line, from 1, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {what}")]
pub struct PageError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl PageError {
    fn new(line: usize, what: impl Into<String>) -> Self {
        Self { line, what: what.into() }
    }
}

impl Page {
    /// Reads a page.
    ///
    /// # Errors
    /// If anything is not as pages have it; nothing is passed over.
    pub fn read(text: &str) -> Result<Self, PageError> {
        let lines: Vec<&str> = text.lines().collect();
        let title = lines.first().and_then(|line| line.strip_prefix("# ")).map(str::trim);
        let title = title.filter(|title| !title.is_empty());
        let title = title.ok_or_else(|| PageError::new(1, "a page begins with its title, `# …`"))?;
        let (head, body) = HeadBlock::read(&lines)?;
        let (prose, files) = read_body(&lines, body)?;
        let page = head.page(title, prose, files)?;
        page.complete(lines.len())?;
        Ok(page)
    }

    /// The files of one side, by path.
    #[must_use]
    pub fn side(&self, side: Place) -> BTreeMap<&str, &str> {
        let here = self.files.iter().filter(|file| file.place.is_on(side));
        here.map(|file| (file.path.as_str(), file.text.as_str())).collect()
    }

    fn complete(&self, last: usize) -> Result<(), PageError> {
        let wrong = |what| Err(PageError::new(last, what));
        if self.prose.is_empty() {
            return wrong("a page tells in words what was done");
        }
        if self.side(Place::Base) == self.side(Place::Head) {
            return wrong("the two sides are the same");
        }
        Ok(())
    }
}

/// The prose and the files, from a line on.
fn read_body(lines: &[&str], mut at: usize) -> Result<(String, Vec<SourceFile>), PageError> {
    let (mut prose, mut files, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    while at < lines.len() {
        match fence(lines[at]) {
            Some((ticks, info)) => {
                let (file, next) = block(lines, at, ticks, info)?;
                unique(&mut seen, &file).map_err(|what| PageError::new(at + 1, what))?;
                files.push(file);
                at = next;
            }
            None if !files.is_empty() && !lines[at].is_empty() => {
                return Err(PageError::new(at + 1, "words stand before the files"));
            }
            None => {
                prose.push(lines[at]);
                at += 1;
            }
        }
    }
    Ok((prose.join("\n").trim().to_owned(), files))
}

/// The marks of an opening fence, and what follows them.
fn fence(line: &str) -> Option<(&str, &str)> {
    let info = line.trim_start_matches('`');
    let ticks = &line[..line.len() - info.len()];
    (ticks.len() >= 3).then_some((ticks, info))
}

/// The file in a block, and the line behind the block.
fn block(lines: &[&str], at: usize, ticks: &str, info: &str) -> Result<(SourceFile, usize), PageError> {
    let (place, path) = placed(info).map_err(|what| PageError::new(at + 1, what))?;
    let end = lines[at + 1..].iter().position(|line| *line == ticks);
    let end = end.ok_or_else(|| PageError::new(at + 1, "the block is not closed"))? + at + 1;
    let text = lines[at + 1..end].iter().map(|line| format!("{line}\n")).collect();
    Ok((SourceFile { place, path: path.to_owned(), text }, end + 1))
}

/// The place and path that a block's first line names: ``` ```python head/src/calc.py ```.
fn placed(info: &str) -> Result<(Place, &str), String> {
    const FORM: &str = "a block names its language and place: ```python head/calc.py";
    let [language, place] = info.split(' ').collect::<Vec<_>>()[..] else {
        return Err(FORM.to_owned());
    };
    if language.is_empty() {
        return Err(FORM.to_owned());
    }
    let (side, path) = place.split_once('/').ok_or(FORM)?;
    let known = Place::ALL.iter().find(|(word, _)| *word == side);
    let (_, side) = known.ok_or_else(|| format!("`{side}` is no side: both, base or head"))?;
    if path.split('/').any(|part| ["", ".", "..", ".git"].contains(&part)) {
        return Err(format!("`{path}` is no path of a repository"));
    }
    Ok((*side, path))
}

/// Each side has a path once.
fn unique(seen: &mut BTreeSet<(Place, String)>, file: &SourceFile) -> Result<(), String> {
    let sides = [Place::Base, Place::Head].into_iter().filter(|side| file.place.is_on(*side));
    for side in sides {
        if !seen.insert((side, file.path.clone())) {
            return Err(format!("{} has `{}` twice", side.name(), file.path));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
