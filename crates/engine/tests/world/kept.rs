//! Worlds that are kept: built once, asked many times. And marks, which go with their world.

use crate::support::{BACKENDS, Project, layout};
use counterproof_engine::{
    domain::Exit,
    world::{Job, Kept, Stop},
};
use std::{fs, sync::Arc};

/// A world with an edited and a removed file, in which something was built from it.
fn kept(project: &Project) -> Arc<Kept> {
    let world = layout(&[("code", Some("head")), ("gone", None)]);
    let script = "mkdir built && cp code built/ && rm -r old && echo 1 > old && stat -c %Y code > time";
    let build = Job { layout: world, ..project.job(script) };
    Arc::new(project.backend("overlay").keep(&build, &Stop::new().unwrap()).expect("it builds"))
}

fn project() -> Project {
    let project = Project::new();
    for (path, text) in [("code", "base"), ("gone", "x"), ("old/file", "y")] {
        let path = project.place().top.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    project
}

#[test]
fn a_job_finds_what_was_built_and_leaves_it_as_it_was() {
    let project = project();
    let before = project.fingerprint();
    let kept = kept(&project);
    let script = "test \"$(cat built/code code)\" = headhead && test ! -e gone && test -f old && \
                  test \"$(stat -c %Y code)\" = \"$(cat time)\" && test ! -e mine && touch mine && echo 2 > built/code";
    for _ in 0..2 {
        let job = Job { from: Some(kept.clone()), ..project.job(script) };
        let outcome = project.run_job("overlay", &job);
        assert_eq!(outcome.exit, Exit::Code(0), "{}", project.log());
    }
    assert_eq!(project.fingerprint(), before);
}

#[test]
fn nothing_is_left_of_a_kept_world_when_it_is_dropped() {
    let project = project();
    let kept = kept(&project);
    assert!(project.place().scratch.is_dir());
    drop(kept);
    assert!(!project.place().scratch.exists());
}

#[test]
fn what_does_not_build_is_not_kept() {
    let project = project();
    let stop = Stop::new().unwrap();
    assert!(project.backend("overlay").keep(&project.job("exit 1"), &stop).is_none());
    assert!(project.backend("copy").keep(&project.job("true"), &stop).is_none());
    assert!(!project.place().scratch.exists());
}

#[test]
fn marks_are_told_and_gone_with_their_world() {
    let project = project();
    let script = "ls \"$COUNTERPROOF_WITNESS\" > listed && test ! -s listed && touch \"$COUNTERPROOF_WITNESS/7.ended\"";
    for backend in BACKENDS {
        for _ in 0..2 {
            let job = Job { witnessed: true, ..project.job(script) };
            let outcome = project.run_job(backend, &job);
            assert_eq!(
                (outcome.exit, outcome.marks),
                (Exit::Code(0), vec!["7.ended".to_owned()]),
                "{backend}"
            );
        }
        let quiet = project.run_job(backend, &project.job("test -z \"$COUNTERPROOF_WITNESS\""));
        assert_eq!((quiet.exit, quiet.marks), (Exit::Code(0), Vec::new()), "{backend}");
    }
}
