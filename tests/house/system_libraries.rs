//! Checks that a default build needs no library of the system.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;

use crate::dependencies::cargo;
use crate::json::Json;

/// A crate that links to a library of the system, and the feature of the engine that brings it.
const LINKING: [(&str, &str); 2] = [("alsa-sys", "alsa"), ("libudev-sys", "gamepad")];

/// Returns what cargo prints.
pub(crate) fn printed(arguments: &str) -> String {
    let output = cargo().args(arguments.split(' ')).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the names of all crates that a build on Linux with these features uses.
pub(crate) fn crates(features: &str) -> BTreeSet<String> {
    let tree = "tree --locked --offline -p damselfly -e normal,build --prefix none --target";
    let tree = printed(&format!("{tree} x86_64-unknown-linux-gnu{features}"));
    let names = tree.lines().filter_map(|line| line.split(' ').next());
    names.map(str::to_owned).collect()
}

/// Returns the names of all crates that name a library to link to.
fn linking() -> BTreeSet<String> {
    let target = "--filter-platform x86_64-unknown-linux-gnu";
    let metadata =
        format!("metadata --format-version 1 --locked --offline --all-features {target}");
    let metadata = Json::read(&printed(&metadata));
    let packages = metadata.get("packages").list().iter();
    let linking = packages.filter(|package| package.get("links").text().is_some());
    linking
        .filter_map(|package| package.get("name").text())
        .map(str::to_owned)
        .collect()
}

#[test]
fn default_builds_need_no_library_of_the_system() {
    let (linking, used) = (linking(), crates(""));
    assert!(used.contains("pulseaudio"), "the list has all crates");
    let needed: Vec<_> = linking.intersection(&used).collect();
    assert!(needed.is_empty(), "{needed:?}");
    for (name, feature) in LINKING {
        assert!(linking.contains(name), "{name} is gone: remove it here");
        assert!(crates(&format!(" --features {feature}")).contains(name));
    }
}
