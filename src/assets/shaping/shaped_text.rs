//! Shaped texts: lines of glyphs with positions.

use core::ops::Range;

use glam::Vec2;

use super::super::fonts::{Face, GlyphName};

/// A piece of text in one face, at a scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ShapedSpan<'a> {
    pub(crate) text: &'a str,
    pub(crate) face: Face,
    /// Finite and above 0.
    pub(crate) scale: f32,
}

/// A text whose glyphs have positions.
#[derive(Debug, Default)]
pub(crate) struct ShapedText {
    pub(crate) lines: Vec<ShapedLine>,
    pub(super) glyphs: Vec<PlacedGlyph>,
    pub(super) bands: Vec<SpanBand>,
}

/// A line of text.
#[derive(Clone, Debug)]
pub(crate) struct ShapedLine {
    /// Width in pixels, without blanks at the end of a wrapped line.
    pub(crate) width: f32,
    /// Distance to the upper edge of the next line, in pixels.
    pub(crate) height: f32,
    pub(super) glyphs: Range<usize>,
    pub(super) bands: Range<usize>,
}

/// A glyph of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlacedGlyph {
    /// Index of the span that it is from.
    pub(crate) span: usize,
    /// Face that has the glyph: the span's own, or a fallback.
    pub(crate) face: Face,
    pub(crate) name: GlyphName,
    /// Pen at the upper edge of a line of its font, in pixels from the line's upper left corner.
    pub(crate) position: Vec2,
}

/// The area behind a part of a span in a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SpanBand {
    pub(crate) span: usize,
    /// In pixels from the line's left end.
    pub(crate) left: f32,
    pub(crate) right: f32,
}

impl ShapedText {
    /// Returns the glyphs of a line, from left to right.
    pub(crate) fn glyphs(&self, line: &ShapedLine) -> &[PlacedGlyph] {
        &self.glyphs[line.glyphs.clone()]
    }

    /// Returns the areas behind the spans of a line, from left to right.
    pub(crate) fn bands(&self, line: &ShapedLine) -> &[SpanBand] {
        &self.bands[line.bands.clone()]
    }
}
