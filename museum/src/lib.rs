//! The museum: ways to get a green that was not earned, and honest changes that look like one. Each exhibit is one page:
//! what was done, the files before and after, what must be found, and which experiment finds it.

mod page;
mod unbuilt;
mod words;

pub use page::{Page, PageError, Place, SourceFile};
pub use unbuilt::UNBUILT;
pub use words::{DecidedBy, Expected};

/// What an exhibit shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A green that was not earned, or a test that proves nothing.
    Fake,
    /// A change that looks like one and is none.
    Honest,
}

impl Kind {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fake => "fake",
            Self::Honest => "honest",
        }
    }
}

/// One exhibit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhibit {
    /// The name of its page.
    pub name: &'static str,
    /// What it shows.
    pub kind: Kind,
    /// What its page says.
    pub page: Page,
}

/// Every page as it was built in: its room, its name, its text.
static PAGES: &[(Kind, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// A page that cannot be read, by its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}.md:{error}")]
pub struct ExhibitError {
    name: &'static str,
    error: PageError,
}

/// All exhibits: the fakes, then the honest ones, each by name.
///
/// # Errors
/// If a page does not read as one. A test holds that none does so.
pub fn exhibits() -> Result<Vec<Exhibit>, ExhibitError> {
    let read = |&(kind, name, text): &(Kind, &'static str, &str)| {
        let page = Page::read(text).map_err(|error| ExhibitError { name, error })?;
        Ok(Exhibit { name, kind, page })
    };
    PAGES.iter().map(read).collect()
}
