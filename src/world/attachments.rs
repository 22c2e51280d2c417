//! Objects attached to others: they are carried, they die with what carries them, and they stay on its level.
//!
//! A child's pose follows from its parent's alone, the motion that drawing shows included: the two glide, turn and
//! jump as one. Nothing is remembered from step to step.

use glam::Vec2;

use super::animation::wrapped;
use super::body::Place;
use super::family::{Attachment, NodeId};
use super::properties::{is_sound, is_sound_angle};
use super::{Outcome, World};
use crate::geometry::turns;
use crate::id::ObjectId;
use crate::scene::{Pose, Roles};

impl World {
    /// Attaches an object to another, which carries it from now on: position and, if asked for, angle follow, in the
    /// same step. The child becomes the last of its parent's children; if it was attached before, it no longer is.
    ///
    /// A child is not moved by its own velocity, and being carried is not tested for collisions. Members of one family
    /// never collide with each other. The child belongs to its parent's level, and is removed with it. Where it is put
    /// by hand it stays until it is next carried, after the `after` phase.
    ///
    /// Refused where it would go round in a circle. Gone also where the removal of either is under way.
    pub fn attach_to(
        &mut self,
        child: ObjectId,
        parent: ObjectId,
        attachment: Attachment,
    ) -> Outcome {
        if !self.is_staying(child) || !self.is_staying(parent) {
            return Outcome::Gone;
        }
        if !is_sound_attachment(&attachment) {
            self.refuse(&child, "attachment");
            return Outcome::Refused;
        }
        if child == parent || self.is_above(child, parent) {
            self.refuse_circle(child, parent);
            return Outcome::Refused;
        }
        // The parent's place in the family must outlive the child's leaving it.
        let above = self.node_of(parent);
        let node = self.node_of(child);
        let (Some(above), Some(node)) = (above, node) else {
            return Outcome::Gone;
        };
        let before = self.family.get(node).parent;
        self.family.unlink(node);
        self.family.link(node, above, attachment);
        if let Some(before) = before {
            self.forget_if_alone(before);
        }
        self.set_attached(child, true);
        self.carry_all_below(node);
        if !self.stepping {
            self.gather_families();
        }
        Outcome::Done
    }

    /// Lets an object go from what carries it. It stays where it is, and moves by its own velocity again; what is
    /// attached to it stays so.
    pub fn detach_from_parent(&mut self, child: ObjectId) -> Outcome {
        if !self.is_staying(child) {
            return Outcome::Gone;
        }
        self.let_go(child);
        Outcome::Done
    }

    /// Changes how an attached object sits on its parent; drawing shows it jump. Refused if it is not attached.
    pub fn set_attachment(&mut self, child: ObjectId, attachment: Attachment) -> Outcome {
        let Some(body) = self.slots.get(child) else {
            return Outcome::Gone;
        };
        let node = body.kin.node.filter(|_| body.kin.attached);
        let Some(node) = node.filter(|_| is_sound_attachment(&attachment)) else {
            self.refuse(&child, "attachment");
            return Outcome::Refused;
        };
        self.family.get_mut(node).attachment = attachment;
        self.carry_all_below(node);
        Outcome::Done
    }

    /// How an object sits on its parent. `None` if it is not attached.
    pub fn attachment(&self, child: ObjectId) -> Option<Attachment> {
        let kin = self.slots.get(child)?.kin;
        let node = kin.node.filter(|_| kin.attached)?;
        Some(self.family.get(node).attachment)
    }

    /// What an object is attached to.
    pub fn parent_of(&self, child: ObjectId) -> Option<ObjectId> {
        let parent = self.family.get(self.slots.get(child)?.kin.node?).parent?;
        Some(self.family.get(parent).who)
    }

    /// What is attached to an object, in the order of attaching. Nothing, if it is gone.
    pub fn children_of(&self, parent: ObjectId) -> impl Iterator<Item = ObjectId> {
        let node = self.slots.get(parent).and_then(|body| body.kin.node);
        let children = node.map(|node| self.family.children(node));
        children.into_iter().flatten().map(|node| node.who)
    }

