//! README's profile of development optimises the decoders that the profile of this repository optimises.

use std::collections::BTreeSet;
use std::fs;

use crate::source::root;
use crate::system_libraries::crates;

/// Crates that our builds optimise, and whose functions are compiled with the engine or take little time in a game.
const NOT_IN_README: [&str; 19] = [
    "ab_glyph",
    "ab_glyph_rasterizer",
    "atomic-arena",
    "bytemuck",
    "etagere",
    "glam",
    "half",
    "hashbrown",
    "libm",
    "owned_ttf_parser",
    "rand_core",
    "rand_pcg",
    "rtrb",
    "safe_arch",
    "softbuffer",
    "triple_buffer",
    "ttf-parser",
    "wide",
    "xxhash-rust",
];

#[test]
fn readme_optimises_the_decoders_that_our_builds_optimise() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let listed: BTreeSet<_> = readme
        .lines()
        .filter_map(|line| line.strip_suffix(".opt-level = 3"))
        .map(str::to_owned)
        .collect();
    let is_optimised = |name: &String| {
        let profile = format!("[profile.dev.package.{name}]\nopt-level = 3\n");
        manifest.contains(&profile)
    };
    let mut expected = crates("");
    expected.retain(is_optimised);
    for name in NOT_IN_README {
        assert!(expected.remove(name), "{name}: remove it here");
    }
    assert_eq!(listed, expected);
}

#[test]
fn the_template_has_the_profile_of_the_readme() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let (_, profile) = readme.split_once("```toml\n").unwrap();
    let (profile, _) = profile.split_once("```").unwrap();
    let template = fs::read_to_string(root().join("templates/game/Cargo.toml")).unwrap();
    // The second line is about features that the template does not use.
    let (needed, other) = profile.split_at(profile.find("# With the feature").unwrap());
    let (_, listed) = other.split_once('\n').unwrap();
    assert!(template.contains(needed) && template.contains(listed));
}
