//! The ship and its shots.

use damselfly::prelude::*;
use damselfly::world::ObjectRef;

use super::{CENTER, FIRE, FLIGHT, OURS, ROCK, art, rock, sounds, torus};

/// Angle in radians by which the ship turns in a step while a turn key is held.
const TURN: f32 = 0.075;
/// In pixels per step: the speed that thrust adds in a step, the ship's maximum speed, and the speed of a shot. `GLIDE`
/// is the fraction of the ship's speed that remains after a step.
const THRUST: f32 = 0.13;
const GLIDE: f32 = 0.992;
const TOP_SPEED: f32 = 7.0;
const SHOT_SPEED: f32 = 9.0;
/// Number of steps between two shots, and lifetime of a shot in steps.
const RELOAD: u32 = 9;
const RANGE: u32 = 48;
/// Number of steps during which rocks do not harm a new ship.
pub(crate) const SAFE: u32 = 150;

#[derive(Clone, Checksum)]
pub(crate) struct Ship {
    reload: u32,
    safe: u32,
}

/// Spawns a ship in the middle that points up.
pub(super) fn spawn(cx: &mut Context<'_>) {
    let sprite = cx.assets.sprite_named("ship");
    let ship = Object::new("Ship")
        .sprite(sprite)
        .at(CENTER)
        .angle(-core::f32::consts::FRAC_PI_2);
    let ship = cx.spawn_with(
        ship.altitude(FLIGHT).soft().groups(OURS, ROCK),
        Ship {
            reload: 0,
            safe: SAFE,
        },
    );
    if let Some(mut ship) = cx.object_mut(ship) {
        ship.set_shapes(&art::ship_shapes());
    }
}

/// Returns the ship, if there is one.
pub(crate) fn ship(world: &World) -> Option<ObjectRef<'_>> {
    // Uses no `of_kind`: on the title screen there has been no ship yet, and the engine logs queries for unknown kinds.
    let (id, _) = world.behaviors::<Ship>().next()?;
    world.object(id)
}

impl Ship {
    fn fire(&mut self, cx: &mut Context<'_>) {
        self.reload = self.reload.saturating_sub(1);
        // `just_pressed` too, because a tap may be shorter than a step.
        let trigger = cx.actions.is_down("fire") || cx.actions.just_pressed("fire");
        if self.reload > 0 || !trigger {
            return;
        }
        self.reload = RELOAD;
        let (at, angle, velocity) = (cx.me().position(), cx.me().angle(), cx.me().velocity());
        let nose = math::from_angle(angle);
        let sprite = cx.assets.sprite_named("shot");
        let shot = Object::new("Shot")
            .sprite(sprite)
            .angle(angle)
            .at(at + 16.0 * nose);
        let shot = shot.velocity(velocity + SHOT_SPEED * nose).lifetime(RANGE);
        // A bullet is swept. A small rock is not much wider than the shot's displacement in a step, so the shot could
        // skip it.
        let shot = shot.altitude(FLIGHT).soft().bullet();
        cx.spawn_with(shot.groups(OURS, ROCK), Shot);
        cx.play("shot");
    }

    fn meet(&mut self, rock: ObjectId, cx: &mut Context<'_>) {
        if self.safe > 0 || cx.me().is_being_removed() {
            return;
        }
        let at = cx.me().position();
        cx.me().remove();
        cx.burst(FIRE, at, &art::fireball());
        cx.play("crash");
        cx.camera.shake(Shake::new(9.0, 40));
        rock::strike(rock, cx);
    }
}

impl Behavior for Ship {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.safe = self.safe.saturating_sub(1);
        let turn = cx.actions.axis("left", "right");
        let (at, angle) = (cx.me().position(), cx.me().angle());
        let nose = math::from_angle(angle);
        let mut velocity = GLIDE * cx.me().velocity();
        let is_burning = cx.actions.is_down("thrust");
        sounds::burn(is_burning, cx);
        if is_burning {
            velocity += THRUST * nose;
            cx.burst(FIRE, at - 9.0 * nose, &art::flame(angle));
        }
        // A new ship blinks while it is safe.
        let alpha = if self.safe / 8 % 2 == 1 { 70 } else { 255 };
        let mut ship = cx.me();
        ship.set_spin(TURN * turn);
        ship.set_velocity(velocity.clamp_length_max(TOP_SPEED));
        ship.set_tint(Color::WHITE.with_alpha(alpha));
        self.fire(cx);
    }

    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        self.meet(hit.other, cx);
    }

    fn after(&mut self, cx: &mut Context<'_>) {
        if let Some(rock) = torus::met_across(cx) {
            self.meet(rock, cx);
        }
        torus::wrap(cx);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

#[derive(Clone)]
struct Shot;

impl Shot {
    fn meet(rock: ObjectId, cx: &mut Context<'_>) {
        // A shot may meet two rocks in a step, but breaks only one.
        if !cx.me().is_being_removed() && rock::strike(rock, cx) {
            cx.me().remove();
        }
    }
}

impl Behavior for Shot {
    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        Self::meet(hit.other, cx);
    }

    fn after(&mut self, cx: &mut Context<'_>) {
        if let Some(rock) = torus::met_across(cx) {
            Self::meet(rock, cx);
        }
        torus::wrap(cx);
    }
}
