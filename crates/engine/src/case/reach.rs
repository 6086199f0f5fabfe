//! Which suites a change can reach: those of the packages it touches, and of those that depend on them.

use super::{Material, Sources};
use crate::{
    domain::{Change, RepoPath, Role, Side, Suite},
    runner::{self, PREBUILT},
};
use std::collections::{BTreeMap, BTreeSet};

/// Files that say what a package is called and what it depends on.
const MANIFESTS: &[&str] = &[
    "Cargo.toml",
    "Gemfile",
    "build.gradle",
    "build.gradle.kts",
    "composer.json",
    "go.mod",
    "package.json",
    "pom.xml",
    "pyproject.toml",
    "setup.cfg",
    "setup.py",
];

/// Takes out the suites that the change cannot reach, unless that is so of all; gives their names. A suite too many costs
/// time; one too few would let a break go unseen. So a package depends on another if its manifest has the other's name
/// anywhere.
pub(super) fn set_apart(change: &Change, sources: &dyn Sources, suites: &mut Vec<Suite>) -> Vec<String> {
    let packages = Packages::of(sources);
    let touched = packages.touched_by(change, |role| role != Role::Other);
    let reached = |suite: &Suite| {
        let own = packages.around(&suite.package);
        packages.all_below(&own, &touched)
            || touched
                .iter()
                .any(|folder| folder.is_within(&suite.package) || suite.package.is_within(folder))
    };
    if !suites.iter().any(reached) {
        return Vec::new();
    }
    let (near, far): (Vec<Suite>, Vec<Suite>) = suites.drain(..).partition(reached);
    *suites = near;
    far.into_iter().map(|suite| format!("{} in `{}`", suite.runner, suite.package)).collect()
}

/// Tells the suites of the packages whose code is touched and that others load only as they were built: on one side at
/// least.
pub(super) fn tell_prebuilt(change: &Change, material: &Material<'_>, suites: &mut [Suite]) {
    let asked: Vec<_> = suites
        .iter_mut()
        .filter_map(|suite| Some((runner::named(&suite.runner)?.prebuilt?, &mut suite.facts)))
        .collect();
    if asked.is_empty() {
        return;
    }
    let touched = Packages::of(material.sources).touched_by(change, |role| role == Role::Code);
    for (prebuilt, facts) in asked {
        let is_one = |folder: &&RepoPath| material.projects.iter().any(|project| prebuilt(*project, folder));
        let folders: Vec<&RepoPath> = touched.iter().filter(is_one).collect();
        if !folders.is_empty() {
            facts.insert(PREBUILT.into(), serde_json::json!(folders).to_string());
        }
    }
}

/// The packages of both sides, by folder.
struct Packages {
    packages: BTreeMap<RepoPath, Package>,
}

/// A package: what others may call it, and the words of its manifests.
#[derive(Default)]
struct Package {
    names: BTreeSet<String>,
    words: BTreeSet<String>,
}

impl Packages {
    fn of(sources: &dyn Sources) -> Self {
        let mut packages: BTreeMap<RepoPath, Package> = BTreeMap::new();
        for side in [Side::Base, Side::Head] {
            let paths = sources.list(side).keys().filter(|path| is_manifest(path));
            for path in paths {
                let folder = path.parent().unwrap_or_default();
                let content = sources.content(side, path);
                let text = content.as_ref().and_then(|content| content.text()).unwrap_or_default();
                let package = packages.entry(folder.clone()).or_default();
                package.names.extend(names(path, text));
                package.words.extend(words(text).map(str::to_owned));
            }
        }
        Self { packages }
    }

    /// The folder of the package that a folder or file is in; the top level, if it is in none.
    fn around(&self, path: &RepoPath) -> RepoPath {
        let mut here = Some(path.clone());
        while let Some(folder) = here {
            if self.packages.contains_key(&folder) {
                return folder;
            }
            here = folder.parent();
        }
        RepoPath::default()
    }

