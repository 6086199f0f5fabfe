//! From a [`Layout`] to what must be written: which folders, files and links, and what must look absent.

#![allow(clippy::disallowed_methods, reason = "it looks at the real tree, which it never writes")]

use super::{
    Layout, Stop, stale,
    trouble::{Trouble, While},
};
use crate::domain::{Content, RepoPath};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeSet,
    fs::{self, Metadata},
    os::unix::fs::MetadataExt,
    path::Path,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// One thing to write below a root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Step {
    /// Where.
    pub(crate) path: RepoPath,
    /// User and group, as the real tree has them there.
    pub(crate) owner: Option<(u32, u32)>,
    /// What.
    pub(crate) what: What,
}

/// What is to be at a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum What {
    /// A folder, with the mode the real one has.
    Folder(Option<u32>),
    /// A file.
    File {
        /// Its bytes; they travel behind the order.
        #[serde(skip)]
        bytes: Arc<[u8]>,
        /// How many they are.
        length: usize,
        /// The mode of the real file, but for its executable bits.
        mode: Option<u32>,
        /// Whether it is executable.
        executable: bool,
        /// Whether its reading is watched.
        watched: bool,
    },
    /// A symbolic link.
    Link(Vec<u8>),
    /// Nothing, though the real tree has something there.
    Absent,
}

/// What to write, in an order in which it can be written.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// The steps, folders before what is in them.
    pub(crate) steps: Vec<Step>,
    /// The seconds (since 1970) in which the replaced files were last changed. What is written in one of these would have
    /// the same time stamp for a tool that counts in seconds, and so be taken for what it replaces.
    pub(crate) seconds: BTreeSet<i64>,
}

impl Plan {
    /// Waits, a second at most, until what is written now cannot be taken for what it replaces.
    pub(crate) fn wait_for_a_new_second(&self, stop: &Stop) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        if self.seconds.contains(&now.as_secs().cast_signed()) {
            let margin = Duration::from_millis(10);
            stop.sleep(Duration::from_secs(1) - Duration::from_nanos(now.subsec_nanos().into()) + margin);
        }
    }
}

/// What turns `tree` into the layout.
pub(crate) fn plan(layout: &Layout, tree: &Path) -> Result<Plan, Trouble> {
    let tree = Tree(tree);
    let mut absent = absent(layout, &tree)?;
    stale::hide(layout, &tree, &mut absent);
    hide_emptied(layout, &tree, &mut absent);

    let mut plan = Plan::default();
    let mut made = BTreeSet::new();
    let present = layout.files.iter().filter_map(|(path, content)| Some((path, content.as_ref()?)));
    let mut all: Vec<_> = present.map(|(path, content)| (path, Some(content))).collect();
    all.extend(absent.iter().map(|path| (path, None)));
    all.sort_by_key(|(path, _)| *path);
    for (path, content) in all {
        let what = match content {
            None => What::Absent,
            Some(Content::Symlink(to)) => What::Link(to.clone()),
            Some(Content::File { bytes, executable }) => {
                let real = tree.real(path).filter(Metadata::is_file);
                plan.seconds.extend(real.as_ref().map(Metadata::mtime));
                let mode = real.map(|real| real.mode());
                let watched = layout.watched.contains(path);
                What::File {
                    bytes: bytes.clone(),
                    length: bytes.len(),
                    mode,
                    executable: *executable,
                    watched,
                }
            }
            Some(Content::Submodule(_)) => continue,
        };
        for folder in ancestors(path) {
            if made.insert(folder.clone()) {
                let mode = tree.real(&folder).filter(Metadata::is_dir).map(|real| real.mode());
                plan.steps.push(Step { owner: tree.owner(&folder), path: folder, what: What::Folder(mode) });
            }
        }
        plan.steps.push(Step { path: path.clone(), owner: tree.owner(path), what });
    }
    Ok(plan)
}

/// The paths that exist in the tree and must not in the world. That a *file* is absent says nothing of a folder which has
/// its name, and nothing can lie below what is a file in the world.
fn absent(layout: &Layout, tree: &Tree<'_>) -> Result<BTreeSet<RepoPath>, Trouble> {
    let solid =
        |path: &RepoPath| matches!(layout.files.get(path), Some(Some(content)) if !is_submodule(content));
    let folders: BTreeSet<_> = layout.files.keys().filter(|path| solid(path)).flat_map(ancestors).collect();
    let mut absent = BTreeSet::new();
    for (path, content) in &layout.files {
        let below_a_file = ancestors(path).iter().any(solid);
        match content {
            Some(_) if below_a_file => {
                return Err(Trouble::new(
                    format!("cannot lay out {path}"),
                    "it lies below a file of the same world",
                ));
            }
            None if !below_a_file && !folders.contains(path) && tree.has_file(path) => {
                absent.insert(path.clone());
            }
            _ => {}
        }
    }
    Ok(absent)
}

