//! Signatures by SSH keys, made and checked by `ssh-keygen`.

use crate::signoff::NAMESPACE;
use std::{
    ffi::OsStr,
    fs,
    io::{self, Write},
    path::Path,
    process::{Command, Output, Stdio},
};

/// Signs a text with a key; a passphrase is asked for on the terminal.
///
/// # Errors
/// If `ssh-keygen` cannot be started or does not sign; in its own words.
pub(super) fn sign(key: &Path, text: &str) -> io::Result<String> {
    let args = ["-Y", "sign", "-n", NAMESPACE, "-f"].map(OsStr::new);
    let output = asked(&[&args[..], &[key.as_os_str()]].concat(), text)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!("ssh-keygen does not sign: {}", said.trim())))
}

/// Whose signature of the text it is, by a file of allowed signers; else why it is nobody's.
pub(super) fn signer(signature: &str, text: &str, allowed: &str) -> Result<String, String> {
    checked(signature, text, allowed)
        .unwrap_or_else(|error| Err(format!("ssh-keygen cannot be asked: {error}")))
}

fn checked(signature: &str, text: &str, allowed: &str) -> io::Result<Result<String, String>> {
    let folder = tempfile::tempdir()?;
    let (signature_file, allowed_file) =
        (folder.path().join("signature"), folder.path().join("allowed_signers"));
    fs::write(&signature_file, signature)?;
    fs::write(&allowed_file, allowed)?;
    let files = [OsStr::new("-s"), signature_file.as_os_str(), OsStr::new("-f"), allowed_file.as_os_str()];
    let find = ["-Y", "find-principals"].map(OsStr::new);
    let found = asked(&[&find[..], &files].concat(), "")?;
    let said = String::from_utf8_lossy(&found.stdout).into_owned();
    let Some(principal) = said.lines().next().filter(|_| found.status.success()) else {
        return Ok(Err("its signature is by no key of the base's allowed signers".into()));
    };
    let verify = ["-Y", "verify", "-n", NAMESPACE, "-I", principal].map(OsStr::new);
    let verified = asked(&[&verify[..], &files].concat(), text)?;
    Ok(match verified.status.success() {
        true => Ok(principal.to_owned()),
        false => Err("its signature is not of what it says".into()),
    })
}

fn asked(args: &[&OsStr], text: &str) -> io::Result<Output> {
    let mut keygen = Command::new("ssh-keygen");
    keygen.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = keygen.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // One that ends before it read everything says why by its status.
        let _ = stdin.write_all(text.as_bytes());
    }
    child.wait_with_output()
}
