//! What a `pom.xml` says of modules, parents and the classes that Surefire runs.

use crate::{
    domain::RepoPath,
    runner::{Project, jvm::resolved, nearest, text},
};
use globset::GlobBuilder;
use roxmltree::{Document, Node};

/// The name of the file.
pub(super) const FILE: &str = "pom.xml";

/// How many parents are read: a circle ends here.
const GENERATIONS: usize = 10;

/// What Surefire runs if nobody says otherwise.
const DEFAULT_INCLUDES: [&str; 4] = ["**/Test*", "**/*Test", "**/*Tests", "**/*TestCase"];

/// One `pom.xml`. What cannot be read says nothing.
#[derive(Default)]
pub(super) struct Pom {
    text: String,
    artifact: String,
    /// The parent's artifact, and where its file lies.
    parent: Option<(String, String)>,
    modules: Vec<String>,
    includes: Vec<String>,
    excludes: Vec<String>,
    /// It compiles to another place than Maven's own.
    compiles_elsewhere: bool,
}

impl Pom {
    /// The one in a folder.
    pub(super) fn in_folder(project: &dyn Project, folder: &RepoPath) -> Option<Self> {
        Some(Self::read(text(project, &folder.join(FILE))?))
    }

    fn read(text: String) -> Self {
        let Ok(document) = Document::parse(&text) else { return Self { text, ..Self::default() } };
        let root = document.root_element();
        let parent = child(root, "parent").map(|parent| {
            let path = child(parent, "relativePath").map_or("../pom.xml", said);
            (child(parent, "artifactId").map_or("", said).to_owned(), path.to_owned())
        });
        let surefire: Vec<_> = root.descendants().filter(|node| is_surefire(*node)).collect();
        let listed = |list: &str, one: &str| {
            let lists = surefire
                .iter()
                .flat_map(|plugin| plugin.descendants())
                .filter(|node| node.has_tag_name_of(list));
            lists
                .flat_map(|node| node.children())
                .filter(|node| node.has_tag_name_of(one))
                .map(said)
                .map(str::to_owned)
                .collect()
        };
        Self {
            artifact: child(root, "artifactId").map_or("", said).to_owned(),
            parent,
            modules: root
                .descendants()
                .filter(|node| node.has_tag_name_of("module"))
                .map(said)
                .map(str::to_owned)
                .collect(),
            includes: listed("includes", "include"),
            excludes: listed("excludes", "exclude"),
            compiles_elsewhere: child(root, "build").is_some_and(|build| {
                ["directory", "outputDirectory", "testOutputDirectory"]
                    .iter()
                    .any(|name| child(build, name).is_some())
            }),
            text,
        }
    }
}

/// Poms have a namespace or none.
trait Named {
    fn has_tag_name_of(&self, name: &str) -> bool;
}

impl Named for Node<'_, '_> {
    fn has_tag_name_of(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.has_tag_name_of(name))
}

fn said<'a>(node: Node<'a, '_>) -> &'a str {
    node.text().unwrap_or_default().trim()
}

fn is_surefire(node: Node<'_, '_>) -> bool {
    node.has_tag_name_of("plugin") && child(node, "artifactId").map(said) == Some("maven-surefire-plugin")
}

/// A module's pom, and those it inherits from as far as the repository has them.
pub(super) struct Family(Vec<Pom>);

impl Family {
    /// Of the module in a folder.
    pub(super) fn of(project: &dyn Project, module: &RepoPath, own: Pom) -> Self {
        let (mut folder, mut family) = (module.clone(), vec![own]);
        while let Some((at, pom)) = family.last().and_then(|pom| parent_of(project, &folder, pom)) {
            if family.len() == GENERATIONS {
                break;
            }
            family.push(pom);
            folder = at;
        }
        Self(family)
    }

    /// Whether one of them mentions a folder below the module: plugins add roots of sources.
    pub(super) fn mentions(&self, folder: &RepoPath) -> bool {
        let folder = String::from_utf8_lossy(folder.as_bytes());
        !folder.is_empty() && self.0.iter().any(|pom| pom.text.contains(&*folder))
    }

    /// Whether they compile to another place than Maven's own. There what was compiled before is not hidden from a world.
    pub(super) fn compiles_elsewhere(&self) -> bool {
        self.0.iter().any(|pom| pom.compiles_elsewhere)
    }

    /// Whether Surefire runs the class when everything is run. Patterns that are no globs are taken for a yes.
    pub(super) fn runs(&self, class: &str) -> bool {
        let nearest = |list: fn(&Pom) -> &Vec<String>| self.0.iter().map(list).find(|list| !list.is_empty());
        let defaults = DEFAULT_INCLUDES.map(str::to_owned).to_vec();
        let includes = nearest(|pom| &pom.includes).unwrap_or(&defaults);
        let excludes = nearest(|pom| &pom.excludes);
        let path = class.replace('.', "/");
        includes.iter().any(|pattern| meets(pattern, &path, true))
            && !excludes.into_iter().flatten().any(|pattern| meets(pattern, &path, false))
    }
}

