//! The built-in demonstration: the hero runs in a square and fires at the nearest monster.

use damselfly::prelude::*;

use super::hero;

/// Returns the input of a step.
pub(crate) fn demo(step: u64, world: &World) -> Vec<InputEvent> {
    let Some(at) = hero(world).map(|hero| hero.position()) else {
        return vec![InputEvent::key(Key::R, step.is_multiple_of(120))];
    };
    let horde = world.of_kind("Monster").filter_map(|id| world.object(id));
    let places = horde.map(|monster| monster.position());
    let nearest = places.min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)));
    let position = world.camera.world_to_view(nearest.unwrap_or(at));
    let square = (0..).zip([Key::D, Key::S, Key::A, Key::W]);
    let runs = square.map(|(side, key)| InputEvent::key(key, step / 80 % 4 == side));
    let aim = InputEvent::MouseMoved { position };
    runs.chain([aim, InputEvent::key(Key::Space, true)])
        .collect()
}
