//! The public JSON, `counterproof/1` (I10). Fields may be added within a major version; none changes its meaning.
//! These are the only types whose serialized form is a promise.

mod from;

pub use from::wire;

use schemars::JsonSchema;
use serde::Serialize;

/// The name and major version of the format.
pub const SCHEMA: &str = "counterproof/1";

/// Makes an enum of words that has each of them once: as variant, as JSON, and by `name()`.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
        pub enum $name { $($(#[$doc])* #[serde(rename = $word)] $variant,)* }

        impl $name {
            /// All words.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The word, as the JSON has it.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }
    };
}

words! {
    /// What was found for the change.
    Verdict {
        /// Claimed is green, and every base test the change could have touched is satisfied.
        Earned = "EARNED",
        /// Claimed is green, and at least one base test convicts.
        Unearned = "UNEARNED",
        /// The claimed world is not green.
        NotGreen = "NOT_GREEN",
        /// Something that must be known could not be read, or only a person can know it.
        Inconclusive = "INCONCLUSIVE",
    }
}

words! {
    /// What the change did to a test.
    Touched {
        /// Only the head has it.
        Added = "added",
        /// Its text differs.
        Edited = "edited",
        /// Only the base has it.
        Removed = "removed",
        /// Active on the base side, disabled on the head side.
        Disabled = "disabled",
        /// Same body, other place or name.
        Moved = "moved",
        /// The same on both sides.
        Untouched = "untouched",
    }
}

words! {
    /// What a test reads in one world.
    Cell {
        /// Green, and seen to turn red.
        Pass = "pass",
        /// Red, and seen to turn green.
        Fail = "fail",
        /// It cannot run in this world, or no control vouches for its reading.
        NotRunnable = "not_runnable",
        /// This side has no such test.
        Absent = "absent",
        /// Its text or the controls show that it never runs, or that its failure goes nowhere.
        Disabled = "disabled",
        /// Repetitions differ.
        Unstable = "unstable",
        /// Ended at its deadline.
        Timeout = "timeout",
        /// Not asked: the answer could not change a verdict, or the run was cut short.
        NotAsked = "not_asked",
    }
}

words! {
    /// What was found for a new or changed test as evidence for the change.
    TestVerdict {
        /// Fails on the base code, passes on the head code.
        Alibi = "alibi",
        /// Passes on the base code too.
        NoAlibi = "no_alibi",
        /// Cannot run on the base code, since what it calls is not there yet.
        Provisional = "provisional",
        /// It cannot fail.
        Vacuous = "vacuous",
        /// No alibi, and marked so where it is written.
        Characterization = "characterization",
        /// A control failed; the reason says which.
        Unanswered = "unanswered",
    }
}

words! {
    /// How the change treated a test that the base has.
    Treatment {
        /// The head code passes it.
        Satisfied = "satisfied",
        /// The edit of the test alone turned it green. Convicts.
        EditedToGreen = "edited_to_green",
        /// It was red, still is, and only its rewriting is green, or it is gone. Convicts.
        NeverSatisfied = "never_satisfied",
        /// The code broke it, and its new version accepts both behaviours. Convicts.
        Weakened = "weakened",
        /// The code broke it and it is gone. Convicts.
        Removed = "removed",
        /// The code broke it and it is disabled. Convicts.
        Disabled = "disabled",
        /// Code and expectation moved together: a person must say.
        ContractChanged = "contract_changed",
        /// It ran on the base code and cannot run on the head code.
        CannotRun = "cannot_run",
        /// It has no baseline, so it is held neither for nor against anyone.
        Void = "void",
    }
}

words! {
    /// How much a finding matters. Findings accuse nobody.
    Severity {
        /// Worth a look.
        Look = "look",
        /// Good to know.
        Note = "note",
    }
}

/// A report.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "counterproof/1", extend("additionalProperties" = true))]
pub struct Wire {
    /// `counterproof/1`.
    pub schema: &'static str,
    /// What ran.
    pub tool: Tool,
    /// What was judged.
    pub change: Change,
    /// The verdict.
    pub verdict: Verdict,
    /// The exit status that goes with the verdict (an interrupted run ends with 130 whatever is here).
    pub exit_code: u8,
    /// Why, most important first.
    pub reasons: Vec<String>,
    /// Everything counted.
    pub summary: Summary,
    /// The tests with something to say: all that were touched, and all others that decided something.
    pub tests: Vec<Test>,
    /// What could not be read while the change was taken apart, and what an interrupted run did not ask.
    pub gaps: Vec<String>,
    /// The sign-offs that have to do with the change.
    pub signoffs: Vec<SignOff>,
    /// What became of what the author of the change claims. It decides nothing.
    pub claims: Vec<Claim>,
    /// What an EARNED does not show, in one line; nothing for other verdicts.
    pub limits: Option<String>,
    /// Static evidence to look at. It never decides.
    pub findings: Vec<Finding>,
    /// What was run.
    pub trials: Trials,
}

/// What ran.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Tool {
    /// The version of counterproof.
    pub version: String,
    /// The backend that raised the worlds.
    pub backend: String,
    /// How many trials ran side by side.
    pub jobs: usize,
    /// The run's name, for `counterproof replay`.
    pub run: Option<String>,
    /// Seconds from start to verdict.
    pub elapsed_s: f64,
}

/// What was judged.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Change {
    /// The state before.
    pub base: Version,
    /// The state after.
    pub head: Version,
    /// How the two were chosen.
    pub reason: String,
    /// What differs.
    pub files: Vec<File>,
}

