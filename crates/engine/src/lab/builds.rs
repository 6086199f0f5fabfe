//! Built once, asked many times: worlds in which the bodies of tests take their edits from a variable, so that one build
//! serves for every trial that edits nothing else. Where such a world does not build, trials are run as ever.

use super::command::{command, runner, suite};
use crate::{
    domain::{Alteration, Ask, Case, Probe, Seen, TestNo, Touched, Trial, World},
    lang::{self, EDITS},
    plan::Inquiry,
    runner::{Built, Command},
    world::{Backend, Job, Kept, Stop, compose::Composer},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::{Arc, OnceLock},
    time::Duration,
};

/// The builds of a run, each made by whoever needs it first.
#[derive(Default)]
pub(super) struct Builds(BTreeMap<Kind, Arc<Build>>);

/// What makes a build another one: its world, what all its tests are put to, its command. A test that is put to a probe
/// runs alone, so that it does not matter that those beside it are put to it too.
type Kind = (World, Option<Probe>, Command);

/// One build, made or to be made.
struct Build {
    job: Job,
    /// The tests whose edits it can take.
    switched: BTreeSet<TestNo>,
    kept: OnceLock<Option<Arc<Kept>>>,
}

/// A trial's job where it can begin from a build.
pub(super) struct FromBuild {
    build: Arc<Build>,
    job: Job,
}

impl FromBuild {
    /// The job in the kept world, and the CPU time of the build if that was made just now. `None` if it cannot be made.
    pub(super) fn job(&self, backend: &dyn Backend, stop: &Stop) -> Option<(Job, Duration)> {
        let mut spent = Duration::ZERO;
        let kept = self.build.kept.get_or_init(|| {
            let kept = backend.keep(&self.build.job, stop)?;
            spent = kept.outcome().cpu;
            Some(Arc::new(kept))
        });
        Some((Job { from: Some(kept.clone()?), ..self.job.clone() }, spent))
    }
}

/// What is needed to make the jobs of builds.
pub(super) struct Setting<'a> {
    pub(super) composer: Composer<'a>,
    /// The folder for logs.
    pub(super) logs: &'a Path,
    /// How long a build may take.
    pub(super) ceiling: Duration,
    /// Variables set in every trial.
    pub(super) env: &'a BTreeMap<String, String>,
}

impl Builds {
    /// The builds that the trial can begin from, those that serve most trials first; `job` is what they change.
    pub(super) fn of(&mut self, setting: &Setting<'_>, trial: &Trial, job: &Job) -> Vec<FromBuild> {
        self.found(setting, trial, job).unwrap_or_default()
    }

    fn found(&mut self, setting: &Setting<'_>, trial: &Trial, job: &Job) -> Option<Vec<FromBuild>> {
        let case = setting.composer.case;
        let built = runner(case, trial)?.built.as_ref()?;
        let (probed, edits): (Vec<_>, Vec<_>) =
            trial.alterations.iter().partition(|one| matches!(one, Alteration::Probe(..)));
        let probe = probe(trial, &probed)?;
        let edits = edits.into_iter().map(lang::letter).collect::<Option<Vec<_>>>()?;
        let mut asked = command(case, trial, built.command)?;
        let words: Vec<String> = edits.iter().map(|(test, letter)| format!("{}={letter}", test.0)).collect();
        asked.env.insert(EDITS.into(), words.join(","));
        asked.env.extend(setting.env.clone());
        let mut found = Vec::new();
        for building in buildings(case, trial, built) {
            let build = self.build(setting, trial, (trial.world, probe, building));
            if edits.iter().all(|(test, _)| build.switched.contains(test)) {
                found.push(FromBuild { build, job: Job { command: asked.clone(), ..job.clone() } });
            }
        }
        Some(found)
    }

    fn build(&mut self, setting: &Setting<'_>, trial: &Trial, kind: Kind) -> Arc<Build> {
        let log = setting.logs.join(format!("build-{}.log", self.0.len() + 1));
        let make = || {
            let tests = switchable(setting.composer.case, trial);
            let (layout, switched) = setting.composer.switched(trial.world, kind.1, &tests);
            let mut command = kind.2.clone();
            command.env.extend(setting.env.clone());
            let job = Job { layout, from: None, command, deadline: setting.ceiling, witnessed: false, log };
            Arc::new(Build { job, switched, kept: OnceLock::new() })
        };
        self.0.entry(kind.clone()).or_insert_with(make).clone()
    }
}

/// What the trial puts its one test to, if anything; `None` if it asks more than that one.
fn probe(trial: &Trial, probed: &[&Alteration]) -> Option<Option<Probe>> {
    match probed {
        [] => Some(None),
        [Alteration::Probe(test, probe)] if trial.ask == Ask::Test(*test) => Some(Some(*probe)),
        _ => None,
    }
}

/// The commands that build for the trial. With the head's code the whole suite is going to be run, so it is built at once;
/// if that fails, and with the base's code, what the trial needs is built alone.
fn buildings(case: &Case, trial: &Trial, built: &Built) -> Vec<Command> {
    let whole = Trial { ask: Ask::Suite(suite(case, trial)), ..trial.clone() };
    let is_run_whole = built.whole_serves_parts && matches!(trial.world, World::CLAIMED | World::EARNED);
    let of = |trial: &Trial| command(case, trial, built.build);
    let mut commands: Vec<Command> = is_run_whole.then(|| of(&whole)).flatten().into_iter().collect();
    commands.extend(of(trial));
    commands.dedup();
    commands
}

/// The tests that are going to be asked in many ways: those in files with touched ones, and in the file of the first canary.
fn switchable(case: &Case, trial: &Trial) -> Vec<TestNo> {
    let (suite, side) = (suite(case, trial), trial.world.tests);
    let nothing = Seen::default();
    let canary = Inquiry::new(case, &nothing).canaries(suite, trial.world, &BTreeSet::new()).first().copied();
    let active = |number: &usize| {
        let test = &case.tests[*number];
        test.suite == suite && test.site(side).is_some_and(|site| site.disabled.is_none())
    };
    let active: Vec<usize> = (0..case.tests.len()).filter(active).collect();
    let file = |number: usize| case.tests[number].site(side).map(|site| &site.file);
    let counts =
        |number: &usize| case.tests[*number].touched != Touched::Untouched || canary == Some(TestNo(*number));
    let files: BTreeSet<_> = active.iter().copied().filter(counts).filter_map(file).collect();
    let within = |number: &usize| file(*number).is_some_and(|file| files.contains(file));
    active.into_iter().filter(within).map(TestNo).collect()
}
