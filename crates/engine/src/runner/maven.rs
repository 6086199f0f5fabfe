//! Maven with Surefire, for JUnit 3, 4 and 5 and TestNG.

mod pom;

use super::{
    Claim, Command, NARROWED, Project, Question, Runner, added_args, jvm,
    jvm::{Classes, class_and_method, classes_of},
    nearest, of_side,
};
use crate::domain::{RepoPath, Side, Suite};
use pom::{Family, Pom};
use std::{collections::BTreeMap, ffi::OsString};

/// Maven.
pub(super) const RUNNER: Runner = Runner {
    name: "maven",
    languages: &["Java"],
    harness: &[
        "**/.mvn/maven.config",
        "**/.mvn/jvm.config",
        "**/.mvn/extensions.xml",
        "**/junit-platform.properties",
        "**/testng*.xml",
    ],
    compiles_together: true,
    built_ahead: &["c", "cc", "cpp", "h", "rs"],
    prebuilt: None,
    built: None,
    claim,
    command,
};

/// What decides about other things than the tests, and may object to how a test is edited. What would hide a failure is
/// overruled. Reports go to the log, since the world they are written in is gone afterwards.
const FLAGS: [&str; 18] = [
    "-o",
    "-q",
    "-B",
    "-Dstyle.color=never",
    "-DskipTests=false",
    "-Dmaven.test.skip=false",
    "-Dmaven.test.failure.ignore=false",
    "-Dsurefire.useFile=false",
    "-Denforcer.skip",
    "-Dcheckstyle.skip",
    "-Dspotless.check.skip",
    "-Dspotless.apply.skip",
    "-Djacoco.skip",
    "-Drat.skip",
    "-Dlicense.skip",
    "-Dpmd.skip",
    "-Dspotbugs.skip",
    "-Danimal.sniffer.skip",
];

/// How long a list of classes an argument can be.
const LONGEST_LIST: usize = 100_000;

fn claim(project: &dyn Project, file: &RepoPath, text: &str) -> Option<Claim> {
    let classes = Classes::of(RUNNER.languages, file, text)?;
    let (module, own) = nearest(file, |folder| Pom::in_folder(project, folder))?;
    let has_pom = |folder: &RepoPath| Pom::in_folder(project, folder).map(|_| ());
    if jvm::is_fixture(&module, has_pom)
        || !is_run(&Family::of(project, &module, own), &module, file, &classes)
    {
        return None;
    }
    let root = pom::reactor(project, &module);
    let side = project.side();
    let mut facts = BTreeMap::from([classes.fact(file, side)]);
    if root != module {
        facts.insert(of_side("root", side), String::from_utf8_lossy(root.as_bytes()).into_owned());
    }
    let because = format!("`{}` is the nearest build file", module.join(pom::FILE));
    let program = jvm::program(project, RUNNER.name, &root, "mvnw");
    Some(jvm::with_settings(Claim { package: module, because, facts }, project, RUNNER.name, program))
}

/// Whether the file is compiled with the module's tests, and one of its classes is run with them. Integration tests are
/// another plugin's.
fn is_run(family: &Family, module: &RepoPath, file: &RepoPath, classes: &Classes) -> bool {
    let below = file.strip(module).unwrap_or_else(|| file.clone());
    let resources = RepoPath::from("src/test/resources");
    let compiled = below.is_within(&"src/test".into()) || family.mentions(&classes.source_root(&below));
    let runs = classes.loaded.is_empty() || classes.outermost.iter().any(|class| family.runs(class));
    compiled && runs && !family.compiles_elsewhere() && !below.is_within(&resources)
}

/// A module of a larger build is asked from that build's root, with the modules it is made from: what the local
/// repository has of them is of no known side. Only there a selection may find nothing in some modules.
fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let program = suite.facts.get(&of_side("program", side)).map_or("mvn", String::as_str);
    let root = suite.facts.get(&of_side("root", side)).map(|root| RepoPath::new(root.as_str()));
    let mut argv: Vec<OsString> = vec![program.into()];
    argv.extend(FLAGS.map(OsString::from));
    argv.extend(added_args(suite).into_iter().map(OsString::from));
    if let Some(root) = &root {
        let module = suite.package.strip(root).unwrap_or_else(|| suite.package.clone());
        argv.extend(["-pl".into(), module.to_os().into(), "-am".into()]);
        argv.push("-Dsurefire.failIfNoSpecifiedTests=false".into());
        argv.push("-DfailIfNoTests=false".into());
    }
    argv.push("test".into());
    argv.extend(
        selected(suite, side, question).map(|tests| format!("-Dtest={}", jvm::in_ascii(&tests)).into()),
    );
    // Most of what Maven itself runs is run once: the second compiler of the virtual machine only costs.
    let env = BTreeMap::from([("MAVEN_OPTS".into(), "-XX:TieredStopAtLevel=1".into())]);
    Command { argv, folder: root.unwrap_or_else(|| suite.package.clone()), env }
}

/// What is selected; `None` for all that Surefire finds. From a larger build's root that would be the tests of other
/// modules too.
fn selected(suite: &Suite, side: Side, question: &Question<'_>) -> Option<String> {
    match question {
        Question::Suite(files) => {
            let listed =
                suite.facts.contains_key(NARROWED) || suite.facts.contains_key(&of_side("root", side));
            let classes = files.iter().flat_map(|file| classes_of(suite, side, file));
            let list = classes.collect::<Vec<_>>().join(",");
            (listed && list.len() < LONGEST_LIST).then_some(list)
        }
        Question::File(file) => Some(classes_of(suite, side, file).join(",")),
        Question::Test(site) => {
            let (class, method) = class_and_method(site);
            // JUnit 4 writes the parameters behind the name.
            Some(format!("{}#{method}+{method}[*]", class.unwrap_or_default()))
        }
    }
}

#[cfg(test)]
mod tests;