    /// The folders of the packages in which something of such a role changed.
    fn touched_by(&self, change: &Change, matters: impl Fn(Role) -> bool) -> BTreeSet<RepoPath> {
        let files = change.files.iter().filter(|file| file.roles.iter().any(|role| matters(*role)));
        let paths = files.flat_map(|file| [Some(&file.path), file.was.as_ref()]).flatten();
        paths.map(|path| self.around(path)).collect()
    }

    /// Whether the package depends on one of these, by way of others too.
    fn all_below(&self, folder: &RepoPath, touched: &BTreeSet<RepoPath>) -> bool {
        let mut waiting = vec![folder];
        let mut visited = BTreeSet::new();
        while let Some(folder) = waiting.pop().filter(|_| visited.len() <= self.packages.len()) {
            if touched.contains(folder) {
                return true;
            }
            let Some(package) = self.packages.get(folder).filter(|_| visited.insert(folder)) else {
                continue;
            };
            let needed = self.packages.iter().filter(|(_, other)| !other.names.is_disjoint(&package.words));
            waiting.extend(needed.map(|(needed, _)| needed).filter(|needed| !visited.contains(needed)));
        }
        false
    }
}

fn is_manifest(path: &RepoPath) -> bool {
    let name = String::from_utf8_lossy(path.name()).into_owned();
    MANIFESTS.contains(&name.as_str()) || name.ends_with(".gemspec")
}

/// What a package may be called by others: its folder's name, by which relative paths lead to it, and whatever its manifest
/// gives as a name: `name = "x"`, `"name": "x"`, `module x`, the artifact of a pom.
fn names(manifest: &RepoPath, text: &str) -> Vec<String> {
    const KEYS: &[&str] = &["name", "\"name\"", "module", "spec.name", "s.name"];
    let folder = manifest.parent().unwrap_or_default();
    let lines = text.lines().map(str::trim_start);
    let named = lines.filter_map(|line| {
        let rest = KEYS.iter().find_map(|key| line.strip_prefix(key))?;
        words(rest).next().map(str::to_owned)
    });
    let own = String::from_utf8_lossy(folder.name()).into_owned();
    named.chain(artifact(text)).chain([own].into_iter().filter(|name| !name.is_empty())).collect()
}

/// The artifact that a pom is of; it has many others in it.
fn artifact(text: &str) -> Option<String> {
    let document = roxmltree::Document::parse(text).ok()?;
    let mut inside = document.root_element().children();
    let own = inside.find(|node| node.is_element() && node.tag_name().name() == "artifactId")?;
    own.text().map(|name| name.trim().to_owned())
}

