//! Objects attached to others: who may be, and what that means for levels and removals. How they are carried is in
//! `carrying.rs`.

use super::body::Place;
use super::family::{Attachment, NodeId};
use super::{Outcome, World};
use crate::base::id::ObjectId;
use crate::base::valid::{is_valid, is_valid_angle};
use crate::scene::RowFlags;

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
        if !is_valid_attachment(&attachment) {
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
        let Some(node) = node.filter(|_| is_valid_attachment(&attachment)) else {
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
        self.set_role(place, RowFlags::MOVED_INDIVIDUALLY, single);
    }

    pub(super) fn pair(&self, node: NodeId) -> (ObjectId, ObjectId) {
        let node = self.family.get(node);
        let parent = node.parent.map_or(node.who, |id| self.family.get(id).who);
        (node.who, parent)
    }
}

fn is_valid_attachment(attachment: &Attachment) -> bool {
    is_valid(attachment.offset) && is_valid_angle(attachment.angle)
}