    /// Whether two objects hang together.
    pub(super) fn are_related(&self, one: ObjectId, other: ObjectId) -> bool {
        let node = |id| self.slots.get(id).and_then(|body| body.kin.node);
        match (node(one), node(other)) {
            (Some(one), Some(other)) => self.family.root(one) == self.family.root(other),
            _ => false,
        }
    }

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

    /// Children go where their parents are: to the same level.
    pub(super) fn gather_families(&mut self) {
        if self.family.is_empty() {
            return;
        }
        let order = self.family.take_order();
        for &node in &order {
            let (child, parent) = self.pair(node);
            let level = self.slots.get(parent).map(|body| body.place.level);
            let place = self.slots.get(child).map(|body| body.place);
            if let (Some(level), Some(place)) = (level, place)
                && level != place.level
            {
                self.move_to_layer(child, Place { level, ..place });
            }
        }
        self.family.return_order(order);
    }

    /// Marks everything that an object carries for removal, after it.
    pub(super) fn mark_below(&mut self, id: ObjectId) {
        let Some(root) = self.slots.get(id).and_then(|body| body.kin.node) else {
            return;
        };
        let mut at = root;
        while let Some(next) = self.family.next_below(root, at) {
            self.mark(self.family.get(next).who);
            at = next;
        }
    }

    /// An object is gone: nobody hangs on it any more, and it on nobody.
    pub(super) fn leave_family(&mut self, id: ObjectId) {
        let Some(node) = self.slots.get(id).and_then(|body| body.kin.node) else {
            return;
        };
        while let Some(child) = self.family.first_child(node) {
            // The last one that goes may take the parent's node with it.
            let last = self.family.children(node).nth(1).is_none();
            self.let_go(self.family.get(child).who);
            if last {
                break;
            }
        }
        self.let_go(id);
    }

    /// Lists an object and everything above it, nearest first.
    pub(super) fn list_upwards(&self, id: ObjectId, list: &mut Vec<ObjectId>) {
        match self.slots.get(id).and_then(|body| body.kin.node) {
            Some(node) => list.extend(self.family.upwards(node).map(|id| self.family.get(id).who)),
            None => list.push(id),
        }
    }

    /// Lists an object and everything below it, parents before children, children in order.
    pub(super) fn list_downwards(&self, id: ObjectId, list: &mut Vec<ObjectId>) {
        let Some(root) = self.slots.get(id).and_then(|body| body.kin.node) else {
            return list.push(id);
        };
        let all = core::iter::successors(Some(root), |&at| self.family.next_below(root, at));
        list.extend(all.map(|node| self.family.get(node).who));
    }

    /// Whether an object is there, and its removal is not under way.
    pub(super) fn is_staying(&self, id: ObjectId) -> bool {
        self.slots.get(id).is_some_and(|body| !body.marked)
    }

    /// Whether `above` carries `id`, or is it.
    fn is_above(&self, above: ObjectId, id: ObjectId) -> bool {
        let node = |id| self.slots.get(id).and_then(|body| body.kin.node);
        let (Some(above), Some(id)) = (node(above), node(id)) else {
            return false;
        };
        // Who carries nobody is above nobody: a long chain is made without climbing it each time.
        self.family.first_child(above).is_some()
            && self.family.upwards(id).any(|each| each == above)
    }

    fn refuse_circle(&mut self, child: ObjectId, parent: ObjectId) {
        self.refuse_saying(&format_args!(
            "{child} cannot be attached to {parent}, which is itself or carried by it; nothing changes"
        ));
    }

    /// An object's place in the family; made, if it has none.
    fn node_of(&mut self, id: ObjectId) -> Option<NodeId> {
        let body = self.slots.get_mut(id)?;
        Some(*body.kin.node.get_or_insert_with(|| self.family.add(id)))
    }

