//! What people put on record beside a change: sign-offs of exceptions, and claims.

use serde::{Deserialize, Serialize};

/// What a sign-off clears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SignOffKind {
    /// A contract that changed: code and expectation moved together, and were meant to.
    Contract,
    /// A test that the code breaks and that is gone or disabled, and was meant to be.
    Removal,
    /// A test that cannot be answered here.
    Unvalidatable,
}

impl SignOffKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Contract, Self::Removal, Self::Unvalidatable];

    /// The kind's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Contract => "contract",
            Self::Removal => "removal",
            Self::Unvalidatable => "unvalidatable",
        }
    }
}

/// A sign-off, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignOff {
    /// What it clears.
    pub kind: SignOffKind,
    /// The test's id.
    pub test: String,
    /// Who signs.
    pub name: String,
    /// Why.
    pub reason: String,
    /// When.
    pub date: String,
    /// The hash of exactly what is signed.
    pub digest: String,
    /// A signature of all this by an SSH key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

/// A sign-off that was found, and whether it may count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The sign-off.
    pub signoff: SignOff,
    /// Where it was found.
    pub found_in: String,
    /// Whether it may count.
    pub standing: Standing,
}

/// Whether a sign-off may count, by where it was found and by its signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// It may; the key's owner, where signatures are asked for.
    Counts {
        /// Who the key belongs to, by the base's file of allowed signers.
        signer: Option<String>,
    },
    /// It may not, and why.
    Ignored(String),
    /// It may not: the change itself brings it.
    OfTheChange,
}

/// A line of the ledger in which the author of a change says what it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The line, from 1.
    pub line: usize,
    /// The tag, lower case. Nothing else of the line is read.
    pub tag: String,
    /// The rest of the line.
    pub text: String,
}

/// All that is on record of a change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The sign-offs that were found, in the order they were read.
    pub signoffs: Vec<Recorded>,
    /// What the author of the change claims.
    pub claims: Vec<Claim>,
    /// The hash of all that the change does to files of tests, to what they read and to what runs them.
    #[serde(default)]
    pub around: String,
}

/// What became of a sign-off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignOffRuling {
    /// The sign-off.
    pub recorded: Recorded,
    /// Its effect.
    pub effect: Effect,
}

/// The effect of a sign-off on a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It cleared what it was made for.
    InEffect,
    /// What was signed is not what is there any more.
    Expired,
    /// It has none, and why.
    None(String),
}

/// What became of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimRuling {
    /// The claim.
    pub claim: Claim,
    /// What the run's evidence says of it.
    pub outcome: ClaimOutcome,
    /// Why, in one sentence.
    pub why: String,
}

/// What the evidence of a run says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClaimOutcome {
    /// It shows it.
    Proven,
    /// It shows the contrary.
    False,
    /// It shows neither.
    Unproven,
}
