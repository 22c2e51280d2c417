//! Transforms and animation: spinning objects turn, attached objects follow their parents, sprites show their next
//! frames.
//!
//! A child's pose follows from its parent's pose and from its attachment, including the motion that drawing
//! interpolates: child and parent glide, turn and jump together. No other state is kept from step to step.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use crate::geometry::turns::{angle_sum, turned, wrapped};
use crate::scene::{Pose, RowFlags};
use crate::world::World;
use crate::world::events::event::Event;
use crate::world::object::body::Body;
use crate::world::object::hierarchy::NodeId;
use crate::world::object::playing::{AnimationEnded, AnimationProgress};
use crate::world::object::slots::ObjectEdit;

impl World {
    /// Turns spinning objects, in layer time.
    pub(super) fn spin_all(&mut self, dt: f32) {
        self.each_with(RowFlags::SPINS, dt, Self::spin_one);
    }

    /// Shows the next frames of playing animations, in layer time.
    pub(super) fn play_all(&mut self, dt: f32) {
        self.each_with(RowFlags::ANIMATED, dt, Self::play_one);
    }

    fn play_one(&mut self, id: ObjectId, dt: f32) {
        let Some((address, body, shown)) = self.slots.shown_mut(id) else {
            return;
        };
        if body.animation.playing.is_some() {
            return self.play_named(id, dt);
        }
        if !shown.advance(&body.animation, dt) {
            return;
        }
        let frame = body.row_frame(shown);
        self.layer_at(address)
            .edit_row(address.row(), |instance| instance.set_frame(frame));
    }

    /// Like `play_one`, for an object that plays a named animation.
    fn play_named(&mut self, id: ObjectId, dt: f32) {
        let Some(ObjectEdit {
            address,
            body,
            shown,
            ..
        }) = self.slots.edited(id)
        else {
            return;
        };
        let Some(playing) = &mut body.animation.playing else {
            return;
        };
        let progressed = playing.advance(dt);
        if progressed == AnimationProgress::Same {
            return;
        }
        shown.frame = playing.frame();
        let frame = body.row_frame(shown);
        self.layer_at(address)
            .edit_row(address.row(), |instance| instance.set_frame(frame));
        if progressed == AnimationProgress::Ended {
            self.end_animation(id);
        }
    }

    /// Notifies an object that its animation has ended, and clears the flag of its row.
    fn end_animation(&mut self, id: ObjectId) {
        // An empty edit updates the row's flags.
        self.edit(id, |_, _| ());
        if let Some(name) = self.animation(id).map(str::to_owned) {
            let event = Event::summed(AnimationEnded { name }, |ended, sum| sum.str(&ended.name));
            self.send_to(id, event);
        }
    }

    /// Calls `act` for every active object whose row has a flag, with the layer time that passes for it in the step.
    pub(super) fn each_with(
        &mut self,
        flag: RowFlags,
        dt: f32,
        mut act: impl FnMut(&mut Self, ObjectId, f32),
    ) {
        let mut list = self.borrow_list();
        self.list_with(flag, &mut list);
        for &id in &list {
            let body = self.slots.get(id);
            let Some(body) = body.filter(|body| !body.is_leaving && !body.disabled) else {
                continue;
            };
            let settings = self.scene.altitudes()[usize::from(body.address.altitude)].settings;
            act(self, id, dt * settings.valid_time_scale());
        }
        self.return_list(list);
    }

    fn spin_one(&mut self, id: ObjectId, dt: f32) {
        let step = self.step;
        let Some(ObjectEdit { address, body, .. }) = self.slots.edited(id) else {
            return;
        };
        let by = body.spin * dt;
        if body.link.attached && self.hierarchy.spin(body.link.node, by) {
            return;
        }
        let from = body.row_turn();
        let angle = wrapped(body.angle + by);
        // A valid spin can become infinite over a long step.
        if !angle.is_finite() {
            return;
        }
        body.angle = angle;
        let to = body.row_turn();
        if from == to {
            // The turn is too small to show, or time stands still. An edit would only cause a needless copy of the
            // chunk.
            return;
        }
        // Drawing interpolates the turn along the shorter way round.
        let by = from.motion_to(to);
        self.layer_at(address).turn_row(address.row(), to, by, step);
        if self.shapes.get(id).is_some() {
            self.update_collider(id);
        }
    }

    /// Makes attached objects follow their parents, parents before children. Called again later in the step if an
    /// object has moved since.
    pub(in crate::world) fn update_transforms(&mut self) {
        if self.hierarchy.is_empty() {
            return;
        }
        self.hierarchy.dirty = false;
        let order = self.hierarchy.take_order();
        for &node in &order {
            self.update_child(node, false);
        }
        self.hierarchy.return_order(order);
    }

    /// Like `update_transforms`, but only if an object has moved or turned since its last call.
    pub(in crate::world) fn update_dirty_transforms(&mut self) {
        if self.hierarchy.dirty {
            self.update_transforms();
        }
    }

    /// Records that an object was moved or turned individually, and not in bulk. Its children follow later in the step,
    /// or at once between steps.
    pub(in crate::world) fn mark_dirty(&mut self, id: ObjectId, jumped: bool) {
        if self.hierarchy.is_empty() {
            return;
        }
        let Some(node) = self.slots.get(id).and_then(|body| body.link.node) else {
            return;
        };
        self.hierarchy.dirty = true;
        self.hierarchy.get_mut(node).jumped |= jumped;
        if !self.stepping {
            self.update_transforms();
        }
    }

