//! The overlay backend: a world exactly over the project's own path, in namespaces of its own.

#![allow(clippy::disallowed_methods, reason = "it looks at the user's environment and folders")]

use super::{
    Backend, Isolation, Job, Kept, Outcome, Place, Stop,
    choose::{Opened, folder_of, try_at, try_out},
    environment,
    launch::launch,
    mounts::mounts_below,
    order::{Cover, Entry, Order, Raise, Stage, User},
    raise::upper_in,
    scratch::RunDir,
    steps::{Plan, plan},
    trouble::{Trouble, While},
};
use crate::domain::Reading;
use rustix::process::{getgid, getgroups, getuid};
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

/// Folders outside the project that tools write to by habit. Each that exists gets an overlay of its own: its content is
/// there, and nothing that is written stays.
const HABITS: &[&str] = &[
    "HOME",
    "CARGO_HOME",
    "CARGO_TARGET_DIR",
    "CARGO_BUILD_TARGET_DIR",
    "GOPATH",
    "GOCACHE",
    "GOMODCACHE",
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "PIP_CACHE_DIR",
    "UV_CACHE_DIR",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
];

/// Daemons outside that would answer from the real tree, or do what they are told to the real system.
const SOCKETS: &[&str] = &["/run/docker.sock", "/var/run/docker.sock", "/run/podman/podman.sock"];

struct Overlay {
    place: Place,
    isolation: Isolation,
    way: Way,
    covers: Vec<Cover>,
}

/// One of the ways in which a system may allow an overlay.
#[derive(Clone, Copy)]
struct Way {
    entry: Entry,
    sudo: bool,
    processes: bool,
    memory: bool,
}

impl Way {
    /// The ways to try, best first.
    fn all(sudo: bool, isolation: Isolation) -> Vec<Self> {
        let entries: &[_] = match (sudo, getuid().is_root()) {
            (true, _) => &[Entry::Root],
            (false, true) => &[Entry::Root, Entry::UserNamespace],
            (false, false) => &[Entry::UserNamespace],
        };
        let way = |entry: &Entry, memory, processes| Self { entry: *entry, sudo, processes, memory };
        // Memory fails where tmpfs has no user attributes; processes where /proc is masked, as in a container.
        let kinds = [(true, true), (true, false), (false, true), (false, false)];
        let wanted = kinds.into_iter().filter(|(memory, _)| isolation.memory || !memory);
        let ways = |entry| wanted.clone().map(move |(memory, processes)| way(entry, memory, processes));
        entries.iter().flat_map(ways).collect()
    }
}

/// The overlay backend, if the system allows one over this place.
pub(super) fn open(place: &Place, isolation: Isolation) -> Opened {
    open_by(place, isolation, false)
}

/// The same by way of `sudo`, where that asks no password.
pub(super) fn open_with_sudo(place: &Place, isolation: Isolation) -> Opened {
    if getuid().is_root() {
        return Err("it is for users other than root".into());
    }
    open_by(place, isolation, true)
}

fn open_by(place: &Place, isolation: Isolation, sudo: bool) -> Opened {
    if let Some(mount) = mounts_below(&place.top).first() {
        return Err(format!("{} is a mount of its own inside the repository", mount.display()));
    }
    let mut first = None;
    for way in Way::all(sudo, isolation) {
        let at = |place: Place| Overlay { covers: covers(&place), place, isolation, way };
        let works = try_out(&place.scratch, |place| Box::new(at(place)), false);
        match works.and_then(|()| try_at(at(place.clone()), place)) {
            Ok(backend) => return Ok(Box::new(backend)),
            Err(why) => drop(first.get_or_insert(why)),
        }
    }
    Err(first.unwrap_or_default())
}

impl Backend for Overlay {
    fn name(&self) -> &'static str {
        if self.way.sudo { "overlay-sudo" } else { "overlay" }
    }

    fn run(&self, job: &Job, stop: &Stop) -> Outcome {
        let disk = if self.way.memory { None } else { Some(self.folder()) };
        let outcome = disk.transpose().and_then(|disk| self.attempt(job, disk.as_ref(), stop));
        outcome.unwrap_or_else(Outcome::not_started)
    }

    fn keep(&self, job: &Job, stop: &Stop) -> Option<Kept> {
        // What root wrote for us cannot be removed by us.
        let disk = if self.way.sudo { None } else { self.folder().ok() }?;
        let outcome = self.attempt(job, Some(&disk), stop).ok()?;
        (outcome.exit.reading() == Reading::Green).then(|| Kept::new(disk, outcome))
    }
}

