//! The example `effects`, without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/effects/main.rs"]
mod game;

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;

type Play = Harness<'static>;

fn opened() -> Play {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/effects");
    let app = App::new("Effects", Options::default()).pixels(640, 360);
    let app = app.asset_root(folder);
    let mut play = Harness::start(app, game::start).unwrap();
    play.step();
    play
}

fn tap(play: &mut Play, key: Key) {
    play.tap(key);
    play.step();
}

/// Returns whether the view and the swarm have an effect.
fn effects(play: &mut Play) -> [bool; 2] {
    let mut cx = play.context();
    let of_view = !cx.view_effects().is_empty();
    [of_view, !cx.group_effects("swarm").unwrap().is_empty()]
}

#[test]
fn keys_go_through_all_effects_in_both_directions() {
    let mut play = opened();
    assert!(play.shows("1 of 15: saturation"));
    tap(&mut play, Key::Left);
    assert!(play.shows("15 of 15: halftone"));
    tap(&mut play, Key::Right);
    let mut swarm = 0;
    for number in 1..=15 {
        assert!(play.shows(&format!("{number} of 15: ")));
        let [of_view, of_swarm] = effects(&mut play);
        assert!(of_view != of_swarm, "effect {number}");
        swarm += u32::from(of_swarm);
        tap(&mut play, Key::Right);
    }
    assert_eq!(swarm, 3);
    assert!(play.shows("1 of 15: "));
}

#[test]
fn each_effect_changes_the_picture() {
    let mut play = opened();
    for number in 1..=15 {
        // Half a round after it began, an effect is complete.
        play.steps(44);
        let with = play.image();
        play.context().view_effects().clear();
        play.context().group_effects("swarm").unwrap().clear();
        assert!(play.image() != with, "effect {number}");
        tap(&mut play, Key::Right);
    }
}

#[test]
fn a_stopped_effect_stays_the_same() {
    let mut play = opened();
    play.steps(20);
    tap(&mut play, Key::Space);
    let before = play.context().view_effects().clone();
    play.steps(10);
    assert_eq!(*play.context().view_effects(), before);
    tap(&mut play, Key::Space);
    play.steps(10);
    assert!(*play.context().view_effects() != before);
}

#[test]
fn each_lily_has_another_material() {
    let play = opened();
    let world = play.world();
    let lilies = world.of_kind("Lily").map(|id| world.object(id).unwrap());
    let kinds: Vec<_> = lilies
        .map(|lily| core::mem::discriminant(&lily.material().unwrap()))
        .collect();
    assert_eq!(kinds.len(), 7);
    for (number, kind) in kinds.iter().enumerate() {
        assert!(!kinds[..number].contains(kind), "{number}");
    }
}

#[test]
fn the_demonstration_is_deterministic_and_stateless() {
    let mut play = opened().thorough();
    while play.core().step_number() < 600 {
        let next = play.core().step_number() + 1;
        for event in game::demo(next, play.world()) {
            play.input(event);
        }
        play.step();
    }
    assert!(play.shows("7 of 15: wave"));
    assert_eq!(play.world().refusals(), 0);
    assert_eq!(
        format!("{:016x}", play.core().checksum()),
        "6f0243435e57323c"
    );
}

#[test]
fn effects_run_backwards_exactly() {
    crate::rewinding::there_and_back(opened(), game::demo, 300);
}
