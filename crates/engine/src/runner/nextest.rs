//! cargo-nextest, where the project uses it: a process for each test. Doc tests, which it does not run, are cargo's.

use super::{
    Built, Claim, Command, NARROWED, Project, Question, Runner, added_args,
    cargo::{self, place::Place},
    nearest, of_side, recipes,
};
use crate::domain::{RepoPath, Side, Site, Suite};
use std::{collections::BTreeSet, ffi::OsString, fmt::Write};

/// `cargo nextest run`.
pub(super) const RUNNER: Runner = Runner {
    name: "nextest",
    languages: &["Rust"],
    harness: &["**/.config/nextest.toml", "**/.cargo/config.toml", "**/.cargo/config"],
    compiles_together: true,
    built_ahead: &[],
    prebuilt: None,
    built: Some(Built { build, command, whole_serves_parts: true }),
    claim,
    command,
};

/// Its own configuration, in the folder of a workspace.
const CONFIG: &str = ".config/nextest.toml";

/// Where projects of Rust write down how they are tested, besides the usual places.
const RECIPES: &[&str] = &["Makefile.toml", "xtask/src/main.rs", ".cargo/config.toml"];

/// What cargo would claim, if the project uses nextest and it is installed. Else its tests are asked of cargo.
fn claim(project: &dyn Project, file: &RepoPath, source: &str) -> Option<Claim> {
    project.program("cargo-nextest").filter(|_| file.extension() == "rs")?;
    let mut claim = cargo::claim(project, file, source)?;
    let below = claim.package.join("Cargo.toml");
    let (folder, sign) = nearest(&below, |folder| sign(project, folder))?;
    let [doc_args, _] = ["args", "program"].map(|fact| claim.facts.remove(fact));
    if has_doc_tests(project, &claim.package) {
        claim.facts.insert(of_side("doc", project.side()), doc_args.unwrap_or_else(|| "[]".into()));
    }
    for setting in ["program", "args"] {
        claim.facts.extend(project.setting("nextest", setting).map(|value| (setting.into(), value)));
    }
    let file = String::from_utf8_lossy(folder.join(sign.file).as_bytes()).into_owned();
    Some(Claim { because: format!("`{file}` {}", sign.says), ..claim })
}

/// What shows that a project uses nextest.
struct Sign {
    file: &'static str,
    says: &'static str,
}

fn sign(project: &dyn Project, folder: &RepoPath) -> Option<Sign> {
    if project.read(&folder.join(CONFIG)).is_some() {
        return Some(Sign { file: CONFIG, says: "configures it" });
    }
    let (file, ()) = recipes::first(project, folder, RECIPES, |line| is_run(line).then_some(()))?;
    Some(Sign { file, says: "runs it" })
}

/// Whether a line of a recipe runs nextest (`cargo nextest run`, `cargo llvm-cov nextest`, `args(["nextest", "run"])`)
/// rather than to install it.
fn is_run(line: &str) -> bool {
    let runs = line.contains(" nextest") || line.contains("\"nextest");
    runs && line.contains("cargo") && !line.contains("install")
}

/// Whether cargo runs doc tests of the package: `--doc` is an error for one without a library that can have them.
fn has_doc_tests(project: &dyn Project, package: &RepoPath) -> bool {
    let Some(manifest) = cargo::manifest(project, package) else { return false };
    let lib = manifest.get("lib");
    let root = lib.and_then(|lib| lib.get("path")?.as_str()).unwrap_or("src/lib.rs");
    let is_off = lib.and_then(|lib| lib.get("doctest")?.as_bool()) == Some(false);
    let kinds = lib.and_then(|lib| lib.get("crate-type")?.as_array());
    let is_linked = |kind: &toml::Value| matches!(kind.as_str(), Some("lib" | "rlib" | "proc-macro"));
    !is_off
        && kinds.is_none_or(|kinds| kinds.iter().any(is_linked))
        && project.read(&package.join(root)).is_some()
}

