//! Code that runs before the program or its tests do.

use super::{Rule, Sides, Spot, sides::File, test_mode::is_comment, weakened_ci::globs};
use crate::domain::{Role, Severity};
use globset::GlobSet;
use regex::Regex;
use std::sync::LazyLock;

pub(super) const STARTUP_CODE: Rule = Rule { name: "startup_code", severity: Severity::Look, find };

/// Files that an interpreter runs by itself.
static RUN_FIRST: LazyLock<GlobSet> =
    LazyLock::new(|| globs(&["**/{sitecustomize,usercustomize}.py", "**/*.pth"]));

/// Lines that bring code in, wherever they stand.
static BRINGING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(NODE_OPTIONS|RUBYOPT|PYTHONSTARTUP|PERL5OPT|LD_PRELOAD|JAVA_TOOL_OPTIONS|RUSTC_WRAPPER)\b\s*[:=]|\bauto_prepend_file\b")
        .expect("a fixed pattern")
});

/// Settings of cargo, npm and mocha that do the same.
static SETTINGS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(rustc-wrapper|rustc-workspace-wrapper|runner|node-options|script-shell)\s*=|^\W*(require|file|import)\W*:")
        .expect("a fixed pattern")
});

/// The files of these settings.
static CONFIGURING: LazyLock<GlobSet> =
    LazyLock::new(|| globs(&["**/.cargo/config{,.toml}", "**/.npmrc", "**/.mocharc{,.*}"]));

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    sides.files.iter().filter(|file| file.head.exists).flat_map(in_file).collect()
}

fn in_file(file: &File) -> Vec<Spot> {
    if RUN_FIRST.is_match(file.path.to_os()) {
        let line = file.head.own.first().map_or(1, |line| line.number);
        return vec![file.spot(line, "this file runs before everything else".into())];
    }
    let is_setting = CONFIGURING.is_match(file.path.to_os());
    let brings = |text: &str| BRINGING.is_match(text) || is_setting && SETTINGS.is_match(text);
    let runs = |role| matches!(role, Role::Code | Role::Harness);
    let lines =
        file.head.own.iter().filter(|line| runs(line.role) && !is_comment(&line.text) && brings(&line.text));
    lines
        .map(|line| file.spot(line.number, format!("this brings code in at the start: `{}`", line.text)))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    #[test]
    fn what_runs_first_is_shown() {
        assert_eq!(
            Pair::new().head("sitecustomize.py", "import calc\n").found("startup_code"),
            ["sitecustomize.py:1 this file runs before everything else"]
        );
        let pair = Pair::new().head(".cargo/config.toml", "[target.x]\nrunner = \"true\"\n");
        assert_eq!(
            pair.found("startup_code"),
            [".cargo/config.toml:2 this brings code in at the start: `runner = \"true\"`"]
        );
        let pair = Pair::new().head(".mocharc.json", "{ \"require\": \"./prelude.js\" }\n");
        assert_eq!(pair.found("startup_code").len(), 1);
        let pair = Pair::new().head("test.sh", "NODE_OPTIONS=--require=./a.js npm test\n");
        assert_eq!(pair.found("startup_code").len(), 1);
    }

    #[test]
    fn prose_about_it_is_fine() {
        assert_eq!(Pair::new().head("docs/a.md", "Set NODE_OPTIONS=x.\n").found("startup_code"), [""; 0]);
    }
}
