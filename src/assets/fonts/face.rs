//! The ids of fonts, and the measures of their lines.

use core::fmt;

use super::built_in::GLYPH_HEIGHT;

/// Names a font, at one size, of one [`Assets`](crate::assets::Assets). Valid as long as that lives. Defaults to the
/// built-in font.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FontId(pub(in crate::assets) u16);

impl FontId {
    /// The built-in font of 8 × 16 pixels, the default for all text.
    pub const BUILT_IN: Self = Self(0);

    /// Returns 0 for the built-in font, and for others one more than the index in the store's list.
    pub(in crate::assets) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for FontId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "font {}", self.0)
    }
}

/// The look of characters: a font, plain or bold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face {
    /// Defaults to the built-in font.
    pub font: FontId,
    /// Whether strokes are thickened; defaults to false. Bold characters of the built-in font are as wide as plain
    /// ones, those of other fonts slightly wider.
    pub bold: bool,
}

/// The height of a font's lines, in pixels at scale 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FontMetrics {
    /// From a line's upper edge down to its baseline; a whole number of pixels.
    pub ascent: f32,
    /// From one line's upper edge to the next one's; at least 1 pixel.
    pub line_height: f32,
}

impl FontMetrics {
    /// Those of the built-in font: lines of 16 pixels, the baseline 12 below the upper edge.
    pub(in crate::assets) const BUILT_IN: Self = Self {
        ascent: 12.0,
        line_height: GLYPH_HEIGHT as f32,
    };
}
