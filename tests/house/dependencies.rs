//! Checks the dependencies of the whole workspace, tests and benches included, on every platform: each licence is
//! allowed, and each crate has one version. Known exceptions have a reason.
//!
//! `cargo metadata` lists the crates. If the crates of other platforms have not been fetched (`cargo fetch`), only the
//! crates of this platform are checked, with a message; with `DAMSELFLY_REQUIRE_PLATFORMS=1` the test fails.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::json::Json;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Licences that only require a notice.
const LICENCES: [&str; 7] = [
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "Zlib",
];

/// Crates with a different licence, the licence, and the reason why it is allowed.
const EXCEPTIONS: [[&str; 3]; 2] = [
    [
        "triple_buffer",
        "MPL-2.0",
        "of kira, unchanged: its source is public, and THIRD-PARTY.md tells game makers",
    ],
    [
        "unicode-ident",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "a notice, too, and it is used while building alone",
    ],
];

const WINIT: &str =
    "winit 0.30 is a generation behind in its platforms' crates; the next one is not out";
const CALLOOP: &str = "calloop and the Wayland toolkit, which winit 0.30 is bound to";

/// Crates with several versions, these versions without their last part, and the crates that need the older ones.
const DOUBLED: [(&str, &[&str], &str); 23] = [
    ("bitflags", &["1.3", "2.13"], WINIT),
    ("block2", &["0.5", "0.6"], WINIT),
    (
        "downcast-rs",
        &["1.2", "2.0"],
        "parry2d, which only tests need; wayland-backend is behind it",
    ),
    ("getrandom", &["0.3", "0.4"], "ahash, of winit 0.30"),
    (
        "glam",
        &["0.30", "0.31", "0.32", "0.33", "0.34"],
        "glamx 0.3, of parry2d, which only tests need, and nalgebra, of rapier2d, which only benches need",
    ),
    (
        "hashbrown",
        &["0.16", "0.17"],
        "gpu-allocator 0.28, of wgpu",
    ),
    (
        "itertools",
        &["0.13", "0.14"],
        "criterion 0.8, which only benches need",
    ),
    (
        "jni-sys",
        &["0.3", "0.4"],
        "ndk; the older is a shim over the newer",
    ),
    ("linux-raw-sys", &["0.4", "0.12"], CALLOOP),
    (
        "num-derive",
        &["0.4", "0.5"],
        "cpal, for Android; the newer is parry2d's, which only tests need",
    ),
    (
        "miniz_oxide",
        &["0.8", "0.9"],
        "png 0.18; flate2 is ahead of it",
    ),
    (
        "nix",
        &["0.29", "0.31"],
        "evdev 0.13, which only the test of a virtual gamepad needs",
    ),
    ("objc2", &["0.5", "0.6"], WINIT),
    ("objc2-foundation", &["0.2", "0.3"], WINIT),
    ("objc2-metal", &["0.2", "0.3"], WINIT),
    ("objc2-quartz-core", &["0.2", "0.3"], WINIT),
    ("r-efi", &["5.3", "6.0"], "getrandom"),
    ("redox_syscall", &["0.4", "0.5", "0.9"], WINIT),
    ("rustix", &["0.38", "1.1"], CALLOOP),
    ("syn", &["2.0", "3.0"], "macros are moving to 3 one by one"),
    ("thiserror", &["1.0", "2.0"], CALLOOP),
    ("thiserror-impl", &["1.0", "2.0"], CALLOOP),
    ("windows-sys", &["0.52", "0.59", "0.61"], WINIT),
];

/// A crate in cargo's metadata.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crate {
    name: String,
    version: String,
    licence: String,
}

struct Crates {
    crates: BTreeSet<Crate>,
    /// Whether crates of other platforms are included.
    of_all_platforms: bool,
}

