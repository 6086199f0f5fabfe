//! Globs of paths in the configuration.

use crate::domain::RepoPath;
use globset::{GlobBuilder, GlobMatcher};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A glob for paths from the top level: `*` and `?` stay within a name, `**` crosses folders.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Pattern {
    text: String,
    matcher: GlobMatcher,
}

impl Pattern {
    /// The glob as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The glob, to be asked of many paths.
    pub(super) fn matcher(&self) -> GlobMatcher {
        self.matcher.clone()
    }

    /// Whether a path matches.
    pub fn matches(&self, path: &RepoPath) -> bool {
        self.matcher.is_match(path.to_os())
    }

    /// Whether a text, such as a test's id, matches.
    pub fn matches_text(&self, text: &str) -> bool {
        self.matcher.is_match(text)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}

impl TryFrom<String> for Pattern {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let glob = GlobBuilder::new(&text).literal_separator(true).backslash_escape(true).build();
        let matcher = glob.map_err(|error| error.to_string())?.compile_matcher();
        Ok(Self { text, matcher })
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        pattern.text
    }
}
