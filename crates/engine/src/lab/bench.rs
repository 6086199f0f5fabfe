//! The real lab: worker threads that run trials in worlds.
#![allow(
    clippy::disallowed_methods,
    reason = "the shell around trials: it starts threads and writes the journal"
)]

use super::{
    builds::{Builds, FromBuild, Setting},
    command::{command, runner},
    journal::Journal,
};
use crate::{
    case::Sources,
    change::role::ExtraRule,
    domain::{
        Alteration, Ask, Case, Exit, Mark, Marks, Observation, Reading, RepoPath, TestNo, Trial, World,
    },
    investigate::{Lab, LabError},
    world::{Backend, Job, Outcome, Stop, compose::Composer},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// A trial may take this many times what the same command took in the claimed world.
const PATIENCE: u32 = 5;
/// But never less than this.
const LEAST: Duration = Duration::from_secs(20);

/// What a lab is set up with.
pub struct Setup {
    /// The case.
    pub case: Arc<Case>,
    /// Both versions.
    pub sources: Arc<dyn Sources>,
    /// Where the working tree differs from the head.
    pub off_disk: BTreeSet<RepoPath>,
    /// The roles of files that the table of roles does not know.
    pub rules: Vec<ExtraRule>,
    /// The backends that may be used, the preferred one first. The next is taken if the claimed world is red in this
    /// one and green in that one, for all worlds.
    pub backends: Vec<Arc<dyn Backend>>,
    /// How many trials run at a time.
    pub jobs: usize,
    /// The time limit where the claimed world gives no measure yet.
    pub ceiling: Duration,
    /// Variables set in every trial.
    pub env: BTreeMap<String, String>,
    /// Where observations are written down, and the logs.
    pub journal: Arc<Journal>,
    /// Ends running trials. The bench pulls it itself when it is dropped.
    pub stop: Arc<Stop>,
    /// Told of what happens.
    pub on_event: Box<dyn Fn(Event<'_>) + Send>,
}

/// What happens in a lab, for whoever shows progress.
#[derive(Debug)]
pub enum Event<'a> {
    /// So many trials are wanted and not yet running or done.
    Queued(usize),
    /// A trial starts.
    Started(&'a Trial),
    /// A trial ended.
    Finished(&'a Observation),
    /// Worlds are raised by this backend from now on; the run starts anew.
    Moved(&'a str),
}

/// The real lab.
pub struct Bench {
    setup: Setup,
    backend: usize,
    // None once the bench is closing.
    orders: Option<Sender<Order>>,
    workers: Vec<JoinHandle<()>>,
    news: Receiver<News>,
    under_way: BTreeSet<Trial>,
    spans: BTreeMap<Ask, Duration>,
    builds: Builds,
    logs: usize,
}

struct Order {
    trial: Trial,
    /// The trial's job from builds, to be tried in this order.
    built: Vec<FromBuild>,
    /// The job as it is without; `None` if it cannot be done so.
    job: Option<Job>,
    log: String,
    backends: Vec<Arc<dyn Backend>>,
}

enum News {
    Started(Trial),
    /// The observation, and which of the order's backends made it.
    Finished(Box<Observation>, usize),
}

impl Bench {
    /// Starts the workers.
    pub fn new(setup: Setup) -> Self {
        let (orders, inbox) = channel();
        let (outbox, news) = channel();
        let inbox = Arc::new(Mutex::new(inbox));
        let worker = |_| {
            let (inbox, outbox, stop) = (inbox.clone(), outbox.clone(), setup.stop.clone());
            thread::spawn(move || work(&inbox, &outbox, &stop))
        };
        let workers = (0..setup.jobs.max(1)).map(worker).collect();
        Self {
            setup,
            backend: 0,
            orders: Some(orders),
            workers,
            news,
            under_way: BTreeSet::new(),
            spans: BTreeMap::new(),
            builds: Builds::default(),
            logs: 0,
        }
    }

    /// The backend in use.
    pub fn backend(&self) -> &dyn Backend {
        self.setup.backends[self.backend].as_ref()
    }

    /// Gives the trial to the workers; an observation at once if it cannot be run at all.
    fn order(&mut self, trial: &Trial) -> Option<Observation> {
        let setting = Setting {
            composer: Composer {
                case: &self.setup.case,
                sources: self.setup.sources.as_ref(),
                off_disk: &self.setup.off_disk,
                rules: &self.setup.rules,
            },
            logs: self.setup.journal.folder(),
            ceiling: self.setup.ceiling,
            env: &self.setup.env,
        };
        let Some(mut command) = runner(&self.setup.case, trial)
            .and_then(|runner| command(&self.setup.case, trial, runner.command))
        else {
            let why = "its runner is not known to this version";
            return Some(not_run(trial, Exit::NotStarted(why.into())));
        };
        command.env.extend(self.setup.env.clone());
        self.logs += 1;
        let log = format!("{:05}.log", self.logs);
        let layout = setting.composer.layout(trial);
        let is_alterable = layout.is_ok();
        let job = Job {
            layout: layout.unwrap_or_default(),
            from: None,
            command,
            deadline: self.deadline(trial),
            witnessed: trial.alterations.iter().any(|one| matches!(one, Alteration::Witnessed(..))),
            log: self.log_path(&log),
        };
        let probing = is_probe(trial);
        let built = if probing { Vec::new() } else { self.builds.of(&setting, trial, &job) };
        if !is_alterable && built.is_empty() {
            return Some(not_run(trial, Exit::NothingToAlter));
        }
        let backends = self.setup.backends[self.backend..].iter().take(if probing { usize::MAX } else { 1 });
        let job = is_alterable.then_some(job);
        let order = Order { trial: trial.clone(), built, job, log, backends: backends.cloned().collect() };
        self.under_way.insert(trial.clone());
        if self.orders.as_ref().is_none_or(|orders| orders.send(order).is_err()) {
            return Some(not_run(trial, Exit::NotStarted("the workers are gone".into())));
        }
        None
    }

    fn log_path(&self, log: &str) -> PathBuf {
        self.setup.journal.folder().join(log)
    }

    fn deadline(&self, trial: &Trial) -> Duration {
        match self.spans.get(&trial.ask) {
            Some(span) => (*span * PATIENCE).max(LEAST),
            None => self.setup.ceiling,
        }
    }

    fn take(&mut self, observation: Observation, backend: usize) -> Result<Option<Observation>, LabError> {
        self.under_way.remove(&observation.trial);
        if backend > 0 {
            self.move_to(self.backend + backend);
            return Err(LabError::Moved);
        }
        if observation.trial.world == World::CLAIMED && observation.trial.alterations.is_empty() {
            self.spans.insert(observation.trial.ask.clone(), Duration::from_millis(observation.wall_ms));
        }
        Ok(Some(observation))
    }

    /// From now on all worlds are raised by another backend, and what was seen in the old ones is forgotten.
    fn move_to(&mut self, backend: usize) {
        while !self.under_way.is_empty() {
            match self.news.recv() {
                Ok(News::Finished(observation, _)) => drop(self.under_way.remove(&observation.trial)),
                Ok(News::Started(_)) => {}
                Err(_) => break,
            }
        }
        self.backend = backend;
        self.spans.clear();
        self.builds = Builds::default();
        if let Err(error) = self.setup.journal.restart() {
            tracing::warn!("the journal cannot be restarted: {error}");
        }
        (self.setup.on_event)(Event::Moved(self.setup.backends[backend].name()));
    }

    fn write_down(&self, observation: &Observation) {
        if let Err(error) = self.setup.journal.write(observation) {
            tracing::warn!("the journal takes no more: {error}");
        }
        (self.setup.on_event)(Event::Finished(observation));
    }
}

/// Ends what still runs and waits until its worlds are taken down: the process that goes first would leave them behind (I7).
impl Drop for Bench {
    fn drop(&mut self) {
        self.setup.stop.pull();
        self.orders = None;
        for worker in self.workers.drain(..) {
            // A worker that panicked has said so.
            let _ = worker.join();
        }
    }
}

impl Lab for Bench {
    fn run(&mut self, wanted: &BTreeSet<Trial>) -> Result<Vec<Observation>, LabError> {
        let mut fresh: Vec<&Trial> = wanted.iter().filter(|trial| !self.under_way.contains(trial)).collect();
        fresh.sort_by_key(|trial| (trial.world != World::CLAIMED, &trial.ask));
        (self.setup.on_event)(Event::Queued(wanted.len()));
        let mut observed: Vec<Observation> =
            fresh.into_iter().filter_map(|trial| self.order(trial)).collect();
        while observed.is_empty() {
            let news = self.news.recv().map_err(|_| LabError::Interrupted)?;
            if self.setup.stop.is_pulled() {
                return Err(LabError::Interrupted);
            }
            match news {
                News::Started(trial) => (self.setup.on_event)(Event::Started(&trial)),
                News::Finished(observation, backend) => observed.extend(self.take(*observation, backend)?),
            }
        }
        observed.iter().for_each(|observation| self.write_down(observation));
        Ok(observed)
    }
}

/// The trials that show whether a backend is fit: a suite as it was claimed to be green.
fn is_probe(trial: &Trial) -> bool {
    trial.world == World::CLAIMED && trial.alterations.is_empty() && matches!(trial.ask, Ask::Suite(_))
}

fn not_run(trial: &Trial, exit: Exit) -> Observation {
    Observation {
        trial: trial.clone(),
        exit,
        read: None,
        marks: Marks::new(),
        wall_ms: 0,
        cpu_ms: 0,
        log: None,
    }
}

/// The mark that a name stands for; anything else is not ours.
fn mark(name: &str) -> Option<(TestNo, Mark)> {
    let (number, what) = name.split_once('.')?;
    Some((TestNo(number.parse().ok()?), Mark::ALL.into_iter().find(|mark| mark.name() == what)?))
}

fn work(inbox: &Mutex<Receiver<Order>>, outbox: &Sender<News>, stop: &Stop) {
    loop {
        let order = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(order) = order else { return };
        if stop.is_pulled() || outbox.send(News::Started(order.trial.clone())).is_err() {
            return;
        }
        let (outcome, backend) = run_order(&order, stop);
        let observation = Observation {
            trial: order.trial,
            exit: outcome.exit,
            read: outcome.read,
            marks: outcome.marks.iter().filter_map(|name| mark(name)).collect(),
            wall_ms: outcome.wall.as_millis() as u64,
            cpu_ms: outcome.cpu.as_millis() as u64,
            log: Some(order.log),
        };
        if outbox.send(News::Finished(Box::new(observation), backend)).is_err() {
            return;
        }
    }
}

/// Runs the order from a build, where there is one; else in its first backend; if that is not green and there are others to
/// try, in the first of them that is.
fn run_order(order: &Order, stop: &Stop) -> (Outcome, usize) {
    let backend = order.backends[0].as_ref();
    if let Some((job, spent)) = order.built.iter().find_map(|built| built.job(backend, stop)) {
        let outcome = backend.run(&job, stop);
        return (Outcome { cpu: outcome.cpu + spent, ..outcome }, 0);
    }
    let Some(job) = &order.job else { return (Outcome::of(Exit::NothingToAlter), 0) };
    let first = backend.run(job, stop);
    if first.exit.reading() == Reading::Green {
        return (first, 0);
    }
    for (number, backend) in order.backends.iter().enumerate().skip(1) {
        if stop.is_pulled() {
            break;
        }
        let next = backend.run(job, stop);
        if next.exit.reading() == Reading::Green {
            return (next, number);
        }
    }
    (first, 0)
}
