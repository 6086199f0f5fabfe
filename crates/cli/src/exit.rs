//! Exit statuses. One table, used by `--help`, `explain`, the README and the tests.

use std::panic::{UnwindSafe, catch_unwind};

/// An exit status and what it says.
pub(crate) struct Exit {
    /// The status.
    pub(crate) code: u8,
    /// What it says.
    pub(crate) meaning: &'static str,
}

/// Usage or configuration. Also what clap's own status 2 is turned into: 2 means UNEARNED and nothing else (I12).
pub(crate) const USAGE: u8 = 64;
/// A bug of ours.
pub(crate) const BUG: u8 = 70;
/// Interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// All statuses.
pub(crate) static EXITS: &[Exit] = &[
    Exit { code: 0, meaning: "EARNED, or nothing to judge" },
    Exit { code: 1, meaning: "EARNED, but a test of the change has no alibi or is vacuous" },
    Exit { code: 2, meaning: "UNEARNED, and nothing else ever" },
    Exit { code: 3, meaning: "INCONCLUSIVE" },
    Exit { code: 4, meaning: "NOT GREEN" },
    Exit { code: USAGE, meaning: "usage, configuration, or no repository to judge" },
    Exit { code: BUG, meaning: "a bug in counterproof" },
    Exit { code: INTERRUPTED, meaning: "interrupted" },
];

/// The table as lines for `--help`.
pub(crate) fn table() -> String {
    let rows: Vec<_> = EXITS.iter().map(|exit| format!("  {:>3}  {}", exit.code, exit.meaning)).collect();
    format!("Exit status:\n{}", rows.join("\n"))
}

/// Runs the program; a panic ends in [`BUG`] instead of Rust's 101.
pub(crate) fn guarded(program: impl FnOnce() -> u8 + UnwindSafe) -> u8 {
    catch_unwind(program).unwrap_or(BUG)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_in_70() {
        assert_eq!(guarded(|| panic!("on purpose")), BUG);
        assert_eq!(guarded(|| 3), 3);
    }

    #[test]
    fn the_readme_and_the_page_list_every_status_as_the_table_does() {
        for text in [include_str!("../../../README.md"), include_str!("../../../docs/exit-codes.md")] {
            for exit in EXITS {
                let row = format!("| {} | {} |", exit.code, exit.meaning);
                assert!(text.contains(&row), "missing: {row}");
            }
        }
    }
}
