//! What the runners of JavaScript and TypeScript share: whose a test file is and in which package, where the runner is
//! installed, what the package's scripts give to it, and the command that starts it.

pub(super) mod built;
pub(super) mod config;
pub(super) mod name;
pub(super) mod place;
pub(super) mod script;

use super::{
    Claim, Command, Project, added_args, from_package, jest, mocha, nearest, node, of_side, tap, tape, text,
    vitest,
};
use crate::domain::{RepoPath, Side, Suite};
use script::Invocation;
use serde_json::Value;
use std::{collections::BTreeMap, ffi::OsString};

/// The extensions of files that may hold tests.
pub(super) const EXTENSIONS: [&str; 8] = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"];

/// The extensions of configuration files.
const CONFIG_EXTENSIONS: [&str; 10] =
    ["ts", "js", "mjs", "cjs", "mts", "cts", "json", "jsonc", "yaml", "yml"];

/// What tells that a runner runs the tests of a file.
pub(super) struct Signs {
    /// The runner's name.
    pub(super) runner: &'static str,
    /// Modules that only its tests import.
    pub(super) imports: &'static [&'static str],
    /// Words that only its tests have.
    pub(super) marks: &'static [&'static str],
    /// The packages that bring it, for tests that import nothing.
    pub(super) packages: &'static [&'static str],
    /// The key of `package.json` that configures it.
    pub(super) key: Option<&'static str>,
    /// Its configuration files without their extensions, each with what must stand in it.
    pub(super) configs: &'static [(&'static str, &'static str)],
    /// The word that is in scripts which call it.
    pub(super) word: &'static str,
    /// Where a command of a script has the word that starts its tests.
    pub(super) starts: fn(&[String]) -> Option<usize>,
}

impl Signs {
    /// No sign at all.
    pub(super) const NONE: Self = Self {
        runner: "",
        imports: &[],
        marks: &[],
        packages: &[],
        key: None,
        configs: &[],
        word: "",
        starts: |_| None,
    };
}

/// All runners, whoever asks them: a file that another one runs must not be taken for one's own.
static ALL: &[&Signs] = &[
    &node::SIGNS,
    &vitest::SIGNS,
    &jest::SIGNS,
    &mocha::SIGNS,
    &Signs {
        imports: &["jasmine"],
        packages: &["jasmine", "karma"],
        configs: &[("spec/support/jasmine", ""), ("karma.conf", "")],
        word: "jasmine",
        starts: |words| script::program(words, &["jasmine", "karma"]),
        ..Signs::NONE
    },
    &Signs { imports: &["bun:test"], ..Signs::NONE },
    &Signs { imports: &["ava"], ..Signs::NONE },
    &tap::SIGNS,
    &tape::SIGNS,
    &Signs { imports: &["uvu"], ..Signs::NONE },
    &Signs { imports: &["@japa/runner"], ..Signs::NONE },
    &Signs { imports: &["@playwright/test"], ..Signs::NONE },
    &Signs { imports: &["cypress"], ..Signs::NONE },
];

/// Where a runner's file is at home.
#[derive(Clone)]
pub(super) struct Home {
    /// The folder its commands run in.
    pub(super) package: RepoPath,
    /// Why it is this runner's.
    pub(super) because: String,
    /// The file itself says whose it is.
    pub(super) is_certain: bool,
    /// The `package.json` of the package; `null` if it has none.
    pub(super) manifest: Value,
}

/// A folder above a file with its `package.json`, if it has one.
struct Level {
    folder: RepoPath,
    text: Option<String>,
    manifest: Value,
}

/// Where the file is at home, if it is this runner's: by what it imports, else by what the nearest package says.
pub(super) fn home(project: &dyn Project, file: &RepoPath, source: &str, own: &Signs) -> Option<Home> {
    if !EXTENSIONS.contains(&file.extension().as_str()) {
        return None;
    }
    let levels = levels(project, file);
    match ALL.iter().find(|signs| signs.is_in(source)) {
        Some(signs) if signs.runner == own.runner => Some(certain_home(project, levels, own, source)),
        Some(_) => None,
        None => {
            // Whatever else tells of a runner, its name is in a manifest then; searching that is cheaper than the rest.
            let named: Vec<_> = ALL.iter().copied().filter(|signs| signs.is_named_in(&levels)).collect();
            named.iter().find(|signs| signs.runner == own.runner)?;
            let (signs, at, because) = by_place(project, &levels, &named)?;
            let level = levels.into_iter().nth(at).filter(|_| signs.runner == own.runner)?;
            Some(Home { package: level.folder, because, is_certain: false, manifest: level.manifest })
        }
    }
}

fn levels(project: &dyn Project, file: &RepoPath) -> Vec<Level> {
    let folders = std::iter::successors(file.parent(), RepoPath::parent);
    let level = |folder: RepoPath| {
        let text = text(project, &folder.join("package.json"));
        let manifest = text.as_ref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        Level { folder, text, manifest }
    };
    folders.map(level).collect()
}

