//! Checks that the engine enables the features of shared crates that games' other crates enable.
//!
//! Cargo builds a shared crate once, with the features of all its users. Without this, `cargo add rodio` would change the
//! features of num-traits, and with them build image, wgpu and the engine again.

use std::collections::BTreeSet;

use crate::system_libraries::printed;

/// A shared crate, and the features that these crates enable: bevy_ecs, rapier2d, rayon, rodio, ron, serde_json.
const SHARED: [(&str, &[&str]); 7] = [
    ("arrayvec v0.7", &["default", "std"]),
    ("bitflags v2", &["serde", "std"]),
    ("crossbeam-utils v0.8", &["default", "std"]),
    ("indexmap v2", &["default", "std"]),
    ("num-traits v0.2", &["default", "i128", "std"]),
    ("serde v1", &["alloc", "default", "derive", "std"]),
    ("thiserror v2", &["default", "std"]),
];

#[test]
fn common_crates_do_not_change_features_of_shared_ones() {
    let tree = "tree --locked --offline -p damselfly -e normal --prefix none --format {p}|{f}";
    let tree = printed(tree);
    for (shared, expected) in SHARED {
        let mut lines = tree.lines().filter(|line| line.starts_with(shared));
        let line = lines
            .next()
            .unwrap_or_else(|| panic!("{shared} is not used any more"));
        let (_, features) = line
            .trim_end_matches(" (*)")
            .split_once('|')
            .expect("the format has it");
        let features: BTreeSet<&str> = features.split(',').collect();
        let missing: Vec<_> = expected
            .iter()
            .filter(|name| !features.contains(*name))
            .collect();
        assert!(missing.is_empty(), "{shared} lacks {missing:?}");
    }
}
