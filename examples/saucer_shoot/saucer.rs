//! Saucers: they drift in from the right, and return there after they have left on the left.

use damselfly::math;
use damselfly::prelude::*;

use super::nuke::Nuke;
use super::{all, altitude, arena, explosion, group, score};

/// Range of speeds in cells per step: 6 to 21 cells per second.
const SPEEDS: core::ops::Range<f32> = 0.2..0.7;
/// Maximum start distance to the right of the view, in cells.
const RUN_UP: f32 = 60.0;
/// Chances of an additional saucer: after a saucer was hit, and after one has left the view.
const GROWTH_BY_HIT: f32 = 0.08;
const GROWTH_BY_ESCAPE: f32 = 0.3;
/// Maximum number of saucers.
const MOST: usize = 30;
/// Half of a saucer's size, in cells.
const HALF: Vec2 = vec2(4.5, 1.5);

/// A saucer. It has no state.
#[derive(Clone, Debug)]
struct Saucer;

/// Sent to a saucer when the nuke's blast reaches it.
struct Blast;

/// Spawns saucers that come in one after the other. The first one is at the edge of the view.
pub fn spawn_swarm(count: u16, cx: &mut Context<'_>) {
    for number in 0..count {
        let saucer = spawn(cx);
        let run_up = RUN_UP * f32::from(number) / f32::from(count);
        let edge = arena(cx).max.x + HALF.x;
        if let Some(mut saucer) = cx.object_mut(saucer) {
            let row = saucer.position().y;
            saucer.set_position(vec2(edge + run_up, row));
        }
    }
}

/// Spawns a saucer at a random position to the right of the view.
pub fn spawn(cx: &mut Context<'_>) -> ObjectId {
    let (position, speed) = entrance(cx);
    let frame = cx.random().range(0..4);
    let saucer = Object {
        kind: "Saucer",
        position,
        velocity: vec2(-speed, 0.0),
        altitude: altitude::ACTION,
        solidness: Solidness::Soft,
        groups: group::SAUCER,
        collides_with: group::HERO | group::BULLET,
        // The box does not cover the full height of the sprite, because the dome is small.
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(9.0, 2.0))),
        sprite: cx.assets.find("saucer"),
        // Saucers start with different frames, so that their lights do not blink together.
        frame,
        tint: hue(speed),
        ..Object::default()
    };
    cx.spawn_with(saucer, Saucer)
}

impl Behavior for Saucer {
    /// Explodes. A saucer only collides with bullets and with the ship.
    fn collision(&mut self, _: &Collision, cx: &mut Context<'_>) {
        explode(cx);
    }

    /// Moves from the left back to the right side. Sometimes another saucer joins, so that the game gets harder.
    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        let (position, speed) = entrance(cx);
        let mut me = cx.me();
        me.set_position(position);
        me.set_velocity(vec2(-speed, 0.0));
        me.set_tint(hue(speed));
        bring_another(GROWTH_BY_ESCAPE, cx);
    }

    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<Nuke>()
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if let Some(nuke) = event.get::<Nuke>() {
            await_blast(nuke, cx);
        } else if let Some(Blast) = event.get() {
            explode(cx);
        }
    }
}

/// Explodes this saucer, adds its points to the score, and spawns a replacement. Sometimes one more saucer joins.
fn explode(cx: &mut Context<'_>) {
    let mut me = cx.me();
    let (place, speed) = (me.position(), me.velocity().x.abs());
    me.remove();
    explosion::spawn(place, hue(speed), cx);
    cx.send(HudEvent::add(score::POINTS, score::PER_SAUCER));
    spawn(cx);
    bring_another(GROWTH_BY_HIT, cx);
}

/// Spawns another saucer by chance, up to the maximum.
fn bring_another(chance: f32, cx: &mut Context<'_>) {
    let another = cx.random().chance(chance);
    if another && all(cx, "Saucer").count() < MOST {
        spawn(cx);
    }
}

/// Schedules the blast for this saucer: later at a larger distance, and not at all out of view.
fn await_blast(nuke: &Nuke, cx: &mut Context<'_>) {
    let (me, place) = (cx.me().id(), cx.me().position());
    if cx.camera.view().contains(place - vec2(HALF.x, 0.0)) {
        let delay = nuke.delay(place);
        cx.send_to_after(delay, me, Event::custom(Blast));
    }
}

/// Returns a random position to the right of the view, and a random speed. Draws several random rows, and takes the one
/// with the most room.
fn entrance(world: &mut World) -> (Vec2, f32) {
    let arena = arena(world);
    let x = arena.max.x + HALF.x + world.random().range(0.5..RUN_UP);
    let speed = world.random().range(SPEEDS);
    let rows = arena.min.y + HALF.y..arena.max.y - HALF.y;
    let tries = [(); 4].map(|()| vec2(x, world.random().range(rows.clone())));
    let roomiest = tries
        .into_iter()
        .max_by(|&a, &b| room(a, world).total_cmp(&room(b, world)));
    (roomiest.unwrap_or(tries[0]), speed)
}

/// Returns the distance of the nearest saucer. Vertical distance counts more than horizontal.
fn room(place: Vec2, world: &World) -> f32 {
    all(world, "Saucer")
        .map(|saucer| ((saucer.position() - place) * vec2(0.1, 1.0)).length())
        .fold(f32::INFINITY, f32::min)
}

/// Returns the colour that shows a saucer's speed.
pub fn hue(speed: f32) -> Color {
    match math::inverse_lerp(SPEEDS.start, SPEEDS.end, speed) {
        ..0.3 => Color::TERMINAL_GREEN,
        ..0.55 => Color::TERMINAL_CYAN,
        ..0.8 => Color::TERMINAL_MAGENTA,
        _ => Color::TERMINAL_RED,
    }
}
