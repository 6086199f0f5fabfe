//! Which files vitest takes for its own.

use super::{SIGNS, config, projects};
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
use serde_json::Value;

/// Whether the project's vitest collects the file, as far as its configuration can be read. A file that it turns out not
/// to collect is red for every question, and accuses nobody.
pub(super) fn collects(
    project: &dyn Project,
    home: &Home,
    flags: &[String],
    (file, source): (&RepoPath, &str),
) -> bool {
    let Some(below) = file.strip(&home.package) else { return false };
    if below.components().any(|folder| folder == b"node_modules") {
        return false;
    }
    let path = config(project, home, flags);
    let config = path.and_then(|path| Some(Config::read(&path, &text(project, &path)?)));
    let config = config.unwrap_or_else(|| Config::from(Value::Object(Default::default())));
    let has_projects = projects::are_in(project, &home.package);
    let moved = has_projects || is_moved(&config, flags);
    let key =
        if source.contains(SIGNS.marks[0]) && !has_test_name(&below) { "includeSource" } else { "include" };
    let excluded = match config.get(&["test", "exclude"]) {
        Setting::Known(value) if !moved => matched(value, &below) == Some(true),
        _ => false,
    };
    let included = match config.get(&["test", key]) {
        Setting::Known(value) if !moved => matched(value, &below) != Some(false),
        Setting::Absent if !has_projects => key == "include" && has_test_name(&below),
        _ => has_test_name(&below) || home.is_certain,
    };
    included && !excluded
}

/// Whether globs do not start from the package.
fn is_moved(config: &Config, flags: &[String]) -> bool {
    let keys: [&[&str]; 3] = [&["root"], &["test", "root"], &["test", "dir"]];
    let mut names = flags.iter().filter_map(|flag| script::flag_name(flag));
    keys.iter().any(|keys| config.get(keys) != Setting::Absent)
        || names.any(|name| ["r", "root", "dir"].contains(&name.as_str()))
}

/// Whether one of the globs matches; `None` if they cannot be read.
fn matched(value: &Value, path: &RepoPath) -> Option<bool> {
    Some(globs(&texts(value)?)?.is_match(path.to_os()))
}

/// `x.test.ts` and its kin: what vitest takes if nobody says otherwise.
fn has_test_name(file: &RepoPath) -> bool {
    let name = String::from_utf8_lossy(file.name()).into_owned();
    let Some((stem, _)) = name.rsplit_once('.') else { return false };
    EXTENSIONS.contains(&file.extension().as_str())
        && [".test", ".spec"].iter().any(|end| stem.ends_with(end))
}
