//! Occlusion: items are tested from front to back, and an item is left out if solid texels hide all of its pixels.
//!
//! Works on blocks of 64 columns, whose pixels are the bits of a word for each row.
//!
//! The result is exact, because a solid texel replaces a pixel whatever its old colour. If thousands of sprites
//! overlap, this saves most of the work; if none do, it costs a few instructions for each row of a sprite.

use core::ops::Range;

use super::bands::RASTER_BAND_ROWS;
use super::memory::{Memory, PixelBounds};
use super::project::{ProjectedSprite, SpriteBin, TexelSource, first_square};
use super::strips::Strips;
use super::texels::TexelBits;
use crate::scene::Blend;

/// A bit for each pixel of a band: whether a solid texel covers it.
#[derive(Debug)]
pub(super) struct Cover {
    /// Rectangle of the band in the target.
    rect: PixelBounds,
    /// A bit for each pixel that is covered.
    solid: Strips,
    /// Pixels of each row of the current block that no solid texel covers.
    open: [u64; RASTER_BAND_ROWS as usize],
}

/// Up to 64 columns of the rows of an item that are in the band.
struct Block {
    /// The first column, counted from the target's left edge.
    left: u32,
    /// Rows, counted from the band's top.
    rows: Range<usize>,
    /// A bit for each column, the leftmost the lowest. Fewer than 64 in the last block of an item.
    columns: u64,
}

impl Cover {
    /// Returns the cover of a band in which no pixel is covered.
    pub(super) fn new(rect: PixelBounds) -> Self {
        let solid = Strips::new(rect.width(), (rect.bottom - rect.top).into());
        Self {
            rect,
            solid,
            open: [0; RASTER_BAND_ROWS as usize],
        }
    }

    /// Uncovers all pixels.
    pub(super) fn clear(&mut self) {
        self.solid.clear();
    }

    /// Returns the visible rows of the item, a bit for each row of the band, and covers the pixels that it hides. `bin`
    /// contains the item.
    pub(super) fn add(&mut self, item: &ProjectedSprite, bin: &SpriteBin, memory: &Memory) -> u32 {
        let solid = |alpha: u32| match item.blend {
            // 254 is not enough: 1/255 of the lower pixel would still show.
            Blend::Alpha => alpha >> 24 == 255,
            Blend::Additive | Blend::Multiply | Blend::Screen | Blend::Subtract => false,
            Blend::Opaque => true,
        };
        // A turned quad covers nothing, and neither does a scaled or mirrored one of several texels: finding its solid
        // pixels would take most of the time of drawing it.
        match item.source {
            // An opaque sprite covers its whole rectangle, its transparent texels included: they replace pixels, too.
            TexelSource::Texels { .. } | TexelSource::Squares(_) if item.blend == Blend::Opaque => {
                self.add_rect(&item.rect, true)
            }
            TexelSource::Texels { page, x, y } => match memory.texels.page(page.into()) {
                Some(page) => self.add_texels(&item.rect, &page.alone, [x, y], solid(item.tint)),
                None => 0,
            },
            TexelSource::Squares(number) => {
                let quad = bin.quad(number);
                let first = first_square(quad, &item.rect);
                match (memory.texels.page(quad.page), first) {
                    (Some(page), Some(first)) => {
                        self.add_texels(&item.rect, &page.squares, first, solid(item.tint))
                    }
                    _ => 0,
                }
            }
            TexelSource::Texel(texel) => self.add_rect(&item.rect, solid(texel)),
            TexelSource::Shape(_) | TexelSource::Quad(_) | TexelSource::Material(_) => {
                self.add_rect(&item.rect, false)
            }
            TexelSource::Group(_) => self.add_rect(&item.rect, item.blend == Blend::Opaque),
        }
    }

    /// Adds a rectangle that is wholly solid or not at all. Returns the visible rows.
    fn add_rect(&mut self, rect: &PixelBounds, solid: bool) -> u32 {
        let mut seen = 0;
        let mut left = u32::from(rect.left);
        while let Some(block) = self.block(rect, left) {
            if self.open(&block) {
                seen |= self.rows_open(&block);
                if solid {
                    self.cover(&block, core::iter::repeat(u64::MAX));
                }
            }
            left += 64;
        }
        seen
    }