fn is_submodule(content: &Content) -> bool {
    matches!(content, Content::Submodule(_))
}

/// Git has no empty folders, and an empty one is an importable package in Python: a folder goes with the last of its files.
fn hide_emptied(layout: &Layout, tree: &Tree<'_>, absent: &mut BTreeSet<RepoPath>) {
    let keep: BTreeSet<_> = layout
        .files
        .iter()
        .filter(|(_, content)| content.is_some())
        .flat_map(|(path, _)| ancestors(path))
        .collect();
    let gone = layout.files.iter().filter(|(_, content)| content.is_none()).map(|(path, _)| path);
    let mut candidates: Vec<_> = gone.flat_map(ancestors).collect();
    // Inner folders first: their going can empty the outer one.
    candidates.sort_by_key(|folder| std::cmp::Reverse(folder.components().count()));
    candidates.dedup();
    for folder in candidates {
        let names = tree.names(&folder);
        let is_gone = |name: &Vec<u8>| name == b"__pycache__" || absent.contains(&folder.join(name));
        if !keep.contains(&folder) && !names.is_empty() && names.iter().all(is_gone) {
            absent.retain(|path| !path.is_within(&folder));
            absent.insert(folder);
        }
    }
}

/// The folders above a path, outermost first, without the top level.
pub(crate) fn ancestors(path: &RepoPath) -> Vec<RepoPath> {
    let mut folders: Vec<_> =
        std::iter::successors(path.parent(), RepoPath::parent).filter(|folder| !folder.is_top()).collect();
    folders.reverse();
    folders
}

/// The real tree, looked at through no symbolic link.
pub(crate) struct Tree<'a>(&'a Path);

