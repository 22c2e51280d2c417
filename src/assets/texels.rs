//! Premultiplied texels of frames and glyphs, before they are inserted into the atlas.

use super::atlas::{Atlas, AtlasError, Placement};
use super::error::AssetError;
use super::fonts::{Font, GLYPH_HEIGHT, GLYPH_WIDTH, GlyphRows};
use super::image::{ImageLayout, ImageSource, PixelRect};
use super::pixels::Pixels;
use super::shape::{DrawnShape, ShapePieces};
use super::sprite::Sprite;
use super::text_sprite::TextSprite;
use crate::base::color::Color;

/// One frame's texels, in the format of the atlas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FrameTexels {
    /// Columns.
    pub(super) width: u16,
    /// Rows.
    pub(super) height: u16,
    /// Width × height texels, row after row, premultiplied.
    pub(super) texels: Vec<u32>,
}

impl FrameTexels {
    /// Returns a rectangle of one colour.
    fn filled(width: u16, height: u16, texel: u32) -> Self {
        Self {
            width,
            height,
            texels: vec![texel; usize::from(width) * usize::from(height)],
        }
    }

    /// Returns one solid white texel.
    pub(super) fn solid() -> Self {
        Self::filled(1, 1, texel(Color::WHITE))
    }

    /// Returns a frame of a text sprite. Cells without an ink have `color`.
    fn text(font: &Font, text: &TextSprite, frame: usize) -> Self {
        let (cells, columns) = (text.frame(frame), text.width());
        let [width, height] = text_size(text);
        let mut image = Self::filled(width, height, 0);
        for (y, row) in cells.chunks_exact(columns.into()).enumerate() {
            for (x, &character) in row.iter().enumerate().filter(|&(_, &c)| text.draws(c)) {
                let glyph = font.glyph_or_replacement(character);
                let ink = text.ink(frame, y * usize::from(columns) + x);
                image.draw_glyph(x, y, &glyph, texel(ink.unwrap_or(text.color)));
            }
        }
        image
    }

    /// Returns a rectangle inside an image, or inside frame `frame` of an animation.
    fn cut(image: &ImageSource, rect: PixelRect, frame: usize) -> Self {
        let stride = image.pixels.width as usize * 4;
        let start = usize::from(rect.y) * stride + usize::from(rect.x) * 4;
        let row_bytes = usize::from(rect.width) * 4;
        // `chunks_exact` would leave out the last row, which is shorter than the stride from `start` on.
        let rows = image.rgba_of(frame)[start..]
            .chunks(stride)
            .take(rect.height.into());
        let texels = rows.flat_map(|row| row[..row_bytes].as_chunks().0);
        Self {
            width: rect.width,
            height: rect.height,
            texels: texels
                .map(|&[r, g, b, a]| texel(Color::rgba(r, g, b, a)))
                .collect(),
        }
    }

    /// Returns the texels of a rectangle inside this frame.
    pub(super) fn part(&self, rect: PixelRect) -> Self {
        let left = usize::from(rect.x);
        let rows = self.texels.chunks_exact(self.width.into());
        let rows = rows.skip(rect.y.into()).take(rect.height.into());
        let texels = rows.flat_map(|row| &row[left..left + usize::from(rect.width)]);
        Self {
            width: rect.width,
            height: rect.height,
            texels: texels.copied().collect(),
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

/// The frames of one sprite. They are drawn one at a time, because together they may be larger than the atlas.
pub(super) enum SpriteFrames<'a> {
    /// A text sprite, whose frames are drawn from its characters and colours.
    Text(&'a TextSprite),
    /// An image and the rectangles of its frames.
    Image(&'a ImageSource, Vec<PixelRect>),
    /// A shape: one frame, drawn with one texel for each colour.
    Shape(ShapePieces),
}

impl<'a> SpriteFrames<'a> {
    /// Returns the frames of a text sprite, which keeps its characters, or of a shape; an error for an image, which
    /// does not keep its pixels.
    pub(super) fn kept(sprite: &'a Sprite, shape: Option<&DrawnShape>) -> Result<Self, AssetError> {
        match (&sprite.text, shape) {
            (Some(cells), _) => Ok(Self::Text(cells)),
            (None, Some(shape)) => match shape.pieces() {
                Ok(pieces) => Ok(Self::Shape(pieces)),
                Err(what) => Err(AssetError::Sprite {
                    label: sprite.label.clone(),
                    what,
                }),
            },
            (None, None) => Err(AssetError::not_kept(sprite.label.clone())),
        }
    }

    /// Returns each frame's width and height in pixels.
    pub(super) fn sizes(&self) -> Vec<[u16; 2]> {
        match self {
            Self::Text(cells) => vec![text_size(cells); cells.frame_count().into()],
            Self::Image(_, rects) => rects.iter().map(|rect| [rect.width, rect.height]).collect(),
            Self::Shape(pieces) => vec![pieces.size],
        }
    }

    /// Draws the frame at this index, counted from 0. For a shape, returns the texel of the colour at this index.
    ///
    /// # Panics
    /// If the image has fewer frames, or the shape fewer colours.
    pub(super) fn draw(&self, font: &Font, frame: usize) -> FrameTexels {
        match self {
            Self::Text(cells) => FrameTexels::text(font, cells, frame),
            Self::Image(image, rects) => FrameTexels::cut(image, rects[frame], frame),
            Self::Shape(pieces) => FrameTexels::filled(1, 1, texel(pieces.colors[frame].0)),
        }
    }
}

impl Atlas {
    /// Like [`Atlas::insert`], with the same errors. If pages grow, records `label` as the reason.
    pub(super) fn insert_texels(
        &mut self,
        frame: &FrameTexels,
        label: &str,
    ) -> Result<Placement, AtlasError> {
        let before = self.page_size();
        let inserted = self.insert(frame.width, frame.height, &frame.texels);
        if self.page_size() > before {
            self.set_grown_for(label);
        }
        inserted
    }
}

impl ImageSource {
    /// Returns the placeholder: a checker of magenta and black as large as a glyph, with fields of 4 × 4 pixels.
    pub(super) fn placeholder() -> Self {
        // The placeholder is drawn, not loaded, because it is needed where files cannot be read.
        let (width, height) = (u32::from(GLYPH_WIDTH), u32::from(GLYPH_HEIGHT));
        let pixels = Pixels::from_fn(width, height, |x, y| match (x / 4 + y / 4) % 2 {
            0 => Color::rgb(255, 0, 255),
            _ => Color::rgb(0, 0, 0),
        });
        Self::new(pixels, &ImageLayout::default())
    }
}

/// The texels of a glyph, and their position relative to the pen at the line's upper edge.
#[derive(Debug)]
pub(super) struct GlyphTexels {
    pub(super) frame: FrameTexels,
    /// Upper left corner of the texels, in pixels from the pen and the line's upper edge.
    pub(super) corner: [f32; 2],
    /// Upper left corner of the glyph's cell on a screen of text cells, in the same units.
    pub(super) cell: [f32; 2],
}

/// Error: width and height, in pixels, of a glyph that is larger than an atlas page may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge(pub(super) [u16; 2]);

/// Returns a colour in the format of the atlas.
fn texel(color: Color) -> u32 {
    u32::from_le_bytes(color.premultiplied())
}

/// Returns the width and height of a text sprite's frames in pixels, at most 16 384 by the limits of text sprites.
fn text_size(cells: &TextSprite) -> [u16; 2] {
    [cells.width() * GLYPH_WIDTH, cells.height() * GLYPH_HEIGHT]
}
