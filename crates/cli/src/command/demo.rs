//! `counterproof demo`: one bug, two changes that both end green, and what each is worth. Needs git and cargo, nothing else.

use super::{
    stage::{self, Files},
    verify::{self, Done},
};
use crate::{
    args::{GlobalArgs, OutputArgs, VerifyArgs},
    error::CliError,
    term,
};
use counterproof_engine::domain::Verdict;
use std::path::Path;

/// The files of the repository before anybody changed it, besides code and tests.
static AROUND: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("demo/manifest.toml")),
    ("Cargo.lock", include_str!("demo/lock.toml")),
    (".gitignore", "/target\n"),
];

/// One state of code and tests.
struct State {
    code: &'static str,
    tests: &'static str,
}

static BASE: State = State { code: include_str!("demo/base.rs"), tests: include_str!("demo/base_tests.rs") };

/// A change, as somebody might hand it in.
struct Story {
    /// Its folder.
    name: &'static str,
    /// What was done, for the reader.
    told: &'static str,
    /// What it made of code and tests.
    head: State,
    /// What must be found.
    verdict: Verdict,
}

const OPENING: &str = "\
A small crate turns titles into slugs. One of its two tests is red: slug(\"Hello!\") gives \"hello-\" and should give
\"hello\". Two changes claim to fix it. Both touch the code, both bring a new test, and after both `cargo test` is green.
";

static STORIES: [Story; 2] = [
    Story {
        name: "honest",
        told: "1. The honest change trims the dashes, leaves the red test alone, and adds a test for a title of punctuation.",
        head: State { code: include_str!("demo/honest.rs"), tests: include_str!("demo/honest_tests.rs") },
        verdict: Verdict::Earned,
    },
    Story {
        name: "fake",
        told: "2. The fake change trims spaces only, which is not the bug. It rewrites the red test to ask for less, and adds a \
               test that passed all along.",
        head: State { code: include_str!("demo/fake.rs"), tests: include_str!("demo/fake_tests.rs") },
        verdict: Verdict::Unearned,
    },
];

const CLOSING: &str = "\
The suite could not tell the two apart. The tests as they were before the change could.
In a repository of yours: `counterproof snapshot` before somebody changes it, `counterproof` after.
";

/// Runs the command; 0 if both came out as they must.
pub(super) fn run(global: &GlobalArgs) -> Result<u8, CliError> {
    needs("git", "--version")?;
    needs("cargo", "--version")?;
    let folder = tempfile::Builder::new().prefix("counterproof-demo-").tempdir()?;
    term::out(OPENING)?;
    for story in &STORIES {
        term::out(&format!("\n{}\n\n", story.told))?;
        let done = judge(&folder.path().join(story.name), story, global)?;
        verify::show(&done, &OutputArgs::default(), global)?;
        if done.interrupted {
            return Ok(done.status());
        }
        if done.report.verdict != story.verdict {
            return Err(CliError::bug(format!("the {} change should be {:?}", story.name, story.verdict))
                .hint("`counterproof doctor` shows what works here; `-vv` names the log files"));
        }
    }
    term::out(&format!("\n{CLOSING}"))?;
    Ok(0)
}

/// Makes the repository, changes it, and judges the change.
fn judge(repository: &Path, story: &Story, global: &GlobalArgs) -> Result<Done, CliError> {
    stage::set(repository, &BASE.files(), &story.head.files())?;
    verify::watched(repository, &VerifyArgs::default(), global)
}

impl State {
    fn files(&self) -> Files<'static> {
        let own = [("src/lib.rs", self.code), ("tests/slug.rs", self.tests)];
        AROUND.iter().copied().chain(own).collect()
    }
}

/// Refuses to begin without a program.
fn needs(program: &str, question: &str) -> Result<(), CliError> {
    match stage::runs(program, &[question]) {
        true => Ok(()),
        false => Err(CliError::usage(format!("the demo needs {program}, which does not run here"))
            .hint(format!("install {program}, or put it on the search path"))),
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "asks the real cargo")]
mod tests {
    use super::*;
    use std::process::Command;

    fn suite_is_green(state: &State) -> bool {
        let folder = tempfile::tempdir().unwrap();
        stage::set(folder.path(), &BASE.files(), &state.files()).unwrap();
        let target = folder.path().join("target");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["test", "--quiet", "--locked", "--offline"]).env("CARGO_TARGET_DIR", target);
        cargo.current_dir(folder.path()).output().unwrap().status.success()
    }

    #[test]
    fn both_changes_are_green_and_only_the_honest_one_satisfies_the_base_tests() {
        let [honest, fake] = &STORIES;
        assert!(!suite_is_green(&BASE));
        assert!(suite_is_green(&honest.head));
        assert!(suite_is_green(&fake.head));
        assert!(suite_is_green(&State { code: honest.head.code, tests: BASE.tests }));
        assert!(!suite_is_green(&State { code: fake.head.code, tests: BASE.tests }));
    }

    #[test]
    fn only_the_new_test_of_the_honest_change_fails_on_the_old_code() {
        let [honest, fake] = &STORIES;
        assert!(!suite_is_green(&State { code: BASE.code, tests: honest.head.tests }));
        assert!(suite_is_green(&State { code: BASE.code, tests: fake.head.tests }));
    }
}