impl Tree<'_> {
    /// What lies at a path.
    fn real(&self, path: &RepoPath) -> Option<Metadata> {
        let straight =
            ancestors(path).iter().all(|folder| self.lstat(folder).is_some_and(|real| real.is_dir()));
        if straight { self.lstat(path) } else { None }
    }

    /// True if a file or link lies at a path.
    pub(crate) fn has_file(&self, path: &RepoPath) -> bool {
        self.real(path).is_some_and(|real| !real.is_dir())
    }

    /// True if anything lies at a path.
    pub(crate) fn has(&self, path: &RepoPath) -> bool {
        self.real(path).is_some()
    }

    /// The names in a folder, in order; none if it is no folder.
    pub(crate) fn names(&self, folder: &RepoPath) -> Vec<Vec<u8>> {
        if !folder.is_top() && !self.real(folder).is_some_and(|real| real.is_dir()) {
            return Vec::new();
        }
        let entries = fs::read_dir(self.0.join(folder.to_os())).doing(|| format!("list {folder}"));
        let names = entries.into_iter().flatten().flatten();
        let mut names: Vec<_> =
            names.map(|entry| std::os::unix::ffi::OsStringExt::into_vec(entry.file_name())).collect();
        names.sort();
        names
    }

    /// Who owns a path, or what comes nearest above it.
    fn owner(&self, path: &RepoPath) -> Option<(u32, u32)> {
        let nearest =
            std::iter::successors(Some(path.clone()), RepoPath::parent).find_map(|path| self.lstat(&path))?;
        Some((nearest.uid(), nearest.gid()))
    }

    fn lstat(&self, path: &RepoPath) -> Option<Metadata> {
        fs::symlink_metadata(self.0.join(path.to_os())).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// A tree of files (a trailing `/` makes a folder), planned over.
    fn planned(disk: &[&str], layout: &[(&str, Option<&str>)]) -> Vec<String> {
        let tree = tempfile::tempdir().unwrap();
        for path in disk {
            let full = tree.path().join(path);
            fs::create_dir_all(full.parent().unwrap()).unwrap();
            match path.split_once(" -> ") {
                Some((from, to)) => symlink(to, tree.path().join(from)).unwrap(),
                None => fs::write(full, "real").unwrap(),
            }
        }
        let files = layout
            .iter()
            .map(|(path, text)| ((*path).into(), text.map(|text| Content::file(text.as_bytes()))));
        let layout = Layout { files: files.collect(), watched: Vec::new() };
        plan(&layout, tree.path()).unwrap().steps.iter().map(shown).collect()
    }

    fn shown(step: &Step) -> String {
        match &step.what {
            What::Folder(_) => format!("{}/", step.path),
            What::File { .. } => format!("{}", step.path),
            What::Link(_) => format!("{} ->", step.path),
            What::Absent => format!("-{}", step.path),
        }
    }

    #[test]
    fn folders_come_before_what_is_in_them() {
        assert_eq!(
            planned(&["a/x"], &[("a/b/c", Some("")), ("a-b", Some(""))]),
            ["a-b", "a/", "a/b/", "a/b/c"]
        );
    }

    #[test]
    fn what_is_absent_anyway_needs_no_step() {
        assert_eq!(planned(&["a"], &[("b", None), ("a/x", None)]), [] as [&str; 0]);
    }

    #[test]
    fn a_file_takes_the_place_of_a_folder_and_the_reverse() {
        assert_eq!(planned(&["a/x"], &[("a", Some("")), ("a/x", None)]), ["a"]);
        assert_eq!(planned(&["a"], &[("a", None), ("a/x", Some(""))]), ["a/", "a/x"]);
    }

    #[test]
    fn an_absent_file_leaves_a_folder_of_its_name() {
        assert_eq!(planned(&["a/untracked"], &[("a", None)]), [] as [&str; 0]);
    }

    #[test]
    fn a_folder_goes_with_the_last_of_its_files() {
        let disk = ["new/inner/m.py", "new/inner/__pycache__/m.cpython-311.pyc", "new/n.py"];
        assert_eq!(planned(&disk, &[("new/inner/m.py", None), ("new/n.py", None)]), ["-new"]);
    }

    #[test]
    fn a_folder_with_something_else_in_it_stays() {
        let disk = ["new/m.py", "new/untracked"];
        assert_eq!(planned(&disk, &[("new/m.py", None)]), ["new/", "-new/m.py"]);
    }

    #[test]
    fn nothing_is_looked_for_behind_a_symbolic_link() {
        assert_eq!(planned(&["real/x", "a -> real"], &[("a/x", None)]), [] as [&str; 0]);
    }

    #[test]
    fn a_file_below_a_file_is_refused() {
        let files = [("a", "1"), ("a/b", "2")]
            .map(|(path, text)| (path.into(), Some(Content::file(text.as_bytes()))));
        let layout = Layout { files: files.into(), watched: Vec::new() };
        let trouble = plan(&layout, Path::new("/nonexistent")).unwrap_err();
        assert_eq!(trouble.to_string(), "cannot lay out a/b: it lies below a file of the same world");
    }

    #[test]
    fn caches_that_go_by_time_stamps_are_hidden() {
        let disk = [
            "p/m.py",
            "p/__pycache__/m.cpython-311.pyc",
            "p/__pycache__/m.cpython-311-pytest-8.pyc",
            "p/__pycache__/mm.cpython-311.pyc",
            ".pytest_cache/v/lastfailed",
            ".eslintcache",
            "node_modules/.cache/@babel/register/x.json",
            "p/tsconfig.json",
            "p/a.tsbuildinfo",
        ];
        let steps = planned(&disk, &[("p/m.py", Some(""))]);
        let hidden: Vec<_> = steps.iter().filter(|step| step.starts_with('-')).collect();
        assert_eq!(
            hidden,
            [
                "-.eslintcache",
                "-.pytest_cache",
                "-node_modules/.cache/@babel/register",
                "-p/__pycache__/m.cpython-311-pytest-8.pyc",
                "-p/__pycache__/m.cpython-311.pyc",
                "-p/a.tsbuildinfo",
            ]
        );
    }

    #[test]
    fn what_javas_build_tools_compiled_is_hidden() {
        let disk = [
            "m/pom.xml",
            "m/src/A.java",
            "m/target/classes/A.class",
            "m/target/test-classes/ATest.class",
            "m/target/maven-status/x",
            "m/target/generated-sources/annotations/B.java",
            "m/target/generated-sources/antlr/C.java",
            "g/build.gradle.kts",
            "g/src/A.java",
            "g/build/classes/java/main/A.class",
            "g/build/libs/a.jar",
            "other/target/classes/A.class",
        ];
        let steps =
            planned(&disk, &[("m/src/A.java", Some("")), ("g/src/A.java", Some("")), ("other/a", Some(""))]);
        let hidden: Vec<_> = steps.iter().filter(|step| step.starts_with('-')).collect();
        assert_eq!(
            hidden,
            [
                "-g/build/classes",
                "-m/target/classes",
                "-m/target/generated-sources/annotations",
                "-m/target/maven-status",
                "-m/target/test-classes",
            ]
        );
    }
}
