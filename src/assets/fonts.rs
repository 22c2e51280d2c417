//! Which fonts there are, and how wide their characters are.
//!
//! The built-in font is always there, and the first. TrueType and OpenType fonts come with the feature `truetype`;
//! without it this is the same code over a kind of font that cannot be made.

use core::fmt;

use super::font::{GLYPH_HEIGHT, GLYPH_WIDTH};
use super::store::Assets;
use super::truetype::OutlineFont;

/// Names a font, at one size, of one `Assets`. Good for as long as that lives.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FontId(pub(super) u16);

impl FontId {
    /// The built-in font of 8 × 16 pixels, which everything is written in unless it is told otherwise.
    pub const BUILT_IN: Self = Self(0);

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for FontId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "font {}", self.0)
    }
}

/// What characters look like: a font, plain or bold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face {
    /// The built-in font by default.
    pub font: FontId,
    /// Thickened. The built-in font stays as wide, other fonts become a little wider.
    pub bold: bool,
}

/// How high the lines of a font are, in pixels at scale 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FontMetrics {
    /// From a line's upper edge down to where its letters stand; a whole number.
    pub ascent: f32,
    /// From one line's upper edge to the next one's.
    pub line_height: f32,
}

impl FontMetrics {
    /// Those of the built-in font.
    const BUILT_IN: Self = Self {
        ascent: 12.0,
        line_height: GLYPH_HEIGHT as f32,
    };
}

impl Assets {
    /// How high a font's lines are. A font of another store counts as the built-in one.
    pub fn font_metrics(&self, font: FontId) -> FontMetrics {
        self.outline_font(font)
            .map_or(FontMetrics::BUILT_IN, OutlineFont::metrics)
    }

    /// How far a character moves the pen, in pixels at scale 1. The same on every machine.
    pub fn advance(&self, face: Face, character: char) -> f32 {
        match self.outline_font(face.font) {
            None => f32::from(GLYPH_WIDTH),
            Some(font) => font.advance(character, face.bold),
        }
    }

    /// By how much two characters are set further apart than their advances say, in pixels at scale 1: mostly 0, and
    /// less than that for pairs like `AV`, if the font has a `kern` table. The same on every machine.
    pub fn kerning(&self, font: FontId, before: char, character: char) -> f32 {
        self.outline_font(font)
            .map_or(0.0, |font| font.kerning(before, character))
    }

    /// The width of a line of text, in pixels at scale 1: advances and kerning, added up. The same on every machine.
    pub fn text_width(&self, face: Face, text: &str) -> f32 {
        let mut before = None;
        let mut width = 0.0;
        for character in text.chars() {
            let kerning = before.map(|before| self.kerning(face.font, before, character));
            width += kerning.unwrap_or(0.0) + self.advance(face, character);
            before = Some(character);
        }
        width
    }

    /// `None` for the built-in font, and for a font of another store.
    pub(super) fn outline_font(&self, font: FontId) -> Option<&OutlineFont> {
        self.outline_fonts.get(font.index().checked_sub(1)?)
    }
}
