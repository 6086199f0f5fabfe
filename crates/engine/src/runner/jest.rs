//! jest, also where react-scripts start it.

mod files;

use super::{
    Claim, Command, Project, Question, Runner,
    javascript::{
        self, Installed, Signs,
        name::{escaped, selector},
        script::{self, Carried, Invocation},
    },
};
use crate::domain::{RepoPath, Side, Site, Suite};
use serde_json::Value;
use std::ffi::OsString;

/// jest. TypeScript is not built ahead: jest runs it only through what transforms it when it is loaded.
pub(super) const RUNNER: Runner = Runner {
    name: "jest",
    languages: &["JavaScript", "TypeScript"],
    harness: &["**/jest.{config,setup}.*", "**/jest-{config,setup}.*", "**/.jestrc*"],
    compiles_together: false,
    built_ahead: &["c", "cc", "cpp", "h", "rs"],
    prebuilt: Some(javascript::built::is_prebuilt),
    built: None,
    claim,
    command,
};

/// What tells that a file is jest's.
pub(super) const SIGNS: Signs = Signs {
    runner: RUNNER.name,
    imports: &["@jest/globals"],
    packages: &["jest", "ts-jest", "react-scripts"],
    key: Some("jest"),
    configs: &[("jest.config", "")],
    word: "jest",
    starts,
    ..Signs::NONE
};

/// What starts jest, the usual first. react-scripts bring a configuration of their own.
const INSTALLED: [Installed; 2] = [
    Installed { package: "jest", entry: "bin/jest.js" },
    Installed { package: "react-scripts", entry: "scripts/test.js" },
];

/// Flags that say what tests run in.
const CARRIED: Carried = Carried {
    valued: &[
        "c",
        "config",
        "env",
        "globals",
        "globalsetup",
        "globalteardown",
        "haste",
        "maxconcurrency",
        "modulenamemapper",
        "preset",
        "resolver",
        "rootdir",
        "runner",
        "testenvironment",
        "testenvironmentoptions",
        "testrunner",
        "testtimeout",
        "transform",
    ],
    listed: &[
        "extensionstotreatasesm",
        "ignoreprojects",
        "modulefileextensions",
        "moduledirectories",
        "modulepaths",
        "projects",
        "roots",
        "selectprojects",
        "setupfiles",
        "setupfilesafterenv",
        "snapshotserializers",
        "transformignorepatterns",
    ],
    plain: &[
        "automock",
        "clearmocks",
        "forceexit",
        "injectglobals",
        "resetmocks",
        "resetmodules",
        "restoremocks",
    ],
};

/// The same for every question. No snapshot is written, files come from the world and not from a daemon, and what decides
/// about other things than the tests is off: coverage, reports, how many may fail.
const FIXED: [&str; 9] = [
    // An option that takes several values takes a path behind it too, so it is not the last one.
    "--reporters=default",
    "--ci",
    "--watchAll=false",
    "--watchman=false",
    "--passWithNoTests=false",
    "--bail=0",
    "--coverage=false",
    "--testFailureExitCode=1",
    "--onlyChanged=false",
];

fn starts(words: &[String]) -> Option<usize> {
    let at = script::program(words, &["jest", "react-scripts"])?;
    let runs = script::base(&words[at]) == "jest" || words.get(at + 1).is_some_and(|next| next == "test");
    runs.then_some(at)
}

fn claim(project: &dyn Project, file: &RepoPath, source: &str) -> Option<Claim> {
    let home = javascript::home(project, file, source, &SIGNS)?;
    let invocation = invocation(&home.manifest);
    if !files::collects(project, &home, &invocation.flags, file) {
        return None;
    }
    let mut facts = javascript::facts(project, RUNNER.name, &invocation);
    facts.extend(javascript::built::fact(project, file, source));
    let installed = INSTALLED.iter().find(|one| one.package == invocation.program).unwrap_or(&INSTALLED[0]);
    Some(installed.claim(project, home, facts))
}

fn invocation(manifest: &Value) -> Invocation {
    let commands = script::commands(manifest, SIGNS.word);
    let called = commands.iter().find_map(|words| Some(script::invocation(words, starts(words)?, &CARRIED)));
    called.unwrap_or_default()
}

fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let mut rest = javascript::flags(suite, side);
    rest.extend(FIXED.map(OsString::from));
    match question {
        Question::Suite(files) => {
            // Files run side by side, but not on all cores: other trials run too.
            rest.push("--maxWorkers=50%".into());
            rest.extend(files.iter().map(|file| format!("/{}$", escaped_path(file)).into()));
        }
        Question::File(file) => rest.push(one_file(suite, side, file).into()),
        Question::Test(site) => {
            rest.extend(["-t".into(), name_pattern(site).into()]);
            rest.push(one_file(suite, side, &site.file).into());
        }
    }
    INSTALLED[0].command(suite, side, rest)
}

/// The end of a file's path as an expression, which jest holds against absolute paths and against those below the root.
/// Files of the suite whose paths end so too are left out. Given a path itself, jest would also run files that its
/// configuration leaves out.
fn one_file(suite: &Suite, side: Side, file: &RepoPath) -> String {
    let end = [b"/", file.as_bytes()].concat();
    let others = suite.files(side).iter().filter(|other| other.as_bytes().ends_with(&end)).map(escaped_path);
    let others: Vec<String> = others.collect();
    let but = if others.is_empty() { String::new() } else { format!("(?!(.*/)?({})$)", others.join("|")) };
    format!("^{but}(.*/)?{}$", escaped_path(file))
}

fn escaped_path(file: &RepoPath) -> String {
    escaped(&String::from_utf8_lossy(file.as_bytes()))
}

/// jest ignores case: equal expressions are equal selections only in lower case.
fn name_pattern(site: &Site) -> String {
    let lower = |name: &String| name.to_ascii_lowercase();
    selector(&Site { name: site.name.iter().map(lower).collect(), ..site.clone() }, " ")
}

#[cfg(test)]
mod tests;