fn parent_of(project: &dyn Project, folder: &RepoPath, pom: &Pom) -> Option<(RepoPath, Pom)> {
    let (artifact, relative) = pom.parent.as_ref().filter(|(_, relative)| !relative.is_empty())?;
    let at = resolved(folder, relative.trim_end_matches("pom.xml"))?;
    let parent = Pom::in_folder(project, &at)?;
    (parent.artifact == *artifact).then_some((at, parent))
}

/// Whether one of the patterns, parted by commas, is that of a class's path; `unknown` if it is no glob.
fn meets(patterns: &str, path: &str, unknown: bool) -> bool {
    patterns.split(',').map(str::trim).filter(|pattern| !pattern.is_empty()).any(|pattern| {
        if ["%", "$", "!", "#"].iter().any(|sign| pattern.contains(sign)) {
            return unknown;
        }
        let bare =
            [".java", ".class", ".*"].iter().find_map(|end| pattern.strip_suffix(end)).unwrap_or(pattern);
        let glob = if bare.contains('/') { bare.to_owned() } else { format!("**/{bare}") };
        let built = GlobBuilder::new(&glob).literal_separator(true).build();
        built.map_or(unknown, |glob| glob.compile_matcher().is_match(path))
    })
}

/// The outermost folder whose pom has the module among its own, through whatever lies between.
pub(super) fn reactor(project: &dyn Project, module: &RepoPath) -> RepoPath {
    let mut root = module.clone();
    let lists = |folder: &RepoPath, one: &RepoPath| {
        let pom = Pom::in_folder(project, folder)?;
        let is_one = |path: RepoPath| path == *one || path == one.join(FILE);
        pom.modules.iter().filter_map(|path| resolved(folder, path)).any(is_one).then_some(())
    };
    while let Some((above, ())) = nearest(&root, |folder| lists(folder, &root)) {
        root = above;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::testing::Files;

    fn surefire(configuration: &str) -> String {
        format!(
            "<project xmlns='x'><artifactId>a</artifactId><build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId>\
             <configuration>{configuration}</configuration></plugin></plugins></build></project>"
        )
    }

    fn family(files: &[(&str, &str)], module: &str) -> Family {
        let (files, module) = (Files::of(files), RepoPath::from(module));
        Family::of(&files, &module, Pom::in_folder(&files, &module).unwrap())
    }

    fn runs(pom: &str) -> Vec<&'static str> {
        let family = family(&[("pom.xml", pom)], "");
        let classes = ["p.ATest", "TestA", "p.ATests", "p.ATestCase", "p.AIT", "p.ASpec", "p.q.Broken"];
        classes.into_iter().filter(|class| family.runs(class)).collect()
    }

    #[test]
    fn surefire_runs_what_it_is_told_to_include_or_its_defaults() {
        let defaults = ["p.ATest", "TestA", "p.ATests", "p.ATestCase"];
        assert_eq!(runs("<project/>"), defaults);
        assert_eq!(runs("no xml"), defaults);
        assert_eq!(
            runs(&surefire(
                "<includes><include>**/*Spec.java</include><include>p/*IT.class, TestA.*</include></includes>"
            )),
            ["TestA", "p.AIT", "p.ASpec"]
        );
        assert_eq!(runs(&surefire("<excludes><exclude>**/AT*</exclude></excludes>")), ["TestA"]);
        assert_eq!(runs(&surefire("<includes><include>%regex[.*Spec.*]</include></includes>")).len(), 7);
        assert_eq!(runs(&surefire("<excludes><exclude>${none}</exclude></excludes>")), defaults);
    }

    #[test]
    fn a_parent_in_the_repository_is_inherited_from_and_another_of_its_place_is_not() {
        let includes = surefire("<includes><include>*IT</include></includes>");
        let child =
            |parent: &str| format!("<project><parent><artifactId>{parent}</artifactId></parent></project>");
        let inherits = |parent: &str| {
            family(&[("pom.xml", &includes), ("m/pom.xml", &child(parent))], "m").runs("p.AIT")
        };
        assert!(inherits("a"));
        assert!(!inherits("spring-boot-starter-parent"));
        let elsewhere = "<project><parent><artifactId>a</artifactId><relativePath>../parent</relativePath></parent></project>";
        assert!(family(&[("parent/pom.xml", &includes), ("m/pom.xml", elsewhere)], "m").runs("p.AIT"));
        let circle = "<project><artifactId>a</artifactId><parent><artifactId>a</artifactId><relativePath>.</relativePath></parent></project>";
        assert!(family(&[("pom.xml", circle)], "").runs("p.ATest"));
    }

    #[test]
    fn the_reactor_is_the_outermost_pom_that_has_the_module() {
        let pom = |modules: &[&str]| {
            let modules: String = modules.iter().map(|name| format!("<module>{name}</module>")).collect();
            format!("<project><modules>{modules}</modules></project>")
        };
        let (outer, inner) = (pom(&["libs", "flat/app"]), pom(&["core/pom.xml", "./web"]));
        let files =
            Files::of(&[("pom.xml", &outer), ("libs/pom.xml", &inner), ("other/pom.xml", "<project/>")]);
        let root = |module: &str| reactor(&files, &RepoPath::from(module)).to_string();
        assert_eq!(
            (root("libs/core"), root("libs/web"), root("flat/app")),
            (String::new(), String::new(), String::new())
        );
        assert_eq!((root("other"), root("libs/lost")), ("other".into(), "libs/lost".into()));
    }
}
