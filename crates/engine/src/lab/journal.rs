//! The journal of a run: the case, and every observation on a line of its own. A verdict is a function of these two
//! (I1), so a run can be judged again from its folder.
#![allow(clippy::disallowed_methods, reason = "the shell around a run's folder: it reads and writes files")]

use crate::{
    domain::{Case, Observation, Seen},
    report::RunFacts,
};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// How many runs are kept.
const KEPT: usize = 10;

/// The folder of one run, being written.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    pages: Mutex<Pages>,
}

/// The file, and the same in memory, for a disk that takes no more.
#[derive(Debug)]
struct Pages {
    lines: File,
    seen: Seen,
}

impl Journal {
    /// Opens a folder for a new run below `runs`, and drops the oldest ones.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn create(runs: &Path, case: &Case) -> io::Result<Self> {
        fs::create_dir_all(runs)?;
        let folder = unused(runs)?;
        fs::write(folder.join("case.json"), serde_json::to_vec(case)?)?;
        let lines = OpenOptions::new().create(true).append(true).open(folder.join("journal.jsonl"))?;
        drop_oldest(runs)?;
        Ok(Self { folder, pages: Mutex::new(Pages { lines, seen: Seen::default() }) })
    }

    /// The run's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes an observation down.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn write(&self, observation: &Observation) -> io::Result<()> {
        let mut pages = self.pages();
        pages.seen.extend([observation.clone()]);
        let mut line = serde_json::to_vec(observation)?;
        line.push(b'\n');
        pages.lines.write_all(&line)
    }

    /// Forgets what was written: the worlds are raised in another way from now on.
    ///
    /// # Errors
    /// If the file cannot be emptied.
    pub fn restart(&self) -> io::Result<()> {
        let mut pages = self.pages();
        pages.seen = Seen::default();
        pages.lines.set_len(0)
    }

    /// All that was observed, whether the disk took it or not.
    pub fn seen(&self) -> Seen {
        self.pages().seen.clone()
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes down how the run was made, and the case as it is at the end.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn close(&self, case: &Case, facts: &RunFacts) -> io::Result<()> {
        fs::write(self.folder.join("case.json"), serde_json::to_vec(case)?)?;
        fs::write(self.folder.join("facts.json"), serde_json::to_vec(facts)?)
    }
}

/// Reads a run's folder again.
///
/// # Errors
/// If a file is missing or is not what this version writes.
pub fn read(folder: &Path) -> io::Result<(Case, Seen, RunFacts)> {
    let case = serde_json::from_slice(&fs::read(folder.join("case.json"))?)?;
    let facts = serde_json::from_slice(&fs::read(folder.join("facts.json"))?)?;
    let mut seen = Seen::default();
    for line in fs::read_to_string(folder.join("journal.jsonl"))?.lines() {
        seen.extend([serde_json::from_str::<Observation>(line)?]);
    }
    Ok((case, seen, facts))
}

/// The runs that are kept, the newest last.
///
/// # Errors
/// If the folder cannot be read; a missing one has no runs.
pub fn runs(folder: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut names = Vec::new();
    for entry in entries {
        names.extend(entry?.file_name().into_string().ok());
    }
    names.sort();
    Ok(names)
}

/// A new folder named by the time, so that names sort by age.
fn unused(runs: &Path) -> io::Result<PathBuf> {
    let now = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S");
    for number in 0..1000 {
        let folder = runs.join(format!("{now}-{number:03}"));
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("a thousand runs in one second"))
}

fn drop_oldest(folder: &Path) -> io::Result<()> {
    let names = runs(folder)?;
    for name in names.iter().take(names.len().saturating_sub(KEPT)) {
        fs::remove_dir_all(folder.join(name))?;
    }
    Ok(())
}
