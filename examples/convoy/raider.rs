//! Raiders, their bolts, and the cells that their wrecks leave.

use damselfly::prelude::*;

use super::freighter::{freighter, raise_shield};
use super::parts::{self, Hull};
use super::{FIRE, OURS, SHIPS, THEIRS, art, sounds};

const SPEED: f32 = 1.5;
const BOLT_SPEED: f32 = 3.4;

/// Flies at the freighter, fires bolts and rams it.
#[derive(Clone, Checksum)]
pub(crate) struct Raider {
    /// Step counter that times bolts and weaving. Starts at a random number below 100, so that raiders differ.
    age: u32,
}

pub(super) fn spawn(cx: &mut Context<'_>) {
    let sprite = cx.assets.sprite_named("raider");
    let y = cx.random().range(40.0..320.0);
    let age = cx.random().range(0..100_u32);
    let raider = Object::new("Raider").sprite(sprite).altitude(SHIPS).soft();
    let raider = raider.at(vec2(660.0, y)).groups(THEIRS, OURS);
    let raider = cx.spawn_with(raider, Raider { age });
    cx.insert(raider, Hull(12));
}

pub(crate) fn spawn_bolt(at: Vec2, velocity: Vec2, cx: &mut Context<'_>) {
    let bolt = Object {
        blend: Blend::Additive,
        ..Object::new("Bolt").sprite(cx.assets.sprite_named("bolt"))
    };
    let bolt = bolt.at(at).velocity(velocity).altitude(FIRE).soft();
    cx.spawn_with(bolt.lifetime(240).groups(THEIRS, OURS), Bolt);
    sounds::play_at("bolt", at, 0.0, cx);
}

/// Returns the sparks of a hit.
pub(super) fn sparks() -> Emitter {
    let colors = [Color::WHITE, Color::hex(0xffc060).with_alpha(0)];
    let sparks = Emitter::new().count(8).life(6.0..14.0).speed(0.5..2.5);
    sparks.colors(colors).sizes([2.5, 1.0])
}

/// Leaves a cell at a wreck, with a chance of about one in three.
pub(super) fn drop_cell(at: Vec2, cx: &mut Context<'_>) {
    if !cx.random().chance(0.33) {
        return;
    }
    let sprite = cx.assets.sprite_named("cell");
    let cell = Object::new("Cell").sprite(sprite).altitude(SHIPS).soft();
    let cell = cell.at(at).velocity(vec2(-1.2, 0.0)).groups(THEIRS, OURS);
    cx.spawn_with(cell, Cell);
}

impl Behavior for Raider {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.age += 1;
        let (me, at) = (cx.me().id(), cx.me().position());
        if cx.has::<parts::Burning>(me) {
            cx.burst(FIRE, at + vec2(10.0, 0.0), &art::flames(1));
        }
        let Some(to) = freighter(cx).map(|ship| ship.position()) else {
            // Without a freighter to attack, it leaves.
            cx.me().set_velocity(vec2(-2.0 * SPEED, 0.0));
            return;
        };
        let ahead = at.x > to.x;
        let climb = if ahead {
            (to.y - at.y).clamp(-60.0, 60.0) / 90.0
        } else {
            0.0
        };
        let weave = math::sin(self.age as f32 / 17.0);
        cx.me().set_velocity(vec2(-SPEED, climb + weave));
        if ahead && self.age.is_multiple_of(100) {
            let velocity = BOLT_SPEED * (to - at).normalize_or_zero();
            spawn_bolt(at, velocity, cx);
        }
    }

    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        if cx.is_kind(hit.other, "Freighter") && !cx.me().is_being_removed() {
            let at = cx.me().position();
            cx.me().remove();
            cx.burst(FIRE, at, &art::explosion(60));
            sounds::play_at("raider's end", at, 0.0, cx);
            cx.camera.shake(Shake::new(5.0, 20));
            parts::hit(hit.other, 15, cx);
        }
    }

    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        if cx.me().position().x < 0.0 {
            cx.me().remove();
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

#[derive(Clone)]
struct Bolt;

impl Behavior for Bolt {
    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        if cx.is_kind(hit.other, "Freighter") && !cx.me().is_being_removed() {
            cx.me().remove();
            cx.burst(FIRE, hit.position, &sparks());
            parts::hit(hit.other, 5, cx);
        }
    }
}

/// A cell: gives a freighter that touches it a new, full shield.
#[derive(Clone)]
pub(crate) struct Cell;

impl Behavior for Cell {
    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        if cx.is_kind(hit.other, "Freighter") && !cx.me().is_being_removed() {
            cx.me().remove();
            cx.play("cell");
            raise_shield(hit.other, cx);
        }
    }

    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        cx.me().remove();
    }
}
