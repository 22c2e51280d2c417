//! Attachments of objects to one another: a forest. Children keep the order in which they were attached.
//!
//! This module stores only ids and offsets; `attachments.rs` applies them to objects. An empty forest costs nothing.

use core::num::NonZeroU32;
use glam::Vec2;

use crate::base::checksum::summed;
use crate::base::id::ObjectId;
use crate::geometry::turns::{Turn, TurnMotion, wrapped};

/// Position and angle of an object relative to its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("ChildOf", "Transform", "local transform"))]
pub struct Attachment {
    /// Its position in its parent's frame, which turns with the parent, in world units within ±1e9. Defaults to (0, 0),
    /// the parent's position.
    pub offset: Vec2,
    /// Its angle relative to its parent's, in radians, clockwise, within ±1e9. Defaults to 0. Its own spin changes it.
    /// Ignored unless [`turns`](Self::turns).
    pub angle: f32,
    /// Whether its angle follows its parent's. Defaults to true. If false,
    /// [`ObjectMut::set_angle`](crate::world::ObjectMut::set_angle) sets its angle independently: a turret that aims.
    pub turns: bool,
}

impl Default for Attachment {
    fn default() -> Self {
        Self {
            offset: Vec2::ZERO,
            angle: 0.0,
            turns: true,
        }
    }
}

summed!(Attachment: offset, angle, turns);

// The number is never 0, so that an `Option` of the id takes no additional space: each body has one, and each node has
// five.
/// Id of an object's node in the forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(NonZeroU32);

summed!(NodeId: 0);

impl NodeId {
    fn new(index: usize) -> Self {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Self(number.expect("there are fewer nodes than slots, and those are counted in 32 bits"))
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// An object's link into the hierarchy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HierarchyLink {
    /// Its node, if it is attached or has children.
    pub(crate) node: Option<NodeId>,
    // The node's parent has the same information, but `Body::row_flags` derives a row's flags from the body alone.
    /// Whether it is attached to another object, which then moves it.
    pub(crate) attached: bool,
}

/// An object in the forest, with its links. Siblings are a doubly linked list.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) id: ObjectId,
    pub(crate) parent: Option<NodeId>,
    first: Option<NodeId>,
    last: Option<NodeId>,
    previous: Option<NodeId>,
    next: Option<NodeId>,
    pub(crate) attachment: Attachment,
    /// The object's turn by its own spin or a tween in this step.
    pub(crate) turned: TurnMotion,
    /// How far a tween moved the object relative to its parent in this step, in the parent's frame.
    pub(crate) shifted: Vec2,
    /// Whether it or an ancestor was teleported in this step.
    pub(crate) jumped: bool,
    /// Whether it followed its parent in this step, but was not yet tested against the world's boundary.
    pub(crate) brought_along: bool,
}

// `first`, `last` and `previous` follow from `parent` and `next`. The last four fields are used only within a step.
summed!(Node: id, parent, next, attachment; not first, last, previous, turned, shifted, jumped, brought_along);

/// The forest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hierarchy {
    nodes: Vec<Option<Node>>,
    free: Vec<NodeId>,
    /// Every attached object, parents before children.
    order: Vec<NodeId>,
    /// Whether `order` is outdated.
    stale: bool,
    /// Whether an object was moved, turned or attached since the last update of transforms.
    pub(crate) dirty: bool,
    /// Solid objects that their parents carried, with their displacements. Their contacts have not been searched for
    /// yet.
    pub(crate) carries: Vec<(ObjectId, Vec2)>,
}

// `World::checksum` adds `carries` if it is not empty. `order` follows from the nodes. The free nodes count, because
// they decide the order of transforms of objects attached later.
summed!(Hierarchy: nodes, free; not order, stale, dirty, carries);