/// The nearest folder that has a sign of the runner, else the nearest package, else the top level.
fn certain_home(project: &dyn Project, levels: Vec<Level>, own: &Signs, source: &str) -> Home {
    let module = own.imports.iter().find(|module| imports(source, module));
    let because = match module {
        Some(module) => format!("it imports `{module}`"),
        None => format!("it has `{}`", own.marks.first().unwrap_or(&"")),
    };
    let signed = levels.iter().position(|level| own.sign_at(project, level).is_some());
    let at = signed.or_else(|| levels.iter().position(|level| level.text.is_some()));
    let level = at.and_then(|at| levels.into_iter().nth(at));
    let (package, manifest) = level.map(|level| (level.folder, level.manifest)).unwrap_or_default();
    Home { package, because, is_certain: true, manifest }
}

/// The runner that the nearest folder speaks for, that folder, and how: by a configuration or a script, else by what it
/// depends on.
fn by_place(
    project: &dyn Project,
    levels: &[Level],
    named: &[&'static Signs],
) -> Option<(&'static Signs, usize, String)> {
    let mut last = None;
    for (at, level) in levels.iter().enumerate() {
        let signed: Vec<(&Signs, String)> =
            named.iter().filter_map(|signs| Some((*signs, signs.sign_at(project, level)?))).collect();
        if !signed.is_empty() {
            let (signs, because) = likeliest(level, signed)?;
            return Some((signs, at, because));
        }
        let needed: Vec<&Signs> = named.iter().copied().filter(|signs| signs.is_needed_by(level)).collect();
        let because = || format!("`{}` depends on it", level.name());
        match needed.as_slice() {
            [] => {}
            [one] => return Some((one, at, because())),
            [first, ..] => last = last.or(Some((*first, at, because()))),
        }
    }
    last
}

/// The one of several runners that the scripts call first, else the first.
fn likeliest(level: &Level, signed: Vec<(&'static Signs, String)>) -> Option<(&'static Signs, String)> {
    let called = |signs: &Signs| {
        let commands = script::commands(&level.manifest, signs.word);
        let at = commands.iter().position(|words| (signs.starts)(words).is_some());
        let is_test = |words: &Vec<String>| script::commands(&level.manifest, "\0").contains(words);
        at.map_or((true, usize::MAX), |at| (!is_test(&commands[at]), at))
    };
    signed.into_iter().min_by_key(|(signs, _)| called(signs))
}

impl Level {
    fn name(&self) -> String {
        String::from_utf8_lossy(self.folder.join("package.json").as_bytes()).into_owned()
    }
}

impl Signs {
    /// Whether a file says itself that it is the runner's.
    fn is_in(&self, source: &str) -> bool {
        self.imports.iter().any(|module| imports(source, module))
            || self.marks.iter().any(|mark| source.contains(mark))
    }

    fn is_named_in(&self, levels: &[Level]) -> bool {
        let texts = || levels.iter().filter_map(|level| level.text.as_ref());
        let words = || self.packages.iter().chain([&self.word]).filter(|word| !word.is_empty());
        texts().any(|text| words().any(|word| text.contains(word)))
    }

    /// How a folder says that the runner runs its tests.
    fn sign_at(&self, project: &dyn Project, level: &Level) -> Option<String> {
        let manifest = level.name();
        if let Some(path) = self.config_at(project, &level.folder) {
            return Some(format!("`{path}` configures it"));
        }
        let key = self.key.filter(|key| level.manifest.get(key).is_some());
        if let Some(key) = key {
            return Some(format!("`{manifest}` has `{key}`"));
        }
        let commands = script::commands(&level.manifest, self.word);
        let calls = commands.iter().any(|words| (self.starts)(words).is_some());
        calls.then(|| format!("`{manifest}` tests with it"))
    }

    /// The runner's configuration file in a folder.
    pub(super) fn config_at(&self, project: &dyn Project, folder: &RepoPath) -> Option<RepoPath> {
        config_file(project, folder, self.configs)
    }

    fn is_needed_by(&self, level: &Level) -> bool {
        self.packages.iter().any(|package| depends_on(&level.manifest, package))
    }
}

/// The first of these files in a folder: names without their extensions, each with what must stand in it.
pub(super) fn config_file(
    project: &dyn Project,
    folder: &RepoPath,
    names: &[(&str, &str)],
) -> Option<RepoPath> {
    let of = |stem: &str| CONFIG_EXTENSIONS.map(|extension| folder.join(format!("{stem}.{extension}")));
    let mut files = names.iter().flat_map(|(stem, has)| of(stem).map(|path| (path, has)));
    let fits = |path: &RepoPath, has: &str| {
        project.lists(path) && (has.is_empty() || text(project, path).is_some_and(|text| text.contains(has)))
    };
    files.find(|(path, has)| fits(path, has)).map(|(path, _)| path)
}

/// The `package.json` of a folder; `null` if there is none.
pub(super) fn manifest_in(project: &dyn Project, folder: &RepoPath) -> Value {
    let text = text(project, &folder.join("package.json"));
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// Whether a `package.json` depends on a package, for use or for development.
pub(super) fn depends_on(manifest: &Value, package: &str) -> bool {
    ["dependencies", "devDependencies"].iter().any(|table| manifest[*table].get(package).is_some())
}

/// Whether a line of code imports or requires the module.
pub(super) fn imports(source: &str, module: &str) -> bool {
    let is_code = |line: &&str| !line.starts_with("//") && !line.starts_with('*');
    let lines = || source.lines().map(str::trim_start).filter(is_code);
    source.contains(module)
        && ["'", "\"", "`"].iter().any(|quote| {
            let quoted = format!("{quote}{module}{quote}");
            lines().filter_map(|line| line.split_once(&quoted)).any(|(before, _)| {
                let before = before.trim_end();
                ["from", "import", "import(", "require("].iter().any(|word| before.ends_with(word))
            })
        })
}

/// What a runner's commands need to know of the package, as facts.
pub(super) fn facts(
    project: &dyn Project,
    runner: &str,
    invocation: &Invocation,
) -> BTreeMap<String, String> {
    let mut facts = BTreeMap::new();
    let lists = [("node", &invocation.node), ("flags", &invocation.flags)];
    for (name, words) in lists.into_iter().filter(|(_, words)| !words.is_empty()) {
        facts.insert(of_side(name, project.side()), serde_json::json!(words).to_string());
    }
    if !invocation.env.is_empty() {
        facts.insert(of_side("env", project.side()), serde_json::json!(invocation.env).to_string());
    }
    for setting in ["program", "args"] {
        facts.extend(project.setting(runner, setting).map(|value| (setting.into(), value)));
    }
    facts
}

/// A list of words that a side has as a fact.
pub(super) fn listed(suite: &Suite, side: Side, fact: &str) -> Vec<OsString> {
    let json = suite.facts.get(&of_side(fact, side));
    let words: Vec<String> = json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default();
    words.into_iter().map(OsString::from).collect()
}

/// The variables that the package's script sets on a side.
pub(super) fn variables(suite: &Suite, side: Side) -> BTreeMap<String, String> {
    let json = suite.facts.get(&of_side("env", side));
    json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

/// Node itself: the user's, else the one on the search path.
pub(super) fn node_program(suite: &Suite) -> OsString {
    suite.facts.get("program").map_or("node", String::as_str).into()
}

/// A runner that lies in `node_modules`.
pub(super) struct Installed {
    /// Its package.
    pub(super) package: &'static str,
    /// What node is given, below its package.
    pub(super) entry: &'static str,
}

impl Installed {
    /// The claim on a file at home in a package, with where the runner is and which version, or that it is not installed.
    pub(super) fn claim(&self, project: &dyn Project, home: Home, facts: BTreeMap<String, String>) -> Claim {
        let Home { package, mut because, .. } = home;
        let mut facts = facts;
        let entry = RepoPath::from(self.package).join(self.entry);
        let found = installed(project, &package, &entry);
        if let Some(path) = found {
            let below = path.as_bytes().len() - entry.as_bytes().len();
            let modules = RepoPath::new(&path.as_bytes()[..below]);
            let manifest = text(project, &modules.join(self.package).join("package.json"));
            let manifest: Value =
                manifest.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
            facts.extend(manifest["version"].as_str().map(|version| ("version".into(), version.into())));
            facts.insert("entry".into(), from_package(&package, &String::from_utf8_lossy(path.as_bytes())));
        } else {
            because.push_str(", but it is not installed in `node_modules`");
        }
        Claim { package, because, facts }
    }

    /// The words that start the runner; if it is not installed, those that say so when they are started.
    pub(super) fn start(&self, suite: &Suite, side: Side) -> Vec<OsString> {
        let Some(entry) = suite.facts.get("entry") else {
            return vec![format!("node_modules/.bin/{}", self.package).into()];
        };
        let mut argv = vec![node_program(suite)];
        argv.extend(listed(suite, side, "node"));
        argv.push(entry.into());
        argv
    }

    /// The command with this behind its start.
    pub(super) fn command(
        &self,
        suite: &Suite,
        side: Side,
        rest: impl IntoIterator<Item = OsString>,
    ) -> Command {
        let mut argv = self.start(suite, side);
        argv.extend(rest);
        Command { argv, folder: suite.package.clone(), env: variables(suite, side) }
    }
}

/// The flags of the script's and the user's.
pub(super) fn flags(suite: &Suite, side: Side) -> Vec<OsString> {
    let own = added_args(suite).into_iter().map(OsString::from);
    listed(suite, side, "flags").into_iter().chain(own).collect()
}

/// Where a file of a package lies: in the nearest `node_modules` that has it, of the folder or one above it.
fn installed(project: &dyn Project, folder: &RepoPath, below: &RepoPath) -> Option<RepoPath> {
    let in_folder = |folder: &RepoPath| {
        let path = folder.join("node_modules").join(below.as_bytes());
        project.program(&String::from_utf8_lossy(path.as_bytes())).map(|_| path)
    };
    let of_folder = folder.join("x");
    nearest(&of_folder, in_folder).map(|(_, path)| path)
}

/// The number in front of an installed version's first dot.
pub(super) fn major(suite: &Suite) -> Option<u32> {
    suite.facts.get("version")?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests;
