//! Attached objects: the rules of attaching, and their effect on levels and removals. `step/transforms.rs` makes
//! attached objects follow their parents.

use super::hierarchy::{Attachment, NodeId};
use super::slots::RowAddress;
use crate::base::id::ObjectId;
use crate::base::valid::{is_valid, is_valid_angle};
use crate::geometry::turns::{angle_sum, turned};
use crate::world::{Outcome, World};

impl World {
    /// Attaches an object to another: see [`ObjectMut::set_parent`](crate::world::ObjectMut::set_parent).
    pub(in crate::world) fn attach_to(
        &mut self,
        child: ObjectId,
        parent: ObjectId,
        attachment: Attachment,
    ) -> Outcome {
        if !self.is_staying(child) || !self.is_staying(parent) {
            return Outcome::Gone;
        }
        if !is_valid_attachment(&attachment) {
            return self.refuse_for(child, "attachment");
        }
        if child == parent || self.is_above(child, parent) {
            return self.refuse_circle(child, parent);
        }
        let above = self.node_or_new(parent);
        let node = self.node_or_new(child);
        let (Some(above), Some(node)) = (above, node) else {
            return Outcome::Gone;
        };
        let before = self.hierarchy.get(node).parent;
        self.hierarchy.unlink(node);
        self.hierarchy.link(node, above, attachment);
        // The old parent's node is dropped only after linking: the old parent may also be the new one, and must not
        // lose its node because it has no child in between.
        if let Some(before) = before {
            self.remove_if_alone(before);
        }
        self.set_attached(child, true);
        self.update_descendants(node);
        self.touch_descendants(child);
        // Within a step, the child's level changes at the step's end, as all changes of levels do.
        if !self.stepping {
            self.sync_child_levels();
        }
        Outcome::Done
    }

    /// Attaches an object to another where it is: see
    /// [`ObjectMut::set_parent_in_place`](crate::world::ObjectMut::set_parent_in_place).
    pub(in crate::world) fn attach_in_place(
        &mut self,
        child: ObjectId,
        parent: ObjectId,
    ) -> Outcome {
        let (Some(body), Some(carrier)) = (self.slots.get(child), self.slots.get(parent)) else {
            return Outcome::Gone;
        };
        let pose = |address: RowAddress| self.layer(address).pose(address.row(), self.step);
        let (own, base) = (pose(body.address), pose(carrier.address));
        let attachment = Attachment {
            offset: turned(own.position - base.position, -base.turn, self.unit()),
            angle: angle_sum(body.angle, -carrier.angle),
            turns: true,
        };
        self.attach_to(child, parent, attachment)
    }

    /// Detaches an object from its parent. The object keeps its position and its children, and moves by its own
    /// velocity again.
    pub(in crate::world) fn detach_from_parent(&mut self, child: ObjectId) -> Outcome {
        if !self.is_staying(child) {
            return Outcome::Gone;
        }
        self.detach_now(child);
        Outcome::Done
    }

    /// Changes the position of an attached object relative to its parent; drawing shows a jump. Refused if it is not
    /// attached, or if a value is not valid.
    pub(in crate::world) fn set_attachment(
        &mut self,
        child: ObjectId,
        attachment: Attachment,
    ) -> Outcome {
        let Some(body) = self.slots.get(child) else {
            return Outcome::Gone;
        };
        let Some(node) = body.link.node.filter(|_| body.link.attached) else {
            return self
                .refuse_because(child, "it is not attached, so its attachment cannot change");
        };
        if !is_valid_attachment(&attachment) {
            return self.refuse_for(child, "attachment");
        }
        self.hierarchy.get_mut(node).attachment = attachment;
        self.update_descendants(node);
        self.drop_contacts(child);
        Outcome::Done
    }

