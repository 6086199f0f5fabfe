//! Nothing gets out of a world, and nothing of the real tree gets in.

use crate::support::{BACKENDS, Project, executable, isolation, layout};
use counterproof_engine::{
    domain::Exit,
    world::{Place, Stop, choose, probe},
};
use std::{
    collections::BTreeSet,
    fs,
    os::unix::{fs::MetadataExt, net::UnixListener},
    path::Path,
    process::Command,
    thread,
};

fn git(folder: &Path, arguments: &[&str]) -> String {
    let identity = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "safe.directory=*"];
    let done = Command::new("git").current_dir(folder).args(identity).args(arguments).output().unwrap();
    assert!(done.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

const DESTRUCTIONS: [&str; 6] = [
    "rm -rf ./* .git && echo new >new && ls -la",
    "git clean -fdxq && git reset -q --hard HEAD && [ ! -e ignored ]",
    "chmod -R 700 . && touch -d 2001-01-01 a && [ \"$(stat -c %Y a)\" = 978307200 ]",
    "rm -rf d && mkdir d && [ -z \"$(ls -A d)\" ] && echo x >>a && ln -sf b c",
    "mv d e && [ -e e/x ] && mkdir d && mv e d/",
    "git add -A && git -c user.name=n -c user.email=e commit -qm broken",
];

fn repository() -> Project {
    let project =
        Project::new().file("a", "a").file("b", "b").file("d/x", "x").file(".gitignore", "ignored\n");
    git(&project.top, &["init", "-q", "-b", "main"]);
    git(&project.top, &["add", "."]);
    git(&project.top, &["commit", "-qm", "first"]);
    project.file("ignored/kept", "ignored").file("a", "changed").file("untracked", "u")
}

#[test]
fn destruction_in_a_world_leaves_the_real_tree_byte_and_time_identical() {
    let project = repository();
    let before = project.fingerprint();
    for backend in BACKENDS {
        for script in DESTRUCTIONS {
            project.check(backend, layout(&[("b", Some("world"))]), script);
            assert_eq!(project.fingerprint(), before, "{backend}: {script}");
        }
    }
}

#[test]
fn worlds_at_the_same_time_do_not_see_each_other() {
    let project = repository();
    let before = project.fingerprint();
    for name in BACKENDS {
        let backend = project.backend(name);
        let stop = Stop::new().unwrap();
        thread::scope(|scope| {
            for number in 0..4 {
                let (backend, stop, project) = (&backend, &stop, &project);
                scope.spawn(move || {
                    let script = format!(
                        "echo {number} >mine && sleep 0.2 && [ \"$(cat mine)\" = {number} ] && rm -rf ./*"
                    );
                    let mut job = project.job(&script);
                    job.log = project.around().join(format!("log{number}"));
                    assert_eq!(backend.run(&job, stop).exit, Exit::Code(0), "{name}");
                });
            }
        });
    }
    assert_eq!(project.fingerprint(), before);
}

#[test]
fn nothing_is_left_in_the_scratch_folder() {
    let project = repository();
    for backend in BACKENDS {
        project.check(backend, layout(&[("b", None)]), "rm -rf d; mkdir -m 0 closed");
        assert!(!project.place().scratch.exists(), "{backend}");
    }
}

#[test]
fn a_linked_worktrees_shared_git_directory_is_not_written() {
    let main = repository();
    let linked = main.around().join("linked");
    git(&main.top, &["worktree", "add", "-q", linked.to_str().unwrap()]);
    let text = |arguments: &[&str]| git(&linked, arguments).trim().to_owned();
    let place = Place {
        top: linked.clone(),
        git_dir: text(&["rev-parse", "--absolute-git-dir"]).into(),
        common_dir: text(&["rev-parse", "--path-format=absolute", "--git-common-dir"]).into(),
        scratch: main.around().join("scratch"),
    };
    let before = main.fingerprint();
    for name in BACKENDS {
        let backend = choose(&place, Some(name), isolation()).unwrap();
        let job = main
            .job("echo x >>a; git -c user.name=n -c user.email=e commit -qam broken; git branch stray; true");
        assert_eq!(backend.run(&job, &Stop::new().unwrap()).exit, Exit::Code(0), "{name}");
        assert_eq!(main.fingerprint(), before, "{name}");
    }
    let job =
        main.job("echo x >>a && git -c user.name=n -c user.email=e -c safe.directory='*' commit -qam fine");
    let backend = choose(&place, Some("overlay"), isolation()).unwrap();
    assert_eq!(
        backend.run(&job, &Stop::new().unwrap()).exit,
        Exit::Code(0),
        "git works in an overlay: {}",
        main.log()
    );
}

#[test]
fn a_copy_cannot_reach_the_original() {
    let project = Project::new().file("f", "real").file("link-target/x", "real");
    std::os::unix::fs::symlink(project.top.join("link-target"), project.top.join("link")).unwrap();
    let before = project.fingerprint();
    let parent = project.around().canonicalize().unwrap();
    // The path in two pieces, since a whole one is made to point into the copy.
    let script = "! cat \"$AROUND\"/project/f && ! cat link/x && ! echo x >\"$AROUND\"/project/f && ! rm \"$AROUND\"/project/f";
    let mut job = project.job(script);
    job.command.env.insert("AROUND".into(), parent.to_str().unwrap().into());
    assert_eq!(project.run_job("copy", &job).exit, Exit::Code(0), "{}", project.log());
    assert_eq!(project.fingerprint(), before);
}

#[test]
fn a_copy_finds_its_own_programs_by_their_old_absolute_paths() {
    let project = Project::new().file("f", "real");
    executable(&project.top.join("prog"), "#!/bin/sh\ncat \"$(dirname \"$0\")/f\"\n");
    let mut job = project.job("");
    job.layout = layout(&[("f", Some("world"))]);
    job.command.argv = vec![project.top.join("prog").into()];
    for backend in BACKENDS {
        assert_eq!(project.run_job(backend, &job).exit, Exit::Code(0));
        assert_eq!(project.log(), "world", "{backend}");
    }
}

#[test]
fn a_world_lies_exactly_over_the_projects_path() {
    let project = Project::new().file("sub/f", "real");
    let mut job = project.job("pwd; echo \"$PWD\"; cat \"$HERE/sub/f\"");
    job.layout = layout(&[("sub/f", Some("world"))]);
    job.command.folder = "sub".into();
    job.command.env.insert("HERE".into(), project.top.to_str().unwrap().into());
    assert_eq!(project.run_job("overlay", &job).exit, Exit::Code(0));
    let sub = project.top.join("sub");
    assert_eq!(project.log(), format!("{0}\n{0}\nworld", sub.display()));
}

#[test]
fn temporary_folders_are_private_even_around_a_project_below_them() {
    let project = Project::new().file("f", "real");
    let mark = format!("counterproof-mark-{}", std::process::id());
    let script = format!(
        "touch /tmp/{mark} /var/tmp/{mark} /dev/shm/{mark} && [ $(ls /tmp | wc -l) -le 2 ] && [ -e f ]"
    );
    project.check("overlay", layout(&[]), &script);
    for folder in ["/tmp", "/var/tmp", "/dev/shm"] {
        assert!(!Path::new(folder).join(&mark).exists());
    }
}

#[test]
fn what_is_written_to_the_home_folder_does_not_stay() {
    let home = std::env::var_os("HOME").unwrap();
    let mark = format!(".counterproof-mark-{}", std::process::id());
    let project = Project::new();
    project.check("overlay", layout(&[]), &format!("touch ~/{mark} && [ -e ~/{mark} ]"));
    assert!(!Path::new(&home).join(mark).exists());
}

#[test]
fn a_project_inside_the_home_folder_gets_its_world() {
    let home = std::env::var_os("HOME").unwrap();
    let project = Project::at(Path::new(&home), "project").file("f", "real");
    let before = project.fingerprint();
    project.check(
        "overlay",
        layout(&[("f", Some("world"))]),
        "[ \"$(cat f)\" = world ] && rm -rf ./* && touch ~/x",
    );
    assert_eq!(project.fingerprint(), before);
}

#[test]
fn ports_of_worlds_at_the_same_time_do_not_collide() {
    // Its own for each process: these tests are run again by others at the same time.
    let port = 20_000 + std::process::id() % 10_000;
    let serve = format!(
        "import socket, time\ns = socket.create_server(('127.0.0.1', {port}))\nsocket.create_connection(s.getsockname())\ntime.sleep(1)\n"
    );
    let project = Project::new().file("serve.py", &serve);
    let statuses = |project: &Project| {
        let backend = project.backend("overlay");
        let stop = Stop::new().unwrap();
        thread::scope(|scope| {
            let threads: Vec<_> = (0..3)
                .map(|number| {
                    let mut job = project.job("exec /usr/bin/python3 serve.py");
                    job.log = project.around().join(format!("log{number}"));
                    let (backend, stop) = (&backend, &stop);
                    scope.spawn(move || backend.run(&job, stop).exit == Exit::Code(0))
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).filter(|fine| *fine).count()
        })
    };
    assert_eq!(statuses(&project), 3);
    assert_eq!(statuses(&project.with_the_hosts_network()), 1, "the host's network has the port once");
}

#[test]
fn a_daemon_outside_cannot_be_reached_by_a_socket_in_a_temporary_folder() {
    let project = Project::new();
    let folder = tempfile::tempdir_in("/tmp").unwrap();
    let path = folder.path().join("socket");
    let _daemon = UnixListener::bind(&path).unwrap();
    let script = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])";
    let mut job = project.job("");
    job.command.argv = ["/usr/bin/python3", "-c", script, path.to_str().unwrap()].map(Into::into).into();
    assert_eq!(project.run_job("overlay", &job).exit, Exit::Code(1), "{}", project.log());
}

