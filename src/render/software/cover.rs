//! What hides what: painted from the front to the back, an item of which nothing would be seen is left out.
//!
//! Exact, because a solid texel replaces a pixel whatever was beneath it. Where thousands of sprites overlap,
//! this is most of the work saved; where none do, it costs a few instructions for each row of a sprite.

use super::memory::{Memory, PixelRect};
use super::place::{Item, Source};
use super::texels::{TexelPage, bits_at};
use crate::scene::Blend;

/// A bit for each pixel of a band: whether something solid lies on it.
#[derive(Debug)]
pub(super) struct Cover {
    rect: PixelRect,
    words_per_row: usize,
    bits: Vec<u64>,
}

impl Cover {
    pub(super) fn new(rect: PixelRect) -> Self {
        // A word more than needed, so that two words can always be read and written.
        let words_per_row = rect.width().div_ceil(64) + 1;
        let rows = (rect.bottom - rect.top) as usize;
        Self {
            rect,
            words_per_row,
            bits: vec![0; words_per_row * rows],
        }
    }

    /// Nothing is covered.
    pub(super) fn clear(&mut self) {
        self.bits.fill(0);
    }

    /// Which of the item's rows can be seen: a bit for each row of the band. Covers what the item hides.
    pub(super) fn add(&mut self, item: &Item, memory: &Memory) -> u32 {
        match item.source {
            Source::Texels { page, x, y } => match memory.texels.page(page.into()) {
                Some(page) if item.blend != Blend::Opaque => {
                    self.add_texels(item, page, x.into(), y.into())
                }
                _ => self.add_rect(&item.rect, item.blend == Blend::Opaque),
            },
            Source::Texel(texel) => {
                let solid = match item.blend {
                    Blend::Alpha => texel >> 24 == 255,
                    Blend::Additive => false,
                    Blend::Opaque => true,
                };
                self.add_rect(&item.rect, solid)
            }
            Source::Quad(_) => self.add_rect(&item.rect, false),
        }
    }

    fn add_rect(&mut self, rect: &PixelRect, solid: bool) -> u32 {
        let mut seen = 0;
        for row in self.rows(rect) {
            for (x, _, all) in blocks(rect) {
                let open = !self.covered(row, x) & all;
                seen |= u32::from(open != 0) << row;
                if solid && open != 0 {
                    self.cover(row, x, all);
                }
            }
        }
        seen
    }

    fn add_texels(&mut self, item: &Item, page: &TexelPage, texel_x: u32, texel_y: u32) -> u32 {
        let solid = item.blend == Blend::Alpha && item.tint >> 24 == 255;
        let mut seen = 0;
        for row in self.rows(&item.rect) {
            let y = texel_y + self.rect.top + row - item.rect.top;
            for (x, from, all) in blocks(&item.rect) {
                let open = !self.covered(row, x) & all;
                if open == 0 {
                    continue;
                }
                seen |= u32::from(open & page.seen(texel_x + from, y) != 0) << row;
                if solid {
                    self.cover(row, x, page.solid(texel_x + from, y) & all);
                }
            }
        }
        seen
    }

    /// The rows of the band that a rectangle reaches, counted from the band's top.
    fn rows(&self, rect: &PixelRect) -> core::ops::Range<u32> {
        rect.top.max(self.rect.top) - self.rect.top
            ..rect.bottom.min(self.rect.bottom) - self.rect.top
    }

    /// 64 pixels from here on.
    #[inline]
    fn covered(&self, row: u32, x: u32) -> u64 {
        bits_at(&self.bits, row as usize * self.words_per_row, x)
    }

    #[inline]
    fn cover(&mut self, row: u32, x: u32, bits: u64) {
        let start = row as usize * self.words_per_row + (x / 64) as usize;
        let pair = &mut self.bits[start..][..2];
        let shift = x % 64;
        pair[0] |= bits << shift;
        pair[1] |= bits >> 1 >> (63 - shift);
    }
}

/// Cuts a rectangle's width into parts of up to 64 pixels: where each begins, how far from the left that is,
/// and a bit for each of its pixels.
#[inline]
fn blocks(rect: &PixelRect) -> impl Iterator<Item = (u32, u32, u64)> {
    (rect.left..rect.right).step_by(64).map(move |x| {
        let width = (rect.right - x).min(64);
        (x, x - rect.left, u64::MAX >> (64 - width))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BAND: PixelRect = PixelRect {
        left: 0,
        top: 32,
        right: 150,
        bottom: 64,
    };

    proptest! {
        #[test]
        fn rows_are_seen_where_a_pixel_is_open(
            rects in prop::collection::vec((0u32..150, 1u32..150, 0u32..96, 1u32..96, any::<bool>()), 1..30)
        ) {
            let mut cover = Cover::new(BAND);
            let mut naive = vec![[false; 150]; 32];
            for (left, width, top, height, solid) in rects {
                let rect = PixelRect { left, top, right: (left + width).min(150), bottom: top + height };
                if rect.bottom <= BAND.top || rect.top >= BAND.bottom {
                    continue;
                }
                let mut expected = 0;
                for (row, pixels) in (0u32..).zip(&mut naive) {
                    if (rect.top..rect.bottom).contains(&(BAND.top + row)) {
                        let pixels = &mut pixels[left as usize..rect.right as usize];
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
