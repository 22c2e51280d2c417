//! The rows that objects draw of their own.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::geometry::turns::Turn;

/// A row that goes with an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawing {
    pub(crate) id: ObjectId,
    /// From the object's position, in world units. Kept here, because the row's own position is that in the world.
    pub(crate) offset: Vec2,
    /// As it was drawn: it does not turn with the object.
    pub(crate) turn: Turn,
    pub(crate) altitude: u16,
    /// In the altitude's layer of drawings.
    pub(crate) row: usize,
}

/// Every row that goes with an object, in the order of drawing. Forgotten when the next step begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawings {
    pub(crate) rows: Vec<Drawing>,
}

impl Drawings {
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
    }
}
