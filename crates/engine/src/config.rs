//! `counterproof.toml`: what a project's people tell counterproof. Parsed from text; who reads it takes the base's (I12).

mod custom;
mod pattern;
mod runners;

pub use custom::{Argv, Custom, Placeholder};
pub use pattern::Pattern;

use crate::{change::role::ExtraRule, domain::Role};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    num::{NonZeroU8, NonZeroU64, NonZeroUsize},
};

/// The name of the file, at the repository's top level.
pub const FILE: &str = "counterproof.toml";

/// A configuration that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{FILE} cannot be used: {message}")]
pub struct ConfigError {
    /// What is wrong, with the line, a caret below the place, and what would be right.
    pub message: String,
}

/// All that can be configured. What is left out has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The branch or commit to compare with when no other is named, `origin/main`.
    pub base: Option<String>,
    /// How many trials run at a time; the number of cores by default.
    pub jobs: Option<NonZeroUsize>,
    /// The only backend that may be used; the best that works by default.
    pub backend: Option<String>,
    /// Whether trials may reach the network.
    pub network: bool,
    /// When the claimed world's first run is given up, in seconds.
    pub timeout_s: Option<NonZeroU64>,
    /// How often an accusing reading is taken in all.
    pub repetitions: Option<NonZeroU8>,
    /// Tests that are never asked: globs of files, or of test ids (`path::suite::name`).
    pub exclude: Vec<Pattern>,
    /// Variables set in every trial.
    pub env: BTreeMap<Variable, String>,
    /// Files whose role is not what counterproof takes it for.
    pub roles: Roles,
    /// Settings of the runners.
    pub runner: Runners,
    /// Whose sign-offs count.
    pub signoff: SignOffs,
    /// Where the author of a change writes what is claimed.
    pub claims: Ledger,
}

/// Whose sign-offs count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SignOffs {
    /// The file of allowed signers, in the form that `ssh-keygen` reads. If it is named, only what is signed by one of
    /// their keys counts.
    pub allowed_signers: Option<String>,
}

/// Where the author of a change writes what is claimed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Ledger {
    /// The file of claims, as the head of the change has it.
    pub file: Option<String>,
}

/// Globs of files by role. The first table with a match decides, in the order of this list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Roles {
    /// Test definitions and their helpers.
    pub test: Vec<Pattern>,
    /// What tests read.
    pub fixture: Vec<Pattern>,
    /// What decides whether and how tests run.
    pub harness: Vec<Pattern>,
    /// What is tested.
    pub code: Vec<Pattern>,
    /// What cannot matter.
    pub other: Vec<Pattern>,
}

/// Settings of the runners.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Runners {
    /// Runners by template, asked before all others.
    pub custom: Vec<Custom>,
    /// Settings of the others, by their names.
    #[serde(flatten)]
    #[schemars(with = "BTreeMap<String, Settings>")]
    pub named: BTreeMap<String, Settings>,
}

/// What can be set for each runner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// What the runner is started with, `python3.12` for pytest or `node22` for vitest: a path relative to the top level,
    /// an absolute one, or a name on the search path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Arguments added to every command.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
}

/// The name of an environment variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Variable(String);

impl Variable {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Variable {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match name.is_empty() || name.contains(['=', '\0']) {
            true => Err(format!("`{name}` cannot be the name of an environment variable")),
            false => Ok(Self(name)),
        }
    }
}

impl From<Variable> for String {
    fn from(name: Variable) -> Self {
        name.0
    }
}

/// The configuration in a text. Unknown keys and values that make no sense are refused, with a pointer to the place.
pub fn parse(text: &str) -> Result<Config, ConfigError> {
    let config: Config = toml::from_str(text).map_err(|error| ConfigError { message: error.to_string() })?;
    config.custom_folders_differ()?;
    Ok(config)
}

impl Config {
    /// A setting of a runner as its table in `runner` has it: a text as it is, anything else as JSON. The empty key stands
    /// for all that is set for the runner.
    pub fn setting(&self, runner: &str, key: &str) -> Option<String> {
        let runners = serde_json::to_value(&self.runner).ok()?;
        let settings = runners.get(runner)?;
        match if key.is_empty() { settings } else { settings.get(key)? } {
            serde_json::Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        }
    }

    /// The user's own roles of files, as rules that go before the table of roles.
    pub fn rules(&self) -> Vec<ExtraRule> {
        let Roles { test, fixture, harness, code, other } = &self.roles;
        let tables = [
            (test, Role::Test),
            (fixture, Role::Fixture),
            (harness, Role::Harness),
            (code, Role::Code),
            (other, Role::Other),
        ];
        tables
            .into_iter()
            .flat_map(|(globs, role)| globs.iter().map(move |glob| (glob.matcher(), role)))
            .collect()
    }

    /// One folder has one suite of a runner, so two custom runners cannot share it.
    fn custom_folders_differ(&self) -> Result<(), ConfigError> {
        let mut seen = BTreeMap::new();
        for custom in &self.runner.custom {
            if let Some(other) = seen.insert(&custom.folder, &custom.name) {
                let (one, two, folder) = (&custom.name, other, &custom.folder);
                let message = format!(
                    "the custom runners `{two}` and `{one}` both run in the folder `{folder}`; give one of them a `folder` of its own"
                );
                return Err(ConfigError { message });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