    /// Moves an object with a changed attachment, and all its descendants, to their positions.
    pub(in crate::world) fn update_descendants(&mut self, node: NodeId) {
        self.hierarchy.get_mut(node).jumped = true;
        self.hierarchy.dirty = true;
        let mut next = Some(node);
        while let Some(at) = next {
            self.update_child(at, false);
            next = self.hierarchy.next_below(node, at);
        }
    }

    /// Moves an attached object with its parent. `early` is true while other objects still move.
    fn update_child(&mut self, node: NodeId, early: bool) {
        let (child, parent) = self.pair(node);
        let (Some(body), Some(carrier)) = (self.slots.get(child), self.slots.get(parent)) else {
            return;
        };
        let altitude = &self.scene.altitudes()[usize::from(body.address.altitude)];
        // A child on a disabled altitude stays behind, and catches up when the altitude is enabled.
        if body.is_leaving || !altitude.settings.enabled {
            return;
        }
        let Some(above) = self.hierarchy.get(node).parent else {
            return;
        };
        let (address, step) = (body.address, self.step);
        let old = self.layer(address).pose(address.row(), step);
        let base = self
            .layer(carrier.address)
            .pose(carrier.address.row(), step);
        // Parents are updated before their children, so a jump reaches all descendants.
        let jumped = self.hierarchy.get(node).jumped | self.hierarchy.get(above).jumped;
        let attachment = self.hierarchy.get(node).attachment;
        let offsets = [
            attachment.offset - self.hierarchy.get(node).shifted,
            attachment.offset,
        ];
        let mut pose = child_pose(base, offsets, self.unit());
        if !is_valid(pose.position) {
            return;
        }
        (pose.turn, pose.turn_motion) = (old.turn, old.turn_motion);
        let angle = angle_sum(carrier.angle, attachment.angle);
        if let Some(body) = self.slots.get_mut(child).filter(|_| attachment.turns) {
            body.angle = angle;
            // The turn is computed from the sum of the angles, and not as the sum of two turns: each turn is rounded,
            // so their sum may be one unit off.
            pose.turn = body.row_turn();
            pose.turn_motion = base.turn_motion + self.hierarchy.get(node).turned;
        }
        self.hierarchy.get_mut(node).jumped = jumped;
        self.layer_at(address).set_pose(address.row(), pose, step);
        let moved = old.position != pose.position;
        if moved || self.shapes.get(child).is_some() {
            self.update_collider(child);
        }
        if moved && let Some(body) = self.slots.body(child).filter(|body| body.platform) {
            self.diagnostics.report_attached_platform(child, body.kind);
        }
        let is_solid = |body: &Body| body.solidness.is_solid();
        if moved && !jumped && self.slots.body(child).is_some_and(is_solid) {
            let movement = pose.position - old.position;
            self.hierarchy.carries.push((child, movement));
        } else if moved {
            // The child jumped, so its earlier displacements in this step no longer count as movements.
            self.hierarchy.carries.retain(|&(id, _)| id != child);
        }
        // While other objects still move, the boundary is not tested: attached objects that leave the world are
        // notified later, in their own order.
        let before = self.hierarchy.get(node).brought_along;
        self.hierarchy.get_mut(node).brought_along = early && (moved || before);
        // An object that is carried out of the world is notified; one that jumps out with its parent is not.
        if !early && (moved || before) {
            self.update_outside(child, !jumped);
        }
    }

    /// Moves an object's descendants along while other objects still move, so that those meet the descendants at their
    /// new positions.
    pub(super) fn carry_along(&mut self, id: ObjectId) {
        if self.hierarchy.is_empty() {
            return;
        }
        let Some(node) = self.slots.get(id).and_then(|body| body.link.node) else {
            return;
        };
        let mut at = node;
        while let Some(next) = self.hierarchy.next_below(node, at) {
            self.update_child(next, true);
            at = next;
        }
    }

    /// Like `carry_along`, for all attached objects if any of them is solid, because their parents may have moved in
    /// bulk.
    pub(super) fn carry_along_solids(&mut self) {
        let is_solid = |id| {
            self.slots
                .body(id)
                .is_some_and(|body| body.solidness.is_solid())
        };
        if self.hierarchy.attached().any(is_solid) {
            let order = self.hierarchy.take_order();
            for &node in &order {
                self.update_child(node, true);
            }
            self.hierarchy.return_order(order);
        }
    }
}

/// Returns the pose of a child in the frame of its carrier, including the motion that the carrier causes. `offsets` are
/// its positions in that frame before this step's tweens, and now.
fn child_pose(base: Pose, offsets: [Vec2; 2], unit: Vec2) -> Pose {
    let now = turned(offsets[1], base.turn, unit);
    let before = base.turn.turned_by(-base.turn_motion);
    Pose {
        position: base.position + now,
        motion: base.motion + (now - turned(offsets[0], before, unit)),
        ..base
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::turns::Turn;

    #[test]
    fn a_child_moves_and_turns_about_its_parent() {
        let base = Pose {
            position: Vec2::new(10.0, 10.0),
            motion: Vec2::new(1.0, 0.0),
            turn: Turn::QUARTER,
            turn_motion: Turn::ZERO.motion_to(Turn::QUARTER),
        };
        let pose = child_pose(base, [Vec2::new(2.0, 0.0); 2], Vec2::ONE);
        assert_eq!(pose.position, Vec2::new(10.0, 12.0));
        // The child was at (9 + 2, 10) before.
        assert_eq!(pose.position - pose.motion, Vec2::new(11.0, 10.0));
    }
}
