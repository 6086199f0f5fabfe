//! Rules for people, agents and tools that the change edits for itself.

use super::{Rule, Sides, Spot, weakened_ci::globs};
use crate::domain::Severity;
use globset::GlobSet;
use std::sync::LazyLock;

pub(super) const EDITED_POLICY: Rule = Rule { name: "edited_policy", severity: Severity::Look, find };

static POLICIES: LazyLock<GlobSet> = LazyLock::new(|| {
    globs(&[
        "**/counterproof{,.*}.toml",
        "**/.counterproof/**",
        "**/.claude/**",
        "**/{CLAUDE,AGENTS,GEMINI}.md",
        "**/.cursor/**",
        "**/.cursorrules",
        ".github/copilot-instructions.md",
        "{,.github/,docs/}CODEOWNERS",
        "**/.pre-commit-config.yaml",
        "**/.husky/**",
        "**/.githooks/**",
        "**/{lefthook,.lefthook}.{yml,yaml,toml,json}",
    ])
});

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    let changed = sides.case.change.files.iter().filter(|file| POLICIES.is_match(file.path.to_os()));
    let spot = |file: &crate::domain::ChangedFile| {
        let what = match (file.in_base, file.in_head) {
            (false, _) => "adds",
            (_, false) => "deletes",
            _ => "edits",
        };
        let message = format!("the change {what} rules that it is held to itself");
        Spot { file: file.path.clone(), line: 1, message }
    };
    changed.map(spot).collect()
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    #[test]
    fn rules_that_the_change_edits_are_shown() {
        let pair = Pair::new().base("CLAUDE.md", "a\n").head("CLAUDE.md", "b\n");
        let pair = pair.head(".claude/settings.json", "{}\n").base("counterproof.toml", "jobs = 1\n");
        assert_eq!(
            pair.found("edited_policy"),
            [
                ".claude/settings.json:1 the change adds rules that it is held to itself",
                "CLAUDE.md:1 the change edits rules that it is held to itself",
                "counterproof.toml:1 the change deletes rules that it is held to itself",
            ]
        );
    }

    #[test]
    fn other_prose_is_fine() {
        assert_eq!(Pair::new().head("README.md", "a\n").found("edited_policy"), [""; 0]);
    }
}