/// One of the two states.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Version {
    /// What to call it.
    pub label: String,
    /// The git tree that holds exactly this state.
    pub tree: String,
    /// The commit, where the state is one.
    pub commit: Option<String>,
}

/// A file that differs. In paths, bytes that are not UTF-8 and control characters are written `\xNN`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct File {
    /// Its path.
    pub path: String,
    /// Its path on the base side, if it was renamed.
    pub was: Option<String>,
    /// The roles of the parts that differ: code, test, fixture, harness, other.
    pub roles: Vec<&'static str>,
}

/// Everything counted. Verdicts are counted over new and changed tests, treatments over tests that the base has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Summary {
    /// Base tests asked on the head code, singly or in company.
    pub base_tests_asked: usize,
    /// Tests whose treatment convicts.
    pub convicting: usize,
    /// Tests whose contract changed.
    pub contract_changed: usize,
    /// Tests that cannot run on the head code.
    pub cannot_run: usize,
    /// Tests without a baseline.
    pub void: usize,
    /// Tests with an alibi.
    pub alibi: usize,
    /// Tests without one.
    pub no_alibi: usize,
    /// Tests that cannot run on the base code yet.
    pub provisional: usize,
    /// Tests that cannot fail.
    pub vacuous: usize,
    /// Tests marked as characterization.
    pub characterization: usize,
    /// Tests a control failed for.
    pub unanswered: usize,
    /// Tests that a sign-off clears. A removal that is signed off is not counted as convicting.
    pub signed_off: usize,
}

/// One test.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Test {
    /// Its stable name: `path::suite::name`.
    pub id: String,
    /// The file it is in (on the head side, if it is there).
    pub file: String,
    /// The line its definition begins in, from 1.
    pub line: usize,
    /// Its suites and its own name, outermost first.
    pub name: Vec<String>,
    /// The runner that was asked.
    pub runner: String,
    /// True if its name is only known when it runs, so that it was asked as part of a group.
    pub dynamic: bool,
    /// What the change did to it.
    pub touched: Touched,
    /// What it reads in the four worlds.
    pub cells: Cells,
    /// Its verdict as evidence, if it is new or changed.
    pub verdict: Option<TestVerdict>,
    /// How the change treated it, if the base has it.
    pub treatment: Option<Treatment>,
    /// One sentence for a person.
    pub reason: String,
    /// A shell command that shows it by hand, where the test is held against somebody.
    pub reproduce: Option<String>,
    /// True if a sign-off clears what was found of it.
    pub signed_off: bool,
    /// The command by which a person signs off what is open, where that can be done.
    pub signoff: Option<String>,
}

/// The cells of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Cells {
    /// Base code, base tests.
    pub before: Cell,
    /// Base code, head tests.
    pub evidence: Cell,
    /// Head code, base tests.
    pub earned: Cell,
    /// Head code, head tests.
    pub claimed: Cell,
    /// The head's code with nothing left of what the change made it do, head tests: where it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hollow: Option<Cell>,
    /// Head code that answers to its old names too, base tests: where it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shimmed: Option<Cell>,
}

words! {
    /// The effect of a sign-off.
    Effect {
        /// It clears what it was made for.
        InEffect = "in_effect",
        /// What was signed is not what is there any more.
        Expired = "expired",
        /// It has none.
        NotCounted = "not_counted",
    }
}

/// A sign-off.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SignOff {
    /// What it clears: contract, removal, unvalidatable.
    pub kind: &'static str,
    /// The test's id.
    pub test: String,
    /// Who signed.
    pub name: String,
    /// Why.
    pub reason: String,
    /// When.
    pub date: String,
    /// The hash of exactly what was signed.
    pub digest: String,
    /// Where it was found.
    pub found_in: String,
    /// Whose key signed it, where the base asks for signatures.
    pub signer: Option<String>,
    /// Its effect.
    pub effect: Effect,
    /// Why it has none.
    pub why: Option<String>,
}

words! {
    /// What the evidence of the run says of a claim.
    Outcome {
        /// It shows it.
        Proven = "proven",
        /// It shows the contrary.
        False = "false",
        /// It shows neither.
        Unproven = "unproven",
    }
}

/// A claim of the author of the change.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Claim {
    /// The line of the ledger, from 1.
    pub line: usize,
    /// The tag, which alone is judged.
    pub tag: String,
    /// The rest of the line.
    pub text: String,
    /// What the evidence says.
    pub outcome: Outcome,
    /// Why, in one sentence.
    pub why: String,
}

/// Static evidence.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Finding {
    /// The rule that found it.
    pub rule: String,
    /// How much it matters.
    pub severity: Severity,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What was found.
    pub message: String,
}

/// What was run.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Trials {
    /// How many trials were run.
    pub run: usize,
    /// How many were answered by the cache.
    pub cached: usize,
    /// Of those that were run: bodies edited to see the command read the other way.
    pub calibrations: usize,
    /// Of those that were run: changed sources made unloadable.
    pub rollbacks: usize,
    /// Of those that were run: repetitions.
    pub repetitions: usize,
    /// Their CPU time in seconds.
    pub cpu_s: f64,
    /// Their wall time in seconds, added up.
    pub wall_s: f64,
}
