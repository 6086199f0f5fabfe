//! The files that test-only `mod name;` items name.

use super::{
    attribute::{self, Attribute},
    parts::is_for_tests,
    syntax::{items, name, parse},
};
use crate::domain::RepoPath;
use tree_sitter::Node;

/// The files that could hold the modules a file registers for test builds only: `tests.rs` and `tests/mod.rs` for
/// `#[cfg(test)] mod tests;`, or the one its `#[path]` names. In a file that is all for tests, every module counts.
/// What lies below such a module (`tests/…`) is for tests as well.
pub fn registered_test_modules(path: &RepoPath, text: &str) -> Vec<RepoPath> {
    let tree = parse(text);
    let root = tree.root_node();
    let all = attribute::of_scope(root, text).iter().any(Attribute::is_for_tests);
    let mut found = Vec::new();
    let here = Folders { of_path: path.parent().unwrap_or_default(), of_modules: module_folder(path) };
    collect(root, text, &here, all, &mut found);
    found
}

/// The files that could register a file, or a module it is inside of: for each folder it is in, the files that hold
/// that folder's module, and `walk.rs` for `walk_tests.rs`, which is registered by `#[path]`.
pub fn possible_registrars(path: &RepoPath) -> Vec<RepoPath> {
    let mut found = Vec::new();
    let mut folder = path.parent();
    while let Some(here) = folder {
        found.extend(["mod.rs", "lib.rs", "main.rs"].map(|name| here.join(name)));
        if !here.is_top() {
            found.push(RepoPath::new([here.as_bytes(), b".rs"].concat()));
        }
        folder = here.parent();
    }
    for ending in ["_test.rs", "_tests.rs"] {
        let beside = path.as_bytes().strip_suffix(ending.as_bytes());
        found.extend(beside.map(|start| RepoPath::new([start, b".rs"].concat())));
    }
    found
}

/// Where a scope's modules lie.
struct Folders {
    /// What `#[path]` is relative to.
    of_path: RepoPath,
    /// What `mod name;` is relative to.
    of_modules: RepoPath,
}

fn collect(scope: Node, text: &str, here: &Folders, all: bool, found: &mut Vec<RepoPath>) {
    for item in items(scope).iter().filter(|item| item.node.kind() == "mod_item") {
        let Some(name) = name(item.node, text).map(|name| name.trim_start_matches("r#")) else { continue };
        let for_tests = all || is_for_tests(item, text);
        let attributes = attribute::of_item(item, text);
        let named = attributes.iter().find_map(Attribute::path);
        match (item.node.child_by_field_name("body"), named) {
            (Some(body), _) => {
                let inside = here.of_modules.join(named.unwrap_or(name));
                let there = Folders { of_path: inside.clone(), of_modules: inside };
                collect(body, text, &there, for_tests, found);
            }
            (None, Some(file)) if for_tests => found.extend(relative(&here.of_path, file)),
            (None, None) if for_tests => {
                found.push(here.of_modules.join(format!("{name}.rs")));
                found.push(here.of_modules.join(name).join("mod.rs"));
            }
            _ => {}
        }
    }
}

/// The folder of a file's modules: its own for the root of a crate and `mod.rs`, else one of the file's name in it.
fn module_folder(path: &RepoPath) -> RepoPath {
    let folder = path.parent().unwrap_or_default();
    let is_root = matches!(folder.name(), b"bin" | b"tests" | b"examples" | b"benches");
    match path.name() {
        b"lib.rs" | b"main.rs" | b"mod.rs" => folder,
        _ if is_root => folder,
        name => folder.join(name.strip_suffix(b".rs").unwrap_or(name)),
    }
}

/// A written path below a folder, `.` and `..` resolved; `None` if it leaves the repository.
fn relative(folder: &RepoPath, written: &str) -> Option<RepoPath> {
    let mut path = folder.clone();
    for name in written.split('/').filter(|name| !name.is_empty() && *name != ".") {
        path = if name == ".." { path.parent()? } else { path.join(name) };
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registered(path: &str, text: &str) -> Vec<String> {
        registered_test_modules(&RepoPath::from(path), text).iter().map(RepoPath::to_string).collect()
    }

    #[test]
    fn a_module_lies_beside_a_root_and_below_any_other_file() {
        let text = "#[cfg(test)] mod t;\nmod code;\n#[cfg(any(test, x))] mod both;";
        assert_eq!(registered("src/lib.rs", text), ["src/t.rs", "src/t/mod.rs"]);
        assert_eq!(registered("src/a/mod.rs", text), ["src/a/t.rs", "src/a/t/mod.rs"]);
        assert_eq!(registered("src/bin/x.rs", text), ["src/bin/t.rs", "src/bin/t/mod.rs"]);
        assert_eq!(registered("src/walk.rs", text), ["src/walk/t.rs", "src/walk/t/mod.rs"]);
    }

    #[test]
    fn inline_modules_and_written_paths_are_followed() {
        assert_eq!(
            registered("src/lib.rs", "#[cfg(test)] mod a { mod b; }"),
            ["src/a/b.rs", "src/a/b/mod.rs"]
        );
        let written = "#[cfg(test)]\n#[path = \"./walk_tests.rs\"]\nmod tests;";
        assert_eq!(registered("src/walk.rs", written), ["src/walk_tests.rs"]);
        assert_eq!(registered("a.rs", "#[cfg(test)] #[path = \"../../x.rs\"] mod t;"), Vec::<String>::new());
        assert_eq!(registered("src/t.rs", "#![cfg(test)]\nmod a;"), ["src/t/a.rs", "src/t/a/mod.rs"]);
    }

    #[test]
    fn every_file_that_registers_a_module_is_among_the_possible_ones() {
        for (module, registrar) in [
            ("src/t.rs", "src/lib.rs"),
            ("src/a/t.rs", "src/a.rs"),
            ("src/a/t.rs", "src/a/mod.rs"),
            ("src/t/mod.rs", "src/main.rs"),
            ("src/t/deep/x.rs", "src/lib.rs"),
            ("src/walk_tests.rs", "src/walk.rs"),
        ] {
            assert!(
                possible_registrars(&RepoPath::from(module)).contains(&RepoPath::from(registrar)),
                "{module}"
            );
        }
    }
}