#[test]
fn a_test_is_the_user_it_always_was_with_no_more_rights() {
    let project = Project::new();
    let script = "id -u; grep CapEff /proc/self/status | cut -f2";
    let outside = Command::new("sh").args(["-c", script]).output().unwrap();
    project.check("overlay", layout(&[]), script);
    assert_eq!(project.log().as_bytes(), outside.stdout);
}

#[test]
fn open_folders_of_the_tool_are_no_way_into_the_real_tree() {
    let project = Project::new().file("f", "real");
    let real = fs::File::open(&project.top).unwrap();
    rustix::io::fcntl_setfd(&real, rustix::io::FdFlags::empty()).unwrap();
    for backend in BACKENDS {
        project.check(backend, layout(&[]), "[ \"$(ls /proc/self/fd | tr '\\n' ' ')\" = '0 1 2 3 ' ]");
    }
}

#[test]
fn the_namespaces_of_a_world_go_with_it() {
    let namespaces = || -> BTreeSet<u64> {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        processes.filter_map(|entry| Some(fs::metadata(entry.path().join("ns/mnt")).ok()?.ino())).collect()
    };
    let project = Project::new();
    project.check("overlay", layout(&[]), "readlink /proc/self/ns/mnt");
    let inside: u64 = project.log().trim().trim_start_matches("mnt:[").trim_end_matches(']').parse().unwrap();
    assert!(!namespaces().contains(&inside));
}

