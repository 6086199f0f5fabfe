//! Reports made by hand, one for each verdict and some that are nasty, and what every format makes of them.

mod findings;
mod record;

use super::{Controls, RENDERERS, RunFacts, Style, json, printable, text::text, wire};
use crate::domain::*;
use std::collections::{BTreeMap, BTreeSet};

const PLAIN: Style = Style { colour: false, width: 100, verbosity: 0 };

/// Cells by one letter each, in the order of [`World::ALL`].
fn cells(letters: &str) -> Cells {
    let cell = |letter| match letter {
        'P' => Cell::Pass,
        'F' => Cell::Fail,
        'E' => Cell::NotRunnable,
        '-' => Cell::Absent,
        'D' => Cell::Disabled,
        'U' => Cell::Unstable,
        'T' => Cell::Timeout,
        '.' => Cell::NotAsked,
        '?' => Cell::NoAnswer(Why::RollbackUnproven),
        other => panic!("no cell is called {other}"),
    };
    World::ALL.into_iter().zip(letters.chars().map(cell)).collect()
}

/// A report under construction.
struct Golden {
    report: Report,
    run: RunFacts,
}

impl Golden {
    fn new(verdict: Verdict, exit_code: u8, reason: &str) -> Self {
        let run = RunFacts {
            version: "0.1.0".into(),
            backend: "overlay".into(),
            jobs: 2,
            run: Some("20261130-194400-1".into()),
            elapsed_ms: 7_140,
            trials_cached: 12,
            controls: Controls { calibrations: 18, rollbacks: 1, repetitions: 6 },
            ..RunFacts::default()
        };
        let reasons = vec![reason.to_owned()];
        let report = Report {
            case: case(),
            verdict,
            exit_code,
            reasons,
            tests: Vec::new(),
            signoffs: Vec::new(),
            claims: Vec::new(),
            base_tests_asked: 142,
            trials_run: 34,
            cpu_ms: 12_345,
            wall_ms: 13_700,
        };
        Self { report, run }
    }

    /// Adds a test that has something to say.
    fn test(mut self, name: &[&str], touched: Touched, letters: &str, judged: Judged) -> Self {
        let no = self.report.case.tests.len();
        let site = Site {
            file: RepoPath::from("tests/test_lock.py"),
            line: 10 * (no + 1),
            name: name.iter().map(|one| (*one).to_owned()).collect(),
            ordinal: 0,
            disabled: None,
            characterization: false,
            dynamic: false,
            wrapping: Vec::new(),
            foreign: Vec::new(),
            probes: BTreeSet::new(),
            digest: String::new(),
        };
        self.report.case.tests.push(Test {
            id: format!("tests/test_lock.py::{}", name.join("::")),
            suite: SuiteNo(0),
            touched,
            base: (touched != Touched::Added).then(|| site.clone()),
            head: (touched != Touched::Removed).then_some(site),
        });
        let Judged { treatment, verdict, reason } = judged;
        let (test, cells, reason) = (TestNo(no), cells(letters), reason.to_owned());
        self.report.tests.push(TestReport { test, cells, verdict, treatment, reason });
        self
    }

    /// Adds something to look at.
    fn finding(mut self, rule: &str, severity: Severity, line: usize, message: &str) -> Self {
        let (rule, file, message) =
            (rule.to_owned(), RepoPath::from("tests/test_lock.py"), message.to_owned());
        self.run.findings.push(Finding { rule, severity, file, line, message });
        self
    }

    /// Gives the last test a command to see it by hand.
    fn reproduce(mut self, command: &str) -> Self {
        self.run.reproduce.insert(TestNo(self.report.case.tests.len() - 1), command.to_owned());
        self
    }

    fn text(&self, style: Style) -> String {
        text(&self.report, &self.run, style)
    }

    fn json(&self) -> String {
        json::render(&self.report, &self.run, PLAIN)
    }
}

/// What was judged of a test.
struct Judged {
    treatment: Option<Treatment>,
    verdict: Option<TestVerdict>,
    reason: &'static str,
}

fn treated(treatment: Treatment, reason: &'static str) -> Judged {
    Judged { treatment: Some(treatment), verdict: None, reason }
}

fn found(verdict: TestVerdict, reason: &'static str) -> Judged {
    Judged { treatment: None, verdict: Some(verdict), reason }
}

fn both(treatment: Treatment, verdict: TestVerdict, reason: &'static str) -> Judged {
    Judged { treatment: Some(treatment), verdict: Some(verdict), reason }
}

