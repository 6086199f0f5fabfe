//! The words of counterproof, with almost no logic. One word, one thing.

mod change;
mod finding;
mod path;
mod record;
mod test;
mod trial;
mod verdict;

pub use change::{Change, ChangedFile, Code, Content, Origin, Part, Role, Side, Version, World};
pub use finding::{Finding, Severity};
pub use path::RepoPath;
pub use record::{
    Claim, ClaimOutcome, ClaimRuling, Effect, Record, Recorded, SignOff, SignOffKind, SignOffRuling, Standing,
};
pub use test::{
    Case, Disabled, Hollowing, Policy, Probes, Rename, Site, Suite, SuiteNo, Test, TestNo, Touched,
};
pub use trial::{
    Alteration, Ask, BodyEdit, Exit, Mark, Marks, Observation, Probe, Reading, Seen, Support, Trial, Turn,
    Why,
};
pub use verdict::{Cell, Cells, Report, TestReport, TestVerdict, Treatment, Verdict};
