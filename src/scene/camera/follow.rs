//! Following: a followed object pushes the view with the edges of its dead zone.

use glam::{BVec2, Vec2};

use super::Camera;
use crate::base::id::ObjectId;
use crate::geometry::turns::Turn;

/// Where the followed object has pushed the view. Drawing rounds the view's position to whole pixels, and reads this to
/// do so in step with the object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Push {
    /// A position in world units that moves with the view. On an axis on which the object has pushed, this is the
    /// object's position at that time, bit for bit, plus the view's displacement since. On another axis it is the
    /// view's centre.
    pub(crate) at: Vec2,
    /// Direction of the pushed edge of the dead zone, along the axes of the world: -1, 1, or 0 if there is none.
    pub(crate) edge: Vec2,
    /// Axes on which the object is at that edge now.
    pub(super) touches: BVec2,
}

/// The followed object after a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tracked {
    position: Vec2,
    motion: Vec2,
    /// Displacement of the view in the same step before the object pushed it.
    panned: Vec2,
}

impl Push {
    /// Returns the value of a camera that is not pushed.
    pub(super) fn none(center: Vec2) -> Self {
        Self {
            at: center,
            edge: Vec2::ZERO,
            touches: BVec2::FALSE,
        }
    }

    /// Returns the value after the view's centre has moved.
    #[must_use]
    pub(super) fn moved(self, from: Vec2, to: Vec2) -> Self {
        let at = Vec2::select(self.edge.cmpeq(Vec2::ZERO), to, self.at + (to - from));
        Self { at, ..self }
    }
}

impl Camera {
    /// Follows an object at the end of each step, until it is removed. The object moves freely within `dead_zone`: a
    /// width and height in world units around the view's centre, turned with the view. Negative numbers count as 0, and
    /// a size that is not finite as no dead zone.
    ///
    /// While the object pushes the view, the left and upper edges of its sprite stay in one column and one row of
    /// pixels. The other edges do so, too, if the sprite has a whole number of pixels on the screen. The dead zone is
    /// drawn as wide as the whole pixels that fit into it.
    ///
    /// This does not hold for a view whose angle is not a multiple of 90°, because nothing is rounded there, while the
    /// zoom changes, or where the view reaches the boundary, at which the picture ends. If the object gets a sprite of
    /// another size, is turned by 90°, or is no longer followed, the picture of the world may move by one pixel.
    pub fn follow(&mut self, object: ObjectId, dead_zone: Vec2) {
        let dead_zone = if dead_zone.is_finite() {
            dead_zone.max(Vec2::ZERO) / 2.0
        } else {
            Vec2::ZERO
        };
        // Games may call this in every step, which must not change how a resting view is rounded.
        if (self.follow, self.dead_zone) != (Some(object), dead_zone) {
            self.unfollow();
        }
        (self.follow, self.dead_zone) = (Some(object), dead_zone);
    }

    /// Stops following.
    pub fn unfollow(&mut self) {
        self.drop_rig();
        self.follow = None;
        self.push = Push::none(self.center);
        self.tracked = None;
    }

    /// Returns the object that it follows.
    pub fn followed(&self) -> Option<ObjectId> {
        self.follow
    }

    /// Moves the view so that the followed object's position is within the dead zone. `motion` is the part of the
    /// object's movement that drawing smooths. If it is zero, because the object jumped, the view jumps, too.
    pub(crate) fn track(&mut self, position: Vec2, motion: Vec2) {
        let (center, push) = self.pushed(self.center, position);
        if !self.jumps {
            let panned = self.motion;
            // An object that pushes all the time and the view are drawn at the same place, bit for bit. Otherwise the
            // motion is limited to the view's own movement, which is smaller than the object's while the object is
            // inside the dead zone.
            let pushes = self.push.touches & push.touches & self.push.edge.cmpeq(push.edge);
            let limited = self.limited(motion, center - self.center);
            self.motion = Vec2::select(pushes, motion, panned + limited);
            self.tracked = Some(Tracked {
                position,
                motion,
                panned,
            });
        }
        (self.center, self.push) = (center, push);
    }

    /// Returns a motion that is limited to a displacement of the view, on each axis of the view and of the boundary.
    /// Without a dead zone or between the same axes, turning would only round.
    fn limited(&self, motion: Vec2, by: Vec2) -> Vec2 {
        let within = |motion: Vec2, by: Vec2| motion.clamp(-by.abs(), by.abs());
        if self.turn().is_quarter() || self.dead_zone == Vec2::ZERO {
            return within(motion, by);
        }
        let [in_view, most] = [motion, by].map(|v| self.turned_to_view(v));
        within(self.turned_to_world(within(in_view, most)), by)
    }

    /// Returns the centre of the view and the push between two steps. Ahead of the step, `k` > 0, the object pushes the
    /// view as it will in the next step, unless its velocity changes.
    pub(super) fn smoothed(&self, k: f32) -> (Vec2, Push) {
        match self.tracked {
            Some(object) if k > 0.0 => self.pushed(
                self.center + object.panned * k,
                object.position + object.motion * k,
            ),
            _ => {
                let by = self.motion * k;
                let at = self.push.at + by;
                (self.center + by, Push { at, ..self.push })
            }
        }
    }

    /// Returns the view's centre and the push after the followed object has come to a position, where the view was
    /// centred on `from`.
    fn pushed(&self, from: Vec2, position: Vec2) -> (Vec2, Push) {
        let offset = self.turned_to_view(position - from);
        let free = offset.clamp(-self.dead_zone, self.dead_zone);
        let outside = free.cmpne(offset);
        // Each axis of a turned view depends on both axes of the world, so the axes cannot be handled separately,
        // except for turns by 90°.
        let turn = self.turn();
        let axes = match turn {
            Turn::ZERO | Turn::HALF => outside,
            turn if turn.is_quarter() => BVec2::new(outside.y, outside.x),
            _ => BVec2::splat(outside.any()),
        };
        let beyond = self.turned_to_world(free);
        let goal = position - beyond;
        // On an axis where the object is inside the dead zone, the centre keeps its exact value. Computing it anew
        // would round.
        let center = self.held(Vec2::select(axes, goal, from));
        let before = self.push.moved(self.center, center);
        // At the boundary the view may not reach its goal. An object that rests at the edge still touches it.
        let touches = (axes & center.cmpeq(goal)) | (before.touches & before.at.cmpeq(position));
        if !turn.is_quarter() {
            return (center, Push::none(center));
        }
        let toward = Vec2::select(beyond.cmplt(Vec2::ZERO), Vec2::NEG_ONE, Vec2::ONE);
        let push = Push {
            at: Vec2::select(touches, position, before.at),
            edge: Vec2::select(touches, toward, before.edge),
            touches,
        };
        (center, push)
    }
}