fn case() -> Case {
    let version = |label: &str, tree: char, commit: Option<char>| Version {
        label: label.to_owned(),
        tree: tree.to_string().repeat(40),
        commit: commit.map(|c| c.to_string().repeat(40)),
    };
    let file = |path: &str, roles: Vec<Role>| ChangedFile {
        path: RepoPath::from(path),
        was: None,
        in_base: true,
        in_head: true,
        roles,
    };
    let change = Change {
        base: version("abc1234", 'a', Some('c')),
        head: version("working tree", 'b', None),
        origin: Origin {
            reason: "Base is abc1234, HEAD, as the working tree has changes; head is working tree."
                .to_owned(),
        },
        files: vec![file("src/lock.py", vec![Role::Code]), file("tests/test_lock.py", vec![Role::Test])],
    };
    let suite = Suite {
        runner: "pytest".into(),
        because: "`pyproject.toml` has `[tool.pytest.ini_options]`".into(),
        package: RepoPath::default(),
        base_files: vec![RepoPath::from("tests/test_lock.py")],
        head_files: vec![RepoPath::from("tests/test_lock.py")],
        facts: BTreeMap::new(),
    };
    Case {
        change,
        suites: vec![suite],
        tests: Vec::new(),
        hollowing: Hollowing::default(),
        renames: Vec::new(),
        ignored: Vec::new(),
        policy: Policy::default(),
        disturbed: None,
        record: Record::default(),
        gaps: Vec::new(),
        beyond: Vec::new(),
    }
}

fn earned() -> Golden {
    Golden::new(
        Verdict::Earned,
        0,
        "All 142 base tests that the change could have touched pass on the head code.",
    )
    .test(&["test_waits"], Touched::Added, "-F-P", found(TestVerdict::Alibi, ""))
    .test(
        &["test_timeout"],
        Touched::Added,
        "-E-P",
        found(TestVerdict::Provisional, "It calls `Lock.timeout`, which the base code does not define."),
    )
    .test(&["test_old"], Touched::Untouched, "P.P.", treated(Treatment::Satisfied, ""))
}

fn unearned() -> Golden {
    let edited =
        "It was red, and its new version is green on the old code too: the edit alone turned it green.";
    Golden::new(
        Verdict::Unearned,
        2,
        "2 base tests fail on the head code; only editing them made the suite green.",
    )
    .test(
        &["TestLock", "test_release_twice_raises"],
        Touched::Edited,
        "FPFP",
        both(Treatment::EditedToGreen, TestVerdict::NoAlibi, edited),
    )
    .reproduce(
        "cd \"$(mktemp -d)\" && git -C /repo worktree add x abc1234\npytest 'tests/test_lock.py::TestLock'",
    )
    .test(
        &["test_timeout_is_kept"],
        Touched::Removed,
        "P-F-",
        treated(Treatment::Removed, "It passed on the base code, fails on the head code, and is gone."),
    )
    .test(&["test_waits"], Touched::Added, "-F-P", found(TestVerdict::Alibi, ""))
    .test(
        &["test_nothing"],
        Touched::Added,
        "-P-P",
        found(TestVerdict::NoAlibi, "It passes on the base code too."),
    )
    .finding("deleted_test", Severity::Look, 20, "the test `test_timeout_is_kept` is gone")
    .finding("changed_expectation", Severity::Note, 12, "`1` was expected, now it is `2`")
}

fn not_green() -> Golden {
    let not_asked = TestVerdict::Unanswered(Why::NotAsked);
    Golden::new(Verdict::NotGreen, 4, "1 test fails in the head as it is.").test(
        &["test_waits"],
        Touched::Added,
        "...F",
        found(not_asked, "It fails in the head as it is."),
    )
}

fn inconclusive() -> Golden {
    let contract =
        both(Treatment::ContractChanged, TestVerdict::Alibi, "Code and expectation moved together.");
    let renamed = treated(Treatment::CannotRun(Why::CannotRun), "`Lock.acquire` is gone.");
    let clock = treated(Treatment::Void(Why::Unstable), "It is not stable.");
    let slow = found(TestVerdict::Unanswered(Why::TimedOut), "Timed out.");
    let installed = found(TestVerdict::Unanswered(Why::RollbackUnproven), "No control shows the rollback.");
    let mut golden = Golden::new(Verdict::Inconclusive, 3, "src/gen.py could not be parsed.")
        .test(&["test_format"], Touched::Edited, "PFFP", contract)
        .test(&["test_renamed"], Touched::Edited, "PEEP", renamed)
        .test(&["test_clock"], Touched::Edited, "UUUP", clock)
        .test(&["test_slow"], Touched::Added, "-T-P", slow)
        .test(&["test_installed"], Touched::Added, "-?-P", installed);
    golden.report.reasons.extend([
        "pytest, earned world: it ran into its time limit".to_owned(),
        "`tests/test_lock.py::test_format`: Code and expectation moved together.".to_owned(),
    ]);
    golden.report.case.gaps.push("src/gen.py could not be parsed.".into());
    golden.run.not_asked.push("tests/test_far.py was not asked: interrupted.".into());
    golden
}