impl Overlay {
    fn folder(&self) -> Result<RunDir, Trouble> {
        RunDir::new(&self.place.scratch).doing(|| "make a folder for the world".into())
    }

    fn attempt(&self, job: &Job, disk: Option<&RunDir>, stop: &Stop) -> Result<Outcome, Trouble> {
        let plan = match job.from {
            // Written again, files would look newer than what was built from them.
            Some(_) => Plan::default(),
            None => plan(&job.layout, &self.place.top)?,
        };
        plan.wait_for_a_new_second(stop);
        let user = self.way.sudo.then(own_user).transpose().doing(|| "ask for the own groups".into())?;
        let raise = Raise {
            entry: self.way.entry,
            processes: self.way.processes,
            network: self.isolation.network,
            disk: disk.map(|disk| disk.path().into()),
            covers: self.covers_over(job.from.as_deref()),
            emptied: runtime_folders(&self.place),
            muted: SOCKETS
                .iter()
                .filter_map(|socket| fs::canonicalize(socket).ok())
                .map(OsString::from)
                .collect(),
            steps: plan.steps,
            user,
        };
        let folder = folder_of(&self.place.top, &job.command.folder);
        let mut env = environment(std::env::vars_os(), &job.command.env);
        env.insert("PWD".into(), folder.clone().into());
        let order = Order {
            stage: Stage::Overlay(raise),
            argv: job.command.argv.clone(),
            env: env.into_iter().collect(),
            folder: folder.into(),
            deadline: job.deadline,
            watched: job.layout.watched.clone(),
            witnessed: job.witnessed,
        };
        let prefix: &[_] = if self.way.sudo { &["sudo", "-n", "--"] } else { &[] };
        let mut outcome = launch(&order, prefix, job, stop);
        if let Some(kept) = &job.from {
            outcome.read = kept.outcome().read;
        }
        Ok(outcome)
    }

    /// The covers, each over what a kept world has there.
    fn covers_over(&self, kept: Option<&Kept>) -> Vec<Cover> {
        let mut covers = self.covers.clone();
        let Some(kept) = kept else { return covers };
        for (number, cover) in covers.iter_mut().enumerate() {
            let upper = upper_in(kept.disk(), number);
            cover.over = upper.is_dir().then(|| upper.into());
        }
        covers
    }
}

fn own_user() -> std::io::Result<User> {
    let groups = getgroups()?.into_iter().map(|group| group.as_raw()).collect();
    Ok(User { uid: getuid().as_raw(), gid: getgid().as_raw(), groups })
}

/// The folder of the session's sockets, if it can be hidden.
fn runtime_folders(place: &Place) -> Vec<OsString> {
    let folder = std::env::var_os("XDG_RUNTIME_DIR").and_then(|folder| fs::canonicalize(folder).ok());
    let hidden = folder.filter(|folder| folder.is_dir() && folder.components().count() > 1);
    hidden.filter(|folder| !place.top.starts_with(folder)).map(OsString::from).into_iter().collect()
}

/// The folders that get an overlay: the project first, then its git directory where that lies outside, then what tools
/// write to by habit.
fn covers(place: &Place) -> Vec<Cover> {
    let mut paths = vec![place.top.clone()];
    let mut covers = vec![Cover { path: place.top.clone().into(), needed: true, over: None }];
    let mut add = |path: PathBuf, needed| {
        if path.components().count() > 1 && !paths.iter().any(|covered| path.starts_with(covered)) {
            covers.push(Cover { path: path.clone().into(), needed, over: None });
            paths.push(path);
        }
    };
    for folder in [&place.common_dir, &place.git_dir] {
        if let Ok(folder) = fs::canonicalize(folder) {
            add(folder, true);
        }
    }
    for folder in
        HABITS.iter().filter_map(std::env::var_os).filter_map(|folder| fs::canonicalize(folder).ok())
    {
        for part in without_mounts(&folder) {
            add(part, false);
        }
    }
    covers
}

/// The folder; or, if something is mounted below it, those of its hidden folders that have no mount: caches and settings.
fn without_mounts(folder: &Path) -> Vec<PathBuf> {
    if !folder.is_dir() {
        return Vec::new();
    }
    if mounts_below(folder).is_empty() {
        return vec![folder.into()];
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let hidden = entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"."));
    let folders = hidden.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.map(|entry| entry.path()).filter(|path| mounts_below(path).is_empty()).collect()
}
