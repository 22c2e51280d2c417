//! Who may import whom: the table of ARCHITECTURE.md, read off the source.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

/// A room, and the rooms it may import.
const ROOMS: [(&str, &[&str]); 13] = [
    ("geometry", &[]),
    ("time", &[]),
    ("input", &["time"]),
    ("assets", &["geometry"]),
    ("collision", &["geometry"]),
    ("columns", &[]),
    ("scene", &["geometry", "time", "assets"]),
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
            "hud",
        ],
    ),
    (
        "screens",
        &["geometry", "time", "input", "assets", "scene", "world"],
    ),
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
            "hud",
            "world",
            "screens",
            "render",
            "capture",
        ],
    ),
];

/// Small files that anybody may import.
const LEAVES: [&str; 2] = ["base", "jobs"];

/// Crates that are named in few places.
const CONFINED: [(&str, &[&str]); 5] = [
    ("ab_glyph", &["src/assets/fonts/outline.rs"]),
    ("wgpu", &["src/render/gpu/"]),
    ("winit", &["src/app/"]),
    ("softbuffer", &["src/app/window/present.rs"]),
    ("png", &["src/assets/image/", "src/capture/"]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The code of a file without its comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The names right behind each `crate::`, those in braces too.
fn imported(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        if code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_') {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        let word = |text: &str| -> String {
            text.trim_start()
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect()
        };
        match rest.strip_prefix('{') {
            Some(list) => names.extend(list.split('}').next().unwrap_or("").split(',').map(word)),
            None => names.push(word(rest)),
        }
    }
    names
}

#[test]
fn a_room_imports_only_the_rooms_it_may() {
    let mut faults = Vec::new();
    for (room, allowed) in ROOMS {
        let files = sources(&root().join("src").join(room));
        assert!(!files.is_empty(), "room {room} is gone: mend the table");
        for file in files {
            for name in imported(&code(&file)) {
                let is_room = ROOMS.iter().any(|(other, _)| *other == name);
                if is_room && name != room && !allowed.contains(&name.as_str()) {
                    faults.push(format!("{} imports {name}", file.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn leaves_import_no_room() {
    for leaf in LEAVES {
        let src = root().join("src");
        let mut files = vec![src.join(format!("{leaf}.rs"))];
        files.retain(|file| file.exists());
        // A leaf may be a folder, a file, or a file and a folder beside it.
        if src.join(leaf).is_dir() {
            files.extend(sources(&src.join(leaf)));
        }
        assert!(!files.is_empty(), "leaf {leaf} is gone: mend the table");
        for name in files.iter().flat_map(|file| imported(&code(file))) {
            assert!(
                !ROOMS.iter().any(|(room, _)| *room == name),
                "{leaf} imports {name}"
            );
        }
    }
}

#[test]
fn every_file_is_a_room_a_leaf_or_the_root() {
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let known = ROOMS.iter().any(|(room, _)| *room == name)
            || LEAVES.contains(&name.as_str())
            || ["lib", "error"].contains(&name.as_str());
        assert!(known, "{} is in no table", path.display());
    }
}

#[test]
fn big_dependencies_are_named_where_they_belong_and_nowhere_else() {
    for file in sources(&root().join("src")) {
        let path = file
            .strip_prefix(root())
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        let code = code(&file);
        for (name, places) in CONFINED {
            let named = [format!("{name}::"), format!("use {name};")]
                .iter()
                .any(|word| {
                    code.match_indices(word.as_str()).any(|(at, _)| {
                        !code[..at].ends_with(|c: char| {
                            c.is_alphanumeric() || c == '_' || c == ':' || c == '.'
                        })
                    })
                });
            assert!(
                !named || places.iter().any(|place| path.starts_with(place)),
                "{path} names {name}"
            );
        }
    }
}

/// How many `super`s lead from a file to the crate's root, where no path may come: other rooms are named by `crate::`,
/// which the tables see.
fn levels_to_root(file: &Path) -> usize {
    let below = file.strip_prefix(root().join("src")).unwrap();
    let is_folder = below.ends_with("mod.rs") || below.ends_with("lib.rs");
    below.components().count() - usize::from(is_folder)
}

#[test]
fn no_path_leaves_its_room_upward() {
    for file in sources(&root().join("src")) {
        let code = code(&file);
        // A file's own tests lie a level deeper.
        for (part, deeper) in code.split("#[cfg(test)]\nmod tests {").zip(0..) {
            let supers = part.split("super::").collect::<Vec<_>>();
            let longest = supers[1..].split(|between| !between.is_empty());
            let longest = longest.map(|run| run.len() + 1).max().unwrap_or(0);
            assert!(
                longest < levels_to_root(&file) + deeper || !part.contains("super::"),
                "{} goes up {longest} levels",
                file.display()
            );
        }
    }
}
