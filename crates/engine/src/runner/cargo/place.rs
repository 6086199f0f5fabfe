//! Where a source file is compiled: in which target of its package, and as which module there.

use crate::{
    domain::{RepoPath, Site},
    runner::{Project, text},
};
use serde::{Deserialize, Serialize};

/// The target a file belongs to and its module path in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::runner) struct Place {
    /// The arguments that select the target; none for the whole package.
    pub(in crate::runner) target: Vec<String>,
    /// `a::b`; empty for the root.
    pub(in crate::runner) module: String,
}

impl Place {
    /// The path of a test of the file, as its target's binary knows it.
    pub(in crate::runner) fn path_of(&self, site: &Site) -> String {
        let module = [&self.module].into_iter().filter(|module| !module.is_empty());
        let path: Vec<&str> = module.chain(&site.name).map(String::as_str).collect();
        path.join("::")
    }
}

/// A target: how it is selected and where its root lies, relative to the package.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Target {
    args: Vec<String>,
    root: RepoPath,
}

impl Target {
    fn new(option: &str, name: &str, root: &RepoPath) -> Self {
        Self { args: vec![option.into(), name.into()], root: root.clone() }
    }
}

/// The kinds of named targets: table, automatic switch, option, folder.
const KINDS: [(&str, &str, &str, &str); 4] = [
    ("bin", "autobins", "--bin", "src/bin"),
    ("test", "autotests", "--test", "tests"),
    ("example", "autoexamples", "--example", "examples"),
    ("bench", "autobenches", "--bench", "benches"),
];

/// The place of a file, given relative to its package; `None` if no target compiles it, as far as can be seen.
pub(super) fn of(
    project: &dyn Project,
    package: &RepoPath,
    manifest: &toml::Table,
    file: &RepoPath,
) -> Option<Place> {
    let sources = Sources { project, package };
    let targets = targets(&sources, manifest, file);
    if let Some(target) = targets.iter().find(|target| target.root == *file) {
        return Some(Place { target: target.args.clone(), module: String::new() });
    }
    let declared = targets.iter().find_map(|target| Some((target, sources.declared(&target.root, file)?)));
    let by_convention = || {
        let target = targets.iter().find(|target| is_beside(&target.root, file))?;
        Some((target, conventional(&target.root, file)?.join("::")))
    };
    if let Some((target, module)) = declared.or_else(by_convention) {
        return Some(Place { target: target.args.clone(), module });
    }
    sources.shared_by_tests(file)
}

/// The targets that may compile the file: those of the manifest, then those cargo finds by itself.
fn targets(sources: &Sources<'_>, manifest: &toml::Table, file: &RepoPath) -> Vec<Target> {
    let package = &manifest["package"];
    let name = package.get("name").and_then(toml::Value::as_str).unwrap_or_default();
    let lib_path = manifest.get("lib").and_then(|lib| lib.get("path")).and_then(toml::Value::as_str);
    let lib = RepoPath::new(lib_path.unwrap_or("src/lib.rs"));
    let mut targets = Vec::new();
    if sources.text(&lib).is_some() {
        targets.push(Target { args: vec!["--lib".into()], root: lib });
    }
    for (table, switch, option, folder) in KINDS {
        targets.extend(listed(sources, manifest, (table, option, folder)));
        if package.get(switch).and_then(toml::Value::as_bool) != Some(false) {
            targets.extend(found(sources, file, (option, folder)));
            let main = RepoPath::new("src/main.rs");
            if table == "bin" && sources.text(&main).is_some() {
                targets.push(Target::new(option, name, &main));
            }
        }
    }
    targets
}

/// The targets of one kind that the manifest lists.
fn listed(sources: &Sources<'_>, manifest: &toml::Table, kind: (&str, &str, &str)) -> Vec<Target> {
    let (table, option, folder) = kind;
    let tables = manifest.get(table).and_then(toml::Value::as_array).into_iter().flatten();
    let target = |table: &toml::Value| {
        let name = table.get("name")?.as_str()?;
        let root = match table.get("path") {
            Some(path) => RepoPath::new(path.as_str()?.trim_start_matches("./")),
            None => sources.default_root(option, folder, name)?,
        };
        let mut target = Target::new(option, name, &root);
        target.args.extend(required_features(table).map(|features| format!("--features={features}")));
        Some(target)
    };
    tables.filter_map(target).collect()
}

/// The features without which cargo refuses to build a target that is asked for by name.
fn required_features(table: &toml::Value) -> Option<String> {
    let features = table.get("required-features")?.as_array()?;
    let names: Vec<&str> = features.iter().filter_map(toml::Value::as_str).collect();
    (!names.is_empty()).then(|| names.join(","))
}

