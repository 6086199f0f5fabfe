//! What the runners of Java's world share: the classes of a file, folders seen from each other, programs and wrappers.

use super::{Claim, Project, nearest, of_side};
use crate::{
    domain::{RepoPath, Side, Site, Suite},
    lang,
};

/// The classes with tests of one file.
pub(super) struct Classes {
    /// The names they are loaded by: `p.q.Outer$Inner`. Without those whose tests run in other classes only.
    pub(super) loaded: Vec<String>,
    /// The outermost ones, all of them.
    pub(super) outermost: Vec<String>,
}

impl Classes {
    /// Those of a file of a language that compiles to classes; `None` if it has no tests.
    pub(super) fn of(languages: &[&str], file: &RepoPath, text: &str) -> Option<Self> {
        let language = lang::of(file).filter(|language| languages.contains(&language.name))?;
        let tests = (language.tests)(file, text);
        let class = |name: &[String]| name.split_last().map(|(_, outer)| outer.join("$"));
        let loaded = tests.iter().filter(|test| !test.dynamic).filter_map(|test| class(&test.name));
        let outermost = tests.iter().filter_map(|test| test.name.first().cloned());
        let classes = Self { loaded: each_once(loaded), outermost: each_once(outermost) };
        (!tests.is_empty()).then_some(classes)
    }

    /// The folder that the file's package begins in, or the file's own folder if that is not where its package says.
    pub(super) fn source_root(&self, file: &RepoPath) -> RepoPath {
        let folder = file.parent().unwrap_or_default();
        let first = self.outermost.first().map_or("", String::as_str);
        let package =
            first.rsplit_once('.').map_or_else(String::new, |(package, _)| package.replace('.', "/"));
        let (bytes, end) = (folder.as_bytes(), package.as_bytes());
        match bytes.strip_suffix(end).filter(|_| !end.is_empty()) {
            Some(root) if root.is_empty() || root.ends_with(b"/") => RepoPath::new(root),
            _ => folder,
        }
    }

    /// The fact that names the classes of a file.
    pub(super) fn fact(&self, file: &RepoPath, side: Side) -> (String, String) {
        (of_file(file, side), serde_json::json!(self.loaded).to_string())
    }
}

fn each_once(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    once
}

fn of_file(file: &RepoPath, side: Side) -> String {
    of_side(&String::from_utf8_lossy(file.as_bytes()), side)
}

/// The classes of a file that can be selected, as its claim found them. Where only others run its tests, the class that
/// it is named after: it selects nothing.
pub(super) fn classes_of(suite: &Suite, side: Side, file: &RepoPath) -> Vec<String> {
    let fact = suite.facts.get(&of_file(file, side)).and_then(|json| serde_json::from_str(json).ok());
    let known: Vec<String> = fact.unwrap_or_default();
    if known.is_empty() {
        let name = String::from_utf8_lossy(file.name()).into_owned();
        return vec![name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).to_owned()];
    }
    known
}

/// The class and the method of a test; no class if others run it.
pub(super) fn class_and_method(site: &Site) -> (Option<String>, &str) {
    let (method, outer) =
        site.name.split_last().map_or(("", &[][..]), |(method, outer)| (method.as_str(), outer));
    ((!site.dynamic).then(|| outer.join("$")), method)
}

/// A name in which each letter beyond ASCII is any letter: arguments come in whatever encoding the locale has.
pub(super) fn in_ascii(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii() { letter } else { '?' }).collect()
}

/// What the runner is started with in this folder: the user's choice, what is on the search path, or the wrapper that
/// lies nearest above. The wrapper may want to fetch what it wraps.
pub(super) fn program(project: &dyn Project, runner: &str, folder: &RepoPath, wrapper: &str) -> String {
    if let Some(own) = project.setting(runner, "program") {
        let is_below = own.contains('/') && !own.starts_with('/');
        return if is_below { seen_from(folder, &RepoPath::new(own)) } else { own };
    }
    let name = wrapper.trim_end_matches('w');
    if project.program(name).is_some() {
        return name.into();
    }
    // As if the folder were a file: what lies in it counts too.
    let above = nearest(&folder.join(wrapper), |at| {
        let path = String::from_utf8_lossy(at.join(wrapper).as_bytes()).into_owned();
        project.program(&format!("./{path}")).map(|_| ())
    });
    above.map_or_else(|| name.into(), |(at, ())| seen_from(folder, &at.join(wrapper)))
}

/// A path as seen from a folder; never a bare name.
fn seen_from(folder: &RepoPath, path: &RepoPath) -> String {
    match path.strip(folder) {
        Some(below) => format!("./{}", String::from_utf8_lossy(below.as_bytes())),
        None => {
            let up = "../".repeat(folder.components().count());
            format!("{up}{}", String::from_utf8_lossy(path.as_bytes()))
        }
    }
}

