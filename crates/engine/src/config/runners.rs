//! The tables below `runner`: `custom` is a list of them, every other one is named after its runner.

use super::{Runners, Settings};
use crate::runner::RUNNERS;
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor},
};
use std::fmt;

/// The one table that is a list.
const CUSTOM: &str = "custom";

/// The names of all runners that have settings.
fn names() -> Vec<&'static str> {
    RUNNERS.iter().map(|runner| runner.name).filter(|name| *name != CUSTOM).collect()
}

impl<'de> Deserialize<'de> for Runners {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Tables)
    }
}

struct Tables;

impl<'de> Visitor<'de> for Tables {
    type Value = Runners;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("tables of settings, named after runners")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut tables: A) -> Result<Runners, A::Error> {
        let mut runners = Runners::default();
        while let Some(name) = tables.next_key::<String>()? {
            if name == CUSTOM {
                runners.custom = tables.next_value()?;
            } else if names().contains(&name.as_str()) {
                let settings: Settings = tables.next_value()?;
                runners.named.insert(name, settings);
            } else {
                let known = names().join("`, `");
                return Err(A::Error::custom(format!(
                    "unknown runner `{name}`, expected `custom`, `{known}`"
                )));
            }
        }
        Ok(runners)
    }
}
