//! The arguments that select what is asked.
//!
//! PHPUnit takes a file for the one class that is named as it is. Version 9 takes only one path, and test cases whose
//! names are not their file's only where it finds the file in a folder.

use super::{CONFIG, program, selection_fact};
use crate::{
    domain::{RepoPath, Side, Site, Suite},
    lang::php::Selection,
    runner::{NARROWED, Question, argument, of_side},
};
use std::{collections::BTreeSet, ffi::OsString};

/// Runs commands one after the other, and fails if one of them does.
const EACH: &str = "$red = 0; foreach (json_decode($argv[1]) as $command) { \
                    $red |= (int) (proc_close(proc_open($command, [], $pipes)) !== 0); } exit($red);";

/// The whole command; `start` is what all commands begin with.
pub(super) fn argv(
    suite: &Suite,
    side: Side,
    question: &Question<'_>,
    start: Vec<OsString>,
) -> Vec<OsString> {
    let ask = Ask { suite, side, start };
    match question {
        Question::Suite(files) => ask.all(files),
        Question::File(file) => ask.one_of(ask.file(file)),
        Question::Test(site) => ask.one_of(ask.test(site)),
    }
}

struct Ask<'a> {
    suite: &'a Suite,
    side: Side,
    start: Vec<OsString>,
}

/// What a command runs.
enum Asked {
    /// What the whole suite runs, as far as these options select it.
    OfAll(Vec<OsString>),
    /// What these arguments say.
    These(Vec<OsString>),
}

impl Ask<'_> {
    fn one_of(&self, asked: Asked) -> Vec<OsString> {
        match asked {
            Asked::These(arguments) => self.with(arguments),
            Asked::OfAll(options) => self.everything(self.suite.files(self.side), &options),
        }
    }

    fn with(&self, arguments: Vec<OsString>) -> Vec<OsString> {
        self.start.iter().cloned().chain(arguments).collect()
    }

    /// The suite: as the package's settings have it, unless only some of it is wanted.
    fn all(&self, files: &[RepoPath]) -> Vec<OsString> {
        match files {
            [one] if self.is_narrowed() => self.one_of(self.file(one)),
            _ if self.is_narrowed() => self.each(self.by_file(files)),
            _ => self.everything(files, &[]),
        }
    }

    fn is_narrowed(&self) -> bool {
        self.suite.facts.contains_key(NARROWED)
    }

    /// What the package's settings have run; without settings, all that lies in the folders of these files: also what
    /// has no tests of its own, but those of a class or trait elsewhere.
    fn everything(&self, files: &[RepoPath], options: &[OsString]) -> Vec<OsString> {
        if self.suite.facts.contains_key(&of_side(CONFIG, self.side)) {
            return self.with(options.to_vec());
        }
        let (folders, alone) = folders(&self.suite.package, files);
        let folders = folders.iter().map(|folder| self.in_folder(folder, files));
        let alone = alone.iter().map(|file| {
            let is_named = self.selection(file).is_none_or(|selection| selection.is_named_as(file));
            self.path(file, is_named)
        });
        self.each(folders.chain(alone).map(|paths| [options, &paths].concat()).collect())
    }

    /// The arguments for each file. What is only shared runs with the files that have it.
    fn by_file(&self, files: &[RepoPath]) -> Vec<Vec<OsString>> {
        let arguments = files.iter().filter_map(|file| match self.file(file) {
            Asked::These(arguments) => Some(arguments),
            Asked::OfAll(_) => None,
        });
        arguments.collect()
    }

    /// A process for each of these lists of arguments.
    fn each(&self, mut all: Vec<Vec<OsString>>) -> Vec<OsString> {
        if all.len() == 1 {
            return self.with(all.remove(0));
        }
        let lossy = |word: OsString| word.to_string_lossy().into_owned();
        let commands: Vec<Vec<String>> =
            all.into_iter().map(|arguments| self.with(arguments).into_iter().map(lossy).collect()).collect();
        let commands = serde_json::json!(commands).to_string();
        vec![program::php(self.suite), "-r".into(), EACH.into(), "--".into(), commands.into()]
    }

    fn selection(&self, file: &RepoPath) -> Option<Selection> {
        serde_json::from_str(self.suite.facts.get(&selection_fact(file, self.side))?).ok()
    }

    fn file(&self, file: &RepoPath) -> Asked {
        match self.selection(file) {
            Some(selection) if selection.classes.is_empty() => {
                Asked::OfAll(filter(&format!("::({})", alternatives(&selection.shared))))
            }
            Some(selection) if !selection.is_named_as(file) => {
                let classes: BTreeSet<String> = selection.classes.iter().map(|class| quoted(class)).collect();
                let options = filter(&format!("^({})::[^ ]+", alternatives(&classes)));
                Asked::These([options, self.path(file, false)].concat())
            }
            _ => Asked::These(self.path(file, true)),
        }
    }

    /// One test with all its data sets, and what must run before it. Groups that the settings leave out are let in.
    fn test(&self, site: &Site) -> Asked {
        let all_groups = OsString::from("--exclude-group=counterproof-none");
        // In one folder of several there may be nothing of it.
        let strict = vec!["--fail-on-empty-test-suite".into(), all_groups.clone()];
        let method = site.name.last().map(|name| quoted(name)).unwrap_or_default();
        if site.dynamic {
            return Asked::OfAll([vec![all_groups], filter(&format!("::{method}"))].concat());
        }
        let class = site.name.first().map(|name| quoted(name)).unwrap_or_default();
        let selection = self.selection(&site.file).unwrap_or_default();
        let needs = selection.needs.get(&site.name.join("::")).into_iter().flatten().map(|name| quoted(name));
        let (others, mut own): (BTreeSet<String>, BTreeSet<String>) =
            needs.partition(|name| name.contains("::"));
        own.insert(method);
        let mine = format!("^{class}::({})", alternatives(&own));
        if !others.is_empty() {
            let others = others.into_iter().map(of_another).collect();
            let all = format!("({mine}|(^|\\\\)({}))", alternatives(&others));
            return Asked::OfAll([vec![all_groups], filter(&all)].concat());
        }
        let is_named = selection.classes.is_empty() || selection.is_named_as(&site.file);
        Asked::These([strict, filter(&mine), self.path(&site.file, is_named)].concat())
    }

    /// A file: by its path, or found in its folder by its name.
    fn path(&self, file: &RepoPath, is_named: bool) -> Vec<OsString> {
        if is_named {
            return vec![argument(self.suite, file)];
        }
        let mut suffix = OsString::from("--test-suffix=");
        suffix.push(RepoPath::new(file.name()).to_os());
        vec![suffix, argument(self.suite, &file.parent().unwrap_or_default())]
    }

    /// A folder with all its test cases and with these files, however they are named.
    fn in_folder(&self, folder: &RepoPath, files: &[RepoPath]) -> Vec<OsString> {
        let names = files.iter().map(|file| String::from_utf8_lossy(file.name()).into_owned());
        let odd: BTreeSet<String> =
            names.filter(|name| !name.ends_with("Test.php") && !name.contains(',')).collect();
        let suffixes = ["Test.php".to_owned()].into_iter().chain(odd).collect::<Vec<_>>().join(",");
        vec![format!("--test-suffix={suffixes}").into(), argument(self.suite, folder)]
    }
}

