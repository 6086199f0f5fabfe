//! What tests load as it was built before, and so in every world alike: packages that others only get built, and files
//! that git does not have.

use super::{EXTENSIONS, manifest_in, nearest, text};
use crate::{
    domain::RepoPath,
    runner::{Project, prebuilt_for},
};
use serde_json::Value;

/// Words in front of the name of what is loaded.
const LOADING: &[&str] = &["from", "import", "import(", "require(", "mock("];

/// Whether the `package.json` of a folder leads others to files that are not among the sources.
pub(in crate::runner) fn is_prebuilt(project: &dyn Project, folder: &RepoPath) -> bool {
    let manifest = manifest_in(project, folder);
    let mut entries = Vec::new();
    ["main", "module", "exports"].iter().for_each(|key| collect(&manifest[*key], &mut entries));
    entries.iter().any(|entry| !leads_to_source(project, folder, entry))
}

/// The files that entries lead to, but for those that only say types.
fn collect<'m>(value: &'m Value, entries: &mut Vec<&'m str>) {
    match value {
        Value::String(path) => entries.push(path),
        Value::Array(values) => values.iter().for_each(|one| collect(one, entries)),
        Value::Object(conditions) => {
            let loaded = conditions.iter().filter(|(condition, _)| *condition != "types");
            loaded.for_each(|(_, value)| collect(value, entries));
        }
        _ => {}
    }
}

fn leads_to_source(project: &dyn Project, folder: &RepoPath, entry: &str) -> bool {
    let entry = entry.trim_start_matches("./");
    if entry.contains('*') {
        return entry.ends_with(".ts") || entry.ends_with(".tsx") || entry.starts_with("src/");
    }
    !is_script(entry) && entry.contains('.') || is_source(project, &folder.join(entry))
}

fn is_script(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&extension))
}

/// Whether git has the file that this path stands for: itself, with an extension, as a folder's index, or as the
/// TypeScript it is compiled from in place.
fn is_source(project: &dyn Project, path: &RepoPath) -> bool {
    let text = String::from_utf8_lossy(path.as_bytes()).into_owned();
    let with = |stem: &str| EXTENSIONS.map(|extension| format!("{stem}.{extension}"));
    let stem = text.rsplit_once('.').filter(|_| is_script(&text)).map(|(stem, _)| stem);
    let mut candidates = vec![text.clone()];
    candidates.extend(stem.map(with).into_iter().flatten());
    candidates.extend(with(&text));
    candidates.extend(with(&format!("{text}/index")));
    candidates.iter().any(|candidate| project.lists(&RepoPath::from(candidate.as_str())))
}

/// The fact that a test file loads what was built before, if it does.
pub(in crate::runner) fn fact(
    project: &dyn Project,
    file: &RepoPath,
    source: &str,
) -> Option<(String, String)> {
    let loads = loaded(source).any(|name| is_built(project, file, name));
    loads.then(|| (prebuilt_for(file), "yes".into()))
}

/// The names of what a source loads.
fn loaded(source: &str) -> impl Iterator<Item = &str> {
    source.lines().flat_map(|line| {
        let mut pieces = line.split(['\'', '"', '`']);
        let mut before = pieces.next().unwrap_or_default();
        let mut names = Vec::new();
        while let Some(name) = pieces.next() {
            if LOADING.iter().any(|word| before.trim_end().ends_with(word)) {
                names.push(name);
            }
            before = pieces.next().unwrap_or_default();
        }
        names
    })
}

fn is_built(project: &dyn Project, file: &RepoPath, name: &str) -> bool {
    if name.starts_with('.') {
        let target = file.parent().and_then(|folder| resolved(&folder, name));
        let is_other = name
            .rsplit('/')
            .next()
            .is_some_and(|last| last.trim_start_matches('.').contains('.') && !is_script(last));
        return !is_other && target.is_some_and(|target| !is_source(project, &target));
    }
    let own = nearest(file, |folder| {
        let text = text(project, &folder.join("package.json"))?;
        let manifest: Value = serde_json::from_str(&text).ok()?;
        manifest["name"].as_str().map(str::to_owned)
    });
    own.is_some_and(|(folder, own)| {
        name.strip_prefix(&own).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            && is_prebuilt(project, &folder)
    })
}

/// A relative path from a folder; `None` if it leads out of the project.
fn resolved(folder: &RepoPath, path: &str) -> Option<RepoPath> {
    path.split('/').try_fold(folder.clone(), |here, part| match part {
        "" | "." => Some(here),
        ".." => here.parent(),
        name => Some(here.join(name)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::testing::Files;

    fn prebuilt(manifest: &str) -> bool {
        let files = Files::of(&[("a/package.json", manifest), ("a/src/index.ts", ""), ("a/lib.js", "")]);
        is_prebuilt(&files, &"a".into())
    }

    #[test]
    fn a_package_whose_entries_are_no_sources_is_prebuilt() {
        for manifest in [
            r#"{"main": "dist/index.js"}"#,
            r#"{"main": "lib.js", "exports": {".": {"types": "./dist/x.d.ts", "import": "./dist/index.mjs"}}}"#,
            r#"{"exports": {"./*": "./dist/*.js"}}"#,
            r#"{"main": "dist"}"#,
        ] {
            assert!(prebuilt(manifest), "{manifest}");
        }
        for manifest in [
            "{}",
            r#"{"main": "./lib"}"#,
            r#"{"exports": {".": ["./src/index.ts"], "./package.json": "./package.json", "./*": "./src/*.ts"}}"#,
            r#"{"types": "dist/x.d.ts", "main": "src"}"#,
            r#"{"main": "src/index.js"}"#,
        ] {
            assert!(!prebuilt(manifest), "{manifest}");
        }
    }

    #[test]
    fn a_test_that_loads_what_git_does_not_have_is_told() {
        let files = Files::of(&[
            ("a/package.json", r#"{"name": "@x/a", "main": "dist/index.js"}"#),
            ("a/src/index.ts", ""),
            ("a/src/part/index.tsx", ""),
        ]);
        let built = |source: &str| fact(&files, &"a/test/x.test.ts".into(), source).is_some();
        for source in [
            "import { a } from '../dist/index.js'",
            "const a = require(\"../dist\")",
            "import x from 'y'; import a from '@x/a'",
            "const a = await import('@x/a/sub')",
        ] {
            assert!(built(source), "{source}");
        }
        for source in [
            "import { a } from '../src/index.js'",
            "import { a } from '../src'",
            "import { a } from '../src/part'",
            "import a from '@x/ab'",
            "import a from './data.json'",
            "import './style.css'",
            "expect('../dist').toBe('@x/a')",
            "import a from '../../../../out'",
        ] {
            assert!(!built(source), "{source}");
        }
    }
}
