//! Gradle's task `test`, for JUnit and TestNG. Other test tasks and their source sets are not asked, nor is a build whose
//! projects lie elsewhere than their paths say.

use super::{
    Claim, Command, NARROWED, Project, Question, Runner, added_args, jvm,
    jvm::{Classes, class_and_method, classes_of},
    nearest, of_side, text,
};
use crate::domain::{RepoPath, Side, Suite};
use std::{collections::BTreeMap, ffi::OsString};

/// Gradle.
pub(super) const RUNNER: Runner = Runner {
    name: "gradle",
    languages: &["Java"],
    harness: &["**/junit-platform.properties", "**/testng*.xml"],
    compiles_together: true,
    built_ahead: &["c", "cc", "cpp", "h", "rs"],
    prebuilt: None,
    built: None,
    claim,
    command,
};

const BUILDS: [&str; 2] = ["build.gradle", "build.gradle.kts"];
const SETTINGS: [&str; 2] = ["settings.gradle", "settings.gradle.kts"];

/// No daemon, which would answer from outside of the world; nothing from the network or from caches of results.
const FLAGS: [&str; 5] =
    ["--offline", "--no-daemon", "--no-build-cache", "-q", "-Dorg.gradle.configuration-cache=false"];

fn claim(project: &dyn Project, file: &RepoPath, source: &str) -> Option<Claim> {
    let classes = Classes::of(RUNNER.languages, file, source)?;
    let (folder, build) = project_of(project, file)?;
    let below = file.strip(&folder)?;
    let has_build = |folder: &RepoPath| first(project, folder, &BUILDS).map(|_| ());
    if !below.is_within(&"src/test".into())
        || below.is_within(&"src/test/resources".into())
        || jvm::is_fixture(&folder, has_build)
    {
        return None;
    }
    let mut facts = BTreeMap::from([classes.fact(file, project.side())]);
    let is_root = first(project, &folder, &SETTINGS).is_some();
    if is_root {
        facts.insert(of_side("root", project.side()), "yes".into());
    }
    let program = jvm::program(project, RUNNER.name, &folder, "gradlew");
    let claim = Claim { package: folder, because: format!("`{build}` is the nearest build file"), facts };
    Some(jvm::with_settings(claim, project, RUNNER.name, program))
}

/// The folder of the project that a file belongs to, and the build file that says so. A project without a build file of
/// its own is named in the settings, and its file lies in `src` directly below it.
fn project_of(project: &dyn Project, file: &RepoPath) -> Option<(RepoPath, RepoPath)> {
    let (folder, build) = nearest(file, |folder| first(project, folder, &BUILDS))?;
    let path = String::from_utf8_lossy(file.as_bytes()).into_owned();
    let own = RepoPath::new(path.find("/src/test/").map_or("", |at| &path[..at]));
    let named = own.strip(&folder).filter(|below| !below.is_top()).and_then(|_| {
        let name = String::from_utf8_lossy(own.name()).into_owned();
        let (at, settings) = nearest(&own, |folder| first(project, folder, &SETTINGS))?;
        let is_named = text(project, &settings)?
            .split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_')
            .any(|word| word == name);
        is_named.then_some((at, settings))
    });
    Some(named.map_or((folder, build), |(_, settings)| (own, settings)))
}

/// The first of these files that is in the folder.
fn first(project: &dyn Project, folder: &RepoPath, names: &[&str]) -> Option<RepoPath> {
    names.iter().map(|name| folder.join(name)).find(|path| project.read(path).is_some())
}

/// In a project's folder a task's bare name is that of all projects below too: at the root it is the root's own that is
/// meant. What was run before is cleaned away, since Gradle runs nothing twice.
fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let program = suite.facts.get(&of_side("program", side)).map_or("gradle", String::as_str);
    let colon = if suite.facts.contains_key(&of_side("root", side)) { ":" } else { "" };
    let mut argv: Vec<OsString> = vec![program.into()];
    argv.extend(FLAGS.map(OsString::from));
    argv.extend(added_args(suite).into_iter().map(OsString::from));
    argv.extend(["cleanTest", "test"].map(|task| format!("{colon}{task}").into()));
    for pattern in selected(suite, side, question) {
        argv.extend(["--tests".into(), jvm::in_ascii(&pattern).replace('?', "*").into()]);
    }
    Command { argv, folder: suite.package.clone(), env: BTreeMap::new() }
}

/// The patterns of what is selected; none for everything.
fn selected(suite: &Suite, side: Side, question: &Question<'_>) -> Vec<String> {
    match question {
        Question::Suite(files) if suite.facts.contains_key(NARROWED) => {
            files.iter().flat_map(|file| classes_of(suite, side, file)).collect()
        }
        Question::Suite(_) => Vec::new(),
        Question::File(file) => classes_of(suite, side, file),
        Question::Test(site) => {
            let (class, method) = class_and_method(site);
            let class = class.unwrap_or_else(|| "*".into());
            // JUnit 4 writes the parameters behind the name.
            vec![format!("{class}.{method}"), format!("{class}.{method}[*")]
        }
    }
}

#[cfg(test)]
mod tests;
