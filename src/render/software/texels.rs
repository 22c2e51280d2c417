//! The backend's copy of the atlas, and which of its texels are visible or opaque.

use core::ops::Range;

use super::strips::Strips;
use crate::assets::atlas::Page;
use crate::assets::{Atlas, BAND_ROWS};
use crate::render::cameras::TexelArea;

/// Pages of texels, with two bits for each texel: whether it is visible, and whether it is opaque. They are computed
/// when texels are copied. One comparison of words then decides whether a row of 64 texels is invisible, or hides all
/// pixels below.
#[derive(Debug, Default)]
pub(super) struct Texels {
    /// Width and height of a page, in texels.
    pub(super) side: usize,
    pages: Vec<TexelPage>,
    /// The atlas's version that was copied last.
    version: Option<u64>,
}

/// A copied page of the atlas.
#[derive(Debug)]
pub(super) struct TexelPage {
    /// Width and height, in texels.
    pub(super) side: usize,
    /// Row after row, premultiplied.
    texels: Vec<u32>,
    pub(super) alone: TexelBits,
    /// Bits of 2 × 2 squares of texels, stored at the upper left one: visible if any texel is, solid if all are. Linear
    /// filtering mixes such squares.
    pub(super) squares: TexelBits,
    /// The version of each band that was copied last; 0 for a blank one, as in the atlas.
    versions: Vec<u64>,
}

/// Bits of visible or opaque texels, or squares of texels.
#[derive(Debug)]
pub(super) struct TexelBits {
    /// A bit for each texel with any channel above 0.
    pub(super) seen: Strips,
    /// A bit for each texel whose alpha is 255.
    pub(super) solid: Strips,
}

impl Texels {
    /// Copies the bands that have changed. Returns the bytes copied.
    pub(super) fn copy(&mut self, atlas: &Atlas) -> usize {
        let side = usize::from(atlas.page_size());
        // Another page size, or fewer pages, means another atlas: the old versions are meaningless.
        if side != self.side || atlas.pages().len() < self.pages.len() {
            *self = Self {
                side,
                ..Self::default()
            };
        }
        if self.version == Some(atlas.version()) {
            return 0;
        }
        self.version = Some(atlas.version());
        while self.pages.len() < atlas.pages().len() {
            self.pages.push(TexelPage::blank(side));
        }
        let copies = self.pages.iter_mut().zip(atlas.pages());
        copies.map(|(copy, page)| copy.copy(page)).sum()
    }

    /// Marks the bands of an area as outdated.
    pub(super) fn forget(&mut self, area: &TexelArea) {
        self.version = None;
        let page = self.pages.get_mut(usize::from(area.page));
        let bands = page.and_then(|page| page.versions.get_mut(area.bands()));
        // Larger than any version.
        bands.into_iter().for_each(|bands| bands.fill(u64::MAX));
    }

    /// Makes the texels of an area transparent.
    pub(super) fn clear(&mut self, area: &TexelArea) {
        if let Some(page) = self.pages.get_mut(usize::from(area.page)) {
            page.change(area, |_, texels| texels.fill(0));
        }
    }

    /// Replaces the texels of an area by these pixels, row after row.
    pub(super) fn write(&mut self, area: &TexelArea, pixels: &[u32]) {
        if let Some(page) = self.pages.get_mut(usize::from(area.page)) {
            let width = usize::from(area.size[0]);
            page.change(area, |row, texels| {
                texels.copy_from_slice(&pixels[row * width..][..width]);
            });
        }
    }

    /// Returns a page; `None` if it does not exist.
    pub(super) fn page(&self, index: u32) -> Option<&TexelPage> {
        self.pages.get(index as usize)
    }
}

impl TexelPage {
    /// Returns a page of transparent texels.
    fn blank(side: usize) -> Self {
        Self {
            side,
            texels: vec![0; side * side],
            alone: TexelBits::new(side),
            squares: TexelBits::new(side),
            versions: vec![0; side.div_ceil(usize::from(BAND_ROWS))],
        }
    }

    /// Copies the bands that have changed. Returns the bytes copied.
    fn copy(&mut self, page: &Page) -> usize {
        let mut bytes = 0;
        for (band, &version) in page.band_versions().iter().enumerate() {
            if self.versions[band] != version {
                self.versions[band] = version;
                bytes += self.copy_band(band, page.pixels());
            }
        }
        bytes
    }

