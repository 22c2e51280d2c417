//! The move of a plain box, as most solid objects are, where there is a plan.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::collision::leaves_itself;
use crate::geometry::Rect;
use crate::world::object::plain_box::PlainBox;

/// What a plan knows of a plain box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlannedBox {
    /// Of its member.
    pub(crate) index: usize,
    pub(crate) id: ObjectId,
    pub(crate) plain: PlainBox,
    /// Where it is, in world units.
    pub(crate) area: Rect,
}

/// The move of a plain box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainMove {
    pub(crate) found: PlannedBox,
    pub(crate) row: usize,
    pub(crate) from: Vec2,
    pub(crate) to: Vec2,
}

impl PlainMove {
    /// Where it is afterwards, in world units.
    #[inline]
    pub(crate) fn area(&self) -> Rect {
        self.found.plain.bounds.translated(self.to)
    }

    /// Whether it is tested on its way.
    #[inline]
    pub(crate) fn is_swept(&self) -> bool {
        let size = self.found.area.size();
        self.found.plain.is_bullet || leaves_itself(size, self.to - self.from)
    }

    /// Where it may meet something, in world units.
    #[inline]
    pub(crate) fn way(&self) -> Rect {
        let area = self.area();
        if self.is_swept() {
            area.union(self.found.area)
        } else {
            area
        }
    }
}

/// Why no further plain boxes are moved.
#[derive(Debug)]
pub(crate) enum MovesEnd {
    /// The next one meets something or leaves the world: its move is still to be made. Whether what it meets is listed.
    Noticed(PlainMove, bool),
    /// From this row on, the next object is to be moved otherwise. Behind the last row if there is none.
    Other(usize),
}
