//! Both sides of a change, as the rules look at them: texts, new lines, tests.

use super::Spot;
use crate::{
    case::Sources,
    domain::{Case, ChangedFile, Part, RepoPath, Role, Side, Site, Touched},
    lang::{self, FoundTest, Language, clues::Reading},
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Takes a file's text apart.
pub type Parts<'a> = &'a dyn Fn(&RepoPath, &str) -> Vec<Part>;

/// Both sides of a change.
pub struct Sides<'a> {
    /// The case of the change.
    pub case: &'a Case,
    /// The files that differ and are text, by path.
    pub files: Vec<File>,
    sources: &'a dyn Sources,
    tests: BTreeMap<(Side, RepoPath), Vec<FoundTest>>,
}

/// A file that differs.
pub struct File {
    /// Its path on the head side (on the base side, if it was deleted).
    pub path: RepoPath,
    /// Its path on the base side.
    pub was: RepoPath,
    /// What those of its parts that differ are for.
    pub roles: Vec<Role>,
    /// The base's version.
    pub base: Version,
    /// The head's version.
    pub head: Version,
    /// What it is written in.
    pub language: Option<&'static Language>,
}

/// One side's version of a file.
#[derive(Default)]
pub struct Version {
    /// The text; empty if the side does not have the file.
    pub text: String,
    /// Whether the side has it.
    pub exists: bool,
    /// The lines that the other side does not have, in order. A line that only went elsewhere in the change is not one.
    pub own: Vec<Line>,
}

/// A line of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// Its text, without white space around it.
    pub text: String,
    /// What it is for.
    pub role: Role,
}

/// Texts longer than this are not looked at: nobody wrote them by hand.
const LONGEST: usize = 1 << 20;

impl<'a> Sides<'a> {
    /// The sides of a case.
    pub fn of(case: &'a Case, sources: &'a dyn Sources, parts: Parts<'_>) -> Self {
        let mut files: Vec<File> =
            case.change.files.iter().filter_map(|file| read(file, sources, parts)).collect();
        forget_moved_lines(&mut files);
        let mut tests = BTreeMap::new();
        for file in &files {
            let Some(language) = file.language else { continue };
            for (side, path, version) in
                [(Side::Base, &file.was, &file.base), (Side::Head, &file.path, &file.head)]
            {
                tests.insert((side, path.clone()), (language.tests)(path, &version.text));
            }
        }
        Self { case, files, sources, tests }
    }
}

fn read(file: &ChangedFile, sources: &dyn Sources, parts: Parts<'_>) -> Option<File> {
    let was = file.was.as_ref().unwrap_or(&file.path);
    let text = |there: bool, side, path| {
        let content = there.then(|| sources.content(side, path))?;
        content.and_then(|content| content.text().map(str::to_owned))
    };
    let base = text(file.in_base, Side::Base, was);
    let head = text(file.in_head, Side::Head, &file.path);
    let unread = (file.in_base && base.is_none()) || (file.in_head && head.is_none());
    let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
    if unread || length(&base).max(length(&head)) > LONGEST {
        return None;
    }
    let (base_text, head_text) = (base.clone().unwrap_or_default(), head.clone().unwrap_or_default());
    let own = [
        own_lines(&base_text, &head_text, &parts(was, &base_text)),
        own_lines(&head_text, &base_text, &parts(&file.path, &head_text)),
    ];
    let [of_base, of_head] = own;
    Some(File {
        path: file.path.clone(),
        was: was.clone(),
        roles: file.roles.clone(),
        base: Version { exists: base.is_some(), text: base_text, own: of_base },
        head: Version { exists: head.is_some(), text: head_text, own: of_head },
        language: lang::of(&file.path),
    })
}

/// The lines of a text that another one does not have.
fn own_lines(text: &str, other: &str, parts: &[Part]) -> Vec<Line> {
    let (ours, theirs): (Vec<&str>, Vec<&str>) = (text.lines().collect(), other.lines().collect());
    let same = |(one, other): &(&&str, &&str)| one.trim() == other.trim();
    let start = ours.iter().zip(&theirs).take_while(same).count();
    let rest = ours.len().min(theirs.len()) - start;
    let end = ours.iter().rev().zip(theirs.iter().rev()).take(rest).take_while(same).count();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for line in &theirs[start..theirs.len() - end] {
        *known.entry(line.trim()).or_default() += 1;
    }
    let mut offset = 0;
    let mut own = Vec::new();
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let trimmed = line.trim();
        if (start..ours.len() - end).contains(&at) && !trimmed.is_empty() && !taken(&mut known, trimmed) {
            let role = role_at(parts, offset + line.len() - line.trim_start().len());
            own.push(Line { number: at + 1, text: trimmed.to_owned(), role });
        }
        offset += line.len();
    }
    own
}

