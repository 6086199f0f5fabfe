//! What is in a tree, and what its files hold.

use super::{ChangeError, git::Git, repository::Repository};
use crate::domain::{Content, RepoPath};
use std::{
    collections::{BTreeMap, HashMap},
    io::{BufRead, BufReader, Read, Write},
    path::PathBuf,
    process::{Child, ChildStdin, ChildStdout},
    sync::{Mutex, PoisonError},
};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 512 << 20;

/// A file's entry in a tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Blob {
    /// The object that holds its contents; for a submodule, the commit it points to.
    pub oid: String,
    /// Git's mode: `0o100644`, `0o100755`, `0o120000` (symbolic link) or `0o160000` (submodule).
    pub mode: u32,
}

impl Repository {
    /// All files of a tree, in git's order.
    ///
    /// # Errors
    /// There is no such tree.
    pub fn list(&self, tree: &str) -> Result<Vec<(RepoPath, Blob)>, ChangeError> {
        let listing = self.git.read(&["ls-tree", "-r", "-z", "--full-tree", tree])?;
        Ok(listing.split(|b| *b == 0).filter_map(entry).collect())
    }

    /// A file of a tree; `None` if there is none at this path.
    ///
    /// # Errors
    /// There is no such tree, or the file cannot be read.
    pub fn read(&self, tree: &str, path: &RepoPath) -> Result<Option<Content>, ChangeError> {
        let file = path.to_os();
        let args =
            ["ls-tree".as_ref(), "-z".as_ref(), "--full-tree".as_ref(), tree.as_ref(), file.as_os_str()];
        let listing = self.git.read(&args)?;
        let found = listing.split(|b| *b == 0).filter_map(entry).find(|(at, _)| at == path);
        found.map(|(path, blob)| self.content(&path, &blob)).transpose()
    }

    /// The contents of files, in the order asked for, as they would lie in the working tree.
    ///
    /// # Errors
    /// An object is missing, a filter fails, or a file is too large.
    pub fn contents(&self, files: &[(RepoPath, Blob)]) -> Result<Vec<Content>, ChangeError> {
        files.iter().map(|(path, blob)| self.content(path, blob)).collect()
    }

    fn content(&self, path: &RepoPath, blob: &Blob) -> Result<Content, ChangeError> {
        match blob.mode & 0o170000 {
            0o160000 => Ok(Content::Submodule(blob.oid.clone())),
            // Never filtered: a link's target is no text.
            0o120000 => Ok(Content::Symlink(self.git.read(&["cat-file", "blob", &blob.oid])?)),
            _ => {
                let bytes = self.filtered(path, &blob.oid)?;
                Ok(Content::File { bytes: bytes.into(), executable: blob.mode & 0o111 != 0 })
            }
        }
    }

    fn filtered(&self, path: &RepoPath, oid: &str) -> Result<Vec<u8>, ChangeError> {
        if !fits_a_line(path) {
            let mut flag = std::ffi::OsString::from("--path=");
            flag.push(path.to_os());
            return self.git.read(&[
                "cat-file".as_ref(),
                "--filters".as_ref(),
                flag.as_os_str(),
                oid.as_ref(),
            ]);
        }
        let mut slot = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let mut reader = match slot.take() {
            Some(reader) => reader,
            None => Reader::open(&self.git, self.store.file("complaints"))?,
        };
        let bytes = reader.read(path, oid)?;
        // Kept only after a success: after a failure its pipes are at no known place.
        *slot = Some(reader);
        Ok(bytes)
    }
}

/// An entry of `ls-tree -z`: `mode SP type SP oid TAB path`. Trees are left out.
fn entry(record: &[u8]) -> Option<(RepoPath, Blob)> {
    let tab = record.iter().position(|b| *b == b'\t')?;
    let head = std::str::from_utf8(&record[..tab]).ok()?;
    let mut words = head.split(' ');
    let (mode, kind, oid) = (words.next()?, words.next()?, words.next()?);
    let mode = u32::from_str_radix(mode, 8).ok()?;
    (kind != "tree").then(|| (RepoPath::new(&record[tab + 1..]), Blob { oid: oid.to_owned(), mode }))
}

/// Whether the path survives the line that `cat-file --batch` takes: it ends at a newline, blanks before the
/// path are skipped, and a carriage return at the end is cut off.
fn fits_a_line(path: &RepoPath) -> bool {
    let bytes = path.as_bytes();
    !bytes.contains(&b'\n')
        && !bytes.starts_with(b" ")
        && !bytes.starts_with(b"\t")
        && !bytes.ends_with(b"\r")
}

/// A `git cat-file --batch --filters` that stays open.
///
/// The size that it announces is the one *before* filters, so that the end of the contents is not known from
/// it. A request for an object that cannot exist is sent after each one; the answer to it is the end.
#[derive(Debug)]
pub(super) struct Reader {
    child: Child,
    pipes: Option<Pipes>,
    end: String,
    complaints: PathBuf,
    /// The most that is read of a file, in bytes.
    limit: u64,
}