    /// Adds a rectangle of texels, or of squares of texels, that begins with `texel`. `solid`: whether opaque texels
    /// cover the pixels below, which a translucent tint prevents. Returns the rows with a visible texel that is not
    /// transparent.
    fn add_texels(
        &mut self,
        rect: &PixelBounds,
        bits: &TexelBits,
        texel: [u16; 2],
        solid: bool,
    ) -> u32 {
        let first_row = usize::from(texel[1] + (rect.top.max(self.rect.top) - rect.top));
        let mut texel_x = u32::from(texel[0]);
        let mut seen = 0;
        let mut left = u32::from(rect.left);
        while let Some(block) = self.block(rect, left) {
            if self.open(&block) {
                let rows = first_row..first_row + block.rows.len();
                let texels = bits.seen.window(texel_x, rows.clone());
                for (open, texels) in self.open.iter_mut().zip(texels.rows()) {
                    *open &= texels;
                }
                seen |= self.rows_open(&block);
                if solid {
                    self.cover(&block, bits.solid.window(texel_x, rows).rows());
                }
            }
            left += 64;
            texel_x += 64;
        }
        seen
    }

    /// Returns up to 64 columns of a rectangle from `left` on, in those of its rows that are in the band. `None` beyond
    /// the rectangle's right edge.
    #[inline]
    fn block(&self, rect: &PixelBounds, left: u32) -> Option<Block> {
        let width = u32::from(rect.right)
            .checked_sub(left)
            .filter(|&width| width > 0)?;
        let top = rect.top.max(self.rect.top) - self.rect.top;
        let bottom = rect.bottom.min(self.rect.bottom) - self.rect.top;
        let columns = u64::MAX >> 64u32.saturating_sub(width);
        Some(Block {
            left,
            rows: top.into()..bottom.into(),
            columns,
        })
    }

    /// Computes the block's open pixels. Returns whether there are any.
    #[inline]
    fn open(&mut self, block: &Block) -> bool {
        let covered = self.solid.window(block.left, block.rows.clone());
        let mut any = 0;
        for (open, covered) in self.open.iter_mut().zip(covered.rows()) {
            *open = !covered & block.columns;
            any |= *open;
        }
        any != 0
    }

    /// Returns a bit for each row of the band that has open pixels.
    #[inline]
    fn rows_open(&self, block: &Block) -> u32 {
        let open = self.open[..block.rows.len()].iter().enumerate();
        open.fold(0, |rows, (row, &open)| rows | u32::from(open != 0) << row) << block.rows.start
    }

    /// Covers the pixels of a block whose bits are set in `rows`, which has a word for each row.
    #[inline]
    fn cover(&mut self, block: &Block, rows: impl Iterator<Item = u64>) {
        let window = self.solid.window_mut(block.left, block.rows.clone());
        for ((left, right), bits) in window.left.iter_mut().zip(window.right).zip(rows) {
            let bits = bits & block.columns;
            *left |= bits << window.shift;
            // Shifts twice, because a single shift by 64 is not possible.
            *right |= bits >> 1 >> (63 - window.shift);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BAND: PixelBounds = PixelBounds {
        left: 0,
        top: 32,
        right: 150,
        bottom: 64,
    };

    proptest! {
        #[test]
        fn rows_are_visible_if_a_pixel_is_uncovered(
            rects in prop::collection::vec((0u16..150, 1u16..150, 0u16..96, 1u16..96, any::<bool>()), 1..30)
        ) {
            let mut cover = Cover::new(BAND);
            let mut naive = vec![[false; 150]; 32];
            for (left, width, top, height, solid) in rects {
                let rect = PixelBounds { left, top, right: (left + width).min(150), bottom: top + height };
                if rect.bottom <= BAND.top || rect.top >= BAND.bottom {
                    continue;
                }
                let mut expected = 0;
                for (row, pixels) in (0u16..).zip(&mut naive) {
                    if (rect.top..rect.bottom).contains(&(BAND.top + row)) {
                        let pixels = &mut pixels[left.into()..rect.right.into()];
                        expected |= u32::from(pixels.contains(&false)) << row;
                        if solid {
                            pixels.fill(true);
                        }
                    }
                }
                prop_assert_eq!(cover.add_rect(&rect, solid), expected);
            }
        }
    }
}
