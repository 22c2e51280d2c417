//! The rows that objects draw of their own.

use crate::base::id::ObjectId;
use crate::scene::Pose;

/// A row that goes with an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawing {
    pub(crate) id: ObjectId,
    /// As it was drawn, from the object's position. Kept here, because the row's own pose is that in the world.
    pub(crate) relative: Pose,
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
