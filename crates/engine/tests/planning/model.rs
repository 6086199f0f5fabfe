//! The model: what each test does in each world, and the lab that answers from it.

use counterproof_engine::{
    domain::*,
    investigate::{Lab, LabError, investigate},
    plan,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What one version of a test does on one version of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Does {
    Pass,
    Fail,
    /// It cannot load there.
    NoLoad,
    /// It is skipped before its body is entered.
    Skip,
    /// It skips, returns or exits on the way.
    EndEarly,
    /// Marked as expected to fail, and fails.
    Swallow,
}

#[derive(Clone, Debug)]
pub(crate) struct Modelled {
    pub(crate) touched: Touched,
    /// By world: what the version of the world's tests side does on its code side.
    pub(crate) does: BTreeMap<World, Does>,
    pub(crate) loads_change: bool,
    /// The head's version of the test loads it no more.
    pub(crate) turns_away: bool,
    pub(crate) foreign: bool,
    /// What its assertions can be put to.
    pub(crate) probes: BTreeSet<Probe>,
    /// It passes whatever it asserts.
    pub(crate) blind: bool,
}

impl Modelled {
    /// Whether the version of the world's tests side loads the changed code.
    pub(crate) fn loads(&self, world: World) -> bool {
        self.loads_change && !(self.turns_away && world.tests == Side::Head)
    }
}

pub(crate) struct Model {
    pub(crate) case: Case,
    pub(crate) tests: Vec<Modelled>,
    pub(crate) asked: usize,
}

pub(crate) const SUITE: SuiteNo = SuiteNo(0);

pub(crate) fn file() -> RepoPath {
    RepoPath::from("t.py")
}

pub(crate) fn site(name: &str, foreign: bool) -> Site {
    Site {
        file: file(),
        line: 1,
        name: vec![name.to_owned()],
        ordinal: 0,
        disabled: None,
        characterization: false,
        dynamic: false,
        wrapping: vec![name.to_owned()],
        foreign: if foreign { vec!["newcomer".into()] } else { Vec::new() },
        probes: BTreeSet::new(),
        digest: String::new(),
    }
}

pub(crate) fn version(label: &str) -> Version {
    Version { label: label.into(), tree: label.into(), commit: None }
}

pub(crate) fn model(tests: Vec<Modelled>) -> Model {
    let rows = tests.iter().enumerate().map(|(number, test)| {
        let name = format!("test_{number}");
        let base = test.touched != Touched::Added;
        let head = test.touched != Touched::Removed;
        Test {
            id: format!("t.py::{name}"),
            suite: SUITE,
            touched: test.touched,
            base: base.then(|| Site { line: number + 1, ..site(&name, false) }),
            head: head.then(|| Site {
                line: number + 1,
                probes: test.probes.clone(),
                ..site(&name, test.foreign)
            }),
        }
    });
    let changed = |path: &str, role| ChangedFile {
        path: path.into(),
        was: None,
        in_base: true,
        in_head: true,
        roles: vec![role],
    };
    let change = Change {
        base: version("base"),
        head: version("head"),
        origin: Origin { reason: String::new() },
        files: vec![changed("code.py", Role::Code), changed("t.py", Role::Test)],
    };
    let suite = Suite {
        runner: "pytest".into(),
        because: String::new(),
        package: RepoPath::default(),
        base_files: vec![file()],
        head_files: vec![file()],
        facts: BTreeMap::new(),
    };
    let case = Case {
        change,
        suites: vec![suite],
        tests: rows.collect(),
        hollowing: Hollowing::default(),
        renames: Vec::new(),
        ignored: Vec::new(),
        policy: Policy::default(),
        disturbed: None,
        record: Record::default(),
        gaps: Vec::new(),
        beyond: Vec::new(),
    };
    Model { case, tests, asked: 0 }
}

impl Model {
    fn exit(&self, trial: &Trial) -> Exit {
        let asked: Vec<TestNo> = match &trial.ask {
            Ask::Test(test) => vec![*test],
            Ask::File(..) | Ask::Suite(_) => (0..self.tests.len()).map(TestNo).collect(),
        };
        let here = asked.into_iter().filter(|test| self.case.tests[test.0].site(trial.world.tests).is_some());
        let mut red = false;
        for test in here {
            red |= self.is_red(test, trial);
        }
        Exit::Code(i32::from(red))
    }

    /// What the test does, with its assertions changed as the trial says: one that sees what they say then fails.
    fn comes_to(&self, test: TestNo, trial: &Trial) -> Does {
        let model = &self.tests[test.0];
        let is_probed =
            trial.alterations.iter().any(|one| matches!(one, Alteration::Probe(other, _) if *other == test));
        match model.does[&trial.world] {
            Does::Pass if is_probed && !model.blind => Does::Fail,
            does => does,
        }
    }

    fn is_red(&self, test: TestNo, trial: &Trial) -> bool {
        let model = &self.tests[test.0];
        if trial.alterations.contains(&Alteration::BreakSource) && model.loads(trial.world) {
            return true;
        }
        if let Some(turn) = turn(test, trial) {
            return match self.comes_to(test, trial) {
                Does::NoLoad => true,
                Does::Skip | Does::EndEarly | Does::Swallow => false,
                Does::Pass => turn == Turn::Inverted,
                Does::Fail => turn == Turn::AsItIs,
            };
        }
        let edits: Vec<BodyEdit> = trial
            .alterations
            .iter()
            .filter_map(|one| match one {
                Alteration::Body(other, edit) if *other == test => Some(*edit),
                _ => None,
            })
            .collect();
        assert!(edits.len() <= 1, "one edit of a body at a time: {edits:?}");
        match (self.comes_to(test, trial), edits.first()) {
            (Does::NoLoad, _) => true,
            (Does::Skip, _) | (_, Some(BodyEdit::PassAtOnce | BodyEdit::LeaveAtOnce)) => false,
            (_, Some(BodyEdit::ExitAtOnce)) | (Does::Fail, _) => true,
            (_, Some(BodyEdit::MustEnd)) => model.does[&trial.world] != Does::Pass,
            (Does::EndEarly, _) => false,
            (Does::Swallow, edit) => {
                edit == Some(&BodyEdit::ExitAtEnd) || edit == Some(&BodyEdit::ExitAtOnce)
            }
            (Does::Pass, edit) => edit.is_some(),
        }
    }
}

fn turn(test: TestNo, trial: &Trial) -> Option<Turn> {
    trial.alterations.iter().find_map(|one| match one {
        Alteration::Witnessed(other, turn) if *other == test => Some(*turn),
        _ => None,
    })
}

impl Lab for Model {
    fn run(&mut self, wanted: &BTreeSet<Trial>) -> Result<Vec<Observation>, LabError> {
        self.asked += wanted.len();
        assert!(self.asked < 5_000, "the investigation does not end");
        Ok(wanted.iter().map(|trial| self.observe(trial)).collect())
    }
}

impl Model {
    fn observe(&self, trial: &Trial) -> Observation {
        let read = match &trial.ask {
            Ask::Test(test) => Some(self.tests[test.0].loads(trial.world)),
            _ => Some(true),
        };
        Observation {
            trial: trial.clone(),
            exit: self.exit(trial),
            read,
            marks: self.marks(trial),
            wall_ms: 1,
            cpu_ms: 1,
            log: None,
        }
    }

    fn marks(&self, trial: &Trial) -> Marks {
        let witnessed = (0..self.tests.len()).map(TestNo).filter_map(|test| Some((test, turn(test, trial)?)));
        let marks = witnessed.flat_map(|(test, turn)| {
            let behind = match (self.comes_to(test, trial), turn) {
                (Does::NoLoad | Does::Skip, _) => return Vec::new(),
                (Does::Pass, _) => Some(Mark::Ended),
                (Does::Fail | Does::Swallow, Turn::Inverted) => Some(Mark::Failed),
                _ => None,
            };
            [Some(Mark::Entered), behind].into_iter().flatten().map(|mark| (test, mark)).collect()
        });
        marks.collect()
    }

    /// Everything that was seen when the investigation was over.
    pub(crate) fn seen(&mut self) -> Seen {
        let mut seen = Seen::default();
        loop {
            let wanted = plan::next(&self.case, &seen);
            if wanted.is_empty() {
                return seen;
            }
            assert!(wanted.iter().all(|trial| seen.get(trial).is_none()), "asked for what was seen");
            let case = self.case.clone();
            seen.extend(self.run(&wanted).expect("a model is never interrupted"));
            assert_eq!(case, self.case);
        }
    }

    pub(crate) fn judged(mut self) -> Report {
        let case = self.case.clone();
        investigate(&case, &mut self, Seen::default()).expect("a model is never interrupted")
    }
}

pub(crate) fn behaves(before: Does, evidence: Does, earned: Does, claimed: Does) -> BTreeMap<World, Does> {
    World::ALL.into_iter().zip([before, evidence, earned, claimed]).collect()
}

pub(crate) fn edited(before: Does, evidence: Does, earned: Does, claimed: Does) -> Modelled {
    Modelled {
        touched: Touched::Edited,
        does: behaves(before, evidence, earned, claimed),
        loads_change: true,
        turns_away: false,
        foreign: false,
        probes: BTreeSet::new(),
        blind: false,
    }
}

pub(crate) fn added(evidence: Does, claimed: Does) -> Modelled {
    Modelled { touched: Touched::Added, ..edited(Does::NoLoad, evidence, Does::NoLoad, claimed) }
}

pub(crate) fn removed(before: Does, earned: Does) -> Modelled {
    Modelled { touched: Touched::Removed, ..edited(before, Does::NoLoad, earned, Does::NoLoad) }
}

pub(crate) fn bystander() -> Modelled {
    Modelled { touched: Touched::Untouched, ..edited(Does::Pass, Does::Pass, Does::Pass, Does::Pass) }
}

pub(crate) fn verdict_of(tests: Vec<Modelled>) -> (Verdict, u8) {
    let report = model(tests).judged();
    (report.verdict, report.exit_code)
}

pub(crate) fn any_does() -> impl Strategy<Value = Does> {
    prop_oneof![4 => Just(Does::Pass), 4 => Just(Does::Fail), 1 => Just(Does::NoLoad), 1 => Just(Does::Skip), 1 => Just(Does::EndEarly), 1 => Just(Does::Swallow)]
}

pub(crate) fn any_test() -> impl Strategy<Value = Modelled> {
    let touched = prop_oneof![
        Just(Touched::Added),
        Just(Touched::Edited),
        Just(Touched::Removed),
        Just(Touched::Moved),
        Just(Touched::Untouched)
    ];
    (touched, prop::array::uniform6(any_does()), any::<[bool; 5]>()).prop_map(
        |(touched, [a, b, c, d, hollow, shimmed], [loads_change, turns_away, foreign, probed, blind])| {
            let mut does = behaves(a, b, c, d);
            does.extend([(World::HOLLOW, hollow), (World::SHIMMED, shimmed)]);
            let probes = if probed { vec![Probe::Inverted] } else { Vec::new() };
            Modelled {
                touched,
                does,
                loads_change,
                turns_away,
                foreign,
                probes: probes.into_iter().collect(),
                blind,
            }
        },
    )
}

/// Some tests, with something to hollow or not.
pub(crate) fn any_tests() -> impl Strategy<Value = (Vec<Modelled>, Hollowing)> {
    let left = prop_oneof![Just(Vec::new()), Just(vec!["`LIMIT = 3`".to_owned()])];
    let hollowing = (0..2_usize, left).prop_map(|(functions, left)| Hollowing { functions, left });
    (prop::collection::vec(any_test(), 1..5), hollowing)
}

/// A function that has another name than on the base side.
pub(crate) fn rename() -> Rename {
    Rename { file: "code.py".into(), scope: Vec::new(), old: "old".into(), new: "new".into() }
}

/// The model of a change that has something to hollow.
pub(crate) fn hollowed((tests, hollowing): (Vec<Modelled>, Hollowing)) -> Model {
    let mut model = model(tests);
    model.case.renames = vec![rename(); hollowing.functions];
    model.case.hollowing = hollowing;
    model
}