fn nasty() -> Golden {
    let names = ["red \u{1b}[31m name\r\n", "bidi \u{202e}eman", "c1 \u{9b}2J", "日本語 \"quoted\" $(rm)"];
    let mut golden = Golden::new(Verdict::Unearned, 2, "test \u{1b}]0;owned\u{7} convicts")
        .test(&names, Touched::Edited, "PPFP", treated(Treatment::Weakened, "a tab\there"))
        .reproduce("pytest 'x\u{1b}[2J'")
        .finding("changed_expectation", Severity::Look, 1, "`\u{1b}[2J` was expected, now it is `\u{202e}`");
    let path = RepoPath::new(b"tests/\xff odd\n\x1b[0mname.py".to_vec());
    golden.report.case.change.files[0].path = path.clone();
    golden.report.case.tests[0].head.as_mut().unwrap().file = path;
    golden
}

fn many() -> Golden {
    let mut golden = Golden::new(Verdict::Earned, 1, "30 tests of the change have no alibi.");
    for no in 0..30 {
        let name = format!("test_{no}");
        golden = golden.test(&[&name], Touched::Added, "-P-P", found(TestVerdict::NoAlibi, "No."));
        golden = golden.finding("deleted_test", Severity::Look, no + 1, &format!("`old_{no}` is gone"));
    }
    golden
}

fn all() -> Vec<Golden> {
    vec![earned(), unearned(), not_green(), inconclusive(), nasty(), many()]
}

#[test]
fn an_earned_change_is_told_with_its_limits() {
    insta::assert_snapshot!(earned().text(PLAIN));
}

#[test]
fn an_unearned_change_shows_the_tests_that_convict_and_how_to_see_them() {
    insta::assert_snapshot!(unearned().text(PLAIN));
}

#[test]
fn a_change_that_is_not_green_shows_what_fails() {
    insta::assert_snapshot!(not_green().text(PLAIN));
}

#[test]
fn an_inconclusive_change_says_what_is_not_known() {
    insta::assert_snapshot!(inconclusive().text(PLAIN));
}

#[test]
fn a_narrow_page_is_wrapped() {
    insta::assert_snapshot!(unearned().text(Style { width: 60, ..PLAIN }));
}

#[test]
fn colour_is_only_ink() {
    for golden in all() {
        let colourful = golden.text(Style { colour: true, ..PLAIN });
        assert!(colourful.contains("\u{1b}["));
        let stripped: String =
            colourful.split('\u{1b}').enumerate().map(|(at, part)| without_code(at, part)).collect();
        assert_eq!(stripped, golden.text(PLAIN));
    }
}

/// What stands behind an escape's code; the first part has none.
fn without_code(at: usize, part: &str) -> &str {
    if at == 0 { part } else { part.split_once('m').map_or(part, |(_, rest)| rest) }
}

#[test]
fn quiet_is_the_verdict_line_alone() {
    let line = inconclusive().text(Style { verbosity: -1, ..PLAIN });
    assert_eq!(
        line,
        "INCONCLUSIVE  142 base tests asked, 1 contract changed, 1 cannot run, 1 without baseline · \
         tests of the change: 1 alibi, 2 unanswered\n"
    );
}

#[test]
fn many_tests_are_counted_and_verbose_shows_them_all() {
    assert!(many().text(PLAIN).contains("and 10 more (-v shows all)"));
    assert!(!many().text(PLAIN).contains("test_25"));
    assert!(many().text(Style { verbosity: 1, ..PLAIN }).contains("test_25"));
}

#[test]
fn an_untouched_satisfied_test_is_only_counted_unless_asked_for() {
    assert!(!earned().text(PLAIN).contains("test_old"));
    assert!(earned().text(Style { verbosity: 1, ..PLAIN }).contains("test_old"));
}

#[test]
fn a_reason_that_a_test_below_gives_is_not_given_twice() {
    let page = inconclusive().text(PLAIN);
    assert_eq!(page.matches("Code and expectation moved together.").count(), 1);
    assert_eq!(page.matches("src/gen.py could not be parsed.").count(), 1);
}

#[test]
fn very_verbose_names_the_logs() {
    let mut golden = earned();
    golden.run.logs.insert(TestNo(0), vec!["007-evidence.log".into()]);
    assert!(!golden.text(Style { verbosity: 1, ..PLAIN }).contains("007-evidence.log"));
    assert!(golden.text(Style { verbosity: 2, ..PLAIN }).contains("007-evidence.log"));
}

#[test]
fn no_name_path_or_reason_steers_the_terminal() {
    for page in [nasty().text(PLAIN), nasty().text(Style { verbosity: 2, ..PLAIN }), nasty().json()] {
        let steering: Vec<_> =
            page.chars().filter(|c| *c != '\n' && printable(&c.to_string()) != c.to_string()).collect();
        assert_eq!(steering, []);
    }
    insta::assert_snapshot!(nasty().text(PLAIN));
}

