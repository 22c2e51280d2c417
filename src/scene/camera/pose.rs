//! The camera's pose of one frame.

use glam::Vec2;

use super::follow::Push;
use super::{Camera, ZOOMS, held};
use crate::geometry::turns::Turn;

/// A distance that no view reaches, in world units.
const FAR: Vec2 = Vec2::splat(1e6);

/// The camera's pose of one frame: smoothed and shaken, ready to become a projection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CameraPose {
    /// Centre of the view, in world units. If the camera follows an object without a dead zone and the boundary does
    /// not limit it, this is the object's drawn position, bit for bit.
    pub(crate) center: Vec2,
    /// The least and the greatest centre that the boundary allows.
    pub(crate) limits: [Vec2; 2],
    pub(crate) push: Push,
    /// The part of the centre that is look-ahead, in world units: `push` is without it. Rounded to whole pixels on its
    /// own.
    pub(crate) lead: Vec2,
    /// Half of the size of the dead zone, in world units along the axes of the view; zero without a followed object.
    pub(crate) dead_zone: Vec2,
    /// Size of the view, in world units.
    pub(crate) size: Vec2,
    /// The smoothed zoom, from 1/64 to 64.
    pub(crate) zoom: f32,
    /// Angle of the view around its middle.
    pub(crate) turn: Turn,
    /// Displacement of the view by shaking, in view units.
    pub(crate) shift: Vec2,
}

impl Camera {
    /// Returns the pose at a smoothing factor, from -1 to 1: see `time::Smoothing::factor`.
    pub(crate) fn pose(&self, k: f32) -> CameraPose {
        let zoom = self.zoom + self.zoom_motion * k;
        // Extrapolation, where `k` is above 0, may leave the range.
        let zoom = zoom.clamp(*ZOOMS.start(), *ZOOMS.end());
        let size = self.size / zoom;
        // The view is within the boundary at both steps, but a frame between or after them may leave it: the view may
        // zoom, or have jumped to an object that moves the other way.
        let (mut center, mut push) = self.smoothed(k);
        let (lead, confines) = (self.lead_at(k), self.confines());
        let gliding = self.gliding_center(k);
        let lead = gliding.map_or(lead, |_| Vec2::ZERO);
        if let Some(gliding) = gliding {
            (center, push) = (gliding, Push::none(gliding));
        } else if k != 0.0 || self.zoom_motion != 0.0 || self.is_rigged() {
            let led = center + lead;
            center = held(led, size, &confines);
            push = push.moved(led, center);
            push.at = Vec2::select(push.edge.cmpeq(Vec2::ZERO), center - lead, push.at);
        }
        let (shift, shaken) = self.shakes.at(k);
        let turn = self.picture_turn(k) + shaken;
        // While the view turns, its axes are not those along which the object has pushed it.
        if turn != -self.turn() {
            push = Push::none(center - lead);
        }
        let limits = match gliding {
            // The view is between two rooms.
            Some(center) => [center - FAR, center + FAR],
            None => [f32::MIN, f32::MAX].map(|end| held(Vec2::splat(end), size, &confines)),
        };
        CameraPose {
            center,
            limits,
            push,
            lead,
            dead_zone: self.follow.map_or(Vec2::ZERO, |_| self.dead_zone),
            size,
            zoom,
            turn,
            shift,
        }
    }

    /// Returns the angle of the view without shaking: opposite to the camera. Rounds like the angles of sprites, so
    /// that a sprite that turns with the camera stands still in the view.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "angles wrap"
    )]
    fn picture_turn(&self, k: f32) -> Turn {
        let smoothed = self.turn_motion.smoothed(k);
        -Turn(i32::from(self.turn().0).wrapping_add(smoothed) as u16)
    }
}
