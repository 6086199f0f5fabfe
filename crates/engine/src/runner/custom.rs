//! Any command, by the user's templates.

use super::{Claim, Command, Project, Question, Runner, argument};
use crate::{
    config::{Argv, Custom, Placeholder},
    domain::{RepoPath, Side, Site, Suite},
};
use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    os::unix::ffi::{OsStrExt, OsStringExt},
};

/// The commands of `[[runner.custom]]`.
pub(super) const RUNNER: Runner = Runner {
    name: "custom",
    languages: &[],
    harness: &[],
    compiles_together: false,
    built_ahead: &[],
    prebuilt: None,
    built: None,
    claim,
    command,
};

fn claim(project: &dyn Project, file: &RepoPath, _source: &str) -> Option<Claim> {
    let customs: Vec<Custom> = serde_json::from_str(&project.setting("custom", "")?).ok()?;
    let custom = customs.into_iter().find(|custom| custom.files.iter().any(|files| files.matches(file)))?;
    Some(Claim {
        package: RepoPath::new(custom.folder.as_str()),
        because: format!("`counterproof.toml` gives it to `{}`", custom.name),
        facts: BTreeMap::from([("custom".into(), serde_json::to_string(&custom).ok()?)]),
    })
}

fn command(suite: &Suite, _side: Side, question: &Question<'_>) -> Command {
    let custom = suite.facts.get("custom").and_then(|json| serde_json::from_str::<Custom>(json).ok());
    let argv = custom.as_ref().map(|custom| filled(suite, custom, question)).unwrap_or_default();
    let env = custom.map(|custom| custom.env).unwrap_or_default();
    let env = env.into_iter().map(|(name, value)| (name.into(), value)).collect();
    Command { argv, folder: suite.package.clone(), env }
}

/// The narrowest template there is for the question: a test without one of its own is asked with its file, a file
/// without one with everything.
fn filled(suite: &Suite, custom: &Custom, question: &Question<'_>) -> Vec<OsString> {
    let of_file = custom.file.as_ref().unwrap_or(&custom.suite);
    let (template, file, site): (&Argv, Option<&RepoPath>, Option<&Site>) = match question {
        Question::Suite(_) => (&custom.suite, None, None),
        Question::File(file) => (of_file, Some(file), None),
        Question::Test(site) if site.dynamic => (of_file, Some(&site.file), Some(site)),
        Question::Test(site) => (custom.test.as_ref().unwrap_or(of_file), Some(&site.file), Some(site)),
    };
    let value = |placeholder| match placeholder {
        Placeholder::File => file.map(|file| argument(suite, file).into_vec()).unwrap_or_default(),
        other => site.map(|site| of_site(site, other, &custom.separator).into_bytes()).unwrap_or_default(),
    };
    template.filled(value).iter().map(|word| OsStr::from_bytes(word).to_owned()).collect()
}

fn of_site(site: &Site, placeholder: Placeholder, separator: &str) -> String {
    let (own, suites) =
        site.name.split_last().map(|(own, suites)| (own.as_str(), suites)).unwrap_or_default();
    match placeholder {
        Placeholder::File => String::new(),
        Placeholder::Line => site.line.to_string(),
        Placeholder::Name => own.into(),
        Placeholder::Suite => suites.join(separator),
        Placeholder::FullName => site.name.join(separator),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        config,
        runner::testing::{Files, site, suite},
    };

    const BATS: &str = r#"
        [[runner.custom]]
        name = "bats"
        files = ["test/**/*.bats"]
        folder = "test"
        suite = ["bats", "."]
        file = ["bats", "{file}"]
        test = ["bats", "{file}:{line}", "-f", "^{name}$ {full_name} {suite} {{}}"]
        separator = " > "
        env = { X = "1" }
    "#;

    fn claimed(text: &str, path: &str) -> Option<Claim> {
        let all = config::parse(text).unwrap().setting("custom", "").unwrap();
        claim(&Files::of(&[]).with_setting("", &all), &RepoPath::new(path), "")
    }

    fn asked(text: &str, question: &Question<'_>) -> Command {
        let fact = claimed(text, "test/a.bats").unwrap().facts["custom"].clone();
        command(&suite("custom", "test", &[("custom", &fact)]), Side::Base, question)
    }

    #[test]
    fn the_files_named_are_claimed_and_no_others() {
        let claim = claimed(BATS, "test/x/a.bats").unwrap();
        assert_eq!(
            (claim.package, claim.because.as_str()),
            (RepoPath::new("test"), "`counterproof.toml` gives it to `bats`")
        );
        assert_eq!(claimed(BATS, "a.bats"), None);
        assert_eq!(claim_without_configuration(), None);
    }

    fn claim_without_configuration() -> Option<Claim> {
        claim(&Files::of(&[]), &RepoPath::new("test/a.bats"), "")
    }

    #[test]
    fn values_stay_inside_their_argument() {
        let mut test = site("test/a b.bats", &["outer", "it's $x; {file} \"q\""]);
        test.line = 7;
        assert_eq!(
            asked(BATS, &Question::Test(&test)).argv,
            ["bats", "a b.bats:7", "-f", "^it's $x; {file} \"q\"$ outer > it's $x; {file} \"q\" outer {}"]
        );
    }

    #[test]
    fn files_suites_and_variables_are_as_configured() {
        let file = RepoPath::new(b"test/\xff.bats".to_vec());
        let command = asked(BATS, &Question::File(&file));
        assert_eq!(command.argv[1], OsStr::from_bytes(b"\xff.bats"));
        assert_eq!((command.env["X"].as_str(), command.folder), ("1", RepoPath::new("test")));
        assert_eq!(asked(BATS, &Question::Suite(&[])).argv, ["bats", "."]);
    }

    #[test]
    fn what_has_no_template_of_its_own_is_asked_with_the_next_larger() {
        let text = "[[runner.custom]]\nname = 'x'\nfiles = ['**']\nsuite = ['make', 'check']\n";
        assert_eq!(asked(text, &Question::Test(&site("test/a", &["x"]))).argv, ["make", "check"]);
        let mut dynamic = site("test/a.bats", &["x ${i}"]);
        dynamic.dynamic = true;
        assert_eq!(asked(BATS, &Question::Test(&dynamic)).argv, ["bats", "a.bats"]);
    }
}
