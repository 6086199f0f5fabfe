//! Which backend works here. Found out by doing, in a throw-away tree: no setting of the system tells it reliably.

#![allow(clippy::disallowed_methods, reason = "it tries backends out")]

use super::{Backend, Job, Layout, Place, Stop, copy, plain, scratch::RunDir};
use crate::{
    domain::{Content, Exit, RepoPath},
    runner::Command,
};
use std::sync::Arc;
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// A backend's row.
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// The backend for a place, or why it does not work there.
    pub open: fn(&Place, Isolation) -> Opened,
}

/// A backend that was seen to work, or why it does not.
pub type Opened = Result<Box<dyn Backend>, String>;

/// All backends, best first.
pub static BACKENDS: &[Row] = &[
    #[cfg(target_os = "linux")]
    Row { name: "overlay", open: super::overlay::open },
    #[cfg(target_os = "linux")]
    Row { name: "overlay-sudo", open: super::overlay::open_with_sudo },
    #[cfg(target_os = "linux")]
    Row { name: "copy", open: copy::open },
    Row { name: "plain", open: plain::open },
];

/// How the worlds of a run are cut off, where the backend can. It is the same for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isolation {
    /// The network. Each world has a loopback of its own instead, so that ports do not collide.
    pub network: bool,
    /// What is written goes to memory, where the system can do so, and not to the scratch folder on disk.
    pub memory: bool,
}

impl Default for Isolation {
    fn default() -> Self {
        Self { network: true, memory: true }
    }
}

/// What came of trying a backend out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Its name.
    pub name: &'static str,
    /// Whether it works here, or why not.
    pub works: Result<(), String>,
}

/// Why there is no backend.
#[derive(Debug, thiserror::Error)]
pub enum WorldError {
    /// It is not in the table.
    #[error("there is no backend `{0}`; choose one of {known}", known = names())]
    Unknown(String),
    /// It was asked for and does not work.
    #[error(
        "the backend `{name}` does not work here: {why}; leave the choice to counterproof, or run `counterproof doctor`"
    )]
    Refused {
        /// Its name.
        name: &'static str,
        /// Why not.
        why: String,
    },
    /// None works.
    #[error("no backend works here: {0}; is there room and a shell (`sh`)?")]
    NoneWorks(String),
}

/// Tries all backends.
pub fn probe(place: &Place) -> Vec<Probe> {
    let isolation = Isolation::default();
    let works = |row: &Row| (row.open)(place, isolation).map(drop);
    BACKENDS.iter().map(|row| Probe { name: row.name, works: works(row) }).collect()
}

/// The backend that is wanted, or the best that works.
///
/// # Errors
/// If it, or every one, does not work here.
pub fn choose(
    place: &Place,
    wanted: Option<&str>,
    isolation: Isolation,
) -> Result<Box<dyn Backend>, WorldError> {
    if let Some(wanted) = wanted {
        let row = BACKENDS.iter().find(|row| row.name == wanted);
        let row = row.ok_or_else(|| WorldError::Unknown(wanted.into()))?;
        return (row.open)(place, isolation).map_err(|why| WorldError::Refused { name: row.name, why });
    }
    let mut last = String::new();
    for row in BACKENDS {
        match (row.open)(place, isolation) {
            Ok(backend) => return Ok(backend),
            Err(why) => {
                tracing::info!("the backend {} does not work here: {why}", row.name);
                last = why;
            }
        }
    }
    Err(WorldError::NoneWorks(last))
}

/// The backends a run may use, the best first: the one that is wanted, or the best that works here. One that cuts off the
/// network is followed by its like that does not, for a claimed world that needs it; an overlay without privileges also by a
/// copy, since it cannot rename folders or take over the files of others.
///
/// # Errors
/// If the wanted one, or every one, does not work here.
pub fn line_up(
    place: &Place,
    wanted: Option<&str>,
    isolation: Isolation,
) -> Result<Vec<Arc<dyn Backend>>, WorldError> {
    let mut line: Vec<Arc<dyn Backend>> = vec![choose(place, wanted, isolation)?.into()];
    let name = line[0].name();
    let mut add = |name: &str, isolation| match choose(place, Some(name), isolation) {
        Ok(backend) => line.push(backend.into()),
        Err(error) => tracing::info!("no second backend: {error}"),
    };
    if isolation.network && name.starts_with("overlay") {
        add(name, Isolation { network: false, ..isolation });
    }
    if wanted.is_none() && name == "overlay" && !rustix::process::getuid().is_root() {
        add("copy", Isolation { network: false, ..isolation });
    }
    Ok(line)
}

