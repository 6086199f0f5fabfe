//! All the tests again, where less is allowed.

use crate::support::DISK;
use std::{
    fs,
    os::unix::fs::{PermissionsExt, chown},
    process::Command,
};

const NOBODY: u32 = 65534;

/// Runs the tests whose names hold the word as a user without privileges, after root did what `before` says.
fn again(before: &str, filter: &str, disk: bool) {
    if !rustix::process::getuid().is_root() {
        // They run so in the first place.
        return;
    }
    let folder = tempfile::tempdir_in("/var/tmp").unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let program = folder.path().join("tests");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let home = folder.path().join("home");
    fs::create_dir(&home).unwrap();
    chown(&home, Some(NOBODY), Some(NOBODY)).unwrap();
    let run = "exec setpriv --reuid=65534 --regid=65534 --clear-groups -- \"$0\" \"$@\" --test-threads=2";
    let mut command = Command::new("unshare");
    command.args(["--mount", "sh", "-c", &format!("{before} && {run}")]).arg(&program).arg(filter);
    command
        .current_dir("/")
        .env("HOME", &home)
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .env_remove("TMPDIR");
    if disk {
        command.env(DISK, "1");
    }
    let done = command.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    assert_eq!(fs::read_dir(&home).unwrap().count(), 0, "nothing of the worlds is left in the home folder");
}

#[test]
fn all_of_this_holds_for_a_user_without_privileges() {
    again("true", "", false);
}

/// As in a container: a file of `/proc` is covered, so no process namespace can have one of its own.
#[test]
fn isolation_holds_without_a_process_namespace_and_with_scratch_on_disk() {
    again("mount --bind /dev/null /proc/kallsyms", "isolation::", true);
}

#[test]
fn processes_end_without_a_process_namespace() {
    again("mount --bind /dev/null /proc/kallsyms", "process::", false);
}
