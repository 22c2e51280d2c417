//! What games use most is shown in an example that is compiled and run.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::definitions::definitions;
use crate::source::{is_word, production, root, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The public items that the most files of games name: types and traits, and functions with what they belong to.
const SHOWN: [&str; 39] = [
    "App",
    "Assets",
    "Behavior",
    "Blend",
    "Bounds",
    "Camera::view",
    "Checksum",
    "Collision",
    "Color",
    "Color::rgb",
    "Context",
    "Context::me",
    "Context::spawn",
    "Context::spawn_with",
    "Error",
    "CustomEvent",
    "Event",
    "EventTypes",
    "ImageLayout",
    "InputEvent",
    "Key",
    "MouseButton",
    "Object",
    "ObjectId",
    "Pixels",
    "Random::range",
    "Rect",
    "Shake",
    "Solidness",
    "SpriteId",
    "TextStyle",
    "HudEvent",
    "Widget",
    "HudAnchor",
    "World",
    "World::object",
    "World::random",
    "World::remove",
    "World::send",
];

/// A type that this many files of games name is among those that games use most.
const MOST: usize = 5;
/// What is in the list is named by at least this many.
const LEAST: usize = 3;

/// Types whose name means another thing in the games: `Copy` of the standard library, a `Scene` of their own, and the key
/// `Space`.
const OTHERS: [&str; 3] = ["Copy", "Scene", "Space"];

/// The files of games: the example programs, the README's game, and the small ones of a test.
fn games() -> Vec<String> {
    let examples = sources("examples").into_iter();
    // Pictures of tests, drawn without a game; and the game of the guide, which is there ten times, once for each chapter.
    let others = ["examples/scenes/", "examples/guide/"];
    let programs = examples.filter(|source| !others.iter().any(|at| source.path.starts_with(at)));
    let other = ["README.md", "tests/app/games.rs"].map(|path| root().join(path));
    let other = other.map(|path| fs::read_to_string(path).unwrap());
    programs.map(|source| source.code).chain(other).collect()
}

/// How many files name an item. A function counts by its own name, because which type's it is does not stand at a call.
fn count(games: &[String], item: &str) -> usize {
    let name = item.rsplit("::").next().unwrap();
    let names = |text: &&String| text.split(|c| !is_word(c)).any(|word| word == name);
    games.iter().filter(names).count()
}

/// Whether a doc comment has an example that is compiled at least: `no_run` is for what opens a window.
fn has_an_example(docs: &str) -> bool {
    let fences = docs
        .lines()
        .filter_map(|line| line.trim().strip_prefix("```"));
    fences
        .step_by(2)
        .any(|kind| ["", "rust", "no_run", "should_panic"].contains(&kind))
}

#[test]
fn what_games_use_most_has_an_example() {
    let mut places = BTreeMap::<_, Vec<_>>::new();
    let mut shown = BTreeSet::new();
    for source in production() {
        for found in definitions(source).iter().filter(|found| found.is_public) {
            let name = match found.of {
                Some(owner) => format!("{owner}::{}", found.name),
                None => found.name.to_owned(),
            };
            let Some(item) = SHOWN.into_iter().find(|item| *item == name) else {
                continue;
            };
            places.entry(item).or_default().push(source.place(found.at));
            if has_an_example(&source.docs(found.at)) {
                shown.insert(item);
            }
        }
    }
    for item in SHOWN {
        assert!(places.contains_key(item), "{item} is gone: mend the list");
    }
    places.retain(|item, _| !shown.contains(item));
    assert!(
        places.is_empty(),
        "show these in an example in their docs: {places:#?}"
    );
}

#[test]
fn the_list_is_what_games_use_most() {
    let games = games();
    let rare = SHOWN.into_iter().filter(|item| count(&games, item) < LEAST);
    assert_eq!(rare.collect::<Vec<_>>(), [""; 0], "few games use these");
    let mut missing = BTreeSet::new();
    for source in production() {
        for found in definitions(source).iter().filter(|found| found.is_public) {
            let is_type = ["struct", "enum", "trait"].contains(&found.kind);
            let is_known = SHOWN.contains(&found.name) || OTHERS.contains(&found.name);
            if is_type && !is_known && count(&games, found.name) >= MOST {
                missing.insert(found.name.to_owned());
            }
        }
    }
    assert_eq!(missing, BTreeSet::new(), "most games use these");
}

/// The lines of a program that are neither blank nor comments alone.
fn lines_of_code(program: &str) -> usize {
    let lines = program.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .count()
}

#[test]
fn pong_and_the_first_game_are_as_short_as_the_readme_says() {
    let pong = fs::read_to_string(root().join("examples/pong/main.rs")).unwrap();
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let (pong, first) = (
        lines_of_code(&pong),
        readme
            .split("```")
            .find_map(|part| part.strip_prefix("rust,no_run"))
            .map_or(0, lines_of_code),
    );
    assert!(pong < 60 && (1..40).contains(&first), "{pong}, {first}");
    for says in [
        format!("`src/main.rs` ({first} lines)"),
        format!("`examples/pong` ({pong} lines)"),
        format!("Pong for two in {pong} lines"),
    ] {
        assert!(readme.contains(&says), "{says}");
    }
}
