//! What games use most is shown in an example that is compiled and run.

use crate::definitions::definitions;
use crate::source::production;
use std::collections::{BTreeMap, BTreeSet};

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
    let mut places = BTreeMap::<_, Vec<_>>::new();
    let mut shown = BTreeSet::new();
    for source in production() {
        for found in definitions(source).iter().filter(|found| found.is_public) {
            let item = SHOWN
                .into_iter()
                .find(|item| *item == (found.kind, found.name));
            let Some(item) = item else {
                continue;
            };
            places.entry(item).or_default().push(source.place(found.at));
            if has_an_example(&source.docs(found.at)) {
                shown.insert(item);
            }
        }
    }
    for item in SHOWN {
        assert!(
            places.contains_key(&item),
            "{item:?} is gone: mend the list"
        );
    }
    places.retain(|item, _| !shown.contains(item));
    assert!(
        places.is_empty(),
        "show these in an example in their docs: {places:#?}"
    );
}
