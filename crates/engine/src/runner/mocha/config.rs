//! mocha's configuration files, as far as they can be read without running them.

use super::{SIGNS, options::Options};
use crate::{
    domain::RepoPath,
    lang::javascript::exported,
    runner::{Project, from_package, nearest, text, words, yaml},
};
use serde_json::Value;

/// The names of configuration files, in the order that mocha looks for them.
const FILES: [&str; 7] = [
    ".mocharc.cjs",
    ".mocharc.js",
    ".mocharc.mjs",
    ".mocharc.yaml",
    ".mocharc.yml",
    ".mocharc.jsonc",
    ".mocharc.json",
];

/// What versions before 8 read.
const OPTS: &str = "test/mocha.opts";

/// The options that a package has besides those of its scripts.
#[derive(Clone)]
pub(super) struct Configured {
    /// The configuration file.
    path: Option<RepoPath>,
    /// What it says.
    file: Options,
    /// What `package.json` and `mocha.opts` say.
    rest: Options,
}

impl Configured {
    /// The options configured for a package.
    pub(super) fn of(project: &dyn Project, package: &RepoPath, manifest: &Value) -> Self {
        let of_folder = package.join("x");
        let path = nearest(&of_folder, |folder| {
            FILES.iter().map(|name| folder.join(name)).find(|path| project.lists(path))
        });
        let key = SIGNS.key.and_then(|key| manifest.get(key));
        let own = key.map(Options::of_config).unwrap_or_default();
        let opts = text(project, &package.join(OPTS)).and_then(|text| words::split(&without_comments(&text)));
        let opts = opts.map(|words| Options::of_words(&words)).unwrap_or_default();
        let none = Self { path: None, file: Options::default(), rest: own.then(opts) };
        none.by(project, path.map(|(_, path)| path))
    }

    /// The same with another configuration file, if one is named.
    pub(super) fn by(self, project: &dyn Project, path: Option<RepoPath>) -> Self {
        let Some(path) = path else { return self };
        let value = text(project, &path).map(|text| read(&path, &text)).unwrap_or_default();
        Self { file: Options::of_config(&value), path: Some(path), rest: self.rest }
    }

    /// The options behind those of a script.
    pub(super) fn behind(&self, own: Options) -> Options {
        own.then(self.file.clone()).then(self.rest.clone())
    }

    /// The words that stand for them in a command: if the file says what only a run can tell, mocha has to read it.
    pub(super) fn words(&self, package: &RepoPath, own: Options) -> Vec<String> {
        let Some(path) = self.path.as_ref().filter(|_| self.file.is_unknown) else {
            return self.behind(own).words();
        };
        let path = from_package(package, &String::from_utf8_lossy(path.as_bytes()));
        let mut words = own.then(self.rest.clone()).words();
        words.push(format!("--config={path}"));
        words
    }
}

fn read(path: &RepoPath, text: &str) -> Value {
    match path.extension().as_str() {
        "yaml" | "yml" => yaml::read(text),
        // Comments may stand in it, which JavaScript knows too.
        "json" | "jsonc" => exported(&format!("module.exports = {text}")),
        _ => exported(text),
    }
}

fn without_comments(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join("\n")
}
