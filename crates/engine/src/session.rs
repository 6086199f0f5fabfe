//! One run from the command line's wish to the report: reads the change, makes the case, sets up the lab, investigates.
#![allow(
    clippy::disallowed_methods,
    reason = "the shell around a run: it looks at the disk and the search path"
)]

mod project;
mod recipe;
mod record;
mod ssh;
mod versions;

use crate::{
    case::{self, Material, Scope},
    change::{
        self, ChangeError, Repository, Selected, Wanted, parts,
        role::{ExtraRule, role_with, rules_of_changed},
    },
    config::{Config, ConfigError},
    domain::{Case, Change, ChangedFile, Policy, Probes, RepoPath, Report, Seen, Side},
    evidence,
    investigate::investigate,
    judge, lab,
    lab::{
        Bench, Event, Setup,
        journal::{self, Journal},
    },
    plan,
    report::RunFacts,
    signoff::SignOffError,
    world::{self, Isolation, Place, Stop, WorldError},
};
use project::OnDisk;
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    num::NonZero,
    path::{Component, Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};
use versions::Versions;

pub use recipe::command_line;
pub use record::{Wish, sign_off};

/// How long the claimed world's first run may take, if nobody says otherwise.
const CEILING: Duration = Duration::from_secs(900);

/// What a user wants judged, and how.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Where the user stands.
    pub folder: PathBuf,
    /// Base and head, where named.
    pub wanted: Wanted,
    /// How many trials run at a time.
    pub jobs: Option<usize>,
    /// The only backend that may be used.
    pub backend: Option<String>,
    /// Whether trials may reach the network.
    pub network: Option<bool>,
    /// The time limit of the claimed world's first run.
    pub timeout: Option<Duration>,
    /// How much is spent on finding tests that cannot fail.
    pub probes: Probes,
    /// Variables set in every trial.
    pub env: BTreeMap<String, String>,
    /// Only test files at or below these paths, seen from the folder.
    pub only: Vec<PathBuf>,
    /// The ledger of what the author of the change claims.
    pub claims: Option<PathBuf>,
}