    fn let_go(&mut self, child: ObjectId) {
        let Some(node) = self.slots.get(child).and_then(|body| body.kin.node) else {
            return;
        };
        let parent = self.family.get(node).parent;
        self.family.unlink(node);
        self.set_attached(child, false);
        for node in [Some(node), parent].into_iter().flatten() {
            self.forget_if_alone(node);
        }
    }

    fn forget_if_alone(&mut self, node: NodeId) {
        let who = self.family.get(node).who;
        if self.family.forget_if_alone(node)
            && let Some(body) = self.slots.get_mut(who)
        {
            body.kin.node = None;
        }
    }

    fn set_attached(&mut self, id: ObjectId, attached: bool) {
        let Some(body) = self.slots.get_mut(id) else {
            return;
        };
        body.kin.attached = attached;
        let (place, single) = (body.place, body.moves_alone());
        // What carries it moves it, and bulk movement asks nobody.
        self.set_role(place, Roles::SINGLE, single);
    }

    /// Puts an object whose attachment changed, and all that it carries, where they belong.
    fn carry_all_below(&mut self, node: NodeId) {
        self.family.get_mut(node).jumped = true;
        self.family.disturbed = true;
        let mut at = Some(node);
        while let Some(node_at) = at {
            self.carry(node_at);
            at = self.family.next_below(node, node_at);
        }
    }

    fn pair(&self, node: NodeId) -> (ObjectId, ObjectId) {
        let node = self.family.get(node);
        let parent = node.parent.map_or(node.who, |id| self.family.get(id).who);
        (node.who, parent)
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
        if !is_sound(pose.position) {
            return;
        }
        (pose.turn, pose.turn_motion) = if turns {
            let turned = self.family.get(node).turned;
            let own = turns::from_radians(angle);
            (
                base.turn.wrapping_add(own),
                base.turn_motion.wrapping_add(turned),
            )
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

fn is_sound_attachment(attachment: &Attachment) -> bool {
    is_sound(attachment.offset) && is_sound_angle(attachment.angle)
}

/// Where something at `offset` in the frame of a carrier is, and how the carrier's motion moves it.
fn carried(base: Pose, offset: Vec2, unit: Vec2) -> Pose {
    let now = turned(offset, base.turn, unit);
    let before = base
        .turn
        .wrapping_add_signed(base.turn_motion.wrapping_neg());
    Pose {
        position: base.position + now,
        motion: base.motion + (now - turned(offset, before, unit)),
        ..base
    }
}

/// An offset turned as sprites turn: in pixels, which are square where world units need not be.
fn turned(offset: Vec2, turn: u16, unit: Vec2) -> Vec2 {
    let (sin, cos) = turns::sin_cos(turn);
    let tall = unit.y / unit.x;
    Vec2::new(
        offset.x * cos - offset.y * tall * sin,
        offset.x / tall * sin + offset.y * cos,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::turns::QUARTER_TURN;

    #[test]
    fn an_offset_turns_clockwise_in_pixels() {
        let square = Vec2::ONE;
        let right = Vec2::new(2.0, 0.0);
        assert_eq!(turned(right, 0, square), right);
        assert_eq!(turned(right, QUARTER_TURN, square), Vec2::new(0.0, 2.0));
        // Two cells of 8 × 16 pixels to the right are one cell down.
        let cells = Vec2::new(8.0, 16.0);
        assert_eq!(turned(right, QUARTER_TURN, cells), Vec2::new(0.0, 1.0));
    }

    #[test]
    fn what_is_carried_moves_and_turns_about_its_carrier() {
        let base = Pose {
            position: Vec2::new(10.0, 10.0),
            motion: Vec2::new(1.0, 0.0),
            turn: QUARTER_TURN,
            turn_motion: QUARTER_TURN.cast_signed(),
        };
        let pose = carried(base, Vec2::new(2.0, 0.0), Vec2::ONE);
        assert_eq!(pose.position, Vec2::new(10.0, 12.0));
        // It was at (9 + 2, 10) before.
        assert_eq!(pose.position - pose.motion, Vec2::new(11.0, 10.0));
    }
}
