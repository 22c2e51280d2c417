//! The built-in demonstration: the hero runs to the right, jumps over obstacles, and waits for platforms.

use damselfly::prelude::*;

use super::hero::{Hero, hero};
use super::level::{CELL, is_solid};

/// Length and height of a jump in pixels.
const WIDE: f32 = 54.0;
const HIGH: f32 = 46.0;

/// Returns the input of a step.
pub(crate) fn demo(step: u64, world: &World) -> Vec<InputEvent> {
    let Some(hero) = hero(world) else {
        return vec![InputEvent::key(Key::Space, step % 240 == 100)];
    };
    let feet = hero.position() + vec2(0.0, 7.5);
    let velocity = hero
        .behavior::<Hero>()
        .map_or(Vec2::ZERO, |hero| hero.velocity);
    let wall = (1..8).take_while(|&row| is_solid(world, feet + vec2(14.0, -row as f32 * CELL)));
    let (is_step, height) = (
        is_solid(world, feet + vec2(12.0, -4.0)),
        CELL * wall.count() as f32,
    );
    let danger = is_near(world, hero.position() + vec2(22.0, 0.0));
    let goes_on = holds(world, feet + vec2(12.0, 0.0));
    let there = [24.0, 34.0, 44.0, WIDE].into_iter();
    let has_goal = there
        .map(|far| feet + vec2(far, 0.0))
        .any(|at| holds(world, at));
    let jumps = (is_step && height < HIGH) || danger || (!goes_on && has_goal);
    // Stops running while the hero falls towards a narrow landing place.
    let lands = holds(world, feet + vec2(6.0, 0.0)) && !holds(world, feet + vec2(20.0, 0.0));
    let runs = match velocity.y {
        0.0 => jumps || (goes_on && !is_step),
        down => down < 0.0 || !lands,
    };
    vec![
        InputEvent::key(Key::Right, runs),
        InputEvent::key(
            Key::Space,
            velocity.y < 0.0 || (jumps && velocity.y == 0.0 && step.is_multiple_of(2)),
        ),
    ]
}

/// Returns whether there is something to land on at a position or below it: ground at most five cells below, or a
/// platform at any depth.
fn holds(world: &World, feet: Vec2) -> bool {
    let lifts = world.of_kind("Lift").filter_map(|id| world.object(id));
    let mut tops = lifts.map(|lift| lift.world_box());
    let below = |row: u8| feet + vec2(0.0, f32::from(row) * CELL - 4.0);
    (0..6).any(|row| is_solid(world, below(row)))
        || tops.any(|top| {
            top.expanded(-3.0).contains(vec2(feet.x, top.center().y)) && top.min.y > feet.y - 8.0
        })
}

/// Returns whether something dangerous is near a position.
fn is_near(world: &World, at: Vec2) -> bool {
    let area = Rect::centered(at, vec2(28.0, 14.0));
    let hurts = |kind| {
        !world
            .space()
            .with_spectral()
            .kind(kind)
            .in_box(area)
            .is_empty()
    };
    hurts("Spikes") || hurts("Walker")
}
