//! What games use most is shown in an example that is compiled and run.

use crate::definitions::definitions;
use crate::source::production;

/// Public items, by kind and name.
const SHOWN: [(&str, &str); 30] = [
    ("struct", "App"),
    ("trait", "Game"),
    ("struct", "Harness"),
    ("struct", "World"),
    ("struct", "Object"),
    ("fn", "spawn"),
    ("fn", "query"),
    ("trait", "Behavior"),
    ("struct", "Context"),
    ("enum", "Event"),
    ("enum", "Interest"),
    ("struct", "Collision"),
    ("struct", "Camera"),
    ("fn", "load_text_sprite"),
    ("struct", "ImageLayout"),
    ("struct", "ViewObject"),
    ("struct", "Button"),
    ("struct", "TextEntry"),
    ("struct", "ProgressBar"),
    ("trait", "Component"),
    ("struct", "Random"),
    ("struct", "Color"),
    ("struct", "Rect"),
    ("struct", "InputState"),
    ("enum", "Key"),
    ("struct", "Splash"),
    ("struct", "LoadingScreen"),
    ("struct", "Checksum"),
    ("enum", "Smoothing"),
    ("struct", "TextStyle"),
];

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
    let mut faults = Vec::new();
    for (kind, name) in SHOWN {
        let mut places = Vec::new();
        let mut is_shown = false;
        for source in production() {
            let all = definitions(source).into_iter();
            for found in all.filter(|all| all.kind == kind && all.name == name && all.is_public) {
                is_shown |= has_an_example(&source.docs(found.at));
                places.push(source.place(found.at));
            }
        }
        assert!(!places.is_empty(), "{kind} {name} is gone: mend the list");
        if !is_shown {
            faults.push(format!("{kind} {name}: {}", places.join(" or ")));
        }
    }
    assert!(
        faults.is_empty(),
        "show these in an example in their docs: {faults:#?}"
    );
}
