//! Rectangles of pixels.

/// A rectangle of whole pixels; right and bottom are the first ones outside. 16 bits are enough: targets are at most
/// 65 535 pixels a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PixelBounds {
    pub(super) left: u16,
    pub(super) top: u16,
    pub(super) right: u16,
    pub(super) bottom: u16,
}

impl PixelBounds {
    /// Returns the number of columns.
    pub(super) fn width(&self) -> usize {
        usize::from(self.right - self.left)
    }
}
