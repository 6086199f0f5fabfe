//! Code that asks whether it is run by tests.

use super::{Rule, Sides, Spot, sides::File};
use crate::domain::{Role, Severity};

pub(super) const TEST_MODE: Rule = Rule { name: "test_mode", severity: Severity::Look, find };

fn find(sides: &Sides<'_>) -> Vec<Spot> {
    sides.files.iter().flat_map(in_file).collect()
}

fn in_file(file: &File) -> Vec<Spot> {
    let Some(language) = file.language else { return Vec::new() };
    let asks = |line: &str| language.clues.test_mode.iter().any(|word| squeezed(line).contains(word));
    let lines = file.new_lines(Role::Code).filter(|line| !is_comment(&line.text) && asks(&line.text));
    lines
        .map(|line| file.spot(line.number, format!("code asks whether it is tested: `{}`", line.text)))
        .collect()
}

/// Without white space, and with one kind of quotes.
fn squeezed(line: &str) -> String {
    line.chars().filter(|c| !c.is_whitespace()).map(|c| if c == '"' || c == '`' { '\'' } else { c }).collect()
}

/// Whether a line is a comment, in whatever language.
pub(super) fn is_comment(line: &str) -> bool {
    let is_attribute = line.starts_with("#[") || line.starts_with("#![");
    (line.starts_with(['#', '*']) && !is_attribute) || line.starts_with("//") || line.starts_with("/*")
}

#[cfg(test)]
mod tests {
    use crate::evidence::testing::Pair;

    #[test]
    fn a_branch_for_tests_is_shown() {
        for (path, line) in [
            ("calc.py", "if os.environ.get('PYTEST_CURRENT_TEST'):"),
            ("calc.py", "if \"pytest\" in sys.modules:"),
            ("calc.js", "if (process.env.NODE_ENV === 'test') {"),
            ("src/calc.rs", "if cfg!(test) {"),
            ("lib/calc.rb", "return 6 if Rails.env.test?"),
            ("calc.go", "if testing.Testing() {"),
        ] {
            let pair = Pair::new().base(path, "\n").head(path, &format!("{line}\n"));
            assert_eq!(
                pair.found("test_mode"),
                [format!("{path}:1 code asks whether it is tested: `{line}`")]
            );
        }
    }

    #[test]
    fn tests_and_comments_may_say_so() {
        let line = "if os.environ.get('PYTEST_CURRENT_TEST'):\n";
        assert_eq!(Pair::new().head("test_a.py", line).found("test_mode"), [""; 0]);
        assert_eq!(Pair::new().head("a.py", &format!("# {line}")).found("test_mode"), [""; 0]);
        assert_eq!(Pair::new().both("a.py", line).found("test_mode"), [""; 0]);
    }
}