/// A run, at its end or where it was stopped.
#[derive(Debug)]
pub struct Finished {
    /// What was found.
    pub report: Report,
    /// How it was found.
    pub facts: RunFacts,
    /// The user stopped it; the facts say what was not asked.
    pub interrupted: bool,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The change cannot be read.
    #[error(transparent)]
    Change(#[from] ChangeError),
    /// The configuration cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// No world can be raised.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A path to ask only lies outside of the repository.
    #[error("`{}` does not lie in this repository", .0.display())]
    Elsewhere(PathBuf),
    /// There is no such run to replay.
    #[error(
        "there is no run `{0}` here; the last ten are kept, below `counterproof/runs` in the git directory"
    )]
    UnknownRun(String),
    /// The run was recorded, but not to its end, or by another version.
    #[error(
        "the run `{run}` cannot be replayed: {why}; it was killed before its end, or another version recorded it"
    )]
    Unreadable {
        /// Its name.
        run: String,
        /// What is wrong.
        why: String,
    },
    /// A file of sign-offs cannot be used.
    #[error(transparent)]
    SignOffs(#[from] SignOffError),
    /// No test of the change has this name.
    #[error(
        "no test in reach of the change is called `{id}`{}",
        alike.first().map(|one| format!("; there is `{one}`")).unwrap_or_default()
    )]
    NoSuchTest {
        /// The name.
        id: String,
        /// Tests that end alike.
        alike: Vec<String>,
    },
    /// A file of what is on record cannot be read or written.
    #[error("{} cannot be used: {why}", file.display())]
    OnRecord {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The key does not sign.
    #[error("not signed: {0}")]
    NotSigned(String),
    /// The run's folder cannot be written.
    #[error("the run cannot be written down: {0}")]
    Journal(#[from] io::Error),
}

/// Judges a change.
///
/// # Errors
/// If the change or the configuration cannot be read, or no world can be raised.
pub fn verify(
    request: &Request,
    stop: &Arc<Stop>,
    on_event: impl Fn(&Case, Event<'_>) + Send + 'static,
) -> Result<Finished, SessionError> {
    let started = Instant::now();
    let repository = Arc::new(Repository::discover(&request.folder)?);
    let selected = change::select(&repository, &request.wanted)?;
    let versions = Arc::new(Versions::open(repository.clone(), &selected)?);
    let config = versions.config()?;
    let rules = rules(&versions, &config);
    let mut case = make_case(request, &selected, (&versions, &config, &rules))?;
    let parts = |path: &RepoPath, text: &str| parts::cut_with(path, text, &rules);
    let findings = evidence::findings(&case, &*versions, &parts);
    let journal = Arc::new(Journal::create(&repository.runs_dir(), &case)?);
    let place = place(&repository);
    if let Err(error) = world::sweep(&place.scratch) {
        tracing::warn!("what an earlier run left in {} cannot be removed: {error}", place.scratch.display());
    }
    let isolation = Isolation { network: !request.network.unwrap_or(config.network), ..Isolation::default() };
    let backend = request.backend.as_deref().or(config.backend.as_deref());
    let mut bench = Bench::new(Setup {
        case: Arc::new(case.clone()),
        sources: versions.clone(),
        off_disk: versions.off_disk()?,
        rules,
        backends: world::line_up(&place, backend, isolation)?,
        jobs: jobs(request, &config),
        ceiling: request.timeout.or(ceiling(&config)).unwrap_or(CEILING),
        env: variables(request, &config),
        journal: journal.clone(),
        stop: stop.clone(),
        on_event: told(&case, on_event),
    });
    let stopped = investigate(&case, &mut bench, Seen::default()).err();
    let backend = bench.backend().name().to_owned();
    drop(bench);
    case.disturbed = disturbance(&repository, &selected);
    let seen = stopped.as_ref().map(|(_, seen)| seen.clone());
    let facts = RunFacts {
        version: env!("CARGO_PKG_VERSION").into(),
        backend,
        jobs: jobs(request, &config),
        variables: variables(request, &config),
        selection: selection(&request.wanted),
        not_asked: seen.map(|seen| not_asked(&case, &seen)).unwrap_or_default(),
        findings,
        elapsed_ms: started.elapsed().as_millis() as u64,
        ..RunFacts::default()
    };
    Ok(Finished { interrupted: stopped.is_some(), ..recorded(&journal, case, facts) })
}

/// The options that chose base and head.
fn selection(wanted: &Wanted) -> Vec<String> {
    let named = [("--base", &wanted.base), ("--head", &wanted.head)].into_iter();
    named.filter_map(|(option, value)| Some([option.to_owned(), value.clone()?])).flatten().collect()
}

/// What happened to the working tree under the trials. Worlds lie over it, so none of them was what it was taken for.
fn disturbance(repository: &Repository, selected: &Selected) -> Option<String> {
    const ADVICE: &str = "run it again on one that stands still";
    // Ctrl-C reaches git as well, whose failure then says nothing about the tree: it is asked again.
    match repository.work_tree().or_else(|_| repository.work_tree()) {
        Ok(now) if now.tree == selected.disk.tree => None,
        Ok(_) => Some(format!("the working tree changed while the run went on; {ADVICE}")),
        Err(error) => {
            Some(format!("the working tree cannot be read any more since the run began ({error}); {ADVICE}"))
        }
    }
}

/// Closes the journal and judges what it says. After planning there are no errors (I4): if the disk does not take the
/// journal, what is in memory is judged, with that as a gap.
fn recorded(journal: &Journal, mut case: Case, facts: RunFacts) -> Finished {
    let closed = journal.close(&case, &facts).and_then(|()| journal::read(journal.folder()));
    let lost = match closed {
        Ok((case, seen, facts)) if seen == journal.seen() => {
            return finished(&case, &seen, facts, run_name(journal.folder()));
        }
        Ok(_) => "it is not whole".to_owned(),
        Err(error) => error.to_string(),
    };
    case.gaps.push(format!("the run could not be written down: {lost}; free some space and run it again"));
    finished(&case, &journal.seen(), facts, None)
}

/// Judges a run again, from its journal alone.
///
/// # Errors
/// If there is no such run, or another version wrote it.
pub fn replay(folder: &Path, run: &str) -> Result<Finished, SessionError> {
    let runs = Repository::discover(folder)?.runs_dir();
    if !journal::runs(&runs)?.iter().any(|known| known == run) {
        return Err(SessionError::UnknownRun(run.to_owned()));
    }
    judged(&runs.join(run))
        .map_err(|why| SessionError::Unreadable { run: run.to_owned(), why: why.to_string() })
}

/// What a run's journal says. A run that just ended is judged in the same way as one that is replayed (I1).
fn judged(folder: &Path) -> io::Result<Finished> {
    let (case, seen, facts) = journal::read(folder)?;
    Ok(finished(&case, &seen, facts, run_name(folder)))
}

fn run_name(folder: &Path) -> Option<String> {
    folder.file_name().map(|name| name.to_string_lossy().into_owned())
}

fn finished(case: &Case, seen: &Seen, facts: RunFacts, run: Option<String>) -> Finished {
    let report = judge::judge(case, seen);
    let facts = RunFacts {
        run,
        reproduce: recipe::recipes(&report, &facts.variables),
        sign_off: recipe::sign_offs(&report, &facts.selection),
        ..facts.with_seen(seen)
    };
    Finished { report, facts, interrupted: false }
}

/// What was still open, one line each.
fn not_asked(case: &Case, seen: &Seen) -> Vec<String> {
    let told =
        |trial| format!("not asked, since the run was interrupted: {}", lab::label::label(case, trial));
    plan::next(case, seen).iter().map(told).collect()
}

/// The suites that a change here would be asked, for `doctor`.
///
/// # Errors
/// As [`verify`].
pub fn survey(request: &Request) -> Result<Case, SessionError> {
    let repository = Arc::new(Repository::discover(&request.folder)?);
    let selected = change::select(&repository, &request.wanted)?;
    let versions = Versions::open(repository, &selected)?;
    let config = versions.config()?;
    let rules = rules(&versions, &config);
    make_case(request, &selected, (&versions, &config, &rules))
}

/// The place that worlds cover.
pub fn place(repository: &Repository) -> Place {
    Place {
        top: repository.top().to_owned(),
        git_dir: repository.git_dir().to_owned(),
        common_dir: repository.common_dir().to_owned(),
        // One for each user, so that nobody stands in another's way in a shared folder.
        scratch: std::env::temp_dir().join(format!("counterproof-{}", rustix::process::getuid().as_raw())),
    }
}

fn make_case(
    request: &Request,
    selected: &Selected,
    (versions, config, rules): (&Versions, &Config, &[ExtraRule]),
) -> Result<Case, SessionError> {
    let role = |path: &RepoPath| role_with(path, rules);
    let change = Change {
        base: selected.base.clone(),
        head: selected.head.clone(),
        origin: selected.origin.clone(),
        files: changed_files(versions, rules),
    };
    let scope = Scope { only: only(request, versions.repository())?, exclude: config.exclude.clone() };
    let projects = [OnDisk::new(versions, config, Side::Base), OnDisk::new(versions, config, Side::Head)];
    let material =
        Material { sources: versions, projects: [&projects[0], &projects[1]], role: &role, scope: &scope };
    let default = Policy::default();
    let repetitions = config.repetitions.map_or(default.repetitions, NonZero::get);
    let policy = Policy { repetitions, probes: request.probes, ..default };
    let mut case = case::make(change, &material, policy);
    case.record = record::read(request, versions, config, &case.change)?;
    let is_support = |path: &RepoPath| role(path).is_tests_side();
    case.ignored = versions.repository().ignored()?.into_iter().filter(is_support).collect();
    case.gaps.extend(versions.failures());
    Ok(case)
}

fn changed_files(versions: &Versions, rules: &[ExtraRule]) -> Vec<ChangedFile> {
    let changed = versions.entries().iter().map(|entry| {
        let base = versions.read(Side::Base, entry.was.as_ref().unwrap_or(&entry.path));
        let head = versions.read(Side::Head, &entry.path);
        ChangedFile {
            roles: parts::differing_roles_with(&entry.path, base.as_ref(), head.as_ref(), rules),
            in_base: entry.base.is_some(),
            in_head: entry.head.is_some(),
            path: entry.path.clone(),
            was: entry.was.clone(),
        }
    });
    changed.collect()
}

/// The user's rules, then those of the modules that Rust files of either side register for tests only.
fn rules(versions: &Versions, config: &Config) -> Vec<ExtraRule> {
    let mut rules = config.rules();
    let paths = versions.entries().iter().flat_map(|entry| [Some(&entry.path), entry.was.as_ref()]).flatten();
    let changed: Vec<RepoPath> = paths.collect::<BTreeSet<_>>().into_iter().cloned().collect();
    for side in [Side::Base, Side::Head] {
        rules.extend(rules_of_changed(&changed, |path| versions.read(side, path)?.text().map(str::to_owned)));
    }
    rules
}

/// The paths the user named, as the repository has them. They need not exist.
fn only(request: &Request, repository: &Repository) -> Result<Vec<RepoPath>, SessionError> {
    let within = |path: &PathBuf| {
        let absolute = without_dots(&request.folder.canonicalize()?.join(path));
        let below =
            absolute.strip_prefix(repository.top()).map_err(|_| SessionError::Elsewhere(path.clone()))?;
        Ok(RepoPath::new(below.as_os_str().as_encoded_bytes()))
    };
    request.only.iter().map(within).collect()
}

/// The path with each `..` taken back, as a person reads it.
fn without_dots(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, part| {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
        plain
    })
}

fn jobs(request: &Request, config: &Config) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    request.jobs.or(config.jobs.map(NonZero::get)).unwrap_or_else(cores)
}

fn ceiling(config: &Config) -> Option<Duration> {
    config.timeout_s.map(|seconds| Duration::from_secs(seconds.get()))
}

fn variables(request: &Request, config: &Config) -> BTreeMap<String, String> {
    let mut variables = request.env.clone();
    for (name, value) in &config.env {
        variables.entry(name.as_str().to_owned()).or_insert_with(|| value.clone());
    }
    variables
}

fn told(case: &Case, on_event: impl Fn(&Case, Event<'_>) + Send + 'static) -> Box<dyn Fn(Event<'_>) + Send> {
    let case = case.clone();
    Box::new(move |event| on_event(&case, event))
}
