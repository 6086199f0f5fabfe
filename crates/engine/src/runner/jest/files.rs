//! Which files jest takes for its own.

use super::SIGNS;
use crate::{
    domain::RepoPath,
    runner::{
        Project,
        javascript::{
            EXTENSIONS, Home,
            config::{Config, Setting, globs, texts},
            script,
        },
        text,
    },
};
use regex::RegexSet;
use serde_json::Value;

/// Whether the project's jest collects the file, as far as its configuration can be read. A file that it turns out not to
/// collect is red for every question, and accuses nobody.
pub(super) fn collects(project: &dyn Project, home: &Home, flags: &[String], file: &RepoPath) -> bool {
    let Some(below) = file.strip(&home.package) else { return false };
    if below.components().any(|folder| folder == b"node_modules") {
        return false;
    }
    let config = config(project, home, flags);
    if config.get(&[]) == Setting::Unknown {
        return has_test_name(&below) || home.is_certain;
    }
    if config.get(&["projects"]) != Setting::Absent || is_moved(flags) {
        return true;
    }
    let below = match config.get(&["rootDir"]) {
        Setting::Absent => below,
        Setting::Known(Value::String(root)) => match below_root(&below, root) {
            Some(below) => below,
            None => return false,
        },
        _ => return true,
    };
    is_in_roots(&config, &below) && !is_ignored(&config, &below) && is_named(&config, &below)
}

fn below_root(file: &RepoPath, root: &str) -> Option<RepoPath> {
    let root = root.trim_start_matches("<rootDir>").trim_start_matches("./").trim_start_matches('/');
    match root.trim_end_matches('/') {
        "" | "." => Some(file.clone()),
        root => file.strip(&RepoPath::from(root)),
    }
}

fn is_moved(flags: &[String]) -> bool {
    let moving = ["rootdir", "roots", "projects", "preset"];
    flags.iter().filter_map(|flag| script::flag_name(flag)).any(|name| moving.contains(&name.as_str()))
}

fn is_in_roots(config: &Config, file: &RepoPath) -> bool {
    let Setting::Known(roots) = config.get(&["roots"]) else { return true };
    texts(roots).is_none_or(|roots| roots.iter().any(|root| below_root(file, root).is_some()))
}

fn is_ignored(config: &Config, file: &RepoPath) -> bool {
    let Setting::Known(patterns) = config.get(&["testPathIgnorePatterns"]) else { return false };
    matched(patterns, file) == Some(true)
}

fn is_named(config: &Config, file: &RepoPath) -> bool {
    let by_glob = match config.get(&["testMatch"]) {
        Setting::Known(value) => {
            texts(value).and_then(|texts| globs(&texts)).map(|set| set.is_match(file.to_os()))
        }
        Setting::Unknown => None,
        Setting::Absent => Some(false),
    };
    let by_expression = match config.get(&["testRegex"]) {
        Setting::Known(value) => matched(value, file),
        Setting::Unknown => None,
        Setting::Absent => Some(false),
    };
    let has_none = [&["testMatch"], &["testRegex"]].iter().all(|keys| config.get(*keys) == Setting::Absent);
    has_none && has_test_name(file) || by_glob.unwrap_or(true) || by_expression.unwrap_or(true)
}

/// Whether one of the expressions matches the end of the file's absolute path; `None` if they cannot be read.
fn matched(patterns: &Value, file: &RepoPath) -> Option<bool> {
    let patterns = texts(patterns)?.into_iter().map(|pattern| pattern.replace("<rootDir>", ""));
    let path = format!("/{}", String::from_utf8_lossy(file.as_bytes()));
    Some(RegexSet::new(patterns).ok()?.is_match(&path))
}

/// `x.test.js` and its kin, and what lies in `__tests__`: what jest takes if nobody says otherwise.
fn has_test_name(file: &RepoPath) -> bool {
    let name = String::from_utf8_lossy(file.name()).into_owned();
    let Some((stem, _)) = name.rsplit_once('.') else { return false };
    let named = ["test", "spec"].iter().any(|end| stem == *end || stem.ends_with(&format!(".{end}")));
    let in_folder = file.parent().is_some_and(|folder| folder.components().any(|one| one == b"__tests__"));
    EXTENSIONS.contains(&file.extension().as_str()) && (named || in_folder)
}

/// The configuration that the script names, in a file or as JSON; else that of the package.
fn config(project: &dyn Project, home: &Home, flags: &[String]) -> Config {
    let of_file = |path: RepoPath| Some(Config::read(&path, &text(project, &path)?));
    let named = script::value_of(flags, &["c", "config"]);
    let found = match named {
        Some(json) if json.trim_start().starts_with('{') => {
            serde_json::from_str::<Value>(&json).ok().map(Config::from)
        }
        Some(path) => of_file(home.package.join(path.trim_start_matches("./"))),
        None => match home.manifest.get("jest") {
            Some(Value::String(path)) => of_file(home.package.join(path.trim_start_matches("./"))),
            Some(value) => Some(Config::from(value.clone())),
            None => match SIGNS.config_at(project, &home.package) {
                Some(path) => of_file(path),
                None => Some(Config::from(Value::Object(Default::default()))),
            },
        },
    };
    found.unwrap_or_else(|| Config::from(Value::Null))
}