/// Retries are off, since a test that passes sometimes must be seen to. That nothing is selected is red where one test
/// is asked; many tests may all be disabled.
fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let mut words = run(suite, side);
    words.extend(["--no-fail-fast", "--retries=0"].map(str::to_owned));
    words.extend(selected(suite, side, question));
    let whole = matches!(question, Question::Suite(_)) && !suite.facts.contains_key(NARROWED);
    if let Some(doc) = doc_tests(suite, side).filter(|_| whole) {
        let line = format!("{} && exec {}", quoted(&words), quoted(&doc));
        words = vec!["sh".into(), "-c".into(), line];
    }
    in_package(suite, words)
}

/// The targets of the question, without the tests that are selected in them.
fn build(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let targets =
        selected(suite, side, question).into_iter().take_while(|word| !word.starts_with("--no-tests"));
    in_package(suite, run(suite, side).into_iter().chain(targets).chain(["--no-run".into()]).collect())
}

fn run(suite: &Suite, side: Side) -> Vec<String> {
    let mut words = [cargo::program(suite), "nextest", "run", "--offline"].map(str::to_owned).to_vec();
    words.extend(cargo::package(suite, side));
    words.extend(added_args(suite));
    words
}

fn in_package(suite: &Suite, words: Vec<String>) -> Command {
    let argv = words.into_iter().map(OsString::from).collect();
    Command { argv, folder: suite.package.clone(), env: cargo::env() }
}

/// The command for the package's doc tests, with what the user adds to `cargo test`.
fn doc_tests(suite: &Suite, side: Side) -> Option<Vec<String>> {
    let args: Vec<String> = serde_json::from_str(suite.facts.get(&of_side("doc", side))?).ok()?;
    let mut words = [cargo::program(suite), "test", "--doc", "--offline"].map(str::to_owned).to_vec();
    words.extend(cargo::package(suite, side));
    words.extend(args);
    Some(words)
}

/// The words as a POSIX shell reads them back.
fn quoted(words: &[String]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("'{}'", word.replace('\'', r"'\''"))).collect();
    quoted.join(" ")
}

fn selected(suite: &Suite, side: Side, question: &Question<'_>) -> Vec<String> {
    let place = |file: &RepoPath| cargo::place(suite, side, file);
    match question {
        Question::Suite(files) if suite.facts.contains_key(NARROWED) => {
            many(&files.iter().map(place).collect::<Vec<_>>())
        }
        Question::Suite(_) => vec!["--no-tests=pass".into()],
        Question::File(file) => many(&[place(file)]),
        Question::Test(site) => one_test(&place(&site.file), site),
    }
}

/// The targets of these files; within them only their modules, where every file is a module and not a target's root.
fn many(places: &[Place]) -> Vec<String> {
    let targets: BTreeSet<&Vec<String>> = places.iter().map(|place| &place.target).collect();
    let mut words: Vec<String> = targets.into_iter().flatten().cloned().collect();
    words.push("--no-tests=pass".into());
    if places.iter().all(|place| !place.module.is_empty()) {
        let below: Vec<String> =
            places.iter().map(|place| starts_with(&format!("{}::", place.module))).collect();
        words.extend(["-E".into(), below.join(" + ")]);
    }
    words
}

/// One test by its exact path; one whose name is made by a macro by its start. The project's default filter is for
/// many.
fn one_test(place: &Place, site: &Site) -> Vec<String> {
    let path = place.path_of(site);
    let filter = if site.dynamic { starts_with(&path) } else { format!("test(={})", escaped(&path, 'u')) };
    let rest = ["--no-tests=fail", "--ignore-default-filter", "-E", &filter].map(str::to_owned);
    place.target.iter().cloned().chain(rest).collect()
}

fn starts_with(path: &str) -> String {
    format!("test(/^{}/)", escaped(path, 'x'))
}

/// A path in a filter: in its strings, characters may be written `\u{…}`; in its regular expressions, `\x{…}`.
fn escaped(path: &str, letter: char) -> String {
    let mut escaped = String::new();
    for char in path.chars() {
        if char.is_ascii_alphanumeric() || matches!(char, '_' | ':') {
            escaped.push(char);
        } else {
            let _ = write!(escaped, "\\{letter}{{{:x}}}", u32::from(char));
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
