//! The scene of `sprite_mark`: positions and movement of its sprites.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[path = "../../examples/sprite_mark/scene.rs"]
mod scene;

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;
use scene::{Scene, VIEW};

const SPRITES: usize = 500;

fn opened() -> Harness<'static> {
    let app = App::new("Sprite mark", Options::default()).pixels(1280, 720);
    Harness::of(app, Scene::new(SPRITES)).unwrap()
}

fn places(play: &Harness<'_>) -> Vec<Vec2> {
    let world = play.world();
    let objects = world.objects().filter_map(|id| world.object(id));
    objects.map(|object| object.position()).collect()
}

#[test]
fn the_sprites_are_everywhere_and_of_every_frame_and_colour() {
    let mut play = opened();
    play.step();
    let world = play.world();
    let objects: Vec<_> = world.objects().filter_map(|id| world.object(id)).collect();
    assert_eq!(objects.len(), SPRITES);
    // Nearly all cells of a grid of 16 × 9 contain sprites.
    let in_part = |x: u16, y: u16| {
        let corner = 80.0 * vec2(x.into(), y.into());
        let part = Rect::from_size(corner, Vec2::splat(80.0));
        places(&play).into_iter().any(|place| part.contains(place))
    };
    let parts = (0..9).flat_map(|y| (0..16).map(move |x| (x, y)));
    let empty = parts.filter(|&(x, y)| !in_part(x, y)).count();
    assert!(empty < 20, "{empty}");
    for frame in 0..8 {
        let count = objects.iter().filter(|object| object.frame() == frame);
        assert!((SPRITES / 8..=SPRITES / 8 + 1).contains(&count.count()));
    }
    let tint = |object: &damselfly::world::ObjectRef<'_>| object.tint();
    assert!(objects.iter().all(|object| tint(object).a == 255));
    assert!(
        objects
            .windows(2)
            .filter(|pair| tint(&pair[0]) != tint(&pair[1]))
            .count()
            > SPRITES / 2
    );
}

#[test]
fn the_sprites_move_in_straight_lines_and_turn_back_at_the_edges() {
    let mut play = opened();
    play.step();
    let half = Vec2::splat(8.0);
    let mut before = places(&play);
    let mut ways: Vec<Vec2> = Vec::new();
    let mut turns = 0;
    for _ in 0..600 {
        play.step();
        let now = places(&play);
        let moved: Vec<_> = now
            .iter()
            .zip(&before)
            .map(|(now, before)| *now - *before)
            .collect();
        for (place, way) in now.iter().zip(&moved) {
            assert!(
                place.cmpge(half).all() && place.cmple(VIEW - half).all(),
                "{place}"
            );
            assert!(way.abs().cmple(Vec2::splat(3.001)).all(), "{way}");
        }
        for (old, new) in ways.iter().zip(&moved) {
            // Each component of the velocity is unchanged or reversed.
            assert!(
                (old.abs() - new.abs()).abs().max_element() < 1e-3,
                "{old} {new}"
            );
            turns += usize::from(old.dot(*new) < old.length_squared() * 0.9);
        }
        (before, ways) = (now, moved);
    }
    assert!(turns > SPRITES, "{turns}");
}

#[test]
fn sprite_mark_runs_backwards_exactly() {
    crate::rewinding::there_and_back(opened(), |_, _| Vec::new(), 300);
}
