//! Checks that rooms import only the rooms that `ROOMS` allows. ARCHITECTURE.md has the same table.

use crate::paths::tree;
use crate::source::{Source, engine, is_word, tokens};
use std::collections::BTreeSet;

/// A room, and the rooms it may import.
const ROOMS: [(&str, &[&str]); 19] = [
    ("geometry", &[]),
    ("time", &[]),
    ("input", &["time"]),
    ("assets", &["geometry", "collision"]),
    ("collision", &["geometry"]),
    ("columns", &[]),
    ("scene", &["geometry", "time", "assets"]),
    ("sound", &["geometry", "assets"]),
    ("space", &["geometry"]),
    ("tiles", &["geometry", "assets", "collision", "scene"]),
    ("paths", &["tiles"]),
    ("hud", &["geometry", "input", "assets", "scene"]),
    (
        "world",
        &[
            "geometry",
            "time",
            "input",
            "assets",
            "collision",
            "columns",
            "scene",
            "sound",
            "space",
            "tiles",
            "paths",
            "hud",
        ],
    ),
    (
        "screens",
        &["geometry", "time", "input", "assets", "scene", "world"],
    ),
    ("replay", &["input", "assets", "tiles", "world"]),
    ("saves", &["assets", "world"]),
    ("render", &["geometry", "assets", "scene"]),
    ("capture", &["render"]),
    (
        "app",
        &[
            "geometry",
            "time",
            "input",
            "assets",
            "collision",
            "scene",
            "sound",
            "tiles",
            "hud",
            "world",
            "screens",
            "replay",
            "render",
            "capture",
        ],
    ),
];

/// Leaves: every room may import them.
const LEAVES: [&str; 5] = ["base", "files", "jobs", "math", "platform"];

/// Files at the root of the crate, which may import all rooms.
const ROOT: [&str; 2] = ["lib", "error"];

/// Crates that may be used only in few places.
const CONFINED: [(&str, &[&str]); 32] = [
    ("arboard", &["src/app/clipboard/"]),
    ("claxon", &["src/assets/sound/decode/"]),
    ("cpal", &["src/app/sound/cpal_output.rs"]),
    ("kira", &["src/app/sound/"]),
    ("lewton", &["src/assets/sound/decode/"]),
    ("nanomp3", &["src/assets/sound/decode/mp3.rs"]),
    ("ogg", &["src/assets/sound/decode/"]),
    ("pulseaudio", &["src/app/sound/pulse/"]),
    ("ciborium", &["src/saves/"]),
    ("serde", &["src/saves/"]),
    ("toml", &["src/saves/"]),
    (
        "ab_glyph",
        &["src/assets/fonts/outline.rs", "src/assets/fonts/curves.rs"],
    ),
    ("skrifa", &["src/assets/fonts/curves.rs"]),
    ("ttf_parser", &["src/assets/fonts/kerning.rs"]),
    ("harfrust", &["src/assets/shaping/font.rs"]),
    ("unicode_bidi", &["src/assets/shaping/"]),
    ("unicode_script", &["src/assets/shaping/items.rs"]),
    ("unicode_segmentation", &["src/assets/shaping/items.rs"]),
    ("quick_xml", &["src/tiles/tmx/xml.rs"]),
    ("ruzstd", &["src/tiles/tmx/cells"]),
    ("aseprite_loader", &["src/assets/image/aseprite/"]),
    ("struson", &["src/files/json.rs", "src/tiles/tmx/json.rs"]),
    ("wgpu", &["src/render/gpu/"]),
    ("winit", &["src/app/"]),
    ("gilrs", &["src/app/gamepads"]),
    ("etcetera", &["src/platform/native.rs"]),
    ("web_sys", &["src/platform/web/"]),
    ("web_time", &["src/platform/web/"]),
    ("softbuffer", &["src/app/window/present.rs"]),
    (
        "image",
        &[
            "src/assets/image",
            "src/assets/mod.rs",
            "src/assets/store/tests/",
            "src/capture/",
            "src/lib.rs",
        ],
    ),
    (
        "gif",
        &[
            "src/assets/image/tests.rs",
            "src/assets/store/tests/",
            "src/capture/",
        ],
    ),
    ("png", &["src/capture/"]),
];

/// Returns the room or leaf of a file of `src`: the first name of its module path, or `lib` for the root of the crate.
fn room(source: &Source) -> String {
    source.module().into_iter().next().unwrap_or("lib".into())
}

fn is_room(name: &str) -> bool {
    ROOMS.iter().any(|(room, _)| *room == name)
}

/// Returns the names directly after each `crate::`, including those in braces, with their offset.
fn imported(code: &str) -> Vec<(usize, String)> {
    let tokens = tokens(code);
    let mut names = Vec::new();
    for (index, (at, _)) in tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.1 == "crate")
    {
        let mut paths = Vec::new();
        tree(&tokens, index, &[], &mut paths);
        names.extend(
            paths
                .iter()
                .filter_map(|path| Some((*at, path.get(1)?.clone()))),
        );
    }
    names
}

#[test]
fn a_room_imports_only_the_rooms_it_may_and_a_leaf_none() {
    let mut faults = Vec::new();
    for source in engine() {
        let here = room(source);
        let table = ROOMS.iter().find(|(room, _)| *room == here);
        let allowed = table.map_or(&[][..], |(_, allowed)| allowed);
        if ROOT.contains(&here.as_str()) {
            continue;
        }
        for (at, name) in imported(&source.code) {
            if is_room(&name) && name != here && !allowed.contains(&name.as_str()) {
                faults.push(format!("{}: {here} imports {name}", source.place(at)));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "hand over what is needed instead, or move it down: {faults:#?}"
    );
}

#[test]
fn every_file_belongs_to_a_known_room() {
    let rooms = ROOMS.iter().map(|(room, _)| *room);
    let known: BTreeSet<_> = rooms.chain(LEAVES).chain(ROOT).map(String::from).collect();
    let found: BTreeSet<_> = engine().map(room).collect();
    assert_eq!(found, known, "what there is, and what the tables know");
}

#[test]
fn big_dependencies_are_named_where_they_belong_and_nowhere_else() {
    let mut faults = Vec::new();
    for source in engine() {
        for (name, places) in CONFINED {
            let is_confined = places.iter().any(|place| source.path.starts_with(place));
            let words = [format!("{name}::"), format!("use {name};")];
            let named = words
                .iter()
                .flat_map(|word| source.code.match_indices(word));
            let mut named = named.map(|(at, _)| at).filter(|at| {
                let inside = |c: char| is_word(c) || c == ':' || c == '.';
                !source.code[..*at].ends_with(inside)
            });
            if let Some(at) = named.next().filter(|_| !is_confined) {
                faults.push(format!("{} names {name}: {places:?} may", source.place(at)));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn no_path_leaves_its_room_upward() {
    for source in engine() {
        // A path with this many `super`s leads to the root of the crate. Such a path must begin with `crate::` instead,
        // which the other rules search for.
        let levels_to_root = source.module().len();
        // The tests within a file are one level deeper.
        for (part, deeper) in source.code.split("#[cfg(test)]\nmod tests {").zip(0..) {
            let supers = part.split("super::").collect::<Vec<_>>();
            let longest = supers[1..].split(|between| !between.is_empty());
            let longest = longest.map(|run| run.len() + 1).max().unwrap_or(0);
            assert!(
                longest < levels_to_root + deeper || !part.contains("super::"),
                "{} goes up {longest} levels",
                source.path
            );
        }
    }
}
