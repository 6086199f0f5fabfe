use counterproof_engine::{
    domain::{Content, Exit, RepoPath},
    runner::Command,
    world::{Backend, Isolation, Job, Layout, Outcome, Place, Stop, WORD, child_main, choose},
};
use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    time::Duration,
};

/// The backends start this very program again: it is then the child, before the test harness ever runs.
#[used]
#[unsafe(link_section = ".init_array")]
static CHILD: extern "C" fn() = {
    extern "C" fn child() {
        if std::env::args_os().nth(1).is_some_and(|word| word == WORD) {
            child_main();
        }
    }
    child
};

/// A project in a folder of its own.
pub(crate) struct Project {
    folder: tempfile::TempDir,
    pub(crate) top: PathBuf,
    isolation: Isolation,
}

impl Project {
    pub(crate) fn new() -> Self {
        Self::at(&std::env::temp_dir(), "project")
    }

    /// A project whose folder has this name, somewhere below `parent`.
    pub(crate) fn at(parent: &Path, name: &str) -> Self {
        let folder = tempfile::tempdir_in(parent).unwrap();
        let top = fs::canonicalize(folder.path()).unwrap().join(name);
        fs::create_dir(&top).unwrap();
        Self { folder, top, isolation: isolation() }
    }

    pub(crate) fn with_the_hosts_network(mut self) -> Self {
        self.isolation.network = false;
        self
    }

    pub(crate) fn file(self, path: &str, text: &str) -> Self {
        let path = self.top.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    pub(crate) fn place(&self) -> Place {
        let git = self.top.join(".git");
        Place {
            top: self.top.clone(),
            git_dir: git.clone(),
            common_dir: git,
            scratch: self.top.parent().unwrap().join("scratch"),
        }
    }

    /// The backend of this name. Where a system forbids the plain overlay but has `sudo`, that is the overlay.
    pub(crate) fn backend(&self, name: &str) -> Box<dyn Backend> {
        let choose = |name| choose(&self.place(), Some(name), self.isolation);
        if name == "overlay" { choose(name).or_else(|_| choose("overlay-sudo")) } else { choose(name) }
            .unwrap()
    }

    /// A job of a shell command.
    pub(crate) fn job(&self, script: &str) -> Job {
        let argv = ["sh", "-c", script].map(OsString::from).into();
        let command = Command { argv, folder: RepoPath::default(), env: BTreeMap::new() };
        let log = self.top.parent().unwrap().join("log");
        Job {
            layout: Layout::default(),
            from: None,
            command,
            deadline: Duration::from_secs(30),
            witnessed: false,
            log,
        }
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.top.parent().unwrap().join("log")).unwrap()
    }

    /// Runs a shell command in a world of the backend.
    pub(crate) fn run(&self, backend: &str, script: &str) -> Outcome {
        self.run_job(backend, &self.job(script))
    }

    pub(crate) fn run_job(&self, backend: &str, job: &Job) -> Outcome {
        self.backend(backend).run(job, &Stop::new().unwrap())
    }

    /// Runs a shell command that must succeed in a world with this layout.
    pub(crate) fn check(&self, backend: &str, layout: Layout, script: &str) {
        let job = Job { layout, ..self.job(script) };
        let outcome = self.run_job(backend, &job);
        assert_eq!(outcome.exit, Exit::Code(0), "{backend}: {script}\n{}", self.log());
    }

    /// All of the project: kind, mode, owner, size, time of change and content of everything.
    pub(crate) fn fingerprint(&self) -> BTreeMap<PathBuf, String> {
        let mut all = BTreeMap::new();
        walk(&self.top, &mut all);
        all
    }

    /// The folder the project's folder is in, which is no part of the project.
    pub(crate) fn around(&self) -> &Path {
        self.folder.path()
    }
}

/// If set, worlds keep what is written on disk.
pub(crate) const DISK: &str = "COUNTERPROOF_TEST_DISK";

pub(crate) fn isolation() -> Isolation {
    Isolation { network: true, memory: std::env::var_os(DISK).is_none() }
}

fn walk(path: &Path, all: &mut BTreeMap<PathBuf, String>) {
    let real = fs::symlink_metadata(path).unwrap();
    let content = if real.is_symlink() {
        format!("{:?}", fs::read_link(path).unwrap())
    } else if real.is_dir() {
        fs::read_dir(path).unwrap().for_each(|entry| walk(&entry.unwrap().path(), all));
        String::new()
    } else {
        format!("{:?}", fs::read(path).unwrap())
    };
    let facts =
        (real.mode(), real.uid(), real.gid(), real.len(), real.mtime(), real.mtime_nsec(), real.ino());
    all.insert(path.into(), format!("{facts:?} {content}"));
}

pub(crate) const BACKENDS: [&str; 3] = ["overlay", "copy", "plain"];

/// A layout of text files; `None` is absent.
pub(crate) fn layout(files: &[(&str, Option<&str>)]) -> Layout {
    let content = |text: &&str| Content::file(text.as_bytes());
    let files = files.iter().map(|(path, text)| ((*path).into(), text.as_ref().map(content)));
    Layout { files: files.collect(), watched: Vec::new() }
}

/// Processes of this system whose command line holds the word.
pub(crate) fn processes_with(word: &str) -> usize {
    let own = std::process::id().to_string();
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines =
        entries.filter(|entry| entry.file_name().to_string_lossy() != own.as_str()).map(|entry| entry.path());
    lines
        .filter_map(|path| fs::read(path.join("cmdline")).ok())
        .filter(|line| String::from_utf8_lossy(line).contains(word))
        .count()
}

pub(crate) fn executable(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}
