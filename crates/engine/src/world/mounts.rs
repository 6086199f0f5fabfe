//! What is mounted where.

#![allow(clippy::disallowed_methods, reason = "it asks the system")]

use std::{
    ffi::OsString,
    fs,
    os::unix::ffi::OsStringExt,
    path::{Path, PathBuf},
};

/// The mounts below a folder. An overlay over the folder is refused for them, or, as root, would show them empty.
pub(crate) fn mounts_below(folder: &Path) -> Vec<PathBuf> {
    let table = fs::read("/proc/self/mountinfo").unwrap_or_default();
    points(&table).into_iter().filter(|point| point != folder && point.starts_with(folder)).collect()
}

/// The mount points of a `mountinfo` table.
fn points(table: &[u8]) -> Vec<PathBuf> {
    let fields =
        table.split(|byte| *byte == b'\n').filter_map(|line| line.split(|byte| *byte == b' ').nth(4));
    fields.map(|field| OsString::from_vec(unescaped(field)).into()).collect()
}

/// Blanks, newlines and backslashes are written as a backslash and three octal digits.
fn unescaped(field: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = field;
    while let [first, behind @ ..] = rest {
        let code =
            behind.get(..3).and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 8).ok());
        let (byte, used) = match code {
            Some(code) if *first == b'\\' => (code, 4),
            _ => (*first, 1),
        };
        bytes.push(byte);
        rest = &rest[used..];
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mount_point_with_blanks_and_backslashes_is_read_right() {
        let table =
            b"36 35 98:0 /mnt1 /a\\040b\\134c rw - ext3 /dev/root rw\n37 35 0:1 / /proc rw - proc proc rw\n";
        assert_eq!(points(table), [PathBuf::from("/a b\\c"), PathBuf::from("/proc")]);
    }

    #[test]
    fn the_root_has_mounts_below_and_proc_itself_is_not_below_proc() {
        assert!(mounts_below(Path::new("/")).contains(&PathBuf::from("/proc")));
        assert!(!mounts_below(Path::new("/proc")).contains(&PathBuf::from("/proc")));
    }
}
