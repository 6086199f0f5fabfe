//! node-tap. Its test files are programs: what runs one is node.

use super::{
    Claim, Command, Project, Question, Runner, argument,
    javascript::{
        self, Home, Signs,
        name::selector,
        place::is_named_as_test,
        script::{self, Carried, Invocation},
    },
    node, text, yaml,
};
use crate::domain::{RepoPath, Side, Site, Suite};
use serde_json::Value;

/// node-tap. Its own loaders of TypeScript are not used: they need its program around the file.
pub(super) const RUNNER: Runner = Runner {
    name: "tap",
    languages: &["JavaScript", "TypeScript"],
    harness: &["**/.taprc"],
    compiles_together: false,
    built_ahead: &["ts", "tsx", "mts", "cts", "c", "cc", "cpp", "h", "rs"],
    prebuilt: None,
    built: None,
    claim,
    command,
};

/// What tells that a file is node-tap's.
pub(super) const SIGNS: Signs = Signs {
    runner: RUNNER.name,
    imports: &["tap", "@tapjs/tap", "libtap"],
    packages: &["tap"],
    key: Some("tap"),
    word: "tap",
    starts: |words| script::program(words, &["tap"]),
    ..Signs::NONE
};

/// The option whose values node is given.
const CARRIED: Carried = Carried { valued: &["nodearg"], listed: &[], plain: &[] };

/// The file that configures it.
const FILE: &str = ".taprc";

fn claim(project: &dyn Project, file: &RepoPath, source: &str) -> Option<Claim> {
    let home = javascript::home(project, file, source, &SIGNS)?;
    let mut invocation = invocation(&home.manifest, &SIGNS, &CARRIED);
    invocation.flags = invocation.flags.iter().filter_map(|word| argument_of_node(word)).collect();
    invocation.flags.extend(configured(project, &home));
    claimed(project, home, file, (RUNNER.name, invocation))
}

/// The claim on a file that says whose it is, or is named as a test.
pub(super) fn claimed(
    project: &dyn Project,
    home: Home,
    file: &RepoPath,
    (runner, invocation): (&str, Invocation),
) -> Option<Claim> {
    let facts = javascript::facts(project, runner, &invocation);
    let is_ours = home.is_certain || is_named_as_test(file);
    is_ours.then_some(Claim { package: home.package, because: home.because, facts })
}

/// What the scripts give to the runner, else to node where they run test files by it.
pub(super) fn invocation(manifest: &Value, signs: &Signs, carried: &Carried) -> Invocation {
    let commands = script::commands(manifest, signs.word);
    let called =
        commands.iter().find_map(|words| Some(script::invocation(words, (signs.starts)(words)?, carried)));
    called.unwrap_or_else(|| {
        let Invocation { flags, env, .. } = node::script::invocation(manifest);
        Invocation { node: flags, env, ..Invocation::default() }
    })
}

/// The word that node is given for one of the script's.
fn argument_of_node(word: &str) -> Option<String> {
    let value = if word.starts_with("--node-arg") { word.split_once('=')?.1 } else { word };
    Some(value.to_owned())
}

/// What the configuration gives to node.
fn configured(project: &dyn Project, home: &Home) -> Vec<String> {
    let file = text(project, &home.package.join(FILE)).map(|text| yaml::read(&text));
    let own = file.unwrap_or_else(|| home.manifest["tap"].clone());

    match &own["node-arg"] {
        Value::String(one) => vec![one.clone()],
        Value::Array(values) => values.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}

fn command(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let mut command = run(suite, side, question);
    if let Question::Test(site) = question {
        command.env.extend(selected(site).map(|name| ("TAP_GREP".into(), name)));
    }
    command
}

/// The command that runs test files, each in a process of its own, with what the script gives to node.
pub(super) fn run(suite: &Suite, side: Side, question: &Question<'_>) -> Command {
    let mut argv = vec![javascript::node_program(suite)];
    let mut flags = javascript::listed(suite, side, "node");
    flags.extend(javascript::flags(suite, side));
    let name = |file: &RepoPath| argument(suite, file);
    match question {
        Question::Suite(files) => argv.extend(node::each(flags, files.iter().map(name))),
        Question::File(file) => argv.extend(flags.into_iter().chain([name(file)])),
        Question::Test(site) => argv.extend(flags.into_iter().chain([name(&site.file)])),
    }
    Command { argv, folder: suite.package.clone(), env: javascript::variables(suite, side) }
}

/// The outermost test: what is inside of a test is made when it runs. `None` where only the whole file is sure to have it,
/// since its name is its function's.
fn selected(site: &Site) -> Option<String> {
    let outermost = site.name.first()?;
    let is_filled_in = outermost.contains("${");
    let is_sure = !site.dynamic || is_filled_in || site.name.len() > 1;
    let alone = Site { name: vec![outermost.clone()], dynamic: is_filled_in, ..site.clone() };
    is_sure.then(|| format!("/{}/", selector(&alone, " ")))
}

#[cfg(test)]
mod tests;
