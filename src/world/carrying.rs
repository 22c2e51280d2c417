//! How attached objects are carried.
//!
//! A child's pose follows from its parent's alone, the motion that drawing shows included: the two glide, turn and
//! jump as one. Nothing is remembered from step to step.

use crate::base::valid::is_valid;
use glam::Vec2;

use super::World;
use super::animation::wrapped;
use super::family::{Attachment, NodeId};
use crate::base::id::ObjectId;
use crate::geometry::turns::Turn;
use crate::scene::Pose;

impl World {
    /// Everybody who is attached follows, parents before children. At the end of each step once more for those who
    /// were moved since.
    pub(super) fn carry_everybody(&mut self) {
        if self.family.is_empty() {
            return;
        }
        self.family.disturbed = false;
        let order = self.family.take_order();
        for &node in &order {
            self.carry(node);
        }
        self.family.return_order(order);
    }

    /// As `carry_everybody`, if anything calls for it.
    pub(super) fn carry_disturbed(&mut self) {
        if self.family.disturbed {
            self.carry_everybody();
        }
    }

    /// An object was moved or turned other than in bulk: what it carries follows later in the step, between steps
    /// at once.
    pub(super) fn disturb(&mut self, id: ObjectId, jumped: bool) {
        if self.family.is_empty() {
            return;
        }
        let Some(node) = self.slots.get(id).and_then(|body| body.kin.node) else {
            return;
        };
        self.family.disturbed = true;
        self.family.get_mut(node).jumped |= jumped;
        if !self.stepping {
            self.carry_everybody();
        }
    }

    /// Puts an object whose attachment changed, and all that it carries, where they belong.
    pub(super) fn carry_all_below(&mut self, node: NodeId) {
        self.family.get_mut(node).jumped = true;
        self.family.disturbed = true;
        let mut at = Some(node);
        while let Some(node_at) = at {
            self.carry(node_at);
            at = self.family.next_below(node, node_at);
        }
    }

    /// Brings an attached object to where its parent carries it.
    fn carry(&mut self, node: NodeId) {
        let (child, parent) = self.pair(node);
        let (Some(body), Some(carrier)) = (self.slots.get(child), self.slots.get(parent)) else {
            return;
        };
        let altitude = &self.scene.altitudes()[usize::from(body.place.altitude)];
        if body.marked || !altitude.settings.enabled {
            return;
        }
        let Some(above) = self.family.get(node).parent else {
            return;
        };
        let (place, step) = (body.place, self.step);
        let row = place.row as usize;
        let old = self.layer(place).pose(row, step);
        let base = self
            .layer(carrier.place)
            .pose(carrier.place.row as usize, step);
        let jumped = self.family.get(node).jumped | self.family.get(above).jumped;
        let Attachment {
            offset,
            angle,
            turns,
        } = self.family.get(node).attachment;
        let mut pose = carried(base, offset, self.unit());
        if !is_valid(pose.position) {
            return;
        }
        (pose.turn, pose.turn_motion) = if turns {
            let turned = self.family.get(node).turned;
            let own = Turn::from_radians(angle);
            (base.turn + own, base.turn_motion.wrapping_add(turned))
        } else {
            (old.turn, old.turn_motion)
        };
        self.family.get_mut(node).jumped = jumped;
        let angle = wrapped(carrier.angle + angle);
        self.layer_at(place).carry_row(row, pose, step);
        if let Some(body) = self.slots.get_mut(child).filter(|_| turns) {
            body.angle = angle;
        }
        if old.position != pose.position {
            self.note_bounds(child, !jumped);
        }
    }
}

/// Where something at `offset` in the frame of a carrier is, and how the carrier's motion moves it.
fn carried(base: Pose, offset: Vec2, unit: Vec2) -> Pose {
    let now = turned(offset, base.turn, unit);
    let before = base.turn.turned_by(base.turn_motion.wrapping_neg());
    Pose {
        position: base.position + now,
        motion: base.motion + (now - turned(offset, before, unit)),
        ..base
    }
}

/// An offset turned as sprites turn: in pixels, which are square where world units need not be.
fn turned(offset: Vec2, turn: Turn, unit: Vec2) -> Vec2 {
    let (sin, cos) = turn.sin_cos();
    let tall = unit.y / unit.x;
    Vec2::new(
        offset.x * cos - offset.y * tall * sin,
        offset.x / tall * sin + offset.y * cos,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_turns_clockwise_in_pixels() {
        let square = Vec2::ONE;
        let right = Vec2::new(2.0, 0.0);
        assert_eq!(turned(right, Turn::ZERO, square), right);
        assert_eq!(turned(right, Turn::QUARTER, square), Vec2::new(0.0, 2.0));
        // Two cells of 8 × 16 pixels to the right are one cell down.
        let cells = Vec2::new(8.0, 16.0);
        assert_eq!(turned(right, Turn::QUARTER, cells), Vec2::new(0.0, 1.0));
    }

    #[test]
    fn what_is_carried_moves_and_turns_about_its_carrier() {
        let base = Pose {
            position: Vec2::new(10.0, 10.0),
            motion: Vec2::new(1.0, 0.0),
            turn: Turn::QUARTER,
            turn_motion: Turn::QUARTER.0.cast_signed(),
        };
        let pose = carried(base, Vec2::new(2.0, 0.0), Vec2::ONE);
        assert_eq!(pose.position, Vec2::new(10.0, 12.0));
        // It was at (9 + 2, 10) before.
        assert_eq!(pose.position - pose.motion, Vec2::new(11.0, 10.0));
    }
}