    /// Drops the recorded contacts of an object and its descendants, because they were teleported or leave their level.
    pub(in crate::world) fn drop_contacts(&mut self, id: ObjectId) {
        self.contacts.drop_of(id);
        let Some(root) = self.node(id) else {
            return;
        };
        let mut at = root;
        while let Some(next) = self.hierarchy.next_below(root, at) {
            self.contacts.drop_of(self.hierarchy.get(next).id);
            at = next;
        }
    }

    /// Returns the position of an object relative to its parent. `None` if it is not attached.
    pub(in crate::world) fn attachment(&self, child: ObjectId) -> Option<Attachment> {
        let link = self.slots.get(child)?.link;
        let node = link.node.filter(|_| link.attached)?;
        Some(self.hierarchy.get(node).attachment)
    }

    /// Returns an object's parent.
    pub(in crate::world) fn parent_of(&self, child: ObjectId) -> Option<ObjectId> {
        let parent = self.hierarchy.get(self.node(child)?).parent?;
        Some(self.hierarchy.get(parent).id)
    }

    /// Returns an object's children, in the order of attaching. Empty if it is gone.
    pub(in crate::world) fn children_of(&self, parent: ObjectId) -> impl Iterator<Item = ObjectId> {
        let node = self.node(parent);
        let children = node.map(|node| self.hierarchy.children(node));
        children.into_iter().flatten().map(|node| node.id)
    }

    /// Returns whether two objects are in one hierarchy.
    pub(in crate::world) fn are_related(&self, one: ObjectId, other: ObjectId) -> bool {
        match (self.node(one), self.node(other)) {
            (Some(one), Some(other)) => self.hierarchy.root(one) == self.hierarchy.root(other),
            _ => false,
        }
    }

    /// Moves attached objects to the level of their parents.
    pub(in crate::world) fn sync_child_levels(&mut self) {
        if self.hierarchy.is_empty() {
            return;
        }
        // Parents come before their children, so that one pass handles hierarchies of any depth.
        let order = self.hierarchy.take_order();
        for &node in &order {
            let (child, parent) = self.pair(node);
            let level = self.slots.get(parent).map(|body| body.address.level);
            let address = self.slots.get(child).map(|body| body.address);
            if let (Some(level), Some(address)) = (level, address)
                && level != address.level
            {
                self.move_to_layer(child, RowAddress { level, ..address });
            }
        }
        self.hierarchy.return_order(order);
    }

    /// Marks all descendants of an object for removal, parents before children.
    pub(in crate::world) fn mark_children(&mut self, id: ObjectId) {
        let Some(root) = self.node(id) else {
            return;
        };
        let mut at = root;
        while let Some(next) = self.hierarchy.next_below(root, at) {
            self.mark_for_despawn(self.hierarchy.get(next).id);
            at = next;
        }
    }

    /// Detaches a removed object from its parent, and its children from it.
    pub(in crate::world) fn leave_hierarchy(&mut self, id: ObjectId) {
        let Some(node) = self.node(id) else {
            return;
        };
        while let Some(child) = self.hierarchy.first_child(node) {
            // A node without a parent is dropped when its last child is detached. The loop ends then, because it must
            // not look the node up again.
            let last = self.hierarchy.children(node).nth(1).is_none();
            self.detach_now(self.hierarchy.get(child).id);
            if last {
                break;
            }
        }
        self.detach_now(id);
    }

    /// Lists an object and its ancestors, nearest first.
    pub(in crate::world) fn list_ancestors(&self, id: ObjectId, list: &mut Vec<ObjectId>) {
        match self.node(id) {
            Some(node) => list.extend(
                self.hierarchy
                    .upwards(node)
                    .map(|id| self.hierarchy.get(id).id),
            ),
            None => list.push(id),
        }
    }

    /// Lists an object and its descendants, parents before children, children in order.
    pub(in crate::world) fn list_descendants(&self, id: ObjectId, list: &mut Vec<ObjectId>) {
        let Some(root) = self.node(id) else {
            return list.push(id);
        };
        let all = core::iter::successors(Some(root), |&at| self.hierarchy.next_below(root, at));
        list.extend(all.map(|node| self.hierarchy.get(node).id));
    }

