//! What keeps a file out of its package: its name, the names of its folders, its build constraint.

use crate::domain::{Disabled, RepoPath};
use std::{collections::BTreeSet, env::consts};

/// The operating systems that a file's name or a tag may be of.
const SYSTEMS: &str = "aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 \
    solaris wasip1 windows zos";

/// The processors that a file's name or a tag may be of.
const PROCESSORS: &str = "386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 \
    mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm";

/// Tags that the compiler or its settings decide; whether they hold is not known here.
const UNDECIDED: &str = "cgo gc gccgo race msan asan boringcrypto";

/// Whether a word is one of a list.
fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// This machine's system, as Go calls it.
fn system() -> &'static str {
    if consts::OS == "macos" { "darwin" } else { consts::OS }
}

/// This machine's processor, as Go calls it; `None` where the names of the two languages need not agree.
fn processor() -> Option<&'static str> {
    match consts::ARCH {
        "x86_64" => Some("amd64"),
        "x86" => Some("386"),
        "aarch64" => Some("arm64"),
        same @ ("arm" | "loongarch64" | "riscv64" | "s390x") => {
            Some(if same == "loongarch64" { "loong64" } else { same })
        }
        _ => None,
    }
}

/// What the file's path, seen from its module, keeps it out by.
pub(super) fn of_path(path: &RepoPath) -> Option<Disabled> {
    let names: Vec<String> =
        path.components().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    let is_passed_over =
        |name: &&String| name.starts_with(['_', '.']) || matches!(name.as_str(), "testdata" | "vendor");
    let passed_over = names.iter().find(is_passed_over);
    let by = passed_over.or_else(|| names.last().filter(|name| !is_for_here(name)))?;
    Some(Disabled { by: by.clone(), line: 1 })
}

/// Whether a file's name leaves this machine in: `x_windows_test.go` does not, nor `x_linux_arm64_test.go` everywhere.
fn is_for_here(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let Some((_, rest)) = stem.split_once('_') else { return true };
    let words: Vec<&str> = rest.strip_suffix("_test").unwrap_or(rest).split('_').collect();
    let holds = |word: &&str| tag(word, &BTreeSet::new()) != Some(false);
    match words[..] {
        [.., system, processor] if is_in(SYSTEMS, system) && is_in(PROCESSORS, processor) => {
            holds(&system) && holds(&processor)
        }
        [.., word] if is_in(SYSTEMS, word) || is_in(PROCESSORS, word) => holds(&word),
        _ => true,
    }
}

/// The tags that the arguments of a command set.
pub(super) fn tags(args: &[String]) -> BTreeSet<String> {
    let mut tags = BTreeSet::new();
    for (at, arg) in args.iter().enumerate() {
        let flag = arg.trim_start_matches('-');
        let list = match flag.strip_prefix("tags=") {
            Some(list) => Some(list),
            None if flag == "tags" && arg.starts_with('-') => args.get(at + 1).map(String::as_str),
            None => None,
        };
        tags.extend(list.into_iter().flat_map(|list| list.split([',', ' '])).map(str::to_owned));
    }
    tags
}

/// Whether the module is so old that lines `// +build` count.
pub(super) fn reads_old_lines(manifest: &str) -> bool {
    let version = manifest.lines().find_map(|line| line.trim().strip_prefix("go "));
    let minor = version
        .and_then(|version| version.trim().strip_prefix("1.")?.split(['.', 'r', 'b']).next()?.parse().ok());
    version.is_none() || minor.is_some_and(|minor: u32| minor < 18)
}

/// What the build constraint of a source keeps it out by, under these tags.
pub(super) fn of_source(source: &str, tags: &BTreeSet<String>, reads_old_lines: bool) -> Option<Disabled> {
    let header: Vec<(usize, &str)> = header(source);
    let of = |(number, line): &(usize, &str), holds: Option<bool>| {
        (holds == Some(false)).then(|| Disabled { by: line.trim().to_owned(), line: number + 1 })
    };
    let written = |line: &str, mark: &str| {
        let rest = line.trim().strip_prefix("//")?.trim_start().strip_prefix(mark)?;
        rest.starts_with([' ', '\t']).then(|| rest.to_owned())
    };
    if let Some((line, rule)) = header.iter().find_map(|line| {
        Some((line, written(line.1, "go:build").filter(|_| line.1.trim().starts_with("//go:"))?))
    }) {
        return of(line, Expression::new(&rule).value(tags));
    }
    let mut old = header.iter().filter(|_| reads_old_lines);
    old.find_map(|line| of(line, old_line(&written(line.1, "+build")?, tags)))
}

/// The lines in front of the package clause, with their numbers from 0. A block comment ends a header for us.
fn header(source: &str) -> Vec<(usize, &str)> {
    let lines = source.trim_start_matches('\u{feff}').lines().enumerate();
    lines.take_while(|(_, line)| line.trim().is_empty() || line.trim_start().starts_with("//")).collect()
}

/// A line of the old form: alternatives parted by blanks, of tags joined by commas.
fn old_line(rule: &str, tags: &BTreeSet<String>) -> Option<bool> {
    let one = |word: &str| match word.strip_prefix('!') {
        Some(word) => tag(word, tags).map(|holds| !holds),
        None => tag(word, tags),
    };
    let group = |words: &str| words.split(',').map(one).fold(Some(true), and);
    rule.split_whitespace().map(group).fold(Some(false), or)
}

