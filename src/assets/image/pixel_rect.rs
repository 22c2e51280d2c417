//! A rectangle of pixels.

/// A rectangle of an image, in pixels from its top left corner. Defaults to an empty one, which is refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PixelRect {
    /// The left column. `x` + `width` is at most the image's width.
    pub x: u16,
    /// The top row. `y` + `height` is at most the image's height.
    pub y: u16,
    /// Columns, at least 1.
    pub width: u16,
    /// Rows, at least 1.
    pub height: u16,
}
