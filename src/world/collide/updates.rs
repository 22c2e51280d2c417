//! Keeping the broad phase true to the objects.

use glam::Vec2;

use super::colliders::{Colliders, Sources};
use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use crate::collision::Shape;
use crate::world::{Outcome, World};

impl World {
    /// What the colliders are a copy of.
    pub(in crate::world) fn sources(&self) -> Sources<'_> {
        Sources {
            slots: &self.slots,
            scene: &self.scene,
            shapes: &self.shapes,
            tiles: &self.tiles,
        }
    }

    /// The broad phase, and what it is a copy of.
    pub(in crate::world) fn colliders_and_sources(&mut self) -> (&mut Colliders, Sources<'_>) {
        let sources = Sources {
            slots: &self.slots,
            scene: &self.scene,
            shapes: &self.shapes,
            tiles: &self.tiles,
        };
        (&mut self.colliders, sources)
    }

    /// Tells the broad phase that an object is new, was moved or turned, or collides otherwise than before.
    pub(in crate::world) fn update_collider(&mut self, id: ObjectId) {
        if let Some(body) = self.slots.body(id) {
            self.shapes.turn_and_scale(id, body.row_turn(), body.scale);
        }
        let (colliders, sources) = self.colliders_and_sources();
        colliders.update(id, sources);
    }

    /// As `update_collider`, of an object of which nothing but its position is another.
    #[inline]
    pub(in crate::world) fn update_collider_place(&mut self, id: ObjectId, position: Vec2) {
        // Of a box, nothing else has to be known.
        if self.shapes.get(id).is_none() && self.tiles.get(id).is_none() {
            if let Some(body) = self.slots.get(id) {
                self.colliders.place(id, body.collision_box(position));
            }
        } else {
            self.update_collider(id);
        }
    }

    /// Tells the broad phase of rows that the game has moved by itself. Before each search while something may change: it
    /// costs nothing if there are none.
    pub(in crate::world) fn sync_colliders(&mut self) {
        let (colliders, sources) = self.colliders_and_sources();
        colliders.sync(sources);
    }

    /// Gives an object shapes: see [`ObjectMut::set_shapes`](crate::world::ObjectMut::set_shapes).
    pub(in crate::world) fn set_shapes(&mut self, id: ObjectId, shapes: &[Shape]) -> Outcome {
        let is_valid = |shape: &Shape| {
            let bounds = shape.bounds();
            is_valid(bounds.min) && is_valid(bounds.max)
        };
        match self.check(id, "shapes", shapes.iter().all(is_valid)) {
            Outcome::Done => {}
            refused => return refused,
        }
        if let Some(body) = self.slots.body(id) {
            self.shapes.set(id, shapes, body.row_turn(), body.scale);
        }
        self.update_collider(id);
        Outcome::Done
    }
}
