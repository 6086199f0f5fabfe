//! Composer's class loader, which is generated: it knows the folders and classes of the state it was made from.

use super::program::{above, vendor};
use crate::{
    domain::{RepoPath, Side, Suite},
    runner::{Project, of_side, text},
};
use std::{collections::BTreeMap, ffi::OsString};

/// The fact of the folder whose loader it is, where there is one.
const COMPOSER: &str = "composer";
/// The fact that the loader lists classes of the project one by one.
const LISTS: &str = "classmap";
/// The fact of what the loader was or would be made from.
const SOURCES: &str = "autoload";

/// Makes the loader anew, for tests too, before the command that follows.
const ANEW: &str = "COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_DISABLE_NETWORK=1 composer dump-autoload --dev --quiet \
                    --no-interaction --no-scripts --no-plugins --working-dir=\"$0\" && exec \"$@\"";

/// What is known of the loader of a package.
pub(super) fn facts(project: &dyn Project, package: &RepoPath) -> BTreeMap<String, String> {
    let Some((folder, manifest, list)) = above(package).find_map(|folder| of_folder(project, folder)) else {
        return BTreeMap::new();
    };
    let sources = serde_json::json!([manifest["autoload"], manifest["autoload-dev"]]).to_string();
    let mut facts = BTreeMap::from([
        (COMPOSER.to_owned(), upwards(package, &folder)),
        (of_side(SOURCES, project.side()), sources),
    ]);
    if list.contains("$baseDir . ") {
        facts.insert(LISTS.to_owned(), "yes".into());
    }
    facts
}

/// A folder with a loader, its manifest, and the loader's list of classes.
fn of_folder(project: &dyn Project, folder: RepoPath) -> Option<(RepoPath, serde_json::Value, String)> {
    let manifest = serde_json::from_str(&text(project, &folder.join("composer.json"))?).ok()?;
    let generated = folder.join(vendor(&manifest)).join("composer/autoload_classmap.php");
    Some((folder, manifest, text(project, &generated)?))
}

/// The way from a folder to one above it, or to itself.
fn upwards(from: &RepoPath, to: &RepoPath) -> String {
    let steps = from.components().count() - to.components().count();
    if steps == 0 { ".".into() } else { vec![".."; steps].join("/") }
}

/// The command, behind one that makes the loader anew where the loader on disk may not fit every world: one that lists
/// classes names files that another state does not have, and one of other folders finds nothing there. Its failures
/// would look like the tests' own.
pub(super) fn fitting(suite: &Suite, argv: Vec<OsString>) -> Vec<OsString> {
    let Some(folder) = suite.facts.get(COMPOSER) else { return argv };
    let [base, head] = [Side::Base, Side::Head].map(|side| suite.facts.get(&of_side(SOURCES, side)));
    if base == head && !suite.facts.contains_key(LISTS) {
        return argv;
    }
    let before = ["sh", "-c", ANEW, folder].map(OsString::from);
    before.into_iter().chain(argv).collect()
}
