//! One child from start to reaped, and whatever it starts with it.

use crate::support::{BACKENDS, Project, executable, processes_with};
use counterproof_engine::{
    domain::Exit,
    world::{Job, Stop, sweep},
};
use std::{
    fs,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

fn exit(project: &Project, backend: &str, script: &str) -> Exit {
    project.run(backend, script).exit
}

#[test]
fn exit_codes_and_signals_pass() {
    let project = Project::new();
    for backend in BACKENDS {
        for code in [0, 1, 42, 97, 255] {
            assert_eq!(exit(&project, backend, &format!("exit {code}")), Exit::Code(code), "{backend}");
        }
        assert_eq!(exit(&project, backend, "kill -SEGV $$"), Exit::Signal(11), "{backend}");
        assert_eq!(exit(&project, backend, "kill -KILL $$"), Exit::Signal(9), "{backend}");
    }
}

#[test]
fn a_program_that_is_missing_is_named() {
    let project = Project::new().file("not-executable", "");
    executable(&project.top.join("no-interpreter"), "#!/nonexistent/python\n");
    for backend in BACKENDS {
        let not_started = |program: &str| {
            let mut job = project.job("");
            job.command.argv = vec![program.into()];
            project.run_job(backend, &job).exit
        };
        let missing = "the program `no-such-program` is not installed".to_owned();
        assert_eq!(not_started("no-such-program"), Exit::NotStarted(missing), "{backend}");
        let forbidden = "the program `./not-executable` may not be executed".to_owned();
        assert_eq!(not_started("./not-executable"), Exit::NotStarted(forbidden), "{backend}");
        let interpreter =
            "the program `./no-interpreter` needs an interpreter that is not installed".to_owned();
        assert_eq!(not_started("./no-interpreter"), Exit::NotStarted(interpreter), "{backend}");
    }
}

#[test]
fn a_folder_that_is_not_in_the_world_is_named() {
    let project = Project::new();
    let mut job = project.job("true");
    job.command.folder = "gone".into();
    for backend in BACKENDS {
        let Exit::NotStarted(why) = project.run_job(backend, &job).exit else { panic!("it ran") };
        assert!(why.ends_with("/gone does not exist in this world"), "{backend}: {why}");
    }
}

#[test]
fn what_does_not_end_is_ended_at_its_deadline() {
    let project = Project::new();
    for backend in BACKENDS {
        let ended = |script: &str| {
            let begun = Instant::now();
            let job = Job { deadline: Duration::from_millis(300), ..project.job(script) };
            assert_eq!(project.run_job(backend, &job).exit, Exit::TimedOut, "{backend}: {script}");
            begun.elapsed()
        };
        assert!(ended("sleep 60") < Duration::from_secs(2), "{backend}: TERM is enough");
        assert!(
            ended("trap '' TERM; while :; do sleep 0.1; done") < Duration::from_secs(6),
            "{backend}: KILL comes"
        );
        assert!(ended("kill -STOP $$") < Duration::from_secs(6), "{backend}: a stopped process ends");
        assert!(
            ended("trap 'exit 0' TERM; sleep 60 & wait") < Duration::from_secs(2),
            "{backend}: it is late all the same"
        );
    }
}

#[test]
fn a_status_that_came_before_the_deadline_wins() {
    let project = Project::new();
    for backend in BACKENDS {
        let job = Job { deadline: Duration::from_secs(1), ..project.job("sleep 0.1; exit 7") };
        assert_eq!(project.run_job(backend, &job).exit, Exit::Code(7), "{backend}");
    }
}

#[test]
fn a_daemon_does_not_outlive_its_trial() {
    let project = Project::new();
    for (number, backend) in BACKENDS.iter().enumerate() {
        let time = format!("31{}.{number}", std::process::id());
        let script =
            format!("setsid sh -c 'setsid sleep {time} & setsid sleep {time} &' & sleep 0.3; exit 5");
        assert_eq!(exit(&project, backend, &script), Exit::Code(5));
        assert_eq!(processes_with(&time), 0, "{backend}");
    }
}

#[test]
fn orphans_are_reaped_while_the_command_runs() {
    let project = Project::new();
    let script = "sh -c 'sleep 0.1 & echo $!' >pid; sleep 0.5; ! kill -0 \"$(cat pid)\"";
    for backend in BACKENDS {
        assert_eq!(exit(&project, backend, script), Exit::Code(0), "{backend}");
    }
}

#[test]
fn output_goes_to_the_log_and_input_is_empty() {
    let project = Project::new();
    for backend in BACKENDS {
        assert_eq!(exit(&project, backend, "echo out; echo err >&2; cat; echo end"), Exit::Code(0));
        assert_eq!(project.log(), "out\nerr\nend\n", "{backend}");
    }
}

#[test]
fn endless_output_does_not_fill_the_disk_and_does_not_block() {
    let project = Project::new();
    assert_eq!(exit(&project, "overlay", "head -c 40000000 /dev/zero; exit 3"), Exit::Code(3));
    assert_eq!(project.log().len(), 16 << 20);
}

#[test]
fn cpu_time_of_all_descendants_is_counted() {
    let project = Project::new();
    let burn = "/usr/bin/python3 -c 'import time\nwhile time.process_time() < 0.3: pass'";
    for backend in BACKENDS {
        let outcome = project.run(backend, &format!("(({burn}) & wait); sleep 0.2"));
        assert!(outcome.cpu >= Duration::from_millis(280), "{backend}: {outcome:?}");
        assert!(outcome.wall >= Duration::from_millis(480), "{backend}: {outcome:?}");
    }
}

#[test]
fn a_pulled_cord_ends_a_job_at_once() {
    let project = Project::new();
    for name in BACKENDS {
        let (backend, stop) = (project.backend(name), Stop::new().unwrap());
        let time = format!("32{}", std::process::id());
        let job = project.job(&format!("sleep {time}"));
        let begun = Instant::now();
        let outcome = thread::scope(|scope| {
            let running = scope.spawn(|| backend.run(&job, &stop));
            thread::sleep(Duration::from_millis(400));
            stop.pull();
            running.join().unwrap()
        });
        assert!(matches!(outcome.exit, Exit::NotStarted(_)), "{name}");
        assert!(begun.elapsed() < Duration::from_secs(3), "{name}");
        assert!(gone(&time), "{name}");
    }
}

/// True once no process has the word in its command line; after a second at most.
fn gone(word: &str) -> bool {
    (0..50).any(|_| {
        thread::sleep(Duration::from_millis(20));
        processes_with(word) == 0
    })
}

const VICTIM: &str = "COUNTERPROOF_TEST_VICTIM";

/// Not a test of its own: what the next one starts and kills. Without the variable it has nothing to do.
#[test]
fn the_victim_of_the_next_test() {
    let Some(word) = std::env::var_os(VICTIM) else { return };
    let (backend, time) = word.to_str().unwrap().split_once(' ').unwrap();
    let project = Project::new().file("f", "real");
    let script = format!("setsid sleep {time} & echo x >f; sleep {time}");
    let outcome = project.run(backend, &script);
    panic!("it ended: {outcome:?}");
}

#[test]
fn killing_the_tool_leaves_no_process_and_no_mount_and_a_sweep_removes_its_files() {
    for (number, backend) in BACKENDS.iter().enumerate() {
        for round in 0..4 {
            let time = format!("33{}.{number}{round}", std::process::id());
            let folder = tempfile::tempdir().unwrap();
            let mut victim = Command::new(std::env::current_exe().unwrap())
                .args(["the_victim_of_the_next_test", "--nocapture"])
                .env(VICTIM, format!("{backend} {time}"))
                .env("TMPDIR", folder.path())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            wait_for(&time);
            victim.kill().unwrap();
            victim.wait().unwrap();
            assert!(gone(&time), "{backend}");
            let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
            assert!(!mounts.contains(folder.path().to_str().unwrap()), "{backend}");
            let project = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
            assert_eq!(fs::read_to_string(project.join("project/f")).unwrap(), "real", "{backend}");
            sweep(&project.join("scratch")).unwrap();
            // The scratch folder goes with its last run.
            let left = fs::read_dir(project.join("scratch")).map_or(0, Iterator::count);
            assert_eq!(left, 0, "{backend}");
        }
    }
}

fn wait_for(word: &str) {
    // The command line of the shell, and two sleeps.
    assert!((0..500).any(|_| {
        thread::sleep(Duration::from_millis(20));
        processes_with(&format!("sleep\0{word}")) >= 2
    }));
}
