//! `go test`: all packages of a module, each asked for itself.
//!
//! A suite is a module, since a change in one of its packages may break the tests of any other; but every command names
//! the packages it is about, so that one that does not compile says nothing of those beside it.

mod constraint;
mod outline;

use super::{
    Built, Claim, Command, DISABLED, NARROWED, Project, Question, Runner, added_args, nearest, of_side, text,
};
use crate::{
    domain::{Disabled, RepoPath, Side, Site, Suite},
    lang,
};
use outline::Outline;
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
};

/// `go test`.
pub(super) const RUNNER: Runner = Runner {
    name: "go",
    languages: &["Go"],
    harness: &[],
    compiles_together: true,
    built_ahead: &[],
    prebuilt: None,
    built: Some(Built { build, command: built, whole_serves_parts: false }),
    claim,
    command,
};

/// The longest pattern that is passed on: one argument may have 128 KiB.
const LONGEST: usize = 100_000;

fn claim(project: &dyn Project, file: &RepoPath, source: &str) -> Option<Claim> {
    if !file.name().ends_with(b"_test.go") {
        return None;
    }
    let (package, manifest) = nearest(file, |folder| text(project, &folder.join("go.mod")))?;
    let args = project.setting("go", "args");
    let facts = match kept_out(file, &package, (source, &manifest, args.as_deref())) {
        Some(disabled) => BTreeMap::from([(DISABLED.into(), serde_json::to_string(&disabled).ok()?)]),
        None => outlined(project.side(), file, source),
    };
    let settings = [("args", args), ("program", project.setting("go", "program"))];
    let settings = settings.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    let name = String::from_utf8_lossy(package.join("go.mod").as_bytes()).into_owned();
    let because = format!("it belongs to the module of `{name}`");
    Some(Claim { package, because, facts: facts.into_iter().chain(settings).collect() })
}

/// What keeps the file out of its package, whatever the machine's compiler is.
fn kept_out(
    file: &RepoPath,
    module: &RepoPath,
    (source, manifest, args): (&str, &str, Option<&str>),
) -> Option<Disabled> {
    let args: Vec<String> = args.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default();
    constraint::of_path(&file.strip(module)?).or_else(|| {
        constraint::of_source(source, &constraint::tags(&args), constraint::reads_old_lines(manifest))
    })
}

/// What the commands need to know of a file: the names in it, and which of its functions run suites.
fn outlined(side: Side, file: &RepoPath, source: &str) -> BTreeMap<String, String> {
    let outline = serde_json::to_string(&Outline::of(source)).unwrap_or_default();
    let suites = lang::go::suites_run(source).into_iter();
    let runs = suites.map(|(name, function)| (run_by(file, &name, side), function));
    runs.chain([(of_side(&file.to_string(), side), outline)]).collect()
}

/// The fact that names the function that runs a suite's type: any file of the package may.
fn run_by(file: &RepoPath, name: &str, side: Side) -> String {
    of_side(&format!("{}:{name}", folder(file)), side)
}

fn folder(file: &RepoPath) -> RepoPath {
    file.parent().unwrap_or_default()
}

/// Never a module from the network, nor one that is not in `go.mod`. `GOFLAGS` of the user's `go env` may list instead of
/// run, or skip; only one that is not empty goes before it.
const ENV: [(&str, &str); 2] = [("GOPROXY", "off"), ("GOFLAGS", "-work=false")];

/// Results are never taken from the cache, and a test that hangs is ended by nobody but us.
const FLAGS: [&str; 4] = ["test", "-count=1", "-vet=off", "-timeout=0"];

fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let (folders, pattern) = selected(suite, side, question);
    let run = pattern.into_iter().flat_map(|pattern| ["-run".to_owned(), pattern]).collect();
    go_test(suite, &folders, run)
}

/// The packages that the question is about, and the pattern of its tests; `None`: all of them.
fn selected(suite: &Suite, side: Side, question: &Question<'_>) -> (BTreeSet<RepoPath>, Option<String>) {
    let (folders, pattern) = match question {
        Question::Suite(files) => all(suite, side, files),
        Question::File(file) => (BTreeSet::from([folder(file)]), Some(of_files(suite, side, &[file]))),
        Question::Test(site) => (BTreeSet::from([folder(&site.file)]), Some(of_test(suite, side, site))),
    };
    (folders, pattern.filter(|pattern| pattern.len() < LONGEST))
}

fn go_test(suite: &Suite, folders: &BTreeSet<RepoPath>, words: Vec<String>) -> Command {
    let args = added_args(suite);
    let (flags, own) = args.split_at(args.iter().position(|arg| arg == "-args").unwrap_or(args.len()));
    let program = suite.facts.get("program").map_or("go", String::as_str);
    let mut argv: Vec<OsString> = [program].into_iter().chain(FLAGS).map(OsString::from).collect();
    argv.extend(flags.iter().map(OsString::from));
    argv.extend(words.into_iter().map(OsString::from));
    argv.extend(folders.iter().map(|folder| package(suite, folder)));
    argv.extend(own.iter().map(OsString::from));
    Command { argv, folder: suite.package.clone(), env: environment() }
}