pub(crate) fn cargo() -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn crates_for(platform: &[String]) -> Result<BTreeSet<Crate>, String> {
    let arguments = "metadata --format-version 1 --locked --offline --all-features";
    let output = cargo()
        .args(arguments.split(' '))
        .args(platform)
        .output()
        .unwrap();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata = Json::read(&String::from_utf8(output.stdout).unwrap());
    let packages = metadata.get("packages").list().iter();
    let crates = packages.map(|package| {
        let text = |name| package.get(name).text().unwrap_or_default().to_owned();
        Crate {
            name: text("name"),
            version: text("version"),
            licence: text("license"),
        }
    });
    Ok(crates.collect())
}

/// Returns the name of this platform, such as `x86_64-unknown-linux-gnu`.
fn this_platform() -> String {
    let output = cargo().args(["--version", "--verbose"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.unwrap().to_owned()
}

fn crates() -> Crates {
    let (crates, of_all_platforms) = match crates_for(&[]) {
        Ok(crates) => (crates, true),
        Err(error) => {
            let required =
                std::env::var("DAMSELFLY_REQUIRE_PLATFORMS").is_ok_and(|value| value == "1");
            assert!(!required, "DAMSELFLY_REQUIRE_PLATFORMS=1, and {error}");
            eprintln!("SKIPPED: crates of other platforms, which `cargo fetch` fetches");
            let platform = ["--filter-platform".to_owned(), this_platform()];
            (crates_for(&platform).unwrap(), false)
        }
    };
    Crates {
        crates,
        of_all_platforms,
    }
}

/// Returns whether one of the alternative licences is allowed. `/` is an old form of `OR`.
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
    let crates = crates().crates;
    let exception = |one: &Crate| {
        let known = EXCEPTIONS.iter();
        known
            .map(|[name, licence, _]| [*name, *licence])
            .find(|known| *known == [&*one.name, &*one.licence])
    };
    let refused: Vec<_> = crates
        .iter()
        .filter(|one| !is_allowed(&one.licence) && exception(one).is_none())
        .collect();
    assert!(refused.is_empty(), "{refused:?}");
    let used: BTreeSet<_> = crates.iter().filter_map(exception).collect();
    for [name, licence, _] in EXCEPTIONS {
        assert!(
            used.contains(&[name, licence]),
            "{name} is gone or under another licence: mend the list"
        );
    }
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

/// Returns `1.2` for `1.2.3`.
fn short(version: &str) -> &str {
    let end = version.match_indices('.').nth(1);
    end.map_or(version, |(end, _)| &version[..end])
}

/// Returns the crates with several versions, and the versions of each.
fn doubled(crates: &BTreeSet<Crate>) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut versions = BTreeMap::<_, BTreeSet<_>>::new();
    for one in crates {
        let versions = versions.entry(&*one.name).or_default();
        versions.insert(&*one.version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    let versions = versions.into_iter();
    versions
        .map(|(name, versions)| (name, versions.into_iter().map(short).collect()))
        .collect()
}

#[test]
fn no_crate_comes_in_two_versions_that_is_not_known_to() {
    let Crates {
        crates,
        of_all_platforms,
    } = crates();
    let found = doubled(&crates);
    let known: BTreeMap<_, BTreeSet<_>> = DOUBLED
        .iter()
        .map(|(name, versions, _)| (*name, versions.iter().copied().collect()))
        .collect();
    let is_known = |name: &str, found: &BTreeSet<&str>| {
        let known = known.get(name);
        known.is_some_and(|known| found.is_subset(known))
    };
    let new: Vec<_> = found
        .iter()
        .filter(|(name, found)| !is_known(name, found))
        .collect();
    assert!(new.is_empty(), "add why, or have one of them go: {new:?}");
    if of_all_platforms {
        let stale: Vec<_> = known
            .iter()
            .filter(|(name, known)| found.get(*name) != Some(*known))
            .collect();
        assert!(stale.is_empty(), "no longer so, mend the list: {stale:?}");
    }
}
