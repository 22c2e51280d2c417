//! Collision shapes of objects, by slot. They are separate from bodies, because most objects are boxes without shapes.

use glam::Vec2;

use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::id::ObjectId;
use crate::collision::Shape;
use crate::geometry::Rect;
use crate::geometry::turns::Turn;

/// The shapes of one object.
#[derive(Clone, Debug)]
pub(crate) struct ObjectShapes {
    /// Shapes as the game set them.
    given: Vec<Shape>,
    turn: Turn,
    scale: Vec2,
    /// The shapes after turning and scaling.
    shown: Vec<Shape>,
    /// A box around `shown`, relative to the object's position, in world units.
    outer: Rect,
    /// Width of the narrowest shape of `shown`, in world units. It is slightly reduced, because turning a shape rounds
    /// its corners.
    narrowest: f32,
}

impl ObjectShapes {
    /// Returns the size of its lists in bytes.
    fn bytes(&self) -> usize {
        size_of_val(&*self.given) + size_of_val(&*self.shown)
    }

    fn new(given: Vec<Shape>, turn: Turn, scale: Vec2) -> Self {
        let mut shapes = Self {
            given,
            turn,
            scale,
            shown: Vec::new(),
            outer: Rect::point(Vec2::ZERO),
            narrowest: 0.0,
        };
        shapes.measure();
        shapes.turn_and_scale(turn, scale);
        shapes
    }

    fn measure(&mut self) {
        let scaled = |shape: &Shape| shape.transformed(Turn::ZERO, self.scale).narrowest();
        let narrowest = self.given.iter().map(scaled).fold(f32::INFINITY, f32::min);
        self.narrowest = narrowest * 0.999;
    }

    fn turn_and_scale(&mut self, turn: Turn, scale: Vec2) {
        if scale != self.scale {
            self.scale = scale;
            // Only a new scale changes the widths; turning does not.
            self.measure();
        }
        self.turn = turn;
        self.shown.clear();
        let turned = self
            .given
            .iter()
            .map(|shape| shape.transformed(turn, scale));
        self.shown.extend(turned);
        let bounds = self.shown.iter().map(Shape::bounds);
        let outer = bounds.reduce(Rect::union);
        self.outer = outer.map_or(Rect::point(Vec2::ZERO), widened);
    }

    /// Returns the turned and scaled shapes, relative to the object's position.
    pub(crate) fn shown(&self) -> &[Shape] {
        &self.shown
    }

    /// Returns whether any of its shapes moves further than its size: see [`Shape::leaves_itself`].
    pub(crate) fn leave_themselves(&self, movement: Vec2) -> bool {
        // The length is compared first, because that is cheap and most objects move slowly.
        movement.length() > self.narrowest
            && self.shown.iter().any(|shape| shape.leaves_itself(movement))
    }

    /// Returns a box around the shapes of an object at a position, in world units.
    pub(crate) fn area(&self, position: Vec2) -> Rect {
        widened(self.outer.translated(position))
    }
}

/// Returns a box enlarged by the possible rounding error.
pub(crate) fn widened(rect: Rect) -> Rect {
    Rect {
        min: Vec2::new(rect.min.x.next_down(), rect.min.y.next_down()),
        max: Vec2::new(rect.max.x.next_up(), rect.max.y.next_up()),
    }
}

/// The shapes of all objects that have any.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShapeTable {
    by_slot: Vec<Option<Box<ObjectShapes>>>,
}

impl ShapeTable {
    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let shapes = self.by_slot.iter().flatten();
        let shapes = shapes.map(|shapes| size_of::<ObjectShapes>() + shapes.bytes());
        size_of_val(&*self.by_slot) + shapes.sum::<usize>()
    }

    /// Returns the shapes of an object that exists. `None` if it is a box.
    #[inline]
    pub(crate) fn get(&self, id: ObjectId) -> Option<&ObjectShapes> {
        self.by_slot.get(id.slot())?.as_deref()
    }

    /// Returns the shapes of an object as the game set them.
    pub(crate) fn given(&self, id: ObjectId) -> &[Shape] {
        self.get(id).map_or(&[], |shapes| &shapes.given)
    }

    /// Sets the shapes of an object. An empty slice restores the box.
    pub(crate) fn set(&mut self, id: ObjectId, shapes: &[Shape], turn: Turn, scale: Vec2) {
        if shapes.is_empty() {
            self.remove(id);
            return;
        }
        if self.by_slot.len() <= id.slot() {
            self.by_slot.resize(id.slot() + 1, None);
        }
        let shapes = ObjectShapes::new(shapes.to_vec(), turn, scale);
        self.by_slot[id.slot()] = Some(Box::new(shapes));
    }

    /// Applies an object's turn and scale to its shapes.
    pub(crate) fn turn_and_scale(&mut self, id: ObjectId, turn: Turn, scale: Vec2) {
        let shapes = self.by_slot.get_mut(id.slot());
        if let Some(shapes) = shapes.and_then(Option::as_deref_mut)
            && (shapes.turn, shapes.scale) != (turn, scale)
        {
            shapes.turn_and_scale(turn, scale);
        }
    }

    /// Removes the shapes of an object. Must be called before its slot is used again.
    pub(crate) fn remove(&mut self, id: ObjectId) {
        if let Some(shapes) = self.by_slot.get_mut(id.slot()) {
            *shapes = None;
        }
    }

    /// Adds an object's shapes to a checksum; nothing for objects without any.
    pub(crate) fn add_to(&self, id: ObjectId, sum: &mut ChecksumWriter) {
        let given = self.given(id);
        if given.is_empty() {
            return;
        }
        sum.usize(given.len());
        for shape in given {
            sum.list(shape.corners().iter());
            shape.radius().write_checksum(sum);
            // A box is tested differently from a polygon with the same corners.
            sum.bool(shape.is_box());
            sum.bool(shape.is_level_box());
        }
    }
}
