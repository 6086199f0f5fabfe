//! What goes wrong while a world is raised.

use std::io;

/// What went wrong while a world was raised: what was being done, and what the system said.
#[derive(Debug, thiserror::Error)]
#[error("{doing}: {source}")]
pub(crate) struct Trouble {
    doing: String,
    source: io::Error,
}

impl Trouble {
    /// A trouble that is not the system's.
    pub(crate) fn new(doing: impl Into<String>, why: &'static str) -> Self {
        Self { doing: doing.into(), source: io::Error::other(why) }
    }
}

/// Says what was being done when an error came.
pub(crate) trait While<T> {
    /// The error with "cannot …" in front.
    fn doing(self, what: impl FnOnce() -> String) -> Result<T, Trouble>;
}

impl<T, E: Into<io::Error>> While<T> for Result<T, E> {
    fn doing(self, what: impl FnOnce() -> String) -> Result<T, Trouble> {
        self.map_err(|source| Trouble { doing: format!("cannot {}", what()), source: source.into() })
    }
}
