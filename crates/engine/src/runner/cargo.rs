//! `cargo test`: unit tests of libraries and binaries, integration tests, doc tests with the suite.

pub(super) mod place;

use super::{Built, Claim, Command, NARROWED, Project, Question, Runner, added_args, nearest, of_side, text};
use crate::domain::{RepoPath, Side, Site, Suite};
use place::Place;
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
};

/// `cargo test`.
pub(super) const RUNNER: Runner = Runner {
    name: "cargo",
    languages: &["Rust"],
    harness: &["**/.cargo/config.toml", "**/.cargo/config"],
    compiles_together: true,
    built_ahead: &[],
    prebuilt: None,
    built: Some(Built { build, command, whole_serves_parts: true }),
    claim,
    command,
};

/// Whether cargo compiles the file into tests, and where.
pub(super) fn claim(project: &dyn Project, file: &RepoPath, _source: &str) -> Option<Claim> {
    if file.extension() != "rs" {
        return None;
    }
    let (package, manifest) = nearest(file, |folder| manifest(project, folder))?;
    if is_fixture(project, &package) {
        return None;
    }
    let place = place::of(project, &package, &manifest, &file.strip(&package)?)?;
    let side = project.side();
    let mut facts = BTreeMap::from([(place_fact(file, side), serde_json::to_string(&place).ok()?)]);
    if manifest.get("workspace").is_some_and(|workspace| workspace.get("default-members").is_some()) {
        facts.insert(of_side("package", side), manifest["package"]["name"].as_str()?.into());
    }
    for setting in ["program", "args"] {
        facts.extend(project.setting("cargo", setting).map(|value| (setting.into(), value)));
    }
    let name = String::from_utf8_lossy(package.join("Cargo.toml").as_bytes()).into_owned();
    Some(Claim { package, because: format!("it belongs to a target of `{name}`"), facts })
}

/// The manifest in a folder, if it is a package's.
pub(super) fn manifest(project: &dyn Project, folder: &RepoPath) -> Option<toml::Table> {
    let manifest: toml::Table = text(project, &folder.join("Cargo.toml"))?.parse().ok()?;
    manifest.contains_key("package").then_some(manifest)
}

/// Whether the package is one that another package's tests work on: below its tests or data, and no member of it.
fn is_fixture(project: &dyn Project, package: &RepoPath) -> bool {
    let above =
        nearest(package, |folder| text(project, &folder.join("Cargo.toml"))?.parse::<toml::Table>().ok());
    let Some((outer, manifest)) = above else { return false };
    let Some(below) = package.strip(&outer) else { return false };
    let mut folders = below.as_bytes().split(|byte| *byte == b'/');
    let in_tests =
        folders.any(|folder| [&b"tests"[..], b"testdata", b"test-data", b"fixtures"].contains(&folder));
    let members = manifest.get("workspace").and_then(|workspace| workspace.get("members")?.as_array());
    let is_member = |glob: &str| {
        globset::Glob::new(glob).is_ok_and(|glob| glob.compile_matcher().is_match(below.to_os()))
    };
    in_tests && !members.into_iter().flatten().filter_map(toml::Value::as_str).any(is_member)
}

/// The fact that says where in the package a file is compiled.
fn place_fact(file: &RepoPath, side: Side) -> String {
    of_side(&String::from_utf8_lossy(file.as_bytes()), side)
}

fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    test(suite, side, selected(suite, side, question))
}

/// The targets of the question, without the tests that are selected in them.
fn build(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let words = selected(suite, side, question);
    let targets = words.into_iter().take_while(|word| word != "--");
    test(suite, side, targets.chain(["--no-run".into()]).collect())
}

fn test(suite: &Suite, side: Side, words: Vec<String>) -> Command {
    let mut argv: Vec<OsString> = [program(suite), "test", "--offline"].map(OsString::from).into();
    argv.extend(package(suite, side).map(OsString::from));
    argv.extend(added_args(suite).into_iter().map(OsString::from));
    argv.extend(words.into_iter().map(OsString::from));
    Command { argv, folder: suite.package.clone(), env: env() }
}

/// What cargo is started with.
pub(super) fn program(suite: &Suite) -> &str {
    suite.facts.get("program").map_or("cargo", String::as_str)
}

/// Cargo takes the package of the folder it runs in. It is only named where a workspace's default members would win: a
/// name can be that of a dependency, too.
pub(super) fn package(suite: &Suite, side: Side) -> impl Iterator<Item = String> + use<> {
    let name = suite.facts.get(&of_side("package", side)).cloned();
    name.into_iter().flat_map(|name| ["-p".into(), name])
}

/// The variables of every command of cargo's.
pub(super) fn env() -> BTreeMap<String, String> {
    let env = [("CARGO_NET_OFFLINE", "true"), ("CARGO_TERM_COLOR", "never")];
    env.map(|(name, value)| (name.into(), value.into())).into()
}

fn selected(suite: &Suite, side: Side, question: &Question<'_>) -> Vec<String> {
    match question {
        Question::Suite(files) if suite.facts.contains_key(NARROWED) => these_files(suite, side, files),
        Question::Suite(_) => Vec::new(),
        Question::File(file) => whole_file(&place(suite, side, file)),
        Question::Test(site) => one_test(&place(suite, side, &site.file), site),
    }
}

/// Where the file is compiled; a file of the other side only is asked with the whole package.
pub(super) fn place(suite: &Suite, side: Side, file: &RepoPath) -> Place {
    let fact = suite.facts.get(&place_fact(file, side));
    fact.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

/// The targets of these files; within them only their modules, where every file is a module and not a target's root.
fn these_files(suite: &Suite, side: Side, files: &[RepoPath]) -> Vec<String> {
    let places: Vec<Place> = files.iter().map(|file| place(suite, side, file)).collect();
    let targets: BTreeSet<&Vec<String>> = places.iter().map(|place| &place.target).collect();
    let mut words: Vec<String> = targets.into_iter().flatten().cloned().collect();
    if places.iter().all(|place| !place.module.is_empty()) {
        words.push("--".into());
        words.extend(places.iter().map(|place| format!("{}::", place.module)));
    }
    words
}

/// All tests at or below the module of a file; the filter is a part of the name, so others may join.
fn whole_file(place: &Place) -> Vec<String> {
    let mut words = place.target.clone();
    if !place.module.is_empty() {
        words.extend(["--".into(), format!("{}::", place.module)]);
    }
    words
}

/// One test by its exact path; one whose name is made by a macro by its start.
fn one_test(place: &Place, site: &Site) -> Vec<String> {
    let mut words = place.target.clone();
    words.push("--".into());
    words.extend((!site.dynamic).then(|| "--exact".into()));
    words.push(place.path_of(site));
    words
}

#[cfg(test)]
mod tests;
