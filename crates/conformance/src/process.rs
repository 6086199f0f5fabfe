//! One command from start to end, with all that it started, in the environment that every trial gets.

use crate::Toy;
use counterproof_engine::{domain::Exit, runner, world::environment};
use std::{
    fs::File,
    io::{self, Read, Seek},
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// How often a running command is looked at.
const GLANCE: Duration = Duration::from_millis(5);

/// How long a command that is to end may take to end what it started.
const GRACE: Duration = Duration::from_millis(300);

/// How the command ended, and what is known of it for a person.
pub(crate) fn run(toy: &Toy, command: &runner::Command) -> (Exit, String) {
    let mut output = tempfile::tempfile().expect("a temporary file");
    let exit = match start(toy, command, &output) {
        Ok(child) => await_end(child, toy.deadline),
        Err(error) => Exit::NotStarted(error.to_string()),
    };
    let mut bytes = Vec::new();
    let _ = output.rewind().and_then(|()| output.read_to_end(&mut bytes));
    let said = String::from_utf8_lossy(&bytes);
    (exit.clone(), format!("{:?} in {:?}: {exit:?}\n{said}", command.argv, command.folder))
}

fn start(toy: &Toy, command: &runner::Command, output: &File) -> io::Result<Child> {
    let user = std::env::vars_os().filter(|(name, _)| name != "PATH");
    let around = user.chain(toy.variables.iter().cloned()).chain([("PATH".into(), toy.search_path())]);
    let mut child = Command::new(&command.argv[0]);
    child.args(&command.argv[1..]).current_dir(toy.folder.path().join(command.folder.to_os()));
    // Edits come and go within one second here, which byte code would hide.
    child.env_clear().envs(environment(around, &command.env)).env("PYTHONDONTWRITEBYTECODE", "1");
    child.stdin(Stdio::null());
    child.stdout(output.try_clone()?).stderr(output.try_clone()?).process_group(0).spawn()
}

fn await_end(mut child: Child, deadline: Duration) -> Exit {
    let begun = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if begun.elapsed() < deadline => thread::sleep(GLANCE),
            _ => break None,
        }
    };
    if status.is_none() {
        // A runner may have put its tests into groups of their own, which only it can end.
        signal(&child, "-TERM");
        thread::sleep(GRACE);
    }
    // What it left behind ends with it.
    signal(&child, "-KILL");
    let _ = child.wait();
    status.map_or(Exit::TimedOut, exit_of)
}

fn signal(leader: &Child, signal: &str) {
    let group = format!("-{}", leader.id());
    let _ = Command::new("kill").args([signal, "--", &group]).stderr(Stdio::null()).status();
}

fn exit_of(status: ExitStatus) -> Exit {
    status.code().map_or_else(|| Exit::Signal(status.signal().unwrap_or_default()), Exit::Code)
}