#[derive(Debug)]
struct Pipes {
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Reader {
    fn open(git: &Git, complaints: PathBuf) -> Result<Self, ChangeError> {
        let args = ["cat-file", "--batch=%(objecttype) %(objectsize)", "--filters"];
        let mut child = git.converse(&args, &complaints)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let pipes = pipes.map(|(to, from)| Pipes { to, from: BufReader::with_capacity(1 << 16, from) });
        // The temporary folder's random name is in no file that was written before it was made.
        let nonce =
            complaints.parent().and_then(|folder| folder.file_name()).unwrap_or_default().to_string_lossy();
        let end = format!("{nonce}-end");
        Ok(Self { child, pipes, end, complaints, limit: LARGEST })
    }

    fn read(&mut self, path: &RepoPath, oid: &str) -> Result<Vec<u8>, ChangeError> {
        let request = [oid.as_bytes(), b" ", path.as_bytes(), b"\n", self.end.as_bytes(), b" -\n"].concat();
        let end = format!("{} missing\n", self.end).into_bytes();
        let Some(pipes) = &mut self.pipes else { return Err(ended(&self.complaints)) };
        if pipes.to.write_all(&request).is_err() {
            return Err(ended(&self.complaints));
        }
        let answer = match pipes.announced()? {
            Announced::Blob(size) if size > self.limit => Answer::TooLarge,
            Announced::Blob(_) => pipes.until(&end, self.limit)?,
            Announced::Missing => return Err(ChangeError::MissingObject(format!("the contents of {path}"))),
            Announced::Nothing => Answer::Ended,
        };
        match answer {
            Answer::Bytes(bytes) => Ok(bytes),
            Answer::TooLarge => Err(ChangeError::TooLarge { path: path.clone(), limit: self.limit }),
            Answer::Ended => Err(ended(&self.complaints)),
        }
    }
}

/// The line before the contents.
enum Announced {
    /// A file, with its size before filters.
    Blob(u64),
    Missing,
    /// Git ended, or failed.
    Nothing,
}

enum Answer {
    Bytes(Vec<u8>),
    TooLarge,
    Ended,
}

impl Pipes {
    /// Reads `blob SIZE`, or `OID missing`.
    fn announced(&mut self) -> Result<Announced, ChangeError> {
        let mut header = String::new();
        self.from.read_line(&mut header).map_err(ChangeError::io("read from git"))?;
        Ok(match header.trim_end().split_once(' ') {
            Some(("blob", size)) => size.parse().map_or(Announced::Nothing, Announced::Blob),
            Some((_, "missing")) => Announced::Missing,
            _ => Announced::Nothing,
        })
    }

    /// Reads the contents, the newline behind them, and the answer that marks their end.
    fn until(&mut self, end: &[u8], limit: u64) -> Result<Answer, ChangeError> {
        let most = limit + 1;
        let mut bytes = Vec::new();
        while bytes.len() as u64 <= most {
            let line = bytes.len();
            let room = most + end.len() as u64 - line as u64;
            let got = self.from.by_ref().take(room).read_until(b'\n', &mut bytes);
            if got.map_err(ChangeError::io("read from git"))? == 0 {
                return Ok(Answer::Ended);
            }
            if bytes[line..] == *end {
                bytes.truncate(line.saturating_sub(1));
                return Ok(Answer::Bytes(bytes));
            }
        }
        Ok(Answer::TooLarge)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // With neither side open git ends by itself, and ends its filters.
        self.pipes = None;
        let _ = self.child.wait();
    }
}

/// What git said before it ended.
#[allow(clippy::disallowed_methods, reason = "reads the complaints of our own git")]
fn ended(complaints: &std::path::Path) -> ChangeError {
    ChangeError::from_git("cat-file --batch".into(), &std::fs::read(complaints).unwrap_or_default())
}

/// A tree whose files are read when they are asked for, and kept.
#[derive(Debug)]
pub struct Tree<'a> {
    repository: &'a Repository,
    entries: BTreeMap<RepoPath, Blob>,
    read: Mutex<HashMap<RepoPath, Content>>,
}

impl<'a> Tree<'a> {
    /// The files of a tree; none is read yet.
    ///
    /// # Errors
    /// There is no such tree.
    pub fn open(repository: &'a Repository, tree: &str) -> Result<Self, ChangeError> {
        let entries = repository.list(tree)?.into_iter().collect();
        Ok(Self { repository, entries, read: Mutex::default() })
    }

    /// Its files, by path.
    pub fn entries(&self) -> &BTreeMap<RepoPath, Blob> {
        &self.entries
    }

    /// A file; `None` if there is none at this path.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(&self, path: &RepoPath) -> Result<Option<Content>, ChangeError> {
        let Some(blob) = self.entries.get(path) else { return Ok(None) };
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(content) = read.get(path) {
            return Ok(Some(content.clone()));
        }
        let content = self.repository.content(path, blob)?;
        read.insert(path.clone(), content.clone());
        Ok(Some(content))
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "makes a repository on disk")]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    #[test]
    fn a_file_over_the_limit_is_named_before_and_after_filters() {
        let folder = tempfile::tempdir().unwrap();
        let git = Git::new(OsStr::new("git"), folder.path());
        git.read(&["init", "-q"]).unwrap();
        git.read(&["config", "filter.grow.smudge", "cat; echo much more"]).unwrap();
        std::fs::write(folder.path().join(".gitattributes"), "*.grown filter=grow\n").unwrap();
        let oid = git.fed(&["hash-object", "-w", "--stdin"], b"12345678").unwrap();
        let oid = String::from_utf8_lossy(&oid).trim_end().to_owned();
        let read = |path: &str, limit| {
            let mut reader = Reader::open(&git, folder.path().join("complaints")).unwrap();
            reader.limit = limit;
            reader.read(&path.into(), &oid)
        };
        assert_eq!(read("plain", 8).unwrap(), b"12345678");
        for (path, limit) in [("plain", 7), ("a.grown", 8)] {
            let told = read(path, limit).unwrap_err();
            assert!(matches!(&told, ChangeError::TooLarge { path: of, .. } if *of == path.into()), "{told}");
        }
    }
}
