//! PHPUnit, from 9.3 on.

mod autoload;
mod config;
mod program;
mod select;

use super::{Claim, Command, Project, Question, Runner, added_args, nearest, of_side, text};
use crate::{
    domain::{RepoPath, Side, Suite},
    lang::php::selection,
};
use config::Config;
use std::{collections::BTreeMap, ffi::OsString};

/// PHPUnit.
pub(super) const RUNNER: Runner = Runner {
    name: "phpunit",
    languages: &["PHP"],
    harness: &["**/phpunit.xml", "**/phpunit.dist.xml", "**/phpunit.xml.dist"],
    compiles_together: false,
    built_ahead: &[],
    prebuilt: None,
    built: None,
    claim,
    command,
};

/// The files of settings that PHPUnit looks for, in its order.
const CONFIGS: [&str; 3] = ["phpunit.xml", "phpunit.dist.xml", "phpunit.xml.dist"];

fn claim(project: &dyn Project, file: &RepoPath, source: &str) -> Option<Claim> {
    if file.extension() != "php" {
        return None;
    }
    let (side, selection) = (project.side(), selection(file, source));
    let (package, config) = match nearest(file, |folder| config_in(project, folder)) {
        Some((package, config)) => (package, Some(config)),
        None => (package_of(project, file, source)?, None),
    };
    let below = file.strip(&package)?;
    let selects = if selection.classes.is_empty() { Config::reaches } else { Config::selects };
    if config.as_ref().is_some_and(|(_, config)| !selects(config, &below)) {
        return None;
    }
    let mut facts = program::facts(project, &package, config.is_some());
    facts.extend(autoload::facts(project, &package));
    if config.as_ref().is_some_and(|(_, config)| config.names_tests()) {
        facts.insert(of_side(CONFIG, side), "yes".into());
    }
    if !(selection.is_named_as(file) && selection.needs.is_empty()) {
        facts.insert(selection_fact(file, side), serde_json::to_string(&selection).ok()?);
    }
    let because = match config {
        Some((name, _)) => format!("`{}` is PHPUnit's, and selects it", package.join(name)),
        None => "it is a test case of PHPUnit, and no `phpunit.xml` is above it".into(),
    };
    Some(Claim { package, because, facts })
}

/// The fact that the package's settings say what is run.
const CONFIG: &str = "config";

/// The settings in a folder, with the name of their file.
fn config_in(project: &dyn Project, folder: &RepoPath) -> Option<(&'static str, Config)> {
    CONFIGS.iter().find_map(|name| Some((*name, config::read(&text(project, &folder.join(name))?)?)))
}

/// The folder of the nearest manifest, where no file configures PHPUnit and the file is a test case of its all the same.
fn package_of(project: &dyn Project, file: &RepoPath, source: &str) -> Option<RepoPath> {
    let manifest = nearest(file, |folder| text(project, &folder.join("composer.json")));
    let depends = manifest.as_ref().is_some_and(|(_, manifest)| manifest.contains("\"phpunit/phpunit\""));
    (depends || source.contains("PHPUnit")).then(|| manifest.map(|(folder, _)| folder).unwrap_or_default())
}

/// The fact that says how the tests of a file are selected, where its path and their names are not enough.
fn selection_fact(file: &RepoPath, side: Side) -> String {
    of_side(&file.to_string(), side)
}

/// Coverage and logs are left out, and the order is the one in which tests are written: all that is other in two worlds
/// is to be the change. The package's own settings are found by PHPUnit itself, those of the world's tests side.
fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let mut start = program::words(suite);
    start.extend(
        ["--no-coverage", "--no-logging", "--order-by=default", "--colors=never"].map(OsString::from),
    );
    start.extend(added_args(suite).into_iter().map(OsString::from));
    let argv = autoload::fitting(suite, select::argv(suite, side, question, start));
    let env = BTreeMap::from([("XDEBUG_MODE".into(), "off".into())]);
    Command { argv, folder: suite.package.clone(), env }
}

#[cfg(test)]
mod tests;
