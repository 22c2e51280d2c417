//! Objects of a level: coins, walkers, moving platforms, ramps, spikes, flags and doors.

use damselfly::collision::Shape;
use damselfly::math::Ease;
use damselfly::prelude::*;
use damselfly::sound::Sound;

use super::level::{CELL, is_solid, lamp};
use super::{LEVEL, SPARKS, art};

/// Speed of a walker in pixels per step.
const WALK: f32 = 0.5;
/// Number of steps that a platform takes from one end to the other.
const CROSSING: u32 = 150;
/// Distance in pixels that a coin floats up and down, and the number of steps in each direction.
const FLOAT: Vec2 = vec2(0.0, -3.0);
const FLOATING: u32 = 36;
/// Distances in pixels that platforms move from their positions on the map, in both directions.
const SLIDE: Vec2 = vec2(55.0, 0.0);
const RISE: Vec2 = vec2(0.0, -48.0);

/// Adds an object at the middle of its cell.
pub(super) fn spawn(name: &str, at: Vec2, cx: &mut Context<'_>) {
    let thing = |kind, label| {
        let sprite = cx.assets.sprite_named(label);
        Object::new(kind).sprite(sprite).at(at).altitude(LEVEL)
    };
    // Sensors have smaller bounds than their sprites: touching an empty corner of a sprite should not count.
    let touched = |kind, label, area: Rect| {
        let bounds = Bounds::Fixed(area);
        Object {
            bounds,
            ..thing(kind, label)
        }
        .spectral()
        .sensor()
    };
    match name {
        "coin" => {
            let area = Rect::centered(Vec2::ZERO, Vec2::splat(12.0));
            let coin = cx.spawn(touched("Coin", "coin", area));
            let float = cx.tween(coin).position_by(FLOAT).over(FLOATING);
            float.ease(Ease::SineInOut).ping_pong().forever();
        }
        "spikes" => {
            let area = Rect::new(vec2(-6.0, 1.0), vec2(6.0, 8.0));
            cx.spawn(touched("Spikes", "spikes", area));
        }
        "flag" => {
            let area = Rect::new(vec2(-6.0, -40.0), vec2(6.0, 8.0));
            let flag = touched("Flag", "flag", area);
            cx.spawn(Object {
                slowdown: Some(0),
                ..flag
            });
        }
        "door" => {
            // The door stands on the ground, and is two cells high.
            let area = Rect::new(vec2(-4.0, -8.0), vec2(4.0, 16.0));
            let door = touched("Door", "door", area);
            let door = cx.spawn(door.at(at - vec2(0.0, CELL / 2.0)));
            cx.lights.attach(door, lamp(110.0));
        }
        "walker" => {
            let area = Rect::new(vec2(-6.0, -4.0), vec2(6.0, 8.0));
            let walker = touched("Walker", "walker", area);
            let walker = cx.spawn_with(walker.velocity(vec2(-WALK, 0.0)), Walker);
            if let Some(mut walker) = cx.object_mut(walker) {
                walker.play("walk");
            }
        }
        "slider" | "lift" => {
            let way = if name == "lift" { RISE } else { SLIDE };
            let lift = thing("Lift", "lift").at(at - way).one_way().platform();
            let lift = cx.spawn(lift);
            let ride = cx.tween(lift).position(at + way).over(CROSSING);
            ride.ease(Ease::SineInOut).ping_pong().forever();
        }
        "ramp up" | "ramp down" => {
            let is_up = name == "ramp up";
            let ramp = Object {
                flip_x: !is_up,
                ..thing("Ramp", "ramp")
            };
            let ramp = cx.spawn(ramp);
            let side = if is_up { 1.0 } else { -1.0 };
            let corners = [vec2(side, -1.0), vec2(side, 1.0), vec2(-side, 1.0)];
            let shape = Shape::polygon(&corners.map(|corner| 0.5 * CELL * corner));
            if let (Some(mut ramp), Ok(shape)) = (cx.object_mut(ramp), shape) {
                ramp.set_shapes(&[shape]);
            }
        }
        // The hero is spawned by the rules.
        _ => {}
    }
}

/// Distance between two footsteps of a walker, in pixels.
const STRIDE: f32 = 20.0;

/// Walks back and forth, and turns at walls and edges. Its footsteps are heard from its position.
#[derive(Clone)]
pub(crate) struct Walker;

impl Behavior for Walker {
    fn step(&mut self, cx: &mut Context<'_>) {
        let (at, velocity) = (cx.me().position(), cx.me().velocity());
        // Checks near the ground, so that the walker turns at the foot of a ramp.
        let ahead = at + vec2(8.0 * velocity.x.signum(), 6.0);
        if is_solid(cx, ahead) || !is_solid(cx, ahead + vec2(0.0, CELL)) {
            cx.me().set_velocity(-velocity);
            cx.me().set_flip(velocity.x < 0.0, false);
        }
        let footprint = |x: f32| (x / STRIDE).floor();
        if footprint(at.x) != footprint(at.x + velocity.x) {
            let me = cx.me().id();
            cx.play(Sound::new("step").on(me).volume(-6.0).reach(0.5));
        }
    }
}

/// Replaces a walker by its remains after the hero has jumped on it.
pub(super) fn flatten(walker: ObjectId, cx: &mut Context<'_>) {
    cx.remove(walker);
    let Some(at) = cx.object(walker).map(|walker| walker.position()) else {
        return;
    };
    let sprite = cx.assets.sprite_named("walker");
    let flat = Object::from(sprite).at(at).altitude(LEVEL).frame(2);
    cx.spawn(
        Object {
            slowdown: Some(0),
            ..flat
        }
        .spectral()
        .lifetime(24),
    );
    cx.burst(SPARKS, at + vec2(0.0, 4.0), &art::splash());
    cx.play("stomp");
    cx.camera.shake(Shake::new(2.0, 10));
}
