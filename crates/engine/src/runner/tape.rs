//! tape. Its test files are programs; one test of a file cannot be selected.

use super::{
    Claim, Project, Runner,
    javascript::{
        self, Signs,
        script::{self, Carried},
    },
    tap,
};
use crate::domain::RepoPath;

/// tape, whoever reads what it prints.
pub(super) const RUNNER: Runner = Runner {
    name: "tape",
    languages: &["JavaScript", "TypeScript"],
    harness: &[],
    compiles_together: false,
    built_ahead: tap::RUNNER.built_ahead,
    prebuilt: None,
    built: None,
    claim,
    command: tap::run,
};

/// What tells that a file is tape's.
pub(super) const SIGNS: Signs = Signs {
    runner: RUNNER.name,
    imports: &["tape", "tape-promise", "tape-catch", "blue-tape"],
    packages: &["tape"],
    word: "tape",
    starts: |words| script::program(words, &["tape"]),
    ..Signs::NONE
};

/// The option that tape and node have alike.
const CARRIED: Carried = Carried { valued: &["r", "require"], listed: &[], plain: &[] };

fn claim(project: &dyn Project, file: &RepoPath, source: &str) -> Option<Claim> {
    let home = javascript::home(project, file, source, &SIGNS)?;
    let invocation = tap::invocation(&home.manifest, &SIGNS, &CARRIED);
    tap::claimed(project, home, file, (RUNNER.name, invocation))
}

#[cfg(test)]
mod tests;
