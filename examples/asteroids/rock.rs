//! Rocks, and what happens when they break.

use damselfly::collision::{Shape, split};
use damselfly::prelude::*;

use super::ship::ship;
use super::{CENTER, FIRE, OURS, ROCK, ROCKS, art, sounds, torus};

/// Properties of the three sizes: radius in pixels, points for breaking a rock, number of smaller rocks and splinters
/// that it leaves, and maximum speed in pixels per step.
const RADII: [f32; 3] = [13.0, 24.0, 44.0];
const POINTS: [u32; 3] = [100, 50, 20];
const PIECES: [u32; 3] = [0, 2, 2];
const SPLINTERS: [u32; 3] = [20, 35, 55];
const SPEEDS: [f32; 3] = [2.4, 1.7, 1.1];
const LARGE: usize = 2;

/// Number of outlines of each size. Rocks share them.
const OUTLINES: usize = 5;

/// Sent when a rock breaks. Contains the points for it.
#[derive(Clone)]
pub(super) struct Broken(pub(super) u32);

/// A rock of one of three sizes.
#[derive(Clone, Checksum)]
pub(crate) struct Rock {
    pub(crate) size: usize,
}

/// Sprites and collision shapes of the rocks' outlines, by size.
#[derive(Clone)]
pub(super) struct Quarry([Vec<(SpriteId, Vec<Shape>)>; 3]);

impl Resource for Quarry {
    // Adds nothing: the outlines follow from the game's seed, and no step changes them.
    fn checksum(&self, _: &mut ChecksumWriter) {}
}

impl Quarry {
    /// Creates the outlines, and a sprite for each.
    pub(super) fn new(cx: &mut Context<'_>) -> Result<Self, Error> {
        let mut quarry = Self(Default::default());
        for (size, radius) in RADII.into_iter().enumerate() {
            for number in 0..OUTLINES {
                let outline = outline(radius, cx);
                let sprite = art::add_rock(&format!("rock {size} {number}"), &outline, cx.assets)?;
                // The corners are in the order of their angles, so the outline does not cross itself.
                quarry.0[size].push((sprite, split(&outline).unwrap_or_default()));
            }
        }
        Ok(quarry)
    }
}

/// Returns a random, uneven outline around the origin.
fn outline(radius: f32, cx: &mut Context<'_>) -> Vec<Vec2> {
    let corners = 11;
    let turn = core::f32::consts::TAU / corners as f32;
    let corner = |number| {
        let angle = turn * (number as f32 + cx.random().range(-0.3..0.3));
        radius * cx.random().range(0.64..1.08) * math::from_angle(angle)
    };
    (0..corners).map(corner).collect()
}

/// Adds large rocks at some distance from the ship.
pub(super) fn spawn_wave(count: u32, cx: &mut Context<'_>) {
    let ship = ship(cx).map_or(CENTER, |ship| ship.position());
    for _ in 0..count {
        let away = cx.random().range(170.0..240.0) * cx.random().unit_vector();
        spawn(LARGE, torus::home(ship + away), cx);
    }
}

/// Adds a rock that drifts and turns slowly.
pub(crate) fn spawn(size: usize, at: Vec2, cx: &mut Context<'_>) -> Option<ObjectId> {
    let number = cx.random().index(OUTLINES);
    let (sprite, shapes) = cx.resource::<Quarry>()?.0.get(size)?.get(number)?.clone();
    let speed = SPEEDS[size] * cx.random().range(0.4..1.0);
    let way = cx.random().unit_vector();
    let spin = cx.random().range(-0.025..0.025);
    let tint = Color::hex(0xb8b4b0).lerp(Color::hex(0x8e9cb4), cx.random().range(0.0..1.0));
    let rock = Object::new("Rock")
        .sprite(sprite)
        .at(at)
        .velocity(speed * way);
    let rock = rock.spin(spin).tint(tint).altitude(ROCKS).soft();
    let rock = cx.spawn_with(rock.groups(ROCK, OURS), Rock { size });
    cx.object_mut(rock)?.set_shapes(&shapes);
    Some(rock)
}

/// Breaks a rock into two smaller ones; the smallest rocks turn to dust. Returns false if the rock is already gone.
pub(super) fn strike(id: ObjectId, cx: &mut Context<'_>) -> bool {
    let rock = cx.object(id).filter(|rock| !rock.is_being_removed());
    let Some((at, tint, Some(size))) = rock.map(|rock| {
        let size = rock.behavior().map(|&Rock { size }| size);
        (rock.position(), rock.tint(), size)
    }) else {
        return false;
    };
    cx.remove(id);
    sounds::break_rock(size, at, cx);
    cx.burst(FIRE, at, &art::dust(SPLINTERS[size], RADII[size], tint));
    cx.camera.shake(Shake::new(1.0 + size as f32, 14));
    cx.send(Event::custom(Broken(POINTS[size])));
    for _ in 0..PIECES[size] {
        let aside = 0.3 * RADII[size] * cx.random().unit_vector();
        spawn(size - 1, at + aside, cx);
    }
    true
}

impl Behavior for Rock {
    fn after(&mut self, cx: &mut Context<'_>) {
        torus::wrap(cx);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}