/// The words of a manifest as names are written: scopes, paths and dashes are parts of them. Of a path, its last part too,
/// and of a dotted key (`name.workspace = true`) its first.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let whole =
        text.split(|c: char| !(c.is_alphanumeric() || "_-./@".contains(c))).filter(|word| !word.is_empty());
    whole.flat_map(|word| {
        let parts = [Some(word), word.rsplit('/').next(), word.split('.').next()];
        parts.into_iter().flatten().filter(|part| !part.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ChangedFile, Content, Origin, Version};

    struct Tree {
        names: BTreeMap<RepoPath, String>,
        texts: BTreeMap<RepoPath, String>,
    }

    impl Sources for Tree {
        fn list(&self, _: Side) -> &BTreeMap<RepoPath, String> {
            &self.names
        }

        fn content(&self, _: Side, path: &RepoPath) -> Option<Content> {
            self.texts.get(path).map(|text| Content::file(text.as_bytes()))
        }
    }

    /// The packages whose suites are asked when this file changes.
    fn reached(files: &[(&str, &str)], changed: &str, suites: &[&str]) -> Vec<String> {
        let texts: BTreeMap<_, _> =
            files.iter().map(|(path, text)| (RepoPath::from(*path), (*text).to_owned())).collect();
        let tree = Tree { names: texts.keys().map(|path| (path.clone(), String::new())).collect(), texts };
        let version = Version { label: String::new(), tree: String::new(), commit: None };
        let file = ChangedFile {
            path: changed.into(),
            was: None,
            in_base: true,
            in_head: true,
            roles: vec![Role::Code],
        };
        let origin = Origin { reason: String::new() };
        let change = Change { base: version.clone(), head: version, origin, files: vec![file] };
        let mut suites: Vec<Suite> =
            suites.iter().map(|package| crate::runner::testing::suite("node", package, &[])).collect();
        set_apart(&change, &tree, &mut suites);
        suites.into_iter().map(|suite| suite.package.to_string()).collect()
    }

    const WORKSPACE: &[(&str, &str)] = &[
        ("package.json", r#"{"workspaces": ["packages/*"]}"#),
        ("packages/a/package.json", r#"{ "name": "@x/a" }"#),
        ("packages/b/package.json", "{\n  \"name\": \"@x/b\",\n  \"dependencies\": {\"@x/a\": \"*\"}\n}"),
        ("packages/c/package.json", "{\n  \"name\": \"@x/c\",\n  \"dependencies\": {\"@x/b\": \"*\"}\n}"),
        ("packages/d/package.json", r#"{ "name": "@x/d" }"#),
    ];

    const ALL: &[&str] = &["packages/a", "packages/b", "packages/c", "packages/d"];

    #[test]
    fn packages_that_depend_on_a_touched_one_are_asked_and_others_are_not() {
        assert_eq!(
            reached(WORKSPACE, "packages/a/index.js", ALL),
            ["packages/a", "packages/b", "packages/c"]
        );
        assert_eq!(reached(WORKSPACE, "packages/c/index.js", ALL), ["packages/c"]);
    }

    #[test]
    fn what_all_packages_have_in_common_reaches_all() {
        assert_eq!(reached(WORKSPACE, "tools/build.js", ALL), ALL);
    }

    #[test]
    fn relative_paths_and_inherited_names_lead_to_a_package_too() {
        let cargo = [
            ("one/Cargo.toml", "[package]\nname = \"first\"\n"),
            ("two/Cargo.toml", "[package]\nname = \"second\"\n[dependencies]\nfirst.workspace = true\n"),
            ("three/Cargo.toml", "[package]\nname = \"third\"\n[dependencies]\nx = { path = \"../one\" }\n"),
            ("four/pyproject.toml", "[project]\nname = \"fourth\"\n"),
        ];
        assert_eq!(
            reached(&cargo, "one/src/lib.rs", &["one", "two", "three", "four"]),
            ["one", "two", "three"]
        );
    }

    #[test]
    fn a_pom_is_called_by_its_own_artifact_alone() {
        let pom = |name: &str, needs: &[&str]| {
            let needs = needs
                .iter()
                .map(|one| format!("<dependency>\n<artifactId>{one}</artifactId>\n</dependency>\n"));
            format!(
                "<project>\n<parent>\n<artifactId>root</artifactId>\n</parent>\n<artifactId>{name}</artifactId>\n<dependencies>{}</dependencies>\n</project>",
                needs.collect::<String>()
            )
        };
        let [one, two, three] =
            [pom("core", &["junit"]), pom("web", &["core", "junit"]), pom("cli", &["junit"])];
        let poms = [("one/pom.xml", one.as_str()), ("two/pom.xml", &two), ("three/pom.xml", &three)];
        assert_eq!(reached(&poms, "one/src/main/java/A.java", &["one", "two", "three"]), ["one", "two"]);
    }

    #[test]
    fn a_change_that_reaches_no_suite_has_all_of_them_asked() {
        assert_eq!(
            reached(&[("x/go.mod", "module x\n"), ("y/go.mod", "module y\n")], "x/a.go", &["y"]),
            ["y"]
        );
    }
}