/// Whether a tag holds; `None` if that is not known here.
fn tag(word: &str, tags: &BTreeSet<String>) -> Option<bool> {
    let is_version = || word.strip_prefix("go1.").is_some_and(|minor| minor.parse::<u32>().is_ok());
    match word {
        set if tags.contains(set) => Some(true),
        "unix" => Some(cfg!(unix)),
        // One system is taken for another one where it is of its kind.
        "linux" if system() == "android" => Some(true),
        name if is_in(SYSTEMS, name) => Some(name == system()),
        name if is_in(PROCESSORS, name) => processor().map(|own| own == name),
        name if is_in(UNDECIDED, name) || name.starts_with("goexperiment.") || is_version() => None,
        _ => Some(false),
    }
}

fn and(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn or(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    and(one.map(|holds| !holds), other.map(|holds| !holds)).map(|holds| !holds)
}

/// `a && (!b || c)`.
struct Expression {
    words: Vec<String>,
    at: usize,
}

impl Expression {
    fn new(rule: &str) -> Self {
        let spaced = ["(", ")", "!", "&&", "||"]
            .iter()
            .fold(rule.to_owned(), |rule, sign| rule.replace(sign, &format!(" {sign} ")));
        let code = spaced.split("//").next().unwrap_or_default();
        Self { words: code.split_whitespace().map(str::to_owned).collect(), at: 0 }
    }

    /// Whether it holds; what is not well formed may.
    fn value(mut self, tags: &BTreeSet<String>) -> Option<bool> {
        let value = self.either(tags);
        if self.at == self.words.len() { value } else { None }
    }

    fn either(&mut self, tags: &BTreeSet<String>) -> Option<bool> {
        let mut value = self.both(tags);
        while self.takes("||") {
            value = or(value, self.both(tags));
        }
        value
    }

    fn both(&mut self, tags: &BTreeSet<String>) -> Option<bool> {
        let mut value = self.one(tags);
        while self.takes("&&") {
            value = and(value, self.one(tags));
        }
        value
    }

    fn one(&mut self, tags: &BTreeSet<String>) -> Option<bool> {
        if self.takes("!") {
            return self.one(tags).map(|holds| !holds);
        }
        if self.takes("(") {
            let value = self.either(tags);
            return value.filter(|_| self.takes(")"));
        }
        let Some(word) = self.words.get(self.at) else {
            self.at = usize::MAX;
            return None;
        };
        self.at += 1;
        tag(word, tags)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is_next = self.words.get(self.at).is_some_and(|word| word == sign);
        self.at += usize::from(is_next);
        is_next
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn by(constraint: &str, set: &[&str]) -> Option<String> {
        let args: Vec<String> = set.iter().map(|arg| (*arg).to_owned()).collect();
        of_source(&format!("// Copyright\n\n{constraint}\n\npackage p\n"), &tags(&args), true)
            .map(|disabled| disabled.by)
    }

    #[test]
    fn a_constraint_that_cannot_hold_here_keeps_a_file_out() {
        for rule in
            ["ignore", "never && linux", "windows || darwin", "!linux", "!unix", "!(linux || cgo)", "a && !a"]
        {
            assert_eq!(by(&format!("//go:build {rule}"), &[]), Some(format!("//go:build {rule}")));
        }
        for rule in [
            "linux",
            "!windows",
            "cgo",
            "go1.18 && !race",
            "linux || integration",
            "!integration",
            "a &&",
            "&& a",
        ] {
            assert_eq!(by(&format!("//go:build {rule}"), &[]), None, "{rule}");
        }
    }

    #[test]
    fn the_users_tags_hold() {
        for args in [&["-tags=integration,e2e"][..], &["-race", "--tags", "e2e integration"]] {
            assert_eq!(by("//go:build integration && e2e", args), None);
            assert!(by("//go:build !integration", args).is_some());
        }
        assert!(by("//go:build integration", &["-run", "integration"]).is_some());
    }

    #[test]
    fn the_old_form_counts_where_there_is_no_new_one_and_the_module_is_old() {
        assert_eq!(by("// +build windows darwin,!cgo", &[]).unwrap(), "// +build windows darwin,!cgo");
        assert_eq!(by("// +build windows linux", &[]), None);
        assert!(by("// +build linux\n// +build never", &[]).is_some());
        assert_eq!(by("//go:build linux\n// +build never", &[]), None);
        assert_eq!(of_source("// +build never\n\npackage p\n", &BTreeSet::new(), false), None);
        assert!(reads_old_lines("module x\n") && reads_old_lines("module x\ngo 1.17\n"));
        assert!(
            !reads_old_lines("go 1.18\n") && !reads_old_lines("go 1.22rc1\n") && !reads_old_lines("go 2\n")
        );
    }

    #[test]
    fn only_what_stands_in_front_of_the_package_constrains() {
        assert_eq!(of_source("package p\n\n//go:build never\n", &BTreeSet::new(), true), None);
        assert_eq!(by("// go:build never", &[]), None);
        assert_eq!(by("//go:builder never", &[]), None);
    }

    #[test]
    fn names_of_other_machines_and_of_what_go_passes_over_keep_a_file_out() {
        let out = |path: &str| of_path(&RepoPath::from(path)).map(|disabled| disabled.by);
        for path in
            ["a_windows_test.go", "b/a_b_windows_arm64_test.go", "a_linux_s390x_test.go", "a_js_test.go"]
        {
            assert_eq!(out(path).as_deref(), path.rsplit('/').next(), "{path}");
        }
        assert_eq!(out("_examples/a_test.go").unwrap(), "_examples");
        assert_eq!(out("a/.b/c_test.go").unwrap(), ".b");
        assert_eq!(out("_a_test.go").unwrap(), "_a_test.go");
        for path in [
            "a_linux_test.go",
            "windows_test.go",
            "a_test.go",
            "a_unix_test.go",
            "x_test/a_test.go",
            "a_windows_test_test.go",
            "a_test_test.go",
        ] {
            assert_eq!(out(path), None, "{path}");
        }
    }
}
