//! Text layout: one instance per glyph.

mod bounds;
mod glyphs;
mod lines;
mod paint;
#[cfg(feature = "shaping")]
mod shaped;
mod style;

use glam::Vec2;

use super::instance::Instance;
use super::layer::Layer;
use crate::assets::{Assets, FrameId, GLYPH_HEIGHT, GLYPH_WIDTH, GlyphName};
use crate::geometry::turns::{Turn, turned};
pub use bounds::{text_bounds, text_size};
pub(crate) use glyphs::Glyphs;
use lines::{Cursor, LineHeight, Pen, TextLine, line_from};
use paint::{Coat, Paint};
pub use style::{Align, Span, TextLayout, TextOutline, TextShadow, TextStyle};

/// Characters of a progress bar, all in the built-in font. The index is the number of filled eighths of the character.
pub(crate) const EIGHTHS: [&str; 9] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];

/// Returns the size of one character of the built-in font, 8 × 16 pixels, in world units of `unit` pixels each.
pub fn cell_size(unit: Vec2) -> Vec2 {
    CELL / unit
}

/// Size of a character of the built-in font, in pixels.
const CELL: Vec2 = Vec2::new(GLYPH_WIDTH as f32, GLYPH_HEIGHT as f32);

/// Adds a text to a layer: a row for each character that is not blank, and further ones for outlines and shadows. `at`
/// is the text's upper edge and, by the style's alignment, the left end, middle or right end of each line; `cell` is the
/// size of a character of the built-in font, to which other fonts are scaled alike. Both are in the layer's units, and
/// so is the style's width of lines.
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
    let layout = layout.into();
    put_glyphs(layer, glyphs, spans, at, cell, layout, Outer::NONE);
}

/// A transform that the caller applies to the positions and angles of a text's rows. Their scales contain its scale
/// already, so that glyphs are rasterised for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outer {
    pub(crate) scale: f32,
    pub(crate) turn: Turn,
}

impl Outer {
    /// Changes nothing.
    pub(crate) const NONE: Self = Self {
        scale: 1.0,
        turn: Turn::ZERO,
    };
}

/// Like [`put_spans`], with glyphs of any source, in an outer transform.
pub(crate) fn put_glyphs(
    layer: &mut Layer,
    assets: &mut Glyphs<'_>,
    spans: &[Span<'_>],
    at: Vec2,
    cell: Vec2,
    layout: TextLayout,
    outer: Outer,
) {
    let first = layer.len();
    let turn = layout.turn();
    let outer = Outer {
        turn: outer.turn + turn,
        ..outer
    };
    for coats in Coat::passes(spans) {
        let mut pen = TextPen {
            layer,
            assets,
            spans,
            outer,
            coats,
            pixel: pixel(cell),
        };
        pen.put_lines(at, layout.align, wrap_in_pixels(layout, cell));
    }
    if turn == Turn::ZERO {
        return;
    }
    let unit = CELL / cell;
    for row in first..layer.len() {
        layer.edit_row(row, |instance| {
            instance.position = at + turned(instance.position - at, turn, unit);
            instance.turn = turn;
        });
    }
}

/// Adds some coats of a text to a layer, upright.
struct TextPen<'a, 'b> {
    layer: &'a mut Layer,
    assets: &'a mut Glyphs<'b>,
    spans: &'a [Span<'a>],
    outer: Outer,
    coats: &'static [Coat],
    /// Size of a pixel, in the layer's units.
    pixel: Vec2,
}

impl TextPen<'_, '_> {
    fn put_lines(&mut self, at: Vec2, align: Align, wrap: Option<f32>) {
        #[cfg(feature = "shaping")]
        if let Some(text) = shaped::shaped(self.assets, self.spans, wrap) {
            return self.put_shaped(&text, at, align);
        }
        let mut top = 0.0;
        let mut next = Some(Cursor::START);
        // Each line is read twice, first to measure it and then to draw it: a list of lines would allocate in every
        // step.
        while let Some(from) = next {
            let line = line_from(self.assets, self.spans, wrap, from);
            let left = -line.width * align.part_before();
            self.put_line(&line, at + Vec2::new(left, top) * self.pixel);
            top += line.height.total();
            next = line.next;
        }
    }

    /// Adds one line, whose top left corner is at `corner`, in the layer's units.
    fn put_line(&mut self, line: &TextLine, corner: Vec2) {
        let mut x = 0.0;
        for (number, span) in self.spans.iter().enumerate().skip(line.from.span) {
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
            let y = line.height.ascent - LineHeight::of(self.assets, span).ascent;
            let text = &span.text[start..end];
            let mut right = x;
            for &coat in self.coats {
                right = x;
                match (coat, span.style.background) {
                    (Coat::Background, None) => {}
                    (Coat::Background, Some(color)) => {
                        let right = (x + width_of(self.assets, span, text)).min(line.width);
                        let size = Vec2::new(right - x, line.height.total());
                        let middle = corner + (Vec2::new(x, 0.0) + size / 2.0) * self.pixel;
                        self.put_background(middle, size, color);
                    }
                    (coat, _) => {
                        let corner = corner + Vec2::new(0.0, y) * self.pixel;
                        right = self.put_glyphs(coat, span, text, corner, x);
                    }
                }
            }
            // Backgrounds alone do not move the pen.
            x = match self.coats {
                [Coat::Background] => x + width_of(self.assets, span, text),
                _ => right,
            };
        }
    }

    fn put_background(&mut self, middle: Vec2, size: Vec2, color: crate::base::color::Color) {
        // The text backend leaves out `FrameId::SQUARE`, so that blanks stay blank. The anchor of this frame is its
        // middle.
        let mut square = Instance::new(middle, FrameId::SQUARE);
        square.set_scale(size * self.outer.scale);
        square.set_tint(color);
        self.layer.push(None, square, Vec2::ZERO);
    }

    /// Adds the glyphs of a part of a span in one coat. `x` is the position of the pen in pixels from the corner.
    /// Returns its position behind the part.
    fn put_glyphs(
        &mut self,
        coat: Coat,
        span: &Span<'_>,
        text: &str,
        corner: Vec2,
        mut x: f32,
    ) -> f32 {
        let Some(paint) = Paint::new(self.assets, span.style, coat, self.outer) else {
            return x + width_of(self.assets, span, text);
        };
        let mut pen = Pen::new(span);
        for character in text.chars() {
            let (kerning, advance) = pen.advance(self.assets, character);
            x += kerning;
            let frame = match character {
                '\r' => None,
                _ => self
                    .assets
                    .frame(paint.variant, GlyphName::Character(character)),
            };
            if let Some((frame, ratio)) = frame {
                let position = corner + (Vec2::new(x, 0.0) + paint.offset) * self.pixel;
                self.layer
                    .push(None, paint.instance(position, frame, ratio), Vec2::ZERO);
            }
            x += advance;
        }
        x
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
    cell / CELL
}

#[cfg(test)]
mod tests;
