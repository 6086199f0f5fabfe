//! Where a project configures pytest, and what of it matters here.

use super::addopts;
use crate::{
    domain::RepoPath,
    runner::{Project, text, words},
};
use globset::{GlobBuilder, GlobMatcher};
use std::collections::BTreeMap;

/// What pytest is told in the folder it runs from.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Ini {
    /// The file and the section in it.
    pub(super) found: Option<(&'static str, &'static str)>,
    /// Options put before those of every command.
    pub(super) addopts: Vec<String>,
    testpaths: Vec<String>,
    python_files: Vec<String>,
    norecursedirs: Vec<String>,
    django: bool,
}

/// The files pytest looks into, in its order, with the table or section it reads there.
const PLACES: &[(&str, &str)] = &[
    ("pytest.toml", "pytest"),
    (".pytest.toml", "pytest"),
    ("pytest.ini", "pytest"),
    (".pytest.ini", "pytest"),
    ("pyproject.toml", "tool.pytest.ini_options"),
    ("pyproject.toml", "tool.pytest"),
    ("tox.ini", "pytest"),
    ("setup.cfg", "tool:pytest"),
];

/// What a folder's files tell pytest; `None` if none of them does.
pub(super) fn in_folder(project: &dyn Project, folder: &RepoPath) -> Option<Ini> {
    PLACES.iter().find_map(|&(file, section)| {
        let text = text(project, &folder.join(file))?;
        let values =
            if file.ends_with(".toml") { table(&text, section) } else { ini_section(&text, section) };
        let alone = file.ends_with("pytest.ini");
        let values = values.or_else(|| alone.then(BTreeMap::new))?;
        let list = |key: &str| values.get(key).map(Value::words).unwrap_or_default();
        Some(Ini {
            found: Some((file, section)),
            addopts: list("addopts"),
            testpaths: list("testpaths"),
            python_files: list("python_files"),
            norecursedirs: list("norecursedirs"),
            django: values.contains_key("DJANGO_SETTINGS_MODULE"),
        })
    })
}

impl Ini {
    /// Whether it names the settings of Django.
    pub(super) fn has_django(&self) -> bool {
        self.django || self.addopts.iter().any(|word| word.starts_with("--ds"))
    }

    /// Whether the file's name is one that is collected.
    pub(super) fn collects_name(&self, file: &RepoPath) -> bool {
        let default = ["test_*.py".to_owned(), "*_test.py".to_owned()];
        let patterns = if self.python_files.is_empty() { &default[..] } else { &self.python_files };
        patterns.iter().any(|pattern| match pattern.contains('/') {
            true => matches(&format!("**/{pattern}"), file),
            false => matches(pattern, &RepoPath::new(file.name())),
        })
    }

    /// Whether the file, relative to the folder of the configuration, lies where tests are looked for.
    pub(super) fn visits(&self, file: &RepoPath) -> bool {
        let ignored = addopts::values_of(&self.addopts, "--ignore").into_iter().any(|path| below(path, file));
        let glob =
            addopts::values_of(&self.addopts, "--ignore-glob").into_iter().any(|path| matches(path, file));
        !ignored && !glob && self.is_in_testpaths(file) && !self.is_in_norecursedirs(file)
    }

    fn is_in_testpaths(&self, file: &RepoPath) -> bool {
        self.testpaths.is_empty() || self.testpaths.iter().any(|path| below(path, file))
    }

    fn is_in_norecursedirs(&self, file: &RepoPath) -> bool {
        let mut folder = file.parent();
        while let Some(here) = folder.filter(|folder| !folder.is_top()) {
            let name = RepoPath::new(here.name());
            let barred =
                |pattern: &String| matches(pattern, &name) || matches(&format!("**/{pattern}"), &here);
            if self.norecursedirs.iter().any(barred) {
                return true;
            }
            folder = here.parent();
        }
        false
    }
}

/// Whether the file is the path, which may be a glob, or lies below it.
fn below(path: &str, file: &RepoPath) -> bool {
    let path = path.trim_start_matches("./").trim_end_matches('/');
    path.is_empty()
        || path == "."
        || path.starts_with("..")
        || matches(path, file)
        || matches(&format!("{path}/**"), file)
}

fn matches(pattern: &str, path: &RepoPath) -> bool {
    glob(pattern).is_some_and(|glob| glob.is_match(path.to_os()))
}

fn glob(pattern: &str) -> Option<GlobMatcher> {
    Some(GlobBuilder::new(pattern).literal_separator(false).build().ok()?.compile_matcher())
}

/// A setting, as the file has it.
enum Value {
    Text(String),
    List(Vec<String>),
}

impl Value {
    fn words(&self) -> Vec<String> {
        match self {
            Self::Text(text) => words::split(text).unwrap_or_default(),
            Self::List(list) => list.clone(),
        }
    }
}

fn table(text: &str, section: &str) -> Option<BTreeMap<String, Value>> {
    let document: toml::Table = text.parse().ok()?;
    let mut table = &document;
    for name in section.split('.') {
        table = table.get(name)?.as_table()?;
    }
    Some(table.iter().filter_map(|(key, value)| Some((key.clone(), toml_value(value)?))).collect())
}

fn toml_value(value: &toml::Value) -> Option<Value> {
    match value {
        toml::Value::String(text) => Some(Value::Text(text.clone())),
        toml::Value::Array(list) => {
            Some(Value::List(list.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect()))
        }
        _ => None,
    }
}

/// A section of an ini file: `key = value`, with values that go on in indented lines.
fn ini_section(text: &str, section: &str) -> Option<BTreeMap<String, Value>> {
    let mut found: Option<Vec<(String, String)>> = None;
    let mut inside = false;
    for line in text.lines().filter(|line| !line.trim_start().starts_with(['#', ';'])) {
        if let Some(header) = line.strip_prefix('[') {
            inside = header.split(']').next() == Some(section);
            if inside {
                found.get_or_insert_default();
            }
        } else if let Some(pairs) = found.as_mut().filter(|_| inside) {
            ini_line(line, pairs);
        }
    }
    Some(found?.into_iter().map(|(key, text)| (key, Value::Text(text))).collect())
}

fn ini_line(line: &str, pairs: &mut Vec<(String, String)>) {
    if line.starts_with(char::is_whitespace) {
        if let Some((_, value)) = pairs.last_mut() {
            value.push('\n');
            value.push_str(line.trim());
        }
    } else if let Some((key, value)) = line.split_once(['=', ':']) {
        pairs.push((key.trim().into(), value.trim().into()));
    }
}
