//! The test tasks of a Rakefile: what they put on the load path, which files they run.

use super::requires;
use crate::{
    domain::RepoPath,
    runner::{Project, text},
};
use globset::GlobBuilder;

/// What the test tasks of a Rakefile say.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::runner) struct Tasks {
    /// The Rakefile's name.
    pub(super) file: &'static str,
    /// What they put on the load path.
    pub(in crate::runner) libs: Vec<String>,
    /// minitest's own task loads `minitest/autorun` itself.
    pub(in crate::runner) autorun: bool,
    /// The globs of the files they run, and of those they leave out; `None` if the text alone does not say.
    files: Option<(Vec<String>, Vec<String>)>,
}

/// Words behind which a list of files says what is not in it.
const EXCLUDING: [&str; 4] = ["exclude", "reject", "grep_v", "] - "];

impl Tasks {
    /// The tasks of a package; `None` if it has no test task.
    pub(in crate::runner) fn of(project: &dyn Project, package: &RepoPath) -> Option<Self> {
        ["Rakefile", "rakefile", "Rakefile.rb"].into_iter().find_map(|name| {
            let source = text(project, &package.join(name))?;
            let code = requires::lines(&source).collect::<Vec<_>>().join("\n");
            code.contains("TestTask").then(|| Self::read(name, &code))
        })
    }

    fn read(file: &'static str, code: &str) -> Self {
        let values = |key: &str| -> Vec<&str> {
            code.match_indices(key).map(|(at, _)| value(&code[at + key.len()..])).collect()
        };
        let libs = values(".libs").into_iter().flat_map(strings).filter(|lib| !lib.contains("#{")).collect();
        let lists: Vec<&str> =
            [".pattern", ".test_files", ".test_globs"].into_iter().flat_map(values).collect();
        Self { file, libs, autorun: code.contains("Minitest::TestTask"), files: files(&lists) }
    }

    /// Whether a task runs a file, relative to the package. Where that cannot be told it may.
    pub(in crate::runner) fn runs(&self, file: &RepoPath) -> bool {
        let matches = |globs: &[String]| globs.iter().any(|glob| matches(glob, file));
        self.files.as_ref().is_none_or(|(runs, leaves)| matches(runs) && !matches(leaves))
    }
}

/// The globs of all lists; `None` if there is no list, or one of them is made in a way that is not read.
fn files(lists: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
    let (mut runs, mut leaves) = (Vec::new(), Vec::new());
    for list in lists {
        let cut = EXCLUDING.iter().filter_map(|word| list.find(word)).min().unwrap_or(list.len());
        let (named, left) = (strings(&list[..cut]), strings(&list[cut..]));
        if named.is_empty() || named.iter().chain(&left).any(|glob| glob.contains("#{")) {
            return None;
        }
        runs.extend(named);
        leaves.extend(left);
    }
    (!runs.is_empty()).then_some((runs, leaves))
}

fn matches(glob: &str, file: &RepoPath) -> bool {
    let glob = glob.trim_start_matches("./");
    let built = GlobBuilder::new(glob).literal_separator(true).empty_alternates(true).build();
    built.is_ok_and(|glob| glob.compile_matcher().is_match(file.to_os()))
}

/// What stands behind a key: to the end of its line, or of the brackets that are open there.
fn value(text: &str) -> &str {
    let mut depth = 0_i32;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '\n' if depth <= 0 => return &text[..at],
            _ => {}
        }
    }
    text
}

/// The strings of a text, those of `%w[a b]` too.
fn strings(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', '\'', '%']) {
        let from = &rest[at..];
        let words = ["%w", "%W"].iter().find_map(|mark| from.strip_prefix(mark));
        rest = match words.map(|words| (words, words.find([']', ')', '}']))) {
            Some((words, Some(end))) => {
                found.extend(words[1..end.max(1)].split_whitespace().map(str::to_owned));
                &words[end..]
            }
            _ if from.starts_with('%') => &from[1..],
            _ => match from[1..].find(&from[..1]) {
                Some(end) => {
                    found.push(from[1..=end].to_owned());
                    &from[end + 2..]
                }
                None => "",
            },
        };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::testing::Files;

    fn tasks(rakefile: &str) -> Tasks {
        Tasks::of(&Files::of(&[("Rakefile", rakefile)]), &RepoPath::default()).unwrap()
    }

    fn runs(rakefile: &str, file: &str) -> bool {
        tasks(rakefile).runs(&RepoPath::new(file))
    }

    #[test]
    fn load_paths_are_read_however_they_are_written() {
        let text = "
Rake::TestTask.new(:test) do |t|
  t.libs << 'test' << \"ext\"
  t.libs.push(*%w[a b], 'c')
  t.libs = ['d', \"#{x}/no\"]
  # t.libs << 'no'
  t.pattern = 'test/**/*_test.rb'
end
";
        assert_eq!(tasks(text).libs, ["test", "ext", "a", "b", "c", "d"]);
    }

    #[test]
    fn a_file_that_no_task_runs_is_not_run() {
        let one = "Rake::TestTask.new do |t|\n  t.pattern = 'test/**/*_test.rb'\nend\n";
        assert!(runs(one, "test/a_test.rb") && runs(one, "test/x/y/a_test.rb"));
        assert!(!runs(one, "test/perf/bench.rb"));
        let list = "Rake::TestTask.new do |t|\n  t.test_files = FileList[\n    'test/{unit,x}/**/*.rb',\n    'spec/a.rb'\n  ].exclude('test/x/no*')\nend\n";
        assert!(runs(list, "test/unit/a.rb") && runs(list, "spec/a.rb") && runs(list, "test/x/a.rb"));
        assert!(!runs(list, "test/x/no.rb") && !runs(list, "test/a.rb"));
        let minus = "Rake::TestTask.new do |t|\n  t.test_files = Dir['test/*.rb'] - [\"test/no.rb\"]\nend\n";
        assert!(runs(minus, "test/a.rb") && !runs(minus, "test/no.rb"));
    }

    #[test]
    fn what_cannot_be_told_may_be_run() {
        for text in [
            "Rake::TestTask.new\n",
            "Rake::TestTask.new do |t|\n  t.pattern = PATTERN\nend\n",
            "Rake::TestTask.new do |t|\n  t.pattern = 'test/a.rb'\n  t.test_files = list\nend\n",
            "Rake::TestTask.new do |t|\n  t.pattern = \"#{x}/*.rb\"\nend\n",
        ] {
            assert!(runs(text, "test/b.rb"), "{text}");
        }
    }

    #[test]
    fn only_a_test_task_is_one() {
        assert!(
            Tasks::of(&Files::of(&[("Rakefile", "# TestTask\ntask :x\n")]), &RepoPath::default()).is_none()
        );
        assert!(tasks("Minitest::TestTask.create").autorun && !tasks("Rake::TestTask.new").autorun);
    }
}