/// The target of one kind that cargo finds by itself and that the file is in: `tests/x.rs` or `tests/x/main.rs`.
fn found(sources: &Sources<'_>, file: &RepoPath, (option, folder): (&str, &str)) -> Option<Target> {
    let rest = file.strip(&RepoPath::new(folder))?;
    let rest = std::str::from_utf8(rest.as_bytes()).ok()?;
    match rest.split_once('/') {
        None => Some(Target::new(option, rest.strip_suffix(".rs")?, file)),
        Some((name, _)) => {
            let main = RepoPath::new(format!("{folder}/{name}/main.rs"));
            sources.text(&main).map(|_| Target::new(option, name, &main))
        }
    }
}

/// The module path a file has below a root if every module lies where it does by default.
fn conventional(root: &RepoPath, file: &RepoPath) -> Option<Vec<String>> {
    let below = file.strip(&root.parent()?)?;
    let path = std::str::from_utf8(below.as_bytes()).ok()?.strip_suffix(".rs")?;
    let path = path.strip_suffix("/mod").unwrap_or(path);
    Some(path.split('/').map(str::to_owned).collect())
}

/// Whether a file lies at or below a root's folder and is no target of its own kind of folder.
fn is_beside(root: &RepoPath, file: &RepoPath) -> bool {
    let folder = root.parent().unwrap_or_default();
    !folder.is_top() && file.is_within(&folder) && !file.is_within(&RepoPath::new("src/bin"))
}

/// The package's files.
struct Sources<'a> {
    project: &'a dyn Project,
    package: &'a RepoPath,
}

impl Sources<'_> {
    fn text(&self, file: &RepoPath) -> Option<String> {
        text(self.project, &self.package.join(file.as_bytes()))
    }

    /// Where cargo looks for the root of a target whose path is not given.
    fn default_root(&self, option: &str, folder: &str, name: &str) -> Option<RepoPath> {
        let mut paths = vec![format!("{folder}/{name}.rs"), format!("{folder}/{name}/main.rs")];
        if option == "--bin" {
            paths.push("src/main.rs".into());
        }
        paths.into_iter().map(RepoPath::new).find(|path| self.text(path).is_some())
    }

    /// The module path of a file below a root, if the modules on the way declare it.
    fn declared(&self, root: &RepoPath, file: &RepoPath) -> Option<String> {
        self.by_default_path(root, file).or_else(|| self.by_path_attribute(root, file))
    }

    fn by_default_path(&self, root: &RepoPath, file: &RepoPath) -> Option<String> {
        let names = conventional(root, file)?;
        let mut folder = root.parent()?;
        let mut here = self.text(root)?;
        for name in &names {
            let inline = declaration(&here, name)?;
            folder = folder.join(name);
            if !inline {
                let beside = RepoPath::new([folder.as_bytes(), b".rs"].concat());
                here = self.text(&beside).or_else(|| self.text(&folder.join("mod.rs")))?;
            }
        }
        Some(names.join("::"))
    }

    /// `#[path = "other.rs"] mod name;` in a root.
    fn by_path_attribute(&self, root: &RepoPath, file: &RepoPath) -> Option<String> {
        let below = file.strip(&root.parent()?)?;
        let text = self.text(root)?;
        let attribute = format!("#[path = \"{}\"]", std::str::from_utf8(below.as_bytes()).ok()?);
        let (_, behind) = text.split_once(&attribute)?;
        let (declaration, _) = behind.split_once(';')?;
        let (_, name) = declaration.rsplit_once("mod ")?;
        Some(name.trim().into())
    }

    /// A module that several integration tests may share: `tests/common/mod.rs` and what lies beside it.
    fn shared_by_tests(&self, file: &RepoPath) -> Option<Place> {
        let below = file.strip(&RepoPath::new("tests"))?;
        let folder = below.as_bytes().split(|byte| *byte == b'/').next()?;
        self.text(&RepoPath::new("tests").join(folder).join("mod.rs"))?;
        let module = conventional(&RepoPath::new("tests/any.rs"), file)?.join("::");
        Some(Place { target: vec!["--test".into(), "*".into()], module })
    }
}

/// Whether a text declares the module: `Some(true)` with its body (`mod x { … }`), `Some(false)` in another file.
fn declaration(text: &str, name: &str) -> Option<bool> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut endings = code.filter_map(|line| {
        let (before, behind) = line.split_once("mod ")?;
        let behind = behind.trim_start().trim_start_matches("r#").strip_prefix(name)?.trim_start();
        let starts_word = before.is_empty() || before.ends_with([' ', '\t', ']', ')', '{', '}', ';']);
        (starts_word && (behind.is_empty() || behind.starts_with([';', '{'])))
            .then(|| !behind.starts_with(';'))
    });
    endings.next()
}