fn environment() -> BTreeMap<String, String> {
    ENV.map(|(name, value)| (name.into(), value.into())).into()
}

/// The program with a package's tests, in the package's folder: what `go test` would link anew for each question.
const PROGRAM: &str = ".counterproof.test";

/// Builds the program of the one package; for all of them, what is needed to link theirs.
fn build(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let (folders, _) = selected(suite, side, question);
    let words = match own_program(suite, &folders, question) {
        Some(folder) => {
            let program = package(suite, &folder.join(PROGRAM)).to_string_lossy().into_owned();
            ["-c".into(), "-o".into(), program].into()
        }
        None => ["-run".into(), "^$".into()].into(),
    };
    go_test(suite, &folders, words)
}

/// The package whose program is asked itself. Arguments of the user's may be `go test`'s, so there it is asked.
fn own_program<'a>(
    suite: &Suite,
    folders: &'a BTreeSet<RepoPath>,
    question: &Question<'_>,
) -> Option<&'a RepoPath> {
    let is_one = !matches!(question, Question::Suite(_)) && added_args(suite).is_empty();
    folders.first().filter(|_| is_one)
}

/// The program as `go test` would start it, in the package's folder.
fn built(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let (folders, pattern) = selected(suite, side, question);
    let Some(folder) = own_program(suite, &folders, question) else { return command(suite, side, question) };
    let mut argv: Vec<OsString> = vec![format!("./{PROGRAM}").into()];
    argv.extend(["-test.paniconexit0", "-test.count=1", "-test.timeout=0"].map(OsString::from));
    argv.extend(pattern.map(|pattern| format!("-test.run={pattern}").into()));
    Command { argv, folder: folder.clone(), env: environment() }
}

/// A folder as a package: relative to the module, and never taken for an option or a path of imports.
fn package(suite: &Suite, folder: &RepoPath) -> OsString {
    let below = folder.strip(&suite.package).unwrap_or_default();
    RepoPath::from(".").join(below.as_bytes()).to_os().into()
}

/// The packages of these files: not those without tests, which may not compile here, nor those in which no file is
/// compiled. Where the user asked for some files only, just what is in these.
fn all(suite: &Suite, side: Side, files: &[RepoPath]) -> (BTreeSet<RepoPath>, Option<String>) {
    let compiled: Vec<&RepoPath> = files.iter().filter(|file| outline(suite, side, file).is_some()).collect();
    let narrowed = suite.facts.contains_key(NARROWED);
    let folders = compiled.iter().map(|file| folder(file)).collect();
    (folders, narrowed.then(|| of_files(suite, side, &compiled)))
}

fn outline(suite: &Suite, side: Side, file: &RepoPath) -> Option<Outline> {
    serde_json::from_str(suite.facts.get(&of_side(&file.to_string(), side))?).ok()
}

/// The pattern of all tests of these files. Methods of a suite that another file runs are asked by the suite's function,
/// with all that it runs, where there are tests of other kinds too.
fn of_files(suite: &Suite, side: Side, files: &[&RepoPath]) -> String {
    let outlines: Vec<_> =
        files.iter().filter_map(|file| Some((*file, outline(suite, side, file)?))).collect();
    let own: BTreeSet<&str> = outlines.iter().flat_map(|(_, one)| &one.tests).map(String::as_str).collect();
    let of_suites = |(file, one): &(&RepoPath, Outline)| {
        let runs = |name: &String| suite.facts.get(&run_by(file, name, side)).map(String::as_str);
        one.methods.keys().filter_map(runs).map(str::to_owned).collect::<Vec<_>>()
    };
    let functions: BTreeSet<String> = outlines.iter().flat_map(of_suites).collect();
    let names = own.iter().copied().chain(functions.iter().map(String::as_str)).collect();
    let methods = outlines.iter().flat_map(|(_, one)| one.methods.values().flatten()).map(String::as_str);
    match own.is_empty() && !functions.is_empty() {
        true => format!("{}/{}", any_of(&names), any_of(&methods.collect())),
        false => any_of(&names),
    }
}

/// One element of a pattern: any of these names.
fn any_of(names: &BTreeSet<&str>) -> String {
    let quoted: Vec<String> = names.iter().map(|name| outline::quoted(name)).collect();
    format!("^({})$", quoted.join("|"))
}

/// The pattern of one test. What has its name only when it runs is asked with what is around it.
fn of_test(suite: &Suite, side: Side, site: &Site) -> String {
    let is_made = |name: &String| name.starts_with('<') && name.ends_with('>');
    let known = match site.dynamic {
        true => site.name.iter().position(is_made).unwrap_or(site.name.len() - 1).max(1),
        false => site.name.len(),
    };
    let (first, inner) = site.name[..known].split_first().unwrap_or((&site.name[0], &[]));
    let function = suite.facts.get(&run_by(&site.file, first, side)).unwrap_or(first);
    let elements = std::iter::once(function).chain(inner).flat_map(|name| name.split('/'));
    elements.map(|element| format!("^{}$", outline::quoted(element))).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests;