    /// Calls `change` with the number and the texels of each row of an area within the page.
    fn change(&mut self, area: &TexelArea, change: impl Fn(usize, &mut [u32])) {
        let [left, top] = area.origin.map(usize::from);
        let [width, height] = area.size.map(usize::from);
        for row in 0..height {
            let start = (top + row) * self.side + left;
            change(row, &mut self.texels[start..start + width]);
        }
        let strips = left / 64..(left + width).div_ceil(64);
        for row in top..top + height {
            self.mark_row(row, strips.clone());
        }
        // Includes the row above and the texel to the left, whose squares reach into the area.
        let strips = left.saturating_sub(1) / 64..strips.end;
        for row in top.saturating_sub(1)..top + height {
            self.mark_squares(row, strips.clone());
        }
    }

    /// Copies one band of a page's pixels. Returns the bytes copied.
    fn copy_band(&mut self, band: usize, pixels: &[u32]) -> usize {
        let rows = usize::from(BAND_ROWS);
        let first = band * rows;
        let last = (first + rows).min(self.side);
        let range = first * self.side..last * self.side;
        self.texels[range.clone()].copy_from_slice(&pixels[range.clone()]);
        let strips = 0..self.side.div_ceil(64);
        for row in first..last {
            self.mark_row(row, strips.clone());
        }
        // Includes the row above, whose squares reach into this band.
        for row in first.saturating_sub(1)..last {
            self.mark_squares(row, strips.clone());
        }
        size_of_val(&pixels[range])
    }

    /// Computes the bits of some strips of a row. Done when texels are copied, which is rare, and not each time they are
    /// drawn.
    fn mark_row(&mut self, row: usize, strips: Range<usize>) {
        let texels = &self.texels[row * self.side..][..self.side];
        let strips = texels
            .chunks(64)
            .enumerate()
            .take(strips.end)
            .skip(strips.start);
        for (strip, texels) in strips {
            let bits = |test: fn(u32) -> bool| {
                let bits = texels.iter().enumerate();
                bits.fold(0, |bits, (at, &texel)| bits | u64::from(test(texel)) << at)
            };
            // Tests all channels, because a texel without alpha may still add light.
            *self.alone.seen.word_mut(strip, row) = bits(|texel| texel != 0);
            *self.alone.solid.word_mut(strip, row) = bits(|texel| texel >> 24 == 255);
        }
    }

    /// Computes the bits of the squares with this upper row, in some strips. Squares at the page's edges are smaller, and
    /// may count as not solid.
    fn mark_squares(&mut self, row: usize, strips: Range<usize>) {
        let below = (row + 1).min(self.side - 1);
        for strip in strips {
            let [seen, solid] = [&self.alone.seen, &self.alone.solid].map(|bits| {
                [row, below].map(|row| {
                    let [bits, next] = [strip, strip + 1].map(|strip| bits.word(strip, row));
                    [bits, bits >> 1 | next << 63]
                })
            });
            let [[a, b], [c, d]] = seen;
            *self.squares.seen.word_mut(strip, row) = a | b | c | d;
            let [[a, b], [c, d]] = solid;
            *self.squares.solid.word_mut(strip, row) = a & b & c & d;
        }
    }

    /// Returns all texels from this position to the end of the page: rows are [`Texels::side`] apart.
    #[inline]
    pub(super) fn from(&self, x: u32, y: u32) -> &[u32] {
        &self.texels[y as usize * self.side + x as usize..]
    }

    /// Returns `len` texels of row `y`, from column `x` on.
    #[inline]
    pub(super) fn row(&self, x: u32, y: u32, len: usize) -> &[u32] {
        &self.texels[y as usize * self.side + x as usize..][..len]
    }
}

