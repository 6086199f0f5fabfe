//! mocha's options: those that say what tests run in go along, whether they are written in a script, a configuration or
//! `mocha.opts`. What selects, hides, repeats, reports or watches does not.

use crate::runner::javascript::script::flag_name;
use serde_json::Value;

/// How an option is given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It is or is not.
    Plain,
    /// With one value: the first that is given counts.
    One,
    /// With any number of values.
    Many,
}

/// The options that go along: their names, other names they have, how they are given. Names are compared without dashes
/// and case.
const CARRIED: &[(&str, &[&str], Kind)] = &[
    ("async-only", &["A"], Kind::Plain),
    ("check-leaks", &[], Kind::Plain),
    ("conditions", &[], Kind::Many),
    ("delay", &[], Kind::Plain),
    ("enable-source-maps", &[], Kind::Plain),
    ("es-module-specifier-resolution", &[], Kind::One),
    ("exit", &[], Kind::Plain),
    ("experimental-loader", &[], Kind::Many),
    ("experimental-specifier-resolution", &[], Kind::One),
    ("experimental-strip-types", &[], Kind::Plain),
    ("experimental-transform-types", &[], Kind::Plain),
    ("experimental-vm-modules", &[], Kind::Plain),
    ("expose-gc", &["gc"], Kind::Plain),
    ("expose-internals", &[], Kind::Plain),
    ("extension", &["extensions"], Kind::Many),
    ("file", &[], Kind::Many),
    ("forbid-only", &[], Kind::Plain),
    ("global", &["globals"], Kind::Many),
    ("import", &[], Kind::Many),
    ("loader", &[], Kind::Many),
    ("max-old-space-size", &[], Kind::One),
    ("no-deprecation", &[], Kind::Plain),
    ("no-experimental-strip-types", &[], Kind::Plain),
    ("no-warnings", &[], Kind::Plain),
    ("node-option", &["n"], Kind::Many),
    ("preserve-symlinks", &[], Kind::Plain),
    ("require", &["r"], Kind::Many),
    ("stack-size", &[], Kind::One),
    ("timeout", &["t", "timeouts"], Kind::One),
    ("ui", &["u"], Kind::One),
    ("unhandled-rejections", &[], Kind::One),
];

/// Options that stay behind, and the word behind them with them.
const VALUED: &[&str] = &[
    "config",
    "f",
    "fgrep",
    "g",
    "grep",
    "ignore",
    "exclude",
    "inspect",
    "inspectbrk",
    "j",
    "jobs",
    "o",
    "opts",
    "package",
    "r",
    "reporter",
    "reporteroption",
    "reporteroptions",
    "retries",
    "s",
    "slow",
    "watchfiles",
    "watchignore",
];

/// What was said, in the order it counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
    /// The options that go along, each with its value.
    carried: Vec<(&'static str, Option<String>)>,
    /// The files, folders and globs that are run.
    pub(super) specs: Vec<String>,
    /// Those of them that are not.
    pub(super) ignored: Vec<String>,
    /// The configuration that is named.
    pub(super) config: Option<String>,
    /// Folders are gone through to the bottom.
    pub(super) is_recursive: bool,
    /// Something is said that only a run can tell.
    pub(super) is_unknown: bool,
}

impl Options {
    /// The options among words.
    pub(super) fn of_words(words: &[String]) -> Self {
        let mut options = Self::default();
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let Some(name) = flag(word) else {
                options.specs.extend((word != "--").then(|| word.clone()));
                continue;
            };
            let takes_value =
                named(&name).map_or(VALUED.contains(&name.as_str()), |one| one.2 != Kind::Plain);
            let value = match word.split_once('=') {
                Some((_, value)) => Some(value.to_owned()),
                None if takes_value => words.next_if(|next| !next.starts_with('-')).cloned(),
                None => None,
            };
            options.add(&name, value.map_or(Value::Bool(true), Value::String));
        }
        options
    }

    /// The options of a configuration; `null` for one that cannot be read.
    pub(super) fn of_config(config: &Value) -> Self {
        let mut options = Self { is_unknown: !config.is_object(), ..Self::default() };
        for (key, value) in config.as_object().into_iter().flatten() {
            options.is_unknown |= key == crate::lang::javascript::REST;
            options.add(&key.replace('-', "").to_lowercase(), value.clone());
        }
        options
    }

    fn add(&mut self, name: &str, value: Value) {
        match (name, value) {
            ("recursive", value) => self.is_recursive |= value == Value::Bool(true),
            ("config", Value::String(path)) => self.config = Some(path),
            ("spec", value) => self.add_all(&value, &|options, text| options.specs.push(text)),
            ("ignore" | "exclude", value) => {
                self.add_all(&value, &|options, text| options.ignored.push(text))
            }
            ("notimeout" | "notimeouts", Value::Bool(true))
            | ("timeout" | "timeouts" | "t", Value::Bool(false)) => {
                self.carried.push(("timeout", Some("0".into())));
            }
            (_, value) => {
                let Some((name, _, kind)) = named(name) else { return };
                self.carry(name, *kind, &value);
            }
        }
    }

    fn carry(&mut self, name: &'static str, kind: Kind, value: &Value) {
        match (kind, value) {
            (_, Value::Bool(false)) => {}
            (Kind::Plain, Value::Bool(true)) => self.carried.push((name, None)),
            (Kind::Plain, Value::String(text)) if text == "false" => {}
            (Kind::Plain, _) => self.is_unknown |= value.is_null(),
            _ => self.add_all(value, &|options, text| options.carried.push((name, Some(text)))),
        }
    }

    /// One text or a list of them. What is neither only a run can tell.
    fn add_all(&mut self, value: &Value, add: &dyn Fn(&mut Self, String)) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| self.add_all(value, add)),
            Value::String(text) => add(self, text.clone()),
            Value::Number(number) => add(self, number.to_string()),
            _ => self.is_unknown = true,
        }
    }

    /// These, then what another place says; what is said first counts.
    pub(super) fn then(mut self, other: Self) -> Self {
        self.carried.extend(other.carried);
        self.specs.extend(other.specs);
        self.ignored.extend(other.ignored);
        self.config = self.config.or(other.config);
        self.is_recursive |= other.is_recursive;
        self
    }

    /// The options that go along, as words.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut given = Vec::new();
        for (name, value) in &self.carried {
            let is_many = named(&name.replace('-', "")).is_some_and(|one| one.2 == Kind::Many);
            if !is_many && given.contains(name) {
                continue;
            }
            given.push(*name);
            let word =
                value.as_ref().map_or_else(|| format!("--{name}"), |value| format!("--{name}={value}"));
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }
}

/// The name of a flag. Of one letter, its case counts.
fn flag(word: &str) -> Option<String> {
    let name = flag_name(word)?;
    let letter = word.trim_start_matches('-').split('=').next().filter(|name| name.len() == 1);
    Some(letter.map_or(name, str::to_owned))
}

fn named(name: &str) -> Option<&'static (&'static str, &'static [&'static str], Kind)> {
    CARRIED.iter().find(|(own, others, _)| own.replace('-', "") == name || others.contains(&name))
}
