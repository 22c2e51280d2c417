//! How sprites play and turn.

use super::World;
use super::body::Body;
use crate::assets::Assets;
use crate::base::id::ObjectId;
use crate::geometry::turns::Turn;
use crate::scene::Roles;

impl World {
    /// Turns what spins, in layer time.
    pub(super) fn spin_all(&mut self, dt: f32) {
        self.each_with(Roles::SPINS, dt, Self::spin_one);
    }

    /// Shows the next frames of what plays, in layer time.
    pub(super) fn play_all(&mut self, assets: &Assets, dt: f32) {
        self.each_with(Roles::ANIMATED, dt, |world, id, dt| {
            world.play(id, assets, dt);
        });
    }

    /// Does something to everybody who has a role, and tells it the layer's part of the step.
    fn each_with(&mut self, role: Roles, dt: f32, mut act: impl FnMut(&mut Self, ObjectId, f32)) {
        let mut list = self.borrow_list();
        self.list_with(role, &mut list);
        for &id in &list {
            let Some(body) = self
                .slots
                .get(id)
                .filter(|body| !body.marked && !body.disabled)
            else {
                continue;
            };
            let scale = self.scene.altitudes()[usize::from(body.place.altitude)]
                .settings
                .sound_time_scale();
            act(self, id, dt * scale);
        }
        self.return_list(list);
    }

    fn spin_one(&mut self, id: ObjectId, dt: f32) {
        let step = self.step;
        let Some(body) = self.slots.get_mut(id) else {
            return;
        };
        let by = body.spin * dt;
        if body.kin.attached && self.family.spin(body.kin.node, by) {
            return;
        }
        let from = Turn::from_radians(body.angle);
        let angle = wrapped(body.angle + by);
        if !angle.is_finite() {
            return;
        }
        body.angle = angle;
        let to = Turn::from_radians(body.angle);
        let place = body.place;
        if from == to {
            // Too little to show, or time stands still.
            return;
        }
        // The short way round.
        let by = from.units_to(to);
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
    let count = u64::from(count);
    ((u64::from(frame) + forward as u64 % count) % count) as u16
}

/// Within one turn of zero, so that an angle keeps its precision however long it spins.
pub(super) fn wrapped(angle: f32) -> f32 {
    use core::f32::consts::TAU;
    if angle.abs() < TAU {
        angle
    } else {
        angle % TAU
    }
}

#[cfg(test)]
mod tests {
    use super::wrapped_frame;

    #[test]
    fn however_many_frames_have_passed_it_shows_one_of_them() {
        assert_eq!(wrapped_frame(1, 1.0, 2), 0);
        assert_eq!(wrapped_frame(3, 9.0, 5), 2);
        for forward in [1e18, 1e20, f32::MAX, f32::INFINITY] {
            assert!(wrapped_frame(4095, forward, 4096) < 4096, "{forward}");
        }
    }
}
