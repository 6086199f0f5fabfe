//! A world has exactly the files it is told to have.

use crate::support::{BACKENDS, Project, layout};
use counterproof_engine::{
    domain::{Content, Exit, RepoPath},
    world::{Job, Layout},
};
use std::{fs, path::Path, process::Command};

#[test]
fn a_file_is_replaced_removed_and_added() {
    let project = Project::new().file("a", "real").file("b", "real").file("d/x", "real");
    let world = layout(&[("a", Some("world")), ("b", None), ("new/deep/c", Some("added"))]);
    let script = r#"[ "$(cat a)" = world ] && [ ! -e b ] && [ "$(cat new/deep/c)" = added ] && [ "$(cat d/x)" = real ]"#;
    for backend in BACKENDS {
        project.check(backend, world.clone(), script);
    }
    assert_eq!(fs::read_to_string(project.top.join("a")).unwrap(), "real");
    assert!(!project.top.join("new").exists());
}

#[test]
fn a_file_takes_the_place_of_a_folder_and_the_reverse() {
    let project = Project::new().file("folder/x", "real").file("file", "real");
    let world = layout(&[
        ("folder", Some("now a file")),
        ("folder/x", None),
        ("file", None),
        ("file/x", Some("deep")),
    ]);
    for backend in BACKENDS {
        project.check(
            backend,
            world.clone(),
            r#"[ -f folder ] && [ "$(cat file/x)" = deep ] && [ "$(ls file)" = x ]"#,
        );
    }
}

#[test]
fn links_and_executable_files_are_what_they_are() {
    let project = Project::new().file("run", "echo no").file("plain", "x");
    let mut world = layout(&[("plain", Some("y"))]);
    let program = Content::File { bytes: b"#!/bin/sh\nexit 0\n".as_slice().into(), executable: true };
    world.files.insert("run".into(), Some(program));
    world.files.insert("link".into(), Some(Content::Symlink(b"plain".to_vec())));
    for backend in BACKENDS {
        project.check(backend, world.clone(), r#"./run && [ ! -x plain ] && [ "$(readlink link)" = plain ]"#);
    }
}

#[test]
fn a_path_of_any_bytes_can_be_replaced() {
    let project = Project::new();
    let path = RepoPath::new(b"a\xff\n\"'b".to_vec());
    fs::write(project.top.join(path.to_os()), "real").unwrap();
    let world = Layout { files: [(path, Some(Content::file(*b"world")))].into(), watched: Vec::new() };
    for backend in BACKENDS {
        project.check(backend, world.clone(), r#"[ "$(cat a*)" = world ]"#);
    }
}

#[test]
fn a_folder_that_lost_its_last_file_is_gone() {
    let project = Project::new()
        .file("pkg/new/m.py", "")
        .file("pkg/new/__pycache__/m.cpython-311.pyc", "")
        .file("pkg/x", "");
    for backend in BACKENDS {
        project.check(backend, layout(&[("pkg/new/m.py", None)]), "[ -d pkg ] && [ ! -e pkg/new ]");
    }
}

#[test]
fn a_project_with_odd_characters_in_its_path_gets_its_world() {
    let project = Project::at(&std::env::temp_dir(), "a: b,c\\d\"e'f\nü").file("f", "real");
    for backend in BACKENDS {
        project.check(backend, layout(&[("f", Some("world"))]), r#"[ "$(cat f)" = world ]"#);
    }
}

#[test]
fn the_top_level_and_the_folders_keep_their_modes() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::new().file("d/f", "real");
    for (path, mode) in [("", 0o750), ("d", 0o711)] {
        fs::set_permissions(project.top.join(path), fs::Permissions::from_mode(mode)).unwrap();
    }
    for backend in BACKENDS {
        project.check(
            backend,
            layout(&[("d/f", Some("world"))]),
            r#"[ "$(stat -c %a . d)" = "$(printf '750\n711')" ]"#,
        );
    }
}

/// The trap: same size, and written in the same second as what is cached.
#[test]
fn byte_code_of_the_real_module_is_not_used_for_the_worlds() {
    let project = Project::new();
    for backend in BACKENDS {
        fs::write(project.top.join("m.py"), "print('real')\n").unwrap();
        let mut python = Command::new("/usr/bin/python3");
        python.env_remove("PYTHONDONTWRITEBYTECODE").env_remove("PYTHONPYCACHEPREFIX");
        let real = python.args(["-c", "import m"]).current_dir(&project.top).output().unwrap();
        assert_eq!(real.stdout, b"real\n");
        assert!(project.top.join("__pycache__").is_dir());
        let world = layout(&[("m.py", Some("print('sham')\n"))]);
        project.check(backend, world, r#"[ "$(/usr/bin/python3 -c 'import m')" = sham ]"#);
    }
}

#[test]
fn a_written_file_never_has_the_second_of_the_real_one() {
    let project = Project::new();
    for backend in BACKENDS {
        fs::write(project.top.join("f"), "real").unwrap();
        let real = fs::metadata(project.top.join("f")).unwrap().modified().unwrap();
        let seconds = real.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
        let script =
            format!(r#"[ "$(stat -c %Y f)" -gt {seconds} ] && [ "$(stat -c %Y f)" -le "$(date +%s)" ]"#);
        project.check(backend, layout(&[("f", Some("sham"))]), &script);
    }
}

#[test]
fn it_is_known_whether_a_watched_file_was_read() {
    let project = Project::new().file("a", "real").file("b", "real");
    let mut world = layout(&[("a", Some("world")), ("b", Some("world"))]);
    world.watched = vec!["a".into()];
    for backend in BACKENDS {
        let read = |script: &str| {
            let outcome = project.run_job(backend, &Job { layout: world.clone(), ..project.job(script) });
            assert_eq!(outcome.exit, Exit::Code(0), "{backend}: {script}");
            outcome.read
        };
        assert_eq!(read("cat b; ls -l a; test -f a"), Some(false), "{backend}");
        assert_eq!(read("cat a"), Some(true), "{backend}");
        assert_eq!(project.run(backend, "cat a").read, None, "{backend}: nothing is watched");
    }
}

#[test]
fn a_world_that_cannot_be_written_is_an_outcome() {
    let project = Project::new();
    let world = layout(&[("a", Some("file")), ("a/b", Some("below a file"))]);
    let outcome = project.run_job("overlay", &Job { layout: world, ..project.job("true") });
    assert!(matches!(outcome.exit, Exit::NotStarted(why) if why.contains("a/b")));
}

#[test]
fn a_log_that_cannot_be_written_is_an_outcome() {
    let project = Project::new();
    let job = Job { log: Path::new("/nonexistent/log").into(), ..project.job("true") };
    let outcome = project.run_job("overlay", &job);
    assert!(matches!(outcome.exit, Exit::NotStarted(why) if why.contains("/nonexistent/log")));
}
