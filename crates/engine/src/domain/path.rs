//! Paths as git has them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A path inside the repository, relative to its top level, parted by `/`, never starting or ending in `/`.
/// Git allows any bytes but NUL, so this is bytes, not text. The empty path is the top level.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepoPath(Vec<u8>);

impl RepoPath {
    /// A path from the bytes git gives.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        let mut bytes = bytes.into();
        while bytes.last() == Some(&b'/') {
            bytes.pop();
        }
        Self(bytes)
    }

    /// The bytes, as git has them.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// True for the top level itself.
    pub fn is_top(&self) -> bool {
        self.0.is_empty()
    }

    /// The path as the operating system takes it, still relative.
    #[cfg(unix)]
    pub fn to_os(&self) -> std::path::PathBuf {
        use std::os::unix::ffi::OsStrExt;
        std::path::PathBuf::from(std::ffi::OsStr::from_bytes(&self.0))
    }

    /// The last name of the path.
    pub fn name(&self) -> &[u8] {
        self.0.rsplit(|b| *b == b'/').next().unwrap_or(&[])
    }

    /// The part of the name after its last dot, lower case; empty if there is none.
    pub fn extension(&self) -> String {
        let name = self.name();
        match name.iter().rposition(|b| *b == b'.') {
            Some(at) if at > 0 => String::from_utf8_lossy(&name[at + 1..]).to_ascii_lowercase(),
            _ => String::new(),
        }
    }

    /// The folder this is in; the top level's parent is `None`.
    pub fn parent(&self) -> Option<RepoPath> {
        if self.is_top() {
            return None;
        }
        let at = self.0.iter().rposition(|b| *b == b'/').unwrap_or(0);
        Some(Self(self.0[..at].to_vec()))
    }

    /// This path with a relative one behind it.
    pub fn join(&self, rest: impl AsRef<[u8]>) -> RepoPath {
        let mut bytes = self.0.clone();
        if !bytes.is_empty() {
            bytes.push(b'/');
        }
        bytes.extend_from_slice(rest.as_ref());
        Self::new(bytes)
    }

    /// True if this is `folder` or lies below it.
    pub fn is_within(&self, folder: &RepoPath) -> bool {
        folder.is_top() || self == folder || self.strip(folder).is_some()
    }

    /// What remains of the path behind `folder`; `None` if it does not lie below it.
    pub fn strip(&self, folder: &RepoPath) -> Option<RepoPath> {
        if folder.is_top() {
            return Some(self.clone());
        }
        let rest = self.0.strip_prefix(folder.as_bytes())?.strip_prefix(b"/")?;
        Some(Self(rest.to_vec()))
    }

    /// The names of the path, first to last.
    pub fn components(&self) -> impl Iterator<Item = &[u8]> {
        self.0.split(|b| *b == b'/').filter(|name| !name.is_empty())
    }
}

impl From<&str> for RepoPath {
    fn from(text: &str) -> Self {
        Self::new(text.as_bytes())
    }
}

/// Shown as text; bytes that are not UTF-8, and control characters, as `\xNN`.
impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            for c in chunk.valid().chars() {
                if c.is_control() { write!(f, "\\x{:02x}", c as u32)? } else { write!(f, "{c}")? }
            }
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

/// The journal's form: Latin-1, so that every byte has one character and the way back is exact.
impl Serialize for RepoPath {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0.iter().map(|b| *b as char).collect::<String>())
    }
}

impl<'de> Deserialize<'de> for RepoPath {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Ok(Self(text.chars().map(|c| c as u8).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_any_bytes_survives_the_journal() {
        let path = RepoPath::new((1..=255u8).collect::<Vec<_>>());
        let text = serde_json::to_string(&path).unwrap();
        assert_eq!(serde_json::from_str::<RepoPath>(&text).unwrap(), path);
    }

    #[test]
    fn a_neighbour_with_the_same_beginning_is_not_within() {
        assert!(RepoPath::from("a/b").is_within(&RepoPath::from("a")));
        assert!(!RepoPath::from("ab/c").is_within(&RepoPath::from("a")));
        assert_eq!(RepoPath::from("a").parent(), Some(RepoPath::default()));
    }
}
