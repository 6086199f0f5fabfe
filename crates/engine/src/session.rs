//! One run from the command line's wish to the report: reads the change, makes the case, sets up the lab, investigates.
#![allow(clippy::disallowed_methods, reason = "the shell around a run: it looks at the disk and the search path")]

mod project;
mod recipe;
mod versions;

use crate::{
    case::{self, Material, Scope},
    change::{self, ChangeError, Repository, Selected, Wanted, parts, role},
    config::{self, Config, ConfigError},
    domain::{Case, Change, ChangedFile, Policy, Report, RepoPath, Role, Seen, Side},
    investigate::{LabError, investigate},
    judge, lab,
    lab::{
        Bench, Event, Setup,
        journal::{self, Circumstances, Journal},
    },
    plan,
    world::{self, Place, Stop, WorldError},
};
use project::OnDisk;
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    num::NonZero,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};
use versions::Versions;

pub use recipe::recipes;

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
    /// Variables set in every trial.
    pub env: BTreeMap<String, String>,
    /// Only test files at or below these paths.
    pub only: Vec<RepoPath>,
}

/// A run that came to its end.
#[derive(Debug)]
pub struct Finished {
    /// What was found.
    pub report: Report,
    /// How it was found.
    pub circumstances: Circumstances,
    /// The run's folder, with the journal and the logs.
    pub folder: PathBuf,
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
    /// The run's folder cannot be written.
    #[error("the run cannot be written down: {0}")]
    Journal(#[from] io::Error),
    /// The user stopped it.
    #[error("interrupted; {} questions were still open", open.len())]
    Interrupted {
        /// What was not asked, one line each.
        open: Vec<String>,
    },
}

/// Judges a change.
///
/// # Errors
/// If the change or the configuration cannot be read, no world can be raised, or the user stops it.
pub fn verify(
    request: &Request,
    stop: &Stop,
    on_event: impl Fn(&Case, Event<'_>) + Send + 'static,
) -> Result<Finished, SessionError> {
    let repository = Arc::new(Repository::discover(&request.folder)?);
    let before = repository.fingerprint()?;
    let selected = change::select(&repository, &request.wanted)?;
    let versions = Arc::new(Versions::open(repository.clone(), &selected)?);
    let config = versions.config()?;
    let mut case = make_case(request, &selected, &versions, &config)?;
    let journal = Arc::new(Journal::create(&repository.runs_dir(), &case)?);
    let mut bench = Bench::new(Setup {
        case: Arc::new(case.clone()),
        sources: versions.clone(),
        off_disk: versions.off_disk()?,
        backends: world::line_up(&place(&repository), &isolation(request, &config))?,
        jobs: jobs(request, &config),
        ceiling: request.timeout.or(config.timeout()).unwrap_or(CEILING),
        env: config.variables().into_iter().chain(request.env.clone()).collect(),
        journal: journal.clone(),
        stop: stop.clone(),
        on_event: told(&case, on_event),
    });
    let mut report = investigate(&case, &mut bench, Seen::default()).map_err(|stopped| open(&case, stopped))?;
    let circumstances = Circumstances {
        version: env!("CARGO_PKG_VERSION").into(),
        backend: bench.backend().name().into(),
        jobs: jobs(request, &config),
    };
    journal.circumstances(&circumstances)?;
    if repository.fingerprint()? != before {
        report = judged_anew(&mut case, &journal)?;
    }
    Ok(Finished { report, circumstances, folder: journal.folder().to_owned() })
}

/// Judges a run again, from its journal alone.
///
/// # Errors
/// If there is no such run, or another version wrote it.
pub fn replay(folder: &Path, run: &str) -> Result<Finished, SessionError> {
    let folder = Repository::discover(folder)?.runs_dir().join(run);
    let (case, seen, circumstances) = journal::read(&folder)?;
    Ok(Finished { report: judge::judge(&case, &seen), circumstances, folder })
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
    make_case(request, &selected, &versions, &config)
}

/// The place that worlds cover.
pub fn place(repository: &Repository) -> Place {
    Place {
        top: repository.top().to_owned(),
        git_dir: repository.git_dir().to_owned(),
        common_dir: repository.common_dir().to_owned(),
        scratch: std::env::temp_dir().join("counterproof"),
    }
}

fn make_case(
    request: &Request,
    selected: &Selected,
    versions: &Versions,
    config: &Config,
) -> Result<Case, SessionError> {
    let role = |path: &RepoPath| config.role(path).unwrap_or_else(|| role::role(path));
    let change = Change {
        base: selected.base.clone(),
        head: selected.head.clone(),
        origin: selected.origin.clone(),
        files: changed_files(versions, &role)?,
    };
    let scope = Scope { only: request.only.clone(), exclude: config.excluded() };
    let projects = [OnDisk::new(versions, config, Side::Base), OnDisk::new(versions, config, Side::Head)];
    let material =
        Material { sources: versions, projects: [&projects[0], &projects[1]], role: &role, scope: &scope };
    let policy = Policy { repetitions: config.repetitions(), ..Policy::default() };
    let mut case = case::make(change, &material, policy);
    case.gaps.extend(versions.failures());
    Ok(case)
}

fn changed_files(versions: &Versions, role: &dyn Fn(&RepoPath) -> Role) -> Result<Vec<ChangedFile>, SessionError> {
    let mut files = Vec::new();
    for entry in versions.entries()? {
        let base = versions.read(Side::Base, entry.was.as_ref().unwrap_or(&entry.path));
        let head = versions.read(Side::Head, &entry.path);
        files.push(ChangedFile {
            roles: parts::differing_roles(&entry.path, (base.as_ref(), head.as_ref()), role),
            in_base: entry.base.is_some(),
            in_head: entry.head.is_some(),
            path: entry.path,
            was: entry.was,
        });
    }
    Ok(files)
}

fn jobs(request: &Request, config: &Config) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    request.jobs.or(config.jobs.map(NonZero::get)).unwrap_or_else(cores)
}

fn isolation(request: &Request, config: &Config) -> world::Wish {
    world::Wish {
        backend: request.backend.clone().or(config.backend.clone()),
        network: request.network.unwrap_or(config.network),
    }
}

fn told(case: &Case, on_event: impl Fn(&Case, Event<'_>) + Send + 'static) -> Box<dyn Fn(Event<'_>) + Send> {
    let case = case.clone();
    Box::new(move |event| on_event(&case, event))
}

fn open(case: &Case, (_, seen): (LabError, Seen)) -> SessionError {
    let open = plan::next(case, &seen);
    SessionError::Interrupted { open: open.iter().map(|trial| lab::label::label(case, trial)).collect() }
}

/// What was seen may be of two states mixed: nothing that follows from it is certain.
fn judged_anew(case: &mut Case, journal: &Journal) -> Result<Report, SessionError> {
    case.gaps.push("the working tree changed while the run went on; run it again on a tree that stands still".into());
    journal.rewrite_case(case)?;
    let (case, seen, _) = journal::read(journal.folder())?;
    Ok(judge::judge(&case, &seen))
}