fn names() -> String {
    BACKENDS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ")
}

/// The folder of a command whose world's top level is `top`.
pub(super) fn folder_of(top: &Path, folder: &RepoPath) -> PathBuf {
    if folder.is_top() { top.into() } else { top.join(folder.to_os()) }
}

/// What breaks first where a backend half works: a removed folder that comes up again with its old content.
const DESTROY: &str =
    r#"[ "$(cat s)" = written ] && rm f && rm -r d && mkdir d && [ -z "$(ls -A d)" ] && echo n >n"#;

/// Succeeds only where the original cannot be read.
const PEEK: &str = r#"[ -z "$(cat "$AROUND"/tree/s)" ]"#;

/// Runs a destructive command in a world over a throw-away tree, and looks whether that tree is as it was.
pub(super) fn try_out(
    scratch: &Path,
    at: impl FnOnce(Place) -> Box<dyn Backend>,
    hides: bool,
) -> Result<(), String> {
    let why = |error: io::Error| format!("cannot use {}: {error}", scratch.display());
    let run = RunDir::new(scratch).map_err(why)?;
    let around = fs::canonicalize(run.path()).map_err(why)?;
    let top = around.join("tree");
    let seeded = fs::create_dir_all(top.join("d")).and_then(|()| fs::write(top.join("f"), "f"));
    seeded.and_then(|()| fs::write(top.join("d/x"), "x")).map_err(why)?;
    old_file(&top.join("s")).map_err(why)?;
    let git_dir = top.join(".git");
    let backend =
        at(Place { top: top.clone(), common_dir: git_dir.clone(), git_dir, scratch: around.join("scratch") });
    let script = if hides { format!("{DESTROY} && {PEEK}") } else { DESTROY.into() };
    let mut job = shell(&script, around.join("log"));
    job.layout.files.insert("s".into(), Some(Content::file(*b"written")));
    job.command.env.insert("AROUND".into(), around.to_string_lossy().into_owned());
    run_one(&*backend, &job)?;
    let real = |name: &str| fs::read_to_string(top.join(name)).unwrap_or_default();
    let untouched = real("f") == "f" && real("d/x") == "x" && real("s") == "real" && !top.join("n").exists();
    if untouched { Ok(()) } else { Err("what is written in a world gets out of it".into()) }
}

/// A file that was not written just now: no world over it waits for the next second.
fn old_file(path: &Path) -> io::Result<()> {
    fs::write(path, "real")?;
    fs::File::options().write(true).open(path)?.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1))
}

/// Raises one world over the real place, in which nothing is done.
#[cfg(target_os = "linux")]
pub(super) fn try_at<B: Backend>(backend: B, place: &Place) -> Result<B, String> {
    let run = RunDir::new(&place.scratch)
        .map_err(|error| format!("cannot use {}: {error}", place.scratch.display()))?;
    run_one(&backend, &shell(":", run.path().join("log")))?;
    Ok(backend)
}

fn run_one(backend: &dyn Backend, job: &Job) -> Result<(), String> {
    let stop = Stop::new().map_err(|error| format!("cannot make a pipe: {error}"))?;
    match backend.run(job, &stop).exit {
        Exit::Code(0) => Ok(()),
        Exit::NotStarted(why) => Err(why),
        other => {
            let said = fs::read_to_string(&job.log).unwrap_or_default();
            let said = said.lines().next().unwrap_or("it said nothing");
            Err(format!("a shell command that should succeed in a world ended with {other:?}: {said}"))
        }
    }
}

fn shell(script: &str, log: PathBuf) -> Job {
    let argv = ["sh", "-c", script].map(Into::into).into();
    let command = Command { argv, folder: RepoPath::default(), env: BTreeMap::new() };
    Job {
        layout: Layout::default(),
        from: None,
        command,
        deadline: Duration::from_secs(20),
        witnessed: false,
        log,
    }
}
