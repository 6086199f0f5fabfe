//! Dependencies that come from the change itself now.

use super::{Rule, Sides, Spot, sides::File};
use crate::domain::{RepoPath, Severity};
use regex::Regex;
use std::sync::LazyLock;

pub(super) const STUBBED_DEPENDENCY: Rule =
    Rule { name: "stubbed_dependency", severity: Severity::Look, find };

/// How manifests name a local folder in the place of a dependency: the file's name, and the line.
static LOCAL: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    [
        ("go.mod", r"=>\s*\.{1,2}/"),
        ("go.work", r"^replace\b.*=>\s*\.{1,2}/"),
        ("composer.json", r#""type"\s*:\s*"path""#),
        ("package.json", r#""[^"]+"\s*:\s*"(file|link|portal):"#),
        ("requirements.txt", r"^(-e\s+\.{1,2}/|[\w.-]+\s*@\s*file:|\.{1,2}/)"),
        ("Gemfile", r"^gem\b.*\bpath(:|\s*=>)"),
    ]
    .map(|(name, pattern)| (name, Regex::new(pattern).expect("a pattern of the table")))
    .into()
});

/// Programs of Python that are called by the name of their package.
const TOOLS: &[&str] = &["pytest", "_pytest", "unittest", "coverage", "pip", "tox", "nox", "mypy"];

/// Where dependencies are named that a folder could pretend to be.
const MANIFESTS: &[&str] =
    &["pyproject.toml", "requirements.txt", "setup.cfg", "setup.py", "requirements-dev.txt"];

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    let local =
        sides.files.iter().flat_map(|file| local(file).into_iter().chain(patched(file)).collect::<Vec<_>>());
    local.chain(pretenders(sides)).collect()
}

fn local(file: &File) -> Vec<Spot> {
    let name = String::from_utf8_lossy(file.path.name()).into_owned();
    let Some((_, pattern)) = LOCAL.iter().find(|(manifest, _)| *manifest == name) else { return Vec::new() };
    let lines = file.head.own.iter().filter(|line| pattern.is_match(&line.text));
    lines
        .map(|line| file.spot(line.number, format!("a dependency comes from a folder: `{}`", line.text)))
        .collect()
}

/// Lines with a path below a `[patch]` of Cargo's.
fn patched(file: &File) -> Vec<Spot> {
    if file.path.name() != b"Cargo.toml" {
        return Vec::new();
    }
    let mut in_patch = false;
    let mut spots = Vec::new();
    for (at, line) in file.head.text.lines().enumerate() {
        if line.starts_with('[') {
            in_patch = line.starts_with("[patch") || line.starts_with("[replace");
        }
        if in_patch && line.contains("path") && file.head.owns(at + 1) {
            spots.push(file.spot(at + 1, format!("a dependency comes from a folder: `{}`", line.trim())));
        }
    }
    spots
}

/// New packages at the top level that are called like a dependency of the base.
fn pretenders(sides: &Sides<'_>) -> Vec<Spot> {
    let new = sides.files.iter().filter(|file| !file.base.exists && file.path.extension() == "py");
    let named = new.filter_map(|file| Some((file, package(&file.path)?)));
    let pretending =
        named.filter(|(_, package)| TOOLS.contains(&package.as_str()) || depends_on(sides, package));
    pretending
        .map(|(file, package)| {
            file.spot(1, format!("a new package is called like the dependency `{package}`"))
        })
        .collect()
}

/// The package that a file at the top level makes.
fn package(path: &RepoPath) -> Option<String> {
    let names: Vec<String> =
        path.components().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    match &names[..] {
        [folder, file] if file == "__init__.py" => Some(folder.clone()),
        [file] => file.strip_suffix(".py").map(str::to_owned),
        _ => None,
    }
}

fn depends_on(sides: &Sides<'_>, package: &str) -> bool {
    let name = regex::escape(package).replace('_', "[-_]");
    let Ok(pattern) = Regex::new(&format!(r#"(?m)^[\s"']*{name}\s*([<>=~!\[;,"']|$)"#)) else { return false };
    let own = Regex::new(&format!(r#"(?m)^\s*name\s*=\s*["']?{name}["']?\s*,?$"#));
    let texts: Vec<String> =
        MANIFESTS.iter().filter_map(|name| sides.text_of_base(&RepoPath::from(*name))).collect();
    let is_own = texts.iter().any(|text| own.as_ref().is_ok_and(|own| own.is_match(text)));
    !is_own && texts.iter().any(|text| pattern.is_match(text))
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    #[test]
    fn a_dependency_from_a_folder_is_shown() {
        let pair = Pair::new().head("go.mod", "module a\n\ngo 1.20\n\nreplace x/y => ./fake\n");
        assert_eq!(
            pair.found("stubbed_dependency"),
            ["go.mod:5 a dependency comes from a folder: `replace x/y => ./fake`"]
        );
        let cargo = "[package]\nname = \"a\"\n\n[patch.crates-io]\nserde = { path = \"fake\" }\n";
        assert_eq!(Pair::new().head("Cargo.toml", cargo).found("stubbed_dependency").len(), 1);
    }

    #[test]
    fn a_package_called_like_a_dependency_is_shown() {
        let pair = Pair::new().both("requirements.txt", "pandas==2.0\nnumpy\n");
        let pair = pair.head("pandas/__init__.py", "class DataFrame: pass\n");
        assert_eq!(
            pair.found("stubbed_dependency"),
            ["pandas/__init__.py:1 a new package is called like the dependency `pandas`"]
        );
    }

    #[test]
    fn a_member_of_a_workspace_is_fine() {
        let cargo = "[package]\nname = \"a\"\n\n[dependencies]\nb = { path = \"b\" }\n";
        assert_eq!(Pair::new().head("Cargo.toml", cargo).found("stubbed_dependency"), [""; 0]);
        let pair = Pair::new().both("requirements.txt", "pandas==2.0\n").head("frames/__init__.py", "\n");
        assert_eq!(pair.found("stubbed_dependency"), [""; 0]);
    }
}
