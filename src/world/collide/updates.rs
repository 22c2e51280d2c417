//! Updates of colliders when objects change.

use glam::Vec2;

use super::colliders::{Colliders, Sources};
use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use crate::collision::Shape;
use crate::world::{Outcome, Solidness, World};

impl World {
    /// Returns the data that colliders are derived from.
    pub(in crate::world) fn sources(&self) -> Sources<'_> {
        Sources {
            slots: &self.slots,
            scene: &self.scene,
            shapes: &self.shapes,
            tiles: &self.tiles,
            dropping: self.riding.dropping,
        }
    }

    /// Returns the colliders, and the data that they are derived from.
    pub(in crate::world) fn colliders_and_sources(&mut self) -> (&mut Colliders, Sources<'_>) {
        let sources = Sources {
            slots: &self.slots,
            scene: &self.scene,
            shapes: &self.shapes,
            tiles: &self.tiles,
            dropping: self.riding.dropping,
        };
        (&mut self.colliders, sources)
    }

    /// Updates the collider of an object that is new or has changed.
    pub(in crate::world) fn update_collider(&mut self, id: ObjectId) {
        if let Some(body) = self.slots.body(id) {
            self.shapes.turn_and_scale(id, body.row_turn(), body.scale);
        }
        let (colliders, sources) = self.colliders_and_sources();
        colliders.update(id, sources);
    }

    /// Like `update_collider`, for an object that only moved.
    #[inline]
    pub(in crate::world) fn update_collider_place(&mut self, id: ObjectId, position: Vec2) {
        // For an object without shapes and tiles, the new area of the collider follows from the position alone.
        if self.shapes.get(id).is_none() && self.tiles.get(id).is_none() {
            if let Some(body) = self.slots.get(id) {
                self.colliders.set_area(id, body.collision_box(position));
            }
        } else {
            self.update_collider(id);
        }
    }

    /// Updates the colliders of layers that the game may have written to. Called before collisions and overlaps are
    /// searched for. It costs nothing without such layers.
    pub(in crate::world) fn sync_colliders(&mut self) {
        let (colliders, sources) = self.colliders_and_sources();
        colliders.sync(sources);
    }

    /// Returns an object's collision shapes in the world: see
    /// [`ObjectRef::world_shapes`](crate::world::ObjectRef::world_shapes).
    pub(in crate::world) fn shapes_in_world(&self, id: ObjectId) -> Vec<Shape> {
        let (Some(body), Some(position)) = (self.slots.body(id), self.position(id)) else {
            return Vec::new();
        };
        let shapes = self.shapes.get(id);
        match shapes.filter(|_| body.solidness != Solidness::OneWay) {
            Some(shapes) => shapes
                .shown()
                .iter()
                .map(|shape| shape.translated(position))
                .collect(),
            None => vec![Shape::rect_at(body.collision_box(position))],
        }
    }

    /// Sets the collision shapes of an object: see [`ObjectMut::set_shapes`](crate::world::ObjectMut::set_shapes).
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
