//! PHPUnit's file of settings, as far as it says which files are run.

use crate::domain::RepoPath;
use globset::GlobBuilder;
use roxmltree::{Document, Node, ParsingOptions};

/// Which files a package's settings have run.
#[derive(Debug, Default)]
pub(super) struct Config {
    suites: Vec<TestSuite>,
}

/// A `<testsuite>`.
#[derive(Debug, Default)]
struct TestSuite {
    directories: Vec<Directory>,
    files: Vec<RepoPath>,
    exclude: Vec<RepoPath>,
}

#[derive(Debug)]
struct Directory {
    path: String,
    prefix: String,
    suffix: String,
}

/// Reads a file of settings; `None` if it is not one of PHPUnit's.
pub(super) fn read(text: &str) -> Option<Config> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).ok()?;
    let root = document.root_element();
    (root.tag_name().name() == "phpunit").then_some(())?;
    let default = root.attribute("defaultTestSuite").unwrap_or_default();
    let chosen: Vec<&str> = default.split(',').filter(|name| !name.is_empty()).collect();
    let suites = root.descendants().filter(|node| node.tag_name().name() == "testsuite");
    let is_run = |suite: &Node<'_, '_>| {
        chosen.is_empty() || suite.attribute("name").is_some_and(|name| chosen.contains(&name))
    };
    Some(Config { suites: suites.filter(is_run).map(test_suite).collect() })
}

fn test_suite(node: Node<'_, '_>) -> TestSuite {
    let mut suite = TestSuite::default();
    for child in node.children().filter(Node::is_element) {
        let path = child.text().unwrap_or_default().trim().trim_start_matches("./").trim_end_matches('/');
        match child.tag_name().name() {
            "directory" => suite.directories.push(Directory {
                path: if path == "." { String::new() } else { path.to_owned() },
                prefix: child.attribute("prefix").unwrap_or_default().to_owned(),
                suffix: child.attribute("suffix").unwrap_or("Test.php").to_owned(),
            }),
            "file" => suite.files.push(RepoPath::new(path)),
            "exclude" => suite.exclude.push(RepoPath::new(path)),
            _ => {}
        }
    }
    suite
}

impl Config {
    /// Whether a run without arguments runs the test case in this file, a path below the folder of the settings.
    /// Settings that name no tests leave it to the arguments.
    pub(super) fn selects(&self, file: &RepoPath) -> bool {
        self.suites.is_empty() || self.suites.iter().any(|suite| suite.selects(file))
    }

    /// Whether the file lies in a folder of tests, so that test cases there may have tests from it.
    pub(super) fn reaches(&self, file: &RepoPath) -> bool {
        let within = |suite: &TestSuite| suite.directories.iter().any(|directory| directory.holds(file));
        self.suites.is_empty() || self.suites.iter().any(within)
    }

    /// Whether it names any tests.
    pub(super) fn names_tests(&self) -> bool {
        !self.suites.is_empty()
    }
}

impl TestSuite {
    fn selects(&self, file: &RepoPath) -> bool {
        let by_folder =
            self.directories.iter().any(|directory| directory.holds(file) && directory.names(file));
        (by_folder || self.files.contains(file)) && !self.exclude.iter().any(|out| file.is_within(out))
    }
}

impl Directory {
    fn names(&self, file: &RepoPath) -> bool {
        file.name().starts_with(self.prefix.as_bytes()) && file.name().ends_with(self.suffix.as_bytes())
    }

    /// Whether the file lies below it; it may be a glob.
    fn holds(&self, file: &RepoPath) -> bool {
        if self.path.is_empty() || file.is_within(&RepoPath::new(self.path.as_str())) {
            return true;
        }
        let glob = GlobBuilder::new(&self.path).literal_separator(true).build();
        let Ok(glob) = glob.map(|glob| glob.compile_matcher()) else { return false };
        std::iter::successors(file.parent(), RepoPath::parent).any(|folder| glob.is_match(folder.to_os()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selects(settings: &str, file: &str) -> bool {
        read(settings).unwrap().selects(&RepoPath::new(file))
    }

    fn suites(inside: &str) -> String {
        format!(
            "<?xml version=\"1.0\"?>\n<phpunit bootstrap=\"x\"><testsuites>{inside}</testsuites></phpunit>"
        )
    }

    #[test]
    fn folders_select_by_suffix_and_prefix_and_excluded_ones_do_not() {
        let settings = suites(
            "<testsuite name=\"a\"><directory>./tests/</directory><directory suffix=\".php\" prefix=\"T\">more</directory>\
             <file>one.php</file><exclude>tests/slow</exclude></testsuite>",
        );
        for (file, is_selected) in [
            ("tests/ATest.php", true),
            ("tests/a/b/ATest.php", true),
            ("tests/A.php", false),
            ("tests/slow/ATest.php", false),
            ("more/Ta.php", true),
            ("more/a.php", false),
            ("one.php", true),
            ("ATest.php", false),
            ("teststoo/ATest.php", false),
        ] {
            assert_eq!(selects(&settings, file), is_selected, "{file}");
        }
        let reaches = |file| read(&settings).unwrap().reaches(&RepoPath::new(file));
        assert!(reaches("tests/Base.php") && !reaches("src/Base.php"));
    }

    #[test]
    fn globs_and_the_folder_itself_are_folders_too() {
        let settings = suites("<testsuite><directory>src/*/Tests</directory></testsuite>");
        assert!(
            selects(&settings, "src/A/Tests/x/ATest.php") && !selects(&settings, "src/A/B/Tests/ATest.php")
        );
        let top = suites("<testsuite><directory>.</directory></testsuite>");
        assert!(selects(&top, "a/ATest.php"));
    }

    #[test]
    fn the_default_test_suites_are_the_ones_that_are_run() {
        let settings = "<phpunit defaultTestSuite=\"a,c\"><testsuites>\
            <testsuite name=\"a\"><directory>a</directory></testsuite>\
            <testsuite name=\"b\"><directory>b</directory></testsuite></testsuites></phpunit>";
        assert!(selects(settings, "a/ATest.php") && !selects(settings, "b/ATest.php"));
    }

    #[test]
    fn settings_without_test_suites_select_all_and_other_files_are_no_settings() {
        assert!(selects("<phpunit colors=\"true\"/>", "x/ATest.php"));
        assert!(read("<project/>").is_none() && read("<phpunit").is_none());
    }
}
