//! What a world costs, by the number of files in the project: `cargo bench -p counterproof-engine --bench world`.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark is no engine"
)]

use counterproof_engine::{
    domain::{Content, Exit, RepoPath},
    runner::Command,
    world::{Isolation, Job, Layout, Place, Stop, WORD, child_main, choose},
};
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    time::{Duration, Instant},
};

fn main() {
    if std::env::args_os().nth(1).is_some_and(|word| word == WORD) {
        child_main();
    }
    let bare = median(100, || {
        let begun = Instant::now();
        assert!(std::process::Command::new("true").status().unwrap().success());
        begun.elapsed()
    });
    println!("bare process: {bare:?}");
    for files in [100, 10_000, 100_000] {
        println!("{files} files: {}", figures(files));
    }
}

/// The cost of a world over a project with this many files: wall time from the call to the answer, and CPU time.
fn figures(files: usize) -> String {
    let folder = tempfile::tempdir().unwrap();
    let top = fs::canonicalize(folder.path()).unwrap().join("project");
    fill(&top, files);
    let git = top.join(".git");
    let scratch = folder.path().join("scratch");
    let place = Place { top: top.clone(), git_dir: git.clone(), common_dir: git, scratch };
    let begun = Instant::now();
    let backend = choose(&place, Some("overlay"), Isolation::default()).unwrap();
    let chosen = begun.elapsed();
    let job = job(folder.path());
    let stop = Stop::new().unwrap();
    let before = cpu();
    let raise = || {
        let begun = Instant::now();
        assert_eq!(backend.run(&job, &stop).exit, Exit::Code(0));
        begun.elapsed()
    };
    let wall = median(100, raise);
    format!("chosen in {chosen:?}, a world in {wall:?}, {:?} CPU", (cpu() - before) / 100)
}

fn fill(top: &Path, files: usize) {
    for number in 0..files {
        let folder = top.join(format!("d{}", number / 100));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("f{number}.py")), "x = 1\n").unwrap();
    }
    // Or the first world waits for the next second.
    std::thread::sleep(Duration::from_millis(1100));
}

fn job(folder: &Path) -> Job {
    let written = |path: &str| (RepoPath::from(path), Some(Content::file(*b"x = 2\n")));
    let removed = (RepoPath::from("d0/f3.py"), None);
    let files = [written("d0/f1.py"), written("d0/f2.py"), written("new/g.py"), removed].into();
    let command = Command { argv: vec!["true".into()], folder: RepoPath::default(), env: BTreeMap::new() };
    let layout = Layout { files, watched: vec!["d0/f1.py".into()] };
    Job {
        layout,
        from: None,
        command,
        deadline: Duration::from_secs(20),
        witnessed: false,
        log: folder.join("log"),
    }
}

fn median(times: usize, mut once: impl FnMut() -> Duration) -> Duration {
    let mut all: Vec<_> = (0..times).map(|_| once()).collect();
    all.sort();
    all[times / 2]
}

/// CPU time of this process and of all that it waited for.
fn cpu() -> Duration {
    let usage = |who| {
        // SAFETY: all zeros is a valid rusage, and the call writes no further than it.
        unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            libc::getrusage(who, &raw mut usage);
            usage
        }
    };
    let time =
        |time: libc::timeval| Duration::from_micros((time.tv_sec * 1_000_000 + time.tv_usec).unsigned_abs());
    [libc::RUSAGE_SELF, libc::RUSAGE_CHILDREN]
        .map(usage)
        .iter()
        .map(|used| time(used.ru_utime) + time(used.ru_stime))
        .sum()
}
