//! Font ids and line metrics.

use core::fmt;

use super::built_in::GLYPH_HEIGHT;

/// Id of a font at one size in its [`Assets`](crate::assets::Assets). Defaults to the built-in font.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FontId(pub(in crate::assets) u16);

impl FontId {
    /// The built-in font of 8 × 16 pixels, the default for all text.
    pub const BUILT_IN: Self = Self(0);

    /// Returns 0 for the built-in font, or the index in the store's list plus 1.
    pub(in crate::assets) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for FontId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "font {}", self.0)
    }
}

/// A font, plain or bold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face {
    /// Defaults to the built-in font.
    pub font: FontId,
    /// Whether strokes are thicker. Defaults to false. Bold characters are as wide as plain ones in the built-in font,
    /// and slightly wider in other fonts.
    pub bold: bool,
}

/// Line metrics of a font, in pixels at scale 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FontMetrics {
    /// Distance from a line's upper edge to its baseline, a whole number of pixels.
    pub ascent: f32,
    /// Distance between the upper edges of two lines, at least 1 pixel.
    pub line_height: f32,
}

impl FontMetrics {
    /// Metrics of the built-in font.
    pub(in crate::assets) const BUILT_IN: Self = Self {
        ascent: 12.0,
        line_height: GLYPH_HEIGHT as f32,
    };
}