#[test]
fn an_overlay_is_preferred_and_the_copies_work_everywhere() {
    let project = Project::new();
    let probes = probe(&project.place());
    let works: Vec<_> = probes.iter().filter(|probe| probe.works.is_ok()).map(|probe| probe.name).collect();
    assert!(works.ends_with(&["copy", "plain"]), "{probes:?}");
    assert_eq!(works.first().map(|best| best.starts_with("overlay")), Some(true), "{probes:?}");
    assert_eq!(choose(&project.place(), None, isolation()).unwrap().name(), works[0]);
}

#[test]
fn an_unknown_backend_is_an_error_that_names_the_known_ones() {
    let project = Project::new();
    let error = choose(&project.place(), Some("vm"), isolation()).err().unwrap().to_string();
    assert_eq!(error, "there is no backend `vm`; choose one of overlay, overlay-sudo, copy, plain");
}

#[test]
fn a_mount_inside_the_repository_is_a_reason_to_take_the_next_backend() {
    let project = Project::new().file("f", "");
    let refused =
        |place: &Place| choose(place, Some("overlay"), isolation()).err().map(|error| error.to_string());
    assert_eq!(refused(&project.place()), None);
    // A project that is certain to have mounts inside, without the right to mount one here.
    let place = Place { top: "/dev".into(), ..project.place() };
    assert!(refused(&place).unwrap().contains("is a mount of its own inside the repository"));
}
