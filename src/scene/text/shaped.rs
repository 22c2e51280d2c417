//! Draws and measures shaped texts.

use std::sync::Arc;

use glam::Vec2;

use super::paint::{Coat, Paint};
use super::style::Span;
use super::{Align, TextPen};
use crate::assets::{Assets, ShapedLine, ShapedSpan, ShapedText};

/// Returns a text with the positions of its glyphs. `None` if it is in the built-in font alone.
pub(super) fn shaped(
    assets: &Assets,
    spans: &[Span<'_>],
    wrap: Option<f32>,
) -> Option<Arc<ShapedText>> {
    let spans = spans.iter().map(|span| ShapedSpan {
        text: span.text,
        face: span.style.face(),
        scale: span.style.valid_scale(),
    });
    assets.shaped(spans, wrap)
}

/// Returns the size of a shaped text in pixels.
pub(super) fn size(text: &ShapedText) -> Vec2 {
    let grown =
        |size: Vec2, line: &ShapedLine| Vec2::new(size.x.max(line.width), size.y + line.height);
    text.lines.iter().fold(Vec2::ZERO, grown)
}

impl TextPen<'_, '_> {
    /// Adds the lines of a shaped text.
    pub(super) fn put_shaped(&mut self, text: &ShapedText, at: Vec2, align: Align) {
        let mut top = 0.0;
        for line in &text.lines {
            let left = -line.width * align.part_before();
            let corner = at + Vec2::new(left, top) * self.pixel;
            for &coat in self.coats {
                match coat {
                    Coat::Background => self.put_bands(text, line, corner),
                    coat => self.put_shaped_line(text, line, coat, corner),
                }
            }
            top += line.height;
        }
    }

    fn put_bands(&mut self, text: &ShapedText, line: &ShapedLine, corner: Vec2) {
        for band in text.bands(line) {
            if let Some(color) = self.spans[band.span].style.background {
                let size = Vec2::new(band.right - band.left, line.height);
                let middle = corner + (Vec2::new(band.left, 0.0) + size / 2.0) * self.pixel;
                self.put_background(middle, size, color);
            }
        }
    }

    fn put_shaped_line(&mut self, text: &ShapedText, line: &ShapedLine, coat: Coat, corner: Vec2) {
        for glyph in text.glyphs(line) {
            let style = self.spans[glyph.span].style.with_font(glyph.face.font);
            let Some(paint) = Paint::new(self.assets, style, coat, self.outer) else {
                continue;
            };
            if let Some((frame, ratio)) = self.assets.frame(paint.variant, glyph.name) {
                let position = corner + (glyph.position + paint.offset) * self.pixel;
                self.layer
                    .push(None, paint.instance(position, frame, ratio), Vec2::ZERO);
            }
        }
    }
}
