//! The pixels in which the corners of shapes are computed that are drawn by hand.

use glam::Vec2;

/// The farthest that a shape reaches from its anchor, and the widest line, in pixels of the unmagnified view: backends draw
/// nothing larger.
pub(super) const LARGEST_SHAPE: f32 = 1_000_000.0;

/// How places in world units become pixels from an anchor, which is the position of a shape's rows.
pub(super) struct ShapeSpace {
    /// In world units.
    pub(super) anchor: Vec2,
    /// Pixels per world unit.
    unit: Vec2,
}

impl ShapeSpace {
    /// The anchor is near a place, and at whole units: there it lies on a whole pixel in most pictures, and shapes that are
    /// drawn one by one meet where their corners do.
    pub(super) fn about(place: Vec2, unit: Vec2) -> Self {
        let anchor = place.round();
        Self { anchor, unit }
    }

    /// Returns a place in pixels.
    pub(super) fn of(&self, place: Vec2) -> Vec2 {
        (place - self.anchor) * self.unit
    }

    /// Returns a place in world units.
    pub(super) fn place_of(&self, pixels: Vec2) -> Vec2 {
        self.anchor + pixels / self.unit
    }
}

/// Whether a width in pixels is above 0 and not too large.
pub(super) fn is_width(width: f32) -> bool {
    width > 0.0 && width <= LARGEST_SHAPE
}
