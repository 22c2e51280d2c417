//! The engine's dependencies, on every platform: their licences are allowed, and each comes in one version, apart from
//! known exceptions, which have a reason.
//!
//! Asks cargo. Where the crates of other platforms were never fetched (`cargo fetch` does), only those of this one are
//! checked, with a message; with `DAMSELFLY_REQUIRE_PLATFORMS=1` that is a failure.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Licences that ask for no more than a notice.
const LICENCES: [&str; 7] = [
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "Zlib",
];

/// Crates whose licence says more than the list can, and why they are fine.
const EXCEPTIONS: [(&str, &str); 1] = [(
    "unicode-ident",
    "(MIT OR Apache-2.0) AND Unicode-3.0: a notice, too, and it is used while building alone",
)];

const WINIT: &str =
    "winit 0.30 is a generation behind in its platforms' crates; the next one is not out";
const CALLOOP: &str = "calloop and the Wayland toolkit, which winit 0.30 is bound to";

/// Crates that come in several versions, and whose the older ones are.
const DOUBLED: [(&str, &str); 16] = [
    ("bitflags", WINIT),
    ("block2", WINIT),
    (
        "getrandom",
        "ahash, of winit 0.30; the newer is of a build script",
    ),
    ("hashbrown", "gpu-allocator 0.28, of wgpu"),
    ("jni-sys", "ndk; the older is a shim over the newer"),
    ("linux-raw-sys", CALLOOP),
    ("miniz_oxide", "png 0.18; flate2 is ahead of it"),
    ("objc2", WINIT),
    ("objc2-foundation", WINIT),
    ("r-efi", "getrandom"),
    ("redox_syscall", WINIT),
    ("rustix", CALLOOP),
    ("syn", "macros are moving to 3 one by one"),
    ("thiserror", CALLOOP),
    ("thiserror-impl", CALLOOP),
    ("windows-sys", WINIT),
];

/// Name, version and licence of every crate that is linked or builds what is linked.
type Crates = BTreeSet<[String; 3]>;

fn crates_for(target: &[&str]) -> Result<Crates, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "tree",
            "--offline",
            "--locked",
            "-p",
            "damselfly",
            "--all-features",
        ])
        .args([
            "-e",
            "normal,build",
            "--prefix",
            "none",
            "--format",
            "{p}|{l}",
        ])
        .args(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty());
    Ok(lines.map(parts).collect())
}

/// `name v1.2.3 (where from)|licence (*)`, where what is in parentheses may be missing.
fn parts(line: &str) -> [String; 3] {
    let (package, licence) = line.split_once('|').unwrap();
    let mut words = package.split(' ');
    let [name, version] = [words.next(), words.next()].map(|word| word.unwrap().to_owned());
    [name, version, licence.trim_end_matches(" (*)").to_owned()]
}

fn crates() -> Crates {
    crates_for(&["--target", "all"]).unwrap_or_else(|error| {
        let required = std::env::var("DAMSELFLY_REQUIRE_PLATFORMS").is_ok_and(|value| value == "1");
        assert!(!required, "DAMSELFLY_REQUIRE_PLATFORMS=1, and {error}");
        eprintln!("SKIPPED: crates of other platforms, which `cargo fetch` fetches");
        crates_for(&[]).unwrap()
    })
}

/// Whether one of the licences to choose from is allowed. `/` is how `OR` was written once.
fn is_allowed(licence: &str) -> bool {
    let all_of = |choice: &str| {
        choice
            .split(" AND ")
            .all(|one| LICENCES.contains(&one.trim()))
    };
    licence.replace('/', " OR ").split(" OR ").any(all_of)
}

#[test]
fn every_crate_is_under_a_licence_that_is_allowed() {
    let excepted = |name: &str| EXCEPTIONS.iter().any(|(known, _)| *known == name);
    let crates = crates();
    let refused: Vec<_> = crates
        .iter()
        .filter(|[name, _, licence]| !is_allowed(licence) && !excepted(name))
        .collect();
    assert!(refused.is_empty(), "{refused:?}");
}

#[test]
fn licences_are_read_with_their_choices() {
    for allowed in [
        "MIT",
        "Apache-2.0 AND MIT",
        "MIT/Apache-2.0",
        "Unlicense OR MIT",
    ] {
        assert!(is_allowed(allowed), "{allowed}");
    }
    for refused in [
        "",
        "GPL-3.0",
        "MIT AND GPL-3.0",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
    ] {
        assert!(!is_allowed(refused), "{refused}");
    }
}

#[test]
fn no_crate_is_built_in_two_versions_that_is_not_known_to_be() {
    let mut versions = BTreeMap::<_, BTreeSet<_>>::new();
    for [name, version, _] in crates() {
        versions.entry(name).or_default().insert(version);
    }
    let known = |name: &str| DOUBLED.iter().any(|(doubled, _)| *doubled == name);
    versions.retain(|name, versions| versions.len() > 1 && !known(name));
    assert!(
        versions.is_empty(),
        "add why, or have one of them go: {versions:?}"
    );
}
