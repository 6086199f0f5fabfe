//! Several projects under one root: vitest is started where they are listed.

use super::SIGNS;
use crate::{
    domain::RepoPath,
    runner::{
        Project,
        javascript::{
            Home,
            config::{Config, Setting, globs, texts},
            config_file, manifest_in,
        },
        nearest, text,
    },
};
use serde_json::Value;

/// The file that lists projects and nothing else, until vitest 3.
const WORKSPACE: &[(&str, &str)] = &[("vitest.workspace", "")];

/// The home, or the root above it whose projects it is among.
pub(super) fn above(project: &dyn Project, home: Home) -> Home {
    let root = nearest(&home.package, |folder| {
        let below = home.package.strip(folder)?;
        lists(project, folder, &below).then_some(())
    });
    match root {
        Some((package, ())) => {
            let manifest = manifest_in(project, &package);
            let because = format!("{}, in a project of `{}`", home.because, package.join("vitest"));
            Home { package, because, manifest, ..home }
        }
        None => home,
    }
}

/// Whether the configuration in a folder lists projects.
pub(super) fn are_in(project: &dyn Project, folder: &RepoPath) -> bool {
    listed(project, folder).is_some()
}

fn lists(project: &dyn Project, folder: &RepoPath, below: &RepoPath) -> bool {
    let Some(projects) = listed(project, folder) else { return false };
    let texts = projects.as_ref().and_then(texts);
    let Some(globs) = texts.and_then(|texts| globs(&texts.into_iter().map(whole).collect::<Vec<_>>())) else {
        return true;
    };
    globs.is_match(below.to_os()) || globs.is_match(below.join("vitest.config.ts").to_os())
}

/// A folder is written with or without a slash behind it.
fn whole(glob: &str) -> &str {
    glob.trim_end_matches('/')
}

/// The projects that the configuration in a folder lists, if it does: their list, where it can be read.
fn listed(project: &dyn Project, folder: &RepoPath) -> Option<Option<Value>> {
    if let Some(path) = config_file(project, folder, WORKSPACE) {
        let config = Config::read(&path, &text(project, &path)?);
        return Some(list(&config.get(&[])));
    }
    let path = SIGNS.config_at(project, folder)?;
    let text = text(project, &path)?;
    let config = Config::read(&path, &text);
    ["projects", "workspace"].iter().find_map(|key| match config.get(&["test", key]) {
        Setting::Absent => None,
        Setting::Unknown if !text.contains(key) => None,
        setting => Some(list(&setting)),
    })
}

fn list(setting: &Setting<'_>) -> Option<Value> {
    match setting {
        Setting::Known(list @ Value::Array(_)) => Some((*list).clone()),
        _ => None,
    }
}
