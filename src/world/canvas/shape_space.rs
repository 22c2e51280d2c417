//! The pixel space of drawn shapes: their corners are computed in it.

use glam::Vec2;

/// Maximum distance of a shape's corners from its anchor, and maximum width of a line, in pixels of the unmagnified
/// view. Larger shapes and wider lines are refused.
pub(super) const LARGEST_SHAPE: f32 = 1_000_000.0;

/// Converts between world units and pixels relative to an anchor near a shape. The corners of shape frames are in these
/// pixels; their instances are at the anchor.
#[derive(Clone, Copy)]
pub(super) struct ShapeSpace {
    /// The anchor, in world units.
    pub(super) anchor: Vec2,
    /// Pixels per world unit.
    pub(super) unit: Vec2,
}

impl ShapeSpace {
    /// Returns the space of a shape near a position. The anchor is rounded to whole units, which lie on whole pixels in
    /// most views. Shapes that are drawn separately then meet without a gap where they have a corner in common.
    pub(super) fn about(position: Vec2, unit: Vec2) -> Self {
        let anchor = position.round();
        Self { anchor, unit }
    }

    /// Converts a position in world units to pixels.
    pub(super) fn of(&self, position: Vec2) -> Vec2 {
        (position - self.anchor) * self.unit
    }

    /// Converts a position in pixels to world units.
    pub(super) fn position_of(&self, pixels: Vec2) -> Vec2 {
        self.anchor + pixels / self.unit
    }
}

/// Returns whether a width in pixels is above 0 and not too large.
pub(super) fn is_width(width: f32) -> bool {
    width > 0.0 && width <= LARGEST_SHAPE
}