/// The option that selects by name, whatever the data set.
fn filter(pattern: &str) -> Vec<OsString> {
    vec!["--filter".into(), format!("/{pattern}( .*)?\\z/s").into()]
}

fn alternatives(names: &BTreeSet<String>) -> String {
    names.iter().cloned().collect::<Vec<_>>().join("|")
}

/// A test of another class, or any test of it.
fn of_another(name: String) -> String {
    if name.ends_with("::") { format!("{name}[^ ]+") } else { name }
}

/// A name as a regular expression. Names of classes and methods hold nothing else that means something there.
fn quoted(name: &str) -> String {
    name.replace('\\', "\\\\")
}

/// The folders of a package in which these files lie, and the files that lie in none. The package itself is none of them:
/// it has the dependencies in it, too.
fn folders(package: &RepoPath, files: &[RepoPath]) -> (BTreeSet<RepoPath>, Vec<RepoPath>) {
    let below = |folder: &RepoPath| folder.is_within(package) && folder != package;
    if let Some(common) = common_folder(files).filter(below) {
        return (BTreeSet::from([common]), Vec::new());
    }
    let (alone, inside): (Vec<_>, Vec<_>) =
        files.iter().cloned().partition(|file| file.parent().is_none_or(|folder| folder == *package));
    let first = |file: &RepoPath| Some(package.join(file.strip(package)?.components().next()?));
    (inside.iter().filter_map(first).collect(), alone)
}

/// The folder that all these files lie in or below.
fn common_folder(files: &[RepoPath]) -> Option<RepoPath> {
    let mut folder = files.first()?.parent()?;
    while !files.iter().all(|file| file.is_within(&folder)) {
        folder = folder.parent()?;
    }
    Some(folder)
}