    /// Marks the overlaps of an object and its descendants as possibly changed: members of one hierarchy do not
    /// overlap, so attaching and detaching may end or begin overlaps.
    fn touch_descendants(&mut self, id: ObjectId) {
        if self.colliders.sensors().is_empty() {
            return;
        }
        let mut list = self.borrow_list();
        self.list_descendants(id, &mut list);
        list.iter().for_each(|&id| self.colliders.touch(id));
        self.return_list(list);
    }

    /// Returns whether `above` is an ancestor of `id`. The two must be different objects.
    fn is_above(&self, above: ObjectId, id: ObjectId) -> bool {
        let (Some(above), Some(id)) = (self.node(above), self.node(id)) else {
            return false;
        };
        // An object without children is not an ancestor. This quick check makes it cheap to build a long line of
        // objects. Without it, each new object would cause a search up the whole line.
        self.hierarchy.first_child(above).is_some()
            && self.hierarchy.upwards(id).any(|each| each == above)
    }

    fn refuse_circle(&mut self, child: ObjectId, parent: ObjectId) -> Outcome {
        let reason = if child == parent {
            "it cannot be attached to itself".to_owned()
        } else {
            let parent = self.named(parent);
            format!("it cannot be attached to {parent}, which it carries")
        };
        self.refuse_because(child, &reason)
    }

    /// Returns an object's node in the hierarchy. `None` if it has neither a parent nor children.
    fn node(&self, id: ObjectId) -> Option<NodeId> {
        self.slots.get(id)?.link.node
    }

    /// Returns an object's node in the hierarchy, and adds a missing one. `None` if the object is gone.
    fn node_or_new(&mut self, id: ObjectId) -> Option<NodeId> {
        let body = self.slots.get_mut(id)?;
        if let Some(node) = body.link.node {
            return Some(node);
        }
        let node = self.hierarchy.add(id);
        body.link.node = Some(node);
        self.update_collider(id);
        Some(node)
    }

    /// Detaches an object from its parent, if it has one, and drops the nodes that are no longer needed.
    fn detach_now(&mut self, child: ObjectId) {
        let Some(node) = self.node(child) else {
            return;
        };
        // An object that was carried while others still moved has not been tested against the boundary yet, so it is
        // tested now.
        let is_unseen = core::mem::take(&mut self.hierarchy.get_mut(node).brought_along);
        if is_unseen {
            let jumped = self.hierarchy.get(node).jumped;
            self.update_outside(child, !jumped);
        }
        let parent = self.hierarchy.get(node).parent;
        self.hierarchy.unlink(node);
        self.set_attached(child, false);
        self.touch_descendants(child);
        for node in [Some(node), parent].into_iter().flatten() {
            self.remove_if_alone(node);
        }
    }

    /// Drops a node without parent and children, and its object's link to it.
    fn remove_if_alone(&mut self, node: NodeId) {
        let id = self.hierarchy.get(node).id;
        if self.hierarchy.remove_if_alone(node)
            && let Some(body) = self.slots.get_mut(id)
        {
            body.link.node = None;
            self.update_collider(id);
        }
    }

    fn set_attached(&mut self, id: ObjectId, attached: bool) {
        self.edit(id, |body, _| body.link.attached = attached);
    }

    /// Returns a node's object and its parent's object; for a root, the node's own object twice.
    pub(in crate::world) fn pair(&self, node: NodeId) -> (ObjectId, ObjectId) {
        let node = self.hierarchy.get(node);
        let parent = node.parent.map_or(node.id, |id| self.hierarchy.get(id).id);
        (node.id, parent)
    }
}

fn is_valid_attachment(attachment: &Attachment) -> bool {
    is_valid(attachment.offset) && is_valid_angle(attachment.angle)
}
