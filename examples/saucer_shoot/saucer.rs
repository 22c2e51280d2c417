//! Saucers: they drift in from the right, and come back when they get away.

use damselfly::math;
use damselfly::prelude::*;

use super::nuke::Nuke;
use super::{all, altitude, arena, explosion, group, score};

/// Cells per step, from the slowest to the fastest: 6 to 21 a second.
const SPEEDS: core::ops::Range<f32> = 0.2..0.7;
/// How far right of the view they may start, in cells.
const RUN_UP: f32 = 60.0;
/// The chance that two follow a saucer that was hit, and that another follows one that got away.
const GROWTH_BY_HIT: f32 = 0.08;
const GROWTH_BY_ESCAPE: f32 = 0.3;
/// The most saucers at a time.
const MOST: usize = 30;
/// Half of a saucer's size, in cells.
const HALF: Vec2 = vec2(4.5, 1.5);

/// A saucer. It has no state of its own.
#[derive(Clone, Debug)]
struct Saucer;

/// The event by which the nuke's blast reaches a saucer.
struct Blast;

/// Spawns saucers that come in one after the other, the first of them at once.
pub fn spawn_swarm(count: u16, cx: &mut Context<'_>) {
    for number in 0..count {
        let saucer = spawn(cx);
        let row = cx.world.position(saucer).unwrap_or_default().y;
        let run_up = RUN_UP * f32::from(number) / f32::from(count);
        let edge = arena(cx.world).max.x + HALF.x;
        cx.world.set_position(saucer, vec2(edge + run_up, row));
    }
}

/// Spawns a saucer somewhere right of the view.
pub fn spawn(cx: &mut Context<'_>) -> ObjectId {
    let (position, speed) = entrance(cx.world);
    let frame = cx.world.random().range(0..4);
    let saucer = cx.spawn(Object {
        kind: "Saucer",
        position,
        velocity: vec2(-speed, 0.0),
        altitude: altitude::ACTION,
        solidness: Solidness::Soft,
        groups: group::SAUCER,
        collides_with: group::HERO | group::BULLET,
        // Less high than it looks: its dome is small.
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(9.0, 2.0))),
        sprite: cx.assets.find("saucer"),
        // So that their lights do not all blink at once.
        frame,
        tint: hue(speed),
        ..Object::default()
    });
    cx.world.attach(saucer, Saucer);
    saucer
}

impl Behavior for Saucer {
    fn attached(&mut self, me: ObjectId, world: &mut World) {
        world.subscribe(me, Interest::of::<Nuke>());
    }

    fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
        match event {
            // It only collides with bullets and the ship, and does not survive either.
            Event::Collision(_) => explode(me, cx),
            Event::OutOfBounds => come_back(me, cx),
            _ => {
                if let Some(nuke) = event.get::<Nuke>() {
                    await_blast(me, nuke, cx.world);
                } else if event.get::<Blast>().is_some() {
                    explode(me, cx);
                } else {
                    return Handled::No;
                }
            }
        }
        Handled::Yes
    }
}

/// Gives the player points, and replaces this saucer by a new one.
fn explode(me: ObjectId, cx: &mut Context<'_>) {
    let place = cx.world.position(me).unwrap_or_default();
    let speed = cx.world.velocity(me).unwrap_or_default().x.abs();
    cx.world.remove(me);
    explosion::spawn(place, hue(speed), cx);
    cx.world
        .send(ViewEvent::add(score::POINTS, score::PER_SAUCER));
    spawn(cx);
    bring_another(GROWTH_BY_HIT, cx);
}

/// Brings a saucer that left on the left in again on the right, sometimes with another one: the game gets harder.
fn come_back(me: ObjectId, cx: &mut Context<'_>) {
    let (position, speed) = entrance(cx.world);
    cx.world.set_position(me, position);
    cx.world.set_velocity(me, vec2(-speed, 0.0));
    cx.world.set_tint(me, hue(speed));
    bring_another(GROWTH_BY_ESCAPE, cx);
}

/// Spawns another saucer, by chance, unless there are too many.
fn bring_another(chance: f32, cx: &mut Context<'_>) {
    let another = cx.world.random().chance(chance);
    if another && all(cx.world, "Saucer").count() < MOST {
        spawn(cx);
    }
}

/// The blast spreads: saucers farther away are hit later, those out of view not at all.
fn await_blast(me: ObjectId, nuke: &Nuke, world: &mut World) {
    let Some(place) = world.position(me) else {
        return;
    };
    if world.camera.view().contains(place - vec2(HALF.x, 0.0)) {
        world.send_to_after(nuke.delay(place), me, Event::custom(Blast));
    }
}

/// A random place right of the view, and a random speed. Of a few rows, it takes the one with most room.
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
    let near = |id| Some(((world.position(id)? - place) * vec2(0.1, 1.0)).length());
    all(world, "Saucer")
        .filter_map(near)
        .fold(f32::INFINITY, f32::min)
}

/// A colour that shows its speed.
pub fn hue(speed: f32) -> Color {
    match math::inverse_lerp(SPEEDS.start, SPEEDS.end, speed) {
        ..0.3 => Color::GREEN,
        ..0.55 => Color::CYAN,
        ..0.8 => Color::MAGENTA,
        _ => Color::RED,
    }
}