impl TexelBits {
    /// Returns the bits of a page of transparent texels, this wide and high.
    fn new(side: usize) -> Self {
        Self {
            seen: Strips::new(side, side),
            solid: Strips::new(side, side),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::AtlasSettings;
    use crate::render::software::strips::Window;

    #[test]
    fn transparent_and_opaque_texels_are_found_across_words() {
        let mut atlas = Atlas::new(AtlasSettings {
            page_size: 256,
            max_page_size: 256,
            max_pages: 1,
        });
        let row: Vec<u32> = (0..200)
            .map(|x| [0, 0x8010_1010, 0xff00_0000, 0x0001_0000][x % 4])
            .collect();
        let place = atlas.insert(200, 1, &row).unwrap();
        let mut copy = Texels::default();
        copy.copy(&atlas);
        let page = copy.page(0).unwrap();
        for x in 0..136 {
            let at = u32::from(place.x) + x;
            let row = place.y.into()..usize::from(place.y) + 1;
            let seen = page
                .alone
                .seen
                .window(at, row.clone())
                .rows()
                .next()
                .unwrap();
            let solid = page.alone.solid.window(at, row).rows().next().unwrap();
            for bit in 0..64 {
                assert_eq!(seen >> bit & 1 == 1, (x + bit) % 4 != 0, "{x} {bit}");
                assert_eq!(solid >> bit & 1 == 1, (x + bit) % 4 == 2, "{x} {bit}");
            }
        }
    }

    #[test]
    fn squares_are_seen_if_one_texel_is_and_solid_if_all_are() {
        let mut atlas = Atlas::new(AtlasSettings {
            page_size: 256,
            max_page_size: 256,
            max_pages: 1,
        });
        let mut random = 1u32;
        let mut picture = || -> Vec<u32> {
            let texels = (0..256 * 16).map(|_| {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                [0, 0, 0, 0x0001_0000, u32::MAX, u32::MAX, u32::MAX][(random >> 13) as usize % 7]
            });
            texels.collect()
        };
        let mut copy = Texels::default();
        // The atlas is copied after each insertion, so that the lower texels of some squares come later than the upper
        // ones.
        for _ in 0..9 {
            atlas.insert(256, 16, &picture()).unwrap();
            copy.copy(&atlas);
        }
        let page = copy.page(0).unwrap();
        for (y, x) in (0..143).flat_map(|y| (0..255).map(move |x| (y, x))) {
            let texels = [page.row(x, y, 2), page.row(x, y + 1, 2)].concat();
            let bit = |window: Window<&[u64]>| window.rows().next().unwrap() & 1 == 1;
            let row = y as usize..y as usize + 1;
            let seen = bit(page.squares.seen.window(x, row.clone()));
            assert_eq!(seen, texels.iter().any(|&texel| texel != 0), "{x} {y}");
            let solid = bit(page.squares.solid.window(x, row));
            let all = texels.iter().all(|&texel| texel >> 24 == 255);
            assert_eq!(solid, all, "{x} {y}");
        }
    }

    #[test]
    fn only_bands_that_changed_are_copied_again() {
        let mut atlas = Atlas::new(AtlasSettings {
            page_size: 256,
            max_page_size: 256,
            max_pages: 1,
        });
        atlas.insert(256, 70, &vec![7; 256 * 70]).unwrap();
        let mut copy = Texels::default();
        assert_eq!(copy.copy(&atlas), 2 * 64 * 256 * 4);
        assert_eq!(copy.copy(&atlas), 0);
        atlas.insert(8, 8, &[9; 64]).unwrap();
        assert_eq!(copy.copy(&atlas), 64 * 256 * 4);
        assert_eq!(copy.page(0).unwrap().row(0, 69, 1), [7]);
    }

    #[test]
    fn a_copy_of_another_atlas_replaces_all_bands() {
        let atlas_of = |pictures: &[u32]| {
            let mut atlas = Atlas::new(AtlasSettings {
                page_size: 256,
                max_page_size: 256,
                max_pages: 2,
            });
            for &texel in pictures {
                atlas.insert(256, 200, &vec![texel; 256 * 200]).unwrap();
            }
            atlas
        };
        let mut copy = Texels::default();
        copy.copy(&atlas_of(&[1, 2]));
        assert_eq!(copy.page(1).unwrap().row(0, 0, 1), [2]);
        // The bands of the new atlas have the same versions as those of the old one.
        copy.copy(&atlas_of(&[3]));
        assert_eq!(copy.page(0).unwrap().row(0, 0, 1), [3]);
        assert!(copy.page(1).is_none());
    }
}
