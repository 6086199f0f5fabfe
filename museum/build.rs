//! Lists the pages of the two rooms, so that the binary carries them.
#![allow(clippy::disallowed_methods, reason = "a build script reads the disk and its environment")]

use std::{env, fs, io, path::Path};

/// Rooms: a folder each.
const ROOMS: [(&str, &str); 2] = [("Fake", "fakes"), ("Honest", "honest")];

fn main() -> io::Result<()> {
    let top = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let mut rows = String::from("&[\n");
    for (kind, room) in ROOMS {
        let folder = Path::new(&top).join(room);
        println!("cargo::rerun-if-changed={}", folder.display());
        for (name, path) in pages(&folder)? {
            rows.push_str(&format!("    (Kind::{kind}, {name:?}, include_str!({path:?})),\n"));
        }
    }
    rows.push_str("]\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("pages.rs"), rows)
}

/// Name and path of each page in a folder, by name.
fn pages(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if let Some(stem) = name.strip_suffix(".md") {
            found.push((stem.to_owned(), folder.join(&name).to_string_lossy().into_owned()));
        }
    }
    found.sort();
    Ok(found)
}