/// A relative path of a build file, resolved from its folder; `None` if it leaves the repository.
pub(super) fn resolved(folder: &RepoPath, relative: &str) -> Option<RepoPath> {
    let mut path = folder.clone();
    for part in relative.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => path = path.parent()?,
            name => path = path.join(name),
        }
    }
    Some(path)
}

/// Whether a project is one that tests of another work on: it lies in what the other one tests with.
pub(super) fn is_fixture(project: &RepoPath, outer: impl Fn(&RepoPath) -> Option<()>) -> bool {
    nearest(project, outer).is_some_and(|(outer, ())| {
        let below = project.strip(&outer).unwrap_or_default();
        let folders: Vec<&[u8]> = below.components().collect();
        folders.windows(2).any(|two| two[0] == b"src" && [&b"it"[..], b"test"].contains(&two[1]))
    })
}

/// The arguments the user adds, and the program, as facts of a claim.
pub(super) fn with_settings(mut claim: Claim, project: &dyn Project, runner: &str, program: String) -> Claim {
    claim.facts.insert(of_side("program", project.side()), program);
    claim.facts.extend(project.setting(runner, "args").map(|args| ("args".into(), args)));
    claim
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::testing::{Files, site, suite};

    const JAVA: &[&str] = &["Java"];

    fn classes(text: &str) -> Classes {
        Classes::of(JAVA, &RepoPath::from("a/src/test/java/p/q/ATest.java"), text).unwrap()
    }

    #[test]
    fn classes_are_named_as_they_are_loaded() {
        let found = classes(
            "package p.q; class ATest { @Test void a() {} @Test void b() {} @Nested class In { @Test void c() {} } }
             abstract class Base { @Test void d() {} }",
        );
        assert_eq!(found.loaded, ["p.q.ATest", "p.q.ATest$In"]);
        assert_eq!(found.outermost, ["p.q.ATest", "p.q.Base"]);
        assert!(Classes::of(JAVA, &RepoPath::from("A.java"), "class A {}").is_none());
        assert!(Classes::of(JAVA, &RepoPath::from("test_a.py"), "def test_a(): pass").is_none());
    }

    #[test]
    fn the_source_root_is_where_the_package_begins() {
        let root = |text: &str, file: &str| classes(text).source_root(&RepoPath::from(file)).to_string();
        let text = "package p.q; class ATest { @Test void a() {} }";
        assert_eq!(root(text, "src/test/java/p/q/ATest.java"), "src/test/java");
        assert_eq!(root(text, "p/q/ATest.java"), "");
        assert_eq!(root(text, "src/test/java/ATest.java"), "src/test/java");
        assert_eq!(root(text, "src/xp/q/ATest.java"), "src/xp/q");
        assert_eq!(root("class ATest { @Test void a() {} }", "src/test/java/ATest.java"), "src/test/java");
    }

    #[test]
    fn the_classes_of_a_file_are_those_its_claim_found() {
        let file = RepoPath::from("src/test/java/p/ATest.java");
        let facts = [("src/test/java/p/ATest.java.base", r#"["p.ATest","p.ATest$In"]"#)];
        assert_eq!(classes_of(&suite("maven", "", &facts), Side::Base, &file), ["p.ATest", "p.ATest$In"]);
        assert_eq!(classes_of(&suite("maven", "", &facts), Side::Head, &file), ["ATest"]);
    }

    #[test]
    fn a_test_that_others_run_has_no_class() {
        let mut test = site("a", &["p.A", "In", "x"]);
        assert_eq!(class_and_method(&test), (Some("p.A$In".into()), "x"));
        test.dynamic = true;
        assert_eq!(class_and_method(&test), (None, "x"));
    }

    #[test]
    fn a_wrapper_is_used_where_the_program_is_missing() {
        let started = |files: Files, folder: &str| program(&files, "maven", &RepoPath::from(folder), "mvnw");
        assert_eq!(started(Files::of(&[]).with_programs(&["mvn", "./mvnw"]), "a"), "mvn");
        assert_eq!(started(Files::of(&[]).with_programs(&["./mvnw"]), "a/b"), "../../mvnw");
        assert_eq!(started(Files::of(&[]).with_programs(&["./mvnw"]), ""), "./mvnw");
        assert_eq!(started(Files::of(&[]).with_programs(&["./a/mvnw"]), "a"), "./mvnw");
        assert_eq!(started(Files::of(&[]), "a"), "mvn");
        assert_eq!(started(Files::of(&[]).with_setting("program", "tools/mvn"), "a"), "../tools/mvn");
        assert_eq!(started(Files::of(&[]).with_setting("program", "mvnd"), "a"), "mvnd");
    }

    #[test]
    fn a_path_of_a_build_file_is_resolved_from_its_folder() {
        let path =
            |folder: &str, relative: &str| resolved(&folder.into(), relative).map(|path| path.to_string());
        assert_eq!(path("a/b", "../pom.xml").as_deref(), Some("a/pom.xml"));
        assert_eq!(path("", "./c/../d").as_deref(), Some("d"));
        assert_eq!(path("a", "../../pom.xml"), None);
    }
}
