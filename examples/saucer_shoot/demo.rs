//! The built-in demonstration: plays well, using only visible information.
//!
//! It has no state and draws no random numbers: the same step of the same world gives the same input. Pressing a key
//! that is already down has no effect, so each step presses all held keys again.

use damselfly::prelude::*;

use super::{all, arena, score};

/// Maximum speed of the mouse in cells per step.
const MOUSE_SPEED: f32 = 2.5;
/// Speed of a bullet in cells per step.
const BULLET_SPEED: f32 = 2.0;
/// Number of steps for which the demonstration predicts danger.
const FORESIGHT: f32 = 45.0;

/// Step at which the demonstration skips the splash screen, which is complete by then.
const SPLASH: u64 = 70;
/// The demonstration leaves the start screen and the end screen at multiples of this number of steps.
const LOOK: u64 = 110;
/// Number of steps before the demonstration uses its nuke, to show the saucers first.
const THRIFT: u64 = 290;

/// Visible data of a saucer.
#[derive(Clone, Copy)]
struct Threat {
    place: Vec2,
    /// Speed towards the ship in cells per step.
    speed: f32,
}

/// Returns the input of a step.
pub fn demo(step: u64, world: &World) -> Vec<InputEvent> {
    let Some(ship) = all(world, "Hero").next() else {
        return go_on(step, world);
    };
    let ship = ship.position();
    let saucers: Vec<Threat> = all(world, "Saucer")
        .map(|saucer| Threat {
            place: saucer.position(),
            speed: -saucer.velocity().x,
        })
        .filter(|saucer| saucer.place.x > ship.x - 10.0)
        .collect();
    let target = target(ship, &saucers, world);
    let mut events = steer(ship, target, &saucers, world);
    events.extend(shoot(target, world));
    let nuke = wants_nuke(step, &saucers, world);
    events.push(InputEvent::key(Key::Enter, nuke));
    events
}

/// Returns the input that leads to the next round: a key leaves each screen after a while.
fn go_on(step: u64, world: &World) -> Vec<InputEvent> {
    let sees = |kind| all(world, kind).next().is_some();
    vec![
        InputEvent::key(Key::Space, sees("Splash") && step >= SPLASH),
        InputEvent::key(Key::P, sees("Title") && step.is_multiple_of(LOOK)),
        InputEvent::key(Key::Enter, sees("GameOver") && step.is_multiple_of(LOOK)),
    ]
}

/// Returns the target position: where the first saucer to arrive will meet the bullet.
fn target(ship: Vec2, saucers: &[Threat], world: &World) -> Option<Vec2> {
    let view = world.camera.view();
    let ahead = saucers
        .iter()
        .filter(|saucer| saucer.place.x > ship.x + 8.0 && saucer.place.x < view.max.x);
    let arrival = |saucer: &Threat| {
        let detour = (saucer.place.y - ship.y).abs();
        (saucer.place.x - ship.x) / saucer.speed + detour * 6.0
    };
    let first = ahead.min_by(|a, b| arrival(a).total_cmp(&arrival(b)))?;
    let flight = (first.place.x - ship.x) / (BULLET_SPEED + first.speed);
    Some(first.place - vec2(first.speed * flight, 0.0))
}

/// Holds the key that leads to the safest row. Among equally safe rows, prefers one near the target and the ship.
fn steer(ship: Vec2, target: Option<Vec2>, saucers: &[Threat], world: &World) -> Vec<InputEvent> {
    let arena = arena(world);
    let cost = |y: f32| {
        let danger: f32 = saucers.iter().map(|saucer| danger(ship, y, saucer)).sum();
        let aim = target.map_or(0.0, |target| (target.y - y).abs());
        danger + aim * 0.05 + (ship.y - y).abs() * 0.02
    };
    let rows = (0..40u8).map(|half| arena.min.y + 1.5 + f32::from(half) * 0.5);
    let best = rows
        .take_while(|&y| y <= arena.max.y - 1.5)
        .min_by(|&a, &b| cost(a).total_cmp(&cost(b)))
        .unwrap_or(ship.y);
    vec![
        InputEvent::key(Key::Up, best < ship.y - 0.4),
        InputEvent::key(Key::Down, best > ship.y + 0.4),
    ]
}

/// Returns the danger of a saucer for row `y`, which is higher if the saucer arrives sooner. Rows on the other side of
/// the saucer are dangerous, too, because the ship would have to cross its path.
fn danger(ship: Vec2, y: f32, saucer: &Threat) -> f32 {
    let gap = saucer.place.x - ship.x - 9.0;
    let arrives = (gap / saucer.speed).max(0.0);
    if arrives > FORESIGHT {
        return 0.0;
    }
    let soon = 1.0 - arrives / FORESIGHT;
    let near = (saucer.place.y - y).abs() < 2.4;
    let way = y.min(ship.y) - 2.2..y.max(ship.y) + 2.2;
    let crossed = way.contains(&saucer.place.y) && arrives < 12.0;
    if near {
        0.3 + soon
    } else if crossed {
        soon * 0.8
    } else {
        0.0
    }
}

/// Moves the mouse towards the target, and holds the trigger once it is nearly there.
fn shoot(target: Option<Vec2>, world: &World) -> Vec<InputEvent> {
    let Some(target) = target else {
        return vec![InputEvent::key(Key::Space, false)];
    };
    let reticle = all(world, "Reticle").find(|reticle| reticle.is_visible());
    let from = reticle.map_or(world.camera.center(), |reticle| reticle.position());
    let way = target - from;
    let place = from + way.clamp_length_max(MOUSE_SPEED);
    let position = world.camera.world_to_view(place);
    vec![
        InputEvent::MouseMoved { position },
        InputEvent::key(Key::Space, way.y.abs() < 1.5),
    ]
}

/// Returns whether to use the nuke: with many saucers, and after they were visible for a while.
fn wants_nuke(step: u64, saucers: &[Threat], world: &World) -> bool {
    let view = world.camera.view();
    let seen = saucers.iter().filter(|saucer| view.contains(saucer.place));
    let crowd = seen.count();
    let left = world.hud.value(score::NUKES).unwrap_or(0) > 0;
    left && step > THRIFT && (crowd >= 7 || (crowd >= 4 && step > THRIFT + 120))
}
