//! File names are valid on every system. Otherwise, the repository could not be cloned there.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::source::root;

/// Folders at the root of the repository that are checked. Other folders belong to builds and editors.
const FOLDERS: [&str; 10] = [
    ".ci", ".github", "assets", "benches", "crates", "docs", "examples", "shaders", "src", "tests",
];
/// Device names on Windows, alone or before a dot.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).to_lowercase();
    let port = stem
        .strip_prefix("com")
        .or_else(|| stem.strip_prefix("lpt"));
    DEVICES.contains(&&*stem) || port.is_some_and(|rest| matches!(rest.as_bytes(), [b'0'..=b'9']))
}

/// Returns whether a file name is plain ASCII, and valid on Windows, Linux and macOS.
fn is_portable(name: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii() && !c.is_ascii_control() && !"<>:\"/\\|?*".contains(c);
    name.chars().all(is_allowed) && !name.ends_with(['.', ' ']) && !is_device(name)
}

/// Adds to `wrong` all names below a folder that are invalid on some system, or that differ from another name there
/// only by case.
fn check(folder: &Path, wrong: &mut Vec<String>) {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if folder == root() && path.is_dir() && !FOLDERS.contains(&&*name) {
            continue;
        }
        if !is_portable(&name) || !names.insert(name.to_lowercase()) {
            wrong.push(path.display().to_string());
        }
        if path.is_dir() {
            check(&path, wrong);
        }
    }
}

#[test]
fn every_system_can_have_the_files_of_the_repository() {
    let mut wrong = Vec::new();
    check(&root(), &mut wrong);
    assert!(wrong.is_empty(), "no names on every system: {wrong:#?}");
}

#[test]
fn names_that_some_system_cannot_have_are_found() {
    for name in [
        "a.spr",
        ".ci",
        "console.rs",
        "com.rs",
        "com10",
        "LICENSE-MIT",
    ] {
        assert!(is_portable(name), "{name}");
    }
    for name in [
        "nul.spr", "CON", "Lpt1.txt", "a:b", "what?", "end.", "end ", "ä",
    ] {
        assert!(!is_portable(name), "{name}");
    }
}
