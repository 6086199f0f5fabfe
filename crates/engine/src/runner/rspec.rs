//! RSpec.

mod options;

use super::{
    Claim, Command, Project, Question, Runner, added_args, argument, of_side,
    ruby::{self, Framework},
};
use crate::domain::{RepoPath, Side, Site, Suite};
use std::{collections::BTreeMap, ffi::OsString};

/// RSpec.
pub(super) const RUNNER: Runner = Runner {
    name: "rspec",
    languages: &["Ruby"],
    harness: &["**/.rspec", "**/.rspec-local", "**/{test,tests,spec}/**/{spec,rails}_helper.rb"],
    compiles_together: false,
    built_ahead: &["c", "cc", "cpp", "h", "rs", "java"],
    prebuilt: None,
    built: None,
    claim,
    command,
};

fn claim(project: &dyn Project, file: &RepoPath, source: &str) -> Option<Claim> {
    let mut claim = ruby::claim(project, RUNNER.name, Framework::Rspec, (file, source))?;
    let options = options::of_package(project, &claim.package);
    if !options::runs(&options, &file.strip(&claim.package)?) {
        return None;
    }
    if !options.is_empty() {
        let words = serde_json::Value::from(options).to_string();
        claim.facts.insert(of_side("options", project.side()), words);
    }
    Some(claim)
}

/// The project's own options are replaced by what of them loads things; what selects tests stays where many are asked and
/// goes where one is. A test is asked by its line: RSpec's names are only known when they run, and no edit moves a line.
fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let configured = suite.facts.get(&of_side("options", side));
    let options: Vec<String> =
        configured.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default();
    let kept = match question {
        Question::Suite(_) | Question::File(_) => options::for_many(&options),
        Question::Test(_) => options::for_one(&options),
    };
    let mut argv = program(suite, side);
    argv.extend(["-O", "/dev/null"].map(OsString::from));
    argv.extend(kept.into_iter().map(OsString::from));
    argv.extend(["--order", "defined", "--failure-exit-code", "1"].map(OsString::from));
    argv.extend(added_args(suite).into_iter().map(OsString::from));
    match question {
        Question::Suite(files) => argv.extend(files.iter().map(|file| argument(suite, file))),
        Question::File(file) => argv.push(argument(suite, file)),
        Question::Test(site) => argv.push(at_line(suite, site)),
    }
    Command { argv, folder: suite.package.clone(), env: environment() }
}

/// What the program `rspec` does.
const INVOKE: &str = "require \"rspec/core\"; RSpec::Core::Runner.invoke";

/// `rspec`, or what stands for it below a bundle or another interpreter.
fn program(suite: &Suite, side: Side) -> Vec<OsString> {
    if let Some(code) = ruby::inline(suite, side, INVOKE) {
        return ruby::interpreter(suite, side).into_iter().chain(code).collect();
    }
    let called: &[&str] = if ruby::bundled(suite, side) { &["bundle", "exec", "rspec"] } else { &["rspec"] };
    let interpreter = ruby::program(suite);
    let through = (interpreter != "ruby").then(|| [interpreter, "-S".into()]);
    through.into_iter().flatten().chain(called.iter().map(OsString::from)).collect()
}

fn at_line(suite: &Suite, site: &Site) -> OsString {
    let mut place = argument(suite, &site.file);
    place.push(format!(":{}", site.line));
    place
}

/// A server that loaded the application before would answer from the real tree.
fn environment() -> BTreeMap<String, String> {
    BTreeMap::from([("DISABLE_SPRING".into(), "1".into())])
}

#[cfg(test)]
mod tests;
