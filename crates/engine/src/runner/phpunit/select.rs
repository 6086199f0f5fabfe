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
            Asked::OfAll(options) => self.everything(self.suite.files(self.side), options),
        }
    }

    fn with(&self, arguments: Vec<OsString>) -> Vec<OsString> {
        self.start.iter().cloned().chain(arguments).collect()
    }

    /// The suite: as the package's settings have it, unless only some of it is wanted.
    fn all(&self, files: &[RepoPath]) -> Vec<OsString> {
        match files {
            [one] if self.is_narrowed() => self.one_of(self.file(one)),
            _ if self.is_narrowed() => self.each(files, &[]),
            _ => self.everything(files, Vec::new()),
        }
    }

    fn is_narrowed(&self) -> bool {
        self.suite.facts.contains_key(NARROWED)
    }

    fn everything(&self, files: &[RepoPath], options: Vec<OsString>) -> Vec<OsString> {
        if self.suite.facts.contains_key(&of_side(CONFIG, self.side)) {
            return self.with(options);
        }
        // A folder with everything in it has the dependencies in it, too.
        match common_folder(files)
            .filter(|folder| folder.is_within(&self.suite.package) && *folder != self.suite.package)
        {
            Some(folder) => self.with([options, self.in_folder(&folder, files)].concat()),
            None => self.each(files, &options),
        }
    }

    /// Each file in a process of its own. What is only shared runs with the files that have it.
    fn each(&self, files: &[RepoPath], options: &[OsString]) -> Vec<OsString> {
        let arguments = files.iter().filter_map(|file| match self.file(file) {
            Asked::These(arguments) => Some([options, &arguments].concat()),
            Asked::OfAll(_) => None,
        });
        let lossy = |word: OsString| word.to_string_lossy().into_owned();
        let commands: Vec<Vec<String>> =
            arguments.map(|arguments| self.with(arguments).into_iter().map(lossy).collect()).collect();
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
        let strict = ["--fail-on-empty-test-suite", "--exclude-group=counterproof-none"];
        let strict = strict.map(OsString::from).to_vec();
        let method = site.name.last().map(|name| quoted(name)).unwrap_or_default();
        if site.dynamic {
            return Asked::OfAll([strict, filter(&format!("::{method}"))].concat());
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
            return Asked::OfAll([strict, filter(&all)].concat());
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

/// The folder that all these files lie in or below.
fn common_folder(files: &[RepoPath]) -> Option<RepoPath> {
    let mut folder = files.first()?.parent()?;
    while !files.iter().all(|file| file.is_within(&folder)) {
        folder = folder.parent()?;
    }
    Some(folder)
}
