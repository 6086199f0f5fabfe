//! Caches that go by time stamps and would answer from the real tree, or from another run. Caches that go by content stay.

use super::{
    Layout,
    steps::{Tree, ancestors},
};
use crate::domain::RepoPath;
use std::collections::BTreeSet;

/// Hidden wherever they lie in the top level or in a folder above a file of the layout.
const CACHES: &[&str] =
    &[".pytest_cache", ".mypy_cache", ".ruff_cache", ".eslintcache", "node_modules/.cache/@babel/register"];

/// What Java's build tools compiled, by the file that says they build here. Maven goes by time stamps, and not all of its
/// versions compile the tests anew when only what they test has changed; neither takes back what an IDE compiled.
const COMPILED: &[(&str, &[&str])] =
    &[("pom.xml", MAVEN), ("build.gradle", GRADLE), ("build.gradle.kts", GRADLE)];
const MAVEN: &[&str] = &[
    "target/classes",
    "target/test-classes",
    "target/maven-status",
    "target/generated-sources/annotations",
    "target/generated-test-sources/test-annotations",
];
const GRADLE: &[&str] = &["build/classes", "build/generated/sources/annotationProcessor"];

/// Adds to `absent` what must not be found in the layout's world.
pub(crate) fn hide(layout: &Layout, tree: &Tree<'_>, absent: &mut BTreeSet<RepoPath>) {
    let mut folders: BTreeSet<_> = layout.files.keys().flat_map(ancestors).collect();
    folders.insert(RepoPath::default());
    let mut found: Vec<_> = folders.iter().flat_map(|folder| in_folder(folder, tree)).collect();
    found.extend(layout.files.keys().flat_map(|path| byte_code(path, tree)));
    let solid = |path: &RepoPath| matches!(layout.files.get(path), Some(Some(_)));
    let kept = |path: &RepoPath| layout.files.contains_key(path) || ancestors(path).iter().any(solid);
    absent.extend(found.into_iter().filter(|path| !kept(path)));
}

fn in_folder(folder: &RepoPath, tree: &Tree<'_>) -> Vec<RepoPath> {
    let mut found: Vec<_> =
        CACHES.iter().map(|cache| folder.join(cache)).filter(|cache| tree.has(cache)).collect();
    // The folder is listed only where TypeScript is built: it can be large.
    if tree.has_file(&folder.join("tsconfig.json")) {
        let names = tree.names(folder).into_iter().filter(|name| name.ends_with(b".tsbuildinfo"));
        found.extend(names.map(|name| folder.join(name)));
    }
    let compiled = COMPILED.iter().filter(|(build, _)| tree.has_file(&folder.join(build)));
    let outputs = compiled.flat_map(|(_, outputs)| *outputs).map(|output| folder.join(output));
    found.extend(outputs.filter(|output| tree.has(output)));
    found
}

/// The compiled forms of a Python module: `__pycache__/STEM.*.pyc`. Python believes them if size and second agree, or
/// (unchecked hash) always.
fn byte_code(path: &RepoPath, tree: &Tree<'_>) -> Vec<RepoPath> {
    let (Some(stem), Some(folder)) = (path.name().strip_suffix(b".py"), path.parent()) else {
        return Vec::new();
    };
    let cache = folder.join("__pycache__");
    let start = [stem, b"."].concat();
    let names =
        tree.names(&cache).into_iter().filter(|name| name.starts_with(&start) && name.ends_with(b".pyc"));
    names.map(|name| cache.join(name)).collect()
}
