//! Premultiplied texels on their way into the atlas: baked from characters, or cut from an image.

use super::font::{Font, GLYPH_HEIGHT, GLYPH_WIDTH, GlyphRows};
use super::sprite::TextCells;
use crate::base::color::Color;

/// One frame's texels, as the atlas takes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Picture {
    pub(super) width: u16,
    pub(super) height: u16,
    pub(super) texels: Vec<u32>,
}

impl Picture {
    fn filled(width: u16, height: u16, texel: u32) -> Self {
        Self {
            width,
            height,
            texels: vec![texel; usize::from(width) * usize::from(height)],
        }
    }

    /// One solid white texel.
    pub(super) fn solid() -> Self {
        Self::filled(1, 1, texel(Color::WHITE))
    }

    /// A checker of magenta and black, 4 texels a field.
    pub(super) fn placeholder() -> Self {
        let (width, height) = (GLYPH_WIDTH, GLYPH_HEIGHT);
        let fields = (0..height).flat_map(|y| (0..width).map(move |x| (x / 4 + y / 4) % 2 == 0));
        let colors = fields.map(|even| {
            texel(if even {
                Color::rgb(255, 0, 255)
            } else {
                Color::BLACK
            })
        });
        Self {
            width,
            height,
            texels: colors.collect(),
        }
    }

    /// One glyph in white, so that a tint can be any colour.
    pub(super) fn glyph(rows: &GlyphRows) -> Self {
        let mut picture = Self::filled(GLYPH_WIDTH, GLYPH_HEIGHT, 0);
        picture.draw_glyph(0, 0, rows, texel(Color::WHITE));
        picture
    }

    /// A frame of a text sprite, its cells in `color` where they have no colour of their own.
    pub(super) fn text(font: &Font, text: &TextCells, frame: usize, color: Color) -> Self {
        let (cells, columns) = (text.frame(frame), text.width());
        let rows = u16::try_from(cells.len() / usize::from(columns)).unwrap_or(u16::MAX);
        let mut picture = Self::filled(columns * GLYPH_WIDTH, rows * GLYPH_HEIGHT, 0);
        for (y, row) in cells.chunks_exact(columns.into()).enumerate() {
            for (x, &character) in row.iter().enumerate().filter(|&(_, &c)| text.draws(c)) {
                let glyph = font.glyph_or_replacement(character);
                let ink = text.ink(frame, y * usize::from(columns) + x);
                picture.draw_glyph(x, y, &glyph, texel(ink.unwrap_or(color)));
            }
        }
        picture
    }

    /// A rectangle of an image with straight alpha, whose rows are `image_width` texels wide.
    pub(super) fn cut(rgba: &[u8], image_width: u32, rect: super::image::PixelRect) -> Self {
        let stride = image_width as usize * 4;
        let start = usize::from(rect.y) * stride + usize::from(rect.x) * 4;
        let row_bytes = usize::from(rect.width) * 4;
        let rows = rgba[start..].chunks(stride).take(rect.height.into());
        let texels = rows.flat_map(|row| row[..row_bytes].as_chunks().0);
        Self {
            width: rect.width,
            height: rect.height,
            texels: texels
                .map(|&[r, g, b, a]| texel(Color::rgba(r, g, b, a)))
                .collect(),
        }
    }

    /// Draws a glyph into the cell at column `x` and row `y`.
    fn draw_glyph(&mut self, x: usize, y: usize, rows: &GlyphRows, texel: u32) {
        let stride = usize::from(self.width);
        let mut start = y * usize::from(GLYPH_HEIGHT) * stride + x * usize::from(GLYPH_WIDTH);
        for &row in rows {
            for column in (0..8).filter(|column| row & (0x80 >> column) != 0) {
                self.texels[start + column] = texel;
            }
            start += stride;
        }
    }
}

/// A colour as the atlas holds it.
fn texel(color: Color) -> u32 {
    u32::from_le_bytes(color.premultiplied())
}
