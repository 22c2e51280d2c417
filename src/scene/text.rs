//! Text layout: one instance per glyph.

mod lines;
mod style;

use core::ops::Deref;
use glam::Vec2;

use super::instance::Instance;
use super::layer::Layer;
use crate::assets::{Assets, Face, FrameId, GLYPH_HEIGHT, GLYPH_WIDTH};
use lines::{Cursor, LineHeight, Pen, TextLine, line_from};
pub use style::{Align, Span, TextLayout, TextStyle};

/// Characters of a progress bar, all in the built-in font. The index is the number of filled eighths of the character.
pub(crate) const EIGHTHS: [&str; 9] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];

/// Returns the size of one character of the built-in font, 8 × 16 pixels, in world units of `unit` pixels each.
pub fn cell_size(unit: Vec2) -> Vec2 {
    Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT)) / unit
}

/// Returns the width of a text's longest line and the height of all its lines, as [`put_spans`] draws them. Both are in
/// the unit of `cell`, the size of a character of the built-in font; so is the layout's width of lines.
pub fn text_size(
    assets: &Assets,
    spans: &[Span<'_>],
    cell: Vec2,
    layout: impl Into<TextLayout>,
) -> Vec2 {
    let wrap = wrap_in_pixels(layout.into(), cell);
    let mut size = Vec2::ZERO;
    let mut next = Some(Cursor::START);
    while let Some(from) = next {
        let line = line_from(assets, spans, wrap, from);
        size = Vec2::new(size.x.max(line.width), size.y + line.height.total());
        next = line.next;
    }
    size * pixel(cell)
}

/// Adds a text to a layer: a row for each character that is not blank. `at` is the text's upper edge and, by the
/// style's alignment, the left end, middle or right end of each line; `cell` is the size of a character of the built-in
/// font, to which other fonts are scaled alike. Both are in the layer's units, and so is the style's width of lines.
pub fn put_text(
    layer: &mut Layer,
    assets: &mut Assets,
    text: &str,
    at: Vec2,
    cell: Vec2,
    style: impl Into<TextStyle>,
) {
    let style = style.into();
    put_spans(
        layer,
        assets,
        &[Span { text, style }],
        at,
        cell,
        style.layout(),
    );
}

/// Like [`put_text`], for a text in several styles, with `at` and `cell` in the layer's units. `layout` holds for all
/// spans. Fonts of different heights share a baseline.
pub fn put_spans(
    layer: &mut Layer,
    assets: &mut Assets,
    spans: &[Span<'_>],
    at: Vec2,
    cell: Vec2,
    layout: impl Into<TextLayout>,
) {
    let glyphs = &mut Glyphs::Baking(assets);
    put_glyphs(layer, glyphs, spans, at, cell, layout.into());
}

/// Like [`put_spans`], with glyphs of any source.
pub(crate) fn put_glyphs(
    layer: &mut Layer,
    assets: &mut Glyphs<'_>,
    spans: &[Span<'_>],
    at: Vec2,
    cell: Vec2,
    layout: TextLayout,
) {
    let pixel = pixel(cell);
    let wrap = wrap_in_pixels(layout, cell);
    let mut top = 0.0;
    let mut next = Some(Cursor::START);
    // Each line is read twice, first to measure it and then to draw it: a list of lines would allocate in every step.
    while let Some(from) = next {
        let line = line_from(assets, spans, wrap, from);
        let left = -line.width * layout.align.part_before();
        put_line(
            layer,
            assets,
            spans,
            &line,
            at + Vec2::new(left, top) * pixel,
            pixel,
        );
        top += line.height.total();
        next = line.next;
    }
}

/// Source of the frames of glyphs.
pub(crate) enum Glyphs<'a> {
    /// The first use of a character bakes it into the atlas.
    Baking(&'a mut Assets),
    /// Only characters that were baked before are found. Others are boxes. Holds the first character that was not found.
    Baked(&'a Assets, Option<char>),
}

impl Deref for Glyphs<'_> {
    type Target = Assets;

    fn deref(&self) -> &Assets {
        match self {
            Self::Baking(assets) => assets,
            Self::Baked(assets, _) => assets,
        }
    }
}

impl Glyphs<'_> {
    /// Returns the first character that was not found.
    pub(crate) fn missing(&self) -> Option<char> {
        match self {
            Self::Baking(_) => None,
            Self::Baked(_, missing) => *missing,
        }
    }

    /// Returns the frame of a character, or of the box if it is not found; `None` if it is blank.
    fn frame(&mut self, face: Face, character: char) -> Option<FrameId> {
        match self {
            Self::Baking(assets) => assets.glyph_of(face, character),
            Self::Baked(assets, missing) => {
                assets.baked_glyph(face, character).unwrap_or_else(|| {
                    missing.get_or_insert(character);
                    assets.baked_box()
                })
            }
        }
    }
}

/// Adds one line, whose top left corner is at `corner`. `pixel` is the size of a pixel. Both are in the layer's units.
fn put_line(
    layer: &mut Layer,
    assets: &mut Glyphs<'_>,
    spans: &[Span<'_>],
    line: &TextLine,
    corner: Vec2,
    pixel: Vec2,
) {
    let mut x = 0.0;
    for (number, span) in spans.iter().enumerate().skip(line.from.span) {
        if number > line.to.span {
            break;
        }
        let start = if number == line.from.span {
            line.from.byte
        } else {
            0
        };
        let end = if number == line.to.span {
            line.to.byte
        } else {
            span.text.len()
        };
        let y = line.height.ascent - LineHeight::of(assets, span).ascent;
        let scale = Vec2::splat(span.style.valid_scale());
        let text = &span.text[start..end];
        if let Some(color) = span.style.background {
            let right = (x + width_of(assets, span, text)).min(line.width);
            let size = Vec2::new(right - x, line.height.total());
            // The text backend leaves out `FrameId::SQUARE`, so that blanks stay blank. The anchor of this frame is its
            // middle.
            let middle = Vec2::new(x, 0.0) + size / 2.0;
            let mut square = Instance::new(corner + middle * pixel, FrameId::SQUARE);
            square.set_scale(size);
            square.set_tint(color);
            layer.push(None, square, Vec2::ZERO);
        }
        let mut pen = Pen::new(span);
        for character in text.chars() {
            let (kerning, advance) = pen.advance(assets, character);
            x += kerning;
            let frame = match character {
                '\r' => None,
                _ => assets.frame(span.style.face(), character),
            };
            if let Some(frame) = frame {
                let mut glyph = Instance::new(corner + Vec2::new(x, y) * pixel, frame);
                glyph.set_scale(scale);
                glyph.set_tint(span.style.color);
                layer.push(None, glyph, Vec2::ZERO);
            }
            x += advance;
        }
    }
}

/// Returns the width of a part of a span, in pixels.
fn width_of(assets: &Assets, span: &Span<'_>, text: &str) -> f32 {
    let mut pen = Pen::new(span);
    let advance = |character| {
        let (kerning, advance) = pen.advance(assets, character);
        kerning + advance
    };
    text.chars().map(advance).sum()
}

/// Returns the width of a layout's lines in pixels of the built-in font, whose characters are of size `cell`.
fn wrap_in_pixels(layout: TextLayout, cell: Vec2) -> Option<f32> {
    layout.valid_wrap().map(|wrap| wrap / pixel(cell).x)
}

/// Returns the size of a pixel of the built-in font whose characters are of size `cell`.
fn pixel(cell: Vec2) -> Vec2 {
    cell / Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT))
}

#[cfg(test)]
mod tests;
