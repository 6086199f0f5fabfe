//! Whether a tree was touched: everything in it that a user could miss, before and after.

use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    fs, io,
    os::unix::{ffi::OsStrExt, fs::MetadataExt},
    path::{Path, PathBuf},
};

/// The state of a folder: for each path in it mode, size, time of the last change of its content to the nanosecond, and
/// a hash of the content or the target of the link. `.git` and what git ignores are part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint(BTreeMap<PathBuf, Mark>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Mark {
    mode: u32,
    size: u64,
    modified_ns: i128,
    content: Vec<u8>,
}

impl Fingerprint {
    /// Reads the folder whole.
    pub fn of(folder: impl AsRef<Path>) -> Self {
        let mut marks = BTreeMap::new();
        read(folder.as_ref(), PathBuf::new(), &mut marks);
        Self(marks)
    }

    /// The same without these paths, what is below them, and the times and sizes of the folders they lie in: for what
    /// counterproof owns in a repository.
    pub fn without(mut self, owned: &[&str]) -> Self {
        for path in owned.iter().map(Path::new) {
            self.0.retain(|at, _| !at.starts_with(path));
            if let Some(folder) = path.parent().and_then(|folder| self.0.get_mut(folder)) {
                (folder.size, folder.modified_ns) = (0, 0);
            }
        }
        self
    }

    /// The same without the times of those files that git itself renews, to keep `gc` from taking them: objects and packs
    /// that it meets again, and the shared half of a split index. Their bytes count as ever.
    pub fn without_times_that_git_renews(mut self) -> Self {
        let renewed = |path: &Path| {
            path.starts_with(".git/objects") || path.to_string_lossy().starts_with(".git/sharedindex.")
        };
        let files = self.0.iter_mut().filter(|(path, mark)| renewed(path) && mark.is_file());
        files.for_each(|(_, mark)| mark.modified_ns = 0);
        self
    }

    /// What is different in the other state, one sentence a path; empty if nothing is.
    pub fn differences(&self, after: &Self) -> Vec<String> {
        let lost = self
            .0
            .keys()
            .filter(|path| !after.0.contains_key(*path))
            .map(|path| (path, "is gone".to_owned()));
        let other = after.0.iter().filter_map(|(path, mark)| match self.0.get(path) {
            None => Some((path, "is new".to_owned())),
            Some(before) => before.differs(mark).map(|what| (path, what)),
        });
        lost.chain(other).map(|(path, what)| format!("{} {what}", path.display())).collect()
    }
}

impl Mark {
    fn is_file(&self) -> bool {
        self.mode & 0o170_000 == 0o100_000
    }

    fn differs(&self, after: &Self) -> Option<String> {
        let all = [
            ("mode", self.mode != after.mode),
            ("size", self.size != after.size),
            ("modification time", self.modified_ns != after.modified_ns),
            ("content", self.content != after.content),
        ];
        let names: Vec<_> = all.iter().filter(|(_, differs)| *differs).map(|(name, _)| *name).collect();
        (!names.is_empty()).then(|| format!("has another {}", names.join(", ")))
    }
}

fn read(top: &Path, path: PathBuf, marks: &mut BTreeMap<PathBuf, Mark>) {
    let at = top.join(&path);
    let meta = fs::symlink_metadata(&at).unwrap_or_else(|error| panic!("{}: {error}", at.display()));
    if meta.is_dir() {
        for entry in fs::read_dir(&at).unwrap_or_else(|error| panic!("{}: {error}", at.display())) {
            read(top, path.join(entry.expect("an entry of a folder").file_name()), marks);
        }
    }
    let modified_ns = i128::from(meta.mtime()) * 1_000_000_000 + i128::from(meta.mtime_nsec());
    let content = content(&at, &meta).unwrap_or_else(|error| panic!("{}: {error}", at.display()));
    marks.insert(path, Mark { mode: meta.mode(), size: meta.size(), modified_ns, content });
}

fn content(at: &Path, meta: &fs::Metadata) -> io::Result<Vec<u8>> {
    if meta.is_symlink() {
        return Ok(fs::read_link(at)?.as_os_str().as_bytes().to_vec());
    }
    if !meta.is_file() {
        return Ok(Vec::new());
    }
    let mut hash = Sha256::new();
    io::copy(&mut fs::File::open(at)?, &mut HashWriter(&mut hash))?;
    Ok(hash.finalize().to_vec())
}

struct HashWriter<'a>(&'a mut Sha256);

impl io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entry, Repo, RepoBuilder};
    use std::time::{Duration, SystemTime};

    fn repo() -> Repo {
        let repo = RepoBuilder::new()
            .both("a.txt", "one")
            .both(".gitignore", "built/\n")
            .both("l", Entry::link("a.txt"));
        repo.build()
    }

    fn after(act: impl Fn(&Repo)) -> Vec<String> {
        let repo = repo();
        let before = Fingerprint::of(repo.path());
        act(&repo);
        before.differences(&Fingerprint::of(repo.path()))
    }

    #[test]
    fn a_tree_left_alone_has_no_differences() {
        assert_eq!(after(|repo| drop(fs::read(repo.at("a.txt")))), [""; 0]);
    }

    #[test]
    fn a_rewrite_with_the_same_size_and_time_is_seen() {
        let seen = after(|repo| {
            let time = fs::metadata(repo.at("a.txt")).unwrap().modified().unwrap();
            fs::write(repo.at("a.txt"), "two").unwrap();
            fs::File::options().write(true).open(repo.at("a.txt")).unwrap().set_modified(time).unwrap();
        });
        assert_eq!(seen, ["a.txt has another content"]);
    }

    #[test]
    fn a_touch_of_a_nanosecond_is_seen() {
        let seen = after(|repo| {
            let file = fs::File::options().write(true).open(repo.at("a.txt")).unwrap();
            let time: SystemTime = file.metadata().unwrap().modified().unwrap();
            file.set_modified(time + Duration::from_nanos(1)).unwrap();
        });
        assert_eq!(seen, ["a.txt has another modification time"]);
    }

    #[test]
    fn ignored_files_and_gits_own_are_seen() {
        assert!(after(|repo| repo.write("built/x", "")).contains(&"built/x is new".to_owned()));
        assert!(after(|repo| drop(repo.git(["tag", "t"]))).contains(&".git/refs/tags/t is new".to_owned()));
    }

    #[test]
    fn a_link_turned_elsewhere_is_seen() {
        let seen = after(|repo| repo.write("l", Entry::link("b.txt")));
        assert!(
            seen.iter().any(|line| line.starts_with("l has another") && line.ends_with("content")),
            "{seen:?}"
        );
    }

    #[test]
    fn a_renewed_time_of_an_object_is_forgiven_and_its_bytes_are_not() {
        let repo = repo();
        let object = format!(".git/objects/{}/{}", &repo.base[..2], &repo.base[2..]);
        let state = || Fingerprint::of(repo.path()).without_times_that_git_renews();
        let before = state();
        let file = fs::File::open(repo.at(&object)).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        assert_eq!(before.differences(&state()), [""; 0]);
        repo.write(&object, "other bytes");
        assert!(before.differences(&state()).iter().any(|line| line.starts_with(&object)));
    }

    #[test]
    fn what_the_tool_owns_can_be_left_out() {
        let repo = repo();
        let owned = [".git/refs/counterproof"];
        let before = Fingerprint::of(repo.path()).without(&owned);
        repo.git(["update-ref", "refs/counterproof/snapshots/1", "HEAD"]);
        assert_eq!(before.differences(&Fingerprint::of(repo.path()).without(&owned)), [""; 0]);
    }
}