impl Hierarchy {
    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.nodes) + size_of_val(&*self.order) + size_of_val(&*self.free)
    }

    /// Returns whether no object is attached.
    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(crate) fn get(&self, id: NodeId) -> &Node {
        self.nodes[id.index()]
            .as_ref()
            .expect("a body links only to a node that exists")
    }

    pub(crate) fn get_mut(&mut self, id: NodeId) -> &mut Node {
        self.nodes[id.index()]
            .as_mut()
            .expect("a body links only to a node that exists")
    }

    /// Adds a node for an object.
    pub(crate) fn add(&mut self, object: ObjectId) -> NodeId {
        let node = Node {
            id: object,
            parent: None,
            first: None,
            last: None,
            previous: None,
            next: None,
            attachment: Attachment::default(),
            turned: TurnMotion::ZERO,
            shifted: Vec2::ZERO,
            jumped: false,
            brought_along: false,
        };
        let id = self.free.pop().unwrap_or_else(|| {
            self.nodes.push(None);
            NodeId::new(self.nodes.len() - 1)
        });
        self.nodes[id.index()] = Some(node);
        id
    }

    /// Makes `child` the last child of `parent`. `child` must not have a parent yet.
    pub(crate) fn link(&mut self, child: NodeId, parent: NodeId, attachment: Attachment) {
        let last = self.get_mut(parent).last.replace(child);
        match last {
            Some(last) => self.get_mut(last).next = Some(child),
            None => self.get_mut(parent).first = Some(child),
        }
        let node = self.get_mut(child);
        node.parent = Some(parent);
        node.previous = last;
        node.attachment = attachment;
        self.stale = true;
    }

    /// Detaches a node from its parent. The node keeps its children.
    pub(crate) fn unlink(&mut self, child: NodeId) {
        let node = self.get_mut(child);
        let (previous, next) = (node.previous.take(), node.next.take());
        let Some(parent) = node.parent.take() else {
            return;
        };
        match previous {
            Some(previous) => self.get_mut(previous).next = next,
            None => self.get_mut(parent).first = next,
        }
        match next {
            Some(next) => self.get_mut(next).previous = previous,
            None => self.get_mut(parent).last = previous,
        }
        self.stale = true;
    }

    /// Removes a node if it has neither parent nor children. Returns whether the node was removed.
    pub(crate) fn remove_if_alone(&mut self, id: NodeId) -> bool {
        let node = self.get(id);
        if node.parent.is_some() || node.first.is_some() {
            return false;
        }
        self.nodes[id.index()] = None;
        self.free.push(id);
        if self.free.len() == self.nodes.len() {
            // Everything is cleared, so that a world whose last attachment is gone has the same checksum as one that
            // never had any.
            self.nodes.clear();
            self.free.clear();
            self.order.clear();
            (self.stale, self.dirty) = (false, false);
        }
        true
    }

    pub(crate) fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.get(id).first
    }

    /// Returns a node's children, in the order of attaching.
    pub(crate) fn children(&self, id: NodeId) -> impl Iterator<Item = &Node> {
        let first = self.get(id).first;
        core::iter::successors(first.map(|first| self.get(first)), |node| {
            node.next.map(|next| self.get(next))
        })
    }

    /// Returns a node and its ancestors, nearest first.
    pub(crate) fn upwards(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(Some(id), |&id| self.get(id).parent)
    }

    /// Returns the root of a node's tree.
    pub(crate) fn root(&self, id: NodeId) -> NodeId {
        self.upwards(id).last().unwrap_or(id)
    }

    /// Returns the node after `at` in the tree below `root`: parents before children, children in order. Without
    /// recursion, so that a tree may have any depth.
    pub(crate) fn next_below(&self, root: NodeId, at: NodeId) -> Option<NodeId> {
        if let Some(first) = self.get(at).first {
            return Some(first);
        }
        let mut at = at;
        while at != root {
            let node = self.get(at);
            if node.next.is_some() {
                return node.next;
            }
            at = node.parent?;
        }
        None
    }

    /// Turns a child relative to its parent by its own spin, in radians. Returns whether the node is a child that turns
    /// with its parent.
    pub(crate) fn spin(&mut self, id: Option<NodeId>, by: f32) -> bool {
        let Some(node) = id.map(|id| self.get_mut(id)) else {
            return false;
        };
        if node.parent.is_none() || !node.attachment.turns {
            return false;
        }
        let from = Turn::from_radians(node.attachment.angle);
        let angle = wrapped(node.attachment.angle + by);
        if angle.is_finite() {
            node.attachment.angle = angle;
            node.turned = from.motion_to(Turn::from_radians(angle));
        }
        true
    }

    /// Sets the angle of an attached object relative to its parent's. Returns false if its angle does not follow its
    /// parent's.
    pub(crate) fn turn_to(&mut self, id: Option<NodeId>, angle: f32, jumps: bool) -> bool {
        let Some(node) = id.map(|id| self.get_mut(id)) else {
            return false;
        };
        if !node.attachment.turns {
            return false;
        }
        let from = Turn::from_radians(node.attachment.angle);
        node.attachment.angle = angle;
        if !jumps {
            node.turned = node.turned + from.motion_to(Turn::from_radians(angle));
        }
        self.dirty = true;
        true
    }

    /// Sets the position of an attached object relative to its parent.
    pub(crate) fn shift_to(&mut self, id: NodeId, offset: Vec2, jumps: bool) {
        let node = self.get_mut(id);
        if !jumps {
            node.shifted += offset - node.attachment.offset;
        }
        node.attachment.offset = offset;
        self.dirty = true;
    }

    /// Lends all attached nodes, parents before children. Return them with `return_order`.
    pub(crate) fn take_order(&mut self) -> Vec<NodeId> {
        // The list is taken out, because its users need the whole world. They call no behaviours, so nothing else needs
        // the list while it is lent.
        let mut order = core::mem::take(&mut self.order);
        if self.stale {
            self.stale = false;
            order.clear();
            let roots = self.nodes.iter().enumerate().filter_map(|(index, node)| {
                let node = node.as_ref()?;
                node.parent.is_none().then(|| NodeId::new(index))
            });
            for root in roots {
                let below =
                    core::iter::successors(Some(root), |&at| self.next_below(root, at)).skip(1);
                order.extend(below);
            }
        }
        order
    }

    pub(crate) fn return_order(&mut self, order: Vec<NodeId>) {
        self.order = order;
    }

    /// Returns the attached objects.
    pub(crate) fn attached(&self) -> impl Iterator<Item = ObjectId> {
        let nodes = self.nodes.iter().flatten();
        nodes
            .filter(|node| node.parent.is_some())
            .map(|node| node.id)
    }

    /// Begins a step: no node has jumped or turned.
    pub(crate) fn begin_step(&mut self) {
        for node in self.nodes.iter_mut().flatten() {
            (node.turned, node.shifted, node.jumped) = (TurnMotion::ZERO, Vec2::ZERO, false);
        }
    }
}
