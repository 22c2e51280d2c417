//! How sprites play and turn.

use super::World;
use super::body::Body;
use crate::assets::Assets;
use crate::geometry::turns;
use crate::id::ObjectId;
use crate::scene::Roles;

impl World {
    /// Turns what spins and shows the next frames of what plays, in layer time.
    pub(super) fn animate(&mut self, assets: &Assets, dt: f32) {
        let mut list = self.borrow_list();
        self.list_with(Roles(Roles::ANIMATED.0 | Roles::SPINS.0), &mut list);
        for &id in &list {
            let Some(body) = self
                .slots
                .get(id)
                .filter(|body| !body.marked && !body.disabled)
            else {
                continue;
            };
            let dt = dt
                * self.scene.altitudes()[usize::from(body.place.altitude)]
                    .settings
                    .sound_time_scale();
            if body.spin != 0.0 {
                self.spin(id, dt);
            }
            self.play(id, assets, dt);
        }
        self.return_list(list);
    }

    fn spin(&mut self, id: ObjectId, dt: f32) {
        let step = self.step;
        let Some(body) = self.slots.get_mut(id) else {
            return;
        };
        let from = turns::from_radians(body.angle);
        let angle = wrapped(body.angle + body.spin * dt);
        if !angle.is_finite() {
            return;
        }
        body.angle = angle;
        let to = turns::from_radians(body.angle);
        let place = body.place;
        if from == to {
            // Too little to show, or time stands still.
            return;
        }
        // The short way round.
        let by = turns::difference(from, to);
        self.layer_at(place)
            .turn_row(place.row as usize, to, by, step);
    }

    fn play(&mut self, id: ObjectId, assets: &Assets, dt: f32) {
        let Some(body) = self.slots.get_mut(id) else {
            return;
        };
        let Some(sprite) = body.sprite.and_then(|sprite| assets.sprite(sprite)) else {
            return;
        };
        if !advance(body, sprite.frames.count, dt) {
            return;
        }
        let frame = sprite.frames.wrapping(u32::from(body.animation.frame));
        let place = body.place;
        self.layer_at(place)
            .edit_row(place.row as usize, |instance| instance.set_frame(frame));
    }
}

/// Lets the animation's time run. Answers whether it shows another frame now.
fn advance(body: &mut Body, count: u32, dt: f32) -> bool {
    let animation = &mut body.animation;
    if animation.slowdown == 0 || count < 2 {
        return false;
    }
    animation.remaining -= dt;
    if animation.remaining > 0.0 {
        return false;
    }
    let slowdown = f32::from(animation.slowdown);
    let frames = (-animation.remaining / slowdown).floor() + 1.0;
    animation.remaining += frames * slowdown;
    animation.frame = wrapped_frame(animation.frame, frames, count);
    true
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a remainder of at most 4096 frames"
)]
fn wrapped_frame(frame: u16, forward: f32, count: u32) -> u16 {
    ((u64::from(frame) + forward as u64) % u64::from(count)) as u16
}

/// Within one turn of zero, so that an angle keeps its precision however long it spins.
fn wrapped(angle: f32) -> f32 {
    use core::f32::consts::TAU;
    if angle.abs() < TAU {
        angle
    } else {
        angle % TAU
    }
}