#[test]
fn escaping_for_the_eye_changes_nothing_for_a_parser() {
    let value: serde_json::Value = serde_json::from_str(&nasty().json()).unwrap();
    assert_eq!(value["tests"][0]["name"][1], "bidi \u{202e}eman");
    assert_eq!(value["tests"][0]["name"][2], "c1 \u{9b}2J");
}

#[test]
fn the_json_of_an_unearned_change_is_as_promised() {
    insta::assert_snapshot!(unearned().json());
}

#[test]
fn every_report_is_valid_by_the_schema() {
    let schema: serde_json::Value = serde_json::from_str(SCHEMA_FILE).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for golden in all() {
        let value = serde_json::from_str(&golden.json()).unwrap();
        let errors: Vec<_> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new());
    }
}

#[test]
fn the_schema_refuses_a_word_it_does_not_know() {
    let schema: serde_json::Value = serde_json::from_str(SCHEMA_FILE).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&unearned().json()).unwrap();
    value["tests"][0]["cells"]["earned"] = "green".into();
    assert!(!validator.is_valid(&value));
}

const SCHEMA_FILE: &str = include_str!("../../../../schema/counterproof-1.schema.json");

/// `counterproof schema > schema/counterproof-1.schema.json` makes it anew.
#[test]
fn i10_the_schema_in_the_repository_is_the_one_of_the_code() {
    assert_eq!(SCHEMA_FILE, json::schema());
}

#[test]
fn no_answer_is_never_shown_as_an_answer() {
    let reasons = [
        (Why::NeverEntered, wire::Cell::Disabled),
        (Why::NeverEnds, wire::Cell::Disabled),
        (Why::Swallowed, wire::Cell::Disabled),
        (Why::NotAsked, wire::Cell::NotAsked),
        (Why::TimedOut, wire::Cell::Timeout),
        (Why::Unstable, wire::Cell::Unstable),
        (Why::NotStarted("gone".into()), wire::Cell::NotRunnable),
        (Why::CannotRun, wire::Cell::NotRunnable),
        (Why::NeverLoadsChange, wire::Cell::NotRunnable),
        (Why::RollbackUnproven, wire::Cell::NotRunnable),
        (Why::NotThere, wire::Cell::Absent),
        (Why::NotSelected, wire::Cell::NotRunnable),
        (Why::BuiltAhead, wire::Cell::NotRunnable),
        (Why::CallsRemoved, wire::Cell::NotRunnable),
        (Why::RedWhenClaimed, wire::Cell::NotRunnable),
        (Why::Other("odd".into()), wire::Cell::NotRunnable),
    ];
    for (why, cell) in reasons {
        assert_eq!(wire::Cell::from(&Cell::NoAnswer(why)), cell);
    }
}

#[test]
fn the_first_line_of_every_format_of_text_has_the_verdict_first() {
    for golden in all() {
        let word = wire::Verdict::from(golden.report.verdict).name().replace('_', " ");
        assert!(golden.text(PLAIN).starts_with(&word));
    }
}

#[test]
fn run_facts_survive_the_journal() {
    let facts = unearned().run;
    let text = serde_json::to_string(&facts).unwrap();
    assert_eq!(serde_json::from_str::<RunFacts>(&text).unwrap(), facts);
}

#[test]
fn controls_are_counted_by_kind() {
    let trial = |alterations: &[Alteration], attempt| Observation {
        marks: Marks::new(),
        trial: Trial {
            world: World::EARNED,
            ask: Ask::Test(TestNo(0)),
            alterations: alterations.iter().copied().collect(),
            attempt,
        },
        exit: Exit::Code(0),
        read: None,
        wall_ms: 1,
        cpu_ms: 1,
        log: Some(format!("{attempt}.log")),
    };
    let body = Alteration::Body(TestNo(0), BodyEdit::FailAtEnd);
    let mut seen = Seen::default();
    seen.extend([trial(&[], 0), trial(&[body], 0), trial(&[Alteration::BreakSource], 0), trial(&[], 1)]);
    let facts = RunFacts::default().with_seen(&seen);
    assert_eq!(facts.controls, Controls { calibrations: 1, rollbacks: 1, repetitions: 1 });
    assert_eq!(facts.logs[&TestNo(0)].len(), 4);
}

#[test]
fn every_format_has_a_name_of_its_own_and_renders() {
    for renderer in RENDERERS {
        assert_eq!(super::renderer(renderer.name).map(|one| one.name), Some(renderer.name));
        assert!((renderer.render)(&earned().report, &earned().run, PLAIN).contains("EARNED"));
    }
}
