//! The built-in demonstration: types a name, evades raiders, and collects cells.

use damselfly::prelude::*;

use damselfly::hud::WidgetKind;

use super::freighter::freighter;
use super::raider::{Cell, Raider};

/// Returns the input of a step.
pub(crate) fn demo(step: u64, world: &World) -> Vec<InputEvent> {
    let Some(at) = freighter(world).map(|ship| ship.position()) else {
        return name(step, world).unwrap_or_default();
    };
    let raiders = world.behaviors::<Raider>().map(|(id, _)| id);
    let cells = world.behaviors::<Cell>().map(|(id, _)| id);
    let raider = nearest(raiders, at, world)
        .filter(|raider| raider.x > at.x - 40.0 && raider.distance(at) < 130.0);
    let way = match (raider, nearest(cells, at, world)) {
        (Some(raider), _) => vec2(0.0, if raider.y > at.y { -9.0 } else { 9.0 }),
        (None, Some(cell)) => cell - at,
        (None, None) => vec2(110.0, 180.0) - at,
    };
    vec![
        InputEvent::key(Key::Left, way.x < -4.0),
        InputEvent::key(Key::Right, way.x > 4.0),
        InputEvent::key(Key::Up, way.y < -4.0),
        InputEvent::key(Key::Down, way.y > 4.0),
    ]
}

fn nearest(objects: impl Iterator<Item = ObjectId>, at: Vec2, world: &World) -> Option<Vec2> {
    let places = objects.filter_map(|id| Some(world.object(id)?.position()));
    places.min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)))
}

/// Types the next letter of a name every tenth step, then Enter. `None` unless the game asks for a name.
fn name(step: u64, world: &World) -> Option<Vec<InputEvent>> {
    const NAME: &str = "Calypso";
    let question = world.hud.get(world.hud.focused()?)?;
    let WidgetKind::Entry(entry) = &question.kind else {
        return None;
    };
    if !step.is_multiple_of(10) {
        return None;
    }
    let character = NAME.chars().nth(entry.text.len());
    let key = if character.is_some() {
        Key::A
    } else {
        Key::Enter
    };
    let press = InputEvent::Key {
        key,
        character,
        pressed: true,
        repeat: false,
    };
    Some(vec![press, InputEvent::key(key, false)])
}
