//! Where PHPUnit is, and how it is started.

use crate::{
    domain::{RepoPath, Suite},
    runner::{Project, from_package, text},
};
use std::{collections::BTreeMap, ffi::OsString};

/// The fact of the program, as a list of words.
const PROGRAM: &str = "program";
/// The fact of a file to load first.
const BOOTSTRAP: &str = "bootstrap";

/// What commands need to know to start it. A PHPUnit that is not the project's does not load the project's classes by
/// itself, so where no settings do either, it is told to.
pub(super) fn facts(
    project: &dyn Project,
    package: &RepoPath,
    is_configured: bool,
) -> BTreeMap<String, String> {
    let own = own(project, package);
    let is_own = own.is_some();
    let program = own.unwrap_or_else(|| vec!["phpunit".to_owned()]);
    let mut facts = BTreeMap::from([(PROGRAM.to_owned(), serde_json::json!(program).to_string())]);
    facts.extend(project.setting("phpunit", "args").map(|args| ("args".into(), args)));
    let mut loaders = above(package).map(|folder| folder.join("vendor/autoload.php"));
    if !is_configured
        && !is_own
        && let Some(loader) = loaders.find(|path| project.read(path).is_some())
    {
        facts.insert(BOOTSTRAP.to_owned(), from_package(package, &loader.to_string()));
    }
    facts
}

/// The program the user names, or else the nearest that the project has itself, under the PHP that the user names.
fn own(project: &dyn Project, package: &RepoPath) -> Option<Vec<String>> {
    let named = project.setting("phpunit", "program");
    let (php, phpunit) = named.into_iter().partition::<Vec<_>, _>(|program| is_php(program));
    let php = php.first().map_or_else(|| "php".to_owned(), |php| from_package(package, php));
    if let Some(phpunit) = phpunit.first() {
        let phpunit = from_package(package, phpunit);
        return Some(if phpunit.ends_with(".phar") { vec![php, phpunit] } else { vec![phpunit] });
    }
    let mut candidates = above(package).flat_map(|folder| in_folder(project, &folder));
    let path = candidates.find(|path| project.program(path).is_some())?;
    let phpunit = from_package(package, &path);
    Some(if is_shell(project, &path) { vec![phpunit] } else { vec![php, phpunit] })
}

/// Whether the program is PHP itself: `php`, `/usr/bin/php8.2`.
fn is_php(program: &str) -> bool {
    let name = program.rsplit('/').next().unwrap_or(program);
    name.strip_prefix("php").is_some_and(|version| version.chars().all(|c| c.is_ascii_digit() || c == '.'))
}

/// Where a folder may have it.
fn in_folder(project: &dyn Project, folder: &RepoPath) -> Vec<String> {
    let bin = bin(project, folder);
    // The second is Symfony's, which keeps a PHPUnit of its own below the folder.
    let installed = [format!("{bin}/phpunit"), format!("{bin}/simple-phpunit")];
    let places =
        [&installed[0], &installed[1], "tools/phpunit", "tools/phpunit.phar", "bin/phpunit", "phpunit.phar"];
    let path = |place: &str| match folder.join(place).to_string() {
        // A bare name would be looked up on the search path.
        bare if !bare.contains('/') => format!("./{bare}"),
        path => path,
    };
    places.map(path).to_vec()
}

/// A folder and those above it.
pub(super) fn above(package: &RepoPath) -> impl Iterator<Item = RepoPath> {
    std::iter::successors(Some(package.clone()), RepoPath::parent)
}

/// The folder of the programs of a package's dependencies.
fn bin(project: &dyn Project, folder: &RepoPath) -> String {
    let manifest = text(project, &folder.join("composer.json"));
    let manifest = manifest.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
    configured(&manifest, "bin-dir").unwrap_or_else(|| format!("{}/bin", vendor(&manifest)))
}

/// The folder of a package's dependencies.
pub(super) fn vendor(manifest: &serde_json::Value) -> String {
    configured(manifest, "vendor-dir").unwrap_or_else(|| "vendor".to_owned())
}

fn configured(manifest: &serde_json::Value, key: &str) -> Option<String> {
    manifest["config"][key].as_str().map(|path| path.trim_end_matches('/').to_owned())
}

/// Whether it is a script of a shell, which PHP would only print.
fn is_shell(project: &dyn Project, path: &str) -> bool {
    let bytes = project.read(&RepoPath::new(path)).unwrap_or_else(|| [].into());
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    first.starts_with(b"#!") && first.ends_with(b"sh")
}

/// The words that start it.
pub(super) fn words(suite: &Suite) -> Vec<OsString> {
    let loader = suite.facts.get(BOOTSTRAP).map(|loader| format!("--bootstrap={loader}"));
    program(suite).into_iter().chain(loader).map(OsString::from).collect()
}

/// The interpreter it runs under.
pub(super) fn php(suite: &Suite) -> OsString {
    let program = program(suite);
    if program.len() > 1 { program[0].clone().into() } else { "php".into() }
}

fn program(suite: &Suite) -> Vec<String> {
    let words = suite.facts.get(PROGRAM).and_then(|json| serde_json::from_str(json).ok());
    words.unwrap_or_else(|| vec!["phpunit".to_owned()])
}