fn taken(known: &mut HashMap<&str, usize>, line: &str) -> bool {
    let Some(count) = known.get_mut(line).filter(|count| **count > 0) else { return false };
    *count -= 1;
    true
}

fn role_at(parts: &[Part], at: usize) -> Role {
    parts.iter().find(|part| part.range.contains(&at)).map_or(Role::Other, |part| part.role)
}

/// Takes the lines away that one file lost and another one got.
fn forget_moved_lines(files: &mut [File]) {
    let mut lost: HashMap<String, usize> = HashMap::new();
    for line in files.iter().flat_map(|file| &file.base.own) {
        *lost.entry(line.text.clone()).or_default() += 1;
    }
    let mut moved: HashMap<String, usize> = HashMap::new();
    for file in files.iter_mut() {
        file.head.own.retain(|line| match lost.get_mut(&line.text).filter(|count| **count > 0) {
            Some(count) => {
                *count -= 1;
                *moved.entry(line.text.clone()).or_default() += 1;
                false
            }
            None => true,
        });
    }
    for file in files {
        file.base.own.retain(|line| match moved.get_mut(&line.text).filter(|count| **count > 0) {
            Some(count) => {
                *count -= 1;
                false
            }
            None => true,
        });
    }
}

/// A test that both sides have, in the same file.
pub struct Edited<'a> {
    /// The base's version.
    pub base: &'a FoundTest,
    /// The head's version.
    pub head: &'a FoundTest,
}

impl Sides<'_> {
    /// The tests of a file that the change edited.
    pub fn edited<'a>(&'a self, file: &File) -> Vec<Edited<'a>> {
        let tests = self.case.tests.iter().filter(|test| test.touched == Touched::Edited);
        let here = tests.filter(|test| test.head.as_ref().is_some_and(|site| site.file == file.path));
        let both = here.filter_map(|test| {
            let was = test.base.as_ref().filter(|site| site.file == file.was)?;
            Some(Edited {
                base: self.found(Side::Base, was)?,
                head: self.found(Side::Head, test.head.as_ref()?)?,
            })
        });
        both.collect()
    }

    /// The tests of a file that the change added.
    pub fn added<'a>(&'a self, file: &File) -> Vec<&'a FoundTest> {
        let added = self.case.tests.iter().filter(|test| test.touched == Touched::Added);
        let here = added.filter_map(|test| test.head.as_ref()).filter(|site| site.file == file.path);
        here.filter_map(|site| self.found(Side::Head, site)).collect()
    }

    fn found(&self, side: Side, site: &Site) -> Option<&FoundTest> {
        let tests = self.tests.get(&(side, site.file.clone()))?;
        tests.iter().find(|one| one.name == site.name && one.ordinal == site.ordinal)
    }

    /// All tests that the head has, wherever they are. They are read anew, so this is for a rule that has a reason.
    pub fn tests_of_head(&self) -> Vec<FoundTest> {
        let sites = self.case.tests.iter().filter_map(|test| test.head.as_ref());
        let files: BTreeSet<&RepoPath> = sites.map(|site| &site.file).collect();
        let read = |path: &&RepoPath| {
            let content = self.sources.content(Side::Head, path)?;
            Some((lang::of(path)?.tests)(path, content.text()?))
        };
        files.iter().filter_map(read).flatten().collect()
    }

    /// The files of a side.
    pub fn list(&self, side: Side) -> impl Iterator<Item = &RepoPath> {
        self.sources.list(side).keys()
    }

    /// The text of any file of the base side.
    pub fn text_of_base(&self, path: &RepoPath) -> Option<String> {
        self.sources.content(Side::Base, path)?.text().map(str::to_owned)
    }
}

impl File {
    /// Both versions, read for clues.
    pub fn readings(&self) -> Option<[Reading<'_>; 2]> {
        let clues = &self.language?.clues;
        Some([clues.read(&self.base.text)?, clues.read(&self.head.text)?])
    }

    /// What stands in a line of the head's version that the base does not have, if it has this role.
    pub fn new_lines(&self, role: Role) -> impl Iterator<Item = &Line> {
        self.head.own.iter().filter(move |line| line.role == role)
    }

    /// Something to be seen in the file.
    pub fn spot(&self, line: usize, message: String) -> Spot {
        Spot { file: self.path.clone(), line, message }
    }
}

impl Version {
    /// Whether only this side has the line of this number.
    pub fn owns(&self, number: usize) -> bool {
        self.own.binary_search_by_key(&number, |line| line.number).is_ok()
    }
}
